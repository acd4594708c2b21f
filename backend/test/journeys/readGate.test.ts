import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.js';
import { createOrm } from '../../src/platform/database/orm.js';
import { entities } from '../../src/modules.js';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import { newId } from '../../src/platform/lib/ids.js';
import { requestScope } from '../../src/platform/database/requestScope.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { pause } from './feed/changes.js';
import { follow } from '../support/socket.js';
import { FULL_RUN } from '../support/testDepth.js';
import { onlyIf } from '../support/onlyIf.js';

const { readsAtOnce, readsWaiting, readWaitMs } = LIMITS;
const FULL = readsAtOnce + readsWaiting;

let server: TestServer;
/** Holds the locks. Another connection observes, because a transaction sees a fixed snapshot. */
let admin: pg.Client;
let watcher: pg.Client;
beforeAll(async () => {
  server = await startServer();
  admin = new pg.Client(server.databaseUrl);
  watcher = new pg.Client(server.databaseUrl);
  await Promise.all([admin.connect(), watcher.connect()]);
});
afterAll(async () => {
  await Promise.all([admin.end(), watcher.end()]);
  await server.close();
});
afterEach(() => admin.query('rollback'));

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const freeze = (table: string) => admin.query(`begin; lock table ${table} in access exclusive mode`);
const thaw = () => admin.query('rollback');

/** Counts statements that wait for a lock. */
async function standing(): Promise<number> {
  const { rows } = await watcher.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].count;
}

const listTasks = ({ client }: Person) => client.rest('get', '/tasks');

const threeStand = async (): Promise<void> => {
  await expect.poll(standing).toBe(readsAtOnce);
};

/** As many lists as can run and wait, plus one, which is refused. */
async function fill(person: Person): Promise<Promise<{ status: number }>[]> {
  const requests = times(FULL + 1).map(() => listTasks(person));
  await new Promise<void>((resolve) => {
    for (const request of requests) void request.then(({ status }) => status === 429 && resolve());
  });
  return requests;
}

/** A read whose client can hang up. */
function abandonable({ client }: Person): { answer: Promise<unknown>; hangUp: () => void } {
  const ending = new AbortController();
  const headers = { authorization: `Bearer ${client.token}` };
  const answer = fetch(`${server.url}/api/tasks`, { headers, signal: ending.signal }).catch(() => undefined);
  return { answer, hangUp: () => ending.abort() };
}

