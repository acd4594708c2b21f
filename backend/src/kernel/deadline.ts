import { AsyncLocalStorage } from 'node:async_hooks';

/** When the work that is being done must have ended, by the process's clock. */
const deadline = new AsyncLocalStorage<number>();

/** How long a request may keep the database: a second and a half later whoever asks has given up. */
export const REQUEST_MS = 8_500;
/** Who is late already still gets so much: a database that is well answers within it. */
const AT_LEAST_MS = 500;

/** Does work whose statements are given up when it has lasted so long. */
export const withDeadline = <T>(ms: number, work: () => T): T => deadline.run(performance.now() + ms, work);

/** How long a command that has no deadline of its request, as a job's, may hold its projects. */
export const COMMAND_MS = 30_000;

/** Does work within this time, unless it has a deadline already. */
export const withDeadlineUnlessSet = <T>(ms: number, work: () => T): T =>
  deadline.getStore() === undefined ? withDeadline(ms, work) : work();

/** Does work that may last for as long as it takes: migrations. */
export const withoutDeadline = <T>(work: () => T): T => deadline.run(Infinity, work);

/** How long the work being done may wait for one thing for which everybody waits `most` at the most. */
export function timeLeft(most: number): number {
  const until = deadline.getStore();
  if (until === undefined) return most;
  return until === Infinity ? until : Math.max(AT_LEAST_MS, Math.min(most, until - performance.now()));
}
