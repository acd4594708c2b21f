import * as v from 'valibot';
import { emailField, usernameField } from '../../contract/auth.js';
import { fitText } from '../../contract/graphemes.js';
import { LIMITS } from '../../contract/limits.js';
import { isStorable, isVisible } from '../../contract/text.js';

/** A person as the provider describes them. Providers can leave out any part. */
export interface Profile {
  /** Null if the provider sends no address, or an invalid one. */
  email: string | null;
  /** Whether the provider has verified that the address is theirs. */
  isVerified: boolean;
  firstName: string;
  lastName: string;
  username: string;
}

const readText = (value: unknown): string =>
  typeof value === 'string' && isStorable(value) && isVisible(value) ? value.trim() : '';
const cutName = (name: string): string => fitText(name, LIMITS.nameMax).trim();

/** Some providers send booleans as text; any other text, such as "false", is not true. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';

function readNames(claims: Readonly<Record<string, unknown>>, fallback: string): [first: string, last: string] {
  const [given, family] = [readText(claims['given_name']), readText(claims['family_name'])];
  if (given && family) return [given, family];
  const words = (readText(claims['name']) || given || family || fallback).split(/\s+/);
  const [first = fallback, ...rest] = words;
  return [first, rest.join(' ') || fallback];
}

/** Converts a text to a username that the rules allow. */
function toUsername(wanted: string): string {
  const plain = fitText(wanted.replaceAll(/[\s@]+/gu, '.'), LIMITS.usernameMax - SUFFIX_MAX);
  const padded = plain.length < LIMITS.usernameMin ? `user-${plain}` : plain;
  return v.is(usernameField, padded) ? padded : 'user-1';
}

/** Space for the digits that make a username unique. */
const SUFFIX_MAX = 6;

export function readProfile(claims: Readonly<Record<string, unknown>>): Profile {
  const email = v.safeParse(emailField, claims['email']);
  const address = email.success ? email.output : null;
  const local = address?.slice(0, address.lastIndexOf('@')) ?? '';
  const wanted = readText(claims['preferred_username']).split('@')[0] || local || 'user';
  const [firstName, lastName] = readNames(claims, local || wanted).map(cutName) as [string, string];
  return {
    email: address,
    isVerified: address !== null && isTrue(claims['email_verified']),
    firstName,
    lastName,
    username: toUsername(wanted),
  };
}
