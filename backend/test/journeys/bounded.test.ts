import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purge } from '../../src/trash/hourlyPurge.js';
import { mailDigest } from '../../src/notifications/digest.job.js';
import { scanDue } from '../../src/notifications/dueScan.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { insertManyTasks } from '../support/insertManyTasks.js';
import { logOf, revisionOf, rows } from '../support/rows.js';
import { FULL_RUN } from '../support/testDepth.js';
import { onlyIf } from '../support/onlyIf.js';

let server: TestServer;
let mara: Person;
let jon: Person;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
});
afterAll(() => server.close());

const DAY = 86_400_000;
const MANY = 30_000;

/** The statements of one call, and the rows of the project it wrote. */
async function cost(projectId: string, call: () => Promise<{ status: number }>) {
  const sent = server.statements.length;
  expect((await call()).status).toBe(204);
  const statements = server.statements
    .slice(sent)
    // wake-ups, and what the server looks for by itself
    .filter(
      (text) =>
        !/pg_notify|from session|from epoch|notification_event|"projectId", revision|m\.user_id = any/.test(text),
    );
  const [written] = await rows<{ tasks: number; comments: number }>(
    server,
    `select (select count(*)::int from task where project_id = p.id and xmin = p.xmin) as tasks,
       (select count(*)::int from comment where project_id = p.id and xmin = p.xmin) as comments
     from project p where id = ?`,
    [projectId],
  );
  return { statements: statements.length, ...written };
}

describe.each(onlyIf(FULL_RUN, 'deleting a project'))('%s', () => {
  it('costs the same for 30,000 tasks as for one, and writes to none of them', async () => {
    const [small, large] = [await newProject(mara), await newProject(mara)];
    const task = await newTask(mara, small.id);
    await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Kept as it is' });
    await insertManyTasks(server, large.id, mara.id, MANY);
    const costs: unknown[] = [];
    for (const { id } of [small, large]) {
      const before = await revisionOf(server, id);
      costs.push(await cost(id, () => mara.client.rest('delete', `/projects/${id}`)));
      const log = await logOf(server, id, before);
      expect(log.map(({ revision, entity, action }) => [revision, entity, action])).toEqual([
        [before + 1, 'project', 'deleted'],
      ]);
    }
    expect(costs[0]).toEqual({ statements: expect.any(Number), tasks: 0, comments: 0 });
    expect(costs[1]).toEqual(costs[0]);
  });
});

describe('removing a member', () => {
  it('takes as many statements for 3,000 open tasks as for one', async () => {
    const costs: unknown[] = [];
    for (const count of [1, 3_000]) {
      const { id } = await newProject(mara);
      await addMember(mara, id, jon);
      await insertManyTasks(server, id, mara.id, count, { assigneeId: jon.id });
      await insertManyTasks(server, id, mara.id, count, { assigneeId: jon.id, status: 'DONE' });
      const before = await revisionOf(server, id);
      const { statements } = await cost(id, () => mara.client.rest('delete', `/projects/${id}/members/${jon.id}`));
      costs.push(statements);
      const found = await rows(
        server,
        `select status, assignee_id as assignee, version, count(*)::int as count from task where project_id = ?
         group by 1, 2, 3 order by 1`,
        [id],
      );
      expect(found).toEqual([
        { status: 'TODO', assignee: null, version: before + 1, count },
        { status: 'DONE', assignee: jon.id, version: 1, count },
      ]);
      const log = await logOf(server, id, before);
      expect(log.map(({ n }) => n)).toEqual(Array.from({ length: count + 1 }, (_, n) => n));
      const told = await rows(
        server,
        `select because, count(*)::int as count from change where project_id = ? and
        revision = ? group by 1 order by 1`,
        [id, before + 1],
      );
      expect(told).toEqual([
        { because: 'cascade', count },
        { because: null, count: 1 },
      ]);
      const activity = (await mara.client.rest('get', `/projects/${id}/activity`)).body.data;
      expect(activity[0]).toMatchObject({ entity: 'MEMBER', action: 'DELETED' });
      expect(activity[1].revision).toBeLessThan(before + 1);
    }
    expect(costs[1]).toBe(costs[0]);
  });

  it('is in the history of each task it was taken off', async () => {
    const { id } = await newProject(mara);
    await addMember(mara, id, jon);
    const task = await newTask(mara, id, { assigneeId: jon.id });
    await mara.client.rest('delete', `/projects/${id}/members/${jon.id}`);
    const [line] = (await mara.client.rest('get', `/tasks/${task.id}/history`)).body.data;
    expect(line).toMatchObject({ action: 'UPDATED', actorId: mara.id, fields: { assigneeId: [jon.id, null] } });
  });
});

