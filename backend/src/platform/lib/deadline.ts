import { AsyncLocalStorage } from 'node:async_hooks';

/** When the current work has to end, by the process's monotonic clock. */
const deadline = new AsyncLocalStorage<number>();

/** How long a request can use the database; clients give up a second and a half later. */
export const REQUEST_MS = 8_500;
/** The shortest wait, also after the deadline; a healthy database answers within it. */
const MIN_WAIT_MS = 500;

/** Runs work whose statements are cancelled after this time. */
export const withDeadline = <T>(ms: number, work: () => T): T => deadline.run(performance.now() + ms, work);

/** How long a command without a request deadline, such as a job's, can lock its projects. */
export const COMMAND_MS = 30_000;

/** Runs work with this deadline unless it already has one. */
export const withDeadlineUnlessSet = <T>(ms: number, work: () => T): T =>
  deadline.getStore() === undefined ? withDeadline(ms, work) : work();

/** Runs work without a time limit: migrations. */
export const withoutDeadline = <T>(work: () => T): T => deadline.run(Infinity, work);

/** Returns how long the current work can wait for one thing: at most `most`, at most until the deadline. */
export function timeLeft(most: number): number {
  const until = deadline.getStore();
  if (until === undefined) return most;
  return until === Infinity ? until : Math.max(MIN_WAIT_MS, Math.min(most, until - performance.now()));
}
