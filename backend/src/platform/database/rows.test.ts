import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { entityRows, Rows, time } from './rows.js';

const Letter = defineEntity({
  name: 'Letter',
  properties: { id: p.uuid().primary(), title: p.text(), secret: p.text(), sentAt: p.datetime(3).strictNullable() },
});
const LETTERS = entityRows(Letter, 'l', ['id', 'title', 'sentAt']);
const compile = ({ columns }: { columns: ReturnType<typeof sql> }): string =>
  (columns.toOperationNode() as unknown as { sqlFragments: string[] }).sqlFragments.join('');

describe('rows of an entity', () => {
  it('select its columns by the names of its fields', () => {
    expect(compile(LETTERS)).toBe('"l"."id" as "id", "l"."title" as "title", "l"."sent_at" as "sentAt"');
  });

  it('have times in ISO 8601, and no other fields', () => {
    const raw = { sentAt: '2026-11-22 06:05:19.123+00', title: 'Hello', id: '1', sortKey: 'x' };
    expect(LETTERS.toRow(raw)).toEqual({ id: '1', title: 'Hello', sentAt: '2026-11-22T06:05:19.123Z' });
    expect(LETTERS.toRow({ ...raw, sentAt: null }).sentAt).toBeNull();
  });

  it.each([
    '2026-11-22 06:05:19+00',
    '2026-11-22 06:05:19.1+00',
    '2026-11-22 06:05:19.12+00',
    '2026-11-22 06:05:19.123+00',
    '2026-11-22 06:05:19.123456+00',
    '2026-11-22 06:05:19.5+05:30',
    '9999-12-31 23:59:59.999+00',
  ])('format %s like Date.toISOString', (sentAt) => {
    expect(LETTERS.toRow({ sentAt }).sentAt).toBe(new Date(sentAt).toISOString());
  });

  it('are taken from an entity without its secrets', () => {
    const entity = { id: '1', title: 'Hello', secret: 'x', sentAt: null };
    expect(LETTERS.of(entity)).toEqual({ id: '1', title: 'Hello', sentAt: null });
  });

  it('can drop fields and add computed ones', () => {
    const some = LETTERS.pick('title', 'sentAt').with({ length: sql<number>`length(l.title)`, now: time(sql`now()`) });
    expect(compile(some)).toBe(
      '"l"."title" as "title", "l"."sent_at" as "sentAt", length(l.title) as "length", now() as "now"',
    );
    const at = '2026-11-22 06:05:19+00';
    const answered = '2026-11-22T06:05:19.000Z';
    expect(some.toRow({ title: 'Hello', sentAt: at, length: 5, now: at })).toEqual({
      title: 'Hello',
      sentAt: answered,
      length: 5,
      now: answered,
    });
  });

  it('cannot contain request values, because all requests share them', () => {
    expect(() => new Rows({ id: sql<string>`${'mine'}` })).toThrow('no values');
  });
});
