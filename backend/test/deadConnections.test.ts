import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { createOrm } from '../src/db/orm.js';
import { entities } from '../src/entities.js';
import { freshDatabase } from './harness.js';

it('a transaction whose connection dies leaves the pool as large as it was', async () => {
  const database = await freshDatabase();
  let pool: Pool | undefined;
  const orm = await createOrm({ url: database.url, entities, poolSize: 2, onPool: (made) => (pool = made) });
  try {
    for (let round = 0; round < 4; round += 1) {
      const em = orm.em.fork();
      await em.begin();
      await expect(em.execute('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(/terminat/i);
      await em.rollback().catch(() => undefined);
    }
    await expect.poll(() => pool?.totalCount, { timeout: 4_000 }).toBe(0);
    expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  } finally {
    await orm.close(true);
    await database.drop();
  }
});
