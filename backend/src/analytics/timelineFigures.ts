import { TASK_STATUSES } from '../../contract/enums.js';
import { mapStatesToStatuses, type Timeline } from './timeline.js';

type IsWanted = (assigneeId: string | null) => boolean;

/**
 * Returns a function that finds the day of a time: -1 before the first day, their number after the last. Fast for times
 * that are roughly in order. `beginnings` includes the end of the last day.
 */
function dayFinder(beginnings: readonly number[]): (at: number) => number {
  let day = 0;
  return (at) => {
    while (day < beginnings.length - 1 && at >= (beginnings[day + 1] ?? Infinity)) day += 1;
    while (day >= 0 && at < (beginnings[day] ?? -Infinity)) day -= 1;
    return day;
  };
}

/** Counts the tasks of each status at the end of each day, backwards from the current numbers. */
export function computeFlow(
  timelines: readonly Timeline[],
  beginnings: readonly number[],
  isWanted: IsWanted,
): number[][] {
  const now = TASK_STATUSES.map(() => 0);
  // net changes per day, and after the last day
  const more = beginnings.map(() => TASK_STATUSES.map(() => 0));
  const count = (counts: number[] | undefined, place: number | undefined, by: number): void => {
    if (counts && place !== undefined && place >= 0) counts[place] = (counts[place] ?? 0) + by;
  };
  for (const timeline of timelines) {
    const places = mapStatesToStatuses(timeline, isWanted);
    for (const [state, tasks] of timeline.present) count(now, places[state], tasks);
    const dayOf = dayFinder(beginnings);
    const { steps } = timeline;
    for (let n = 0; n < steps.length; n += 3) {
      const [at = 0, from = 0, to = 0] = [steps[n], steps[n + 1], steps[n + 2]];
      const day = more[dayOf(at)];
      count(day, places[from], -1);
      count(day, places[to], 1);
    }
  }
  const flow: number[][] = [];
  for (let day = beginnings.length - 1; day > 0; day -= 1) {
    more[day]?.forEach((tasks, place) => count(now, place, -tasks));
    flow.unshift([...now]);
  }
  return flow;
}

export interface Completed {
  /** Index of the day. */
  day: number;
  assigneeId: string | null;
  /** Cycle time in milliseconds. */
  durationMs: number;
}

/**
 * Finds tasks that were completed in these days and are still done, once each. `readable` limits the projects whose log
 * may reveal when a task was started.
 */
export function findCompleted(
  timelines: readonly Timeline[],
  beginnings: readonly number[],
  isWanted: IsWanted,
  readable: ReadonlySet<string>,
): Completed[] {
  const completed: Completed[] = [];
  for (const { done } of timelines) {
    const dayOf = dayFinder(beginnings);
    for (const { at, assigneeId, createdAt, startedAt, startedElsewhere } of done.values()) {
      const day = dayOf(at);
      if (day < 0 || day >= beginnings.length - 1 || !isWanted(assigneeId)) continue;
      const elsewhere = Object.entries(startedElsewhere ?? {}).flatMap(([id, moment]) =>
        readable.has(id) ? moment : [],
      );
      const started = Math.min(startedAt ?? Infinity, ...elsewhere);
      completed.push({ day, assigneeId, durationMs: Math.max(0, at - (started === Infinity ? createdAt : started)) });
    }
  }
  return completed;
}
