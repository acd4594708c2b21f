import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { renderSVG } from 'uqr';
import { beginTwoFactorSchema, confirmTwoFactorSchema, proofSchema } from '../../contract/auth.js';
import { TWO_FACTOR_SETUP_MINUTES } from '../../contract/limits.js';
import type { Tx } from '../write/command.js';
import { type Context, requireViewer } from '../request/context.js';
import { type AppError, conflict, fieldError, invalid } from '../platform/lib/errors.js';
import { addJob } from '../platform/jobs/addJob.js';
import { parse } from '../platform/lib/parse.js';
import { securityEvent } from '../request/securityEvents.js';
import type { UserRow } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { accountCommand, refuseRepeat } from './accountCommand.js';
import { endChallenges } from './challenge.js';
import { checkCode, CODE_REFUSED, readSecret } from './codeAttempt.js';
import type { Account } from './passwordAttempt.js';
import { lockAccount, readViewerAccount, reauthenticate, refuseReverted } from './proof.js';
import {
  generateRecoveryCodes,
  newSecret,
  parseCode,
  formatRecoveryCode,
  findTimeStep,
  otpauthUri,
} from './twoFactor.codes.js';

export interface TwoFactorSetup {
  secret: string;
  uri: string;
  /** SVG markup. */
  qr: string;
}

/** White modules around a QR code, without which cameras do not find it on a dark page. */
const QUIET_ZONE = 4;

/** Returned only once. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}

const isOn = (): AppError => conflict('Two-factor sign-in is on already');
const isOff = (): AppError => conflict('Two-factor sign-in is off');
const codesShownOnce = refuseRepeat('This was done before, and the codes are shown only once. Create new ones.');

const minutesAgo = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

/** Creates a secret that takes effect with its first valid code. Replaces an unconfirmed secret. */
export async function beginTwoFactor(ctx: Context, raw: unknown): Promise<TwoFactorSetup> {
  const { userId } = requireViewer(ctx);
  const proof = await reauthenticate(ctx, parse(beginTwoFactorSchema, raw));
  const { secrets, env } = ctx.resources;
  // the key has an empty input because a password must not be stored as a fast hash
  const begin = async ({ em, now }: Tx): Promise<void> => {
    await proof.require(em);
    const { rows } = await sql`
      insert into two_factor (user_id, secret, created_at) values (${userId}, ${secrets.seal(newSecret(), userId)}, ${now})
      on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
        where two_factor.confirmed_at is null
      returning user_id`.execute(em.getKysely());
    if (rows.length === 0) throw isOn();
  };
  // a repeated request returns the secret again, but only with the password
  await accountCommand(ctx, 'beginTwoFactor', {}, begin, () => {
    return proof.refusal ? Promise.reject(invalid(proof.refusal)) : Promise.resolve();
  });
  const begun = await readSecret(ctx, ctx.em, userId, { confirmed: false });
  if (!begun) throw isOn();
  const { email, username } = await getUser(ctx, userId);
  const uri = otpauthUri(begun.secret, env.brandName, email ?? username);
  return { secret: begun.secret, uri, qr: renderSVG(uri, { border: QUIET_ZONE }) };
}

/** Replaces the recovery codes and stores keyed hashes. */
async function replaceRecoveryCodes(ctx: Context, em: EntityManager, userId: string, codes: string[]): Promise<void> {
  const { secrets } = ctx.resources;
  const db = em.getKysely();
  const hashes = codes.map((code) => secrets.hash(code, userId));
  await sql`delete from recovery_code where user_id = ${userId}`.execute(db);
  await sql`insert into recovery_code (user_id, hash) select ${userId}, unnest(${hashes}::text[])`.execute(db);
}

/**
 * Returns the time step of the first code, or null for a wrong code. Throws if there is no recent unconfirmed secret.
 */
