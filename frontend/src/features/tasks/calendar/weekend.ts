import { LOCALE } from '../../../language/language';

interface WeekInfo {
  weekend: readonly number[];
}

const weekInfo = (name: string): WeekInfo | undefined => {
  const locale = new Intl.Locale(name) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };
  return locale.getWeekInfo?.() ?? locale.weekInfo;
};

/** The days of the week on which the reader's country rests, Sunday is 0. */
export const weekendDays = (): readonly number[] => {
  let info: WeekInfo | undefined;
  try {
    info = weekInfo(navigator.language);
  } catch {
    // The browser's name for the language is none.
    info = weekInfo(LOCALE);
  }
  // Not every browser knows.
  return (info?.weekend ?? [6, 7]).map((day) => day % 7);
};
