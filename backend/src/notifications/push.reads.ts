import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import webPush from 'web-push';
import { isLive } from '../auth/isLive.js';
import type { Resources } from '../request/context.js';
import type { PushKey, PushTarget } from '../platform/push/pushSender.js';

/** Passed to `seal` and `open` instead of an account's id, because the private key belongs to no account. */
export const PUSH_KEY_OWNER = 'push';

/**
 * Returns the VAPID key, created once and shared by all processes. A key sealed with another SECRET_KEY cannot be opened: it is
 * replaced, and the subscriptions made with it are deleted.
 */
export async function loadPushKey({ orm, secrets }: Pick<Resources, 'orm' | 'secrets'>): Promise<PushKey> {
  const read = async (em: EntityManager): Promise<PushKey | null> => {
    const { rows } = await sql<PushKey>`
      select public_key as "publicKey", private_key as "privateKey" from push_key`.execute(em.getKysely());
    const privateKey = rows[0] ? secrets.open(rows[0].privateKey, PUSH_KEY_OWNER) : null;
    return rows[0] && privateKey !== null ? { publicKey: rows[0].publicKey, privateKey } : null;
  };
  const found = await read(orm.em.fork());
  if (found) return found;
  return orm.em.fork().transactional(async (em) => {
    const db = em.getKysely();
    await sql`lock table push_key in share row exclusive mode`.execute(db);
    const other = await read(em);
    if (other) return other;
    const key = webPush.generateVAPIDKeys();
    await sql`delete from push_subscription`.execute(db);
    await sql`
      insert into push_key (public_key, private_key) values (${key.publicKey}, ${secrets.seal(key.privateKey, PUSH_KEY_OWNER)})
      on conflict (id) do update set public_key = excluded.public_key, private_key = excluded.private_key`.execute(db);
    return key;
  });
}

/** SQL array of the ids of a person's push subscriptions whose sessions are active. */
export const selectPushTargets = (userId: RawBuilder<unknown>, now: Date): RawBuilder<string[]> => sql<string[]>`array(
  select ps.id::text from push_subscription ps join session s on s.id = ps.session_id
  where ps.user_id = ${userId} and ${isLive(now, 's')})`;

/** Returns the ids of the active push subscriptions, by person. */
export async function readPushTargets(
  em: EntityManager,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, readonly string[]>> {
  const { rows } = await sql<{ id: string; targets: string[] }>`
    select a.id, ${selectPushTargets(sql`a.id`, now)} as targets from account a
    where a.id = any(${[...userIds]}::uuid[])`.execute(em.getKysely());
  return new Map(rows.map(({ id, targets }) => [id, targets]));
}

/** Returns a push subscription; undefined if it was removed or its session has ended. */
export async function readPushTarget(em: EntityManager, id: string, now: Date): Promise<PushTarget | undefined> {
  const { rows } = await sql<PushTarget>`
    select ps.endpoint, ps.p256dh, ps.auth from push_subscription ps join session s on s.id = ps.session_id
    where ps.id = ${id} and ${isLive(now, 's')}`.execute(em.getKysely());
  return rows[0];
}
