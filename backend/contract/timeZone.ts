/** Names that were asked for and exist: the answer takes longer than all else about them. */
const known = new Set<string>();
/** There are some six hundred, but they may be written in any case. */
const KNOWN_MAX = 1_000;

/**
 * Is this a name of a time zone? What Intl knows, aliases and old names included, is one, in the browser and on the server
 * alike; local time is never worked out by anything else. An offset like +02:00, which Intl also takes, knows no summer time.
 */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  try {
    if (!/^[a-z]/i.test(name) || !new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
      return false;
  } catch {
    return false;
  }
  if (known.size >= KNOWN_MAX) known.clear();
  known.add(name);
  return true;
}
