import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson } from '../support/client.js';
import { App } from './app.js';

let app: App;
beforeAll(async () => {
  app = await App.make();
  await app.start();
}, 120_000);
afterAll(() => app.remove());

it('a write that has not reached the standby is refused within the time limit, and its repeat finds it applied once', async () => {
  const person = await newPerson({ url: app.url });
  const db = await app.database();
  const waitFor = async (standby: string): Promise<void> => {
    await db.query(`alter system set synchronous_standby_names = '${standby}'`);
    await db.query('select pg_reload_conf()');
  };
  const make = (name: string) =>
    person.client.rest('post', '/projects', { name }, { 'Idempotency-Key': `make-${name}` });
  // a standby that is not there
  await waitFor('nobody');
  await expect
    .poll(async () => (await db.query('show synchronous_standby_names')).rows[0])
    .toMatchObject({
      synchronous_standby_names: 'nobody',
    });

  const since = performance.now();
  const waited = await make('Waited');
  expect([waited.status, waited.body.code]).toEqual([503, 'UNAVAILABLE']);
  expect(performance.now() - since).toBeLessThan(10_000);

  const waiters = `from pg_stat_activity where wait_event = 'SyncRep' and query = 'commit'`;
  const before = (await db.query<{ pid: number }>(`select pid ${waiters}`)).rows.map(({ pid }) => pid);
  const given = make('Cancelled');
  await expect
    .poll(
      async () => (await db.query(`select pg_cancel_backend(pid) ${waiters} and pid <> all($1)`, [before])).rowCount,
    )
    .toBe(1);
  const cancelled = await given;
  expect([cancelled.status, cancelled.body.code]).toEqual([503, 'UNAVAILABLE']);

  await waitFor('');
  for (const name of ['Waited', 'Cancelled']) {
    await expect.poll(async () => (await make(name)).status, { timeout: 15_000 }).toBe(201);
  }
  const { body } = await person.client.rest('get', '/projects');
  expect((body.data as { name: string }[]).map(({ name }) => name).sort()).toEqual(['Cancelled', 'Waited']);
  await db.end();
}, 90_000);
