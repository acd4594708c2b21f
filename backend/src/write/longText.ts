import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { excerptTask } from '../../contract/excerpt.js';
import { LIMITS } from '../../contract/limits.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import { defineLoader, keyIn } from '../request/loaders.js';

/* A text over LIMITS.longText characters is stored once per project, in `text_version`. Log lines have its hash, length
   and excerpt instead, so that the feed stays small. `text_use` records which objects have lines with the text; when
   the last of them is purged, the text is removed. */

export interface LongText {
  /** SHA-256 of the text in UTF-8, in hexadecimal digits. */
  hash: string;
  /** In UTF-16 code units. */
  length: number;
  /** The beginning of the text as plain text, like the excerpt of a task's description. */
  excerpt: string;
}

/**
 * The stored form of a short text that replaced a long one. When versions before long texts undo a line, they restore
 * the former value unchecked if the present value equals the logged one. This form never equals it, so they refuse to
 * undo the line.
 */
interface ShortText {
  text: string;
}

type Values = readonly [before: unknown, after: unknown];
type Fields = Readonly<Record<string, Values>>;

/* A value can also be a map whose keys people choose, like the colors of tags. So a key alone does not tell what a value
   is. */

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
export const isLongText = (value: unknown): value is LongText =>
  isObject(value) && 'hash' in value && 'length' in value && typeof value.length === 'number';
const isShortText = (value: unknown): value is ShortText => isObject(value) && 'text' in value;
const unwrap = ([before, after]: Values): unknown => (isLongText(before) && isShortText(after) ? after.text : after);

const isTooLong = (value: unknown): value is string => typeof value === 'string' && value.length > LIMITS.longText;

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface StoredText {
  projectId: string;
  entityId: string;
  hash: string;
  text: string;
}

/** Replaces the long texts of a line; `store` is called with each. */
export function shortenFields<T extends Fields>(
  fields: T,
  store: (text: Pick<StoredText, 'hash' | 'text'>) => void,
): T {
  if (!Object.values(fields).some((values) => values.some(isTooLong))) return fields;
  const shorten = (value: unknown): unknown => {
    if (!isTooLong(value)) return value;
    const hash = hashText(value);
    store({ hash, text: value });
    return { hash, length: value.length, excerpt: excerptTask({ description: value }) } satisfies LongText;
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, [before, after]]) => {
      const isShort = isTooLong(before) && typeof after === 'string' && !isTooLong(after);
      return [name, [shorten(before), isShort ? ({ text: after } satisfies ShortText) : shorten(after)]];
    }),
  ) as unknown as T;
}

/** Returns the fields of a line with stored short texts unwrapped. */
export const unwrapFields = <T extends Fields>(fields: T): T =>
  Object.values(fields).some((values) => unwrap(values) !== values[1])
    ? (Object.fromEntries(
        Object.entries(fields).map(([name, values]) => [name, [values[0], unwrap(values)]]),
      ) as unknown as T)
    : fields;

/** Checks whether a value is the one that a line has. */
export const isLoggedAs = (value: unknown, logged: LongText): boolean =>
  typeof value === 'string' && hashText(value) === logged.hash;

/**
 * Common table expressions that store texts, for the statement that writes their lines. A text that exists is locked, so that
 * no purge removes it in the meantime.
 */
export function storeTexts(source: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    sql`long_text as (${source})`,
    sql`
    stored_text as (
      insert into text_version (project_id, sha256, text)
      select distinct on (project_id, sha256) project_id, sha256, text from long_text order by project_id, sha256
      on conflict (project_id, sha256) do update set sha256 = excluded.sha256)`,
    sql`
    used_text as (
      insert into text_use (project_id, sha256, entity_id) select distinct project_id, sha256, entity_id from long_text
      on conflict do nothing)`,
  ];
}

/** The texts as a source for `storeTexts`. */
export const textsSource = (texts: readonly StoredText[]): RawBuilder<unknown> => sql`
  select project_id, decode(hash, 'hex') as sha256, text, entity_id
  from jsonb_to_recordset(${toJsonb(
    texts.map(({ projectId, entityId, hash, text }) => ({ project_id: projectId, entity_id: entityId, hash, text })),
  )}) as row(project_id uuid, entity_id uuid, hash text, text text)`;

const IS_LONG = sql`jsonb_typeof(item.value) = 'string' and length(item.value #>> '{}') > ${sql.lit(LIMITS.longText)}`;
const SHA256 = sql`sha256(convert_to(item.value #>> '{}', 'UTF8'))`;

/** The long texts in `changed` (id, fields), as a source for `storeTexts`. */
export const textsOfChanged = (projectId: string): RawBuilder<unknown> => sql`
  select ${projectId}::uuid as project_id, ${SHA256} as sha256, item.value #>> '{}' as text, changed.id as entity_id
  from changed cross join jsonb_each(changed.fields) field cross join jsonb_array_elements(field.value) as item(value)
  where ${IS_LONG}`;

