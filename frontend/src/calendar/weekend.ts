import { readerLocale } from '../lib/locale';

interface WeekInfo {
  weekend: readonly number[];
}

/** The days of the week on which the reader's country rests, Sunday is 0. */
export const weekendDays = (): readonly number[] => {
  const locale = new Intl.Locale(readerLocale()) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };
  // Not every browser knows.
  const { weekend } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { weekend: [6, 7] };
  return weekend.map((day) => day % 7);
};
