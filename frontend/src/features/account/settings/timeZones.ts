import { userTimeZone } from '../../../lib/dates/userTimeZone';

/** The time zone of an account that never chose one. */
export const DEFAULT_ZONE = 'UTC';

/** The stored name of UTC if a person chooses it, which differs from the default. */
const CHOSEN_UTC = 'Etc/UTC';

const isUtc = (zone: string): boolean => zone === DEFAULT_ZONE || zone === CHOSEN_UTC;

const labelOf = (zone: string): string => (isUtc(zone) ? 'UTC' : zone.replaceAll('_', ' '));

/** The time zone of this machine; null if it is unknown or UTC, which needs no choice. */
export const deviceTimeZone = (): string | null => {
  const zone = userTimeZone();
  return zone === undefined || isUtc(zone) ? null : zone;
};

/** The time zones to choose from, including the present one even if this browser does not know it. */
export const zoneItems = (present: string): { value: string; label: string }[] => {
  const utc = isUtc(present) ? present : CHOSEN_UTC;
  const named = new Set([...Intl.supportedValuesOf('timeZone'), present]);
  const others = [...named].filter((zone) => !isUtc(zone)).toSorted();
  return [utc, ...others].map((value) => ({ value, label: labelOf(value) }));
};
