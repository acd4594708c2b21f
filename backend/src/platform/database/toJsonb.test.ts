import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { startServer, type TestServer } from '../../../test/support/harness.js';
import { storableJson, toJsonb } from './toJsonb.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const stored = async (value: unknown): Promise<unknown> => {
  const db = server.orm.em.fork().getKysely();
  return (await sql<{ it: unknown }>`select ${toJsonb(value)} as it`.execute(db)).rows[0]?.it;
};

describe('toJsonb', () => {
  it.each([
    ['half an emoji', { text: 'a\uD83D' }, { text: 'a\uFFFD' }],
    ['the other half, in a name', { 'x\uDE00': [1, 'y\uDE00'] }, { 'x\uFFFD': [1, 'y\uFFFD'] }],
    ['NUL', ['a\u0000b'], ['a\uFFFDb']],
    ['an escaped look-alike', { text: '\\ud83d \\u0000' }, { text: '\\ud83d \\u0000' }],
    ['a whole emoji', { text: '😀' }, { text: '😀' }],
    ['a date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
  ])('replaces only characters that jsonb cannot store: %s', async (_what, value, kept) => {
    expect(await stored(value)).toEqual(kept);
  });

  it('produces a value that PostgreSQL accepts, whatever its texts are', async () => {
    const any = fc.string({ unit: 'binary', maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.array(any), fc.dictionary(any, any), async (list, fields) => {
        const value = { list: [...list, '\uD800'], fields };
        expect(await stored(value)).toEqual(JSON.parse(storableJson(value)));
      }),
    );
  });
});
