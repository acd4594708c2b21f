interface WeekInfo {
  firstDay: number;
  weekend: readonly number[];
}

/** A day of the week as `Date` counts them, Sunday first. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const weekInfo = (): WeekInfo => {
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & {
    getWeekInfo?: () => WeekInfo;
    weekInfo?: WeekInfo;
  };
  // Not every browser knows; then as in the language of the app.
  return locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 7, weekend: [6, 7] };
};

/** The day that a week begins with where the reader lives. */
export const weekStart = (): Weekday => (weekInfo().firstDay % 7) as Weekday;

/** The days of the week on which the reader's country rests. */
export const weekendDays = (): readonly number[] => weekInfo().weekend.map((day) => day % 7);
