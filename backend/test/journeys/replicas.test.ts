import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { LIMITS } from '../../contract/limits.js';
import { type EmbeddedPostgres, startEmbedded } from '../../src/platform/database/embedded/startEmbedded.js';
import { SeverableProxy } from '../support/severableProxy.js';
import { addMember, Client, newPerson, newProject, newTask, PASSWORD, type Person } from '../support/client.js';
import { migrated, startServer, type TestServer } from '../support/harness.js';
import { pause } from './feed/changes.js';
import { follow } from '../support/socket.js';
import { startStandby } from '../support/standby.js';

/** After this time, a removal applies to all readers, including those without a position. */
const BEHIND_MS = 1_000;

const dir = mkdtempSync(join(tmpdir(), 'cairn-replicas-'));
const started: EmbeddedPostgres[] = [];
let primaryUrl: string;
let standbyUrl: string;
/** Between the servers and the replica. */
let proxy: SeverableProxy;
/** Two processes of the app. */
let server: TestServer;
let other: TestServer;
let primary: pg.Client;
let standby: pg.Client;
/** Observes the primary; another connection holds the locks. */
let watcher: pg.Client;
const open: { stop: () => Promise<void> }[] = [];

const envOf = (readUrl: string) => ({ DATABASE_URL: primaryUrl, READ_DATABASE_URL: readUrl });

beforeAll(async () => {
  const log = { info: () => undefined, warn: () => undefined, error: console.error };
  const how = { log, settings: { shared_buffers: '32MB' }, durable: false };
  const primaryDir = join(dir, 'primary');
  const first = await startEmbedded({ ...how, dataDir: primaryDir });
  started.push(first);
  primaryUrl = first.url;
  await migrated(primaryUrl);
  const second = await startStandby({
    ...how,
    start: startEmbedded,
    primaryUrl,
    primaryDir,
    dataDir: join(dir, 'standby'),
  });
  started.push(second);
  standbyUrl = second.url;
  proxy = new SeverableProxy(standbyUrl);
  await proxy.open();
  const start = () => startServer({ databaseUrl: primaryUrl, env: envOf(proxy.url) });
  [server, other] = await Promise.all([start(), start()]);
  primary = new pg.Client(primaryUrl);
  standby = new pg.Client(standbyUrl);
  watcher = new pg.Client(primaryUrl);
  await Promise.all([primary, standby, watcher].map((client) => client.connect()));
});
afterAll(async () => {
  for (const one of open) await one.stop();
  await Promise.all([server?.close(), other?.close()]);
  await Promise.all([primary, standby, watcher].map((client) => client?.end()));
  await proxy?.close();
  await Promise.all(started.map((one) => one.stop()));
  rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});
afterEach(async () => {
  await primary.query('rollback');
  await standby.query('select pg_wal_replay_resume() where pg_is_in_recovery()');
});

const hold = (position: string | null) => ({ ...(position !== null && { position }) });
/** A person's client at the other process. */
const atOther = ({ client }: Person): Client => new Client(other, client.token);

/** Asks until the replica has answered, and answers with the position that it was answered with. */
async function served(client: Client, at: TestServer = server): Promise<string> {
  let position: string | null = null;
  const answeredByReplica = async (): Promise<boolean> => {
    const before = at.fromReplica.length;
    ({ headers: { position } = { position: null } } = await readPosition(client, position));
    return at.fromReplica.length > before;
  };
  await expect.poll(answeredByReplica, { timeout: 25_000, interval: 20 }).toBe(true);
  return position ?? '';
}
async function readPosition(client: Client, position: string | null) {
  const { headers } = await client.rest('get', '/projects', undefined, hold(position));
  return { headers: { position: headers.get('position') } };
}

/** Nothing that is written from now on reaches the replica. */
async function pauseReplay(): Promise<void> {
  await standby.query('select pg_wal_replay_pause()');
  const state = async () => (await standby.query('select pg_get_wal_replay_pause_state() as state')).rows[0].state;
  // transmission between two records must finish
  await expect.poll(state, { interval: 10 }).toBe('paused');
}

const titles = async (client: Client, projectId: string, position: string | null): Promise<string[]> => {
  const { status, body } = await client.rest('get', `/tasks?projectId=${projectId}`, undefined, hold(position));
  expect(status).toBe(200);
  return body.data.map(({ title }: { title: string }) => title);
};

