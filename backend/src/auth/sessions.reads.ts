import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { SESSIONS_SHOWN } from '../../contract/limits.js';
import { ONE_PLAN } from '../kernel/onePlan.js';
import { type Context, requireViewer, type Resources } from '../kernel/context.js';
import { mayAct } from '../users/user.reads.js';
import { deviceWords } from './deviceWords.js';

/** A sign-in of the viewer that stands. */
export interface SessionRow {
  id: string;
  device: string;
  address: string;
  createdAt: Date;
  lastSeenAt: Date;
  current: boolean;
}

/** When a session was last seen is known to the minute: nobody pays a write a request for it. */
export const SEEN_EVERY_MS = 60_000;

/** A session that stands, as requests ask for it. */
interface Standing {
  id: string;
  userId: string;
  lastSeenAt: string;
  /** When its person was last noted as being here, on whatever device. */
  visitAt: string | null;
  /** When its account is to be deleted; null unless somebody has asked for that. */
  deletionAt: string | null;
}

const loaders = new WeakMap<MikroORM, DataLoader<string, Standing | undefined>>();

/**
 * Sessions that stand, by id. Requests that arrive together, which is when there are many, are answered by one statement
 * that begins after the last of them; nothing is remembered.
 */
export function standingSessions({
  orm,
  now,
}: Pick<Resources, 'orm' | 'now'>): DataLoader<string, Standing | undefined> {
  const known = loaders.get(orm);
  if (known) return known;
  const read = async (ids: readonly string[]): Promise<(Standing | undefined)[]> => {
    const at = now();
    const { rows } = await sql<Standing>`
      ${ONE_PLAN} select s.id, s.user_id as "userId", s.last_seen_at as "lastSeenAt", a.deletion_at as "deletionAt",
        v.seen_at as "visitAt"
      from session s join account a on a.id = s.user_id and ${mayAct(at)} left join visit v on v.user_id = s.user_id
      where s.id = any(${[...new Set(ids)]}::uuid[]) and s.revoked_at is null and s.expires_at > ${at}`.execute(
      orm.em.fork().getKysely(),
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  };
  // what has arrived is read before this is called
  const loader = new DataLoader(read, { cache: false, batchScheduleFn: (dispatch) => void setImmediate(dispatch) });
  loaders.set(orm, loader);
  return loader;
}

/** Notes that sessions are in use, and from where; one that somebody else is at just now is noted by them. */
export async function noteSeen(
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

/** The viewer's sessions that stand, this one first, then those used last. */
export async function readSessions(ctx: Context): Promise<SessionRow[]> {
  const { userId, sessionId } = requireViewer(ctx);
  const { rows } = await sql<{ id: string; userAgent: string; address: string; createdAt: string; lastSeenAt: string }>`
    select id, user_agent as "userAgent", address, created_at as "createdAt", last_seen_at as "lastSeenAt" from session
    where user_id = ${userId} and revoked_at is null and expires_at > ${ctx.resources.now()}
    order by id = ${sessionId} desc, last_seen_at desc, id desc limit ${SESSIONS_SHOWN}`.execute(ctx.em.getKysely());
  return rows.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id,
    device: deviceWords(userAgent),
    address,
    createdAt: new Date(createdAt),
    lastSeenAt: new Date(lastSeenAt),
    current: id === sessionId,
  }));
}
