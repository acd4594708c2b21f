import { expect, it } from 'vitest';
import { AppError } from '../kernel/errors.js';
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

it('lets through what nobody tries first', () => {
  expect(refusal('Granite7stones')).toBeNull();
});
