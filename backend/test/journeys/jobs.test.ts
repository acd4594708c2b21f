import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseCrontab } from 'graphile-worker';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { purge } from '../../src/trash/hourlyPurge.js';
import { jobTasks, SCHEDULE } from '../../src/jobs.js';
import { addJob } from '../../src/platform/jobs/addJob.js';
import { migrateJobs, startWorker } from '../../src/platform/jobs/worker.js';
import { WorkerLocks } from '../../src/platform/jobs/workerLocks.js';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import { built, buildServer, run } from '../support/builtProgram.js';
import { SeverableProxy } from '../support/severableProxy.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { logOf, rows } from '../support/rows.js';
import { FULL_RUN } from '../support/testDepth.js';
import { onlyIf } from '../support/onlyIf.js';

const log = createLogger('silent');
const DAY = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY);

let server: TestServer;
let mara: Person;

beforeAll(async () => {
  server = await startServer();
  await Promise.all([1, 2, 3].map(() => migrateJobs(server.databaseUrl, log)));
  mara = await newPerson(server);
});
afterAll(() => server.close());

const count = async (table: string, where = 'true'): Promise<number> => {
  const [row] = await rows<{ count: number }>(server, `select count(*)::int as count from ${table} where ${where}`);
  return row?.count ?? 0;
};

