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

/** What one notification tells a person: things of one kind. */
export interface Telling {
  /** The first of them; more than a mail lists say nothing more. */
  told: readonly [Told, ...Told[]];
  /** How many they are. */
  count: number;
  /** The project that all of them are of. */
  projectId: string | null;
}

/** What a person is told by one notification, for each person and kind. */
export function tellingsOf(all: readonly Told[]): Telling[] {
  const groups = new Map<string, [Told, ...Told[]]>();
  for (const told of all) {
    const key = `${told.userId}:${told.kind}`;
    const group = groups.get(key);
    if (group) group.push(told);
    else groups.set(key, [told]);
  }
  return [...groups.values()].map((told) => {
    const [{ projectId }] = told;
    return { told, count: told.length, projectId: told.every((it) => it.projectId === projectId) ? projectId : null };
  });
}

/** The notification that tells it. */
export function noticeOf({ told, count, projectId: common }: Telling): Notice {
  const [first] = told;
  const { userId, kind, actorId, taskId, projectId, source } = first;
  const items = told.slice(0, LISTED).map(itemOf);
  if (count === 1) return { userId, kind, ...wordsFor(first), actorId, taskId, projectId, count, source, items };
  return {
    userId,
    kind,
    ...wordsForSeveral(told, count),
    actorId,
    taskId: null,
    projectId: common,
    count,
    source: `${count}:${kind}:${source}`,
    items,
  };
}
