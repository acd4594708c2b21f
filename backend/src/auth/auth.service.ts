import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { loginSchema, registerSchema } from '../../contract/auth.js';
import { type Context, requireViewer, type Viewer } from '../kernel/context.js';
import { unauthenticated } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { parse } from '../kernel/parse.js';
import { limitAddress } from '../kernel/rates.js';
import { type SecurityDetails, securityEvent } from '../kernel/securityEvents.js';
import { User } from '../users/user.entity.js';
import type { UserRow } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { refuseCommon } from './commonPasswords.js';
import { rememberDevice } from './device.js';
import { findAccount, forgiveTries, tryPassword, turnOf } from './passwordTry.js';
import { Session } from './session.entity.js';
import { refuseTaken } from './taken.js';
import { signToken } from './token.js';

/** A successful sign-in: who it is, and the token to send from now on. */
export interface SignedIn {
  user: UserRow;
  tokens: { accessToken: string };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const USER_AGENT_MAX = 300;

function newSession(ctx: Context, em: EntityManager, userId: string): Session {
  const now = ctx.services.now();
  return em.create(Session, {
    id: newId(),
    userId,
    userAgent: ctx.userAgent.slice(0, USER_AGENT_MAX),
    createdAt: now,
    expiresAt: new Date(now.getTime() + ctx.services.env.sessionDays * DAY_MS),
    revokedAt: null,
  });
}

function signIn(ctx: Context, user: UserRow, session: Session): SignedIn {
  ctx.viewer = { userId: user.id, sessionId: session.id };
  return { user, tokens: { accessToken: signToken(ctx.viewer, ctx.services.tokenKey, session.expiresAt) } };
}

/** Makes an account and signs in. VALIDATION_FAILED for input that breaks a rule and for a taken e-mail or username. */
export async function register(ctx: Context, input: unknown): Promise<SignedIn> {
  const { password, ...person } = parse(registerSchema, input);
  refuseCommon(password, 'password');
  await limitAddress(ctx, 'registerPerAddress');
  const { now, orm, passwords } = ctx.services;
  const at = now();
  const passwordHash = await passwords.hash(password, turnOf(ctx));
  const { user, session, isNew } = await orm.em
    .fork()
    .transactional(async (em) => {
      const made = { id: newId(), passwordHash, avatar: null, createdAt: at, updatedAt: at };
      const account = em.create(User, { ...person, ...made });
      const first = newSession(ctx, em, account.id);
      await em.flush();
      await addJob(em, 'mailAccount', { template: 'welcome', userId: account.id });
      return { user: account, session: first, isNew: await rememberDevice(ctx, em, account.id) };
    })
    .catch(refuseTaken(ctx, person));
  securityEvent(ctx, 'registered', { userId: user.id });
  if (isNew) securityEvent(ctx, 'device_known', { userId: user.id });
  return signIn(ctx, user, session);
}

/**
 * Signs in. An unknown e-mail and a wrong password answer alike, in text and in time: UNAUTHENTICATED.
 */
export async function login(ctx: Context, input: unknown): Promise<SignedIn> {
  const { email, password } = parse(loginSchema, input);
  const account = await findAccount(ctx, sql`lower(a.email) = lower(${email})`);
  const details: SecurityDetails = { email, userId: account?.id, device: account?.knowsDevice ? 'known' : 'unknown' };
  const refuse = (): never => {
    securityEvent(ctx, 'sign_in_failed', details);
    throw unauthenticated('Invalid email or password');
  };
  const fits = await tryPassword(ctx, account, password, email);
  if (!account || !fits) return refuse();
  const { session, isNew } = await ctx.services.orm.em.fork().transactional(async (em) => {
    // a password that is replaced while the old one is checked opens nothing: who replaces it waits for this, and then
    // ends this session too, or this waits for them and finds another hash. Sign-ins wait for each other, as each counts
    // the devices
    const { rows: same } = await sql`
      select 1 from account where id = ${account.id} and password_hash = ${account.passwordHash}
      for no key update`.execute(em.getKysely());
    if (same.length === 0) return refuse();
    return { session: newSession(ctx, em, account.id), isNew: await rememberDevice(ctx, em, account.id) };
  });
  await forgiveTries(ctx, account);
  securityEvent(ctx, 'signed_in', details);
  if (isNew) securityEvent(ctx, 'device_known', { userId: account.id });
  return signIn(ctx, await getUser(ctx, account.id), session);
}

/** Ends the session that the token of this request names; the token is worthless from then on. */
export async function logout(ctx: Context): Promise<Viewer> {
  const viewer = requireViewer(ctx);
  await sql`
    update session set revoked_at = ${ctx.services.now()} where id = ${viewer.sessionId} and revoked_at is null`.execute(
    ctx.em.getKysely(),
  );
  securityEvent(ctx, 'signed_out');
  return viewer;
}

/** The signed-in person. */
export const me = (ctx: Context): Promise<UserRow> => getUser(ctx, requireViewer(ctx).userId);
