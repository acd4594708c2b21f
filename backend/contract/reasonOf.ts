import type * as v from 'valibot';
import type { Reason, ReasonKey, WithReason } from './reasons.js';

/** Translates Valibot's type names in issues to JSON's. */
const toType = (expected: string | null): string => (expected ?? 'other').toLowerCase();

/** Reads the choices from the text of an issue: `("LOW" | "HIGH")`. */
const toChoices = (expected: string | null): string[] =>
  [...(expected ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, choice]) => choice ?? '');

/** Returns the reasons of Valibot's own rules. All other rules name theirs with `withReason`. */
export function reasonOf({
  type,
  kind,
  input,
  expected,
  requirement,
}: v.BaseIssue<unknown>): Pick<Reason, 'key' | 'params'> {
  const named = (requirement as Partial<WithReason> | undefined)?.reason;
  if (named) return named;
  const of = (key: ReasonKey, params: Reason['params'] = {}) => ({ key, params });
  const isAbsent = input == null || input === '';
  const limit = Number(requirement);
  switch (type) {
    case 'non_empty':
      return of('required');
    case 'min_length':
      return Array.isArray(input) ? of('tooFew', { min: limit }) : of('tooShort', { min: limit });
    case 'max_length':
      return Array.isArray(input) ? of('tooMany', { max: limit }) : of('tooLong', { max: limit });
    case 'min_value':
      return of('tooSmall', { min: limit });
    case 'max_value':
      return of('tooLarge', { max: limit });
    case 'integer':
    case 'safe_integer':
      return of('notWhole');
    case 'picklist':
    case 'enum':
      return isAbsent ? of('required') : of('notOneOf', { allowed: toChoices(expected) });
    case 'union':
      return of(isAbsent ? 'required' : 'malformed');
    default:
      if (kind !== 'schema') return of('malformed');
      // A missing field is reported as an issue of its object.
      return input == null ? of('required') : of('wrongType', { expected: toType(expected) });
  }
}
