/** Running writes by their key. */
const running = new Map<string, Promise<void>>();

/**
 * Records the use of a session, token or account. A page sends several requests at once, and all of them find the last
 * use outdated: the first one writes, and the others wait for it.
 */
export function recordOnce(key: string, write: () => Promise<void>): Promise<void> {
  const known = running.get(key);
  if (known) return known;
  const written = write().finally(() => running.delete(key));
  running.set(key, written);
  return written;
}
