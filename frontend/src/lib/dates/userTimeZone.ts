import { isTimeZone } from '@contract/timeZone';

/** The reader's own time zone; undefined where the browser says one that nobody knows. */
export const userTimeZone = (): string | undefined => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : undefined;
};
