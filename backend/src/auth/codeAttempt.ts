import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { WRONG_CODES_MAILED } from '../../contract/limits.js';
import { fieldError } from '../platform/lib/errors.js';
import type { Context } from '../request/context.js';
import { addJob } from '../platform/jobs/addJob.js';
import { limitCode, refundCode, resetCodeLimit, type SignInAttempt } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import type { Account } from './passwordAttempt.js';
import { parseCode, findTimeStep } from './twoFactor.codes.js';

/** The same message for wrong and for used codes. */
export const CODE_REFUSED = fieldError('wrongCode', 'This code is not valid. Each code works once.');

/**
 * Counts a device separately only after it has completed a sign-in; otherwise each new password would grant more
 * attempts.
 */
const codeAttemptKey = ({ caller }: Context, { id, deviceSignedIn }: Account): SignInAttempt => ({
  account: id,
  device: deviceSignedIn ? (caller?.device ?? null) : null,
});

/** Decrypts an account's TOTP secret. Returns null if there is none, or if another `SECRET_KEY` encrypted it. */
export async function readSecret(
  ctx: Context,
  em: EntityManager,
  userId: string,
  { confirmed }: { confirmed: boolean },
): Promise<{ secret: string; sealed: string; createdAt: Date } | null> {
  const { rows } = await sql<{ sealed: string; createdAt: string }>`
    select secret as sealed, created_at as "createdAt" from two_factor
    where user_id = ${userId} and (confirmed_at is not null) = ${confirmed}`.execute(em.getKysely());
  const [found] = rows;
  if (!found) return null;
  const secret = ctx.resources.secrets.open(found.sealed, userId);
  if (secret === null)
    ctx.log.error({ userId }, 'a second factor cannot be read: SECRET_KEY is not the one that encrypted it');
  return secret === null ? null : { secret, sealed: found.sealed, createdAt: new Date(found.createdAt) };
}

/** Uses a TOTP code: only one request can use a time step. */
async function useTotpCode(ctx: Context, userId: string, code: string): Promise<boolean> {
  const found = await readSecret(ctx, ctx.em, userId, { confirmed: true });
  const step = found && findTimeStep(found.secret, code, ctx.resources.now());
  if (!found || step === null) return false;
  const { rows } = await sql`
    update two_factor set last_step = ${step}
    where user_id = ${userId} and secret = ${found.sealed} and confirmed_at is not null and last_step < ${step}
    returning user_id`.execute(ctx.em.getKysely());
  return rows.length > 0;
}

/** Uses a recovery code: only one request can mark it. */
async function useRecoveryCode(ctx: Context, userId: string, code: string): Promise<boolean> {
  const { now, secrets } = ctx.resources;
  const { rows: retired } = await sql<{ key: string }>`select key from retired_hash_key order by position`.execute(
    ctx.em.getKysely(),
  );
  const hashes = secrets.hashes(
    code,
    userId,
    retired.map(({ key }) => key),
  );
  const { rows } = await sql`
    update recovery_code set used_at = ${now()}
    where user_id = ${userId} and hash = any(${hashes}::text[]) and used_at is null
    returning user_id`.execute(ctx.em.getKysely());
  if (rows.length === 0) return false;
  securityEvent(ctx, 'recovery_code_used', { userId });
  await addJob(ctx.em, 'mailAccount', { template: 'recoveryCodeUsed', userId });
  return true;
}

/** Logs a wrong code and mails the user at the fifth within the rate limit's window. */
async function reportWrongCode(ctx: Context, userId: string, tries: number): Promise<void> {
  securityEvent(ctx, 'code_refused', { userId });
  if (tries === WRONG_CODES_MAILED) await addJob(ctx.em, 'mailAccount', { template: 'wrongCodes', userId });
}

/** Counts an attempt, then checks it with `fits`. Throws RATE_LIMITED above the limit. */
export async function checkCode(ctx: Context, account: Account, fits: () => Promise<boolean>): Promise<boolean> {
  const counted = codeAttemptKey(ctx, account);
  const tries = await limitCode(ctx, counted);
  const isRight = await fits();
  if (isRight) await refundCode(ctx, counted);
  else await reportWrongCode(ctx, account.id, tries);
  return isRight;
}

/**
 * Uses a TOTP or recovery code. The code stays used even if the request fails, because this runs outside of any
 * transaction.
 */
export const useCode = (ctx: Context, account: Account, typed: string): Promise<boolean> =>
  checkCode(ctx, account, async () => {
    const given = parseCode(typed);
    if (!given) return false;
    return given.kind === 'totp'
      ? useTotpCode(ctx, account.id, given.code)
      : useRecoveryCode(ctx, account.id, given.code);
  });

export const clearCodeAttempts = (ctx: Context, account: Account): Promise<void> =>
  resetCodeLimit(ctx, codeAttemptKey(ctx, account));
