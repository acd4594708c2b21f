import { describe, expect, it } from 'vitest';
import {
  generateRecoveryCodes,
  newSecret,
  parseCode,
  formatRecoveryCode,
  findTimeStep,
  otpauthUri,
} from './twoFactor.codes.js';

/** The secret of RFC 6238, appendix B: '12345678901234567890' in Base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
/** Seconds since 1970 and the eight-digit code; its last six digits are the six-digit code. */
const VECTORS: readonly [seconds: number, code: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];

const at = (seconds: number): Date => new Date(seconds * 1000);

describe('a code of an authenticator app', () => {
  it.each(VECTORS)('is that of RFC 6238 at %d s', (seconds, code) => {
    expect(findTimeStep(SECRET, code.slice(-6), at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it.each(VECTORS)(
    'of %d s is taken one step before and after, and tells its own step; no earlier, no later',
    (seconds, code) => {
      const step = Math.floor(seconds / 30);
      const taken = [-60, -30, 0, 30, 60].map((shift) => findTimeStep(SECRET, code.slice(-6), at(step * 30 + shift)));
      expect(taken).toEqual([null, step, step, step, null]);
    },
  );

  it('is of six digits, however they are grouped', () => {
    expect(parseCode(' 123 456 ')).toEqual({ kind: 'totp', code: '123456' });
    expect(parseCode('123-456')).toEqual({ kind: 'totp', code: '123456' });
    for (const odd of ['12345', '1234567', '12345x', '', '１２３４５６']) expect(parseCode(odd)).toBeNull();
  });
});

describe('a secret', () => {
  it('has 160 bits and is another one each time', () => {
    const secrets = Array.from({ length: 50 }, newSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('is given to apps as a URI that names app and account', () => {
    const uri = new URL(otpauthUri(SECRET, 'Tern & Co', 'mara+x@tern.example'));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Tern & Co:mara+x@tern.example',
    ]);
    const told = { issuer: 'Tern & Co', secret: SECRET, algorithm: 'SHA1', digits: '6', period: '30' };
    expect(Object.fromEntries(uri.searchParams)).toEqual(told);
  });
});

describe('recovery codes', () => {
  it('are ten different codes in two groups, without ambiguous characters', () => {
    const codes = generateRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(formatRecoveryCode(code)).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
  });

  it('are parsed in any case and grouping, with ambiguous characters', () => {
    const wanted = { kind: 'recovery', code: 'ab10cd1efg' };
    for (const typed of ['ab10c-d1efg', ' AB10C D1EFG ', 'abio-cdlefg', 'ABIOCDLEFG']) {
      expect(parseCode(typed)).toEqual(wanted);
    }
    for (const odd of ['ab10c-d1ef', 'ab10c-d1efgh', 'ab10c_d1efg', 'ab10u-d1efg']) expect(parseCode(odd)).toBeNull();
  });
});
