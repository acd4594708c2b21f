// Calendar days in the reader's time zone.
import { addDays, getDay, startOfWeek, type Day } from 'date-fns';
import { isoDay, startOfDay } from './day';
import type { DayAndTime } from './dueText';
import { readerLocale, weekStart } from '../locale';

/** The current moment, the locale and the time zone, on which days depend. */
export interface DateContext {
  now?: Date;
  /** The locale, for the order of day and month, and for weeks. */
  locale?: string;
  /** The time zone of the days; by default the browser's. */
  zone?: string | undefined;
}

/** The current day as a date without a time, so that clock changes do not matter. */
export interface Today {
  day: Date;
  weekStartsOn: Day;
}

export const wallClock = (moment: Date, zone?: string): DayAndTime & { time: string } => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(moment);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return { day: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` };
};

/** Returns the current day in a time zone, and the first day of weeks. */
export const todayOf = ({ now = new Date(), locale = readerLocale(), zone }: DateContext = {}): Today => ({
  day: startOfDay(wallClock(now, zone).day),
  weekStartsOn: weekStart(locale),
});

/** Returns the first such weekday on or after a day. */
export const firstWeekdayFrom = (day: Date, weekday: number): Date => addDays(day, (weekday - getDay(day) + 7) % 7);

export const nextWeekStart = ({ day, weekStartsOn }: Today): Date => addDays(startOfWeek(day, { weekStartsOn }), 7);

const MONDAY = 1;

/** Returns the Monday of the next week, for weeks that begin on the reader's first weekday. */
export const nextMonday = (today: Today): Date => firstWeekdayFrom(nextWeekStart(today), MONDAY);

/** The most commonly chosen days. */
export type QuickDay = 'today' | 'tomorrow' | 'nextWeek';

/** Returns the most commonly chosen days: today, tomorrow, and next week's Monday. */
export const quickDays = (place: DateContext = {}): Record<QuickDay, string> => {
  const today = todayOf(place);
  return { today: isoDay(today.day), tomorrow: isoDay(addDays(today.day, 1)), nextWeek: isoDay(nextMonday(today)) };
};
