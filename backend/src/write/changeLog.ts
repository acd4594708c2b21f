import {
  ChangeSetType,
  type ChangeSet as EntityChange,
  type EntityManager,
  type EntityProperty,
  JsonType,
} from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { ChangeAction as ChangeActionOfApi, ChangeEntity } from '../../contract/enums.js';
import type { TaskPartChoice } from '../../contract/projects.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import { SHORTENED, shortenFields, type StoredText, storeTexts, textsOfChanged, textsSource } from './longText.js';

/** Kinds of objects and actions, as the log spells them. */
export type KindName = Lowercase<ChangeEntity>;
export type ChangeAction = Lowercase<ChangeActionOfApi>;

/** Converts a kind or an action of the log to its name in the API. */
export const apiName = <Name extends KindName | ChangeAction>(name: Name): Uppercase<Name> =>
  name.toUpperCase() as Uppercase<Name>;

/** JSON values. Stored lines have hashes of long texts (`longText.ts`). */
export type FieldChange = [before: unknown, after: unknown];

/** One line of a project's log: what happened to one object. */
export interface Change {
  projectId: string;
  entity: KindName;
  entityId: string;
  action: ChangeAction;
  fields: Record<string, FieldChange>;
}

/** Which copies of a task have its parts. A new kind must say it, because a copy without them would look complete. */
interface CopiedWith {
  /** With a task that is duplicated, and with the next task of a series. */
  task: boolean;
  /** With the tasks of a copied project: always, never, or if the person chooses them. */
  project: boolean | TaskPartChoice;
}

/** How an entity class is logged. Logged classes have it as `static log`. */
export interface LogRule<T> {
  entity: KindName;
  /** The field that names the object in error messages. */
  headline: keyof T & string;
  /** The logged fields. Bookkeeping (version, timestamps) is not logged. */
  fields: readonly (keyof T & string)[];
  /** Logged fields whose values are maps. A line has only the entries that changed; null stands for no entry. */
  maps?: readonly (keyof T & string)[];
  /** SQL condition on a deleted row `part`: it is restored with its owner. By default, it always is. */
  mayReturn?: RawBuilder<unknown>;
  /** A flag of rows that stay in the database after their deletion, until their project is purged. */
  kept?: keyof T & string;
  /** SQL of fields in which a copy differs from its row `src` (see `copyRows.ts`). */
  copy?: Partial<Record<keyof T & string, RawBuilder<unknown>>>;
  /** Which copies of a task have its parts of this kind. Null for a kind that is no part of tasks. */
  copiedWith: CopiedWith | null;
  projectId: (it: T) => string;
  entityId: (it: T) => string;
  /** A logged field that only a deletion or a restore changes. */
  deletedWith?: keyof T & string;
  /** A logged field that is computed from the others and the time of their change. */
  follows?: { field: keyof T & string; settle: (it: T, at: Date) => void };
  /** A value that is read from several columns and belongs to a logged field: a change of one is logged as a change of both. */
  paired?: Pair<T>;
}

interface Pair<T> {
  field: keyof T & string;
  with: keyof T & string;
  /** Computes the value from the logged forms of its columns. */
  read: (value: (column: keyof T & string) => unknown) => unknown;
  /** The same in SQL, for rows that are logged by a statement. */
  column: RawBuilder<unknown>;
}

interface Logged {
  deletedAt?: Date | null;
  version?: number;
  updatedAt?: Date;
}

/** Serializes a value as the log stores it, so that two values can be compared. */
export const toComparable = (value: unknown): string => JSON.stringify(value ?? null);

export const findLogRule = (entity: object): LogRule<object> | undefined =>
  (entity.constructor as { log?: LogRule<object> }).log;

const toJson = (value: unknown): unknown => {
  if (value === undefined) return null;
  return value instanceof Date ? value.toISOString() : value;
};

function classifyAction({ type, payload }: EntityChange<object>): ChangeAction {
  if (type === ChangeSetType.CREATE) return 'created';
  if (type === ChangeSetType.DELETE || type === ChangeSetType.DELETE_EARLY) return 'deleted';
  if (!('deletedAt' in payload)) return 'updated';
  return (payload as Logged).deletedAt ? 'deleted' : 'restored';
}

