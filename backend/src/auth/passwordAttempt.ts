import { type RawBuilder, sql } from 'kysely';
import { isPossiblePassword } from '../../contract/auth.js';
import type { Context } from '../request/context.js';
import type { Turn } from '../platform/lib/passwords.js';
import {
  limitPassword,
  refundAddress,
  refundPassword,
  resetPasswordLimit,
  type SignInAttempt,
} from '../request/rates.js';
import { canSignIn } from '../users/user.reads.js';
import { knowsDevice } from './device.js';

export interface Account {
  id: string;
  passwordHash: string;
  knowsDevice: boolean;
  /** Whether that device has completed a sign-in, rather than only a password reset. */
  deviceSignedIn: boolean;
  twoFactor: boolean;
  /** Whether its email was reverted and no new password chosen since. */
  isReverted: boolean;
  /** End of the grace period; null unless the account is being deleted. */
  deletionAt: Date | null;
  suspended: boolean;
  isAdmin: boolean;
}

/** Finds an account `a` by a condition. Runs the same statement for known and unknown accounts. */
export async function findAccount(ctx: Context, where: RawBuilder<unknown>): Promise<Account | null> {
  const { rows } = await sql<Omit<Account, 'deletionAt'> & { deletionAt: string | null }>`
    select a.id, a.password_hash as "passwordHash", a.deletion_at as "deletionAt", a.suspended_at is not null as suspended,
      a.is_admin as "isAdmin", ${knowsDevice(ctx)} as "knowsDevice",
      ${knowsDevice(ctx, sql`and d.signed_in`)} as "deviceSignedIn",
      exists (select 1 from two_factor t where t.user_id = a.id and t.confirmed_at is not null) as "twoFactor",
      exists (select 1 from email_revert r where r.user_id = a.id and r.reverted_at is not null) as "isReverted"
    from account a where ${where} and ${canSignIn(ctx.resources.now())}`.execute(ctx.em.getKysely());
  const [found] = rows;
  return found ? { ...found, deletionAt: found.deletionAt === null ? null : new Date(found.deletionAt) } : null;
}

/** Identifies the caller in the hash queue: by user if known, otherwise by address. */
export const hashQueueTurn = ({ caller, viewer }: Context, account?: Account | null): Turn => ({
  caller: (account?.knowsDevice ? account.id : viewer?.userId) ?? caller?.address ?? '',
  abandoned: caller?.abandoned,
});

/** Returns the rate limit key of an attempt; `email` is used if the account does not exist. */
const passwordAttemptKey = ({ caller }: Context, account: Account | null, email = ''): SignInAttempt => ({
  account: account?.id ?? email.toLowerCase(),
  device: account?.knowsDevice ? (caller?.device ?? null) : null,
});

/**
 * Counts an attempt, then compares the password. Throws RATE_LIMITED above the limit. Refuses an impossible password
 * without hashing it: the timing depends on the input alone, not on the account.
 */
export async function checkPassword(
  ctx: Context,
  account: Account | null,
  password: string,
  email?: string,
): Promise<boolean> {
  const counted = passwordAttemptKey(ctx, account, email);
  await limitPassword(ctx, counted);
  if (!isPossiblePassword(password)) return false;
  try {
    // an account without a password takes as long as any other
    const hash = account?.passwordHash || null;
    return await ctx.resources.passwords.verify(password, hash, hashQueueTurn(ctx, account));
  } catch (error) {
    await refundPassword(ctx, counted);
    throw error;
  }
}

/** Clears the failed attempts of this account and device. */
export const clearPasswordAttempts = (ctx: Context, account: Account): Promise<void> =>
  resetPasswordLimit(ctx, passwordAttemptKey(ctx, account));

/** Refunds the attempt of the address after a correct password. */
export const refundAddressAttempt = (ctx: Context, account: Account): Promise<void> =>
  refundAddress(ctx, passwordAttemptKey(ctx, account));
