import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { isUuid } from '../../contract/uuid.js';

/** The `aud` claim of session tokens. */
const AUDIENCE = 'cairn';

export interface TokenClaims {
  userId: string;
  sessionId: string;
}

/** Creates a session token (JWT, RFC 7519, HS256) that expires with its session. */
export function signToken({ userId, sessionId }: TokenClaims, key: KeyObject, expiresAt: Date): string {
  const exp = Math.floor(expiresAt.getTime() / 1000);
  return jwt.sign({ sid: sessionId, exp }, key, { algorithm: 'HS256', subject: userId, audience: AUDIENCE });
}

/** Verified claims; `exp` in seconds since 1970. */
type Signed = TokenClaims & { exp: number };

/** The latest verified tokens by signing key, so that repeated requests skip the signature check. */
const verified = new WeakMap<KeyObject, Map<string, Signed>>();
const VERIFIED_MAX = 1_000;

function verifySignature(token: string, key: KeyObject): Signed | 'expired' | 'forged' {
  try {
    const claims = jwt.verify(token, key, { algorithms: ['HS256'], audience: AUDIENCE });
    // the library accepts tokens without `exp`
    if (typeof claims === 'string' || claims.exp === undefined) return 'forged';
    const sessionId: unknown = claims['sid'];
    const { sub: userId, exp } = claims;
    return isUuid(userId) && isUuid(sessionId) ? { userId, sessionId, exp } : 'forged';
  } catch (error) {
    // the library checks the signature first, so an expired token is genuine
    return error instanceof jwt.TokenExpiredError ? 'expired' : 'forged';
  }
}

/**
 * Verifies a session token: HS256, our audience, unexpired. Returns 'expired' for a genuine token, 'forged' for any
 * other. Does not check the session.
 */
export function verifyToken(token: string, key: KeyObject): TokenClaims | 'expired' | 'forged' {
  const tokens = verified.get(key) ?? new Map<string, Signed>();
  verified.set(key, tokens);
  const signed = tokens.get(token) ?? verifySignature(token, key);
  if (typeof signed === 'string') return signed;
  const { exp, ...claims } = signed;
  if (exp <= Date.now() / 1000) {
    tokens.delete(token);
    return 'expired';
  }
  if (!tokens.has(token)) {
    const [oldest] = tokens.keys();
    if (oldest && tokens.size >= VERIFIED_MAX) tokens.delete(oldest);
    tokens.set(token, signed);
  }
  return claims;
}
