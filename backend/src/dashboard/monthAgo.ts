/** The same moment one calendar month earlier, to the minute; the last day of a shorter month. */
export function monthBefore(now: Date): Date {
  const then = new Date(now);
  then.setUTCSeconds(0, 0);
  then.setUTCMonth(then.getUTCMonth() - 1);
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0);
  return then;
}

/** Whole percents; 0 where there was nothing before. */
export const percentChange = (before: number, now: number): number =>
  before === 0 ? 0 : Math.round(((now - before) / before) * 100);
