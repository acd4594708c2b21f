/**
 * Is this a name of a time zone? What Intl knows, aliases and old names included, is one, in the browser and on the server
 * alike; local time is never worked out by anything else. An offset like +02:00, which Intl also takes, knows no summer time.
 */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
