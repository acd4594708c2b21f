import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.js';
import { AppError } from '../platform/lib/errors.js';
import { refuseCommon } from './commonPasswords.js';

const refusal = (password: string): unknown => {
  try {
    refuseCommon(password, 'newPassword');
    return null;
  } catch (error) {
    return error instanceof AppError ? error.fields : error;
  }
};

it('refuses the most common passwords, whatever their capitals, at the field', () => {
  expect(refusal('Password1')).toEqual({ newPassword: ['This password is too common'] });
  expect(refusal('QWERTY123')).toEqual({ newPassword: ['This password is too common'] });
});

it('refuses three thousand of them, and not the next one', () => {
  expect(LIMITS.commonPasswords).toBe(3_000);
  const known = dictionary['passwords-common'];
  const capital = (password: string): string => `${password[0]?.toUpperCase()}${password.slice(1)}`;
  expect(known.slice(0, 3_000).filter((password) => refusal(capital(password)) === null)).toEqual([]);
  expect(refusal(String(known[3_000]))).toBeNull();
});

it('accepts an uncommon password', () => {
  expect(refusal('Granite7stones')).toBeNull();
});
