import jwt from 'jsonwebtoken';
import { ATTACHMENTS } from '../../contract/limits.js';
import { isUuid } from '../../contract/uuid.js';
import { activeSessionLoader } from '../auth/sessions.reads.js';
import type { Resources, Viewer } from '../request/context.js';

/** The `aud` claim of tickets, so that no ticket is accepted as a session token. */
const AUDIENCE = 'cairn-file';

/** Creates a ticket with which a browser can read one attachment for a minute, as this session may. */
export function signTicket(
  { tokenKey, now }: Resources,
  { userId, sessionId }: { userId: string; sessionId: string },
  attachmentId: string,
): { ticket: string; expiresAt: Date } {
  const exp = Math.floor(now().getTime() / 1000) + ATTACHMENTS.ticketSeconds;
  const ticket = jwt.sign({ sid: sessionId, file: attachmentId, exp }, tokenKey, {
    algorithm: 'HS256',
    subject: userId,
    audience: AUDIENCE,
  });
  return { ticket, expiresAt: new Date(exp * 1000) };
}

/** Returns the viewer of a ticket for this attachment; null if it is forged, ended, or its session has ended. */
export async function readTicket(resources: Resources, ticket: string, attachmentId: string): Promise<Viewer | null> {
  let claims: string | jwt.JwtPayload;
  try {
    claims = jwt.verify(ticket, resources.tokenKey, {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      clockTimestamp: Math.floor(resources.now().getTime() / 1000),
    });
  } catch {
    return null;
  }
  if (typeof claims === 'string' || claims.exp === undefined || claims['file'] !== attachmentId) return null;
  const sessionId: unknown = claims['sid'];
  const { sub: userId } = claims;
  if (!isUuid(userId) || !isUuid(sessionId)) return null;
  const session = await activeSessionLoader(resources).load(sessionId);
  if (session?.userId !== userId || session.deletionAt !== null) return null;
  return { userId, sessionId, deletionAt: null };
}
