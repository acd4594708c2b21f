import { LOCALE } from '../../../language/language';
import { readerLocale } from '../../../lib/locale';

interface WeekInfo {
  weekend: readonly number[];
}

const weekInfo = (name: string): WeekInfo | undefined => {
  const locale = new Intl.Locale(name) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };
  return locale.getWeekInfo?.() ?? locale.weekInfo;
};

/** Returns the weekend in the reader's region, which also decides when a week begins; 0 is Sunday. */
export const weekendDays = (): readonly number[] => {
  let info: WeekInfo | undefined;
  try {
    info = weekInfo(readerLocale());
  } catch {
    // The browser's language name may be invalid.
    info = weekInfo(LOCALE);
  }
  // Not every browser knows.
  return (info?.weekend ?? [6, 7]).map((day) => day % 7);
};
