import type { RequestHandler } from 'express';
import type { Env } from './env.js';

/** What pages of other sites may send beside what any page may, and read beside what any page can. */
const TAKEN = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Position',
  'X-Device',
].join(', ');
const SHOWN = [
  'ETag',
  'Link',
  'Location',
  'Position',
  'Retry-After',
  'Revisions',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
  'X-Total-Count',
].join(', ');
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** For so long a browser need not ask again. */
const REMEMBERED_SECONDS = 7_200;

/**
 * Lets pages of the sites in ALLOWED_ORIGINS use the interfaces (CORS, by the Fetch standard). Never with credentials: who
 * asks is known by the header that the page itself sends. A preflight is answered here, whatever it is for: nothing is read
 * for it and nobody asked.
 */
export function cors({ allowedOrigins }: Pick<Env, 'allowedOrigins'>): RequestHandler {
  return (request, response, next) => {
    // also where nobody is let in: what is stored for one origin is no answer for another
    response.vary('Origin');
    const origin = request.get('Origin');
    const isAllowed = origin !== undefined && allowedOrigins.has(origin);
    if (isAllowed) {
      response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': SHOWN });
    }
    const isPreflight =
      request.method === 'OPTIONS' &&
      origin !== undefined &&
      request.get('Access-Control-Request-Method') !== undefined;
    if (!isPreflight) return next();
    if (isAllowed) {
      response.set({
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': TAKEN,
        'Access-Control-Max-Age': String(REMEMBERED_SECONDS),
      });
    }
    // without these a browser goes no further
    response.status(204).end();
    return undefined;
  };
}
