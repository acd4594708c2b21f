import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobTasks } from '../../src/jobs.js';
import { type MetricsPage, startMetricsPage } from '../../src/platform/database/metricsPage.js';
import { startWorker } from '../../src/platform/jobs/worker.js';
import { SeverableProxy } from '../support/severableProxy.js';
import { Client, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { freshDatabase, startServer, type TestServer } from '../support/harness.js';
import { CHANGES } from './feed/changes.js';
import { rows } from '../support/rows.js';
import { follow } from '../support/socket.js';
import { FULL_RUN } from '../support/testDepth.js';
import { onlyIf } from '../support/onlyIf.js';

const ROOT = path.join(import.meta.dirname, '../../..');

let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: SeverableProxy;
let folder: string;
let server: TestServer;
let page: MetricsPage;
let mara: Person;
let project: { id: string };
beforeAll(async () => {
  database = await freshDatabase();
  proxy = new SeverableProxy(database.url);
  await proxy.open();
  folder = await mkdtemp(path.join(tmpdir(), 'cairn-metrics-'));
  server = await startServer({
    databaseUrl: proxy.url,
    poolSize: 2,
    env: { METRICS_PORT: '0', RATE_LIMIT: 'on', DATA_DIR: folder },
  });
  const { metrics, log } = server.resources;
  if (!metrics) throw new Error('the server has no metrics');
  const tasks = Object.keys(jobTasks(server.resources));
  page = await startMetricsPage({
    metrics,
    host: '127.0.0.1',
    port: 0,
    databaseUrl: proxy.url,
    dataDir: folder,
    tasks,
    freshMs: 0,
    log,
  });
  mara = await newPerson(server);
  project = await newProject(mara, { name: 'Heron crossing' });
});
afterAll(async () => {
  await page.close();
  await server.close();
  await proxy.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (): Promise<string> => (await fetch(`http://127.0.0.1:${page.port}/metrics`)).text();

/** The value of one series; undefined where there is none. */
async function series(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = (await ask())
    .split('\n')
    .find((line) => /^\w+/.exec(line)?.[0] === name && wanted.every((label) => line.includes(label)));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('the contents of /metrics', () => {
  it('is requests by operation and outcome, and how long they took', async () => {
    const { client } = mara;
    await client.graphql('query Board { me { id } }');
    await client.graphql('query Board { me { id nobodyHasThis } }');
    await client.graphql('mutation Board { deleteTask(input: {}) { id } }');
    await client.rest('get', `/tasks/${randomUUID()}`);
    await newTask(mara, project.id);
    await fetch(`${server.url}/healthz`);
    await expect
      .poll(() => series('cairn_requests_total', { interface: 'graphql', operation: 'Board', outcome: 'OK' }))
      .toBe(1);
    await expect
      .poll(() => series('cairn_requests_total', { interface: 'graphql', operation: 'other', outcome: 'BAD_REQUEST' }))
      .toBe(2);
    const read = { interface: 'rest', operation: 'GET /api/tasks/:id' };
    await expect.poll(() => series('cairn_requests_total', { ...read, outcome: 'NOT_FOUND' })).toBe(1);
    await expect.poll(() => series('cairn_request_seconds_count', read)).toBe(1);
    const made = { interface: 'rest', operation: 'POST /api/tasks', outcome: 'OK' };
    await expect.poll(() => series('cairn_requests_total', made)).toBeGreaterThan(0);
    await expect
      .poll(() => series('cairn_requests_total', { interface: 'page', operation: '/healthz', outcome: 'OK' }))
      .toBe(1);
    await expect.poll(() => series('cairn_requests_under_way')).toBe(0);
  });

  it('is revisions, limits that were met, sockets, subscriptions, and how long events take to them', async () => {
    const before = (await series('cairn_revisions_total')) ?? 0;
    const following = follow(server, CHANGES, { token: mara.client.token });
    await expect.poll(() => series('cairn_subscriptions', { operation: 'other' })).toBe(1);
    await expect.poll(() => series('cairn_sockets')).toBe(1);
    await newTask(mara, project.id);
    await following.until(1);
    await expect.poll(() => series('cairn_revisions_total')).toBe(before + 1);
    await expect.poll(() => series('cairn_hub_delivery_seconds_count')).toBeGreaterThan(0);
    await expect.poll(() => series('cairn_hub_lag_seconds')).toBe(0);
    await expect.poll(() => series('cairn_hub_listening')).toBe(1);
    await following.stop();
    await expect.poll(() => series('cairn_sockets')).toBe(0);
    await expect.poll(() => series('cairn_subscriptions', { operation: 'other' })).toBe(0);
    const wrong = { email: mara.email, password: 'Granite8stones' };
    for (let tries = 0; tries < 11; tries += 1) await new Client(server).rest('post', '/auth/login', wrong);
    await expect.poll(() => series('cairn_limits_met_total', { limit: 'passwordPerAddress' })).toBe(1);
    await expect
      .poll(() => series('cairn_requests_total', { operation: 'POST /api/auth/login', outcome: 'RATE_LIMITED' }))
      .toBe(1);
  });

  it('is jobs by state and age, and mails that were sent, will be tried again and were given up', async () => {
    const { orm, resources, databaseUrl } = server;
    const add = (more: string) =>
      orm.em.getConnection().execute(`select graphile_worker.add_job('mailDigest', '{"nobody":"here"}'${more})`);
    await add(`, run_at => now() - interval '2 minutes', max_attempts => 1`);
    await add(`, run_at => now() + interval '1 day'`);
    await orm.em.getConnection().execute(`select graphile_worker.add_job('inventedByNobody', '{}')`);
    await expect.poll(() => series('cairn_jobs', { task: 'mailDigest', state: 'waiting' })).toBe(1);
    await expect
      .poll(() => series('cairn_job_oldest_seconds', { task: 'mailDigest', state: 'waiting' }))
      .toBeGreaterThan(119);
    await expect.poll(() => series('cairn_jobs', { task: 'mailDigest', state: 'later' })).toBe(1);
    await expect.poll(() => series('cairn_jobs', { task: 'other', state: 'waiting' })).toBe(1);
    await add('');
    await new Client(server).rest('post', '/auth/forgot-password', { email: mara.email });
    const { log, metrics } = resources;
    const worker = await startWorker({ databaseUrl, log, tasks: jobTasks(resources), crontab: '', metrics });
    await expect.poll(() => series('cairn_mails_total', { outcome: 'sent' })).toBeGreaterThan(0);
    await expect.poll(() => series('cairn_mails_total', { outcome: 'failed' })).toBe(1);
    await expect.poll(() => series('cairn_mails_total', { outcome: 'retried' })).toBe(1);
    await expect.poll(() => series('cairn_jobs_total', { task: 'mailDigest', outcome: 'failed' })).toBe(1);
    await worker.close();
  });

  it('is every metric that the dashboard, the alert rules and the manual name, and no other', async () => {
    const told = new Set([...(await ask()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    for (const file of ['deploy/grafana/cairn.json', 'deploy/prometheus/rules.yml', 'docs/operating.md']) {
      const text = await readFile(path.join(ROOT, file), 'utf8');
      const named = [...text.matchAll(/\b(?:cairn|nodejs|process)_[a-z\d_]+\b/g)]
        .map(([name]) => name)
        .map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
      expect(
        named.filter((name) => !told.has(name)),
        file,
      ).toEqual([]);
    }
    const docs = await readFile(path.join(ROOT, 'docs/operating.md'), 'utf8');
    expect([...told].filter((name) => name?.startsWith('cairn_') && !docs.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('data that /metrics does not show', () => {
  it.each(onlyIf(FULL_RUN, 'is whatever a caller makes up: a thousand names and paths are no series more'))(
    '%s',
    async () => {
      const { client } = mara;
      const stranger = new Client(server);
      const once = async (n: number): Promise<void> => {
        await client.graphql(`query Invented${n} { me { id } }`);
        await stranger.rest('get', `/invented${n}/${n}`);
        await fetch(`${server.url}/invented-${n}`);
        await fetch(`${server.url}/assets/invented-${n}.js`);
      };
      const lines = async (): Promise<number> =>
        (await ask()).split('\n').filter((line) => line.startsWith('cairn_req')).length;
      const settled = async (): Promise<void> => {
        await expect.poll(() => series('cairn_requests_under_way')).toBe(0);
      };
      await once(0);
      await settled();
      const before = await lines();
      for (let n = 1; n <= 250; n += 25) await Promise.all(Array.from({ length: 25 }, (_, i) => once(n + i)));
      await settled();
      expect(await lines()).toBe(before);
      expect(await ask()).not.toContain('nvented');
    },
  );

  it('is identities, addresses and user content', async () => {
    await newTask(mara, project.id, { title: 'Kingfisher' });
    await mara.client.rest('get', `/tasks?projectId=${project.id}&search=kingfisher`);
    const text = (await ask()).toLowerCase();
    for (const secret of [
      mara.id,
      mara.email,
      mara.username,
      project.id,
      'kingfisher',
      'heron',
      '127.0.0.1',
      'okafor',
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  it('is everything else: there is one page, to be read', async () => {
    const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${page.port}${path}`, { method });
    expect((await at('/')).status).toBe(404);
    expect((await at('/metrics', 'POST')).status).toBe(405);
    expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('cairn_');
  });
});

describe('a request for /metrics', () => {
  it('uses one database connection for all requests', async () => {
    await Promise.all(Array.from({ length: 5 }, ask));
    const found = await rows(
      server,
      `select 1 from pg_stat_activity where application_name = 'cairn-metrics' and datname = current_database()`,
    );
    expect(found).toHaveLength(1);
  });

  it('waits neither for the pool nor for an unavailable database, which it reports', async () => {
    const held = [server.orm.em.fork(), server.orm.em.fork()];
    for (const em of held) {
      await em.begin();
      await em.getConnection().execute('select 1', [], 'all', em.getTransactionContext());
    }
    const late = mara.client.rest('get', '/projects');
    await expect.poll(() => series('cairn_pool_waiting', { pool: 'requests' })).toBe(1);
    await expect.poll(() => series('cairn_pool_connections', { pool: 'requests', state: 'used' })).toBe(2);
    await expect.poll(() => series('cairn_database_up')).toBe(1);
    for (const em of held) await em.rollback();
    expect((await late).status).toBe(200);
    await expect.poll(() => series('cairn_wait_seconds_count', { line: 'connection' })).toBeGreaterThan(0);

    await proxy.close();
    await expect.poll(() => series('cairn_database_up')).toBe(0);
    await proxy.open();
    await expect.poll(() => series('cairn_database_up')).toBe(1);
  });
});
