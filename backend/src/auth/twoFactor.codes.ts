import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '../../contract/limits.js';

/** The parameters that all authenticator apps support (RFC 6238). */
const TOTP_FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** Generates a Base32 secret. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Builds the `otpauth:` URI of the QR code. */
export const otpauthUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...TOTP_FORM, issuer, label, secret: Secret.fromBase32(secret) }).toString();

/**
 * Returns the time step of a code. Accepts the current step and its neighbors, because clocks differ. Returns null for
 * other codes.
 */
export function findTimeStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...TOTP_FORM, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Crockford's Base32, in which similar characters are equal. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 50 bits: enough because attempts are limited and codes are stored as keyed hashes. */
const RECOVERY_LENGTH = 10;
const RECOVERY_FORM = new RegExp(`^[${ALPHABET}]{${RECOVERY_LENGTH}}$`);

const newRecoveryCode = (): string =>
  Array.from(randomBytes(RECOVERY_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

export function generateRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newRecoveryCode());
  return [...codes];
}

/** Formats a recovery code in two groups. */
export const formatRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

export type TypedCode = { kind: 'totp' | 'recovery'; code: string };

/** Detects the kind of a typed code and removes separators. Returns null if it is neither. */
export function parseCode(typed: string): TypedCode | null {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code };
  const recovery = code.replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return RECOVERY_FORM.test(recovery) ? { kind: 'recovery', code: recovery } : null;
}
