import {
  ChangeSetType,
  type ChangeSet as EntityChange,
  type EntityManager,
  type EntityProperty,
} from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { toJsonb } from './toJsonb.js';

export type ChangeAction = 'created' | 'updated' | 'deleted' | 'restored';

/** What changed in a field: [before, after], as JSON values. */
export type FieldChange = [before: unknown, after: unknown];

/** One line of a project's log: what happened to one object. */
export interface Change {
  projectId: string;
  /** What kind of object: 'project', 'member', 'task', 'checklist_item', 'comment'. */
  entity: string;
  entityId: string;
  action: ChangeAction;
  fields: Record<string, FieldChange>;
}

/** How a class of entities writes itself into the log of its project. Such classes carry it as `static log`. */
export interface LogRule<T> {
  entity: string;
  /** The fields that are history; all else (version, timestamps) is bookkeeping. */
  fields: readonly (keyof T & string)[];
  projectId: (it: T) => string;
  entityId: (it: T) => string;
  /** A field that follows from the others and the moment at which they changed; it is history as well. */
  follows?: { field: keyof T & string; settle: (it: T, at: Date) => void };
}

interface Logged {
  deletedAt?: Date | null;
  version?: number;
  updatedAt?: Date;
}

/** A value as the log and the wire have it, to compare two of them. */
export const comparable = (value: unknown): string => JSON.stringify(value ?? null);

export const ruleOf = (entity: object): LogRule<object> | undefined =>
  (entity.constructor as { log?: LogRule<object> }).log;

const toJson = (value: unknown): unknown => {
  if (value === undefined) return null;
  return value instanceof Date ? value.toISOString() : value;
};

function actionOf({ type, payload }: EntityChange<object>): ChangeAction {
  if (type === ChangeSetType.CREATE) return 'created';
  if (type === ChangeSetType.DELETE || type === ChangeSetType.DELETE_EARLY) return 'deleted';
  if (!('deletedAt' in payload)) return 'updated';
  return (payload as Logged).deletedAt ? 'deleted' : 'restored';
}

/** What the database had in a field: the unit of work remembers it, in the database's own form where a type has one. */
function before(em: EntityManager, { originalEntity, meta }: EntityChange<object>, name: string): unknown {
  const original = (originalEntity ?? {}) as Record<string, unknown>;
  const type = (meta.properties as Record<string, EntityProperty | undefined>)[name]?.customType;
  return type && original[name] != null ? type.convertToJSValue(original[name], em.getPlatform()) : original[name];
}

function fieldsOf(em: EntityManager, found: EntityChange<object>, rule: LogRule<object>): Record<string, FieldChange> {
  const entity = found.entity as Record<string, unknown>;
  const removed = found.type === ChangeSetType.DELETE || found.type === ChangeSetType.DELETE_EARLY;
  const fields: Record<string, FieldChange> = {};
  for (const name of rule.fields as readonly string[]) {
    if (removed) fields[name] = [toJson(entity[name]), null];
    else if (name in found.payload) fields[name] = [toJson(before(em, found, name)), toJson(entity[name])];
  }
  return fields;
}

/** Works out the field that follows from the others; answers its line, where it has become something else. */
function settled(
  { entity, originalEntity }: EntityChange<object>,
  { field, settle }: NonNullable<LogRule<object>['follows']>,
  at: Date,
): Record<string, FieldChange> {
  settle(entity, at);
  const before = toJson((originalEntity as Record<string, unknown> | undefined)?.[field]);
  const after = toJson((entity as Record<string, unknown>)[field]);
  return before === after ? {} : { [field]: [before, after] };
}

/** Of an object that comes from another project: which one. */
function cameFrom({ type, originalEntity }: EntityChange<object>, rule: LogRule<object>, to: string): string | null {
  const from = type === ChangeSetType.UPDATE && originalEntity ? rule.projectId(originalEntity) : to;
  return from === to ? null : from;
}

/**
 * An object that goes from one project into another is gone there, with all that it had, and new here, with all that it
 * has. `projectId` tells both apart from deleting and making it (`MOVED`).
 */
function moveOf(
  em: EntityManager,
  found: EntityChange<object>,
  rule: LogRule<object>,
  from: string,
  to: string,
): Change[] {
  const entity = found.entity as Record<string, unknown>;
  const object = { entity: rule.entity, entityId: rule.entityId(found.entity) };
  const names: readonly string[] = [...rule.fields, ...(rule.follows ? [rule.follows.field] : [])];
  const had = names.map((name): [string, unknown] => [name, toJson(before(em, found, name))]);
  const lost = had.filter(([, value]) => value !== null).map(([name, value]) => [name, [value, null]]);
  const has = names.map((name) => [name, [null, toJson(entity[name])]]);
  const projectId: FieldChange = [from, to];
  return [
    { projectId: from, ...object, action: 'deleted', fields: { ...Object.fromEntries(lost), projectId } },
    { projectId: to, ...object, action: 'created', fields: { ...Object.fromEntries(has), projectId } },
  ];
}

/** Of lines in the log, whether they tell that something went into another project, or came from one. */
export const MOVED: RawBuilder<unknown> = sql`(c.action <> 'updated' and c.fields ? 'projectId')`;

