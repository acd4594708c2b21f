// The days above a timeline.
import { addDays, startOfDay } from '../../../lib/dates/day';
import { dateFormatter, formatMonth } from '../../../lib/dates/format';
import { weekendDays, weekStart } from '../../../lib/locale';
import type { Scale } from './span';

const shortMonth = dateFormatter({ month: 'short' });
const weekday = dateFormatter({ weekday: 'narrow' });

/** A part of the header: its label, and its position in days from the first. */
export interface Tick {
  key: string;
  label: string;
  at: number;
  days: number;
  isWeekend: boolean;
}

/** Groups days into parts; each day that `begins` accepts begins a new one. */
const parts = (
  first: string,
  count: number,
  begins: (day: string) => boolean,
  labelOf: (day: string) => string,
): Tick[] => {
  const ticks: Tick[] = [];
  const weekend = weekendDays();
  for (let at = 0; at < count; at += 1) {
    const day = addDays(first, at);
    const last = ticks.at(-1);
    if (last && !begins(day)) last.days += 1;
    else
      ticks.push({ key: day, label: labelOf(day), at, days: 1, isWeekend: weekend.includes(startOfDay(day).getDay()) });
  }
  return ticks;
};

/** Returns the upper and the lower row of the header. */
export const ticksOf = (scale: Scale, first: string, count: number): { upper: Tick[]; lower: Tick[] } => {
  const startsMonth = (day: string): boolean => day.endsWith('-01');
  const upper =
    scale === 'month'
      ? parts(
          first,
          count,
          (day) => day.endsWith('-01-01'),
          (day) => day.slice(0, 4),
        )
      : parts(first, count, startsMonth, formatMonth);
  if (scale === 'month') return { upper, lower: parts(first, count, startsMonth, shortMonth) };
  const start = weekStart();
  const lower =
    scale === 'week'
      ? parts(
          first,
          count,
          (day) => startOfDay(day).getDay() === start,
          (day) => String(Number(day.slice(-2))),
        )
      : parts(
          first,
          count,
          () => true,
          (day) => `${weekday(day)} ${Number(day.slice(-2))}`,
        );
  return { upper, lower };
};
