import type { RequestHandler } from 'express';
import type { Env } from '../../env.js';

/** Request headers that pages of other sites can send, and response headers they can read, beyond CORS's own. */
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Range',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Position',
  'Range',
  'X-Device',
].join(', ');
const EXPOSED_HEADERS = [
  'Content-Disposition',
  'Content-Range',
  'Deprecation',
  'ETag',
  'Link',
  'Location',
  'Position',
  'Retry-After',
  'Revisions',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Sunset',
  'X-Request-Id',
  'X-Total-Count',
].join(', ');
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** How long a browser caches a preflight. */
const MAX_AGE_SECONDS = 7_200;

/**
 * Lets pages of ALLOWED_ORIGINS use the APIs (CORS, by the Fetch standard). Never with credentials: pages authenticate by the
 * Authorization header. Preflights for any path end here; they read nothing.
 */
export function cors({ allowedOrigins }: Pick<Env, 'allowedOrigins'>): RequestHandler {
  return (request, response, next) => {
    // also without an allowed origin, because caches must not reuse the response for another one
    response.vary('Origin');
    const origin = request.get('Origin');
    const isAllowed = origin !== undefined && allowedOrigins.has(origin);
    if (isAllowed) {
      response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED_HEADERS });
    }
    const isPreflight =
      request.method === 'OPTIONS' &&
      origin !== undefined &&
      request.get('Access-Control-Request-Method') !== undefined;
    if (!isPreflight) return next();
    if (isAllowed) {
      response.set({
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': ALLOWED_HEADERS,
        'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
      });
    }
    // without the headers above, the browser refuses the request
    response.status(204).end();
    return undefined;
  };
}
