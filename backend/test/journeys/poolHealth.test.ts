import pg, { type Pool } from 'pg';
import { expect, it } from 'vitest';
import { createOrm } from '../../src/platform/database/orm.js';
import { entities } from '../../src/modules.js';
import { freshDatabase } from '../support/harness.js';
import { createDatabase } from '../support/postgres.js';

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

const SETTINGS = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('idle_in_transaction_session_timeout') as idle, current_setting('plan_cache_mode') as plan,
  current_setting('max_parallel_workers_per_gather') as workers, current_setting('timezone') as zone`;

it('our settings are in force on every connection, whatever the address says', async () => {
  const database = await freshDatabase();
  const others = '-c statement_timeout=100 -c lock_timeout=0 -c timezone=Asia/Tokyo';
  const orm = await createOrm({ url: `${database.url}?options=${encodeURIComponent(others)}`, entities, poolSize: 3 });
  try {
    const found = await Promise.all([1, 2, 3, 4, 5, 6].map(() => orm.em.fork().execute(SETTINGS)));
    for (const rows of found) {
      expect(rows).toEqual([{ statement: '8s', lock: '5s', idle: '10s', plan: 'auto', workers: '0', zone: 'UTC' }]);
    }
  } finally {
    await orm.close(true);
    await database.drop();
  }
});

it('a connection that turns out to take no writes is let go, and those that idle with it', async () => {
  const database = await createDatabase();
  let pool: Pool | undefined;
  const orm = await createOrm({ url: database.url, entities, poolSize: 3, onPool: (made) => (pool = made) });
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  try {
    // connections that were made while the database was not ours to write to
    await admin.query(`alter database "${database.name}" set default_transaction_read_only = on`);
    await Promise.all([1, 2, 3].map(() => orm.em.fork().execute('select pg_sleep(0.1)')));
    await admin.query(`alter database "${database.name}" reset default_transaction_read_only`);
    const write = () => orm.em.fork().execute('create table written ()');
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    await expect.poll(() => pool?.totalCount, { timeout: 4_000 }).toBe(0);
    await write();
  } finally {
    await admin.end();
    await orm.close(true);
    await database.drop();
  }
});
