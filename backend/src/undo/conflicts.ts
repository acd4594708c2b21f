import { type RawBuilder, sql } from 'kysely';
import { Attachment } from '../attachments/attachment.entity.js';
import { columnIdSql } from '../columns/homeColumns.js';
import { UNDO } from '../../contract/limits.js';
import { MOVED } from '../write/changeLog.js';
import type { Context } from '../request/context.js';
import { type AppError, conflict } from '../platform/lib/errors.js';
import { type Kind, kindsOf, partsOf } from '../write/kinds.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import { presentPublicUser } from '../users/user.presenter.js';
import { userLoader } from '../users/user.reads.js';
import { changeSetTable } from './logLines.js';
import type { Conflict, Creation, UndoContext } from './undoContext.js';

const tableOf = (made: readonly Creation[]) => sql`
  jsonb_to_recordset(${toJsonb(
    made.map(({ projectId, id, actorId, revision, isNext }) => ({
      project_id: projectId,
      id,
      actor_id: actorId,
      revision,
      is_next: isNext,
    })),
  )}) as made(project_id uuid, id uuid, actor_id uuid, revision int, is_next boolean)`;

/** SQL columns of a conflict about an existing row `it` of this kind, in the project where its creation is undone. */
const selectConflict = ({ name, headline }: Kind) => sql`
  made.project_id as "projectId", ${sql.lit(name)} as entity, it.id, ${sql.lit(headline.field)} as field, null as mine,
  to_jsonb(it.${headline.column}) as now`;

/** True if the line `c` created the row `it`. */
const isCreationOf = ({ name }: Kind) => sql`
  c.entity_id = it.id and c.entity = ${name} and c.action = 'created' and not ${MOVED}`;

async function readAll({ tx }: UndoContext, statements: readonly RawBuilder<unknown>[]): Promise<Conflict[]> {
  const { rows } = await sql<Conflict>`${sql.join(statements, sql` union all `)} limit ${UNDO.conflicts}`.execute(
    tx.em.getKysely(),
  );
  return rows;
}

/**
 * Parts that other people added or changed in tasks whose creation is undone. In the next task of a series, parts that
 * the same person added or changed count as well.
 */
async function findChangedByOthers(undoing: UndoContext): Promise<Conflict[]> {
  if (undoing.createdTasks.length === 0) return [];
  const parts = partsOf(undoing.tx.em, 'task').toReversed();
  return readAll(
    undoing,
    parts.map(
      (kind) => sql`
    (select made.project_id as "projectId", ${sql.lit(kind.name)} as entity, it.id, line.field, null as mine, line.now
      from ${tableOf(undoing.createdTasks)} join ${kind.table} it on it.${kind.ownerId} = made.id and it.deleted_at is null
      join lateral (
        select f.key as field, f.value -> 1 as now from change c cross join jsonb_each(c.fields) f
        where c.entity_id = it.id and c.entity = ${kind.name} and c.action in ('created', 'updated') and not ${MOVED}
          and c.because is null and c.revision > made.revision and (c.actor_id <> made.actor_id or made.is_next)
        order by f.key = ${sql.lit(kind.headline.field)} desc, c.revision desc limit 1) line on true
      limit ${UNDO.conflicts})`,
    ),
  );
}

/**
 * Subtasks that other people added to tasks whose creation is undone. To the next task of a series, those that the same
 * person added count as well. `touched`: tasks that are reverted one by one.
 */
async function findSubtasksOfOthers(undoing: UndoContext, touched: readonly string[]): Promise<Conflict[]> {
  if (undoing.createdTasks.length === 0) return [];
  return readAll(undoing, [
    sql`
    select made.project_id as "projectId", 'task' as entity, t.id, 'parentId' as field, null as mine, to_jsonb(made.id) as now
    from ${tableOf(undoing.createdTasks)} join task t on t.parent_id = made.id and t.deleted_at is null
      and t.id <> all(${[...touched]}::uuid[])
    where exists (
      select 1 from change c
      where c.entity_id = t.id and c.entity = 'task' and c.action in ('created', 'updated') and not ${MOVED}
        and c.because is null and c.revision > made.revision and c.fields #>> '{parentId,1}' = made.id::text
        and (c.actor_id <> made.actor_id or made.is_next))`,
  ]);
}

/**
 * Objects and members that others added to projects whose creation is undone. If an object came from a purged project,
 * its creator is unknown and counts as another person. Objects that came with the first revision are excluded, and so are
 * members whose joining is undone, too.
 */