describe('a job added in a transaction', () => {
  it('exists if the transaction commits, and not if it rolls back', async () => {
    const em = server.orm.em.fork();
    await em.transactional((tx) => addJob(tx, 'kept', { n: 1 }));
    const refused = em.fork().transactional(async (tx) => {
      await addJob(tx, 'lost', { n: 2 });
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    const jobs = await rows<{ task: string }>(
      server,
      `select task_identifier as task from graphile_worker.jobs where task_identifier in ('kept', 'lost')`,
    );
    expect(jobs.map(({ task }) => task)).toEqual(['kept']);
  });

  it('is logged without its payload when it fails', async () => {
    const lines: unknown[][] = [];
    const worker = await startWorker({
      databaseUrl: server.databaseUrl,
      log: {
        ...log,
        warn: () => undefined,
        debug: () => undefined,
        error: (...line: unknown[]) => lines.push(line),
      } as never,
      tasks: { failing: () => Promise.reject(new Error('no')) },
      crontab: '',
    });
    await addJob(server.orm.em.fork(), 'failing', { to: 'ines@yard.example' });
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    await worker.close();
    await rows(server, `delete from graphile_worker._private_jobs where payload::text like '%ines@yard%'`);
    expect(lines[0]?.[0]).toMatchObject({ task: 'failing', attempt: 1, err: expect.any(Error) });
    expect(JSON.stringify(lines)).not.toContain('ines@yard');
  });

  it('is done once when it is added again under its key, and not before its time', async () => {
    const em = server.orm.em.fork();
    for (const n of [1, 2])
      await em.transactional((tx) => addJob(tx, 'keyed', { n }, { key: 'one', runAt: inDays(n) }));
    expect(await count('graphile_worker.jobs', `task_identifier = 'keyed'`)).toBe(1);
    const done: unknown[] = [];
    const tasks = {
      kept: (payload: unknown) => void done.push(payload),
      keyed: (payload: unknown) => void done.push(payload),
    };
    const worker = await startWorker({ databaseUrl: server.databaseUrl, log, tasks, crontab: '' });
    await expect.poll(() => done).toEqual([{ n: 1 }]);
    await worker.close();
    expect(await count('graphile_worker.jobs', `task_identifier = 'keyed'`)).toBe(1);
  });
});

it('short jobs do not wait while people purge large projects', async () => {
  for (let n = 0; n < 3; n += 1) {
    const { id } = await newProject(mara);
    await mara.client.rest('delete', `/projects/${id}`);
    expect((await mara.client.rest('delete', `/trash/${id}`)).status).toBe(204);
  }
  let end = (): void => undefined;
  const long = new Promise<void>((resolve) => (end = resolve));
  let purged = 0;
  let sent = 0;
  const tasks = { purgeProject: () => long.then(() => void (purged += 1)), short: () => void (sent += 1) };
  const worker = await startWorker({ databaseUrl: server.databaseUrl, log, tasks, crontab: '' });
  await expect
    .poll(() => count('graphile_worker.jobs', `task_identifier = 'purgeProject' and locked_at is not null`))
    .toBe(1);
  await server.orm.em.fork().transactional((tx) => addJob(tx, 'short'));
  await expect.poll(() => sent).toBe(1);
  end();
  await expect.poll(() => purged).toBe(3);
  await worker.close();
});

describe('a worker that is killed', () => {
  it('has its job released and done by another; a running worker keeps its job', async () => {
    await buildServer();
    const fixture = path.join(import.meta.dirname, '../support/stuckWorker.fixture.mjs');
    await server.orm.em.fork().transactional((tx) => addJob(tx, 'stuck'));
    const program = run(fixture, {}, [built('platform/jobs/worker'), server.databaseUrl]);
    await program.line((line) => line === 'begun');
    const longAgo = () =>
      rows(
        server,
        `update graphile_worker._private_jobs set locked_at = now() - interval '11 seconds' where locked_by is not null`,
      );
    await longAgo();
    const locks = new WorkerLocks(server.databaseUrl, log);
    await locks.start();
    expect(await locks.recover()).toEqual([]);
    program.child.kill('SIGKILL');
    await program.ended;
    // its connection and its lock end a moment later
    await expect.poll(() => locks.recover()).toHaveLength(1);
    await locks.close();
    let done = 0;
    const worker = await startWorker({
      databaseUrl: server.databaseUrl,
      log,
      tasks: { stuck: () => void (done += 1) },
      crontab: '',
    });
    await expect.poll(() => done).toBe(1);
    await worker.close();
    expect(await count('graphile_worker.jobs', `task_identifier = 'stuck'`)).toBe(0);
  });

  it('of its own database connection comes back and works on', async () => {
    const done: unknown[] = [];
    const worker = await startWorker({
      databaseUrl: server.databaseUrl,
      log,
      tasks: { later: () => void done.push(1) },
      crontab: '',
    });
    await rows(
      server,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name not in ('cairn', 'cairn-listen') and pid <> pg_backend_pid()`,
    );
    await server.orm.em.fork().transactional((tx) => addJob(tx, 'later'));
    await expect.poll(() => done).toEqual([1]);
    await worker.close();
  });
});

it('a worker that a pooler lets in and then has no database for comes back on one connection, not on twice as many each time', async () => {
  const target = new URL(server.databaseUrl);
  const open = new Set<Socket>();
  const seen = { tries: 0, atOnce: 0 };
  let isAway = false;
  // Like PgBouncer while its server is down: accepts the sign-in and fails at the first statement.
  const pooler = createServer((inner) => {
    const outer = connect(Number(target.port), target.hostname);
    open.add(inner);
    if (isAway) seen.tries += 1;
    seen.atOnce = Math.max(seen.atOnce, open.size);
    inner.on('data', (chunk) => isAway && chunk.includes('tcp_keepalives') && inner.destroy());
    for (const [one, two] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      one.on('error', () => undefined).on('close', () => two.destroy());
      one.pipe(two);
    }
    inner.on('close', () => open.delete(inner));
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  const url = new URL(target);
  url.port = String((pooler.address() as AddressInfo).port);
  const locks = new WorkerLocks(url.href, log);
  await locks.start();
  isAway = true;
  for (const socket of open) socket.destroy();
  await expect.poll(() => seen.tries).toBeGreaterThanOrEqual(3);
  isAway = false;
  // it works again and answers requests
  await expect.poll(() => open.size).toBe(1);
  locks.register('again');
  const held = () => count('pg_locks', `locktype = 'advisory' and objid = hashtext('again')::int8::bit(32)::int8`);
  await expect.poll(held).toBe(1);
  expect(seen.atOnce).toBe(1);
  await locks.close();
  pooler.close();
});

describe('a running worker', () => {
  let own: TestServer;
  beforeEach(async () => {
    own = await startServer();
  });
  afterEach(() => own.close());
  const jobs = async (): Promise<unknown[]> =>
    rows(own, 'select task_identifier as task, locked_by is not null as locked from graphile_worker.jobs order by 1');
  const add = (task: string, runAt = new Date(), queue?: string): Promise<void> =>
    own.orm.em.fork().transactional((tx) => addJob(tx, task, {}, { runAt, ...(queue !== undefined && { queue }) }));

  it('releases a job that it was assigned without knowing, and keeps the one it runs', async () => {
    const done: string[] = [];
    let release = (): void => undefined;
    const tasks = {
      begun: () => new Promise<void>((resolve) => (release = resolve)).then(() => void done.push('begun')),
      unheard: () => void done.push('unheard'),
    };
    const worker = await startWorker({ databaseUrl: own.databaseUrl, log, tasks, crontab: '' });
    await add('begun');
    await expect.poll(jobs).toEqual([{ task: 'begun', locked: true }]);
    await add('unheard', inDays(1));
    await rows(
      own,
      `update graphile_worker._private_jobs set locked_at = now() - interval '11 seconds', run_at = now(),
         locked_by = (select locked_by from graphile_worker._private_jobs where locked_by is not null)`,
    );
    // it looks again when the connection of its lock comes back
    await rows(
      own,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'cairn-jobs'`,
    );
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(['unheard']);
    await expect.poll(jobs).toEqual([{ task: 'begun', locked: true }]);
    release();
    await expect.poll(jobs).toEqual([]);
    expect(done).toEqual(['unheard', 'begun']);
    await worker.close();
  });

  it('keeps its job if another process is back before it when the database has restarted', async () => {
    const proxy = new SeverableProxy(own.databaseUrl);
    await proxy.open();
    let release = (): void => undefined;
    const tasks = { begun: () => new Promise<void>((resolve) => (release = resolve)) };
    const worker = await startWorker({ databaseUrl: proxy.url, log, tasks, crontab: '' });
    await add('begun');
    await expect.poll(jobs).toEqual([{ task: 'begun', locked: true }]);
    await rows(own, `update graphile_worker._private_jobs set locked_at = now() - interval '11 seconds'`);
    const other = new WorkerLocks(own.databaseUrl, log);
    await other.start();
    other.register('other');
    const holds = () =>
      rows(
        own,
        `select 1 from pg_locks where locktype = 'advisory' and objid = hashtext('other')::int8::bit(32)::int8`,
      );
    await expect.poll(holds).toHaveLength(1);
    // all connections of both are lost, and only the other process connects again
    await proxy.close();
    await rows(
      own,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and application_name = 'cairn-jobs'`,
    );
    await expect.poll(holds).toHaveLength(1);
    expect(await other.recover()).toEqual([]);
    expect(await jobs()).toEqual([{ task: 'begun', locked: true }]);
    await proxy.open();
    release();
    await expect.poll(jobs).toEqual([]);
    await other.close();
    await worker.close();
    await proxy.close();
  });

  it('runs scheduled jobs again after a start at which the clock was ahead', async () => {
    const table = 'graphile_worker._private_known_crontabs';
    await rows(own, `insert into ${table} values ('yearly', now(), now() + interval '10 years')`);
    const tasks = { yearly: () => undefined };
    const worker = await startWorker({ databaseUrl: own.databaseUrl, log, tasks, crontab: '0 0 1 1 * yearly' });
    expect(await rows(own, `select last_execution as last from ${table}`)).toEqual([{ last: null }]);
    await worker.close();
  });

  it.each([
    ['runs scheduled jobs again when the clock is set back', -1, 0],
    ['does not make up for each minute in which the machine was asleep', 72, 1],
  ])('%s', async (_title, hours, expected) => {
    const lines: string[] = [];
    const write = (_meta: unknown, message?: string): void => void lines.push(message ?? '');
    // `expect.poll` would move the clock.
    const seen = async (text: string, times: number): Promise<void> => {
      while (lines.filter((line) => line.includes(text)).length < times) await setTimeout(20);
    };
    // The clock stands just before a minute, when the library looks at its schedule.
    const now = Math.ceil(Date.now() / 60_000) * 60_000 - 200;
    vi.useFakeTimers({ toFake: ['Date'], now });
    onTestFinished(() => void vi.useRealTimers());
    const worker = await startWorker({
      databaseUrl: own.databaseUrl,
      log: { ...log, debug: write, warn: write, error: write } as never,
      tasks: { another: () => undefined },
      crontab: '* * * * * often',
    });
    await seen('too early', 1);
    await seen('Worker connected', 1);
    vi.setSystemTime(now + hours * 3_600_000);
    await seen('Worker connected', 2);
    expect(await jobs()).toHaveLength(expected);
    await worker.close();
    vi.useRealTimers();
  });

  it('does the jobs of a queue one after another, and unlocks a queue whose last answer got lost', async () => {
    const done: string[] = [];
    let release = (): void => undefined;
    const tasks = {
      first: () => new Promise<void>((resolve) => (release = resolve)).then(() => void done.push('first')),
      second: () => void done.push('second'),
      beside: () => void done.push('beside'),
      third: () => void done.push('third'),
    };
    const worker = await startWorker({ databaseUrl: own.databaseUrl, log, tasks, crontab: '' });
    await add('first', new Date(), 'long');
    await expect.poll(jobs).toEqual([{ task: 'first', locked: true }]);
    const [held] = await rows<{ by: string }>(
      own,
      'select locked_by as by from graphile_worker._private_job_queues where locked_by is not null',
    );
    await add('second', new Date(), 'long');
    await add('beside');
    await expect.poll(() => done).toEqual(['beside']);
    release();
    await expect.poll(() => done).toEqual(['beside', 'first', 'second']);
    await expect.poll(jobs).toEqual([]);
    // as if it still ran a job that no longer exists
    await rows(
      own,
      `update graphile_worker._private_job_queues set locked_at = now() - interval '11 seconds', locked_by = ?`,
      [held?.by],
    );
    await add('third', new Date(), 'long');
    await rows(
      own,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'cairn-jobs'`,
    );
    await expect.poll(() => done.at(-1), { timeout: 10_000 }).toBe('third');
    await worker.close();
  });

  it('sends a mail once if the database becomes unavailable during its delivery', async () => {
    await buildServer();
    const proxy = new SeverableProxy(own.databaseUrl);
    await proxy.open();
    const taken: string[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, { envelope }, callback) {
        stream.resume();
        stream.on('end', () => {
          taken.push(...envelope.rcptTo.map(({ address }) => address));
          void proxy.close();
          callback();
        });
      },
    });
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    const { port } = smtp.server.address() as AddressInfo;
    const program = run(built('worker'), {
      DATABASE_URL: proxy.url,
      JWT_SECRET: 'a secret for tests that is long enough',
      SECRET_KEY: 'a secret for tests that is long enough',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    });
    await program.line((line) => line.includes('the worker is ready'));
    const person = await newPerson(own);
    await program.line((line) => line.includes('mail sent'));
    await program.line((line) => line.includes('unhandled promise rejection'));
    expect(await jobs()).toEqual([{ task: 'mailAccount', locked: true }]);
    await proxy.open();
    await expect.poll(jobs).toEqual([]);
    expect(taken).toEqual([person.email]);
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    await proxy.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  });
});

