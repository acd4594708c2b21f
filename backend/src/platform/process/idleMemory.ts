import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_MS = 30_000;
/** A process in which the event loop was busy for a smaller share of the time is idle. */
const IDLE_SHARE = 0.02;
/** After work, V8 keeps up to 130 MB of young generation, nearly all of it empty. */
const RELEASE_ABOVE_BYTES = 32 * 1024 * 1024;
/** A collection stops everything for about 110 ms. */
const MIN_INTERVAL_MS = 600_000;

export const youngGenerationBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

/** V8's own `gc`. Only the last resort returns memory whatever the process has just done. */
type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;
let collect: Collect | undefined;

/** Collects all garbage, so that V8 returns memory that it no longer needs. */
export function collectGarbage(): void {
  if (!collect) {
    // only contexts that are made after the flag is set have the function
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
    setFlagsFromString('--no-expose-gc');
  }
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Collects all garbage if the young generation has become large. Returns whether it had. */
export function releaseMemory(): boolean {
  if (youngGenerationBytes() <= RELEASE_ABOVE_BYTES) return false;
  collectGarbage();
  return true;
}

/** Releases memory whenever the process has become idle. V8 does this by itself, but not reliably. */
export function releaseMemoryWhenIdle(): () => Promise<void> {
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  let released = -Infinity;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization >= IDLE_SHARE || performance.now() - released < MIN_INTERVAL_MS) return;
    if (releaseMemory()) released = performance.now();
  }, CHECK_MS);
  timer.unref();
  return async () => clearInterval(timer);
}
