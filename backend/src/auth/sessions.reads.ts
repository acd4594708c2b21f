import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { SESSIONS_SHOWN } from '../../contract/limits.js';
import { idArray, PREPARABLE } from '../platform/database/preparable.js';
import { type Context, requireViewer, type Resources } from '../request/context.js';
import { mayAct } from '../users/user.reads.js';
import { describeDevice } from './describeDevice.js';
import { isLive } from './isLive.js';
import type { SessionType } from './sessions.types.js';

/** Last uses are recorded to the minute, so that most requests need no write. */
export const SEEN_EVERY_MS = 60_000;

interface ActiveSession {
  id: string;
  userId: string;
  lastSeenAt: string;
  /** The user's last visit on any device. */
  visitAt: string | null;
  /** End of the account's grace period; null unless the account is being deleted. */
  deletionAt: string | null;
}

const loaders = new WeakMap<MikroORM, DataLoader<string, ActiveSession | undefined>>();

/**
 * Returns the loader of active sessions by id. It answers all requests that arrive together with one statement and
 * caches nothing.
 */
export function activeSessionLoader({
  orm,
  now,
}: Pick<Resources, 'orm' | 'now'>): DataLoader<string, ActiveSession | undefined> {
  const known = loaders.get(orm);
  if (known) return known;
  const read = async (ids: readonly string[]): Promise<(ActiveSession | undefined)[]> => {
    const at = now();
    const { rows } = await sql<ActiveSession>`
      ${PREPARABLE} select s.id, s.user_id as "userId", s.last_seen_at as "lastSeenAt", a.deletion_at as "deletionAt",
        v.seen_at as "visitAt"
      from session s join account a on a.id = s.user_id and ${mayAct(at)} left join visit v on v.user_id = s.user_id
      where s.id = any(${idArray([...new Set(ids)])}) and ${isLive(at, 's')}`.execute(orm.em.fork().getKysely());
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  };
  // setImmediate runs after pending I/O, so that requests that have already arrived join the batch
  const loader = new DataLoader(read, { cache: false, batchScheduleFn: (dispatch) => void setImmediate(dispatch) });
  loaders.set(orm, loader);
  return loader;
}

/** Records the use of sessions and its address. Skips locked rows: another process is updating them. */
export async function recordSessionUse(
  em: EntityManager,
  ids: readonly string[],
  now: Date,
  address: string | null = null,
): Promise<void> {
  await sql`
    update session set last_seen_at = ${now}, address = coalesce(${address}, address) where id in (
      select id from session
      where id = any(${[...ids]}::uuid[]) and last_seen_at < ${now}::timestamptz - interval '1 minute'
      for update skip locked)`.execute(em.getKysely());
}

/** Returns the viewer's active sessions: this one first, then by last use. */
export async function readSessions(ctx: Context): Promise<SessionType[]> {
  const { userId, sessionId } = requireViewer(ctx);
  const { rows } = await sql<{ id: string; userAgent: string; address: string; createdAt: string; lastSeenAt: string }>`
    select id, user_agent as "userAgent", address, created_at as "createdAt", last_seen_at as "lastSeenAt" from session
    where user_id = ${userId} and ${isLive(ctx.resources.now())}
    order by id = ${sessionId} desc, last_seen_at desc, id desc limit ${SESSIONS_SHOWN}`.execute(ctx.em.getKysely());
  return rows.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id,
    device: describeDevice(userAgent),
    address,
    createdAt: new Date(createdAt),
    lastSeenAt: new Date(lastSeenAt),
    current: id === sessionId,
  }));
}
