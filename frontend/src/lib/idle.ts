/** Used in browsers that don't report when they are idle. */
const PAUSE_MS = 300;

/**
 * The maximum delay. A browser that is never idle, on a busy machine or during an animation, could otherwise delay work
 * for a minute.
 */
const LATEST_MS = 1000;

/** Calls back when the page is idle, or after a maximum delay; returns a function that cancels it. */
export const whenIdle = (work: () => void): (() => void) => {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(work, { timeout: LATEST_MS });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(work, PAUSE_MS);
  return () => clearTimeout(timer);
};

/** Calls back when the browser has painted what has been rendered. Returns a function that cancels it. */
export const afterPaint = (work: () => void): (() => void) => {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout>;
  const run = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    work();
  };
  // A hidden tab renders no frames. A visible one can take seconds on a slow device.
  const check = (): void => {
    if (document.hidden) run();
    else timer = setTimeout(check, LATEST_MS);
  };
  timer = setTimeout(check);
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

/** Whether the person has turned Data Saver on. Then nothing is prefetched. */
export const isDataSaverOn = (): boolean =>
  (navigator as Navigator & { connection?: Connection }).connection?.saveData === true;