describe.each(onlyIf(FULL_RUN, 'a worker that is killed in a mail'))('%s', () => {
  it('leaves the mail to the next worker, which sends it with the same message id', async () => {
    await buildServer();
    const own = await startServer();
    const taken: (string | undefined)[] = [];
    let kill = (): void => undefined;
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, callback) {
        let mail = '';
        stream.on('data', (chunk: Buffer) => (mail += chunk.toString()));
        stream.on('end', () => {
          taken.push(/^Message-ID: (<.+>)\r$/m.exec(mail)?.[1]);
          // the recipient's server has accepted the mail, but the sender never learns that
          if (taken.length === 1) kill();
          else callback();
        });
      },
    });
    smtp.on('error', () => undefined);
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    const { port } = smtp.server.address() as AddressInfo;
    const start = () =>
      run(built('worker'), {
        DATABASE_URL: own.databaseUrl,
        JWT_SECRET: 'a secret for tests that is long enough',
        SECRET_KEY: 'a secret for tests that is long enough',
        SMTP_URL: `smtp://127.0.0.1:${port}`,
      });
    const first = start();
    kill = () => first.child.kill('SIGKILL');
    await newPerson(own);
    expect(await first.ended).toBe('SIGKILL');
    const held = `select 1 from graphile_worker._private_jobs where locked_by is not null`;
    expect(await rows(own, held)).toHaveLength(1);
    // a job is left alone for ten seconds; its worker's lock goes with its connection
    await rows(own, `update graphile_worker._private_jobs set locked_at = now() - interval '11 seconds'`);
    await expect
      .poll(() =>
        rows(
          own,
          `select 1 from pg_locks where locktype = 'advisory' and database = (
        select oid from pg_database where datname = current_database())`,
        ),
      )
      .toEqual([]);
    const second = start();
    await second.line((line) => line.includes('mail sent'));
    expect(taken).toHaveLength(2);
    expect(taken[0]).toMatch(/^<[0-9a-f]{32}@localhost>$/);
    expect(taken[1]).toBe(taken[0]);
    await expect.poll(() => rows(own, 'select 1 from graphile_worker._private_jobs')).toEqual([]);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    await own.close();
  });
});

