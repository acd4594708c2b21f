/** Counts the turns of the event loop, in which others are served, until `stop` is called. Calls `onTurn` in each. */
export function countTurns(onTurn: () => void = () => undefined) {
  let count = 0;
  const next = (): NodeJS.Immediate =>
    setImmediate(() => {
      count += 1;
      onTurn();
      waiting = next();
    });
  let waiting = next();
  return { soFar: () => count, stop: () => clearImmediate(waiting) };
}
