import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../test/support/harness.js';
import { login } from '../auth/auth.service.js';
import { lockDataDir } from '../platform/database/embedded/dataLock.js';
import { readEnv } from '../env.js';
import { createLogger } from '../platform/telemetry/logger.js';
import { createResources } from '../resources.js';
import { addBulkProject } from './bulk.js';
import { DAY_MS } from '../../contract/limits.js';
import { createContextAt } from './demoContext.js';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './demoPeople.js';
import { DemoError, fillDemo, findPeople } from './fill.js';
import { firmware } from './firmware.js';
import { lamp } from './lamp.js';
import { openDatabase } from './openDatabase.js';
import { shop } from './shop.js';
import { buildTimeline } from './timeline.js';

// Saturday noon: yesterday was a working day, and the weekend pushes days together
const NOW = new Date(2026, 10, 21, 12, 0);
const secret = 'a secret for tests that is long enough';
const env = readEnv({ JWT_SECRET: secret, SECRET_KEY: secret, LOG_LEVEL: 'silent' });
const log = createLogger('silent');

async function open(url: string) {
  return createResources({ env, log, databaseUrl: url, bcryptCost: 4 });
}

let database: Awaited<ReturnType<typeof freshDatabase>>;
let resources: Awaited<ReturnType<typeof open>>;
const rows = <Row>(text: string, params: unknown[] = []): Promise<Row[]> =>
  resources.orm.em.fork().getConnection().execute<Row[]>(text, params);

beforeAll(async () => {
  database = await freshDatabase();
  resources = await open(database.url);
  await fillDemo(resources, NOW);
});
afterAll(async () => {
  await resources.wakeUps.settle();
  await resources.close();
  await database.drop();
});

