import { dictionary } from '@zxcvbn-ts/language-common';
import { LIMITS } from '../../contract/limits.js';
import { invalid } from '../kernel/errors.js';

let common: ReadonlySet<string> | undefined;

/** Refuses one of the passwords that attackers try first, whatever its capitals: VALIDATION_FAILED at `field`. */
export function refuseCommon(password: string, field: string): void {
  // the list is in the order of their use
  common ??= new Set(dictionary['passwords-common'].slice(0, LIMITS.commonPasswords));
  if (common.has(password.toLowerCase())) throw invalid({ [field]: ['This password is too common'] });
}
