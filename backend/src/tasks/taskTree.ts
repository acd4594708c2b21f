import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { SUBTASKS } from '../../contract/limits.js';
import { cascadeTasks } from '../columns/cascadeTasks.js';
import { fieldError, type FieldError, invalid } from '../platform/lib/errors.js';
import type { Tx } from '../write/command.js';

/* Subtasks: the parent of a task is an existing task of the same project. Cycles are not allowed, nor more than three
   levels. All of this is checked while the project is locked. */

export const PARENT_NOT_FOUND = fieldError('taskNotFound', 'Parent must be a task of the same project');
const PARENT_CYCLE = fieldError('parentCycle', 'A task can’t be a subtask of itself or of one of its subtasks');
export const TOO_DEEP = fieldError(
  'tooDeep',
  `Subtasks can have at most ${SUBTASKS.levels} levels, with the task at the top`,
  {
    max: SUBTASKS.levels,
  },
);
export const SUBTASKS_FULL = fieldError('subtasksFull', `A task can have at most ${SUBTASKS.max} subtasks`, {
  max: SUBTASKS.max,
});

/** One more than allowed, so that the recursion also ends in a cycle. */
const LEVELS_READ = SUBTASKS.levels + 1;

/** The task `id` and its ancestors, as a recursive query `up`. */
const upFrom = (id: RawBuilder<unknown>, projectId: RawBuilder<unknown>) => sql`
  up(id, parent_id, level) as (
    select x.id, x.parent_id, 1 from task x where x.id = ${id} and x.project_id = ${projectId} and x.deleted_at is null
    union all
    select x.id, x.parent_id, up.level + 1 from up join task x on x.id = up.parent_id where up.level < ${sql.lit(LEVELS_READ)})`;

/** The task `id` and its descendants, as a recursive query `down`. */
const downFrom = (id: RawBuilder<unknown>) => sql`
  down(id, level) as (
    select ${id}::uuid, 1
    union all
    select x.id, down.level + 1 from down join task x on x.parent_id = down.id and x.deleted_at is null
      where down.level < ${sql.lit(LEVELS_READ)})`;

/** The facts about a task under a possible parent. */
export interface ParentState {
  /** The level of the parent; 0 if it is not a task of the project. */
  level: number;
  isCircle: boolean;
  /** The number of levels of the task and its subtasks. */
  height: number;
  siblings: number;
}

/** Reads the facts about a task, or a new one (null), under a possible parent. */
export async function readParentState(
  em: EntityManager,
  projectId: string,
  taskId: string | null,
  parentId: string,
): Promise<ParentState> {
  const { rows } = await sql<ParentState>`
    with recursive ${upFrom(sql`${parentId}::uuid`, sql`${projectId}::uuid`)}, ${downFrom(sql`${taskId}`)}
    select (select count(*)::int from up) as level, exists (select 1 from up where id = ${taskId}::uuid) as "isCircle",
      (select max(level)::int from down) as height,
      (select count(*)::int from task where parent_id = ${parentId} and deleted_at is null
        and id is distinct from ${taskId}::uuid) as siblings`.execute(em.getKysely());
  return rows[0] ?? { level: 0, isCircle: false, height: 1, siblings: 0 };
}

/** Returns why a task may not have this parent; null if it may. */
export function refuseParent({ level, isCircle, height, siblings }: ParentState): FieldError | null {
  if (level === 0) return PARENT_NOT_FOUND;
  if (isCircle) return PARENT_CYCLE;
  if (level + height > SUBTASKS.levels) return TOO_DEEP;
  return siblings >= SUBTASKS.max ? SUBTASKS_FULL : null;
}

/** Throws VALIDATION_FAILED at `field` unless a task, or a new one (null), may have this parent. */
export async function requireParent(
  { em }: Tx,
  projectId: string,
  taskId: string | null,
  parentId: string | null | undefined,
  field = 'parentId',
): Promise<void> {
  if (parentId == null) return;
  const refusal = refuseParent(await readParentState(em, projectId, taskId, parentId));
  if (refusal !== null) throw invalid({ [field]: refusal });
}

