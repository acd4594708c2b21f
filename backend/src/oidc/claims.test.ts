import { expect, it } from 'vitest';
import { readProfile } from './claims.js';

it.each([
  [{ given_name: 'Ines', family_name: 'Sol' }, 'Ines', 'Sol'],
  [{ name: 'Ines de la Sol' }, 'Ines', 'de la Sol'],
  [{ name: 'Ines' }, 'Ines', 'user'],
  [{ given_name: 'Ines' }, 'Ines', 'user'],
  [{ email: 'ines.sol@tern.example' }, 'ines.sol', 'ines.sol'],
  [{ name: 7, given_name: null, email: 'ines@tern.example' }, 'ines', 'ines'],
  [{ given_name: '\u200B', family_name: '\u2060', email: 'ines@tern.example' }, 'ines', 'ines'],
  [{}, 'user', 'user'],
])('reads the names of %o', (claims, firstName, lastName) => {
  expect(readProfile(claims)).toMatchObject({ firstName, lastName });
});

it('takes an address as verified only if the provider says so', () => {
  const email = 'ines@tern.example';
  const isVerified = (email_verified: unknown): boolean => readProfile({ email, email_verified }).isVerified;
  expect([true, 'true'].map(isVerified)).toEqual([true, true]);
  expect([false, 'false', 1, 'yes', null, undefined].map(isVerified)).toEqual(Array(6).fill(false));
  expect(readProfile({ email: 'none', email_verified: true })).toMatchObject({ email: null, isVerified: false });
});

it('makes usernames that the rules allow', () => {
  const username = (preferred_username: string): string => readProfile({ preferred_username }).username;
  expect(username('ines')).toBe('ines');
  expect(username('ines@tern.example')).toBe('ines');
  expect(username('Ines  Sol')).toBe('Ines.Sol');
  expect(username('x')).toBe('user-x');
  expect(username('n'.repeat(90)).length).toBeLessThanOrEqual(44);
  expect(username('')).toBe('user');
});