/** Returns the stored value of a field, converted from its database form. */
function before(em: EntityManager, { originalEntity, meta }: EntityChange<object>, name: string): unknown {
  const original = (originalEntity ?? {}) as Record<string, unknown>;
  const type = (meta.properties as Record<string, EntityProperty | undefined>)[name]?.customType;
  const value = original[name];
  if (!type || value == null) return value;
  // The unit of work compares JSON by its text.
  if (type instanceof JsonType && typeof value === 'string') return JSON.parse(value) as unknown;
  return type.convertToJSValue(value, em.getPlatform());
}

type Entries = Readonly<Record<string, unknown>>;

/** Returns an entry of a map; null if there is none. A name can equal a property that every object inherits. */
export const getOwnEntry = <Value>(map: Readonly<Record<string, Value>>, name: string): Value | null =>
  Object.hasOwn(map, name) ? (map[name] ?? null) : null;

/** Returns the entries of a map that differ; null if there are none. */
function diffEntries([was, is]: FieldChange): FieldChange | null {
  const [before, after] = [(was ?? {}) as Entries, (is ?? {}) as Entries];
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => toComparable(getOwnEntry(before, name)) !== toComparable(getOwnEntry(after, name)),
  );
  const pick = (from: Entries): Entries => Object.fromEntries(names.map((name) => [name, getOwnEntry(from, name)]));
  return names.length === 0 ? null : [pick(before), pick(after)];
}

/** Returns a map with these entries; null removes one. */
export const withEntries = <Map extends Entries>(map: Map, entries: Entries): Map =>
  Object.fromEntries(Object.entries({ ...map, ...entries }).filter(([, value]) => value !== null)) as Map;

function diffFields(
  em: EntityManager,
  found: EntityChange<object>,
  rule: LogRule<object>,
): Record<string, FieldChange> {
  const entity = found.entity as Record<string, unknown>;
  const removed = found.type === ChangeSetType.DELETE || found.type === ChangeSetType.DELETE_EARLY;
  const fields: Record<string, FieldChange> = {};
  for (const name of rule.fields as readonly string[]) {
    if (removed) fields[name] = [toJson(entity[name]), null];
    else if (name in found.payload) {
      const change: FieldChange = [toJson(before(em, found, name)), toJson(entity[name])];
      const logged = (rule.maps as readonly string[] | undefined)?.includes(name) ? diffEntries(change) : change;
      if (logged) fields[name] = logged;
    }
  }
  if (rule.paired) addPair(em, found, rule.paired, fields);
  return fields;
}

/** Returns a computed value before and after the change. */
function readPair(em: EntityManager, found: EntityChange<object>, { read }: Pair<object>): FieldChange {
  const entity = found.entity as Record<string, unknown>;
  const was = found.originalEntity ? read((column) => toJson(before(em, found, column))) : null;
  return [was ?? null, read((column) => toJson(entity[column])) ?? null];
}

function addPair(
  em: EntityManager,
  found: EntityChange<object>,
  pair: Pair<object>,
  fields: Record<string, FieldChange>,
): void {
  const [was, is] = readPair(em, found, pair);
  if (was === is && !(pair.with in fields)) return;
  if (was === null && is === null) return;
  const same = toJson((found.entity as Record<string, unknown>)[pair.with]);
  fields[pair.with] ??= [same, same];
  fields[pair.field] = [was, is];
}

/** Computes the field that follows from the others. Returns its change, if there is one. */
function settleField(
  { entity, originalEntity }: EntityChange<object>,
  { field, settle }: NonNullable<LogRule<object>['follows']>,
  at: Date,
): Record<string, FieldChange> {
  settle(entity, at);
  const before = toJson((originalEntity as Record<string, unknown> | undefined)?.[field]);
  const after = toJson((entity as Record<string, unknown>)[field]);
  return before === after ? {} : { [field]: [before, after] };
}

/** Returns the project that an object is moved from, or null. */
function findPreviousProject(
  { type, originalEntity }: EntityChange<object>,
  rule: LogRule<object>,
  to: string,
): string | null {
  const from = type === ChangeSetType.UPDATE && originalEntity ? rule.projectId(originalEntity) : to;
  return from === to ? null : from;
}

