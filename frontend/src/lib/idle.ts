/** For browsers that don't report when they are idle. */
const PAUSE_MS = 300;

/** A browser that is never idle, on a busy machine or while something on the page moves, would else put work off for a minute. */
const LATEST_MS = 1000;

/** Calls back when the page is idle, and soon in any case; returns a function that cancels it. */
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

/** Whether the person saves data. Then nothing is fetched in advance. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: Connection }).connection?.saveData === true;
