import type { Pool, PoolClient } from 'pg';
import { LIMITS } from '../../contract/limits.js';
import { rateLimited, unavailable } from '../kernel/errors.js';
import type { Metrics } from '../kernel/eyes/metrics.js';
import { type Reader, requestScope } from '../kernel/requestScope.js';
import type { OtherPool } from './replicaPool.js';

/** One statement that waits for its turn. */
interface Waiting {
  enter: () => void;
  refuse: (error: Error) => void;
}

/** What one person's reads are doing in this process. */
interface Lane {
  running: number;
  waiting: Set<Waiting>;
  /** After a write of theirs: they go first. */
  waitingAfterWrite: Set<Waiting>;
}

const RETRY_SECONDS = LIMITS.readWaitMs / 1000;

/** Lets so many statements of one person run at once; the next ones wait, in order, for a bounded time. */
class ReadGate {
  readonly #lanes = new Map<string, Lane>();
  readonly #metrics: Metrics | undefined;
  #closed = false;

  constructor(metrics: Metrics | undefined) {
    this.#metrics = metrics;
    metrics?.watchLine('reads', () => this.#waiting());
  }

  /** Waits for a turn; answers how to give it back. */
  async enter(reader: Reader): Promise<() => void> {
    const { personId } = reader;
    const lane = this.#lanes.get(personId) ?? { running: 0, waiting: new Set(), waitingAfterWrite: new Set() };
    this.#lanes.set(personId, lane);
    if (lane.running < LIMITS.readsAtOnce) lane.running += 1;
    else await this.#wait(lane, reader);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const [next] = lane.waitingAfterWrite.size > 0 ? lane.waitingAfterWrite : lane.waiting;
      // the turn is handed on
      if (next) return next.enter();
      lane.running -= 1;
      if (lane.running === 0) this.#lanes.delete(personId);
    };
  }

  /** Refuses whoever waits, before the pool ends. */
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

  #wait(lane: Lane, { hasWritten, gone, onRefused }: Reader): Promise<void> {
    if (this.#closed || gone.aborted) throw unavailable();
    const line = hasWritten ? lane.waitingAfterWrite : lane.waiting;
    const tooMuch = (): Error => {
      this.#metrics?.limitsMet.inc({ limit: 'readsAtOnce' });
      onRefused(RETRY_SECONDS);
      return rateLimited(RETRY_SECONDS);
    };
    if (!hasWritten && line.size >= LIMITS.readsWaiting) throw tooMuch();
    const since = performance.now();
    return new Promise((resolve, reject) => {
      const timer = hasWritten ? undefined : setTimeout(() => waiting.refuse(tooMuch()), LIMITS.readWaitMs);
      const leave = (): void => {
        clearTimeout(timer);
        gone.removeEventListener('abort', left);
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
      const left = (): void => waiting.refuse(unavailable());
      gone.addEventListener('abort', left);
      line.add(waiting);
    });
  }
}

/**
 * Keeps one person's reads from taking all connections: it stands where a connection is taken, so that it counts
 * statements, also those of one request, and knows the person from the request's scope. What has no reader there
 * (commands, the hub, jobs) passes, and goes to the primary; a reader's connection may be one to the replica, behind the same
 * gate.
 */
export function gateReads(pool: Pool, { replica, metrics }: { replica?: OtherPool; metrics?: Metrics } = {}): void {
  const gate = new ReadGate(metrics);
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<PoolClient>;
  const end = pool.end.bind(pool);
  const gated = async (reader: Reader): Promise<PoolClient> => {
    const leave = await gate.enter(reader);
    try {
      const client = (await replica?.connect(reader)) ?? (await connect());
      // the pool gives a client another `release` each time
      const release = client.release.bind(client);
      client.release = (error) => {
        leave();
        release(error);
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  };
  pool.connect = ((callback?: unknown) => {
    const reader = requestScope.getStore()?.reader;
    return reader && callback === undefined ? gated(reader) : connect(callback);
  }) as typeof pool.connect;
  pool.end = () => {
    gate.close();
    return Promise.all([end(), replica?.pool.end()]).then(() => undefined);
  };
}
