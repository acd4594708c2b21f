import { WEEKDAYS } from '@contract/repeat';
import { isDueDay } from '../../../lib/dates/due';
import { isoDay } from '../../../lib/dates/day';

/** The day that a task's due date is on here; today without one. */
export const baseDay = (due: string | null): string => {
  if (due === null) return isoDay(new Date());
  return isDueDay(due) ? due : isoDay(new Date(due));
};

/** The rules that fit a day, the most common ones first. */
export const presetRules = (day: string): readonly string[] => {
  const date = new Date(`${day}T00:00:00Z`);
  const [monthDay, month] = [date.getUTCDate(), date.getUTCMonth() + 1];
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), month, 0)).getUTCDate();
  const weekday = WEEKDAYS[(date.getUTCDay() + 6) % 7] ?? 'MO';
  const nth = Math.ceil(monthDay / 7);
  const isLast = monthDay > daysInMonth - 7;
  return [
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    `FREQ=WEEKLY;BYDAY=${weekday}`,
    `FREQ=WEEKLY;INTERVAL=2;BYDAY=${weekday}`,
    // The last day of a month stays its last day.
    monthDay === daysInMonth ? 'FREQ=MONTHLY;BYMONTHDAY=-1' : `FREQ=MONTHLY;BYMONTHDAY=${monthDay}`,
    `FREQ=MONTHLY;BYDAY=${isLast ? -1 : nth}${weekday}`,
    `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${monthDay}`,
  ];
};
