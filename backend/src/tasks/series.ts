import { type RawBuilder, sql } from 'kysely';
import type { Change } from '../write/changeLog.js';
import type { Tx } from '../write/command.js';
import { loadedTasks } from './placement.js';
import { Task } from './task.entity.js';

/** Whether an occurrence `t` of a series still exists. Deleting a project marks only the project, not its tasks. */
export const OCCURRENCE_EXISTS: RawBuilder<unknown> = sql`(t.deleted_at is null
  and exists (select 1 from project p where p.id = t.project_id and p.deleted_at is null))`;

/** SQL condition: a task other than `except` has the place of `own` in its series. */
const isReplaced = (except: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from task t where t.series_id = own.series_id and t.occurrence = own.occurrence
    and ${OCCURRENCE_EXISTS} and t.id <> ${except})`;

function leaveSeries(task: Task): void {
  task.repeat = null;
  task.seriesId = null;
  task.occurrence = null;
}

/**
 * Takes restored tasks out of their series if these have other tasks in their place by now: an occurrence must not exist twice.
 * They then no longer repeat.
 */
export async function leaveSeriesIfReplaced(tx: Tx, tasks: readonly Task[]): Promise<void> {
  const repeating = tasks.filter(({ seriesId, occurrence }) => seriesId !== null && occurrence !== null);
  if (repeating.length === 0) return;
  const ids = repeating.map(({ id }) => id);
  // The command may delete the others.
  const deleted = loadedTasks(tx).flatMap(({ id, deletedAt }) => (deletedAt === null ? [] : id));
  const { rows } = await sql<{ id: string }>`
    select own.id from unnest(${ids}::uuid[], ${repeating.map(({ seriesId }) => seriesId)}::uuid[],
      ${repeating.map(({ occurrence }) => occurrence)}::int[]) as own(id, series_id, occurrence)
    where ${isReplaced(sql`all(${[...ids, ...deleted]}::uuid[])`)}`.execute(tx.em.getKysely());
  const taken = new Set(rows.map(({ id }) => id));
  for (const task of repeating) if (taken.has(task.id)) leaveSeries(task);
}

/** Does the same for the tasks of restored projects. Returns whether there are any. */
export async function leaveSeriesOfRestored(tx: Tx, changes: readonly Change[]): Promise<boolean> {
  const restored = changes.filter(({ entity, action }) => entity === 'project' && action === 'restored');
  if (restored.length === 0) return false;
  const { rows } = await sql<{ id: string }>`
    select own.id from task own
    where own.project_id = any(${restored.map(({ projectId }) => projectId)}::uuid[]) and own.series_id is not null
      and own.deleted_at is null and ${isReplaced(sql`own.id`)}`.execute(tx.em.getKysely());
  if (rows.length === 0) return false;
  const tasks = await tx.em.find(Task, { id: { $in: rows.map(({ id }) => id) } });
  for (const task of tasks) leaveSeries(task);
  return true;
}
