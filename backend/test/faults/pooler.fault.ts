import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SeverableProxy } from '../support/severableProxy.js';
import { newPerson, newProject, newTask } from '../support/client.js';
import { followChanges } from '../journeys/feed/changes.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { App } from './app.js';
import { Load } from './load.js';
import { hasPooler, Pooler } from './pooler.js';
import { NOTHING_LOST } from './scenarios.js';

const possible = await hasPooler();
if (!possible) console.warn('SKIPPED: no PgBouncer here, and it cannot be installed (root and apt-get are needed)');

describe.skipIf(!possible)('behind PgBouncer in session mode', { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let proxy: SeverableProxy;
  let pooler: Pooler;
  let app: App;
  beforeAll(async () => {
    database = await createDatabase();
    proxy = new SeverableProxy(database.url);
    await proxy.open();
    pooler = await Pooler.start(proxy.url);
    app = await App.make({ DATABASE_URL: pooler.url });
    await app.start();
  }, 120_000);
  afterAll(async () => {
    await app?.remove();
    await pooler?.stop();
    await proxy?.close();
    await database?.drop();
  });

  it('sixteen writers, prepared statements, jobs and the feed work at the same time', async () => {
    const person = await newPerson({ url: app.url });
    const { id } = await newProject(person);
    const feed = followChanges(app, person, [{ projectId: id, revision: 1 }]);
    await expect.poll(() => feed.socket?.readyState).toBe(1);
    const since = performance.now();
    await newTask(person, id);
    await feed.until(1);
    expect(performance.now() - since).toBeLessThan(2_000);
    await feed.stop();
    const load = await Load.begin(app);
    await load.more(300);
    expect(await load.outcome()).toEqual(NOTHING_LOST);
    const db = new pg.Client({ connectionString: database.url });
    await db.connect();
    // the worker has taken what the clock gave it
    await expect
      .poll(
        async () =>
          (
            await db.query(
              "select 1 from graphile_worker._private_known_crontabs where last_execution > now() - interval '2 minutes'",
            )
          ).rowCount,
        { timeout: 70_000 },
      )
      .toBeGreaterThan(0);
    await db.end();
  });

  it('the session settings apply: no statement waits for a lock longer than five seconds', async () => {
    const person = await newPerson({ url: app.url });
    const { id } = await newProject(person);
    const db = new pg.Client({ connectionString: database.url });
    await db.connect();
    await db.query('begin');
    await db.query('update project set name = name where id = $1', [id]);
    const since = performance.now();
    const { status, body } = await person.client.rest('put', `/projects/${id}`, { name: 'Waiting' });
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
    expect(performance.now() - since).toBeGreaterThan(4_000);
    expect(performance.now() - since).toBeLessThan(8_000);
    await db.query('rollback');
    await db.end();
    await sleep(50);
    expect((await person.client.rest('put', `/projects/${id}`, { name: 'Free' })).status).toBe(200);
  });

  it('nothing is lost or done twice, and no request takes ten seconds, when the pooler or the database is restarted', async () => {
    const person = await newPerson({ url: app.url });
    const { id } = await newProject(person);
    const feed = followChanges(app, person, [{ projectId: id, revision: 1 }]);
    await expect.poll(() => feed.socket?.readyState).toBe(1);
    const load = await Load.begin(app);
    await load.more(60);
    await pooler.restart();
    await load.more(60, 15_000);
    await proxy.close();
    await sleep(6_000);
    await proxy.open();
    const back = performance.now();
    await load.more(60, 15_000);
    expect(performance.now() - back).toBeLessThan(15_000);
    expect(await load.outcome()).toEqual(NOTHING_LOST);
    expect(load.attempts.some(({ status }) => status === 503)).toBe(true);
    for (const { ms, status } of load.attempts) {
      expect([200, 201, 503]).toContain(status);
      expect(ms).toBeLessThan(10_000);
    }
    // the feed's own connection is back too: what is new is heard at once, not by the poll
    await expect
      .poll(
        async () => {
          const { length } = feed.events;
          const since = performance.now();
          expect((await person.client.rest('put', `/projects/${id}`, { name: randomUUID() })).status).toBe(200);
          await feed.until(length + 1);
          return performance.now() - since;
        },
        { timeout: 15_000 },
      )
      .toBeLessThan(1_000);
    await feed.stop();
  });
});