describe('the worker program', () => {
  it('says in one line that it needs a database', async () => {
    await buildServer();
    const program = run(built('worker'), { DATA_DIR: '/nonexistent/never-made' });
    expect(await program.ended).toBe(1);
    expect(program.stderr().trim().split('\n')).toHaveLength(1);
    expect(program.stderr()).toContain('DATABASE_URL');
  });

  it('does jobs beside a server and ends in order', async () => {
    await buildServer();
    const secret = 'a secret for tests that is long enough';
    const program = run(built('worker'), { DATABASE_URL: server.databaseUrl, JWT_SECRET: secret, SECRET_KEY: secret });
    await program.line((line) => line.includes('the worker is ready'));
    await rows(server, `insert into idempotency values (?, 'ancient', 'x', 'x', null, now() - interval '31 days')`, [
      mara.id,
    ]);
    await server.orm.em.fork().transactional((tx) => addJob(tx, 'purge'));
    await expect.poll(() => count('idempotency', `key = 'ancient'`)).toBe(0);
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  });
});

describe('a process that serves only (JOBS=off)', () => {
  it('leaves every job to the worker beside it', async () => {
    await buildServer();
    const own = await startServer();
    const secret = 'a secret for tests that is long enough';
    const env = { DATABASE_URL: own.databaseUrl, JWT_SECRET: secret, SECRET_KEY: secret };
    const serving = run(built('main'), { ...env, PORT: '0', DATA_DIR: '/nonexistent/never-made', JOBS: 'off' });
    const ready = JSON.parse(await serving.line((line) => line.includes('is ready at'))) as { port: number };
    await newPerson({ url: `http://127.0.0.1:${ready.port}` });
    const workers = async (): Promise<number> =>
      (
        await rows(
          own,
          `select 1 from pg_stat_activity where datname = current_database() and application_name = 'cairn-jobs'`,
        )
      ).length;
    // a worker takes its lock before it reports that it is ready
    expect(await workers()).toBe(0);
    expect(await rows(own, 'select locked_by from graphile_worker.jobs')).toEqual([{ locked_by: null }]);
    const folder = mkdtempSync(path.join(tmpdir(), 'cairn-worker-'));
    const working = run(built('worker'), { ...env, DATA_DIR: folder });
    await expect.poll(() => rows(own, 'select 1 from graphile_worker.jobs')).toEqual([]);
    for (const { child, ended } of [serving, working]) {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
    await own.close();
    rmSync(folder, { recursive: true });
  });
});

it('every job of the schedule also runs on a server that is off at night', () => {
  const lines = SCHEDULE.crontab.split('\n');
  expect(lines.filter((line) => !/^\S+ \* \* \* \* /.test(line))).toEqual([]);
});

it('a long job of the schedule waits at most once, and its failures do not pile up', () => {
  const long = parseCrontab(SCHEDULE.crontab).filter(({ options }) => options.queueName !== undefined);
  expect(long.map(({ task, options }) => [task, options.jobKey])).toEqual(long.map(({ task }) => [task, task]));
  expect(long.map(({ task }) => task)).toEqual(expect.arrayContaining(['accountDeletions', 'moveNewFiles', 'purge']));
});

describe('the purge', () => {
  it('is a job that runs by itself every hour', () => {
    expect(SCHEDULE.crontab).toMatch(/^\d+ \* \* \* \* purge/m);
    expect(Object.keys(jobTasks({} as Parameters<typeof jobTasks>[0]))).toContain('purge');
  });

  it('removes what was deleted 30 days ago, blanks its log and forgets keys after 30 days, at two servers at once', async () => {
    const { id: kept } = await newProject(mara, { name: 'Kept' });
    const { id: gone } = await newProject(mara, { name: 'Gone' });
    const ines = await newPerson(server);
    await addMember(mara, gone, ines);
    for (let n = 0; n < 3; n += 1) await newTask(mara, gone, { assigneeId: ines.id });
    const [living, deleted] = [
      await newTask(mara, kept, { title: 'Living' }),
      await newTask(mara, kept, { title: 'Deleted' }),
    ];
    await mara.client.rest(
      'put',
      `/tasks/${deleted.id}`,
      { title: 'Deleted later' },
      { 'Idempotency-Key': 'kept-30-days' },
    );
    await mara.client.rest('delete', `/tasks/${deleted.id}`);
    await mara.client.rest('delete', `/projects/${gone}`);

    await purge(server.orm, inDays(29.9));
    expect(await count('idempotency', `key = 'kept-30-days'`)).toBe(1);
    expect(await count('task', `project_id = '${gone}'`)).toBe(3);
    expect(await count('task', 'deleted_at is not null')).toBe(1);
    expect(await count('project', 'deleted_at is not null')).toBe(1);

    const other = await startServer({ databaseUrl: server.databaseUrl });
    await Promise.all([server, other, server, other].map(({ orm }) => purge(orm, inDays(30.1))));
    await other.close();
    expect(await count('idempotency', `key = 'kept-30-days'`)).toBe(0);
    for (const table of ['task', 'project']) expect(await count(table, 'deleted_at is not null')).toBe(0);
    for (const table of ['task', 'project_member']) expect(await count(table, `project_id = '${gone}'`)).toBe(0);
    expect(await logOf(server, gone)).toEqual([]);
    const lines = await logOf(server, kept);
    expect(lines.map(({ revision }) => revision)).toEqual([1, 1, 2, 3, 4, 5]);
    for (const { entityId, fields } of lines) {
      if (entityId === deleted.id) expect(fields).toEqual({});
      if (entityId === living.id) expect(fields['title']).toEqual([null, 'Living']);
    }
    expect(JSON.stringify(lines)).not.toContain('Deleted');
    // the notification stays without a link
    const { body } = await ines.client.rest('get', '/notifications');
    expect(body.data.notifications).toHaveLength(4);
    for (const { projectId, taskId } of body.data.notifications) expect([projectId, taskId]).toEqual([null, null]);
  });

  it('takes more than one batch', async () => {
    await rows(
      server,
      `insert into notification_event (user_id, revision, action, unread_count, at)
      select ?, n, 'ADDED', 1, now() - interval '2 days' from generate_series(1, 1200) n`,
      [mara.id],
    );
    expect((await purge(server.orm, new Date()))['inboxEvents']).toBeGreaterThanOrEqual(1_200);
    expect(await count('notification_event', `at < now() - interval '1 day'`)).toBe(0);
  });
});
