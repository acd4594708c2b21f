/** Returns the time one calendar month earlier, to the minute; in a shorter month its last day. */
export function monthBefore(now: Date): Date {
  const then = new Date(now);
  then.setUTCSeconds(0, 0);
  then.setUTCMonth(then.getUTCMonth() - 1);
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0);
  return then;
}

/** Returns whole percents; 0 if there was nothing before. */
export const percentChange = (before: number, now: number): number =>
  before === 0 ? 0 : Math.round(((now - before) / before) * 100);