describe('commenting', () => {
  it('notifies each commenter once, whatever the number of comments', async () => {
    const { id } = await newProject(mara);
    await addMember(mara, id, jon);
    const task = await newTask(mara, id);
    await rows(
      server,
      `insert into comment (id, project_id, task_id, author_id, text, version, created_at, updated_at)
       select gen_random_uuid(), ?, ?, ?, 'Said', 1, now(), now() from generate_series(1, 3000)`,
      [id, task.id, jon.id],
    );
    const sent = server.statements.length;
    expect((await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: 'The last word' })).status).toBe(201);
    // the authors are asked for, not what they said
    const ofComments = server.statements.slice(sent).filter((text) => /select.*from "?comment/s.test(text));
    expect(ofComments.filter((text) => !/distinct author_id|count\(/.test(text))).toEqual([]);
    expect(ofComments.some((text) => text.includes('distinct author_id'))).toBe(true);
    const told = await rows(
      server,
      `select user_id as "userId" from notification where kind = 'COMMENT' and task_id = ?`,
      [task.id],
    );
    expect(told).toEqual([{ userId: jon.id }]);
  });
});

describe('a deleted project', () => {
  const SECRET = 'Qqxzv';

  it('and its contents appear in no call, mail or scan', async () => {
    const { id: kept } = await newProject(mara, { name: 'Kept' });
    const { id } = await newProject(mara, { name: `${SECRET} project` });
    await addMember(mara, id, jon);
    const dueDate = new Date(Date.now() + DAY / 2).toISOString();
    const task = await newTask(jon, id, { title: `${SECRET} task`, tags: [SECRET], dueDate, assigneeId: mara.id });
    const comment = (await jon.client.rest('post', `/tasks/${task.id}/comments`, { text: `${SECRET} said` })).body.data;
    const living = await newTask(mara, kept, { title: 'Living', assigneeId: mara.id, dueDate });
    const stats = async () => (await mara.client.rest('get', '/dashboard/stats')).body.data;
    expect((await stats()).totalTasks).toBe(2);
    await mara.client.rest('delete', '/notifications');
    expect((await mara.client.rest('delete', `/projects/${id}`)).status).toBe(204);

    // in REST: nothing to read or to write
    const { client } = mara;
    for (const path of [
      `/projects/${id}`,
      `/projects/${id}/members`,
      `/projects/${id}/activity`,
      `/tasks/${task.id}`,
      `/tasks/${task.id}/history`,
      `/tasks/${task.id}/comments`,
    ]) {
      expect([path, (await client.rest('get', path)).status]).toEqual([path, 404]);
    }
    for (const path of [
      '/projects',
      '/tasks',
      `/tasks?projectId=${id}`,
      `/tasks?search=${SECRET}`,
      `/tasks?search=${SECRET}&projectId=${id}`,
      `/tasks?tag=${SECRET}`,
      `/tasks?assigneeId=${mara.id}`,
      `/tasks?involving=${jon.id}`,
      `/tasks?dueFrom=${new Date().toISOString()}`,
      '/notifications',
    ]) {
      const { status, text } = await client.rest('get', path);
      expect([path, status, text.includes(SECRET), text.includes(task.id)]).toEqual([path, 200, false, false]);
    }
    const writes: [method: string, path: string, body?: object][] = [
      ['put', `/projects/${id}`, { name: 'Back' }],
      ['delete', `/projects/${id}`],
      ['post', `/projects/${id}/members`, { userId: jon.id }],
      ['patch', `/projects/${id}/members/${jon.id}`, { role: 'OWNER' }],
      ['delete', `/projects/${id}/members/${jon.id}`],
      ['post', '/tasks', { projectId: id, title: 'New', priority: 'LOW' }],
      ['put', `/tasks/${task.id}`, { title: 'Back' }],
      ['patch', `/tasks/${task.id}/status`, { status: 'DONE' }],
      ['patch', `/tasks/${task.id}/assign`, { assigneeId: null }],
      ['patch', `/tasks/${task.id}/move`, { status: 'DONE' }],
      ['patch', '/tasks/bulk', { ids: [task.id], priority: 'LOW' }],
      ['patch', '/tasks/bulk', { ids: [task.id, living.id], delete: true }],
      ['delete', `/tasks/${task.id}`],
      ['post', `/tasks/${task.id}/comments`, { text: 'Back' }],
      ['put', `/comments/${comment.id}`, { text: 'Back' }],
      ['delete', `/comments/${comment.id}`],
    ];
    for (const [method, path, body] of writes) {
      const { status, text } = await client.rest(method, path, body);
      expect([method, path, status, text.includes(SECRET)]).toEqual([method, path, 404, false]);
    }
    // ids that were taken say nothing of whose they were
    const stolen = { id: task.id, projectId: kept, title: 'New', priority: 'LOW' };
    expect((await client.rest('post', '/tasks', stolen)).body).toEqual({
      code: 'CONFLICT',
      message: 'A task with this id already exists',
    });
    // a card dropped next to a deleted one goes to the column's end
    const moved = await client.rest('patch', `/tasks/${living.id}/move`, { status: 'TODO', afterId: task.id });
    expect(moved.status).toBe(200);

    // in GraphQL
    const { text } = await client.graphql(`{
      projects(first: 10) { nodes { name tasks: activity(first: 5) { nodes { subject } } } }
      tasks(first: 10) { totalCount nodes { title project { name } comments(first: 5) { nodes { text } } } }
      notifications(first: 10) { nodes { title task { title } project { name } } }
      dashboardStats { totalTasks overdueTasks }
    }`);
    expect(text).not.toContain(SECRET);
    expect((await stats()).totalTasks).toBe(1);

    // by mail and by the scans
    await scanDue(server.resources);
    const notices = await rows(server, 'select task_id as "taskId" from due_notice');
    expect(notices).toEqual([{ taskId: living.id }]);
    const mails: string[] = [];
    const mailer = { send: (_to: string, letter: unknown) => Promise.resolve(void mails.push(JSON.stringify(letter))) };
    await mailDigest(
      { ...server.resources, mailer: mailer as unknown as TestServer['resources']['mailer'] },
      { userId: mara.id },
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Living');
    expect(mails[0]).not.toContain(SECRET);
  });

  it('is purged batch by batch, whatever its size, and leaves nothing', async () => {
    const { id } = await newProject(mara);
    const task = await newTask(mara, id);
    await insertManyTasks(server, id, mara.id, 1_200);
    await rows(
      server,
      `insert into comment (id, project_id, task_id, author_id, text, version, created_at, updated_at)
       select gen_random_uuid(), ?, ?, ?, 'Said', 1, now(), now() from generate_series(1, 1100)`,
      [id, task.id, mara.id],
    );
    await mara.client.rest('delete', `/projects/${id}`);
    await purge(server.orm, new Date(Date.now() + 29.9 * DAY));
    const left = async () =>
      Promise.all(
        ['task', 'comment', 'change', 'project_member'].map(async (table) => {
          const [row] = await rows<{ count: number }>(
            server,
            `select count(*)::int as count from ${table} where project_id = ?`,
            [id],
          );
          return row?.count;
        }),
      );
    expect(await left()).toEqual([1_201, 1_100, 4, 1]);
    await rows(
      server,
      `create function no_crowd() returns trigger language plpgsql as $$ begin
         if (select count(*) from gone) > 500 then raise 'too many at once'; end if; return null; end $$`,
    );
    for (const table of ['task', 'comment']) {
      await rows(
        server,
        `create trigger no_crowd after delete on ${table} referencing old table as gone
         for each statement execute function no_crowd()`,
      );
    }
    await purge(server.orm, new Date(Date.now() + 30.1 * DAY));
    expect(await left()).toEqual([0, 0, 0, 0]);
    expect(await rows(server, 'select 1 from project where id = ?', [id])).toEqual([]);
  });
});