async function findAddedByOthers(undoing: UndoContext): Promise<Conflict[]> {
  if (undoing.createdProjects.length === 0) return [];
  const made = tableOf(undoing.createdProjects);
  const objects = kindsOf(undoing.tx.em).filter(({ isSoftDeleted }) => isSoftDeleted);
  return readAll(undoing, [
    ...objects.toReversed().map(
      (kind) => sql`
    (select ${selectConflict(kind)}
      from ${made} join ${kind.table} it on it.project_id = made.id and it.deleted_at is null
      where it.version > 1 and not exists (
        select 1 from change c where ${isCreationOf(kind)} and c.actor_id = made.actor_id)
      limit ${UNDO.conflicts})`,
    ),
    sql`
    (select m.project_id, 'member', m.user_id, 'role', null, to_jsonb(m.role::text)
      from ${made} join project_member m on m.project_id = made.id and m.user_id <> made.actor_id
      where not exists (
        select 1 from ${changeSetTable(undoing.acts)} join change c using (project_id, revision)
        where c.project_id = made.id and c.entity = 'member' and c.action = 'created' and c.entity_id = m.user_id)
      limit ${UNDO.conflicts})`,
  ]);
}

/** Tasks that changed as a consequence and now have another assignee. `touched`: tasks that are reverted one by one. */
async function findReassigned({ tx, acts }: UndoContext, touched: readonly string[]): Promise<Conflict[]> {
  const { rows } = await sql<Conflict>`
    select c.project_id as "projectId", 'task' as entity, t.id, 'assigneeId' as field,
      c.fields #> '{assigneeId,1}' as mine, to_jsonb(t.assignee_id) as now
    from ${changeSetTable(acts)} join change c using (project_id, revision)
    join task t on t.id = c.entity_id and t.project_id = c.project_id
    where c.entity = 'task' and c.action = 'updated' and c.because = 'cascade' and c.fields ? 'assigneeId' and t.deleted_at is null
      and t.id <> all(${[...touched]}::uuid[]) and t.assignee_id is distinct from (c.fields #>> '{assigneeId,1}')::uuid
    limit ${UNDO.conflicts}`.execute(tx.em.getKysely());
  return rows;
}

/** The change sets that deleted or restored a column, with the status of its tasks. */
export const columnChangeSets = ({ lines, columns }: UndoContext) =>
  lines.flatMap(({ entity, entityId, action, projectId, revision }) => {
    const column = entity === 'column' && (action === 'deleted' || action === 'restored') && columns.get(entityId);
    return column ? [{ project_id: projectId, revision, status: column.status }] : [];
  });

/** Tasks that followed a column and are now in another one, and other tasks in columns that are deleted again. */
async function findMovedSince(undoing: UndoContext, touched: readonly string[]): Promise<Conflict[]> {
  const acts = columnChangeSets(undoing);
  const made = undoing.createdColumns.map(({ id, projectId, status }) => ({ id, project_id: projectId, status }));
  if (acts.length === 0 && made.length === 0) return [];
  const followed = sql`
    select distinct on (c.entity_id) c.entity_id as id, c.project_id, wanted.status, c.fields
    from jsonb_to_recordset(${toJsonb(acts)}) as wanted(project_id uuid, revision int, status task_status)
    join change c using (project_id, revision)
    where c.entity = 'task' and c.because = 'cascade' and c.fields ? 'columnId'
      and c.entity_id <> all(${[...touched]}::uuid[])
    order by c.entity_id, c.revision desc`;
  return readAll(undoing, [
    sql`
    (select t.project_id as "projectId", 'task' as entity, t.id, 'columnId' as field, line.fields #> '{columnId,1}' as mine,
      to_jsonb(t.column_id) as now
    from (${followed}) line join task t on t.id = line.id and t.project_id = line.project_id and t.deleted_at is null
    where t.status <> line.status or t.column_id is distinct from (line.fields #>> '{columnId,1}')::uuid)`,
    sql`
    (select t.project_id, 'task', t.id, 'columnId', null, to_jsonb(made.id)
    from jsonb_to_recordset(${toJsonb(made)}) as made(id uuid, project_id uuid, status task_status)
    join task t on t.project_id = made.project_id and t.status = made.status and t.deleted_at is null
      and t.id <> all(${[...touched]}::uuid[]) and ${sql.raw(columnIdSql('t'))} = made.id
    where not exists (select 1 from (${followed}) line where line.id = t.id))`,
  ]);
}

