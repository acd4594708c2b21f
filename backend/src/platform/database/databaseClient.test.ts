import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { freshDatabase } from '../../../test/support/harness.js';
import { DatabaseClient } from './databaseClient.js';

afterEach(() => void vi.restoreAllMocks());

it('a database client queries by callback, so that rows can be collected early, and returns the same result as pg', async () => {
  const database = await freshDatabase();
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const client = new DatabaseClient({ connectionString: database.url });
  await client.connect();
  try {
    for (const args of [
      ['select 1 as one'],
      ['select $1::int as one', [1]],
      [{ text: 'select $1::int as one', values: [1] }],
      [{ name: 'one', text: 'select 1 as one' }],
    ]) {
      expect((await (client.query as (...args: unknown[]) => Promise<pg.QueryResult>)(...args)).rows).toEqual([
        { one: 1 },
      ]);
    }
    expect(asked.mock.calls).not.toHaveLength(0);
    for (const call of asked.mock.calls as unknown[][]) expect(call.at(-1)).toBeTypeOf('function');
    await expect(client.query('select no_such_column')).rejects.toMatchObject({
      code: '42703',
      stack: expect.not.stringContaining('onStreamRead'),
    });
    // a caller's own callback is used
    expect(
      await new Promise((resolve) => client.query('select 2 as two', (_error, { rows }) => resolve(rows))),
    ).toEqual([{ two: 2 }]);
  } finally {
    await client.end();
    await database.drop();
  }
});
