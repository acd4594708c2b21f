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

let pool: Piscina<PasswordJob, string | boolean> | undefined;

/** The threads of the process, which end with it. Tests start many servers in one process, and a thread takes long to start. */
function threads(): Piscina<PasswordJob, string | boolean> {
  // .js when compiled; .ts in tests, where the runtime strips the types
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  pool ??= new Piscina({
    filename: new URL(`./password.worker.${extension}`, import.meta.url).href,
    minThreads: 1,
    maxThreads: THREADS,
    idleTimeout: 60_000,
  });
  return pool;
}

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
