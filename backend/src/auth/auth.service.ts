import { sql } from 'kysely';
import type { EntityManager } from '@mikro-orm/postgresql';
import { completeLoginSchema, loginSchema, type RegisterInput } from '../../contract/auth.js';
import { type Context, requireViewer, type Viewer } from '../request/context.js';
import { forbidden, invalid, unauthenticated } from '../platform/lib/errors.js';
import { addJob } from '../platform/jobs/addJob.js';
import { parse } from '../platform/lib/parse.js';
import { type SecurityDetails, securityEvent } from '../request/securityEvents.js';
import { User } from '../users/user.entity.js';
import type { UserRow } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { type Challenge, findChallenge, issueChallenge, useChallenge } from './challenge.js';
import { CODE_REFUSED, clearCodeAttempts, useCode } from './codeAttempt.js';
import { type OpenedSession, openSession, signIn, type SignedIn } from './openSession.js';
import {
  type Account,
  checkPassword,
  clearPasswordAttempts,
  findAccount,
  refundAddressAttempt,
} from './passwordAttempt.js';
import { mayUsePassword, passwordSignInOff } from './passwordSignIn.js';
import { refuseReserved } from './uniqueNames.js';
import { recordVerifiedEmail } from './verifiedEmail.js';

/** The signed-in user or, with two-factor on, the challenge to answer with a code. */
export type LoginAnswer = (SignedIn & { challenge: null }) | { user: null; tokens: null; challenge: Challenge };

type NewPerson = Omit<RegisterInput, 'password' | 'invitation'>;

export interface CreatedAccount {
  user: UserRow;
  opened: OpenedSession;
}

/**
 * Creates an account and its first session in the caller's transaction. `isVerified` if the person has proven that the
 * address is theirs.
 */
export async function createAccount(
  ctx: Context,
  em: EntityManager,
  person: NewPerson & { id: string; passwordHash: string },
  { isVerified = false } = {},
): Promise<CreatedAccount> {
  const at = ctx.resources.now();
  const user = em.create(User, { ...person, avatar: null, createdAt: at, updatedAt: at });
  await em.flush();
  await refuseReserved(em, person.email, person.id, at);
  if (isVerified) await recordVerifiedEmail(em, { userId: person.id, at });
  await addJob(em, 'mailAccount', { template: 'welcome', userId: person.id });
  return { user, opened: await openSession(ctx, em, person.id, { isFirst: true }) };
}

/** Runs after the password check or the sign-in at a provider: only the account's owner may learn that it is suspended. */
export function refuseSuspended(ctx: Context, { id, suspended }: Pick<Account, 'id' | 'suspended'>): void {
  if (!suspended) return;
  securityEvent(ctx, 'sign_in_failed', { userId: id });
  throw forbidden('This account is suspended. Ask the people who run this server.');
}

/**
 * Signs in, or returns a challenge if two-factor is on. Throws UNAUTHENTICATED for an unknown email and for a wrong
 * password, with the same text and timing, and FORBIDDEN for a suspended account with the right password. Where passwords
 * are off, throws FORBIDDEN with one text for everyone but an administrator with the right password.
 */
export async function login(ctx: Context, input: unknown): Promise<LoginAnswer> {
  const { email, password } = parse(loginSchema, input);
  const { env } = ctx.resources;
  const account = await findAccount(ctx, sql`lower(a.email) = lower(${email})`);
  const details: SecurityDetails = { email, userId: account?.id, device: account?.knowsDevice ? 'known' : 'unknown' };
  const refuse = (): never => {
    securityEvent(ctx, 'sign_in_failed', details);
    throw env.passwordSignIn ? unauthenticated('Invalid email or password') : passwordSignInOff(env);
  };
  const fits = await checkPassword(ctx, account, password, email);
  if (!account || !fits || !mayUsePassword(env, account)) return refuse();
  refuseSuspended(ctx, account);
  const begun = await ctx.resources.orm.em.fork().transactional(async (em) => {
    // locks the account and compares the hash again: a password that was replaced during the check must not open a
    // session, and concurrent sign-ins count the account's devices
    const db = em.getKysely();
    const { rows: same } = await sql`
      select 1 from account a
      where a.id = ${account.id} and a.password_hash = ${account.passwordHash} and a.suspended_at is null
      for no key update`.execute(db);
    if (same.length === 0) return refuse();
    // read with the lock held, which also guards switching two-factor
    const { rows: factors } = await sql`
      select 1 from two_factor where user_id = ${account.id} and confirmed_at is not null`.execute(db);
    return factors.length > 0 ? issueChallenge(ctx, em, account) : openSession(ctx, em, account.id);
  });
  await refundAddressAttempt(ctx, account);
  if ('token' in begun) {
    // an attacker who guesses codes has the password: only the code clears wrong password attempts
    securityEvent(ctx, 'second_factor_asked', details);
    return { user: null, tokens: null, challenge: begun };
  }
  await clearPasswordAttempts(ctx, account);
  securityEvent(ctx, 'signed_in', details);
  return { ...(await signIn(ctx, begun, account)), challenge: null };
}

/**
 * Completes a sign-in with a TOTP or recovery code. Throws UNAUTHENTICATED for a challenge that has expired, was used
 * or came from another device, and VALIDATION_FAILED at `code` for a wrong code, after which the challenge stays valid.
 */
export async function completeLogin(ctx: Context, input: unknown): Promise<SignedIn> {
  const { challenge, code } = parse(completeLoginSchema, input);
  const refuse = (): never => {
    securityEvent(ctx, 'challenge_refused');
    throw unauthenticated('This sign-in has taken too long. Please start again.');
  };
  const userId = await findChallenge(ctx, challenge);
  const account = userId && (await findAccount(ctx, sql`a.id = ${userId}`));
  if (!account) return refuse();
  if (!(await useCode(ctx, account, code))) throw invalid({ code: CODE_REFUSED });
  const { now, orm } = ctx.resources;
  const opened = await orm.em.fork().transactional(async (em) => {
    // locks out changes of the password or the second factor, which both end challenges
    await sql`select 1 from account where id = ${account.id} for no key update`.execute(em.getKysely());
    return (await useChallenge(em, challenge, now())) ? openSession(ctx, em, account.id) : refuse();
  });
  await clearPasswordAttempts(ctx, account);
  await clearCodeAttempts(ctx, account);
  const device = account.knowsDevice ? 'known' : 'unknown';
  securityEvent(ctx, 'signed_in', { userId: account.id, device });
  return signIn(ctx, opened, account);
}

/** Revokes the session of this request's token. */
export async function logout(ctx: Context): Promise<Viewer> {
  const viewer = requireViewer(ctx);
  await sql`
    update session set revoked_at = ${ctx.resources.now()} where id = ${viewer.sessionId} and revoked_at is null`.execute(
    ctx.em.getKysely(),
  );
  securityEvent(ctx, 'signed_out');
  return viewer;
}

export const me = (ctx: Context): Promise<UserRow> => getUser(ctx, requireViewer(ctx).userId);
