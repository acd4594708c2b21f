import { createHash } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { RATES } from '../../contract/limits.js';
import { type Context, requireViewer } from './context.js';
import { rateLimited } from './errors.js';

export type RateName = keyof typeof RATES;

/** Where one count stands, for the caller to know. */
export interface Rate {
  limit: number;
  remaining: number;
  /** Until counting begins anew. */
  resetSeconds: number;
  refused: boolean;
}

/** Who asks from outside. What runs without one (demo data, jobs) is not counted. */
export interface Caller {
  /** As `addressKey` writes it. */
  address: string;
  /** Told where each count of this request stands. */
  onRate: (rate: Rate) => void;
}

/**
 * What guards accounts is counted in the database, for all processes together. Everything else would pay a statement a
 * request for it, and is counted by each process for itself: there the limit only keeps one client from taking all.
 */
const SHARED: readonly RateName[] = [
  'loginPerAccount',
  'loginPerAddress',
  'registerPerAddress',
  'forgotPerAccount',
  'forgotPerAddress',
  'resetPerAddress',
];

/** What rate-limiter-flexible needs of a connection, on the pool that we have. */
const storeOf = (orm: MikroORM) => ({
  query: async ({ text, values }: { text: string; values: readonly unknown[] }) => {
    const { rows, numAffectedRows } = await orm.em
      .fork()
      .getKysely()
      .executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows, rowCount: rows.length > 0 ? rows.length : Number(numAffectedRows ?? 0) };
  },
});

function createLimiter(name: RateName, orm: MikroORM): RateLimiterAbstract {
  const { points, seconds } = RATES[name];
  const memory = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  if (!SHARED.includes(name)) return memory;
  return new RateLimiterPostgres({
    storeClient: storeOf(orm),
    storeType: 'pool',
    tableName: 'rate',
    // by a migration
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    // who goes on after a refusal is refused without asking the database
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: memory,
    // they share the table, so one of them cleans up for all
    clearExpiredByTimeout: name === SHARED[0],
  });
}

/** The table needs neither e-mails nor addresses, only to tell them apart. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Counts what callers do; the limits are the contract's. Switched off it counts nothing. */
export class Rates {
  readonly #limiters: ReadonlyMap<RateName, RateLimiterAbstract>;

  constructor(orm: MikroORM, enabled: boolean) {
    const names = enabled ? (Object.keys(RATES) as RateName[]) : [];
    this.#limiters = new Map(names.map((name) => [name, createLimiter(name, orm)]));
  }

  /** Counts; RATE_LIMITED beyond the limit. */
  async consume({ onRate }: Caller, name: RateName, key: string, points = 1): Promise<void> {
    const limiter = this.#limiters.get(name);
    if (!limiter) return;
    const tell = ({ remainingPoints, msBeforeNext }: RateLimiterRes, refused: boolean): number => {
      const resetSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
      onRate({ limit: RATES[name].points, remaining: remainingPoints, resetSeconds, refused });
      return resetSeconds;
    };
    let result: RateLimiterRes;
    try {
      result = await limiter.consume(hashOf(key), points);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw rateLimited(tell(error, true));
    }
    tell(result, false);
  }

  /** Takes one count back. */
  async giveBack(name: RateName, key: string): Promise<void> {
    await this.#limiters.get(name)?.reward(hashOf(key));
  }

  /** Begins anew for this key. */
  async forget(name: RateName, key: string): Promise<void> {
    await this.#limiters.get(name)?.delete(hashOf(key));
  }
}

type PerAddress = Extract<RateName, `${string}PerAddress`>;

/** Counts for the address that asks. */
export async function limitAddress({ caller, services }: Context, name: PerAddress): Promise<void> {
  if (caller) await services.rates.consume(caller, name, caller.address);
}

/** Counts for an account, known or not, by its e-mail in whatever case. */
export async function limitAccount(
  { caller, services }: Context,
  name: 'loginPerAccount' | 'forgotPerAccount',
  email: string,
): Promise<void> {
  if (caller) await services.rates.consume(caller, name, email.toLowerCase());
}

/** A sign-in that succeeds: the account's count begins anew, and the address gets this one back, as offices share theirs. */
export async function forgiveLogin({ caller, services }: Context, email: string): Promise<void> {
  if (!caller) return;
  await services.rates.forget('loginPerAccount', email.toLowerCase());
  await services.rates.giveBack('loginPerAddress', caller.address);
}

/** Counts something new by the viewer. */
export async function limitCreates(ctx: Context): Promise<void> {
  if (ctx.caller) await ctx.services.rates.consume(ctx.caller, 'createPerPerson', requireViewer(ctx).userId);
}

/** Counts what a request costs, for the viewer or, signed out, the address. */
export async function limitCost(
  { caller, services, viewer }: Pick<Context, 'caller' | 'services' | 'viewer'>,
  cost: number,
): Promise<void> {
  if (caller) await services.rates.consume(caller, 'costPerCaller', viewer?.userId ?? caller.address, cost);
}
