import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockDataDir } from '../../src/platform/database/embedded/dataLock.js';
import { isAlive } from '../../src/platform/database/embedded/postmaster.js';
import { waitForDatabase } from '../../src/platform/database/waitForDatabase.js';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import { built, buildServer, run } from '../support/builtProgram.js';
import { newPerson, type Person } from '../support/client.js';
import { App, SECRET } from '../faults/app.js';
import { freshDatabase } from '../support/harness.js';
import { CHANGES } from './feed/changes.js';
import { follow } from '../support/socket.js';
import { FULL_RUN } from '../support/testDepth.js';
import { createDatabase } from '../support/postgres.js';
import { onlyIf } from '../support/onlyIf.js';

/** A request whose body is sent in two parts, and the connection's answer. */
class SlowRequest {
  readonly #socket: Socket;
  readonly #rest: string;
  answer = '';
  readonly closed: Promise<void>;

  constructor(app: App, { client }: Person, name: string) {
    const body = JSON.stringify({ name });
    this.#socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    this.#socket.on('data', (data) => (this.answer += data.toString()));
    this.closed = new Promise((resolve) => this.#socket.once('close', () => resolve()));
    this.#socket.on('error', () => undefined);
    this.#rest = body.slice(5);
    this.#socket.write(
      `POST /api/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
  }

  finish(): void {
    this.#socket.write(this.#rest);
  }
}

describe.each(onlyIf(FULL_RUN, 'a server that is stopped'))('%s', { timeout: 60_000 }, () => {
  let app: App;
  beforeAll(async () => {
    app = await App.make();
  }, 120_000);
  afterAll(() => app.remove());

  it('finishes open requests for up to ten seconds, refuses new ones, and stops its database', async () => {
    await app.start();
    const person = await newPerson({ url: app.url });
    const answered = new SlowRequest(app, person, 'Answered');
    const given = new SlowRequest(app, person, 'Given up');
    await sleep(300);
    const postmaster = app.postmaster();
    const since = performance.now();
    const code = app.kill('SIGTERM');
    const asked = (): Promise<boolean> =>
      fetch(`${app.url}/healthz`).then(
        () => true,
        () => false,
      );
    await expect.poll(asked).toBe(false);
    await sleep(6_000 - (performance.now() - since));
    answered.finish();
    await answered.closed;
    expect(answered.answer).toMatch(/^HTTP\/1.1 201 /);
    expect(await code).toBe(0);
    expect(performance.now() - since).toBeLessThan(10_000);
    await given.closed;
    expect(given.answer).toBe('');
    await expect.poll(() => isAlive(postmaster)).toBe(false);
    expect(readFileSync(path.join(app.dataDir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\s*$/);
    await app.start();
    const { body } = await person.client.rest('get', '/projects');
    expect((body.data as { name: string }[]).map(({ name }) => name)).toEqual(['Answered']);
  });
});

describe.each(onlyIf(FULL_RUN, 'a server that is stopped while it migrates'))('%s', { timeout: 60_000 }, () => {
  let app: App;
  beforeAll(async () => {
    app = await App.make();
    await app.start();
  }, 120_000);
  afterAll(() => app.remove());

  it('stops its database', async () => {
    const database = await app.database();
    await database.query(
      `delete from mikro_orm_migrations where id = (select max(id) from mikro_orm_migrations);
       create function slow_change() returns event_trigger language plpgsql as 'begin perform pg_sleep(600); end';
       create event trigger slow_change on ddl_command_start execute function slow_change()`,
    );
    await database.end();
    await app.kill('SIGTERM');

    app.spawn();
    const isChanging = async (): Promise<boolean> => {
      try {
        const client = await app.database();
        const { rowCount } = await client.query(`select 1 from pg_stat_activity where wait_event = 'PgSleep'`);
        await client.end();
        return rowCount === 1;
      } catch {
        // it does not answer yet
        return false;
      }
    };
    await expect.poll(isChanging).toBe(true);
    const postmaster = app.postmaster();
    expect(await app.kill('SIGTERM')).toBe(0);
    await expect.poll(() => isAlive(postmaster)).toBe(false);
  });
});

describe('a server whose terminal is closed', { timeout: 60_000 }, () => {
  let app: App;
  beforeAll(async () => {
    app = await App.make();
    await app.start();
  }, 120_000);
  afterAll(() => app.remove());

  it('stops its database', async () => {
    const postmaster = app.postmaster();
    expect(await app.kill('SIGHUP')).toBe(0);
    await expect.poll(() => isAlive(postmaster)).toBe(false);
  });
});

describe('a server that is stopped behind a proxy (DRAIN_SECONDS)', { timeout: 60_000 }, () => {
  let app: App;
  beforeAll(async () => {
    app = await App.make({ DRAIN_SECONDS: '5' });
    await app.start();
  }, 120_000);
  afterAll(() => app.remove());

  it('says that it is not ready and serves on, while sockets are sent away one after another, none comes in', async () => {
    const person = await newPerson({ url: app.url });
    const open = () => follow(app, CHANGES, { token: person.client.token, timeout: 8_000 });
    const sockets = Array.from({ length: 40 }, open);
    await expect.poll(() => sockets.filter(({ socket }) => socket?.readyState === 1).length).toBe(40);
    const closedAt: number[] = [];
    for (const { socket } of sockets) socket?.once('close', () => closedAt.push(performance.now()));
    const ready = async (): Promise<number> => (await fetch(`${app.url}/readyz`)).status;
    expect(await ready()).toBe(200);

    const code = app.kill('SIGTERM');
    await expect.poll(ready, { interval: 20 }).toBe(503);
    const health = await fetch(`${app.url}/healthz`);
    expect([health.status, await health.json()]).toEqual([404, { status: 'leaving' }]);
    expect((await person.client.rest('post', '/projects', { name: 'Still served' })).status).toBe(201);
    const late = open();
    await late.end();
    expect(late.closed?.code).toBe(1006);
    for (const socket of sockets) expect((await socket.end()).code).toBe(1001);
    expect(await code).toBe(0);
    // forty moments by chance within five seconds
    expect(Math.max(...closedAt) - Math.min(...closedAt)).toBeGreaterThan(1_000);
  });
});

describe('cannot start, and says so in one line', { timeout: 60_000 }, () => {
  let app: App;
  beforeAll(async () => {
    await buildServer();
    app = await App.make();
  }, 120_000);
  afterAll(() => app.remove());

  const refusal = async (env: Record<string, string>): Promise<string> => {
    const program = run(built('main'), { PORT: '0', ...env });
    expect(await program.ended).toBe(1);
    expect(program.stderr().trim().split('\n')).toHaveLength(1);
    return program.stderr().trim();
  };

  it.runIf(process.platform === 'linux')('where the system makes no folders', async () => {
    expect(await refusal({ DATA_DIR: '/proc/nope/data' })).toMatch(
      /^Cairn cannot start: The data folder \/proc\/nope\/data cannot be created: ENOENT/,
    );
    const database = await freshDatabase();
    expect(await refusal({ DATA_DIR: '/proc/nope', DATABASE_URL: database.url })).toMatch(
      /^Cairn cannot start: DATA_DIR cannot be created: ENOENT/,
    );
    await database.drop();
  });

  // The program prints it like the error of the folder above.
  it('with a damaged lock, and reports what can be done', () => {
    const folder = path.join(app.dataDir, 'damaged');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'app.lock'), 'no lock');
    expect(() => lockDataDir(folder)).toThrow(
      `The file ${path.join(folder, 'app.lock')} is damaged: delete it if no other Cairn runs on this folder ` +
        '(it holds no data).',
    );
  });

  it('at an address that the machine does not have', async () => {
    const database = await freshDatabase();
    const env = { DATA_DIR: app.dataDir, DATABASE_URL: database.url, JWT_SECRET: SECRET };
    // of a network for documentation (RFC 5737)
    expect(await refusal({ ...env, HOST: '192.0.2.1' })).toBe(
      'Cairn cannot start: HOST cannot be listened on: EADDRNOTAVAIL',
    );
    await database.drop();
  });

  it('with a database that its user may not change', async () => {
    const database = await createDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const role = `guest_${database.name}`;
    await client.query(`create role ${role} login password 'guest'`);
    const url = Object.assign(new URL(database.url), { username: role, password: 'guest' }).href;
    expect(await refusal({ DATA_DIR: app.dataDir, DATABASE_URL: url, JWT_SECRET: SECRET })).toMatch(
      /^Cairn cannot start: DATABASE_URL is refused: .*permission denied.*Its user must own the database$/,
    );
    const wrong = Object.assign(new URL(url), { password: 'wrong' }).href;
    await expect(waitForDatabase(wrong, createLogger('silent'))).rejects.toThrow(
      `DATABASE_URL is refused: password authentication failed for user "${role}"`,
    );
    await expect(waitForDatabase(`${database.url}?sslmode=require`, createLogger('silent'))).rejects.toThrow(
      'DATABASE_URL is refused: The server does not support SSL connections',
    );
    await expect(waitForDatabase('postgres://cairn:100%e4@127.0.0.1/cairn', createLogger('silent'))).rejects.toThrow(
      'DATABASE_URL is refused: URI malformed',
    );
    const noFile = `${database.url}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`;
    await expect(waitForDatabase(noFile, createLogger('silent'))).rejects.toThrow(
      "DATABASE_URL is refused: ENOENT: no such file or directory, open '/nowhere/ca.pem'",
    );
    await client.query(`drop role ${role}`);
    await client.end();
    await database.drop();
  });

  it('on a PostgreSQL that is too old', async () => {
    const database = await createDatabase();
    const { hostname, port } = new URL(database.url);
    const old = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      client.pipe(upstream);
      upstream.on('data', (data) =>
        client.write(Buffer.from(data.toString('latin1').replaceAll(/1[5-9](?=\.\d)/g, '14'), 'latin1')),
      );
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
      client.once('close', () => upstream.destroy());
    }).listen(0, '127.0.0.1');
    await once(old, 'listening');
    const url = Object.assign(new URL(database.url), { host: `127.0.0.1:${(old.address() as AddressInfo).port}` }).href;
    expect(await refusal({ DATA_DIR: app.dataDir, DATABASE_URL: url, JWT_SECRET: SECRET })).toMatch(
      /^Cairn cannot start: DATABASE_URL is refused: PostgreSQL 15 or newer is needed, this is 14\./,
    );
    old.close();
    await database.drop();
  });

  it('on a database that a newer version has changed', async () => {
    const database = await freshDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`insert into mikro_orm_migrations (name) values ('Migration20991231000000_future')`);
    await client.end();
    expect(await refusal({ DATA_DIR: app.dataDir, DATABASE_URL: database.url, JWT_SECRET: SECRET })).toBe(
      'Cairn cannot start: the database was made by a newer version of the app (it has Migration20991231000000_future): ' +
        'start that version or a newer one. Nothing was changed.',
    );
    await database.drop();
  });
});
