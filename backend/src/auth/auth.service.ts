import { sql } from 'kysely';
import type { EntityManager } from '@mikro-orm/postgresql';
import { completeLoginSchema, loginSchema, type RegisterInput } from '../../contract/auth.js';
import { type Context, requireViewer, type Viewer } from '../kernel/context.js';
import { forbidden, invalid, unauthenticated } from '../kernel/errors.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { parse } from '../kernel/parse.js';
import { type SecurityDetails, securityEvent } from '../kernel/securityEvents.js';
import { User } from '../users/user.entity.js';
import type { UserRow } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { type Challenge, findChallenge, issueChallenge, takeChallenge } from './challenge.js';
import { CODE_REFUSED, forgiveCodeTries, takeCode } from './codeTry.js';
import { type OpenedSession, openSession, signIn, type SignedIn } from './openSession.js';
import { type Account, findAccount, forgiveTries, tryPassword } from './passwordTry.js';
import { refuseReserved } from './taken.js';

/** What a sign-in answers: who it is, or where two-factor is on, what to send with the code. */
export type LoginAnswer = (SignedIn & { challenge: null }) | { user: null; tokens: null; challenge: Challenge };

/** What a registration says of a person. */
type NewPerson = Omit<RegisterInput, 'password' | 'invitation'>;

/** A new account and its first session. */
export interface CreatedAccount {
  user: UserRow;
  opened: OpenedSession;
}

/** Creates an account and opens its first session, in the caller's transaction. */
export async function createAccount(
  ctx: Context,
  em: EntityManager,
  person: NewPerson & { id: string; passwordHash: string },
): Promise<CreatedAccount> {
  const at = ctx.resources.now();
  const user = em.create(User, { ...person, avatar: null, createdAt: at, updatedAt: at });
  await em.flush();
  await refuseReserved(em, person.email, person.id, at);
  await addJob(em, 'mailAccount', { template: 'welcome', userId: person.id });
  return { user, opened: await openSession(ctx, em, person.id, { isFirst: true }) };
}

/** Says that an account is suspended only to those who have given its password. */
function refuseSuspended(ctx: Context, { id, suspended }: Account): void {
  if (!suspended) return;
  securityEvent(ctx, 'sign_in_failed', { userId: id });
  throw forbidden('This account is suspended. Ask the people who run this server.');
}

/**
 * Signs in, or where two-factor is on begins to wait for the code. An unknown e-mail and a wrong password answer alike, in
 * text and in time: UNAUTHENTICATED. With the right password of a suspended account: FORBIDDEN.
 */
export async function login(ctx: Context, input: unknown): Promise<LoginAnswer> {
  const { email, password } = parse(loginSchema, input);
  const account = await findAccount(ctx, sql`lower(a.email) = lower(${email})`);
  const details: SecurityDetails = { email, userId: account?.id, device: account?.knowsDevice ? 'known' : 'unknown' };
  const refuse = (): never => {
    securityEvent(ctx, 'sign_in_failed', details);
    throw unauthenticated('Invalid email or password');
  };
  const fits = await tryPassword(ctx, account, password, email);
  if (!account || !fits) return refuse();
  refuseSuspended(ctx, account);
  const begun = await ctx.resources.orm.em.fork().transactional(async (em) => {
    // a password that is replaced while the old one is checked opens nothing: who replaces it waits for this, and then
    // ends this session too, or this waits for them and finds another hash. Sign-ins wait for each other, as each counts
    // the devices
    const db = em.getKysely();
    const { rows: same } = await sql`
      select 1 from account a
      where a.id = ${account.id} and a.password_hash = ${account.passwordHash} and a.suspended_at is null
      for no key update`.execute(db);
    if (same.length === 0) return refuse();
    // with the lock held, under which it is switched on and off
    const { rows: factors } = await sql`
      select 1 from two_factor where user_id = ${account.id} and confirmed_at is not null`.execute(db);
    return factors.length > 0 ? issueChallenge(ctx, em, account) : openSession(ctx, em, account.id);
  });
  if ('token' in begun) {
    // whoever guesses codes has the password: wrong ones of that are forgiven by the code only
    securityEvent(ctx, 'second_factor_asked', details);
    return { user: null, tokens: null, challenge: begun };
  }
  await forgiveTries(ctx, account);
  securityEvent(ctx, 'signed_in', details);
  return { ...(await signIn(ctx, begun, account)), challenge: null };
}

/**
 * Completes a sign-in by a TOTP or recovery code. UNAUTHENTICATED for a challenge that is over, was used, or came from
 * another device; VALIDATION_FAILED at `code` for a wrong one, after which the challenge goes on.
 */
export async function completeLogin(ctx: Context, input: unknown): Promise<SignedIn> {
  const { challenge, code } = parse(completeLoginSchema, input);
  const refuse = (): never => {
    securityEvent(ctx, 'challenge_refused');
    throw unauthenticated('This sign-in has taken too long. Please begin anew.');
  };
  const userId = await findChallenge(ctx, challenge);
  const account = userId && (await findAccount(ctx, sql`a.id = ${userId}`));
  if (!account) return refuse();
  if (!(await takeCode(ctx, account, code))) throw invalid({ code: [CODE_REFUSED] });
  const { now, orm } = ctx.resources;
  const opened = await orm.em.fork().transactional(async (em) => {
    // as whoever changes the password or the second factor, both of which end what waits
    await sql`select 1 from account where id = ${account.id} for no key update`.execute(em.getKysely());
    return (await takeChallenge(em, challenge, now())) ? openSession(ctx, em, account.id) : refuse();
  });
  await forgiveTries(ctx, account);
  await forgiveCodeTries(ctx, account);
  const device = account.knowsDevice ? 'known' : 'unknown';
  securityEvent(ctx, 'signed_in', { userId: account.id, device });
  return signIn(ctx, opened, account);
}

/** Ends the session that the token of this request names; the token is worthless from then on. */
export async function logout(ctx: Context): Promise<Viewer> {
  const viewer = requireViewer(ctx);
  await sql`
    update session set revoked_at = ${ctx.resources.now()} where id = ${viewer.sessionId} and revoked_at is null`.execute(
    ctx.em.getKysely(),
  );
  securityEvent(ctx, 'signed_out');
  return viewer;
}

/** The signed-in person. */
export const me = (ctx: Context): Promise<UserRow> => getUser(ctx, requireViewer(ctx).userId);
