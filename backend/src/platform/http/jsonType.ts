import type { Request, Response } from 'express';
import { AppError } from '../lib/errors.js';

/** RFC 7396: `null` clears a field, an absent field stays. Every PATCH reads its body that way. */
const MERGE_PATCH = 'application/merge-patch+json';

/** The media types that are parsed as JSON. */
export const JSON_TYPES = ['application/json', MERGE_PATCH];

const acceptedTypes = (method: string): string[] =>
  method.toUpperCase() === 'PATCH' ? JSON_TYPES : ['application/json'];

/** Refuses a body of another media type: it would not be parsed, and would count as empty. */
export function requireJson(request: Request, response: Response): void {
  const types = acceptedTypes(request.method);
  // `is` returns null without a body; a body of length 0 counts as none
  if (request.is(types) !== false || request.headers['content-length'] === '0') return;
  // RFC 9110, 15.5.16 and RFC 5789, 2.2
  response.set(request.method === 'PATCH' ? 'Accept-Patch' : 'Accept', types.join(', '));
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', `The body must be JSON, sent with Content-Type: ${types.join(' or ')}`);
}
