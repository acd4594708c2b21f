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

/** Calls back once the browser has painted what has been rendered. Returns a function that cancels it. */
export const afterPaint = (work: () => void): (() => void) => {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout>;
  const run = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    work();
  };
  // A hidden tab has no frames.
  timer = setTimeout(run, document.hidden ? 0 : LATEST_MS);
  frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

interface Connection {
  saveData?: boolean;
}

/** Does this person save data? Then nothing is fetched that is not asked for. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: Connection }).connection?.saveData === true;
