import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { FieldErrors } from '../../contract/errors.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { conflict, forbidden, invalid, notFound } from '../kernel/errors.js';
import { type SecurityEvent, securityEvent } from '../kernel/securityEvents.js';
import { CODE_REFUSED, takeCode } from './codeTry.js';
import { type Account, findAccount, forgiveTries, tryPassword } from './passwordTry.js';

/** What a viewer has proven about themselves. */
export interface Proof {
  /** What is wrong with it. */
  refusal: FieldErrors | null;
  /**
   * Throws the refusal, if there is one: within a command, so that a repeat of one that was done is none. Takes the
   * account's lock.
   */
  require: (em: EntityManager) => Promise<void>;
}

/** What is given as proof; the `code` is null where it is missing, and undefined where none is asked. */
interface Given {
  currentPassword: string;
  code?: string | null | undefined;
}

/** The viewer's account. */
export async function viewersAccount(ctx: Context): Promise<Account> {
  const account = await findAccount(ctx, sql`a.id = ${requireViewer(ctx).userId}`);
  if (!account) throw notFound('User');
  return account;
}

/** Whoever knows the old password of an account whose e-mail was taken back may change nothing that leads to it. */
export function refuseHeld({ held }: Pick<Account, 'held'>): void {
  if (held) {
    throw forbidden('The e-mail of this account was taken back. Choose a new password by the link in its mail first.');
  }
}

/**
 * Takes turns with everybody else who changes what leads to an account, and refuses what was asked before somebody else did:
 * the password was replaced meanwhile, the e-mail taken back, or two-factor switched on or off.
 */
export async function lockAccount(em: EntityManager, { id, passwordHash, twoFactor }: Account): Promise<void> {
  const db = em.getKysely();
  const { rows: same } = await sql`
    select 1 from account where id = ${id} and password_hash = ${passwordHash} for update`.execute(db);
  if (same.length === 0) throw invalid({ currentPassword: ['Current password is incorrect'] });
  // after the lock: what is asked together with it is answered as it was before the wait
  const { rows } = await sql<{ held: boolean; twoFactor: boolean }>`
    select exists (select 1 from email_revert where user_id = ${id} and reverted_at is not null) as held,
      exists (select 1 from two_factor where user_id = ${id} and confirmed_at is not null) as "twoFactor"`.execute(db);
  refuseHeld({ held: rows[0]?.held === true });
  if (rows[0]?.twoFactor !== twoFactor) throw conflict('Two-factor sign-in was switched just now. Please try again.');
}

/** How a wrong password is named in the log. */
interface ProofOptions {
  onWrongPassword?: SecurityEvent;
}

async function refusalOf(
  ctx: Context,
  account: Account,
  { currentPassword, code }: Given,
  { onWrongPassword = 'password_refused' }: ProofOptions,
): Promise<FieldErrors | null> {
  if (!(await tryPassword(ctx, account, currentPassword))) {
    securityEvent(ctx, onWrongPassword);
    return { currentPassword: ['Current password is incorrect'] };
  }
  // never before the password is right, or a borrowed session could try codes
  if (account.twoFactor && code !== undefined) {
    if (code === null) return { code: ['Code is required'] };
    if (!(await takeCode(ctx, account, code))) return { code: [CODE_REFUSED] };
  }
  await forgiveTries(ctx, account);
  return null;
}

/**
 * Asks the viewer for their password and, where a `code` stands beside it and two-factor is on, for that. Each counts as a
 * try; a code that is right is used from now on, whatever becomes of the request.
 */
export async function prove(ctx: Context, given: Given, options: ProofOptions = {}): Promise<Proof> {
  const account = await viewersAccount(ctx);
  refuseHeld(account);
  const refusal = await refusalOf(ctx, account, given, options);
  return {
    refusal,
    require: async (em) => {
      if (refusal) throw invalid(refusal);
      await lockAccount(em, account);
    },
  };
}
