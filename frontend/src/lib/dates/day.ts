// A day is a text such as '2026-11-25', a date of the reader's calendar without a time zone. Time zones matter only
// when converting between days and moments.

/** Returns the day of a moment in the reader's time zone. */
export const isoDay = (moment: Date): string =>
  [
    String(moment.getFullYear()).padStart(4, '0'),
    String(moment.getMonth() + 1).padStart(2, '0'),
    String(moment.getDate()).padStart(2, '0'),
  ].join('-');

/** Returns the first moment of a day, or of a later day: midnight or, if clocks skip it, the first moment after. */
export const startOfDay = (day: string, later = 0): Date => {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
};

/** Whether the text is a day of the calendar. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isoDay(startOfDay(text)) === text;

/** The day so many days later. */
export const addDays = (day: string, count: number): string => isoDay(startOfDay(day, count));
