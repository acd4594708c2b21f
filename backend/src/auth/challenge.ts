import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { CHALLENGES } from '../../contract/limits.js';
import type { Context } from '../kernel/context.js';
import { newId } from '../kernel/ids.js';
import { hashOfToken, newToken } from './linkToken.js';
import type { Account } from './passwordTry.js';

/** A sign-in that waits for its second factor: what to send with the code, and until when. It opens nothing by itself. */
export interface Challenge {
  token: string;
  expiresAt: Date;
}

/**
 * Begins to wait for a second factor. Only the device that gave the password may give the code. An account has so many at
 * once: a known device by itself, all others together, so that nobody pushes out those of another. The caller holds the
 * account's lock.
 */
export async function issueChallenge(ctx: Context, em: EntityManager, account: Account): Promise<Challenge> {
  const { caller, resources } = ctx;
  const now = resources.now();
  const expiresAt = new Date(now.getTime() + CHALLENGES.minutes * 60_000);
  const device = caller?.device ?? null;
  const isKnown = account.knowsDevice;
  const token = newToken();
  const db = em.getKysely();
  await sql`
    insert into login_challenge (id, user_id, token_hash, device, device_known, created_at, expires_at)
    values (${newId()}, ${account.id}, ${hashOfToken(token)}, ${device}, ${isKnown}, ${now}, ${expiresAt})`.execute(db);
  await sql`
    delete from login_challenge where user_id = ${account.id} and (expires_at <= ${now} or id in (
      select id from login_challenge
      where user_id = ${account.id} and device_known = ${isKnown} and (not device_known or device = ${device})
      order by created_at desc, id desc offset ${CHALLENGES.max}))`.execute(db);
  return { token, expiresAt };
}

/** Whose sign-in waits under this token, if it was begun by the device that asks. */
export async function findChallenge({ caller, em, resources }: Context, token: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from login_challenge
    where token_hash = ${hashOfToken(token)} and expires_at > ${resources.now()}
      and device is not distinct from ${caller?.device ?? null}`.execute(em.getKysely());
  return rows[0]?.userId ?? null;
}

/** Ends the wait: whoever removes the row first may sign in by it. */
export async function takeChallenge(em: EntityManager, token: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from login_challenge where token_hash = ${hashOfToken(token)} and expires_at > ${now}
    returning id`.execute(em.getKysely());
  return rows.length > 0;
}

/** From now on no sign-in of this person waits any more. */
export async function endChallenges(em: EntityManager, userId: string): Promise<void> {
  await sql`delete from login_challenge where user_id = ${userId}`.execute(em.getKysely());
}
