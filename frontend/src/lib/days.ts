import { isSameDay, parseISO, startOfDay, subDays } from 'date-fns';
import { libTexts } from '../texts/lib';
import { formatDay } from './dates';

/** 'Today', 'Yesterday' or 'Nov 21, 2026', in the reader's time zone. */
const dayOf = (moment: string, now: Date): string => {
  const date = parseISO(moment);
  if (isSameDay(date, now)) return libTexts.today;
  return isSameDay(date, subDays(startOfDay(now), 1)) ? libTexts.yesterday : formatDay(date);
};

/** Groups a list that is ordered by time into its days. */
export const groupByDay = <Item>(
  items: readonly Item[],
  momentOf: (item: Item) => string,
  now: Date,
): readonly { day: string; items: readonly Item[] }[] => {
  const groups: { day: string; items: Item[] }[] = [];
  for (const item of items) {
    const day = dayOf(momentOf(item), now);
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, items: [item] });
  }
  return groups;
};
