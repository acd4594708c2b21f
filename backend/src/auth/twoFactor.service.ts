import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { renderSVG } from 'uqr';
import { beginTwoFactorSchema, confirmTwoFactorSchema, proofSchema } from '../../contract/auth.js';
import { TWO_FACTOR_BEGUN_MINUTES } from '../../contract/limits.js';
import type { Tx } from '../kernel/command.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { type AppError, conflict, invalid } from '../kernel/errors.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { parse } from '../kernel/parse.js';
import { securityEvent } from '../kernel/securityEvents.js';
import type { UserRow } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { accountCommand } from './accountCommand.js';
import { endChallenges } from './challenge.js';
import { CODE_REFUSED, countCode, readSecret } from './codeTry.js';
import type { Account } from './passwordTry.js';
import { lockAccount, prove, refuseHeld, viewersAccount } from './proof.js';
import { newRecoveryCodes, newSecret, readCode, showRecoveryCode, stepOf, uriOf } from './twoFactor.codes.js';

/** What to put into an authenticator app. */
export interface TwoFactorBegun {
  secret: string;
  uri: string;
  /** An SVG. */
  qr: string;
}

/** The white around a QR code, in its modules: without it cameras do not find it on a dark page. */
const QUIET_ZONE = 4;

/** Told once. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}

const isOn = (): AppError => conflict('Two-factor sign-in is on already');
const isOff = (): AppError => conflict('Two-factor sign-in is off');
const toldBefore = (): AppError => conflict('This was done, and its codes are told once. Make new ones.');

const minutesAgo = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

/** Makes a secret that counts once a code of it has come; one that was begun before is replaced. */
export async function beginTwoFactor(ctx: Context, raw: unknown): Promise<TwoFactorBegun> {
  const { userId } = requireViewer(ctx);
  const proof = await prove(ctx, parse(beginTwoFactorSchema, raw));
  const { secrets, env } = ctx.resources;
  // what a password is must not be kept as a quick hash: nothing else tells one request from another
  const begin = async ({ em, now }: Tx): Promise<void> => {
    await proof.require(em);
    const { rows } = await sql`
      insert into two_factor (user_id, secret, created_at) values (${userId}, ${secrets.seal(newSecret(), userId)}, ${now})
      on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
        where two_factor.confirmed_at is null
      returning user_id`.execute(em.getKysely());
    if (rows.length === 0) throw isOn();
  };
  // a repeat, whose answer was lost, is told the secret again: only with the password
  await accountCommand(ctx, 'beginTwoFactor', {}, begin, () => {
    return proof.refusal ? Promise.reject(invalid(proof.refusal)) : Promise.resolve();
  });
  const begun = await readSecret(ctx, ctx.em, userId, { confirmed: false });
  if (!begun) throw isOn();
  const { email, username } = await getUser(ctx, userId);
  const uri = uriOf(begun.secret, env.brandName, email ?? username);
  return { secret: begun.secret, uri, qr: renderSVG(uri, { border: QUIET_ZONE }) };
}

/** New recovery codes in place of those before; kept as keyed hashes. */
async function putRecoveryCodes(ctx: Context, em: EntityManager, userId: string, codes: string[]): Promise<void> {
  const { secrets } = ctx.resources;
  const db = em.getKysely();
  const hashes = codes.map((code) => secrets.hash(code, userId));
  await sql`delete from recovery_code where user_id = ${userId}`.execute(db);
  await sql`insert into recovery_code (user_id, hash) select ${userId}, unnest(${hashes}::text[])`.execute(db);
}

/** The step of a code of the secret that was begun; null for a wrong code, and where none was begun in time. */
async function stepOfBegun(
  ctx: Context,
  account: Account,
  code: string,
): Promise<{ sealed: string; step: number } | null> {
  const { now } = ctx.resources;
  const begun = await readSecret(ctx, ctx.em, account.id, { confirmed: false });
  if (!begun || begun.createdAt < minutesAgo(now(), TWO_FACTOR_BEGUN_MINUTES)) {
    throw invalid({ code: ['Please begin anew: there is no secret that waits for a code.'] });
  }
  let step: number | null = null;
  const given = readCode(code);
  await countCode(ctx, account, async () => {
    step = given?.kind === 'totp' ? stepOf(begun.secret, given.code, now()) : null;
    return Promise.resolve(step !== null);
  });
  return step === null ? null : { sealed: begun.sealed, step };
}

