import type { Draft } from './inbox.js';
import { excerptOf, type Occasion, wordsFor, wordsForSeveral } from './words.js';

/** One thing that concerns a person. */
export interface Told extends Occasion {
  userId: string;
  actorId: string | null;
  taskId: string | null;
  projectId: string;
  /** What it tells of: a person hears of it once. */
  source: string;
}

/** One of the things that a notification tells of, as a mail lists it. */
export interface Item {
  title: string;
  note: string;
  taskId: string | null;
  projectId: string;
}

/** A notification to be delivered, and what a mail about it lists. */
export interface Notice extends Draft {
  items: Item[];
}

/** How many a mail lists. */
export const LISTED = 10;

const itemOf = (told: Told): Item => ({
  title: told.task || told.project,
  note: 'text' in told.fields ? excerptOf(told) : told.project,
  taskId: told.taskId,
  projectId: told.projectId,
});

function noticeOf(several: readonly [Told, ...Told[]]): Notice {
  const [first] = several;
  const { userId, kind, actorId, taskId, projectId, source } = first;
  const items = several.slice(0, LISTED).map(itemOf);
  const count = several.length;
  if (count === 1) return { userId, kind, ...wordsFor(first), actorId, taskId, projectId, count, source, items };
  return {
    userId,
    kind,
    ...wordsForSeveral(several),
    actorId,
    taskId: null,
    projectId: several.every((told) => told.projectId === projectId) ? projectId : null,
    count,
    source: `${count}:${kind}:${source}`,
    items,
  };
}

/** What one act, or one look at the clock, has brought to people: of each kind one notification a person. */
export function noticesOf(all: readonly Told[]): Notice[] {
  const groups = new Map<string, [Told, ...Told[]]>();
  for (const told of all) {
    const key = `${told.userId}:${told.kind}`;
    const group = groups.get(key);
    if (group) group.push(told);
    else groups.set(key, [told]);
  }
  return [...groups.values()].map(noticeOf);
}
