// A day is text, '2026-11-25': one of the reader's calendar, in no time zone. Time zones matter only when it becomes a
// moment, or a moment becomes a day.

/** The day of a moment, where the reader is. */
export const isoDay = (moment: Date): string =>
  [
    String(moment.getFullYear()).padStart(4, '0'),
    String(moment.getMonth() + 1).padStart(2, '0'),
    String(moment.getDate()).padStart(2, '0'),
  ].join('-');

/**
 * The first moment of a day, or of one so many days later: midnight, or where clocks skip midnight the first that there is.
 */
export const startOfDay = (day: string, later = 0): Date => {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
};

/** Whether the text is a day of the calendar. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isoDay(startOfDay(text)) === text;

/** The day so many days later. */
export const addDays = (day: string, count: number): string => isoDay(startOfDay(day, count));
