// Of the rules for lists of tasks (`taskList.ts`) those that a board needs to show its cards.
import { TaskStatus } from './enums.js';

/** A moment as the API sends it (ISO 8601) or as a program holds it. */
export type Moment = string | Date;

/** What decides where a task stands on a board. */
interface PlacedTask {
  id: string;
  rank: string;
  completedAt: string | null;
}

/** In milliseconds. */
export const timeOf = (moment: Moment): number => (typeof moment === 'string' ? Date.parse(moment) : moment.getTime());

/** Past and not done: the one rule for what is late. */
export const isOverdue = (dueDate: Moment | null | undefined, status: TaskStatus, now: Date = new Date()): boolean =>
  dueDate != null && status !== TaskStatus.DONE && timeOf(dueDate) < now.getTime();

// Surrogates, of which the letters beyond U+FFFF are made, go behind all others.
const place = (unit: number): number => (unit < 0xd800 ? unit : unit > 0xdfff ? unit - 0x800 : unit + 0x2000);

/** By code points, as PostgreSQL's "C" collation orders UTF-8; a locale would order otherwise, and differently everywhere. */
export function byText(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    if (a[at] !== b[at]) return place(a.charCodeAt(at)) - place(b.charCodeAt(at));
  }
  return a.length - b.length;
}

export const byTime = (a: string, b: string): number => timeOf(a) - timeOf(b);

/** For orders that are turned round: what has no date comes last there, too. */
export const byDateDown = (a: string | null, b: string | null): number =>
  a === null || b === null ? Number(b === null) - Number(a === null) : byTime(a, b);

/** The order of a board column; equal ranks go by id. */
export const byRank = (a: Pick<PlacedTask, 'rank' | 'id'>, b: Pick<PlacedTask, 'rank' | 'id'>): number =>
  byText(a.rank, b.rank) || byText(a.id, b.id);

/** The order of what is done: the last first. */
export const byCompletion = (
  a: Pick<PlacedTask, 'completedAt' | 'id'>,
  b: Pick<PlacedTask, 'completedAt' | 'id'>,
): number => byDateDown(b.completedAt, a.completedAt) || byText(b.id, a.id);
