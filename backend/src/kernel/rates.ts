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
import { rateLimited } from './errors.js';
import type { Metrics } from './eyes/metrics.js';
import { passingGate } from './requestScope.js';
import { type SecurityDetails, securityEvent } from './securityEvents.js';

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
  /** The hash of the device that the request names; null when it names none. */
  device: string | null;
  /** The length of the body that was read. */
  bodyBytes?: number;
  /** Aborted when nobody waits for the answer any more. */
  gone?: AbortSignal;
  /** Told where each count of this request stands. */
  onRate: (rate: Rate) => void;
}

/**
 * What guards accounts is counted in the database, for all processes together. Everything else would pay a statement a
 * request for it, and is counted by each process for itself: there the limit only keeps one client from taking all.
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
  'lookupPerPerson',
  'renamePerPerson',
  'invitationMailsPerPerson',
  'invitationMailsPerEmail',
  'invitationPerAddress',
];

/** Those of them that count a person. */
const OF_A_PERSON: readonly RateName[] = ['passwordPerAccount', 'codePerAccount', 'lookupPerPerson', 'renamePerPerson'];

/** What can be given back or begin anew at any time; no process must go on refusing from memory. */
const FORGIVEN: readonly RateName[] = [
  'passwordPerDevice',
  'passwordPerAccount',
  'codePerDevice',
  'codePerAccount',
  'invitationMailsPerPerson',
  'invitationMailsPerEmail',
];

const LINES_PER_MINUTE = 10;