describe('with READ_DATABASE_URL', { timeout: 60_000 }, () => {
  it('lists, search, figures and history come from the replica by both transports, and nothing of them from the primary', async () => {
    const mara = await newPerson(server);
    const { id } = await newProject(mara);
    const task = await newTask(mara, id, { title: 'Order the lamps' });
    const position = await served(mara.client);
    expect(position).toMatch(/^[\da-f]{24}$/);
    const reads = [
      () => mara.client.rest('get', '/tasks?search=lamps', undefined, hold(position)),
      () => mara.client.rest('get', '/dashboard/stats', undefined, hold(position)),
      () => mara.client.rest('get', `/projects/${id}/changes`, undefined, hold(position)),
      () => mara.client.rest('get', `/tasks/${task.id}/history`, undefined, hold(position)),
      () =>
        mara.client.graphql(
          '{ tasks { nodes { id project { name } } } activity { nodes { at } } }',
          {},
          hold(position),
        ),
    ];
    for (const read of reads) {
      const [asked, replica] = [server.asked.length, server.fromReplica.length];
      const { status, headers } = await read();
      expect(status).toBe(200);
      expect(server.fromReplica.length).toBeGreaterThan(replica);
      // reads with a position ahead of the replica go to the primary
      expect(server.asked.slice(asked).filter((text) => !text.includes('from session'))).toEqual([]);
      expect((headers.get('position') ?? '') >= position).toBe(true);
    }
  });

  it('sign-in, sessions, the account and every write stay on the primary', async () => {
    const mara = await newPerson(server);
    const position = await served(mara.client);
    const before = server.fromReplica.length;
    const login = { email: mara.email, password: PASSWORD };
    expect((await mara.client.rest('post', '/auth/login', login, hold(position))).status).toBe(200);
    expect((await mara.client.rest('get', '/auth/sessions', undefined, hold(position))).status).toBe(200);
    expect((await mara.client.graphql('{ sessions { id } }', {}, hold(position))).status).toBe(200);
    const { body } = await mara.client.rest('post', '/projects', { name: 'Lamps' }, hold(position));
    const input = { projectId: body.data.id, title: 'Order', priority: 'LOW' };
    const create = 'mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { id project { name } } } }';
    const { data } = await mara.client.graphql(create, { input }, hold(position));
    expect(data.createTask.task.project.name).toBe('Lamps');
    expect(server.fromReplica.length).toBe(before);
  });

  it('clients read their own writes while the replica lags: with a position, without one, and with an invalid one', async () => {
    const mara = await newPerson(server);
    const { id } = await newProject(mara);
    const old = await served(mara.client);
    await pauseReplay();
    const made = await mara.client.rest('post', '/tasks', { projectId: id, title: 'One', priority: 'LOW' }, hold(old));
    const position = made.headers.get('position') ?? '';
    expect(position > old).toBe(true);
    const far = 'f'.repeat(24);
    for (const [client, held] of [
      [mara.client, position],
      [mara.client, null],
      [mara.client, 'the end of the log'],
      [mara.client, far],
      // another tab, whose position is older
      [mara.client, old],
      // and all of it through another process
      [atOther(mara), position],
      [atOther(mara), null],
      [atOther(mara), far],
    ] as const) {
      expect(await titles(client, id, held)).toEqual(['One']);
    }
    const input = { id: made.body.data.id, title: 'Two' };
    const update = 'mutation ($input: UpdateTaskInput!) { updateTask(input: $input) { task { title } } }';
    const { headers } = await mara.client.graphql(update, { input });
    expect(await titles(atOther(mara), id, headers.get('position'))).toEqual(['Two']);
    // unrelated users are still served by the replica
    expect((await mara.client.rest('get', '/projects', undefined, hold(far))).headers.get('position')).not.toBe(far);
  });

  it('clients read all that a socket has announced, through any process and on other devices', async () => {
    const [mara, ines] = [await newPerson(server), await newPerson(server, 'Ines')];
    const { id } = await newProject(mara);
    await addMember(mara, id, ines);
    const feed = follow<{ revision: number }>(server, 'subscription { changes { revision } }', {
      token: ines.client.token,
    });
    const [joined] = await feed.until(1);
    const old = await served(ines.client);
    const oldOfMara = await served(atOther(mara), other);
    await pauseReplay();
    await newTask(mara, id, { title: 'Told' });
    const events = await feed.until(2);
    expect(events.at(-1)?.revision).toBeGreaterThan(joined?.revision ?? 0);
    const position = feed.extensions.at(-1)?.['position'] as string;
    expect(position > old).toBe(true);
    expect(await titles(atOther(ines), id, position)).toEqual(['Told']);
    // a client that ignores extensions, at the same process
    expect(await titles(ines.client, id, old)).toEqual(['Told']);
    // this process applies its known position to her reads
    await expect.poll(() => titles(atOther(mara), id, oldOfMara)).toEqual(['Told']);
  });

  it('a member who is removed while the replica lags can read nothing after a second', async () => {
    const [mara, ines] = [await newPerson(server), await newPerson(server, 'Ines')];
    const { id } = await newProject(mara);
    await addMember(mara, id, ines);
    const old = await served(ines.client);
    const oldAtOther = await served(atOther(ines), other);
    await pauseReplay();
    // without an announcement
    await primary.query('delete from project_member where project_id = $1 and user_id = $2', [id, ines.id]);
    await pause(BEHIND_MS + 50);
    for (const [client, position] of [
      [ines.client, old],
      [atOther(ines), oldAtOther],
    ] as const) {
      expect((await client.rest('get', `/projects/${id}`, undefined, hold(position))).status).toBe(404);
    }
  });

  it('a person’s reads of the replica pass the same read gate', async () => {
    const mara = await newPerson(server);
    await newProject(mara);
    const position = await served(mara.client);
    // a lock that is replayed holds there, too
    await primary.query('begin; lock table task in access exclusive mode');
    // a record without a commit is sent with the next flush
    await watcher.query('set synchronous_commit = on; select pg_current_xact_id()');
    const count = async (client: pg.Client, what: string): Promise<number> =>
      (await client.query(`select count(*)::int as count from ${what}`)).rows[0].count;
    await expect.poll(() => count(standby, `pg_locks where mode = 'AccessExclusiveLock'`)).toBeGreaterThan(0);
    const waiting = `pg_stat_activity where application_name like 'cairn%' and wait_event_type = 'Lock'`;
    // where a connection is long in coming, the primary answers
    const standing = async () => (await count(standby, waiting)) + (await count(watcher, waiting));
    const reads = Array.from({ length: LIMITS.readsAtOnce + 4 }, () =>
      mara.client.rest('get', '/tasks', undefined, hold(position)),
    );
    await expect.poll(standing).toBe(LIMITS.readsAtOnce);
    expect((await mara.client.rest('patch', '/notifications/read-all')).status).toBe(200);
    expect(await standing()).toBe(LIMITS.readsAtOnce);
    await primary.query('rollback');
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200));
  });
});

