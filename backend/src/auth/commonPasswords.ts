import { dictionary } from '@zxcvbn-ts/language-common';
import { LIMITS } from '../../contract/limits.js';
import { fieldError, invalid } from '../platform/lib/errors.js';

let common: ReadonlySet<string> | undefined;

/** Throws VALIDATION_FAILED at `field` for one of the most common passwords, ignoring case. */
export function refuseCommon(password: string, field: string): void {
  // sorted by frequency
  common ??= new Set(dictionary['passwords-common'].slice(0, LIMITS.commonPasswords));
  if (common.has(password.toLowerCase()))
    throw invalid({ [field]: fieldError('commonPassword', 'This password is too common') });
}