const DELETED_AT = 'deletedAt';

/** The fields that a move itself can change. */
const CHANGED_BY_MOVE: ReadonlySet<string> = new Set(['rank', 'columnId', 'parentId', DELETED_AT]);

/** Returns the other fields that an undo changed in an object that it moved, for a line of their own. */
function diffMoved(was: Entries, is: Entries, pair: Pair<object> | undefined): Record<string, FieldChange> {
  const differs = (name: string): boolean =>
    toComparable(getOwnEntry(was, name)) !== toComparable(getOwnEntry(is, name));
  const together: readonly string[] = pair ? [pair.field, pair.with] : [];
  const names = Object.keys(was).filter(
    (name) => !CHANGED_BY_MOVE.has(name) && (differs(name) || (together.includes(name) && together.some(differs))),
  );
  return Object.fromEntries(names.map((name) => [name, [getOwnEntry(was, name), getOwnEntry(is, name)]]));
}

/**
 * A move to another project is logged as deleted in the old one and created in the new one. The field `projectId`
 * distinguishes both from a deletion and a creation (`MOVED`). An undo can also delete or restore the object that it
 * moves. Only existing objects move, so the log has the restoration before the move, and the deletion after it.
 */
function describeMove(
  em: EntityManager,
  found: EntityChange<object>,
  rule: LogRule<object>,
  from: string,
  to: string,
  isUndo: boolean,
): Change[] {
  const entity = found.entity as Record<string, unknown>;
  const object = { entity: rule.entity, entityId: rule.entityId(found.entity) };
  const names: readonly string[] = [...rule.fields, ...(rule.follows ? [rule.follows.field] : [])];
  const had = names.map((name): [string, unknown] => [name, toJson(before(em, found, name))]);
  const has = names.map((name): [string, unknown] => [name, toJson(entity[name])]);
  if (rule.paired) {
    const [was, is] = readPair(em, found, rule.paired);
    had.push([rule.paired.field, was]);
    if (is !== null) has.push([rule.paired.field, is]);
  }
  const changed = isUndo ? diffMoved(Object.fromEntries(had), Object.fromEntries(has), rule.paired) : {};
  const lost = had
    .filter(([name, value]) => value !== null && name !== DELETED_AT)
    .map(([name, value]) => [name, [value, null]]);
  const gained = has.map(([name, value]) => [name, [null, name === DELETED_AT ? null : (changed[name] ?? [value])[0]]]);
  const projectId: FieldChange = [from, to];
  const [wasDeleted, isDeleted] = [had, has].map((all) => all.find(([name]) => name === DELETED_AT)?.[1] ?? null);
  const restored: Change = {
    projectId: from,
    ...object,
    action: 'restored',
    fields: { [DELETED_AT]: [wasDeleted, null] },
  };
  const deleted: Change = { projectId: to, ...object, action: 'deleted', fields: { [DELETED_AT]: [null, isDeleted] } };
  const updated: Change = { projectId: to, ...object, action: 'updated', fields: changed };
  return [
    ...(wasDeleted === null ? [] : [restored]),
    { projectId: from, ...object, action: 'deleted', fields: { ...Object.fromEntries(lost), projectId } },
    { projectId: to, ...object, action: 'created', fields: { ...Object.fromEntries(gained), projectId } },
    ...(Object.keys(changed).length === 0 ? [] : [updated]),
    ...(isDeleted === null ? [] : [deleted]),
  ];
}

/**
 * An undo can change the fields of an object and delete it, or restore it and change its fields. Each gets its own
 * line, so that a redo can revert both.
 */
function splitDeletion(change: Change, deletedWith: string | undefined): Change[] {
  const { action, fields } = change;
  if (action === 'created' || !(DELETED_AT in fields)) return [change];
  const marks: Change['fields'] = {};
  const others: Change['fields'] = {};
  for (const [name, values] of Object.entries(fields)) {
    (name === DELETED_AT || name === deletedWith ? marks : others)[name] = values;
  }
  if (Object.keys(others).length === 0) return [change];
  const marked: Change = { ...change, fields: marks };
  const updated: Change = { ...change, action: 'updated', fields: others };
  return action === 'deleted' ? [updated, marked] : [marked, updated];
}

