import { Piscina } from 'piscina';
import type { PasswordHasher } from '../kernel/passwords.js';
import type { PasswordJob } from './password.worker.js';

/** bcrypt's cost: 2^12 rounds, about a quarter of a second. */
export const BCRYPT_COST = 12;

/**
 * bcrypt in a small pool of threads. A hash nobody has is made at the start, so that checking a password without an
 * account takes exactly as long as with one.
 */
export function createPasswordHasher(cost: number = BCRYPT_COST): PasswordHasher {
  // compiled and, in tests, straight from source (the runtime strips the types)
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const pool = new Piscina<PasswordJob, string | boolean>({
    filename: new URL(`./password.worker.${extension}`, import.meta.url).href,
    minThreads: 1,
    maxThreads: 2,
    idleTimeout: 60_000,
  });
  const nobody = pool.run({ password: crypto.randomUUID(), cost });
  // a failure shows where the hash is used
  nobody.catch(() => undefined);
  return {
    hash: async (password) => String(await pool.run({ password, cost })),
    verify: async (password, hash) => {
      const fits = await pool.run({ password, hash: hash ?? String(await nobody), cost });
      return hash !== null && fits === true;
    },
    close: () => pool.close({ force: true }),
  };
}
