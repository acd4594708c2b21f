import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Context, requireViewer } from '../request/context.js';
import { conflict, fieldError, forbidden, invalid, type InvalidFields, notFound } from '../platform/lib/errors.js';
import { type SecurityEvent, securityEvent } from '../request/securityEvents.js';
import { CODE_REFUSED, useCode } from './codeAttempt.js';
import { requireLiveAccess } from './liveAccess.js';
import {
  type Account,
  checkPassword,
  clearPasswordAttempts,
  findAccount,
  refundAddressAttempt,
} from './passwordAttempt.js';
import { mayUsePassword, passwordsOff } from './passwordSignIn.js';
import { isSignInProof } from './signInProof.js';

const WRONG_PASSWORD = { currentPassword: fieldError('wrongPassword', 'Current password is incorrect') };

const PROOF_ENDED = {
  proof: fieldError('proofEnded', 'This confirmation has ended. Please confirm again.'),
};

/** The result of a password and code check. */
export interface Proof {
  account: Account;
  /** Field errors, or null if the check passed. */
  refusal: InvalidFields | null;
  /**
   * Throws the refusal, if any, and locks the account. Called within the command, so that a repeated request succeeds.
   */
  require: (em: EntityManager) => Promise<void>;
}

/** `code` is null if it is missing, and undefined if this call requires none. */
export interface Credentials {
  currentPassword?: string | null | undefined;
  /** From a fresh sign-in at the OpenID Connect provider; the password is then not checked. */
  proof?: string | null | undefined;
  code?: string | null | undefined;
}

export async function readViewerAccount(ctx: Context): Promise<Account> {
  const account = await findAccount(ctx, sql`a.id = ${requireViewer(ctx).userId}`);
  if (!account) throw notFound('User');
  return account;
}

/** After an email revert, the old password must not change the email, the password or the second factor. */
export function refuseReverted({ isReverted }: Pick<Account, 'isReverted'>): void {
  if (isReverted) {
    throw forbidden(
      'The email change of this account was reverted. First choose a new password with the link in the email.',
    );
  }
}

/**
 * Locks the account. Throws if the password or the second factor changed, the email was reverted, or the viewer's access ended,
 * since it was read.
 */
export async function lockAccount(
  ctx: Context,
  em: EntityManager,
  { id, passwordHash, twoFactor }: Account,
): Promise<void> {
  const db = em.getKysely();
  const { rows: same } = await sql`
    select 1 from account where id = ${id} and password_hash = ${passwordHash} for update`.execute(db);
  if (same.length === 0) throw invalid(WRONG_PASSWORD);
  // a separate statement, so that it sees changes committed while waiting for the lock
  const { rows } = await sql<{ isReverted: boolean; twoFactor: boolean }>`
    select exists (select 1 from email_revert where user_id = ${id} and reverted_at is not null) as "isReverted",
      exists (select 1 from two_factor where user_id = ${id} and confirmed_at is not null) as "twoFactor"`.execute(db);
  refuseReverted({ isReverted: rows[0]?.isReverted === true });
  if (rows[0]?.twoFactor !== twoFactor)
    throw conflict('Two-factor sign-in was just switched on or off. Please try again.');
  await requireLiveAccess(ctx, em);
}

interface ProofOptions {
  onWrongPassword?: SecurityEvent;
}

async function checkProof(
  ctx: Context,
  account: Account,
  { currentPassword, proof, code }: Credentials,
  { onWrongPassword = 'password_refused' }: ProofOptions,
): Promise<InvalidFields | null> {
  if (proof != null) {
    if (!(await isSignInProof(ctx, proof))) return PROOF_ENDED;
  } else {
    if (!currentPassword) return { currentPassword: fieldError('required', 'Current password is required') };
    const fits = await checkPassword(ctx, account, currentPassword);
    if (!mayUsePassword(ctx.resources.env, account)) return passwordsOff(ctx.resources.env);
    if (!fits) {
      securityEvent(ctx, onWrongPassword);
      return WRONG_PASSWORD;
    }
  }
  // only after the password or the proof, so that a stolen session cannot guess codes
  if (account.twoFactor && code !== undefined) {
    if (code === null) return { code: fieldError('required', 'Code is required') };
    if (!(await useCode(ctx, account, code))) return { code: CODE_REFUSED };
  }
  if (proof == null) {
    await refundAddressAttempt(ctx, account);
    await clearPasswordAttempts(ctx, account);
  }
  return null;
}

/**
 * Checks the viewer's password or proof and, if `code` is given and two-factor is on, the code. Each counts as an attempt; a
 * valid code stays used even if the request fails.
 */
export async function reauthenticate(ctx: Context, given: Credentials, options: ProofOptions = {}): Promise<Proof> {
  const account = await readViewerAccount(ctx);
  refuseReverted(account);
  const refusal = await checkProof(ctx, account, given, options);
  return {
    account,
    refusal,
    require: async (em) => {
      if (refusal) throw invalid(refusal);
      await lockAccount(ctx, em, account);
    },
  };
}
