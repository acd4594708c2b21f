import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { DAY_MS, NEW_DEVICE_MAILS_PER_HOUR } from '../../contract/limits.js';
import type { Context } from '../kernel/context.js';
import { newId } from '../kernel/ids.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { securityEvent } from '../kernel/securityEvents.js';
import type { UserRow } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { rememberDevice } from './device.js';
import { deviceWords } from './deviceWords.js';
import { Session } from './session.entity.js';
import { signToken } from './token.js';

/** A successful sign-in: who it is, and the token to send from now on. */
export interface SignedIn {
  user: UserRow;
  tokens: { accessToken: string };
}

/** A session that its transaction has opened. */
export interface OpenedSession {
  session: Session;
  /** The account did not know the device before. */
  isKnownNow: boolean;
}

const USER_AGENT_MAX = 300;
/** Where nobody asks from outside. */
const NOWHERE = 'unknown';

/** Whoever names no device is taken for the same one where address and program are those of an earlier session. */
async function isStrange({ caller, userAgent }: Context, em: EntityManager, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from session
    where user_id = ${userId} and address = ${caller?.address ?? NOWHERE} and user_agent = ${userAgent.slice(0, USER_AGENT_MAX)}
    limit 1`.execute(em.getKysely());
  return rows.length === 0;
}

/** Tells the person of a sign-in from a new device; but for so many an hour, or their mailbox could be filled. */
async function tellOfDevice(ctx: Context, em: EntityManager, userId: string): Promise<void> {
  const now = ctx.resources.now();
  const { rows } = await sql<{ told: number }>`
    select count(*)::int as told from session
    where user_id = ${userId} and new_device and created_at > ${now}::timestamptz - interval '1 hour'`.execute(
    em.getKysely(),
  );
  if ((rows[0]?.told ?? 0) >= NEW_DEVICE_MAILS_PER_HOUR) return;
  const device = deviceWords(ctx.userAgent);
  const signIn = { device, address: ctx.caller?.address ?? NOWHERE, at: now.toISOString() };
  await addJob(em, 'mailAccount', { template: 'newDevice', userId, signIn });
}

/**
 * Opens a session in a transaction that holds the account's lock, and makes the device known. The first one of an account
 * surprises nobody; of any other from a new device the person is told by mail.
 */
export async function openSession(
  ctx: Context,
  em: EntityManager,
  userId: string,
  { isFirst = false } = {},
): Promise<OpenedSession> {
  const now = ctx.resources.now();
  const isKnownNow = await rememberDevice(ctx, em, userId);
  const isNew = !isFirst && (ctx.caller?.device ? isKnownNow : await isStrange(ctx, em, userId));
  if (isNew) await tellOfDevice(ctx, em, userId);
  const session = em.create(Session, {
    id: newId(),
    userId,
    userAgent: ctx.userAgent.slice(0, USER_AGENT_MAX),
    address: ctx.caller?.address ?? NOWHERE,
    newDevice: isNew,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + ctx.resources.env.sessionDays * DAY_MS),
    revokedAt: null,
  });
  return { session, isKnownNow };
}

/** Answers a session that is committed: the request goes on as the person's own. */
export async function signIn(
  ctx: Context,
  { session, isKnownNow }: OpenedSession,
  { user, deletionAt = null }: { user?: UserRow; deletionAt?: Date | null } = {},
): Promise<SignedIn> {
  const { userId } = session;
  if (isKnownNow) securityEvent(ctx, 'device_known', { userId });
  ctx.viewer = { userId, sessionId: session.id, deletionAt };
  const accessToken = signToken(ctx.viewer, ctx.resources.tokenKey, session.expiresAt);
  return { user: user ?? (await getUser(ctx, userId)), tokens: { accessToken } };
}