describe('one person’s reads', () => {
  it('run three at a time, also within one request, while other people and writes proceed', async () => {
    const [greedy, bystander] = [await newPerson(server), await newPerson(server)];
    await freeze('task');
    const fields = times(15).map((n) => `a${n}: tasks(first: 1, filter: { tag: "${n}" }) { nodes { id } }`);
    const requests = [greedy.client.graphql(`{ ${fields.join(' ')} }`), ...times(20).map(() => listTasks(greedy))];
    await threeStand();
    expect((await bystander.client.rest('get', '/projects')).status).toBe(200);
    expect((await greedy.client.rest('patch', '/notifications/read-all')).status).toBe(200);
    expect(await standing()).toBe(readsAtOnce);
    await thaw();
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(requests.map(() => 200));
  });

  it('wait fifty at most; the next one is refused immediately with Retry-After, in both transports', async () => {
    const greedy = await newPerson(server);
    await freeze('task');
    const requests = times(FULL + 7).map(() => listTasks(greedy));
    let refused = 0;
    for (const request of requests) void request.then(({ status }) => (refused += Number(status === 429)));
    await expect.poll(() => refused).toBe(7);
    const { errors, headers } = await greedy.client.graphql('{ tasks { nodes { id } } }');
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'RATE_LIMITED', retryAfter: 5 } });
    expect(headers.get('retry-after')).toBe('5');
    await thaw();
    const answers = await Promise.all(requests);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(FULL);
    const refusal = answers.find(({ status }) => status === 429);
    expect(refusal?.headers.get('retry-after')).toBe('5');
    expect(refusal?.body).toEqual({
      code: 'RATE_LIMITED',
      message: 'Too many requests. Please try again in 5 seconds.',
    });
  });

  it('leave the queue when their client disconnects', async () => {
    const greedy = await newPerson(server);
    await freeze('task');
    const running = times(readsAtOnce).map(() => listTasks(greedy));
    await threeStand();
    const since = performance.now();
    const abandoned = times(readsWaiting + 1).map(() => abandonable(greedy));
    // the line is full when one of them is refused
    await Promise.race(abandoned.map(({ answer }) => answer));
    for (const { hangUp } of abandoned) hangUp();
    // new reads are refused until the server notices the disconnect; then the first waiting read runs
    let next: Promise<{ status: number }>;
    let waits = false;
    do {
      next = listTasks(greedy);
      waits = await Promise.race([next.then(() => false), pause(500).then(() => true)]);
    } while (!waits);
    expect(performance.now() - since).toBeLessThan(readWaitMs);
    await thaw();
    expect((await Promise.all([...running, next])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('that answer a write wait as long as it takes, and are never refused', async () => {
    const greedy = await newPerson(server);
    await freeze('task');
    const requests = await fill(greedy);
    const write = greedy.client.rest('post', '/projects', { name: 'Tern launch' });
    const made = `select 1 from project_member where user_id = '${greedy.id}'`;
    await expect.poll(async () => (await watcher.query(made)).rowCount).toBe(1);
    await thaw();
    expect((await write).status).toBe(201);
    await Promise.all(requests);
  });

  it('do not delay the feed, not even for that person', async () => {
    const [greedy, other] = [await newPerson(server), await newPerson(server)];
    const { id: projectId } = await newProject(greedy);
    await addMember(greedy, projectId, other);
    const task = await newTask(greedy, projectId);
    const following = follow<object>(
      server,
      'subscription { changes { kind changes { task { title creator { id } } } } }',
      {
        token: greedy.client.token,
      },
    );
    // without a position, it gets the project first
    await following.until(1);
    await freeze('comment');
    const requests = times(FULL).map(() => greedy.client.rest('get', `/tasks/${task.id}/comments`));
    await threeStand();
    const update = other.client.rest('put', `/tasks/${task.id}`, { title: 'Choose the day' });
    await expect.poll(() => JSON.stringify(following.events)).toContain('Choose the day');
    await thaw();
    await Promise.all([update, ...requests]);
    await following.stop();
  });
});

it.each(onlyIf(FULL_RUN, 'a read that waits for longer than five seconds is refused'))('%s', async () => {
  const own = await startServer();
  const person = await newPerson(own);
  await newTask(person, (await newProject(person)).id);
  // a list that takes longer than that
  await own.orm.em.fork().execute('alter table task rename to task_table');
  await own.orm.em
    .fork()
    .execute(`create view task as select t.* from task_table t, pg_sleep(${readWaitMs / 1000 + 1.5})`);
  const statuses: number[] = [];
  const requests = times(readsAtOnce + 1).map(async () => {
    const { status, headers } = await person.client.rest('get', '/tasks');
    statuses.push(status);
    if (status === 429) expect(headers.get('retry-after')).toBe('5');
  });
  await Promise.all(requests);
  expect(statuses).toEqual([429, 200, 200, 200]);
  await own.close();
});

it('waiting reads are refused before the pool closes', async () => {
  const orm = await createOrm({ url: server.databaseUrl, entities });
  const sleeping = async () =>
    (await watcher.query(`select 1 from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'`))
      .rowCount;
  const reader = {
    personId: newId(),
    hasWritten: false,
    abandoned: new AbortController().signal,
    onRefused: () => undefined,
  };
  const read = () =>
    requestScope.run({ requestId: '', log: createLogger('silent'), reader }, () =>
      orm.em.fork().execute('select pg_sleep(2)'),
    );
  const running = times(readsAtOnce).map(read);
  await expect.poll(sleeping).toBe(readsAtOnce);
  const waiting = read().catch((error: unknown) => error);
  const closed = orm.close(true);
  expect(await waiting).toMatchObject({ code: 'UNAVAILABLE' });
  await Promise.all(running);
  await closed;
});
