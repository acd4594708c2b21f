import { TASK_STATUSES } from '../../contract/enums.js';
import { placesOf, type Timeline } from './timeline.js';

type IsWanted = (assigneeId: string | null) => boolean;

/**
 * In which of some days a moment lies, from 0, where moments come about in order: -1 before them, and as many as there are after
 * them. `beginnings` are theirs, and that of the day after them.
 */
function dayFinder(beginnings: readonly number[]): (at: number) => number {
  let day = 0;
  return (at) => {
    while (day < beginnings.length - 1 && at >= (beginnings[day + 1] ?? Infinity)) day += 1;
    while (day >= 0 && at < (beginnings[day] ?? -Infinity)) day -= 1;
    return day;
  };
}

/** How many tasks there were of each status at the end of each day: from how many there are now backwards. */
export function flowIn(timelines: readonly Timeline[], beginnings: readonly number[], isWanted: IsWanted): number[][] {
  const now = TASK_STATUSES.map(() => 0);
  // by how many they became more in each of the days, and after them
  const more = beginnings.map(() => TASK_STATUSES.map(() => 0));
  const count = (counts: number[] | undefined, place: number | undefined, by: number): void => {
    if (counts && place !== undefined && place >= 0) counts[place] = (counts[place] ?? 0) + by;
  };
  for (const timeline of timelines) {
    const places = placesOf(timeline, isWanted);
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

/** A task that is done now. */
export interface Completed {
  /** In which of the days, from 0. */
  day: number;
  assigneeId: string | null;
  /** How long it took, in milliseconds. */
  took: number;
}

/**
 * What was completed in these days, and is done now: tasks are where they are now, and once each. `readable`: the projects
 * whose log may tell when one was first in progress.
 */
export function completedIn(
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
      completed.push({ day, assigneeId, took: Math.max(0, at - (started === Infinity ? createdAt : started)) });
    }
  }
  return completed;
}