/** Switches two-factor on by the first code of the app, which is used with that. Answers the recovery codes. */
export async function confirmTwoFactor(ctx: Context, raw: unknown): Promise<RecoveryCodes> {
  const { userId } = requireViewer(ctx);
  const { code } = parse(confirmTwoFactorSchema, raw);
  const account = await viewersAccount(ctx);
  refuseHeld(account);
  const found = account.twoFactor ? null : await stepOfBegun(ctx, account, code);
  const codes = newRecoveryCodes();
  await accountCommand(
    ctx,
    'confirmTwoFactor',
    {},
    async (tx) => {
      if (account.twoFactor) throw isOn();
      if (!found) throw invalid({ code: [CODE_REFUSED] });
      await lockAccount(tx.em, account);
      const { rows } = await sql`
        update two_factor set confirmed_at = ${tx.now}, last_step = ${found.step}
        where user_id = ${userId} and secret = ${found.sealed} and confirmed_at is null
        returning user_id`.execute(tx.em.getKysely());
      if (rows.length === 0) throw isOn();
      await putRecoveryCodes(ctx, tx.em, userId, codes);
      await addJob(tx.em, 'mailAccount', { template: 'twoFactorOn', userId });
    },
    () => Promise.reject(toldBefore()),
  );
  securityEvent(ctx, 'two_factor_on');
  return { recoveryCodes: codes.map(showRecoveryCode) };
}

/** From now on nobody is asked for a second factor here; sign-ins that wait for one end. */
export async function removeTwoFactor(em: EntityManager, userId: string): Promise<boolean> {
  const db = em.getKysely();
  const { rows } = await sql`
    delete from two_factor where user_id = ${userId} and confirmed_at is not null returning user_id`.execute(db);
  await sql`delete from recovery_code where user_id = ${userId}`.execute(db);
  await endChallenges(em, userId);
  return rows.length > 0;
}

/** Switches two-factor off. */
export async function disableTwoFactor(ctx: Context, raw: unknown): Promise<UserRow> {
  const { userId } = requireViewer(ctx);
  const { currentPassword, code = null } = parse(proofSchema, raw);
  const proof = await prove(ctx, { currentPassword, code });
  const isDone = await accountCommand(ctx, 'disableTwoFactor', {}, async (tx) => {
    await proof.require(tx.em);
    if (!(await removeTwoFactor(tx.em, userId))) throw isOff();
    await addJob(tx.em, 'mailAccount', { template: 'twoFactorOff', userId });
  });
  if (isDone) securityEvent(ctx, 'two_factor_off');
  return getUser(ctx, userId);
}

/** New recovery codes; those before are worthless. */
export async function regenerateRecoveryCodes(ctx: Context, raw: unknown): Promise<RecoveryCodes> {
  const { userId } = requireViewer(ctx);
  const { currentPassword, code = null } = parse(proofSchema, raw);
  const proof = await prove(ctx, { currentPassword, code });
  const codes = newRecoveryCodes();
  await accountCommand(
    ctx,
    'regenerateRecoveryCodes',
    {},
    async (tx) => {
      await proof.require(tx.em);
      const { rows } = await sql`
        select 1 from two_factor where user_id = ${userId} and confirmed_at is not null`.execute(tx.em.getKysely());
      if (rows.length === 0) throw isOff();
      await putRecoveryCodes(ctx, tx.em, userId, codes);
      await addJob(tx.em, 'mailAccount', { template: 'recoveryCodesRenewed', userId });
    },
    () => Promise.reject(toldBefore()),
  );
  securityEvent(ctx, 'recovery_codes_renewed');
  return { recoveryCodes: codes.map(showRecoveryCode) };
}
