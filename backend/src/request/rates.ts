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
import { isUuid } from '../../contract/uuid.js';
import { COST } from './cost.js';
import { type Context, requireViewer } from './context.js';
import { rateLimited } from '../platform/lib/errors.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import { bypassReadGate } from '../platform/database/requestScope.js';
import { type SecurityDetails, securityEvent } from './securityEvents.js';

export type RateName = keyof typeof RATES;

/** The state of a rate limit, for response headers. */
export interface Rate {
  limit: number;
  remaining: number;
  /** Seconds until the count restarts. */
  resetSeconds: number;
  refused: boolean;
}

/** The remote caller. Work without one (demo data, jobs) is not counted. */
export interface Caller {
  /** As returned by `addressKey`. */
  address: string;
  /** The hash of the request's device id; null if it has none. */
  device: string | null;
  bodyBytes?: number;
  /** Aborted when the client has disconnected. */
  abandoned?: AbortSignal;
  /** Called with each rate of this request. */
  onRate: (rate: Rate) => void;
}

/**
 * Limits that protect accounts, and the one of sent files, are counted in the database, for all processes. All others
 * are counted per process, because a statement per request costs too much; they only keep one client from taking
 * everything.
 */
const SHARED: readonly RateName[] = [
  'passwordPerDevice',
  'passwordPerAccount',
  'passwordPerAddress',
  'codePerDevice',
  'codePerAccount',
  'registerPerAddress',
  'forgotPerAddress',
  'resetPerAddress',
  'verifyPerAddress',
  'verificationMailsPerPerson',
  'lookupPerPerson',
  'renamePerPerson',
  'invitationMailsPerPerson',
  'invitationMailsPerEmail',
  'invitationPerAddress',
  'sharedPasswordPerLink',
  'sentKilobytesPerPerson',
];

/** The shared limits that are counted per person. */
const PER_PERSON: readonly RateName[] = [
  'passwordPerAccount',
  'codePerAccount',
  'lookupPerPerson',
  'renamePerPerson',
  'verificationMailsPerPerson',
];

/** Limits that can be refunded or reset at any time, so no process can cache a refusal. */
const RESETTABLE: readonly RateName[] = [
  'passwordPerDevice',
  'passwordPerAccount',
  'passwordPerAddress',
  'codePerDevice',
  'codePerAccount',
  'invitationMailsPerPerson',
  'invitationMailsPerEmail',
  'sharedPasswordPerLink',
];

const LOG_LINES_PER_MINUTE = 10;

/** Adapts our pool to rate-limiter-flexible. */
const storeOf = (orm: MikroORM) => ({
  query: async ({ text, values }: { text: string; values: readonly unknown[] }) => {
    // a count is a write, even if the request only reads
    const { rows, numAffectedRows } = await bypassReadGate(() =>
      orm.em
        .fork()
        .getKysely()
        .executeQuery(CompiledQuery.raw(text, [...values])),
    );
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
    // created by a migration
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    // further requests after a refusal do not query the database
    ...(!RESETTABLE.includes(name) && { inMemoryBlockOnConsumed: points + 1 }),
    insuranceLimiter: memory,
    // one limiter cleans the shared table for all
    clearExpiredByTimeout: name === SHARED[0],
  });
}

/** Hashes keys, because the table only has to tell emails and addresses apart. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Counts requests against the contract's limits. If disabled, it counts nothing. */
export class Rates {
  readonly #limiters: ReadonlyMap<RateName, RateLimiterAbstract>;
  #lines = { minute: 0, written: new Map<string, number>() };

  constructor(
    orm: MikroORM,
    enabled: boolean,
    private readonly metrics?: Metrics,
  ) {
    const names = enabled ? (Object.keys(RATES) as RateName[]) : [];
    this.#limiters = new Map(names.map((name) => [name, createLimiter(name, orm)]));
  }