/** SQL condition: a task may be under `parentId`, whatever its number of subtasks. */
const mayHaveParent = (id: RawBuilder<unknown>, parentId: RawBuilder<unknown>, projectId: string) => sql`(
  with recursive ${upFrom(parentId, sql`${projectId}::uuid`)}, ${downFrom(id)}
  select (select count(*) from up) > 0 and not exists (select 1 from up where up.id = ${id})
    and (select count(*) from up) + (select max(level) from down) <= ${sql.lit(SUBTASKS.levels)})`;

/** Moves the matching tasks `t` of a project to the top level. */
function detach(tx: Tx, projectId: string, where: RawBuilder<unknown>): void {
  cascadeTasks(tx, projectId, 'parentId', {
    from: sql`(
      select t.id, t.parent_id from task t
      where t.project_id = ${projectId} and t.deleted_at is null and t.parent_id is not null and ${where}) former`,
    where: sql`task.id = former.id`,
    before: sql`former.parent_id`,
    after: sql`null`,
  });
}

/** Moves the subtasks of deleted tasks to the top level. */
export const detachSubtasks = (tx: Tx, projectId: string, ids: readonly string[]): void =>
  detach(tx, projectId, sql`t.parent_id = any(${[...ids]}::uuid[])`);

/**
 * Restores the subtasks that a task's deletion detached, unless they have another parent now or no longer fit. `except`: tasks
 * that keep the parents they have.
 */
export function reattachSubtasks(
  tx: Tx,
  projectId: string,
  ids: readonly string[],
  deletedRevision: number,
  except: readonly string[],
): void {
  const formerParent = sql`c.fields #>> '{parentId,0}'`;
  cascadeTasks(tx, projectId, 'parentId', {
    from: sql`change c`,
    where: sql`c.project_id = ${projectId} and c.revision = ${deletedRevision} and c.entity = 'task'
      and c.because = 'cascade' and c.fields ? 'parentId' and ${formerParent} = any(${[...ids]}::text[])
      and task.id = c.entity_id and task.parent_id is null and task.id <> all(${[...except]}::uuid[])
      and ${mayHaveParent(sql`task.id`, sql`(${formerParent})::uuid`, projectId)}`,
    before: sql`null`,
    after: formerParent,
  });
}

/**
 * Detaches these tasks and their subtasks from parents that they may no longer have. It goes from the top down, because
 * the subtasks of a detached task may fit as they are.
 */
export function detachInvalidSubtasks(tx: Tx, projectId: string, ids: readonly string[]): void {
  const all = sql`any(${[...ids]}::uuid[])`;
  // Subtasks that were there before keep their places.
  const siblings = sql`select count(*) from task s
    where s.parent_id = t.parent_id and s.deleted_at is null and (not s.id = ${all} or s.id <= t.id)`;
  detach(tx, projectId, sql`t.id = ${all} and (${siblings}) > ${sql.lit(SUBTASKS.max)}`);
  const hasInvalidParent = (name: 't' | 'p') =>
    sql`not ${mayHaveParent(sql.ref(`${name}.id`), sql.ref(`${name}.parent_id`), projectId)}`;
  const mustDetach = sql`(t.id = ${all} or t.parent_id = ${all}) and ${hasInvalidParent('t')}`;
  const isHighest = sql`not exists (
    select 1 from task p
    where p.id = t.parent_id and p.project_id = ${projectId} and p.parent_id is not null and ${hasInvalidParent('p')})`;
  for (let level = 1; level < SUBTASKS.levels; level += 1) detach(tx, projectId, sql`${mustDetach} and ${isHighest}`);
  // A cycle has no highest task.
  detach(tx, projectId, mustDetach);
}

/** Returns the ids of a task and its subtasks of all levels, parents first; at most `limit`. */
export async function readTreeIds(em: EntityManager, id: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive ${downFrom(sql`${id}`)}
    select down.id from down join task t on t.id = down.id order by down.level, t.rank, t.id limit ${limit}`.execute(
    em.getKysely(),
  );
  return rows.map((row) => row.id);
}
