/** Where a browser does not tell when it is idle. */
const PAUSE_MS = 300;

/** A browser that is never idle, on a busy machine or while something on the page moves, would else put work off for a minute. */
const LATEST_MS = 1000;

/** Does something when nothing else is to be done, and soon in any case; answers how to give it up. */
export const whenIdle = (work: () => void): (() => void) => {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(work, { timeout: LATEST_MS });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(work, PAUSE_MS);
  return () => clearTimeout(timer);
};

interface Connection {
  saveData?: boolean;
}

/** Does this person save data? Then nothing is fetched that is not asked for. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: Connection }).connection?.saveData === true;
