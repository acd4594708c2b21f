import { WEEKDAYS } from '@contract/repeat';
import { isDueDay } from '../../../lib/dates/due';
import { isoDay } from '../../../lib/dates/day';

/** Returns the day of a task's due date in the reader's time zone; today without one. */
export const baseDay = (due: string | null): string => {
  if (due === null) return isoDay(new Date());
  return isDueDay(due) ? due : isoDay(new Date(due));
};

const partsOf = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`);
  const [monthDay, month] = [date.getUTCDate(), date.getUTCMonth() + 1];
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), month, 0)).getUTCDate();
  return { monthDay, month, daysInMonth, weekday: WEEKDAYS[(date.getUTCDay() + 6) % 7] ?? 'MO' };
};

/** Returns a monthly rule for this day; the last day of a month stays the last day. */
export const monthlyRule = (day: string): string => {
  const { monthDay, daysInMonth } = partsOf(day);
  return `FREQ=MONTHLY;BYMONTHDAY=${monthDay === daysInMonth ? -1 : monthDay}`;
};

export const yearlyRule = (day: string): string => {
  const { month, monthDay } = partsOf(day);
  return `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${monthDay}`;
};

/** Returns the rules that fit a day, the most common ones first. */
export const presetRules = (day: string): readonly string[] => {
  const { monthDay, daysInMonth, weekday } = partsOf(day);
  const nth = monthDay > daysInMonth - 7 ? -1 : Math.ceil(monthDay / 7);
  return [
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    `FREQ=WEEKLY;BYDAY=${weekday}`,
    `FREQ=WEEKLY;INTERVAL=2;BYDAY=${weekday}`,
    monthlyRule(day),
    `FREQ=MONTHLY;BYDAY=${nth}${weekday}`,
    yearlyRule(day),
  ];
};
