import type { Context, Resources, Viewer } from '../kernel/context.js';
import type { Caller } from '../kernel/rates.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { noteSeen, SEEN_EVERY_MS, standingSessions } from './sessions.reads.js';
import { verifyToken } from './token.js';

/** The token of an `Authorization: Bearer …` header (RFC 6750). */
export const bearerToken = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^Bearer +([^\s]+)$/i.exec(header)?.[1];

/**
 * Who carries this token: null when it is not ours (which the log is told), has ended, or its session was revoked. It is
 * noted as seen, from `seenFrom` where that is known through the proxies.
 */
export async function authenticate(
  resources: Resources,
  request: Pick<Context, 'em' | 'requestId'> & { caller: Caller },
  token: string | undefined,
  seenFrom: string | null = null,
): Promise<Viewer | null> {
  if (token === undefined) return null;
  const claims = verifyToken(token, resources.tokenKey);
  if (claims === 'forged') securityEvent({ resources, ...request }, 'token_refused');
  if (typeof claims === 'string') return null;
  const session = await standingSessions(resources).load(claims.sessionId);
  if (session?.userId !== claims.userId) return null;
  const now = resources.now();
  if (now.getTime() - Date.parse(session.lastSeenAt) > SEEN_EVERY_MS) {
    // what is only shown must not keep anybody waiting, nor fail what can be read
    await noteSeen(request.em, [claims.sessionId], now, seenFrom).catch((error: unknown) => {
      resources.log.debug({ err: error }, 'a session could not be noted as seen');
    });
  }
  return { ...claims, deletionAt: session.deletionAt === null ? null : new Date(session.deletionAt) };
}
