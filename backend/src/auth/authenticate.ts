import type { Context, Resources, Viewer } from '../request/context.js';
import type { Caller } from '../request/rates.js';
import { requestScope } from '../platform/database/requestScope.js';
import { securityEvent } from '../request/securityEvents.js';
import { API_TOKEN_PREFIX, findApiToken, recordTokenUse } from './apiToken.reads.js';
import { recordOnce } from './recordOnce.js';
import { recordSessionUse, SEEN_EVERY_MS, activeSessionLoader } from './sessions.reads.js';
import { verifyToken } from './token.js';
import { recordVisit } from './visits.js';

/** Returns the token of an `Authorization: Bearer …` header (RFC 6750). */
export const bearerToken = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^Bearer +([^\s]+)$/i.exec(header)?.[1];

type Authenticated = Pick<Context, 'em' | 'requestId'> & { caller: Caller };

/** Returns the viewer of an API token, or null if the token is unknown, expired or revoked. */
async function authenticateProgram(
  resources: Resources,
  request: Authenticated,
  token: string,
): Promise<Viewer | null> {
  const now = resources.now();
  const found = await findApiToken(request.em, token, now);
  // an expired token is no sign of an attack
  if (found === 'unknown') securityEvent({ resources, ...request }, 'token_refused');
  if (typeof found === 'string') return null;
  const { viewer, isUseStale } = found;
  if (isUseStale && viewer.program) {
    const { tokenId } = viewer.program;
    await recordOnce(tokenId, () => recordTokenUse(request.em, [tokenId], now)).catch((error: unknown) => {
      resources.log.debug({ err: error }, 'could not record the use of a token');
    });
  }
  return viewer;
}

/**
 * Returns the viewer of a token, or null if the token is forged (which is logged) or expired, or its session was
 * revoked. Records the session's use, with the address `seenFrom` if the proxies reveal it, and a visit if `isVisit`.
 */
export async function authenticate(
  resources: Resources,
  request: Authenticated,
  token: string | undefined,
  { seenFrom = null, isVisit = false }: { seenFrom?: string | null; isVisit?: boolean } = {},
): Promise<Viewer | null> {
  if (token === undefined) return null;
  if (token.startsWith(API_TOKEN_PREFIX)) return authenticateProgram(resources, request, token);
  const claims = verifyToken(token, resources.tokenKey);
  if (claims === 'forged') securityEvent({ resources, ...request }, 'token_refused');
  if (typeof claims === 'string') return null;
  const session = await activeSessionLoader(resources).load(claims.sessionId);
  if (session?.userId !== claims.userId) return null;
  const now = resources.now();
  if (now.getTime() - Date.parse(session.lastSeenAt) > SEEN_EVERY_MS) {
    // used for display only: a failure must not fail the request
    const record = (): Promise<void> => recordSessionUse(request.em, [claims.sessionId], now, seenFrom);
    await recordOnce(claims.sessionId, record).catch((error: unknown) => {
      resources.log.debug({ err: error }, 'could not record the use of a session');
    });
  }
  if (isVisit && (session.visitAt === null || now.getTime() - Date.parse(session.visitAt) > SEEN_EVERY_MS)) {
    const scope = requestScope.getStore();
    if (scope) scope.hasRecordedVisit = true;
    const record = (): Promise<void> => recordVisit(request.em, claims.userId, now);
    await recordOnce(`visit ${claims.userId}`, record).catch((error: unknown) => {
      resources.log.debug({ err: error }, 'could not record a visit');
    });
  }
  return { ...claims, deletionAt: session.deletionAt === null ? null : new Date(session.deletionAt) };
}
