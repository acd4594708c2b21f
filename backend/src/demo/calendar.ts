import { DAY_MS } from '../../contract/limits.js';
import { dayAt } from '../../contract/localDays.js';

/** Hours of a working day in order of dependency, because a weekend can push several days onto one. */
export const HOURS = { account: 8, project: 9, work: 10, reading: 17 } as const;
const WORKING_HOURS = 7;
const DUE_HOUR = 17;

/**
 * Returns a time `ago` days before `now`, `minutes` after this hour; always in the past, and not on a weekend. Yesterday is an
 * exception, so that the demo shows recent activity.
 */
export function timeAgo(now: Date, ago: number, hour: number, minutes: number): Date {
  const at = new Date(now);
  at.setDate(at.getDate() - Math.ceil(ago));
  const weekday = ago <= 1 ? undefined : at.getDay();
  if (weekday === 6) at.setDate(at.getDate() - 1);
  if (weekday === 0) at.setDate(at.getDate() - 2);
  at.setHours(hour, 0, 0, 0);
  return new Date(at.getTime() + Math.floor(minutes * 60_000));
}

/** Returns the time `ago` days ago. Times more than a day ago are moved into working hours. */
export function workingTimeAgo(now: Date, ago: number, random: () => number): Date {
  if (ago < 1) return new Date(now.getTime() - Math.floor(ago * DAY_MS));
  return timeAgo(now, ago, HOURS.work, random() * WORKING_HOURS * 60);
}

/** Returns the calendar day of a time, in the time zone of the process, as the other functions here. */
export const dayOf = (at: Date): string => dayAt(at, new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Returns a due date `days` from today: the end of the working day, or of the day itself if that has passed. */
export function dueIn(now: Date, days: number): Date {
  const at = new Date(now);
  at.setDate(at.getDate() + days);
  at.setHours(DUE_HOUR, 0, 0, 0);
  if (days === 0 && at <= now) at.setHours(23, 59);
  return at;
}
