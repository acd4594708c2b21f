import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WorkerLocks } from '../../src/platform/jobs/workerLocks.js';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import { built, run } from '../support/builtProgram.js';
import { Client, newPerson, newProject } from '../support/client.js';
import { followChanges, shape } from '../journeys/feed/changes.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { App } from './app.js';
import { Load } from './load.js';
import { NOTHING_LOST } from './scenarios.js';

const FROZEN_MS = 30_000;
/** After that the database has taken from it what it held: `idle_in_transaction_session_timeout`. */
const FREE_MS = 11_000;

let database: TestDatabase;
let frozen: App;
let other: App;
beforeAll(async () => {
  database = await createDatabase();
  frozen = await App.make({ DATABASE_URL: database.url });
  await frozen.start();
  other = await App.make({ DATABASE_URL: database.url });
  await other.start();
}, 120_000);
afterAll(async () => {
  await frozen?.remove();
  await other?.remove();
  await database?.drop();
});

const mailsOf = ({ dataDir }: App): number => {
  try {
    return readdirSync(path.join(dataDir, 'mail')).filter((file) => file.endsWith('.eml')).length;
  } catch {
    return 0;
  }
};

it('a process frozen for half a minute delays others only briefly, repeats nothing when it continues, and misses no event', async () => {
  const person = await newPerson({ url: other.url });
  const { id } = await newProject(person);
  const feed = followChanges(frozen, person, [{ projectId: id, revision: 1 }]);
  await expect.poll(() => feed.socket?.readyState).toBe(1);
  const load = await Load.begin(frozen);
  await load.more(60);
  // no mail is waiting to be sent
  await expect.poll(() => mailsOf(frozen) + mailsOf(other)).toBe(2);

  frozen.program.child.kill('SIGSTOP');
  const since = performance.now();
  const beside = new Client(other, load.person.client.token);
  const answers: { at: number; ms: number; status: number }[] = [];
  const asked: Promise<unknown>[] = [];
  const write = async (): Promise<void> => {
    const at = performance.now();
    const body = { projectId: load.projectId, title: randomUUID(), priority: 'LOW' };
    const { status } = await beside.rest('post', '/tasks', body);
    answers.push({ at: at - since, ms: performance.now() - at, status });
  };
  for (let n = 0; n < 3; n += 1) await newPerson({ url: other.url });
  const before = mailsOf(frozen);
  while (performance.now() - since < FROZEN_MS) {
    asked.push(write());
    asked.push(person.client.rest('put', `/projects/${id}`, { name: randomUUID() }));
    await sleep(1_000);
  }
  await Promise.all(asked);
  for (const { at, ms, status } of answers) {
    expect(ms).toBeLessThan(10_000);
    expect(at > FREE_MS ? [201] : [201, 503]).toContain(status);
  }
  // what was to be done meanwhile was done by the other
  expect(mailsOf(other) + before).toBe(5);

  frozen.program.child.kill('SIGCONT');
  await load.more(60);
  expect(await load.outcome()).toEqual(NOTHING_LOST);
  const { body } = await person.client.rest('get', `/projects/${id}`);
  const missed = Array.from({ length: body.data.revision - 1 }, (_, n) => ['CHANGES', n + 2]);
  await expect.poll(() => shape(feed.events), { timeout: 15_000 }).toEqual(missed);
  expect(mailsOf(frozen) + mailsOf(other)).toBe(5);
  await feed.stop();
}, 180_000);

it('a process frozen for long loses its running job to another process', async () => {
  const fixture = path.join(import.meta.dirname, '../support/stuckWorker.fixture.mjs');
  const program = run(fixture, {}, [built('platform/jobs/worker'), database.url, '6000']);
  const db = new pg.Client({ connectionString: database.url });
  await db.connect();
  await db.query(`select graphile_worker.add_job('stuck')`);
  await program.line((line) => line === 'begun');
  const holder = async (): Promise<string | undefined> =>
    (
      await db.query<{ worker: string }>(
        `select locked_by as worker from graphile_worker.jobs where task_identifier = 'stuck' and locked_by is not null`,
      )
    ).rows[0]?.worker;
  expect(await holder()).toBeDefined();
  await db.query(`update graphile_worker._private_jobs set locked_at = now() - interval '11 seconds'`);
  const locks = new WorkerLocks(database.url, createLogger('silent'));
  await locks.start();
  // it lives, and keeps what it is at
  await sleep(8_000);
  expect(await locks.recover()).toEqual([]);
  program.child.kill('SIGSTOP');
  // by this test, or by one of the other apps
  const heldNow = async () => {
    await locks.recover();
    return holder();
  };
  await expect.poll(heldNow, { timeout: 15_000 }).toBeUndefined();
  await locks.close();
  program.child.kill('SIGKILL');
  await program.ended;
  await db.end();
}, 60_000);
