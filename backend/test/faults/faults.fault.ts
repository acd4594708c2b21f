import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../src/platform/database/embedded/postmaster.js';
import { newPerson, newProject, type Person } from '../support/client.js';
import { type ChangeEvent, followChanges, shape } from '../journeys/feed/changes.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import type { Following } from '../support/socket.js';
import { App } from './app.js';
import { drain, freezeDatabase, killApp, killBoth, restartDatabase, NOTHING_LOST } from './scenarios.js';

const TWICE = [1, 2];

describe('under sixteen writers nothing acknowledged is lost or done twice', { timeout: 120_000 }, () => {
  let app: App;
  beforeAll(async () => {
    app = await App.make();
    await app.start();
  }, 120_000);
  afterAll(() => app.remove());

  for (const round of TWICE) {
    it(`when the app is killed and its database keeps running as an orphan (${round})`, async () => {
      expect(await killApp(app)).toEqual(NOTHING_LOST);
    });
    it(`when the app and its database are killed together (${round})`, async () => {
      expect(await killBoth(app)).toEqual(NOTHING_LOST);
    });
    it(`when the database stops immediately and is started again (${round})`, async () => {
      expect(await restartDatabase(app)).toEqual(NOTHING_LOST);
    });
    it(`when the database is frozen for five seconds (${round})`, async () => {
      expect(await freezeDatabase(app)).toEqual(NOTHING_LOST);
    });
    it(`when the app is stopped with requests and sockets in flight (${round})`, async () => {
      expect(await drain(app)).toEqual(NOTHING_LOST);
    });
  }
});

describe('a socket that reconnects', { timeout: 60_000 }, () => {
  let app: App;
  const open: Following<unknown>[] = [];
  beforeAll(async () => {
    app = await App.make();
    await app.start();
  }, 120_000);
  afterAll(async () => {
    for (const feed of open) await feed.stop();
    await app.remove();
  });

  const follow = (person: Person, projectId: string, revision: number): Following<ChangeEvent> => {
    const feed = followChanges(app, person, [{ projectId, revision }]);
    open.push(feed);
    return feed;
  };
  const rename = async (person: Person, projectId: string, count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      const { status } = await person.client.rest('put', `/projects/${projectId}`, { name: randomUUID() });
      expect(status).toBe(200);
    }
  };
  /** The connections for wake-ups of a process: of the feed and of webhooks. */
  const LISTENERS = 2;
  const missed = (from: number, count: number): [string, number][] =>
    Array.from({ length: count }, (_, n) => ['CHANGES', from + n]);

  for (const round of TWICE) {
    it(`gets the forty events that it missed, in order and once (${round})`, async () => {
      const person = await newPerson({ url: app.url });
      const { id } = await newProject(person);
      const feed = follow(person, id, 1);
      await expect.poll(() => feed.socket?.readyState).toBe(1);
      await rename(person, id, 1);
      await feed.until(1);
      feed.socket?.terminate();
      await rename(person, id, 40);
      const again = follow(person, id, 2);
      await again.until(40);
      await sleep(100);
      expect(shape(again.events)).toEqual(missed(3, 40));
    });

    it(`gets the missed events also when the server was killed and started meanwhile (${round})`, async () => {
      const person = await newPerson({ url: app.url });
      const { id } = await newProject(person);
      const feed = follow(person, id, 1);
      await expect.poll(() => feed.socket?.readyState).toBe(1);
      await rename(person, id, 20);
      await feed.until(20);
      const cursor = feed.events.at(-1)?.revision ?? 0;
      await rename(person, id, 20);
      await app.kill();
      await app.start();
      await rename(person, id, 20);
      const again = follow(person, id, cursor);
      await again.until(40);
      await sleep(100);
      expect(shape(again.events)).toEqual(missed(cursor + 1, 40));
    });

    it(`gets events immediately again after the wake-up connection was lost (${round})`, async () => {
      const person = await newPerson({ url: app.url });
      const { id } = await newProject(person);
      const feed = follow(person, id, 1);
      await expect.poll(() => feed.socket?.readyState).toBe(1);
      const db = await app.database();
      const { rowCount } = await db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cairn-listen'`,
      );
      expect(rowCount).toBe(LISTENERS);
      await rename(person, id, 3);
      await expect.poll(() => shape(feed.events), { timeout: 5_000 }).toEqual(missed(2, 3));
      await expect
        .poll(
          async () =>
            (await db.query(`select 1 from pg_stat_activity where application_name = 'cairn-listen'`)).rowCount,
          { timeout: 5_000 },
        )
        .toBe(LISTENERS);
      await db.end();
      const since = performance.now();
      await rename(person, id, 1);
      await feed.until(4);
      expect(performance.now() - since).toBeLessThan(1_000);
    });
  }
});

