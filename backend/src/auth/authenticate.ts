import type { KeyObject } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Viewer } from '../kernel/context.js';
import { verifyToken } from './token.js';

/** The token of an `Authorization: Bearer …` header (RFC 6750). */
export const bearerToken = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^Bearer +([^\s]+)$/i.exec(header)?.[1];

/** Who carries this token: null when it is not ours, has ended, or its session was revoked. */
export async function authenticate(
  em: EntityManager,
  token: string | undefined,
  key: KeyObject,
  now: Date,
): Promise<Viewer | null> {
  const claims = token === undefined ? null : verifyToken(token, key);
  if (!claims) return null;
  const { rows } = await sql`
    select 1 from session
    where id = ${claims.sessionId} and user_id = ${claims.userId} and revoked_at is null and expires_at > ${now}`.execute(
    em.getKysely(),
  );
  return rows.length > 0 ? claims : null;
}
