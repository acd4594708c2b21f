import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { DAY_MS, NEW_DEVICE_MAILS_PER_HOUR } from '../../contract/limits.js';
import type { Language } from '../../contract/languages.js';
import type { Context } from '../request/context.js';
import { newId } from '../platform/lib/ids.js';
import { addJob } from '../platform/jobs/addJob.js';
import { securityEvent } from '../request/securityEvents.js';
import type { UserRow } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { rememberDevice } from './device.js';
import { describeDevice } from './describeDevice.js';
import { Session } from './session.entity.js';
import { signToken } from './token.js';

export interface SignedIn {
  user: UserRow;
  tokens: { accessToken: string };
}

/** A session and whether its device is new to the account. */
export interface OpenedSession {
  session: Session;
  isNewDevice: boolean;
}

const USER_AGENT_MAX = 300;
/** For sign-ins without a network client. */
const UNKNOWN_ADDRESS = 'unknown';

/** Compares address and user agent with earlier sessions, for clients that send no device id. */
async function isUnknownClient({ caller, userAgent }: Context, em: EntityManager, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from session
    where user_id = ${userId} and address = ${caller?.address ?? UNKNOWN_ADDRESS} and user_agent = ${userAgent.slice(0, USER_AGENT_MAX)}
    limit 1`.execute(em.getKysely());
  return rows.length === 0;
}

/** Queues a mail about a sign-in from a new device, up to an hourly limit, so that sign-ins cannot flood a mailbox. */
async function queueNewDeviceMail(ctx: Context, em: EntityManager, userId: string): Promise<void> {
  const now = ctx.resources.now();
  const { rows } = await sql<{ mailed: number }>`
    select count(*)::int as mailed from session
    where user_id = ${userId} and new_device and created_at > ${now}::timestamptz - interval '1 hour'`.execute(
    em.getKysely(),
  );
  if ((rows[0]?.mailed ?? 0) >= NEW_DEVICE_MAILS_PER_HOUR) return;
  const device = describeDevice(ctx.userAgent);
  const signIn = { device, address: ctx.caller?.address ?? UNKNOWN_ADDRESS, at: now.toISOString() };
  await addJob(em, 'mailAccount', { template: 'newDevice', userId, signIn });
}

/** Remembers the language of the browser, for mails to people who have chosen none. */
async function rememberLanguage(em: EntityManager, userId: string, language: Language): Promise<void> {
  await sql`
    update account set preferences = preferences || jsonb_build_object('browserLanguage', ${language}::text)
    where id = ${userId} and preferences ->> 'browserLanguage' is distinct from ${language}`.execute(em.getKysely());
}

/**
 * Opens a session and remembers the device. Mails the user about a new device, except for an account's first session.
 * The caller must have locked the account.
 */
export async function openSession(
  ctx: Context,
  em: EntityManager,
  userId: string,
  { isFirst = false } = {},
): Promise<OpenedSession> {
  const now = ctx.resources.now();
  const isNewDevice = await rememberDevice(ctx, em, userId);
  const isNew = !isFirst && (ctx.caller?.device ? isNewDevice : await isUnknownClient(ctx, em, userId));
  if (isNew) await queueNewDeviceMail(ctx, em, userId);
  if (ctx.language !== null) await rememberLanguage(em, userId, ctx.language);
  const session = em.create(Session, {
    id: newId(),
    userId,
    userAgent: ctx.userAgent.slice(0, USER_AGENT_MAX),
    address: ctx.caller?.address ?? UNKNOWN_ADDRESS,
    newDevice: isNew,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + ctx.resources.env.sessionDays * DAY_MS),
    revokedAt: null,
  });
  return { session, isNewDevice };
}

/** Returns the sign-in's answer after the session is committed, and makes the user this request's viewer. */
export async function signIn(
  ctx: Context,
  { session, isNewDevice }: OpenedSession,
  { user, deletionAt = null }: { user?: UserRow; deletionAt?: Date | null } = {},
): Promise<SignedIn> {
  const { userId } = session;
  if (isNewDevice) securityEvent(ctx, 'device_known', { userId });
  ctx.viewer = { userId, sessionId: session.id, deletionAt };
  const accessToken = signToken(ctx.viewer, ctx.resources.tokenKey, session.expiresAt);
  return { user: user ?? (await getUser(ctx, userId)), tokens: { accessToken } };
}