describe('the start of the app', { timeout: 240_000 }, () => {
  const apps: App[] = [];
  const databases: TestDatabase[] = [];
  const make = async (env: Record<string, string> = {}): Promise<App> => {
    const app = await App.make(env);
    apps.push(app);
    return app;
  };
  const emptyDatabase = async (): Promise<string> => {
    const database = await createDatabase();
    databases.push(database);
    return database.url;
  };
  afterAll(async () => {
    for (const app of apps) await app.remove();
    for (const database of databases) await database.drop();
  }, 120_000);

  it('succeeds after a first migration that was killed at any of twenty moments', async () => {
    for (let round = 0; round < 20; round += 1) {
      const app = await make({ DATABASE_URL: await emptyDatabase() });
      const first = app.spawn();
      await sleep(400 + Math.random() * 1_600);
      first.child.kill('SIGKILL');
      await first.ended;
      await app.start();
      await newPerson({ url: app.url });
      expect(await app.kill('SIGTERM')).toBe(0);
    }
  });

  it('succeeds for two processes at the same time on one empty database, ten times', async () => {
    for (let round = 0; round < 10; round += 1) {
      const env = { DATABASE_URL: await emptyDatabase() };
      const two = await Promise.all([make(env), make(env)]);
      await Promise.all(two.map((app) => app.start()));
      for (const app of two) await newPerson({ url: app.url });
      expect(await Promise.all(two.map((app) => app.kill('SIGTERM')))).toEqual([0, 0]);
    }
  });

  for (const round of TWICE) {
    it(`fails with one line if another app uses the data folder (${round})`, async () => {
      const app = await make();
      const first = app.spawn();
      await first.line((line) => line.includes('is ready at'));
      const second = app.spawn();
      expect(await second.ended).toBe(1);
      expect(second.stderr().trim().split('\n')).toHaveLength(1);
      expect(second.stderr()).toMatch(/already used by process \d+/);
      first.child.kill('SIGTERM');
      expect(await first.ended).toBe(0);
    });

    it(`waits half a minute for a database that refuses connections, logs it, and gives up (${round})`, async () => {
      const port = await freePort();
      const app = await make({ DATABASE_URL: `postgres://cairn:hidden@127.0.0.1:${port}/cairn` });
      const since = performance.now();
      const program = app.spawn();
      await program.line((line) => line.includes('waiting for the database'));
      expect(await program.ended).toBe(1);
      expect(performance.now() - since).toBeGreaterThan(25_000);
      expect(performance.now() - since).toBeLessThan(40_000);
      expect(program.stderr().trim()).toBe(
        'Cairn cannot start: the database cannot be reached (ECONNREFUSED): check DATABASE_URL',
      );
      expect(program.lines.join('')).not.toContain('hidden');
    });
  }

  it('succeeds if the database becomes available meanwhile', async () => {
    const target = new URL(await emptyDatabase());
    const port = await freePort();
    const app = await make({ DATABASE_URL: Object.assign(new URL(target), { port: String(port) }).href });
    const program = app.spawn();
    await program.line((line) => line.includes('waiting for the database'));
    const proxy = createServer((inner) => {
      const outer = connect(Number(target.port), target.hostname);
      for (const socket of [inner, outer]) socket.on('error', () => undefined);
      inner.pipe(outer).pipe(inner);
    }).listen(port, '127.0.0.1');
    await program.line((line) => line.includes('is ready at'));
    expect(await app.kill('SIGTERM')).toBe(0);
    proxy.close();
  });
});
