import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { CHALLENGES } from '../../contract/limits.js';
import type { Context } from '../request/context.js';
import { newId } from '../platform/lib/ids.js';
import { hashToken, generateToken } from './linkToken.js';
import type { Account } from './passwordAttempt.js';

/** A sign-in that waits for its second factor. The token alone grants no access. */
export interface Challenge {
  token: string;
  expiresAt: Date;
}

/**
 * Creates a challenge, which only the device that gave the password can answer. Limits the open challenges of each
 * known device, and of all unknown devices together, so that one device cannot evict another's. The caller must have
 * locked the account.
 */
export async function issueChallenge(ctx: Context, em: EntityManager, account: Account): Promise<Challenge> {
  const { caller, resources } = ctx;
  const now = resources.now();
  const expiresAt = new Date(now.getTime() + CHALLENGES.minutes * 60_000);
  const device = caller?.device ?? null;
  const isKnown = account.knowsDevice;
  const token = generateToken();
  const db = em.getKysely();
  await sql`
    insert into login_challenge (id, user_id, token_hash, device, device_known, created_at, expires_at)
    values (${newId()}, ${account.id}, ${hashToken(token)}, ${device}, ${isKnown}, ${now}, ${expiresAt})`.execute(db);
  await sql`
    delete from login_challenge where user_id = ${account.id} and (expires_at <= ${now} or id in (
      select id from login_challenge
      where user_id = ${account.id} and device_known = ${isKnown} and (not device_known or device = ${device})
      order by created_at desc, id desc offset ${CHALLENGES.max}))`.execute(db);
  return { token, expiresAt };
}

/** Returns the user id of a valid challenge that was issued to the calling device. */
export async function findChallenge({ caller, em, resources }: Context, token: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from login_challenge
    where token_hash = ${hashToken(token)} and expires_at > ${resources.now()}
      and device is not distinct from ${caller?.device ?? null}`.execute(em.getKysely());
  return rows[0]?.userId ?? null;
}

/** Deletes a challenge. Returns false if another request has used it first. */
export async function useChallenge(em: EntityManager, token: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from login_challenge where token_hash = ${hashToken(token)} and expires_at > ${now}
    returning id`.execute(em.getKysely());
  return rows.length > 0;
}

export async function endChallenges(em: EntityManager, userId: string): Promise<void> {
  await sql`delete from login_challenge where user_id = ${userId}`.execute(em.getKysely());
}
