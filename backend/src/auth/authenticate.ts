import type { Context, Resources, Viewer } from '../kernel/context.js';
import type { Caller } from '../kernel/rates.js';
import { requestScope } from '../kernel/requestScope.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { API_TOKEN_PREFIX, findApiToken, noteUsed } from './apiToken.reads.js';
import { noteSeen, SEEN_EVERY_MS, standingSessions } from './sessions.reads.js';
import { verifyToken } from './token.js';
import { noteVisit } from './visits.js';

/** The token of an `Authorization: Bearer …` header (RFC 6750). */
export const bearerToken = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^Bearer +([^\s]+)$/i.exec(header)?.[1];

type Authenticated = Pick<Context, 'em' | 'requestId'> & { caller: Caller };

/** For whom a program acts by this token, and what it may: null when the token is none of ours, has ended, or was revoked. */
async function authenticateProgram(
  resources: Resources,
  request: Authenticated,
  token: string,
): Promise<Viewer | null> {
  const now = resources.now();
  const found = await findApiToken(request.em, token, now);
  // one that has ended is no attack
  if (found === 'unknown') securityEvent({ resources, ...request }, 'token_refused');
  if (typeof found === 'string') return null;
  const { viewer, isToNote } = found;
  if (isToNote && viewer.program) {
    await noteUsed(request.em, [viewer.program.tokenId], now).catch((error: unknown) => {
      resources.log.debug({ err: error }, 'a token could not be noted as used');
    });
  }
  return viewer;
}

/**
 * Who carries this token: null when it is not ours (which the log is told), has ended, or its session was revoked. It is
 * noted as seen, from `seenFrom` where that is known through the proxies; and its person as being here, if it `isVisit`.
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
  const session = await standingSessions(resources).load(claims.sessionId);
  if (session?.userId !== claims.userId) return null;
  const now = resources.now();
  if (now.getTime() - Date.parse(session.lastSeenAt) > SEEN_EVERY_MS) {
    // what is only shown must not keep anybody waiting, nor fail what can be read
    await noteSeen(request.em, [claims.sessionId], now, seenFrom).catch((error: unknown) => {
      resources.log.debug({ err: error }, 'a session could not be noted as seen');
    });
  }
  if (isVisit && (session.visitAt === null || now.getTime() - Date.parse(session.visitAt) > SEEN_EVERY_MS)) {
    const scope = requestScope.getStore();
    if (scope) scope.hasNoted = true;
    await noteVisit(request.em, claims.userId, now).catch((error: unknown) => {
      resources.log.debug({ err: error }, 'a visit could not be noted');
    });
  }
  return { ...claims, deletionAt: session.deletionAt === null ? null : new Date(session.deletionAt) };
}
