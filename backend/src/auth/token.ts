import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { isUuid } from '../../contract/text.js';

/** Whom a sign-in token is for; a token for anything else has another audience. */
const AUDIENCE = 'cairn';

export interface TokenClaims {
  userId: string;
  sessionId: string;
}

/** A bearer token (JWT, RFC 7519; HS256) that names the person and the session. Ends when the session does. */
export function signToken({ userId, sessionId }: TokenClaims, key: KeyObject, expiresAt: Date): string {
  const exp = Math.floor(expiresAt.getTime() / 1000);
  return jwt.sign({ sid: sessionId, exp }, key, { algorithm: 'HS256', subject: userId, audience: AUDIENCE });
}

/**
 * What a token says, if it is ours: HS256 only, our audience, with `exp`, not expired. Else why not: one that was ours is
 * 'expired', any other 'forged'.
 */
export function verifyToken(token: string, key: KeyObject): TokenClaims | 'expired' | 'forged' {
  try {
    const claims = jwt.verify(token, key, { algorithms: ['HS256'], audience: AUDIENCE });
    // the library accepts tokens without an end
    if (typeof claims === 'string' || claims.exp === undefined) return 'forged';
    const sessionId: unknown = claims['sid'];
    return isUuid(claims.sub) && isUuid(sessionId) ? { userId: claims.sub, sessionId } : 'forged';
  } catch (error) {
    // the signature is looked at first
    return error instanceof jwt.TokenExpiredError ? 'expired' : 'forged';
  }
}
