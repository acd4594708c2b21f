import { createHash, randomBytes } from 'node:crypto';

/** A token that is told once, in a mail or an answer: 32 random bytes. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of one. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
