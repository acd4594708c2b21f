import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { Metrics } from '../platform/telemetry/metrics.js';
import type { PasswordHasher } from '../platform/lib/passwords.js';
import { FairQueue } from '../request/fairQueue.js';
import type { PasswordJob } from './password.worker.js';

/** 2^12 rounds, about 250 ms. */
export const BCRYPT_COST = 12;

/** Leaves one core to the rest of the server. At least two, so that one slow hash does not block all sign-ins. */
const THREADS = Math.max(2, availableParallelism() - 1);
/** Queue length per thread: the last job is served after four seconds, before its client times out. */
const WAITING = 16;

/** .js when compiled; .ts in tests, where the runtime strips the types. */
const THREAD_FILE = new URL(`./password.worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url).href;

let pool: Piscina<PasswordJob, string | boolean> | undefined;

/**
 * Returns the thread pool, which all servers of the process share: tests start many, and a thread takes long to start. It
 * is never closed, because idle threads do not keep the process alive.
 */
const threads = (): Piscina<PasswordJob, string | boolean> =>
  (pool ??= new Piscina({ filename: THREAD_FILE, minThreads: 1, maxThreads: THREADS, idleTimeout: 60_000 }));

/**
 * Runs bcrypt in a small thread pool. For an unknown account it compares the password with a random hash, so that it
 * takes exactly as long as for a known account.
 */
export function createPasswordHasher(cost: number = BCRYPT_COST, metrics?: Metrics): PasswordHasher {
  const queue = new FairQueue(THREADS, THREADS * WAITING, metrics && { name: 'passwords', metrics });
  const decoyHash = threads().run({ password: crypto.randomUUID(), cost });
  // a failure is thrown where the hash is used
  decoyHash.catch(() => undefined);
  return {
    hash: async (password, turn) => String(await queue.run(turn, () => threads().run({ password, cost }))),
    verify: async (password, hash, turn) => {
      const against = hash ?? String(await decoyHash);
      const fits = await queue.run(turn, () => threads().run({ password, hash: against, cost }));
      return hash !== null && fits === true;
    },
    close: () => queue.close(),
  };
}
