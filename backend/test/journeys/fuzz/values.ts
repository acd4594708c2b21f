import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import type { Schema } from '../../support/jsonSchemaCheck.js';

/** Texts that break what takes them for harmless. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  'x\uDFFFx',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'é\u0301\u200D\u202E',
  '\uFEFF',
  "' or 1=1; drop table task; --",
  '$1 $2 %s %n {{7*7}} ${7*7}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '1e400',
  '9'.repeat(40),
  '0x10',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
  '2026-01-01 00:00 Foo/Bar',
  '294277-01-01',
  'allballs',
  'infinity',
  '{1,2}',
  '%',
  '\\',
  'x'.repeat(5_001),
  '😀'.repeat(600),
];

/** Time zones by the names that some know and others do not. */
const ZONES = ['CTT', 'IST', 'PST', 'Asia/Calcutta', 'asia/kolkata', 'Europe/Kyiv', 'US/Pacific', 'Etc/GMT-14', 'UTC'];

/** Characters of several code units. */
export const character = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.constantFrom('😀', '👩‍👩‍👧‍👦', '🇩🇪', 'e\u0301', '🏳️‍🌈', '𝒳', 'ש', 'ﷺ', '각', 'क्षि', '"', '\\', '“', '\u2028'),
);

/** Values that are no texts. */
const HOSTILE_VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  -0,
  0.5,
  2 ** 31,
  2 ** 53,
  1e308,
  [],
  [[]],
  [null],
  {},
  { length: 1e9 },
  JSON.parse('{"__proto__":{"role":"OWNER"}}'),
  { constructor: { prototype: { role: 'OWNER' } } },
  { toString: 1, valueOf: 'x', toJSON: 'y' },
  { $gt: '' },
  Array.from({ length: 300 }, (_, index) => index),
];

export const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Fields that no call accepts: server-side fields, and properties of every JavaScript object. */
export const PROTECTED = {
  id: '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d',
  creatorId: '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d',
  creator_id: '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d',
  authorId: '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d',
  actorId: '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d',
  userId: '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d',
  projectId: '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d',
  version: 999_999,
  revision: 999_999,
  rank: 'zzzz',
  role: 'OWNER',
  viewerRole: 'OWNER',
  deletedAt: '2020-01-01T00:00:00Z',
  deleted_at: '2020-01-01T00:00:00Z',
  createdAt: '2000-01-01T00:00:00Z',
  updatedAt: '2000-01-01T00:00:00Z',
  passwordHash: 'x',
  password_hash: 'x',
  read: true,
  kind: 'MENTION',
  members: [],
  memberIds: [],
} as const;

/** Some of them, and of `__proto__` and the like. */
export const extras: fc.Arbitrary<object> = fc.oneof(
  fc.constant({}),
  fc
    .subarray(Object.keys(PROTECTED) as (keyof typeof PROTECTED)[])
    .map((names) => Object.fromEntries(names.map((name) => [name, PROTECTED[name]]))),
  fc.constantFrom<object>(
    JSON.parse('{"__proto__":{"role":"OWNER","title":"x"}}') as object,
    JSON.parse('{"constructor":{"prototype":{"isAdmin":true}},"hasOwnProperty":1}') as object,
  ),
);

/** Rare, because GraphQL rejects requests with any unknown field. */
export const seldomExtras: fc.Arbitrary<object> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: extras },
);

/** Ids for a place where one is expected: of what is there, foreign, unknown, malformed. */
export const ids = (known: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.constantFrom(...known).map((id) => id.toUpperCase()) },
    { weight: 1, arbitrary: fc.constant(randomUUID()) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('none', `${known[0]}\n`, `${known[0]} `, known[0]?.replaceAll('-', '') ?? ''),
    },
    { weight: 1, arbitrary: hostileText },
  );

/** A value that a JSON Schema takes, nearly always: these few keywords are all that ours use. */
export function fitting(schema: Schema, known: readonly string[], more = extras): fc.Arbitrary<unknown> {
  const choices = schema['anyOf'] as Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, known, more)));
  if (schema['enum']) return fc.constantFrom(...(schema['enum'] as unknown[]));
  switch (schema['type']) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: 0, max: 200 });
    case 'array':
      return fc.array(fitting((schema['items'] ?? {}) as Schema, known, more), { maxLength: 4 });
    case 'string':
      return fittingText(schema, known);
    case 'object':
      return around(schema, known, more);
    default:
      return fc.constant(null);
  }
}

/** Moments in all the forms that RFC 3339 has for one, at the edges of days, years and what dates can be. */
const moments: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
      fc
        .constantFrom('1970-01-01', '2024-02-29', '2026-03-29T01:00', '2026-12-31T23:59:59.999', '9999-12-31T23:59')
        .map((text) => new Date(text.includes('T') ? `${text}Z` : text)),
    ),
    fc.constantFrom('Z', '+00:00', '-00:00', '+05:30', '-12:00', '+14:00', '+23:59'),
    fc.constantFrom('', '.0', '.123', '.123456', '.999999999'),
  )
  .map(([at, zone, fraction]) => `${at.toISOString().slice(0, 19)}${fraction}${zone}`);

function fittingText(schema: Schema, known: readonly string[]): fc.Arbitrary<string> {
  if (schema['format'] === 'uuid') return fc.constantFrom(...known);
  if (schema['format'] === 'date-time') return moments;
  if (schema['format'] === 'email') return fc.nat().map((n) => `fuzz${n}@tern.example`);
  // the password rule uses lookaheads
  if (String(schema['pattern']).includes('(?=')) return fc.nat().map((n) => `Granite7stones${n}`);
  if (typeof schema['pattern'] === 'string') return fc.stringMatching(new RegExp(schema['pattern']));
  const [minLength, maxLength] = [Number(schema['minLength'] ?? 0), Number(schema['maxLength'] ?? 40)];
  const length = { minLength, maxLength: Math.min(maxLength, minLength + 40) };
  return fc.oneof(
    fc.string(length),
    fc.string({ ...length, unit: 'grapheme' }),
    fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }), length).map((words) => words.join(' ')),
    fc.nat().map((n) => `Granite7stones${n}`),
    fc.array(character, { minLength: 1, maxLength: 12 }).map((some) => some.join('')),
    fc.constantFrom(...ZONES),
  );
}

/** An object around a schema: each field fits, is hostile, or is missing; others come with it. */
export function around(schema: Schema, known: readonly string[], more = extras): fc.Arbitrary<unknown> {
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const model = Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      fc.oneof({ weight: 15, arbitrary: fitting(field, known, more) }, { weight: 1, arbitrary: hostile }),
    ]),
  );
  const requiredKeys = (schema['required'] as string[] | undefined) ?? [];
  const entries = fc.oneof(
    { weight: 4, arbitrary: fc.record(model, { requiredKeys }) },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) },
  );
  const whole = fc.tuple(more, entries).map(([others, given]) => ({ ...others, ...given }));
  return fc.oneof({ weight: 12, arbitrary: whole }, { weight: 1, arbitrary: hostile });
}

/** Cursors: real ones with a changed part, and what only looks like one. */
export function cursors(real: readonly string[]): fc.Arbitrary<string> {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = fc
    .tuple(fc.constantFrom(...real), fc.constantFrom(0, 1, 1, 1, 2), hostile)
    .map(([cursor, place, value]) => {
      const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
      return encode(parts.with(place, value));
    });
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...real) },
    { weight: 5, arbitrary: forged },
    { weight: 1, arbitrary: hostile.map(encode) },
    { weight: 1, arbitrary: hostileText },
  );
}
