import { LIMITS } from '../../contract/limits.js';
import { unavailable } from '../platform/lib/errors.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import { FairQueue } from '../request/fairQueue.js';
import { type ProjectFacts, readProjectFacts } from '../projects/project.reads.js';
import { readChangeSets } from './changeSets.js';
import { OBJECT_SIZE } from './kinds.js';
import type { FeedScope } from './projectEvent.js';
import type { LoadedChangeSet, Subscriber } from './projectFeed.js';

/** Replays read and sent at the same time, of up to 8 MB each; the others wait, and people take turns. */
const CONCURRENCY = 2;
const MAX_QUEUED = 5_000;
/** A replay gives up its turn after this time, so that a slow socket does not delay others. */
const TURN_MS = 5_000;
/** A small replay is cached for this time after it was sent, for clients that reconnect a little later. */
const CACHE_MS = 1_000;
const CACHE_BYTES = LIMITS.replayBytes / 32;

/** The range that a client missed; `after` is undefined if it does not have the project. */
interface Missed {
  projectId: string;
  after: number | undefined;
  upTo: number;
}

export interface PastEvents {
  scope: FeedScope;
  facts: ReadonlyMap<string, ProjectFacts>;
  sets: readonly LoadedChangeSet[];
  /** Projects whose range exceeds the limits of a replay. */
  tooLarge: ReadonlySet<string>;
}

async function readPastEvents(scope: FeedScope, missed: readonly Missed[]): Promise<PastEvents> {
  const ids = missed.map(({ projectId }) => projectId);
  const facts = await readProjectFacts(scope.em, ids);
  const ranges = missed.flatMap(({ projectId, after, upTo }) =>
    after === undefined ? [] : [{ projectId, after, upTo }],
  );
  const { sets, tooLarge } = await readChangeSets(scope.em, ranges, OBJECT_SIZE);
  const loaded = sets.map((set): LoadedChangeSet => ({
    set,
    facts: facts.get(set.projectId) ?? null,
    scope,
    results: new Map(),
    isPast: true,
  }));
  return { scope, facts, sets: loaded, tooLarge };
}

interface Replay {
  readonly subscribers: Set<Subscriber>;
  readonly past: Promise<PastEvents>;
  /** Called when no subscriber needs it any more. */
  readonly release: () => void;
}

/**
 * The replays of this process. After an outage all clients reconnect at the same time: those that missed the same range share
 * its rows and results, and only a few replays are in memory at the same time.
 */
export class Replays {
  /** By epoch and missed ranges. */
  readonly #replays = new Map<string, Replay>();
  readonly #queue: FairQueue;

  constructor(metrics?: Metrics) {
    this.#queue = new FairQueue(CONCURRENCY, MAX_QUEUED, metrics && { name: 'replays', metrics });
  }

  /** Calls `send` with the missed events; it settles when most of them were sent. Throws UNAVAILABLE if too many replays wait. */
  async use(
    subscriber: Subscriber,
    scope: FeedScope,
    missed: readonly Missed[],
    send: (past: PastEvents) => Promise<void>,
  ): Promise<void> {
    const key = JSON.stringify([scope.epoch, missed.map(({ projectId, after, upTo }) => [projectId, after, upTo])]);
    const replay = this.#replays.get(key) ?? this.#start(key, subscriber, scope, missed);
    replay.subscribers.add(subscriber);
    try {
      await send(await replay.past);
    } finally {
      replay.subscribers.delete(subscriber);
      if (replay.subscribers.size === 0) replay.release();
    }
  }

  /** Rejects the waiting replays. */
  close(): void {
    this.#queue.close();
  }

  #start(key: string, subscriber: Subscriber, scope: FeedScope, missed: readonly Missed[]): Replay {
    const past = Promise.withResolvers<PastEvents>();
    const sent = Promise.withResolvers<void>();
    const subscribers = new Set([subscriber]);
    const replay: Replay = { subscribers, past: past.promise, release: sent.resolve };
    this.#replays.set(key, replay);
    const forget = (): void => void this.#replays.delete(key);
    const work = async (): Promise<void> => {
      // The sockets can have closed meanwhile.
      if ([...subscribers].every(({ queue }) => queue.ended)) throw unavailable();
      const read = await readPastEvents(scope, missed);
      past.resolve(read);
      const timer = setTimeout(sent.resolve, TURN_MS);
      await sent.promise;
      clearTimeout(timer);
      const bytes = read.sets.reduce((sum, { set }) => sum + set.bytes, 0);
      if (bytes > CACHE_BYTES) forget();
      else setTimeout(forget, CACHE_MS).unref();
    };
    this.#queue.run({ caller: subscriber.userId }, work).catch((error: unknown) => {
      forget();
      past.reject(error);
    });
    return replay;
  }
}