async function checkFirstCode(
  ctx: Context,
  account: Account,
  code: string,
): Promise<{ sealed: string; step: number } | null> {
  const { now } = ctx.resources;
  const begun = await readSecret(ctx, ctx.em, account.id, { confirmed: false });
  if (!begun || begun.createdAt < minutesAgo(now(), TWO_FACTOR_SETUP_MINUTES)) {
    throw invalid({ code: fieldError('noSecret', 'Please start again: there is no secret to confirm.') });
  }
  let step: number | null = null;
  const given = parseCode(code);
  await checkCode(ctx, account, async () => {
    step = given?.kind === 'totp' ? findTimeStep(begun.secret, given.code, now()) : null;
    return Promise.resolve(step !== null);
  });
  return step === null ? null : { sealed: begun.sealed, step };
}

/** Switches two-factor on with the first code, which is then used, and returns the recovery codes. */
export async function confirmTwoFactor(ctx: Context, raw: unknown): Promise<RecoveryCodes> {
  const { userId } = requireViewer(ctx);
  const { code } = parse(confirmTwoFactorSchema, raw);
  const account = await readViewerAccount(ctx);
  refuseReverted(account);
  const found = account.twoFactor ? null : await checkFirstCode(ctx, account, code);
  const codes = generateRecoveryCodes();
  await accountCommand(
    ctx,
    'confirmTwoFactor',
    {},
    async (tx) => {
      if (account.twoFactor) throw isOn();
      if (!found) throw invalid({ code: CODE_REFUSED });
      await lockAccount(ctx, tx.em, account);
      const { rows } = await sql`
        update two_factor set confirmed_at = ${tx.now}, last_step = ${found.step}
        where user_id = ${userId} and secret = ${found.sealed} and confirmed_at is null
        returning user_id`.execute(tx.em.getKysely());
      if (rows.length === 0) throw isOn();
      await replaceRecoveryCodes(ctx, tx.em, userId, codes);
      await addJob(tx.em, 'mailAccount', { template: 'twoFactorOn', userId });
    },
    codesShownOnce,
  );
  securityEvent(ctx, 'two_factor_on');
  return { recoveryCodes: codes.map(formatRecoveryCode) };
}

/** Removes the second factor and its open challenges. Returns false if there was none. */
export async function removeTwoFactor(em: EntityManager, userId: string): Promise<boolean> {
  const db = em.getKysely();
  const { rows } = await sql`
    delete from two_factor where user_id = ${userId} and confirmed_at is not null returning user_id`.execute(db);
  await sql`delete from recovery_code where user_id = ${userId}`.execute(db);
  await endChallenges(em, userId);
  return rows.length > 0;
}

export async function disableTwoFactor(ctx: Context, raw: unknown): Promise<UserRow> {
  const { userId } = requireViewer(ctx);
  const proof = await reauthenticate(ctx, { code: null, ...parse(proofSchema, raw) });
  const isDone = await accountCommand(ctx, 'disableTwoFactor', {}, async (tx) => {
    await proof.require(tx.em);
    if (!(await removeTwoFactor(tx.em, userId))) throw isOff();
    await addJob(tx.em, 'mailAccount', { template: 'twoFactorOff', userId });
  });
  if (isDone) securityEvent(ctx, 'two_factor_off');
  return getUser(ctx, userId);
}

/** Replaces the recovery codes. */
export async function regenerateRecoveryCodes(ctx: Context, raw: unknown): Promise<RecoveryCodes> {
  const { userId } = requireViewer(ctx);
  const proof = await reauthenticate(ctx, { code: null, ...parse(proofSchema, raw) });
  const codes = generateRecoveryCodes();
  await accountCommand(
    ctx,
    'regenerateRecoveryCodes',
    {},
    async (tx) => {
      await proof.require(tx.em);
      const { rows } = await sql`
        select 1 from two_factor where user_id = ${userId} and confirmed_at is not null`.execute(tx.em.getKysely());
      if (rows.length === 0) throw isOff();
      await replaceRecoveryCodes(ctx, tx.em, userId, codes);
      await addJob(tx.em, 'mailAccount', { template: 'recoveryCodesRenewed', userId });
    },
    codesShownOnce,
  );
  securityEvent(ctx, 'recovery_codes_renewed');
  return { recoveryCodes: codes.map(formatRecoveryCode) };
}
