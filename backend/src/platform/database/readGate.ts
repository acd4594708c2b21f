import { LIMITS } from '../../../contract/limits.js';
import { rateLimited, unavailable } from '../lib/errors.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { Reader } from './requestScope.js';

interface Waiting {
  enter: () => void;
  refuse: (error: Error) => void;
}

/** One person's reads in this process. */
interface Lane {
  running: number;
  waiting: Set<Waiting>;
  /** Reads of a request that has written go first. */
  waitingAfterWrite: Set<Waiting>;
}

const RETRY_SECONDS = LIMITS.readWaitMs / 1000;

/**
 * Keeps one person's reads from taking all connections: limits how many of their statements run at a time, also within one
 * request. Further ones wait in order, for a bounded time.
 */
export class ReadGate {
  readonly #lanes = new Map<string, Lane>();
  readonly #metrics: Metrics | undefined;
  #closed = false;

  constructor(metrics: Metrics | undefined) {
    this.#metrics = metrics;
    metrics?.watchLine('reads', () => this.#waiting());
  }

  /** Waits for a turn. Returns a function that gives it back. */
  async enter(reader: Reader): Promise<() => void> {
    const { personId } = reader;
    const lane = this.#lanes.get(personId) ?? { running: 0, waiting: new Set(), waitingAfterWrite: new Set() };
    this.#lanes.set(personId, lane);
    if (lane.running < LIMITS.readsAtOnce) lane.running += 1;
    else await this.#wait(lane, reader);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = lane.waitingAfterWrite.size > 0 ? lane.waitingAfterWrite : lane.waiting;
      if (next) return next.enter();
      lane.running -= 1;
      if (lane.running === 0) this.#lanes.delete(personId);
    };
  }

  /** Refuses all waiting reads, before the pool ends. */
  close(): void {
    this.#closed = true;
    for (const { waiting, waitingAfterWrite } of this.#lanes.values()) {
      for (const one of [...waiting, ...waitingAfterWrite]) one.refuse(unavailable());
    }
  }

  #waiting(): number {
    let count = 0;
    for (const { waiting, waitingAfterWrite } of this.#lanes.values()) count += waiting.size + waitingAfterWrite.size;
    return count;
  }

  #wait(lane: Lane, { hasWritten, abandoned, onRefused }: Reader): Promise<void> {
    if (this.#closed || abandoned.aborted) throw unavailable();
    const line = hasWritten ? lane.waitingAfterWrite : lane.waiting;
    const refusal = (): Error => {
      this.#metrics?.limitsMet.inc({ limit: 'readsAtOnce' });
      onRefused(RETRY_SECONDS);
      return rateLimited(RETRY_SECONDS);
    };
    if (!hasWritten && line.size >= LIMITS.readsWaiting) throw refusal();
    const since = performance.now();
    return new Promise((resolve, reject) => {
      const timer = hasWritten ? undefined : setTimeout(() => waiting.refuse(refusal()), LIMITS.readWaitMs);
      const leave = (): void => {
        clearTimeout(timer);
        abandoned.removeEventListener('abort', onAbort);
        line.delete(waiting);
      };
      const waiting: Waiting = {
        enter: () => {
          leave();
          this.#metrics?.waits.observe({ line: 'reads' }, (performance.now() - since) / 1000);
          resolve();
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const onAbort = (): void => waiting.refuse(unavailable());
      abandoned.addEventListener('abort', onAbort);
      line.add(waiting);
    });
  }
}
