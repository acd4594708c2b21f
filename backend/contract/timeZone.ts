/** Known valid names, because the check is slow. */
const known = new Set<string>();
/** Zone names ignore case, so there are many more than the six hundred canonical ones. */
const KNOWN_MAX = 1_000;

/**
 * Checks for a time zone name that Intl knows, including aliases. Offsets such as +02:00, which Intl accepts too, are
 * refused because they have no daylight saving time.
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
