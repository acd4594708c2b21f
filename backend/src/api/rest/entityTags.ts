import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { isCompressible } from '../../platform/http/compress.js';
import { badRequest } from '../../platform/lib/errors.js';

/**
 * The suffix that `compress.ts` adds to the tag of a gzip answer: another coding is another representation (RFC 9110,
 * 8.8.3.3).
 */
const GZIP = /-gzip"$/;
const ENTITY_TAG = /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;
const HASH_LENGTH = 20;

const tagsIn = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/** Returns the strong tag of a text: the version of the object in it, if it has one, and a hash of the text. */
export function tagOf(text: string, version?: unknown): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
  return typeof version === 'number' ? `"${version}-${hash}"` : `"${hash}"`;
}

/** Returns the tag in `If-None-Match` that equals this one by weak comparison; undefined if none does. */
function knownTag(header: string, tag: string): string | undefined {
  if (header.trim() === '*') return tag;
  return tagsIn(header)
    .map((given) => given.replace(/^W\//, ''))
    .find((given) => given.replace(GZIP, '"') === tag);
}

/** Sends a text with its tag, or 304 to a client that already has the text. */
export function sendTagged(request: Request, response: Response, text: string, tag = tagOf(text)): void {
  const known = knownTag(request.get('If-None-Match') ?? '', tag);
  response.set('ETag', known ?? tag);
  if (known !== undefined && ['GET', 'HEAD'].includes(request.method)) {
    response.removeHeader('Content-Type');
    // As in a 200 (RFC 9110, 15.4.5): caches replace the stored headers, and could send gzip to a client without it.
    if (isCompressible(text)) response.vary('Accept-Encoding');
    response.status(304).end();
    return;
  }
  response.set('ETag', tag).send(text);
}

/**
 * Returns the versions in an `If-Match`: the part of each tag before the hyphen. Null for `*`, which means any version.
 * Weak tags have none, because HTTP requires strong comparison here.
 */
export function versionsIn(header: string): string[] | null {
  if (header.trim() === '*') return null;
  const tags = tagsIn(header);
  if (!tags.every((tag) => ENTITY_TAG.test(tag))) {
    throw badRequest('If-Match must be * or versions in double quotes, like "42"');
  }
  return tags.flatMap((tag) => /^"(\d+)(?:-[^"]*)?"$/.exec(tag)?.[1] ?? []);
}
