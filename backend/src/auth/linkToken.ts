import { createHash, randomBytes } from 'node:crypto';

/** A link to mail to the person of an account. */
export interface MailedLink {
  email: string;
  firstName: string;
  preferences: Record<string, unknown>;
  token: string;
}

/** 32 random bytes in base64url. */
export const generateToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