/** SQL condition on log lines `c`: the line is part of a move to another project. */
export const MOVED: RawBuilder<unknown> = sql`(c.action <> 'updated' and c.fields ? 'projectId')`;

/** The condition `MOVED` for a loaded line. */
export const isMove = ({ action, fields }: Pick<Change, 'action' | 'fields'>): boolean =>
  action !== 'updated' && 'projectId' in fields;

/**
 * Reads the changes of a command from the unit of work, so that no write bypasses the log. Sets the version (the project's
 * new revision) and the time of the change on every changed entity.
 */
export function collectChanges(
  em: EntityManager,
  revisionOf: (projectId: string) => number,
  at: Date,
  isUndo: boolean,
): Change[] {
  const unitOfWork = em.getUnitOfWork();
  unitOfWork.computeChangeSets();
  const changes: Change[] = [];
  for (const found of unitOfWork.getChangeSets()) {
    const entity = found.entity as object & Logged;
    const rule = findLogRule(entity);
    if (!rule) continue;
    const projectId = rule.projectId(entity);
    const from = findPreviousProject(found, rule, projectId);
    const fields = diffFields(em, found, rule);
    if (from === null && Object.keys(fields).length === 0) continue;
    if ('version' in entity) entity.version = revisionOf(projectId);
    if ('updatedAt' in entity) entity.updatedAt = at;
    const follows = rule.follows ? settleField(found, rule.follows, at) : {};
    if (from !== null) {
      changes.push(...describeMove(em, found, rule, from, projectId, isUndo));
      continue;
    }
    const change = { projectId, entity: rule.entity, entityId: rule.entityId(entity) };
    const [was, is] = fields[DELETED_AT] ?? [];
    if (was != null && is != null) {
      // An undo has restored it and deleted it again. Undone itself, it does the same.
      changes.push({ ...change, action: 'restored', fields: { [DELETED_AT]: [was, null] } });
      fields[DELETED_AT] = [null, is];
    }
    const last: Change = { ...change, action: classifyAction(found), fields: { ...fields, ...follows } };
    changes.push(...(isUndo ? splitDeletion(last, rule.deletedWith) : [last]));
  }
  return changes;
}

export interface ChangeOrigin {
  actorId: string;
  mutationId: string | null;
  at: Date;
  /** The revisions that the command undoes; null unless it is an undo. */
  undoOf: UndoOf | null;
}

/** Undone revisions by project id. */
export type UndoOf = ReadonlyMap<string, readonly number[]>;

/** A change of many objects of one project by a single statement, without loading them. */
export interface BulkChange {
  projectId: string;
  entity: KindName;
  action: ChangeAction;
  /**
   * `respaced`: new ranks in the same order, hidden from all history; `cascade`: the owner changed, hidden from the project's
   * activity; null: the user asked for exactly this change.
   */
  because: 'respaced' | 'cascade' | null;
  /** Changes the rows (their `version` as well) and returns `id` and `fields` ({name: [before, after]}, jsonb) of each. */
  statement: RawBuilder<unknown>;
  /** The fields can have long texts. */
  hasTexts?: true;
  /** Statements that belong to the change and read `changed` (id, fields). */
  also?: readonly RawBuilder<unknown>[];
}

/**
 * Applies and logs each bulk change with one statement, whose lines are numbered after the lines of `changes`. Returns
 * the ids of all projects with log lines, including those in `changes`.
 */
