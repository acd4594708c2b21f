import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { badRequest } from '../../platform/lib/errors.js';

/** `compress.ts` marks the tag of a gzip answer by this: another coding is another representation (RFC 9110, 8.8.3.3). */
const GZIP = /-gzip"$/;
const ENTITY_TAG = /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;
const HASH_LENGTH = 20;

const tagsIn = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/** The strong tag of a text: a hash of it, after the version of the object that it shows, if that has one. */
export function tagOf(text: string, version?: unknown): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
  return typeof version === 'number' ? `"${version}-${hash}"` : `"${hash}"`;
}

/** The tag of `If-None-Match` that names this one, by weak comparison; undefined if none does. */
function knownTag(header: string, tag: string): string | undefined {
  if (header.trim() === '*') return tag;
  return tagsIn(header)
    .map((given) => given.replace(/^W\//, ''))
    .find((given) => given.replace(GZIP, '"') === tag);
}

/** Sends a text with its tag, or 304 without it to a client that has it already. */
export function sendTagged(request: Request, response: Response, text: string, tag = tagOf(text)): void {
  const known = knownTag(request.get('If-None-Match') ?? '', tag);
  response.set('ETag', known ?? tag);
  if (known !== undefined && ['GET', 'HEAD'].includes(request.method)) {
    response.removeHeader('Content-Type');
    response.status(304).end();
    return;
  }
  response.set('ETag', tag).send(text);
}

/**
 * The versions that an `If-Match` names: what stands before the hyphen of each tag. Null for `*`, any version. Weak tags
 * name none, as HTTP compares strongly here.
 */
export function versionsIn(header: string): string[] | null {
  if (header.trim() === '*') return null;
  const tags = tagsIn(header);
  if (!tags.every((tag) => ENTITY_TAG.test(tag))) {
    throw badRequest('If-Match must be * or versions in double quotes, like "42"');
  }
  return tags.flatMap((tag) => /^"(\d+)(?:-[^"]*)?"$/.exec(tag)?.[1] ?? []);
}