describe('a replica that', { timeout: 90_000 }, () => {
  /** Three readers read again and again for as long as `work` lasts; returns how each read was answered. */
  async function readingMeanwhile(mara: Person, position: string, work: () => Promise<void>): Promise<number[]> {
    const statuses: number[] = [];
    const over = new AbortController();
    const read = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const { status } = await mara.client.rest('get', '/tasks', undefined, hold(position));
        statuses.push(status);
        // Without a pause, they would take all that the other tests need.
        await pause(5);
      }
    };
    const readers = [read(), read(), read()];
    await work();
    over.abort();
    await Promise.all(readers);
    return statuses;
  }

  it('goes, freezes or comes back in the middle of reads: every request is answered', async () => {
    const mara = await newPerson(server);
    const { id } = await newProject(mara);
    await newTask(mara, id);
    const position = await served(mara.client);
    const statuses = await readingMeanwhile(mara, position, async () => {
      await proxy.close();
      await newTask(mara, id, { title: 'Without it' });
      expect(await titles(mara.client, id, position)).toContain('Without it');
      await proxy.open();
      await served(mara.client);
      proxy.freeze();
      await newTask(mara, id, { title: 'Frozen' });
      expect(await titles(mara.client, id, position)).toContain('Frozen');
      await proxy.close();
      proxy.unfreeze();
      await proxy.open();
      await served(mara.client);
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('is one of several behind a balancer is read from alone, and the log says so', async () => {
    const balancer = new SeverableProxy(standbyUrl);
    await balancer.open();
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const balanced = await startServer({ databaseUrl: primaryUrl, env: envOf(balancer.url), log });
    open.push({ stop: () => balanced.close().then(() => balancer.close()) });
    const mara = await newPerson(balanced);
    const position = await served(mara.client, balanced);
    balancer.redirect(primaryUrl);
    const replica = balanced.fromReplica.length;
    // more than the pool has connections
    const fields = ['a', 'b', 'c'].map((name) => `${name}: tasks(filter: { tag: "${name}" }) { totalCount }`);
    const query = `{ ${fields.join(' ')} }`;
    const read = async (): Promise<string> => {
      const answers = await Promise.all([1, 2].map(() => mara.client.graphql(query, {}, hold(position))));
      expect(answers.map(({ status, errors }) => [status, errors])).toEqual(answers.map(() => [200, undefined]));
      return lines.join('');
    };
    await expect.poll(read).toContain('READ_DATABASE_URL leads to several servers');
    expect(balanced.fromReplica.length).toBeGreaterThan(replica);
  });

  it('is another database is never read from, nor one that was promoted', async () => {
    const stranger = await startServer({ databaseUrl: primaryUrl, env: envOf(inject('adminUrl')) });
    const mara = await newPerson(stranger);
    const read = async (client: Client) => {
      const first = await client.rest('get', '/projects');
      return client.rest('get', '/projects', undefined, hold(first.headers.get('position')));
    };
    for (let n = 0; n < 5; n += 1) expect((await read(mara.client)).status).toBe(200);
    expect(stranger.fromReplica).toEqual([]);
    await stranger.close();

    await served(new Client(server, mara.client.token));
    await standby.query('select pg_promote(true)');
    const ours = new Client(server, mara.client.token);
    await expect
      .poll(async () => {
        const before = server.fromReplica.length;
        expect((await read(ours)).status).toBe(200);
        return server.fromReplica.length > before;
      })
      .toBe(false);
  });
});
