import { type ChangeSet, ChangeSetType, type EntityManager, type EntityProperty } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { toJsonb } from './toJsonb.js';

export type ChangeAction = 'created' | 'updated' | 'deleted' | 'restored';

/** What changed in a field: [before, after], as JSON values. */
export type FieldChange = [before: unknown, after: unknown];

/** One line of a project's log. */
export interface ChangeEntry {
  projectId: string;
  /** What kind of object: 'project', 'member', 'task', 'comment'. */
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
}

interface Logged {
  deletedAt?: Date | null;
  version?: number;
  updatedAt?: Date;
}

const ruleOf = (entity: object): LogRule<object> | undefined => (entity.constructor as { log?: LogRule<object> }).log;

const toJson = (value: unknown): unknown => {
  if (value === undefined) return null;
  return value instanceof Date ? value.toISOString() : value;
};

function actionOf({ type, payload }: ChangeSet<object>): ChangeAction {
  if (type === ChangeSetType.CREATE) return 'created';
  if (type === ChangeSetType.DELETE || type === ChangeSetType.DELETE_EARLY) return 'deleted';
  if (!('deletedAt' in payload)) return 'updated';
  return (payload as Logged).deletedAt ? 'deleted' : 'restored';
}

function fieldsOf(em: EntityManager, changeSet: ChangeSet<object>, rule: LogRule<object>): Record<string, FieldChange> {
  const entity = changeSet.entity as Record<string, unknown>;
  const original = (changeSet.originalEntity ?? {}) as Record<string, unknown>;
  const properties = changeSet.meta.properties as Record<string, EntityProperty | undefined>;
  // the unit of work remembers what the database had, in the database's own form where a type has one
  const before = (name: string): unknown => {
    const type = properties[name]?.customType;
    return type && original[name] != null ? type.convertToJSValue(original[name], em.getPlatform()) : original[name];
  };
  const removed = changeSet.type === ChangeSetType.DELETE || changeSet.type === ChangeSetType.DELETE_EARLY;
  const fields: Record<string, FieldChange> = {};
  for (const name of rule.fields as readonly string[]) {
    if (removed) fields[name] = [toJson(entity[name]), null];
    else if (name in changeSet.payload) fields[name] = [toJson(before(name)), toJson(entity[name])];
  }
  return fields;
}

/**
 * What a command has changed so far, read off the unit of work: nothing can be written past the log. Marks every
 * changed entity with the version (its project's new revision) and the time of the change.
 */
export function collectChanges(em: EntityManager, revisionOf: (projectId: string) => number, at: Date): ChangeEntry[] {
  const unitOfWork = em.getUnitOfWork();
  unitOfWork.computeChangeSets();
  const entries: ChangeEntry[] = [];
  for (const changeSet of unitOfWork.getChangeSets()) {
    const entity = changeSet.entity as object & Logged;
    const rule = ruleOf(entity);
    if (!rule) continue;
    const fields = fieldsOf(em, changeSet, rule);
    if (Object.keys(fields).length === 0) continue;
    const projectId = rule.projectId(entity);
    if ('version' in entity) entity.version = revisionOf(projectId);
    if ('updatedAt' in entity) entity.updatedAt = at;
    entries.push({
      projectId,
      entity: rule.entity,
      entityId: rule.entityId(entity),
      action: actionOf(changeSet),
      fields,
    });
  }
  return entries;
}

/** Who did it, by which write, when. */
export interface ChangeOrigin {
  actorId: string;
  mutationId: string | null;
  at: Date;
}

/** Writes the change sets of a command: within one revision of a project the lines are numbered from 0. */
export async function writeChanges(
  em: EntityManager,
  entries: readonly ChangeEntry[],
  revisionOf: (projectId: string) => number,
  { actorId, mutationId, at }: ChangeOrigin,
): Promise<void> {
  if (entries.length === 0) return;
  const counters = new Map<string, number>();
  const rows = entries.map(({ projectId, entity, entityId, action, fields }) => {
    const n = counters.get(projectId) ?? 0;
    counters.set(projectId, n + 1);
    return { project_id: projectId, revision: revisionOf(projectId), n, entity, entity_id: entityId, action, fields };
  });
  await sql`
    insert into change (project_id, revision, n, entity, entity_id, action, actor_id, mutation_id, fields, at)
    select project_id, revision, n, entity, entity_id, action, ${actorId}::uuid, ${mutationId}, fields, ${at}::timestamptz
    from jsonb_to_recordset(${toJsonb(rows)}) as
      row(project_id uuid, revision int, n int, entity text, entity_id uuid, action text, fields jsonb)`.execute(
    em.getKysely(),
  );
}

/** The names of an object's fields that changed after `version`, from the log. */
export async function fieldsChangedSince(
  em: EntityManager,
  projectId: string,
  entityId: string,
  version: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct jsonb_object_keys(fields) as name from change
    where project_id = ${projectId} and entity_id = ${entityId} and revision > ${version}`.execute(em.getKysely());
  return new Set(rows.map(({ name }) => name));
}