/** What rate-limiter-flexible needs of a connection, on the pool that we have. */
const storeOf = (orm: MikroORM) => ({
  query: async ({ text, values }: { text: string; values: readonly unknown[] }) => {
    // a count is a write, also where what is counted is a read
    const { rows, numAffectedRows } = await passingGate(() =>
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
    // by a migration
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    // who goes on after a refusal is refused without asking the database
    ...(!FORGIVEN.includes(name) && { inMemoryBlockOnConsumed: points + 1 }),
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
  #lines = { minute: 0, written: new Map<string, number>() };

  constructor(
    orm: MikroORM,
    enabled: boolean,
    private readonly metrics?: Metrics,
  ) {
    const names = enabled ? (Object.keys(RATES) as RateName[]) : [];
    this.#limiters = new Map(names.map((name) => [name, createLimiter(name, orm)]));
  }

  /** Counts, and answers how many it is; RATE_LIMITED beyond the limit, of which `onMet` is told the first time. */
  async consume(
    { onRate }: Pick<Caller, 'onRate'>,
    name: RateName,
    key: string,
    points = 1,
    onMet?: () => void,
  ): Promise<number> {
    const limiter = this.#limiters.get(name);
    if (!limiter) return 0;
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
      const before = error.consumedPoints - points;
      if (before >= 0 && before <= RATES[name].points) onMet?.();
      this.metrics?.limitsMet.inc({ limit: name });
      throw rateLimited(tell(error, true));
    }
    tell(result, false);
    return result.consumedPoints;
  }

  /** Is this among the first of this minute? For lines of the log that anybody can cause. */
  isLine(key: string): boolean {
    const minute = Math.floor(Date.now() / 60_000);
    if (this.#lines.minute !== minute) this.#lines = { minute, written: new Map() };
    const written = (this.#lines.written.get(key) ?? 0) + 1;
    this.#lines.written.set(key, written);
    return written <= LINES_PER_MINUTE;
  }

  /** Takes counted points back. */
  async giveBack(name: RateName, key: string, points = 1): Promise<void> {
    await this.#limiters.get(name)?.reward(hashOf(key), points);
  }

  /** Begins anew for this key. */
  async forget(name: RateName, key: string): Promise<void> {
    await this.#limiters.get(name)?.delete(hashOf(key));
  }

  /** Nothing is counted of this person any more. What counts a device of theirs runs out by itself, within the hour. */
  async forgetPerson(userId: string): Promise<void> {
    for (const name of OF_A_PERSON) await this.forget(name, userId);
  }
}

type PerAddress = Extract<RateName, `${string}PerAddress`>;
type PerPerson = Extract<RateName, `${string}PerPerson`>;
/** What counting takes of a context. */
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

/** Counts for the address that asks. */
export async function limitAddress(ctx: Context, name: PerAddress): Promise<void> {
  if (ctx.caller) await count(ctx, name, ctx.caller.address);
}

/** Counts for the viewer. */
export async function limitPerson(ctx: Context, name: PerPerson, points?: number): Promise<void> {
  await count(ctx, name, requireViewer(ctx).userId, points);
}

/** What was counted for the viewer has not come about. */
export async function giveBackPerson(ctx: Context, name: PerPerson, points?: number): Promise<void> {
  if (ctx.caller) await ctx.resources.rates.giveBack(name, requireViewer(ctx).userId, points);
}

/** Counts something new by the viewer; many things made at once count as `points`. */
export const limitCreates = (ctx: Context, points?: number): Promise<void> =>
  limitPerson(ctx, 'createPerPerson', points);

/** Counts that the viewer brings somebody into a project or takes them out. */
export async function limitMembers(ctx: Context, userId: string): Promise<void> {
  await limitPerson(ctx, 'membersPerPerson');
  const { userId: viewerId } = requireViewer(ctx);
  await count(ctx, 'membersPerPair', `${viewerId} ${userId}`);
}

/** Whose password is tried: the id of an account or an e-mail that has none; and the device, where the account knows it. */
export interface PasswordTry {
  account: string;
  device: string | null;
}

/** Counts a try at a password: of a known device by itself, of all others by the account and by the address. */
export async function limitPassword(ctx: Context, { account, device }: PasswordTry): Promise<void> {
  const who = isUuid(account) ? { userId: account } : { email: account };
  if (device !== null) return void (await count(ctx, 'passwordPerDevice', `${account} ${device}`, 1, who));
  await limitAddress(ctx, 'passwordPerAddress');
  await count(ctx, 'passwordPerAccount', account, 1, who);
}

/** Which count a try at a code belongs to: that of a device that has signed in before, or of all others together. */
const codeCount = ({ account, device }: PasswordTry): [name: RateName, key: string] =>
  device === null ? ['codePerAccount', account] : ['codePerDevice', `${account} ${device}`];

/** Counts a try at a code of a second factor, and answers which one it is. */
export function limitCode(ctx: Context, tried: PasswordTry): Promise<number> {
  const [name, key] = codeCount(tried);
  return count(ctx, name, key, 1, { userId: tried.account });
}

/** A right code was no guess; only a completed sign-in forgives the wrong ones before it. */
export const giveBackCode = ({ resources }: Context, tried: PasswordTry): Promise<void> =>
  resources.rates.giveBack(...codeCount(tried));

/** Whoever has completed a sign-in begins anew. */
export const forgiveCodes = ({ resources }: Context, tried: PasswordTry): Promise<void> =>
  resources.rates.forget(...codeCount(tried));

/** A try that came to no answer did not happen. */
export async function giveBackPassword(
  { caller, resources }: Context,
  { account, device }: PasswordTry,
): Promise<void> {
  if (!caller) return;
  const { rates } = resources;
  if (device !== null) return rates.giveBack('passwordPerDevice', `${account} ${device}`);
  await rates.giveBack('passwordPerAddress', caller.address);
  return rates.giveBack('passwordPerAccount', account);
}

/**
 * Who knows the password begins anew. A known device leaves the count of the unknown ones as it is, or each of its
 * sign-ins would give an attacker ten more tries. The address gets this one back only, as offices share theirs.
 */
export async function forgivePassword({ caller, resources }: Context, { account, device }: PasswordTry): Promise<void> {
  if (!caller) return;
  const { rates } = resources;
  if (device !== null) return rates.forget('passwordPerDevice', `${account} ${device}`);
  await rates.forget('passwordPerAccount', account);
  return rates.giveBack('passwordPerAddress', caller.address);
}

/** Nobody has tried this account's password yet: neither the devices it does not know, nor the one that asks. */
export async function forgetTries({ caller, resources }: Context, userId: string): Promise<void> {
  await resources.rates.forget('passwordPerAccount', userId);
  if (caller?.device) await resources.rates.forget('passwordPerDevice', `${userId} ${caller.device}`);
}

/** Counts what a request costs, for the viewer or, signed out, the address; one that costs nothing is refused with the others. */
export async function limitCost(ctx: Counted, cost: number): Promise<void> {
  if (ctx.caller) await count(ctx, 'costPerCaller', ctx.viewer?.userId ?? ctx.caller.address, cost);
}

/** Counts bytes that are sent, before they are read: for the address, whoever signs in from it, and as cost. */
export async function limitKilobytes(ctx: Counted, kilobytes: number): Promise<void> {
  if (ctx.caller) await count(ctx, 'kilobytesPerAddress', ctx.caller.address, kilobytes);
  await limitCost(ctx, kilobytes * COST.kilobyte);
}