  /** Counts points and returns the total; throws RATE_LIMITED beyond the limit, and calls `onMet` the first time. */
  async consume(
    { onRate }: Pick<Caller, 'onRate'>,
    name: RateName,
    key: string,
    points = 1,
    onMet?: () => void,
  ): Promise<number> {
    const limiter = this.#limiters.get(name);
    if (!limiter) return 0;
    const report = ({ remainingPoints, msBeforeNext }: RateLimiterRes, refused: boolean): number => {
      const resetSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
      onRate({ limit: RATES[name].points, remaining: remainingPoints, resetSeconds, refused });
      return resetSeconds;
    };
    let result: RateLimiterRes;
    try {
      result = await limiter.consume(hashOf(key), points);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      // A refusal that this process remembers has no count.
      const isCounted = error.consumedPoints > 0;
      if (isCounted && error.consumedPoints - points <= RATES[name].points) onMet?.();
      // Of the refused attempts, only the first counts. Otherwise many people who sign in at once from one address
      // would lock the address.
      else if (name === 'passwordPerAddress') await this.refund(name, key, points);
      this.metrics?.limitsMet.inc({ limit: name });
      throw rateLimited(report(error, true));
    }
    report(result, false);
    return result.consumedPoints;
  }

  /** Whether a log line that anyone can cause is within this minute's limit. */
  allowsLogLine(key: string): boolean {
    const minute = Math.floor(Date.now() / 60_000);
    if (this.#lines.minute !== minute) this.#lines = { minute, written: new Map() };
    const written = (this.#lines.written.get(key) ?? 0) + 1;
    this.#lines.written.set(key, written);
    return written <= LOG_LINES_PER_MINUTE;
  }

  async refund(name: RateName, key: string, points = 1): Promise<void> {
    await this.#limiters.get(name)?.reward(hashOf(key), points);
  }

  /** Resets a count. */
  async reset(name: RateName, key: string): Promise<void> {
    await this.#limiters.get(name)?.delete(hashOf(key));
  }

  /** Resets a person's counts. The counts of their devices expire within the hour. */
  async resetPerson(userId: string): Promise<void> {
    for (const name of PER_PERSON) await this.reset(name, userId);
  }
}

type PerAddress = Extract<RateName, `${string}PerAddress`>;
type PerPerson = Extract<RateName, `${string}PerPerson`>;
/** The parts of a context that counting needs. */
export type Counted = Pick<Context, 'caller' | 'resources' | 'viewer'>;

async function count(
  ctx: Counted,
  name: RateName,
  key: string,
  points = 1,
  who: SecurityDetails = {},
): Promise<number> {
  const { caller, resources } = ctx;
  if (!caller) return 0;
  const onMet = (): void => securityEvent(ctx, 'rate_limited', { ...who, limit: name });
  return resources.rates.consume(caller, name, key, points, onMet);
}

export async function limitAddress(ctx: Context, name: PerAddress): Promise<void> {
  if (ctx.caller) await count(ctx, name, ctx.caller.address);
}

export async function limitPerson(ctx: Context, name: PerPerson, points?: number): Promise<void> {
  await count(ctx, name, requireViewer(ctx).userId, points);
}

/** Counts kilobytes of files. Returns how many the viewer has sent in the day that began with the first of them. */
export const limitSentKilobytes = (ctx: Context, kilobytes: number): Promise<number> =>
  count(ctx, 'sentKilobytesPerPerson', requireViewer(ctx).userId, kilobytes);

/** Counts a write of an agent. */
export async function limitToken(ctx: Context): Promise<void> {
  const { program } = requireViewer(ctx);
  if (program) await count(ctx, 'mcpWritesPerToken', program.tokenId);
}

export async function limitCalendar(ctx: Context, feedId: string): Promise<void> {
  await count(ctx, 'calendarReadsPerFeed', feedId);
}

export async function limitSharedPassword(ctx: Context, linkId: string): Promise<void> {
  await count(ctx, 'sharedPasswordPerLink', linkId);
}

/** Refunds an attempt that was correct, or had no result. */
export async function refundSharedPassword({ caller, resources }: Context, linkId: string): Promise<void> {
  if (caller) await resources.rates.refund('sharedPasswordPerLink', linkId);
}

/** Refunds the points of work that did not happen. */
export async function refundPerson(ctx: Context, name: PerPerson, points?: number): Promise<void> {
  if (ctx.caller) await ctx.resources.rates.refund(name, requireViewer(ctx).userId, points);
}

/** Counts new objects; several at a time count as `points`. */
export const limitCreates = (ctx: Context, points?: number): Promise<void> =>
  limitPerson(ctx, 'createPerPerson', points);

/** Counts that the viewer adds or removes a project member. */
export async function limitMembers(ctx: Context, userId: string): Promise<void> {
  await limitPerson(ctx, 'membersPerPerson');
  const { userId: viewerId } = requireViewer(ctx);
  await count(ctx, 'membersPerPair', `${viewerId} ${userId}`);
}

/** A password attempt: an account id, or an email without an account; and the device if the account knows it. */
export interface SignInAttempt {
  account: string;
  device: string | null;
}

/** Returns the count of a password attempt: per known device, otherwise per account. */
const passwordCount = ({ account, device }: SignInAttempt): [name: RateName, key: string] =>
  device === null ? ['passwordPerAccount', account] : ['passwordPerDevice', `${account} ${device}`];

/** Counts a password attempt. For a device that the account does not know, it counts for the address as well. */
export async function limitPassword(ctx: Context, attempt: SignInAttempt): Promise<void> {
  const { account, device } = attempt;
  const who = isUuid(account) ? { userId: account } : { email: account };
  if (device === null) await limitAddress(ctx, 'passwordPerAddress');
  await count(ctx, ...passwordCount(attempt), 1, who);
}

/** Returns the count of a code attempt: per known device, otherwise per account. */
const codeCount = ({ account, device }: SignInAttempt): [name: RateName, key: string] =>
  device === null ? ['codePerAccount', account] : ['codePerDevice', `${account} ${device}`];

export function limitCode(ctx: Context, attempt: SignInAttempt): Promise<number> {
  const [name, key] = codeCount(attempt);
  return count(ctx, name, key, 1, { userId: attempt.account });
}

/**
 * Removes a correct code from the count, because it was not a guess. Only a completed sign-in resets the wrong ones.
 */
export const refundCode = ({ resources }: Context, attempt: SignInAttempt): Promise<void> =>
  resources.rates.refund(...codeCount(attempt));

/** Resets the count after a completed sign-in. */
export const resetCodeLimit = ({ resources }: Context, attempt: SignInAttempt): Promise<void> =>
  resources.rates.reset(...codeCount(attempt));

/**
 * Removes an attempt from the count of the address, because the people of an office share one. Attempts of known
 * devices are not in that count.
 */
export async function refundAddress({ caller, resources }: Context, { device }: SignInAttempt): Promise<void> {
  if (caller && device === null) await resources.rates.refund('passwordPerAddress', caller.address);
}

/** Refunds an attempt without a result. */
export async function refundPassword(ctx: Context, attempt: SignInAttempt): Promise<void> {
  if (!ctx.caller) return;
  await refundAddress(ctx, attempt);
  await ctx.resources.rates.refund(...passwordCount(attempt));
}

/**
 * Resets the count after a correct password. A known device does not reset the count of unknown devices, or each of its
 * sign-ins would give an attacker ten more attempts.
 */
export async function resetPasswordLimit({ caller, resources }: Context, attempt: SignInAttempt): Promise<void> {
  if (caller) await resources.rates.reset(...passwordCount(attempt));
}

/** Resets an account's password attempts, of unknown devices and of the caller's device. */
export async function resetAccountPasswordLimits({ caller, resources }: Context, userId: string): Promise<void> {
  await resources.rates.reset('passwordPerAccount', userId);
  if (caller?.device) await resources.rates.reset('passwordPerDevice', `${userId} ${caller.device}`);
}

/** Counts a request's cost, for the viewer or, signed out, the address; beyond the limit even a free request is refused. */
export async function limitCost(ctx: Counted, cost: number): Promise<void> {
  if (ctx.caller) await count(ctx, 'costPerCaller', ctx.viewer?.userId ?? ctx.caller.address, cost);
}

/** Counts bytes before they are read: for the address, and as cost. */
export async function limitKilobytes(ctx: Counted, kilobytes: number): Promise<void> {
  if (ctx.caller) await count(ctx, 'kilobytesPerAddress', ctx.caller.address, kilobytes);
  await limitCost(ctx, kilobytes * COST.kilobyte);
}