describe('the demo data', () => {
  it('has news for each person since their last visit', async () => {
    const visits = await rows<{ handle: string; news: number }>(`select a.username as handle,
      (select count(*)::int from change c where c.at > v.seen_at and c.actor_id <> a.id) as news
      from account a join visit v on v.user_id = a.id`);
    expect(visits).toHaveLength(DEMO_PEOPLE.length);
    for (const { handle, news } of visits) expect(news, handle).toBeGreaterThan(3);
  });

  it('is a team of four with three projects and many tasks in every status and priority', async () => {
    const [counts] = await rows(`select
      (select count(*)::int from account) as accounts,
      (select count(*)::int from project where deleted_at is null and description <> '') as projects,
      (select count(*)::int from project_member) as members,
      (select count(*)::int from task where deleted_at is null) as tasks,
      (select count(*)::int from task where deleted_at is not null) as deleted,
      (select count(distinct status)::int from task) as statuses,
      (select count(distinct priority)::int from task) as priorities,
      (select count(distinct color)::int from project) as colors`);
    expect(counts).toEqual({
      accounts: 4,
      projects: 3,
      members: 12,
      tasks: 74,
      deleted: 2,
      statuses: 4,
      priorities: 4,
      colors: 3,
    });
  });

  it('has a project with columns of its own, with tasks in them, colored tags, and a member who only comments', async () => {
    const columns = await rows(`select k.name, count(t.id)::int as tasks from "column" k
      left join task t on t.column_id = k.id and t.deleted_at is null group by k.id, k.name order by k.name`);
    expect(columns).toEqual([
      { name: 'Ideas', tasks: 2 },
      { name: 'On the bench', tasks: 3 },
    ]);
    const colored = await rows('select tag_colors from project where tag_colors <> ?::jsonb', ['{}']);
    expect(colored).toHaveLength(3);
    const commenters = await rows(`select a.username from project_member m join account a on a.id = m.user_id
      where m.role = 'COMMENTER'`);
    expect(commenters).toEqual([{ username: 'lucia' }]);
  });

  it('lets each person sign in with the printed password', async () => {
    for (const { email, firstName } of DEMO_PEOPLE) {
      const { user } = await login(createContextAt(resources, NOW, null), { email, password: DEMO_PASSWORD });
      expect(user?.firstName).toBe(firstName);
    }
  });

  it('has tasks that are overdue, due today, due within the next weeks and without a date', async () => {
    const [due] = await rows<Record<string, number>>(
      `select count(*) filter (where due_date < ?)::int as overdue,
        count(*) filter (where due_date between ? and ?)::int as today,
        count(*) filter (where due_date > ?)::int as later,
        count(*) filter (where due_date is null)::int as never, count(due_day)::int as days,
        count(*) filter (where due_date is not null and due_day is null)::int as times
       from task where deleted_at is null and status <> 'DONE'`,
      [NOW, NOW, new Date(NOW.getTime() + DAY_MS / 2), new Date(NOW.getTime() + DAY_MS / 2)],
    );
    expect(due?.['overdue']).toBeGreaterThan(3);
    expect(due?.['overdue']).toBeLessThan(7);
    expect(due?.['today']).toBeGreaterThan(0);
    expect(due?.['later']).toBeGreaterThan(10);
    expect(due?.['never']).toBeGreaterThan(1);
    expect(due?.['days']).toBeGreaterThan(5);
    expect(due?.['times']).toBeGreaterThan(5);
  });

  it('has activity up to now: tasks finished in every week, and changes yesterday and today', async () => {
    const finished = await rows<{ at: string }>(
      `select at from change where fields -> 'status' ->> 1 = 'DONE' and at > ?::timestamptz - interval '56 days'`,
      [NOW],
    );
    const daysAgo = finished.map(({ at }) => (NOW.getTime() - new Date(at).getTime()) / DAY_MS);
    for (let week = 0; week < 8; week += 1) {
      const during = daysAgo.filter((ago) => ago >= week * 7 && ago < (week + 1) * 7).length;
      expect(during, `${week} weeks ago`).toBeGreaterThanOrEqual(week < 2 ? 4 : 1);
    }
    const acts = await rows<{ at: string }>(`select at from change where at > ?::timestamptz - interval '2 days'`, [
      NOW,
    ]);
    // NOW is noon
    const days = acts.map(({ at }) => Math.round((NOW.getTime() - new Date(at).getTime()) / DAY_MS));
    for (const day of [0, 1]) expect(days.filter((ago) => ago === day).length).toBeGreaterThanOrEqual(3);
  });

  it('leaves a log without gaps in the order of time, up to now', async () => {
    const logs = await rows<{ sets: number; last: number; revision: number; backwards: number; future: number }>(
      `select count(distinct c.revision)::int as sets, max(c.revision) as last, p.revision,
        count(*) filter (where c.at < c.previous)::int as backwards, count(*) filter (where c.at > ?)::int as future
       from project p join
         (select *, lag(at) over (partition by project_id order by revision, n) as previous from change) c
         on c.project_id = p.id group by p.id`,
      [NOW],
    );
    expect(logs).toHaveLength(3);
    for (const { sets, last, revision, backwards, future } of logs) {
      expect({ sets, last, backwards, future }).toEqual({ sets: revision, last: revision, backwards: 0, future: 0 });
    }
  });

  it('has months of history, so that a comparison with last month is meaningful', async () => {
    const [past] = await rows<{ changes: number; finished: number; oldest: Date }>(
      `select count(*)::int as changes, min(at) as oldest,
        count(*) filter (where fields -> 'status' ->> 1 = 'DONE')::int as finished
       from change where at < ?`,
      [new Date(NOW.getTime() - 31 * DAY_MS)],
    );
    expect(past?.changes).toBeGreaterThan(60);
    expect(past?.finished).toBeGreaterThan(8);
    expect(new Date(past?.oldest ?? NOW).getTime()).toBeLessThan(NOW.getTime() - 85 * DAY_MS);
  });

  it('has people who comment on their tasks, and mention one another', async () => {
    const [said] = await rows<{ comments: number; authors: number; mentions: number }>(
      `select (select count(*)::int from comment) as comments, (select count(distinct author_id)::int from comment) as authors,
        (select count(*)::int from notification where kind = 'MENTION') as mentions`,
    );
    expect(said).toMatchObject({ comments: 30, authors: 4 });
    expect(said?.mentions).toBeGreaterThan(3);
  });

  it('has checklists, some of them begun', async () => {
    const [lists] = await rows<{ lists: number; done: number }>(
      `select count(distinct task_id)::int as lists, (count(*) filter (where done))::int as done from checklist_item`,
    );
    expect(lists).toEqual({ lists: 3, done: 5 });
  });

  it('has notified each person of what others did but not of their own changes, and has unread notifications', async () => {
    const own = await rows('select id from notification where actor_id = user_id');
    expect(own).toEqual([]);
    const boxes = await rows<{ read: number; unread: number }>(
      `select count(*) filter (where read)::int as read, count(*) filter (where not read)::int as unread
       from notification group by user_id`,
    );
    expect(boxes).toHaveLength(4);
    for (const { read, unread } of boxes) {
      expect(read).toBeGreaterThan(5);
      expect(unread).toBeGreaterThan(0);
      expect(unread).toBeLessThan(20);
    }
  });

  it('has the board in order: ranks of each project are unique and sort by bytes', async () => {
    const [twice] = await rows<{ count: number }>(
      `select count(*)::int - count(distinct (project_id, rank))::int as count from task`,
    );
    expect(twice?.count).toBe(0);
  });

  it('refuses to be created twice and changes nothing', async () => {
    const count = () => rows('select (select count(*) from change) + (select count(*) from notification) as count');
    const before = await count();
    await expect(fillDemo(resources, NOW)).rejects.toThrow(DemoError);
    await expect(fillDemo(resources, NOW)).rejects.toThrow(/already exists\. Sign in as hanna@/);
    expect(await count()).toEqual(before);
  });

  it('can be extended by a project of any size, whose tasks cause no notifications', async () => {
    const people = await findPeople(resources);
    if (!people) throw new Error('the demo is not there');
    const heard: number[] = [];
    const unread = () => rows("select count(*)::int as count from notification where kind <> 'MEMBER_ADDED'");
    const before = await unread();
    const id = await addBulkProject(resources, people, 25, NOW, (made) => heard.push(made));
    expect(heard).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    expect(
      await rows('select count(*)::int as count, max(created_at) < ? as past from task where project_id = ?', [
        NOW,
        id,
      ]),
    ).toEqual([{ count: 25, past: true }]);
    expect(await unread()).toEqual(before);
  });

  it('creates many tasks by bulk commands, and stops between two on a signal', async () => {
    const people = await findPeople(resources);
    if (!people) throw new Error('the demo is not there');
    const stop = new AbortController();
    const heard: number[] = [];
    const progress = (made: number): void => {
      heard.push(made);
      if (heard.length === 2) stop.abort();
    };
    await expect(addBulkProject(resources, people, 4_000, NOW, progress, stop.signal)).rejects.toThrow('aborted');
    expect(heard).toEqual([10, 20]);
    const sets = 'select count(*)::int as count, revision from change group by project_id, revision';
    expect(
      await rows(`${sets} having count(*) = 10 and bool_and(entity = 'task' and action = 'created')`),
    ).toHaveLength(2);
  });
});

