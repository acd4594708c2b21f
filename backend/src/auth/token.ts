import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { isUuid } from '../../contract/uuid.js';

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

/** What a token that is ours says, and when it ends (seconds since 1970). */
type Signed = TokenClaims & { exp: number };

/** Who asks once asks again: tokens whose signature was found good, by the key that signed them, the latest. */
const known = new WeakMap<KeyObject, Map<string, Signed>>();
const KNOWN_AT_MOST = 1_000;

function verifySignature(token: string, key: KeyObject): Signed | 'expired' | 'forged' {
  try {
    const claims = jwt.verify(token, key, { algorithms: ['HS256'], audience: AUDIENCE });
    // the library accepts tokens without an end
    if (typeof claims === 'string' || claims.exp === undefined) return 'forged';
    const sessionId: unknown = claims['sid'];
    const { sub: userId, exp } = claims;
    return isUuid(userId) && isUuid(sessionId) ? { userId, sessionId, exp } : 'forged';
  } catch (error) {
    // the signature is looked at first
    return error instanceof jwt.TokenExpiredError ? 'expired' : 'forged';
  }
}

/**
 * What a token says, if it is ours: HS256 only, our audience, with `exp`, not expired. Else why not: one that was ours is
 * 'expired', any other 'forged'. Whether its session still stands is not asked here.
 */
export function verifyToken(token: string, key: KeyObject): TokenClaims | 'expired' | 'forged' {
  const tokens = known.get(key) ?? new Map<string, Signed>();
  known.set(key, tokens);
  const signed = tokens.get(token) ?? verifySignature(token, key);
  if (typeof signed === 'string') return signed;
  const { exp, ...claims } = signed;
  if (exp <= Date.now() / 1000) {
    tokens.delete(token);
    return 'expired';
  }
  if (!tokens.has(token)) {
    const [oldest] = tokens.keys();
    if (oldest && tokens.size >= KNOWN_AT_MOST) tokens.delete(oldest);
    tokens.set(token, signed);
  }
  return claims;
}
