/** The writes under way, by what they record. */
const underWay = new Map<string, Promise<void>>();

/**
 * Records the use of a session, token or account. A page sends several requests at once, all of which find the last use too old:
 * the first of them writes, and those that come meanwhile wait for it.
 */
export function recordOnce(key: string, write: () => Promise<void>): Promise<void> {
  const known = underWay.get(key);
  if (known) return known;
  const written = write().finally(() => underWay.delete(key));
  underWay.set(key, written);
  return written;
}