/** `fields` of `changed`, with long texts replaced by their hashes. The excerpts keep their Markdown marks. */
export const SHORTENED: RawBuilder<unknown> = sql`(
  select jsonb_object_agg(field.key, (
    select jsonb_agg(case when ${IS_LONG} then jsonb_build_object(
      'hash', encode(${SHA256}, 'hex'),
      -- a character beyond the first plane has two code units
      'length', 2 * length(item.value #>> '{}') - length(regexp_replace(item.value #>> '{}', '[\\U00010000-\\U0010FFFF]', '', 'g')),
      'excerpt', rtrim(left(regexp_replace(btrim(left(item.value #>> '{}', 1000)), '\\s+', ' ', 'g'), ${sql.lit(LIMITS.taskExcerptMax)})))
      else item.value end order by place)
    from jsonb_array_elements(field.value) with ordinality as item(value, place)))
  from jsonb_each(changed.fields) field)`;

/** Reads long texts by `keyIn(project, hash)`. */
async function readTexts(em: EntityManager, keys: readonly string[]): Promise<Map<string, string>> {
  const pairs = keys.map((key) => key.split(':'));
  const { rows } = await sql<{ projectId: string; hash: string; text: string }>`
    select t.project_id as "projectId", encode(t.sha256, 'hex') as hash, t.text
    from unnest(${pairs.map(([id]) => id)}::uuid[], ${pairs.map(([, hash]) => hash)}::text[]) as wanted(project_id, hash)
    join text_version t on t.project_id = wanted.project_id and t.sha256 = decode(wanted.hash, 'hex')`.execute(
    em.getKysely(),
  );
  return new Map(rows.map(({ projectId, hash, text }) => [keyIn(projectId, hash), text]));
}

const textLoader = defineLoader<string>(({ em }, keys) => readTexts(em, keys));

interface LineFields<T extends Fields> {
  projectId: string;
  fields: T;
}

/** Replaces hashes by their texts. If a purge has removed a text, the hash stays. */
function fillFields<T extends Fields>({ fields, projectId }: LineFields<T>, texts: (key: string) => unknown): T {
  const fill = (value: unknown): unknown =>
    isLongText(value) ? (texts(keyIn(projectId, value.hash)) ?? value) : value;
  return Object.fromEntries(
    Object.entries(unwrapFields(fields)).map(([name, [before, after]]) => [name, [fill(before), fill(after)]]),
  ) as unknown as T;
}

const listKeys = ({ fields, projectId }: LineFields<Fields>): string[] =>
  Object.values(fields).flatMap((values) => values.flatMap((it) => (isLongText(it) ? keyIn(projectId, it.hash) : [])));

/** Returns the fields of a line with their texts. The lines of a request share statements. */
export async function readFields<T extends Fields>(
  ctx: Parameters<typeof textLoader>[0],
  line: LineFields<T>,
): Promise<T> {
  const keys = listKeys(line);
  if (keys.length === 0) return unwrapFields(line.fields);
  const texts = await Promise.all(keys.map((key) => textLoader(ctx).load(key)));
  const byKey = new Map(keys.map((key, at) => [key, texts[at]]));
  return fillFields(line, (key) => byKey.get(key));
}

/** Puts texts into the fields of lines, with one statement. */
export async function loadTexts(em: EntityManager, lines: readonly LineFields<Fields>[]): Promise<Fields[]> {
  const keys = [...new Set(lines.flatMap(listKeys))];
  const texts = keys.length === 0 ? new Map<string, string>() : await readTexts(em, keys);
  return lines.map((line) => fillFields(line, (key) => texts.get(key)));
}

/** Counts the characters of a value, long texts included. */
export const countLongCharacters = (fields: Fields): number =>
  Object.values(fields)
    .flat()
    .reduce((sum: number, it) => sum + (isLongText(it) ? it.length : 0), 0);

/** Removes the texts that only these objects have had. */
export async function purgeTexts(em: EntityManager, entityIds: readonly string[]): Promise<void> {
  const db = em.getKysely();
  const { rows } = await sql<{ projectId: string; hash: string }>`
    delete from text_use where entity_id = any(${[...entityIds]}::uuid[])
    returning project_id as "projectId", encode(sha256, 'hex') as hash`.execute(db);
  if (rows.length === 0) return;
  const wanted = sql`
    select project_id, decode(hash, 'hex')
    from unnest(${rows.map(({ projectId }) => projectId)}::uuid[], ${rows.map(({ hash }) => hash)}::text[]) as row(project_id, hash)`;
  // Waits for commands that use one of these texts again; the next statement sees their uses.
  await sql`
    select 1 from text_version where (project_id, sha256) in (${wanted}) order by project_id, sha256 for update`.execute(
    db,
  );
  await sql`
    delete from text_version t where (project_id, sha256) in (${wanted})
      and not exists (select 1 from text_use u where u.project_id = t.project_id and u.sha256 = t.sha256)`.execute(db);
}
