import { type RawBuilder, sql } from 'kysely';
import { isPossiblePassword } from '../../contract/auth.js';
import type { Context } from '../kernel/context.js';
import type { Turn } from '../kernel/passwords.js';
import { forgivePassword, giveBackPassword, limitPassword, type PasswordTry } from '../kernel/rates.js';
import { isHere } from '../users/user.reads.js';
import { knowsDevice } from './device.js';

/** An account whose password is to be compared. */
export interface Account {
  id: string;
  passwordHash: string;
  /** Whether it knows the device that asks. */
  knowsDevice: boolean;
  /** Whether that one has completed a sign-in, and is not known by a new password alone. */
  deviceSignedIn: boolean;
  /** Whether a second factor is asked. */
  twoFactor: boolean;
  /** Its e-mail was taken back, and no new password chosen since. */
  held: boolean;
  /** Until when it can be restored; null where nobody is deleting it. */
  deletionAt: Date | null;
  /** The operator lets nobody act by it. */
  suspended: boolean;
}

/** The account `a` that fits, if there is one; one statement, of the same kind in both cases. */
export async function findAccount(ctx: Context, where: RawBuilder<unknown>): Promise<Account | null> {
  const { rows } = await sql<Omit<Account, 'deletionAt'> & { deletionAt: string | null }>`
    select a.id, a.password_hash as "passwordHash", a.deletion_at as "deletionAt", a.suspended_at is not null as suspended, ${knowsDevice(ctx)} as "knowsDevice",
      ${knowsDevice(ctx, sql`and d.signed_in`)} as "deviceSignedIn",
      exists (select 1 from two_factor t where t.user_id = a.id and t.confirmed_at is not null) as "twoFactor",
      exists (select 1 from email_revert r where r.user_id = a.id and r.reverted_at is not null) as held
    from account a where ${where} and ${isHere(ctx.resources.now())}`.execute(ctx.em.getKysely());
  const [found] = rows;
  return found ? { ...found, deletionAt: found.deletionAt === null ? null : new Date(found.deletionAt) } : null;
}

/** Whose turn it is to have a password hashed: a person's, as far as it is known who that is, else the address's. */
export const turnOf = ({ caller, viewer }: Context, account?: Account | null): Turn => ({
  caller: (account?.knowsDevice ? account.id : viewer?.userId) ?? caller?.address ?? '',
  gone: caller?.gone,
});

/** What counts the tries at this account; `email` stands for one that does not exist. */
const tryOf = ({ caller }: Context, account: Account | null, email = ''): PasswordTry => ({
  account: account?.id ?? email.toLowerCase(),
  device: account?.knowsDevice ? (caller?.device ?? null) : null,
});

/**
 * One try at a password, by whatever call: counted first, then compared. RATE_LIMITED beyond the limit. A password that
 * nobody can have is wrong without being hashed; the time tells what was sent, and nothing about the account.
 */
export async function tryPassword(
  ctx: Context,
  account: Account | null,
  password: string,
  email?: string,
): Promise<boolean> {
  const counted = tryOf(ctx, account, email);
  await limitPassword(ctx, counted);
  if (!isPossiblePassword(password)) return false;
  try {
    return await ctx.resources.passwords.verify(password, account?.passwordHash ?? null, turnOf(ctx, account));
  } catch (error) {
    await giveBackPassword(ctx, counted);
    throw error;
  }
}

/** Whoever has completed what the password was asked for begins anew. */
export const forgiveTries = (ctx: Context, account: Account): Promise<void> =>
  forgivePassword(ctx, tryOf(ctx, account));
