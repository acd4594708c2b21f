/** Counts the turns of the event loop, in which others are served, until `stop` is called. */
export function countTurns() {
  let count = 0;
  const next = (): NodeJS.Immediate =>
    setImmediate(() => {
      count += 1;
      waiting = next();
    });
  let waiting = next();
  return { soFar: () => count, stop: () => clearImmediate(waiting) };
}
