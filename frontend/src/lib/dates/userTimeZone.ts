import { isTimeZone } from '@contract/timeZone';

/** Returns the reader's time zone; undefined if the browser reports an unknown one. */
export const userTimeZone = (): string | undefined => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : undefined;
};
