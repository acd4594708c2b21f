import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, Client, newPerson, newProject, newTask, type Person } from '../../support/client.js';
import { freshDatabase, startServer, type TestServer } from '../../support/harness.js';
import { rows } from '../../support/rows.js';
import type { Following } from '../../support/socket.js';
import { type ChangeEvent, followChanges, pause, shape } from './changes.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let one: TestServer;
let two: TestServer;
let mara: Person;

beforeAll(async () => {
  database = await freshDatabase();
  one = await startServer({ databaseUrl: database.url });
  two = await startServer({ databaseUrl: database.url });
  mara = await newPerson(one);
});
afterAll(async () => {
  await Promise.all([one.close(), two.close()]);
  await database.drop();
});

/** Follows at the second server what Mara does at the first. */
async function followedAtTwo(projectId: string, revision: number): Promise<Following<ChangeEvent>> {
  const feed = followChanges(two, mara, [{ projectId, revision }]);
  await expect.poll(() => feed.socket?.readyState).toBe(1);
  await pause(100);
  return feed;
}

const rename = (projectId: string, name: string) => mara.client.rest('put', `/projects/${projectId}`, { name });

const of = (feed: Following<ChangeEvent>, projectId: string) =>
  shape(feed.events.filter((event) => event.projectId === projectId));

/** Returns how often a server looked for changes until five writes arrived: without wake-ups, once for each. */
async function countPolls(feed: Following<ChangeEvent>, projectId: string): Promise<number> {
  const polls = () => two.statements.filter((text) => text.includes('from epoch')).length;
  const [before, known] = [polls(), of(feed, projectId).length];
  for (let round = 1; round <= 5; round += 1) {
    await rename(projectId, `Round ${round}`);
    await expect.poll(() => of(feed, projectId).length, { interval: 2 }).toBe(known + round);
  }
  return polls() - before;
}

/** The connections that listen for wake-ups. */
const listeners = (): Promise<{ pid: number }[]> =>
  rows(
    one,
    `select pid from pg_stat_activity where application_name = 'cairn-listen' and datname = current_database()`,
  );

/** Loses all wake-ups meanwhile: cuts off listeners and blocks new ones. */
async function deaf(work: () => Promise<void>): Promise<void> {
  const before = await listeners();
  const cutter = new AbortController();
  const cut = async (): Promise<void> => {
    for (const { pid } of await listeners()) await rows(one, 'select pg_terminate_backend(?)', [pid]);
  };
  await cut();
  const cutting = (async () => {
    while (!cutter.signal.aborted) {
      await cut();
      await pause(10);
    }
  })();
  try {
    await work();
  } finally {
    cutter.abort();
    await cutting;
  }
  await expect.poll(async () => (await listeners()).length).toBe(before.length);
}

describe('two servers on one database', () => {
  it('deliver each other’s writes to sockets before they look for changes by themselves', async () => {
    const { id } = await newProject(mara);
    expect(await countPolls(await followedAtTwo(id, 1), id)).toBeLessThan(4);
  });

  it('deliver each other’s joins and notifications', async () => {
    const ines = await newPerson(two, 'Ines');
    const feed = followChanges(two, ines);
    await pause(100);
    const { id } = await newProject(mara);
    await addMember(mara, id, ines);
    expect((await feed.until(1))[0]).toMatchObject({ kind: 'PROJECT_JOINED', projectId: id });
    const { body } = await new Client(two, ines.client.token).rest('get', '/notifications');
    expect(body.data.unreadCount).toBe(1);
  });

  it('read the log anyway when wake-ups are lost, and listen again afterwards', async () => {
    const { id } = await newProject(mara);
    const feed = await followedAtTwo(id, 1);
    await deaf(async () => {
      await newTask(mara, id);
      await rename(id, 'Unheard');
      await expect
        .poll(() => of(feed, id), { timeout: 8_000 })
        .toEqual([
          ['CHANGES', 2],
          ['CHANGES', 3],
        ]);
    });
    expect(await countPolls(feed, id)).toBeLessThan(4);
  });

  it('find writes that were never announced', async () => {
    const { id } = await newProject(mara);
    const feed = await followedAtTwo(id, 1);
    const silent = new pg.Client({ connectionString: database.url });
    await silent.connect();
    await silent.query('begin');
    await silent.query('update project set revision = 2 where id = $1', [id]);
    await silent.query(
      `insert into change (project_id, revision, n, entity, entity_id, action, actor_id, mutation_id, fields, at)
       values ($1, 2, 0, 'project', $1, 'updated', $2, null, '{}', now())`,
      [id, mara.id],
    );
    await silent.query('commit');
    await silent.end();
    await expect.poll(() => of(feed, id)).toEqual([['CHANGES', 2]]);
  });
});
