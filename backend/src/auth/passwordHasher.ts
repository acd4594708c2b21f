import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { Metrics } from '../kernel/eyes/metrics.js';
import type { PasswordHasher } from '../kernel/passwords.js';
import { FairQueue } from './fairQueue.js';
import type { PasswordJob } from './password.worker.js';

/** bcrypt's cost: 2^12 rounds, about a quarter of a second. */
export const BCRYPT_COST = 12;

/** One core is left to everything else; with one thread a slow one would hold up everybody. */
const THREADS = Math.max(2, availableParallelism() - 1);
/** So many wait for each thread: the last of them is served after four seconds, before its client gives up. */
const WAITING = 16;

/**
 * bcrypt in a small pool of threads. A hash nobody has is made at the start, so that checking a password without an
 * account takes exactly as long as with one.
 */
export function createPasswordHasher(cost: number = BCRYPT_COST, metrics?: Metrics): PasswordHasher {
  // compiled and, in tests, straight from source (the runtime strips the types)
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const pool = new Piscina<PasswordJob, string | boolean>({
    filename: new URL(`./password.worker.${extension}`, import.meta.url).href,
    minThreads: 1,
    maxThreads: THREADS,
    idleTimeout: 60_000,
  });
  const queue = new FairQueue(THREADS, THREADS * WAITING, metrics && { name: 'passwords', metrics });
  const nobody = pool.run({ password: crypto.randomUUID(), cost });
  // a failure shows where the hash is used
  nobody.catch(() => undefined);
  return {
    hash: async (password, turn) => String(await queue.run(turn, () => pool.run({ password, cost }))),
    verify: async (password, hash, turn) => {
      const against = hash ?? String(await nobody);
      const fits = await queue.run(turn, () => pool.run({ password, hash: against, cost }));
      return hash !== null && fits === true;
    },
    close: () => {
      queue.close();
      return pool.close({ force: true });
    },
  };
}
