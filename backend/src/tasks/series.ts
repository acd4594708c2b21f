import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../write/command.js';
import { loadedTasks } from './placement.js';
import type { Task } from './task.entity.js';

/** Whether an occurrence `t` of a series still exists. Deleting a project marks only the project, not its tasks. */
export const OCCURRENCE_EXISTS: RawBuilder<unknown> = sql`(t.deleted_at is null
  and exists (select 1 from project p where p.id = t.project_id and p.deleted_at is null))`;

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
    select wanted.id from unnest(${ids}::uuid[], ${repeating.map(({ seriesId }) => seriesId)}::uuid[],
      ${repeating.map(({ occurrence }) => occurrence)}::int[]) as wanted(id, series_id, occurrence)
    where exists (
      select 1 from task t where t.series_id = wanted.series_id and t.occurrence = wanted.occurrence
        and ${OCCURRENCE_EXISTS} and t.id <> all(${[...ids, ...deleted]}::uuid[]))`.execute(tx.em.getKysely());
  const taken = new Set(rows.map(({ id }) => id));
  for (const task of repeating) {
    if (!taken.has(task.id)) continue;
    task.repeat = null;
    task.seriesId = null;
    task.occurrence = null;
  }
}