/** The same of one that is here. */
export const isMove = ({ action, fields }: Pick<Change, 'action' | 'fields'>): boolean =>
  action !== 'updated' && 'projectId' in fields;

/**
 * What a command has changed so far, read off the unit of work: nothing can be written past the log. Marks every
 * changed entity with the version (its project's new revision) and the time of the change.
 */
export function collectChanges(em: EntityManager, revisionOf: (projectId: string) => number, at: Date): Change[] {
  const unitOfWork = em.getUnitOfWork();
  unitOfWork.computeChangeSets();
  const changes: Change[] = [];
  for (const found of unitOfWork.getChangeSets()) {
    const entity = found.entity as object & Logged;
    const rule = ruleOf(entity);
    if (!rule) continue;
    const projectId = rule.projectId(entity);
    const from = cameFrom(found, rule, projectId);
    const fields = fieldsOf(em, found, rule);
    if (from === null && Object.keys(fields).length === 0) continue;
    if ('version' in entity) entity.version = revisionOf(projectId);
    if ('updatedAt' in entity) entity.updatedAt = at;
    const follows = rule.follows ? settled(found, rule.follows, at) : {};
    if (from !== null) {
      changes.push(...moveOf(em, found, rule, from, projectId));
      continue;
    }
    changes.push({
      projectId,
      entity: rule.entity,
      entityId: rule.entityId(entity),
      action: actionOf(found),
      fields: { ...fields, ...follows },
    });
  }
  return changes;
}

/** Who did it, by which write, when. */
export interface ChangeOrigin {
  actorId: string;
  mutationId: string | null;
  at: Date;
  /** Of a command that undoes: which revisions of each project. */
  undoOf: UndoOf | null;
}

/** Which revisions of each project a command takes back. */
export type UndoOf = ReadonlyMap<string, readonly number[]>;

/** What one statement does to many objects of a project that nobody has loaded. */
export interface BulkChange {
  projectId: string;
  entity: string;
  action: ChangeAction;
  /**
   * Why they change: `respaced`: a card's key is a new one, its place is not; `cascade`: what they hang on has changed; null:
   * somebody wanted just that. History tells of the first nowhere, the activity of a project of neither of the first two.
   */
  because: 'respaced' | 'cascade' | null;
  /** Changes the rows (their `version` as well) and returns `id` and `fields` ({name: [before, after]}, jsonb) of each. */
  statement: RawBuilder<unknown>;
}

/**
 * What a command does to many objects: they are changed and logged by one statement each, with lines that follow those of
 * `changes`. Answers in which projects there are lines, of either kind.
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
  for (const { projectId, entity, action, because, statement } of many) {
    const first = counts.get(projectId) ?? 0;
    const { numAffectedRows } = await sql`
      with changed as (${statement})
      insert into change (project_id, revision, n, entity, entity_id, action, actor_id, mutation_id, fields, at, because, undo_of)
      select ${projectId}::uuid, ${revisionOf(projectId)}::int, ${first}::int + row_number() over (order by id) - 1,
        ${entity}, id, ${action}, ${actorId}::uuid, ${mutationId}::text, fields, ${at}::timestamptz, ${because},
        ${undoOf?.get(projectId) ?? null}::int[]
      from changed`.execute(em.getKysely());
    const added = Number(numAffectedRows ?? 0);
    if (added > 0) counts.set(projectId, first + added);
  }
  return new Set(counts.keys());
}

/** Writes the change sets of a command, those of a project numbered from 0, and with the same statement its receipt. */
export async function writeChanges(
  em: EntityManager,
  changes: readonly Change[],
  revisionOf: (projectId: string) => number,
  { actorId, mutationId, at, undoOf }: ChangeOrigin,
  receipt: RawBuilder<unknown> | null,
): Promise<void> {
  if (changes.length === 0 && !receipt) return;
  const counts = new Map<string, number>();
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
      fields,
    };
    return { ...line, undo_of: undoOf?.get(projectId) };
  });
  await sql`
    ${receipt ? sql`with receipt as (${receipt})` : sql``}
    insert into change (project_id, revision, n, entity, entity_id, action, actor_id, mutation_id, fields, at,
      undo_of)
    select project_id, revision, n, entity, entity_id, action, ${actorId}::uuid, ${mutationId}, fields,
      ${at}::timestamptz, undo_of
    from jsonb_to_recordset(${toJsonb(rows)}) as
      row(project_id uuid, revision int, n int, entity text, entity_id uuid, action text, fields jsonb, undo_of int[])`.execute(
    em.getKysely(),
  );
}

/**
 * The names of an object's fields that somebody changed after `version`, from the log. Where it has been moved that is of
 * several projects, through which its versions ascend; being moved changes none of them.
 */
export async function fieldsChangedSince(
  em: EntityManager,
  entity: string,
  entityId: string,
  version: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct jsonb_object_keys(c.fields) as name from change c
    where c.entity = ${entity} and c.entity_id = ${entityId} and c.revision > ${version}
      and c.because is distinct from 'respaced' and not ${MOVED}`.execute(em.getKysely());
  return new Set(rows.map(({ name }) => name));
}