/** Open tasks of members whose joining is undone, except those that the same change sets assigned. */
async function findAssignedSince(
  { tx, acts }: UndoContext,
  goers: readonly [projectId: string, userId: string][],
): Promise<Conflict[]> {
  if (goers.length === 0) return [];
  const { rows } = await sql<Conflict>`
    select t.project_id as "projectId", 'task' as entity, t.id, 'assigneeId' as field, null as mine,
      to_jsonb(t.assignee_id) as now
    from unnest(${goers.map(([projectId]) => projectId)}::uuid[], ${goers.map(([, userId]) => userId)}::uuid[])
      as goer(project_id, user_id)
    join task t on t.project_id = goer.project_id and t.assignee_id = goer.user_id and t.status <> 'DONE' and t.deleted_at is null
    where not exists (
      select 1 from ${changeSetTable(acts)} join change c using (project_id, revision)
      where c.entity_id = t.id and c.project_id = t.project_id and c.fields ? 'assigneeId')
    limit ${UNDO.conflicts}`.execute(tx.em.getKysely());
  return rows;
}

/** Files that have become covers since, of tasks that would get their former covers as well. */
async function findSecondCovers({ tx, parts, lines }: UndoContext): Promise<Conflict[]> {
  const reverted = new Set(lines.flatMap(({ entityId, fields }) => ('isCover' in fields ? entityId : [])));
  const files = [...parts.values()].filter((part) => part instanceof Attachment);
  const covers = files.filter(({ isCover, deletedAt }) => isCover && deletedAt === null);
  const [again, others] = [covers.filter(({ id }) => reverted.has(id)), covers.filter(({ id }) => !reverted.has(id))];
  if (again.length === 0) return [];
  const { rows } = await sql<{ id: string; projectId: string; taskId: string }>`
    select id, project_id as "projectId", task_id as "taskId" from attachment
    where task_id = any(${again.map(({ taskId }) => taskId)}::uuid[]) and is_cover and deleted_at is null
      and id <> all(${files.map(({ id }) => id)}::uuid[])`.execute(tx.em.getKysely());
  return again.flatMap((cover) =>
    [...again, ...others, ...rows]
      .filter(({ id, taskId }) => taskId === cover.taskId && id !== cover.id)
      .map(({ id, projectId }): Conflict => ({
        projectId,
        entity: 'attachment',
        id,
        field: 'isCover',
        mine: null,
        now: true,
      })),
  );
}

/** Returns all conflicts that were not already noted line by line. */
export async function findConflicts(
  undoing: UndoContext,
  touched: readonly string[],
  goers: readonly [projectId: string, userId: string][],
): Promise<Conflict[]> {
  return [
    ...undoing.conflicts,
    ...(await findChangedByOthers(undoing)),
    ...(await findSubtasksOfOthers(undoing, touched)),
    ...(await findAddedByOthers(undoing)),
    ...(await findReassigned(undoing, touched)),
    ...(await findAssignedSince(undoing, goers)),
    ...(await findMovedSince(undoing, touched)),
    ...(await findSecondCovers(undoing)),
  ].slice(0, UNDO.conflicts);
}

/** Returns the actor of the last line that set the field or created the object. */
async function authorsOf(ctx: Context, conflicts: readonly Conflict[]): Promise<(string | null)[]> {
  const rows = conflicts.map(({ projectId, id, field }, place) => ({ project_id: projectId, id, field, place }));
  const { rows: found } = await sql<{ actorId: string | null }>`
    select last.actor_id as "actorId"
    from jsonb_to_recordset(${toJsonb(rows)}) as it(project_id uuid, id uuid, field text, place int)
    left join lateral (
      select actor_id from change c
      where c.project_id = it.project_id and c.entity_id = it.id and c.fields ? it.field
      order by revision desc limit 1) last on true
    order by place`.execute(ctx.em.getKysely());
  return found.map(({ actorId }) => actorId);
}

/** Throws CONFLICT with the conflicts and their actors, read after the transaction. */
export const createConflictError = (ctx: Context, conflicts: readonly Conflict[]): AppError =>
  conflict('This cannot be undone: something has changed since', async () => {
    const authors = await authorsOf(ctx, conflicts);
    const people = await Promise.all(authors.map(async (id) => (id === null ? null : userLoader(ctx).load(id))));
    return {
      conflicts: conflicts.map((conflict, at) => {
        const person = people[at];
        return { ...conflict, by: person ? presentPublicUser(person) : null };
      }),
    };
  });