describe('the demo in a database in use', () => {
  it('refuses a database where another account has one of its usernames', async () => {
    const other = await freshDatabase();
    const theirs = await open(other.url);
    try {
      await theirs.orm.em
        .fork()
        .getConnection()
        .execute(
          `insert into account (id, first_name, last_name, username, email, password_hash, created_at, updated_at)
           values (gen_random_uuid(), 'Tom', 'Other', 'TOM', 'tom@elsewhere.example', '', now(), now())`,
        );
      await expect(fillDemo(theirs, NOW)).rejects.toThrow('The username @tom is taken');
    } finally {
      await theirs.close();
      await other.drop();
    }
  });

  it('says to stop the app if the app has locked the data folder', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'cairn-demo-'));
    const lock = lockDataDir(dataDir);
    try {
      await expect(openDatabase(readEnv({ DATA_DIR: dataDir }), log)).rejects.toThrow(
        /is already used by process \d+.* Stop the app first/,
      );
    } finally {
      lock.release();
      rmSync(dataDir, { recursive: true });
    }
  });
});

describe('buildTimeline', () => {
  const people = { hanna: 'a', samir: 'b', lucia: 'c', tom: 'd' };
  const projects = [lamp, shop, firmware];

  it('returns the same events for the same time', () => {
    const [one, two] = [buildTimeline(projects, people, NOW), buildTimeline(projects, people, NOW)];
    expect(one.map(({ at, by, what }) => [at, by, what])).toEqual(two.map(({ at, by, what }) => [at, by, what]));
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('is in order on every day of the week and at every hour (day %i)', (day) => {
    for (const hour of [0, 7, 12, 23]) {
      const now = new Date(2026, 2, 29 + day, hour, 5);
      const all = buildTimeline(projects, people, now);
      expect(all.filter(({ at }) => at > now)).toEqual([]);
      const names = all.map(({ what }) => what);
      for (const project of projects) {
        const joined = new Map(project.members.map(({ who }) => [who, names.indexOf(`add ${who} to ${project.name}`)]));
        joined.set(project.owner, names.indexOf(`make ${project.name}`));
        for (const { title } of project.tasks) {
          const acts = all.filter(({ what }) => what.endsWith(` '${title}'`));
          expect(acts[0]?.what).toBe(`make '${title}'`);
          for (const act of acts) expect(all.indexOf(act), act.what).toBeGreaterThan(joined.get(act.by) ?? Infinity);
        }
      }
    }
  });
});
