import { DAY_MS } from '../../contract/limits.js';

/** Parts of a working day, so that what needs something else comes after it even where a weekend pushes days together. */
export const HOURS = { account: 8, project: 9, work: 10, reading: 17 } as const;
const WORKING_HOURS = 7;
const DUE_HOUR = 17;

/**
 * A moment so many days before `now`, at this hour or some minutes later; always in the past. Not on a weekend, but for
 * yesterday: whoever looks sees that people were here.
 */
export function dayAgo(now: Date, ago: number, hour: number, minutes: number): Date {
  const at = new Date(now);
  at.setDate(at.getDate() - Math.ceil(ago));
  const weekday = ago <= 1 ? undefined : at.getDay();
  if (weekday === 6) at.setDate(at.getDate() - 1);
  if (weekday === 0) at.setDate(at.getDate() - 2);
  at.setHours(hour, 0, 0, 0);
  return new Date(at.getTime() + Math.floor(minutes * 60_000));
}

/** When work was done: in the working hours of a day, or, within the last day, exactly that long ago. */
export function workAgo(now: Date, ago: number, random: () => number): Date {
  if (ago < 1) return new Date(now.getTime() - Math.floor(ago * DAY_MS));
  return dayAgo(now, ago, HOURS.work, random() * WORKING_HOURS * 60);
}

/** A due date so many days from today: at the end of the working day, or of the day itself when that has passed. */
export function dueIn(now: Date, days: number): Date {
  const at = new Date(now);
  at.setDate(at.getDate() + days);
  at.setHours(DUE_HOUR, 0, 0, 0);
  if (days === 0 && at <= now) at.setHours(23, 59);
  return at;
}
