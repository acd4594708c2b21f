// Days of the calendar where the reader is.
import { addDays, getDay, startOfWeek, type Day } from 'date-fns';
import { isoDay, startOfDay } from './day';
import type { DayAndTime } from './dueText';
import { readerLocale, weekStart } from '../locale';

/** The time zone of the days, and the present moment. */
export interface Place {
  now?: Date;
  /** The locale, for the order of day and month, and for weeks. */
  locale?: string;
  /** The time zone of the days; by default the browser's. */
  zone?: string | undefined;
}

/** From when on, as dates without a time: a day is one of the calendar, whatever clocks do meanwhile. */
export interface Today {
  day: Date;
  weekStartsOn: Day;
}

/** A day and a time on the clocks of a place. */
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

/** The present day in a time zone, and the first day of weeks. */
export const todayOf = ({ now = new Date(), locale = readerLocale(), zone }: Place = {}): Today => ({
  day: startOfDay(wallClock(now, zone).day),
  weekStartsOn: weekStart(locale),
});

/** The first day of this name from a day on, that day included. */
export const firstFrom = (day: Date, weekday: number): Date => addDays(day, (weekday - getDay(day) + 7) % 7);

/** The first day of the next week. */
export const nextWeekStart = ({ day, weekStartsOn }: Today): Date => addDays(startOfWeek(day, { weekStartsOn }), 7);

const MONDAY = 1;

/** The Monday of the next week, for weeks that begin as the reader's do. */
export const nextMonday = (today: Today): Date => firstFrom(nextWeekStart(today), MONDAY);

/** The days that are chosen most. */
export type QuickDay = 'today' | 'tomorrow' | 'nextWeek';

/** The days that are chosen most: today, tomorrow, and the Monday of the next week. */
export const quickDays = (place: Place = {}): Record<QuickDay, string> => {
  const today = todayOf(place);
  return { today: isoDay(today.day), tomorrow: isoDay(addDays(today.day, 1)), nextWeek: isoDay(nextMonday(today)) };
};
