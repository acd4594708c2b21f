import type { EntityMetadata, EntityProperty } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { newId } from '../platform/lib/ids.js';
import type { BulkChange, KindName, LogRule } from './changeLog.js';
import type { Tx } from './command.js';
import { type Kind, kindsOf } from './kinds.js';

/* Copies rows. A copy has all fields of its row, so that no new field is forgotten, except those given in the log rule
   of its class (`copy`) and by the caller. Each kind takes one statement, for any number of rows. */

/** The ids of copies by the ids of the original rows. */
export type CopyIds = ReadonlyMap<string, string>;

/** The objects to copy, from one project into another one or within one. */
export interface Copies {
  readonly from: string;
  readonly into: string;
  /** By kind: owners before their parts. */
  readonly ids: Map<KindName, CopyIds>;
}

/** SQL for fields of copies, by property name. `src` is the original row. */
export type CopiedFields = Readonly<Record<string, RawBuilder<unknown>>>;

/** The fields with the author of a row. The author of a copy is the person who makes it. */
const WRITERS = new Set(['creatorId', 'authorId']);

export function kindOf({ em }: Tx, name: KindName): Kind {
  const kind = kindsOf(em).find((each) => each.name === name);
  if (!kind) throw new Error(`${name} is not a kind`);
  return kind;
}

/** The pairs as rows `alias(old_id, new_id)`. */
export const pairsAs = (ids: CopyIds, alias: string): RawBuilder<unknown> =>
  sql`unnest(${[...ids.keys()]}::uuid[], ${[...ids.values()]}::uuid[]) as ${sql.table(alias)}(old_id, new_id)`;

const NOT_DELETED = sql`src.deleted_at is null`;

/**
 * Chooses the ids of the copies of a kind, for rows that are not deleted, or that `where` selects, and whose owners are
 * copied. The ids sort like the original ones. Returns the number of rows, counted up to one more than `max`.
 */
export async function chooseIds(
  tx: Tx,
  copies: Copies,
  name: KindName,
  max: number,
  where: RawBuilder<unknown> = NOT_DELETED,
): Promise<number> {
  const { table, owners, entity } = kindOf(tx, name);
  const isOwned = owners.map(
    (owner) => sql`and src.${owner.column} = any(${[...(copies.ids.get(owner.name)?.keys() ?? [])]}::uuid[])`,
  );
  const first = 'createdAt' in tx.em.getMetadata().get(entity).properties ? sql`src.created_at,` : sql``;
  const { rows } = await sql<{ id: string }>`
    select src.id from ${table} src
    where src.project_id = ${copies.from} and ${where} ${sql.join(isOwned, sql` `)}
    order by ${first} src.id limit ${max + 1}`.execute(tx.em.getKysely());
  copies.ids.set(name, new Map(rows.map(({ id }) => [id, newId()])));
  return rows.length;
}

/** The stored properties of an entity with their columns. */
export const columnsOf = (meta: EntityMetadata): [property: EntityProperty, column: string][] =>
  Object.values(meta.properties as Record<string, EntityProperty>).flatMap((property) => {
    const [column] = property.fieldNames ?? [];
    return property.persist === false || property.formula || column === undefined ? [] : [[property, column]];
  });

interface CopyOptions extends Pick<BulkChange, 'hasTexts' | 'also'> {
  set?: CopiedFields;
  /** Further tables that `set` reads. */
  joins?: readonly RawBuilder<unknown>[];
  /** The rows for which ids were chosen. */
  where?: RawBuilder<unknown>;
}

/**
 * Copies the rows with chosen ids, without those that were deleted or moved meanwhile: the original project need not be
 * locked. Their log lines count as consequences; the caller logs the requested change.
 */
export function copyRows(
  tx: Tx,
  { from, into, ids }: Copies,
  name: KindName,
  { set = {}, joins = [], where = NOT_DELETED, hasTexts, also }: CopyOptions = {},
): void {
  const own = ids.get(name);
  if (!own || own.size === 0) return;
  const { table, entity, owners, logged } = kindOf(tx, name);
  const meta = tx.em.getMetadata().get(entity) as EntityMetadata;
  const owned = owners.map(({ name: owner, column, columnName }) => {
    const alias = `of_${columnName}`;
    const made = sql.ref(`${alias}.new_id`);
    return sql`join ${pairsAs(ids.get(owner) ?? new Map(), alias)} on ${sql.ref(`${alias}.old_id`)} = src.${column}
      and exists (select 1 from ${kindOf(tx, owner).table} owner where owner.id = ${made})`;
  });
  const fields: CopiedFields = {
    id: sql`own.new_id`,
    projectId: sql`${into}::uuid`,
    version: sql`${tx.revisionOf(into)}::int`,
    createdAt: sql`${tx.now}::timestamptz`,
    updatedAt: sql`${tx.now}::timestamptz`,
    ...Object.fromEntries(owners.map(({ property, columnName }) => [property, sql.ref(`of_${columnName}.new_id`)])),
    ...(entity as { log?: LogRule<object> }).log?.copy,
    ...set,
  };
  const columns = columnsOf(meta);
  const values = columns.map(([{ name: property }, column]) => {
    if (WRITERS.has(property) && !(property in set)) return sql`${tx.viewer.userId}::uuid`;
    return fields[property] ?? sql.ref(`src.${column}`);
  });
  tx.changeMany({
    projectId: into,
    entity: name,
    action: 'created',
    because: 'cascade',
    ...(hasTexts && { hasTexts }),
    ...(also && { also }),
    statement: sql`
      insert into ${table} (${sql.join(columns.map(([, column]) => sql.ref(column)))})
      select ${sql.join(values)} from ${pairsAs(own, 'own')}
      join ${table} src on src.id = own.old_id and src.project_id = ${from}
      ${sql.join([...owned, ...joins], sql` `)}
      where ${where}
      returning id, (select jsonb_object_agg(key, jsonb_build_array(null, value)) from jsonb_each(${logged})) as fields`,
  });
}
