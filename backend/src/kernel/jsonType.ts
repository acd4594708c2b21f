import type { Request, Response } from 'express';
import { AppError } from './errors.js';

/** A partial change: `null` empties a field, an absent field stays (RFC 7396). That is how every PATCH reads its body. */
const MERGE_PATCH = 'application/merge-patch+json';

/** The media types that are read as JSON. */
export const JSON_TYPES = ['application/json', MERGE_PATCH];

/** The media types that a method takes. */
const jsonTypesOf = (method: string): string[] =>
  method.toUpperCase() === 'PATCH' ? JSON_TYPES : ['application/json'];

/** Refuses a body of another media type: it would not be parsed, and would count as empty. */
export function requireJson(request: Request, response: Response): void {
  const types = jsonTypesOf(request.method);
  // `is` answers null where there is no body; a body of length 0 is none either
  if (request.is(types) !== false || request.headers['content-length'] === '0') return;
  // RFC 9110, 15.5.16 and RFC 5789, 2.2
  response.set(request.method === 'PATCH' ? 'Accept-Patch' : 'Accept', types.join(', '));
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', `The body must be JSON, sent with Content-Type: ${types.join(' or ')}`);
}
