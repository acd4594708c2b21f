import { startOfDay } from '../../lib/dates/day';
import { quickDays } from '../../lib/dates/localDays';
import { notificationsTexts } from '../../texts/notifications';

const HOURS = 3;
const MORNING = 9;

const morningOf = (day: string): Date => {
  const morning = startOfDay(day);
  morning.setHours(MORNING);
  return morning;
};

/** The times until which a notification can be snoozed. */
export const snoozeTimes = (now: Date): { label: string; until: Date }[] => {
  const { tomorrow, nextWeek } = quickDays({ now });
  const later = new Date(now);
  later.setHours(now.getHours() + HOURS);
  return [
    { label: notificationsTexts.snooze.hours(HOURS), until: later },
    { label: notificationsTexts.snooze.tomorrow, until: morningOf(tomorrow) },
    { label: notificationsTexts.snooze.nextWeek, until: morningOf(nextWeek) },
  ];
};
