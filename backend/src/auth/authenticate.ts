import { sql } from 'kysely';
import type { Context, Services, Viewer } from '../kernel/context.js';
import type { Caller } from '../kernel/rates.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { verifyToken } from './token.js';

/** The token of an `Authorization: Bearer …` header (RFC 6750). */
export const bearerToken = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^Bearer +([^\s]+)$/i.exec(header)?.[1];

/** Who carries this token: null when it is not ours (which the log is told), has ended, or its session was revoked. */
export async function authenticate(
  services: Services,
  request: Pick<Context, 'em' | 'requestId'> & { caller: Caller },
  token: string | undefined,
): Promise<Viewer | null> {
  if (token === undefined) return null;
  const claims = verifyToken(token, services.tokenKey);
  if (claims === 'forged') securityEvent({ services, ...request }, 'token_refused');
  if (typeof claims === 'string') return null;
  const { rows } = await sql`
    select 1 from session
    where id = ${claims.sessionId} and user_id = ${claims.userId} and revoked_at is null and expires_at > ${services.now()}`.execute(
    request.em.getKysely(),
  );
  return rows.length > 0 ? claims : null;
}
