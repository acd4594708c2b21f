// The rules of `taskList.ts` that a board needs to show its cards.
import { TaskStatus } from './statusAndPriority.js';

/** A time as the API sends it (ISO 8601) or as a Date. */
export type Moment = string | Date;

/** The task fields that decide about its place on a board. */
interface PlacedTask {
  id: string;
  rank: string;
  completedAt: string | null;
}

export const timeOf = (moment: Moment): number => (typeof moment === 'string' ? Date.parse(moment) : moment.getTime());

/** The task fields that decide whether it is overdue. */
export interface DueTask {
  dueDate: string | null;
  dueDay: string | null;
  status: TaskStatus;
}

/** The only rule for overdue tasks. A day is overdue once it has ended for the reader, whose day is `today`. */
export const isOverdue = ({ dueDate, dueDay, status }: DueTask, now: Date, today: string): boolean =>
  status !== TaskStatus.DONE &&
  (dueDay === null ? dueDate !== null && timeOf(dueDate) < now.getTime() : dueDay < today);

// Moves surrogates, which encode characters above U+FFFF, behind all other code units.
const place = (unit: number): number => (unit < 0xd800 ? unit : unit > 0xdfff ? unit - 0x800 : unit + 0x2000);

/** Compares by code point, as PostgreSQL's "C" collation orders UTF-8. Locale orders differ between systems. */
export function byText(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    if (a[at] !== b[at]) return place(a.charCodeAt(at)) - place(b.charCodeAt(at));
  }
  return a.length - b.length;
}

export const byTime = (a: string, b: string): number => timeOf(a) - timeOf(b);

/** For descending orders, in which missing dates also come last. */
export const byDateDescending = (a: string | null, b: string | null): number =>
  a === null || b === null ? Number(b === null) - Number(a === null) : byTime(a, b);

/** The order of a board column; ties are broken by id. */
export const byRank = (a: Pick<PlacedTask, 'rank' | 'id'>, b: Pick<PlacedTask, 'rank' | 'id'>): number =>
  byText(a.rank, b.rank) || byText(a.id, b.id);

/** The order of done tasks: newest first. */
export const byCompletion = (
  a: Pick<PlacedTask, 'completedAt' | 'id'>,
  b: Pick<PlacedTask, 'completedAt' | 'id'>,
): number => byDateDescending(b.completedAt, a.completedAt) || byText(b.id, a.id);
