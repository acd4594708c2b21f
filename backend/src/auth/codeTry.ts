import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { WRONG_CODES_TOLD } from '../../contract/limits.js';
import type { Context } from '../kernel/context.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { forgiveCodes, giveBackCode, limitCode, type PasswordTry } from '../kernel/rates.js';
import { securityEvent } from '../kernel/securityEvents.js';
import type { Account } from './passwordTry.js';
import { readCode, stepOf } from './twoFactor.codes.js';

/** At the field, whatever is wrong with it: one that was used already looks like one that never was. */
export const CODE_REFUSED = 'This code is not valid. Each code works once.';

/** What counts the tries: a device by itself only once it has completed a sign-in, or each new password would give ten. */
const triedBy = ({ caller }: Context, { id, deviceSignedIn }: Account): PasswordTry => ({
  account: id,
  device: deviceSignedIn ? (caller?.device ?? null) : null,
});

/** The secret of an account, to check codes by. Null where there is none, or it was encrypted by another `SECRET_KEY`. */
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
    ctx.log.error({ userId }, 'a second factor cannot be read: SECRET_KEY is not the one it was made by');
  return secret === null ? null : { secret, sealed: found.sealed, createdAt: new Date(found.createdAt) };
}

/** Takes a code of an authenticator app: whoever takes its step first has it. */
async function takeStep(ctx: Context, userId: string, code: string): Promise<boolean> {
  const found = await readSecret(ctx, ctx.em, userId, { confirmed: true });
  const step = found && stepOf(found.secret, code, ctx.resources.now());
  if (!found || step === null) return false;
  const { rows } = await sql`
    update two_factor set last_step = ${step}
    where user_id = ${userId} and secret = ${found.sealed} and confirmed_at is not null and last_step < ${step}
    returning user_id`.execute(ctx.em.getKysely());
  return rows.length > 0;
}

/** Takes a recovery code: whoever marks it first has it. */
async function takeRecoveryCode(ctx: Context, userId: string, code: string): Promise<boolean> {
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

/** A wrong code leaves a line, and at the fifth within the time of the limit a mail. */
async function noteWrong(ctx: Context, userId: string, tries: number): Promise<void> {
  securityEvent(ctx, 'code_refused', { userId });
  if (tries === WRONG_CODES_TOLD) await addJob(ctx.em, 'mailAccount', { template: 'wrongCodes', userId });
}

/** One try at a code, by whatever call: counted first, then compared by `fits`. RATE_LIMITED beyond the limit. */
export async function countCode(ctx: Context, account: Account, fits: () => Promise<boolean>): Promise<boolean> {
  const counted = triedBy(ctx, account);
  const tries = await limitCode(ctx, counted);
  const isRight = await fits();
  if (isRight) await giveBackCode(ctx, counted);
  else await noteWrong(ctx, account.id, tries);
  return isRight;
}

/**
 * Takes a TOTP or recovery code of somebody who has two-factor on. It is used from then on, whatever becomes of the
 * request: what took it stands outside of every transaction.
 */
export const takeCode = (ctx: Context, account: Account, typed: string): Promise<boolean> =>
  countCode(ctx, account, async () => {
    const given = readCode(typed);
    if (!given) return false;
    return given.kind === 'totp'
      ? takeStep(ctx, account.id, given.code)
      : takeRecoveryCode(ctx, account.id, given.code);
  });

/** A completed sign-in forgives the wrong codes before it. */
export const forgiveCodeTries = (ctx: Context, account: Account): Promise<void> =>
  forgiveCodes(ctx, triedBy(ctx, account));
