import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '../../contract/limits.js';

/** What every authenticator app does (RFC 6238): SHA-1, six digits, 30 seconds. */
const TOTP_FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** 160 bits, as RFC 4226 wants. */
const SECRET_BYTES = 20;

/** A new secret, in Base32 as people type it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What an authenticator app reads out of the QR code. */
export const uriOf = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...TOTP_FORM, issuer, label, secret: Secret.fromBase32(secret) }).toString();

/**
 * The step of 30 seconds that a code belongs to: this one, the one before or the one after, as clocks differ and people
 * are slow. Null for a code of no such step.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...TOTP_FORM, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Crockford's Base32: what looks alike is one character. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 50 bits: beyond guessing where wrong codes are counted, and kept as a keyed hash. */
const RECOVERY_LENGTH = 10;
const RECOVERY_FORM = new RegExp(`^[${ALPHABET}]{${RECOVERY_LENGTH}}$`);

const newRecoveryCode = (): string =>
  Array.from(randomBytes(RECOVERY_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** New recovery codes. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newRecoveryCode());
  return [...codes];
}

/** As they are shown: in two groups. */
export const showRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** A code as it was typed. */
export type TypedCode = { kind: 'totp' | 'recovery'; code: string };

/** Which kind of code this is, without what people put between characters; null where it can be neither. */
export function readCode(typed: string): TypedCode | null {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code };
  const recovery = code.replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return RECOVERY_FORM.test(recovery) ? { kind: 'recovery', code: recovery } : null;
}