export async function changeMany(
  em: EntityManager,
  many: readonly BulkChange[],
  changes: readonly Change[],
  revisionOf: (projectId: string) => number,
  { actorId, mutationId, at, undoOf }: ChangeOrigin,
): Promise<ReadonlySet<string>> {
  const counts = new Map<string, number>();
  for (const { projectId } of changes) counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
  for (const { projectId, entity, action, because, statement, hasTexts = false, also = [] } of many) {
    const texts = hasTexts ? storeTexts(textsOfChanged(projectId)) : [];
    const parts = [
      sql`changed as (${statement})`,
      ...texts,
      ...also.map((one, at) => sql`${sql.table(`also_${at}`)} as (${one})`),
    ];
    const first = counts.get(projectId) ?? 0;
    const { numAffectedRows } = await sql`
      with ${sql.join(parts)}
      insert into change (project_id, revision, n, entity, entity_id, action, actor_id, mutation_id, fields, at, because,
        undo_of, undone)
      select ${projectId}::uuid, ${revisionOf(projectId)}::int, ${first}::int + row_number() over (order by id) - 1,
        ${entity}, id, ${action}, ${actorId}::uuid, ${mutationId}::text, ${hasTexts ? SHORTENED : sql`fields`}, ${at}::timestamptz, ${because},
        ${undoOf?.get(projectId) ?? null}::int[], ${undoOf?.has(projectId) ? false : null}::boolean
      from changed`.execute(em.getKysely());
    const added = Number(numAffectedRows ?? 0);
    if (added > 0) counts.set(projectId, first + added);
  }
  return new Set(counts.keys());
}

/** Writes the change sets of a command, numbered from 0 per project, and its receipt in the same statement. */
export async function writeChanges(
  em: EntityManager,
  changes: readonly Change[],
  revisionOf: (projectId: string) => number,
  { actorId, mutationId, at, undoOf }: ChangeOrigin,
  receipt: RawBuilder<unknown> | null,
): Promise<void> {
  if (changes.length === 0 && !receipt) return;
  const counts = new Map<string, number>();
  const texts: StoredText[] = [];
  const rows = changes.map(({ projectId, entity, entityId, action, fields }) => {
    const n = counts.get(projectId) ?? 0;
    counts.set(projectId, n + 1);
    const line = {
      project_id: projectId,
      revision: revisionOf(projectId),
      n,
      entity,
      entity_id: entityId,
      action,
      fields: shortenFields(fields, (text) => void texts.push({ projectId, entityId, ...text })),
    };
    return { ...line, undo_of: undoOf?.get(projectId) };
  });
  const before = [
    ...(receipt ? [sql`receipt as (${receipt})`] : []),
    ...(texts.length > 0 ? storeTexts(textsSource(texts)) : []),
  ];
  await sql`
    ${before.length > 0 ? sql`with ${sql.join(before)}` : sql``}
    insert into change (project_id, revision, n, entity, entity_id, action, actor_id, mutation_id, fields, at,
      undo_of, undone)
    select project_id, revision, n, entity, entity_id, action, ${actorId}::uuid, ${mutationId}, fields,
      ${at}::timestamptz, undo_of, case when undo_of is not null then false end
    from jsonb_to_recordset(${toJsonb(rows)}) as
      row(project_id uuid, revision int, n int, entity text, entity_id uuid, action text, fields jsonb, undo_of int[])`.execute(
    em.getKysely(),
  );
}

/**
 * Marks the change sets of an undo as undone. If one of them is an undo itself, what it undid is redone, and so on down the
 * chain. Consequences are not marked, because activity never shows them.
 */
export async function markUndone(em: EntityManager, undoOf: UndoOf): Promise<void> {
  for (const [projectId, revisions] of undoOf) {
    await sql`
      with recursive chain(revision, undone) as (
        select revision, true from unnest(${[...revisions]}::int[]) as revision
        union
        select earlier.revision, not chain.undone from chain
          join change c on c.project_id = ${projectId} and c.revision = chain.revision and c.n = 0
          cross join unnest(c.undo_of) as earlier(revision))
      update change c set undone = chain.undone
      from (select revision, bool_or(undone) as undone from chain group by revision) chain
      where c.project_id = ${projectId} and c.revision = chain.revision and c.because is null`.execute(em.getKysely());
  }
}

/**
 * Returns the names of the object's fields that were changed after `version`. The lines of a moved object are in several
 * projects: its versions ascend through all of them, and a move itself changes no field.
 */
export async function readFieldsChangedSince(
  em: EntityManager,
  entity: KindName,
  entityId: string,
  version: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct jsonb_object_keys(c.fields) as name from change c
    where c.entity = ${entity} and c.entity_id = ${entityId} and c.revision > ${version}
      and c.because is distinct from 'respaced' and not ${MOVED}`.execute(em.getKysely());
  return new Set(rows.map(({ name }) => name));
}
