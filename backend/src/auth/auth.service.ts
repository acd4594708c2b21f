import { sql } from 'kysely';
import { loginSchema, registerSchema } from '../../contract/auth.js';
import { type Context, requireViewer, type Viewer } from '../kernel/context.js';
import { uniqueViolation } from '../kernel/databaseErrors.js';
import { invalid, unauthenticated } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { parse } from '../kernel/parse.js';
import { User } from '../users/user.entity.js';
import type { UserRow } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { Session } from './session.entity.js';
import { signToken } from './token.js';

/** A successful sign-in: who it is, and the token to send from now on. */
export interface SignedIn {
  user: UserRow;
  tokens: { accessToken: string };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const USER_AGENT_MAX = 300;

/** What is wrong with a registration that the database refused, at its field. */
const TAKEN: Record<string, Record<string, string[]>> = {
  account_email_unique: { email: ['Email is already taken'] },
  account_username_unique: { username: ['Username is already taken'] },
};

function newSession(ctx: Context, userId: string): Session {
  const now = ctx.services.now();
  return ctx.em.create(Session, {
    id: newId(),
    userId,
    userAgent: ctx.userAgent.slice(0, USER_AGENT_MAX),
    createdAt: now,
    expiresAt: new Date(now.getTime() + ctx.services.env.sessionDays * DAY_MS),
    revokedAt: null,
  });
}

function signIn(ctx: Context, user: UserRow, session: Session): SignedIn {
  const secret = ctx.services.jwtSecret;
  ctx.viewer = { userId: user.id, sessionId: session.id };
  return { user, tokens: { accessToken: signToken(ctx.viewer, secret, session.expiresAt) } };
}

/** Makes an account and signs in. VALIDATION_FAILED for input that breaks a rule and for a taken e-mail or username. */
export async function register(ctx: Context, input: unknown): Promise<SignedIn> {
  const { password, ...person } = parse(registerSchema, input);
  const now = ctx.services.now();
  const passwordHash = await ctx.services.passwords.hash(password);
  const user = ctx.em.create(User, {
    ...person,
    id: newId(),
    passwordHash,
    avatar: null,
    createdAt: now,
    updatedAt: now,
  });
  const session = newSession(ctx, user.id);
  try {
    await ctx.em.flush();
  } catch (error) {
    const fields = TAKEN[uniqueViolation(error) ?? ''];
    throw fields ? invalid(fields) : error;
  }
  return signIn(ctx, user, session);
}

/**
 * Signs in. An unknown e-mail and a wrong password answer alike, in text and in time: UNAUTHENTICATED.
 */
export async function login(ctx: Context, input: unknown): Promise<SignedIn> {
  const { email, password } = parse(loginSchema, input);
  const { rows } = await sql<{ id: string; passwordHash: string }>`
    select id, password_hash as "passwordHash" from account where lower(email) = lower(${email})`.execute(
    ctx.em.getKysely(),
  );
  const account = rows[0];
  const fits = await ctx.services.passwords.verify(password, account?.passwordHash ?? null);
  if (!account || !fits) throw unauthenticated('Invalid email or password');
  const session = newSession(ctx, account.id);
  await ctx.em.flush();
  return signIn(ctx, await getUser(ctx, account.id), session);
}

/** Ends the session that the token of this request names; the token is worthless from then on. */
export async function logout(ctx: Context): Promise<Viewer> {
  const viewer = requireViewer(ctx);
  await sql`
    update session set revoked_at = ${ctx.services.now()} where id = ${viewer.sessionId} and revoked_at is null`.execute(
    ctx.em.getKysely(),
  );
  return viewer;
}

/** The signed-in person. */
export const me = (ctx: Context): Promise<UserRow> => getUser(ctx, requireViewer(ctx).userId);
