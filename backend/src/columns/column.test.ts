import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { insertManyTasks } from '../../test/support/insertManyTasks.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';
import { homeColumnId } from './homeColumns.js';

let server: TestServer;
let mara: Person;
let jon: Person;
let projectId: string;

beforeAll(async () => {
  server = await startServer();
  [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = (await newProject(mara)).id;
  await addMember(mara, projectId, jon);
});

interface Column {
  id: string;
  name: string;
  status: string;
  version: number;
  hidden: boolean;
}

const list = async (id = projectId): Promise<Column[]> =>
  (await jon.client.rest('get', `/projects/${id}/columns`)).body.data;
const names = async (id = projectId) => (await list(id)).map(({ name }) => name);
const add = (name: string, status: string, more: object = {}, by = mara) =>
  by.client.rest('post', `/projects/${projectId}/columns`, { name, status, ...more });
const made = async (name: string, status: string, more: object = {}): Promise<Column> =>
  (await add(name, status, more)).body.data;
const put = (id: string, fields: object, by = mara) => by.client.rest('put', `/columns/${id}`, fields);
const place = (id: string, to: object) => mara.client.rest('patch', `/columns/${id}/place`, to);
const remove = (id: string, to: string, by = mara) => by.client.rest('delete', `/columns/${id}?moveTasksTo=${to}`);
const home = (status: 'TODO' | 'IN_PROGRESS' | 'IN_REVIEW' | 'DONE', id = projectId) => homeColumnId(id, status);
const task = async (id: string) => (await jon.client.rest('get', `/tasks/${id}`)).body.data;
const move = (id: string, to: object) => jon.client.rest('patch', `/tasks/${id}/move`, to);
const revision = async (): Promise<number> =>
  (await mara.client.rest('get', `/projects/${projectId}`)).body.data.revision;
const undo = async (at?: number, by = mara) =>
  by.client.rest('post', '/undo', { acts: [{ projectId, revision: at ?? (await revision()) }] });
const stored = (id: string) =>
  rows<{ column_id: string | null }>(server, 'select column_id from task where id = ?', [id]).then(
    ([found]) => found?.column_id ?? null,
  );

describe('the columns of a project', () => {
  it('are the four of the specification at first, without any row', async () => {
    expect(await list()).toMatchObject([
      { id: home('TODO'), name: 'To Do', status: 'TODO', color: null, limit: null, hidden: false, version: 0 },
      { id: home('IN_PROGRESS'), name: 'In Progress' },
      { id: home('IN_REVIEW'), name: 'In Review' },
      { id: home('DONE'), name: 'Done' },
    ]);
    const { id } = await newTask(mara, projectId);
    expect(await task(id)).toMatchObject({ status: 'TODO', columnId: home('TODO') });
    await move(id, { status: 'DONE' });
    expect(await task(id)).toMatchObject({ status: 'DONE', columnId: home('DONE') });
    expect(await rows(server, 'select 1 from "column" where project_id = ?', [projectId])).toEqual([]);
  });

  it('can be added, changed, moved and hidden by owners, and read by members', async () => {
    const blocked = await made('Blocked', 'IN_PROGRESS', { color: '#C04C5C', limit: 3 });
    expect(blocked).toMatchObject({ color: '#c04c5c', limit: 3, hidden: false });
    expect(await names()).toEqual(['To Do', 'In Progress', 'Blocked', 'In Review', 'Done']);
    await place(blocked.id, { beforeId: home('TODO') });
    await place(home('DONE'), { afterId: home('TODO') });
    expect(await names()).toEqual(['Blocked', 'To Do', 'Done', 'In Progress', 'In Review']);
    await place(blocked.id, {});
    expect(await names()).toEqual(['To Do', 'Done', 'In Progress', 'In Review', 'Blocked']);
    const renamed = await put(home('TODO'), { name: 'Inbox', hidden: true, version: 0 });
    expect(renamed.body.data).toMatchObject({ id: home('TODO'), name: 'Inbox', hidden: true, status: 'TODO' });
    expect((await put(blocked.id, { limit: null, color: null })).body.data).toMatchObject({ limit: null, color: null });
    for (const refused of [
      await add('Mine', 'TODO', {}, jon),
      await put(blocked.id, { name: 'Mine' }, jon),
      await jon.client.rest('patch', `/columns/${blocked.id}/place`, {}),
      await remove(blocked.id, home('IN_PROGRESS'), jon),
    ])
      expect(refused.body.code).toBe('FORBIDDEN');
  });

  it('refuse values out of their limits, and names that another column has', async () => {
    const fields = async (answer: Promise<{ body: { errors: object } }>) => (await answer).body.errors;
    expect(await fields(add('', 'TODO'))).toEqual({ name: ['Name is required'] });
    expect(await fields(add('x'.repeat(51), 'TODO'))).toEqual({ name: ['Name must be at most 50 characters'] });
    expect(await fields(add('A', 'LATER'))).toHaveProperty('status');
    for (const limit of [0, 10_000]) expect(await fields(add('A', 'TODO', { limit }))).toHaveProperty('limit');
    expect(await fields(add('A', 'TODO', { color: 'red' }))).toHaveProperty('color');
    expect(await fields(add('to do', 'DONE'))).toEqual({ name: ['Another column has this name'] });
    expect(await fields(put(home('DONE'), { name: 'To Do' }))).toEqual({ name: ['Another column has this name'] });
    for (let at = 0; at < 16; at += 1) expect((await add(`Column ${at}`, 'TODO')).status).toBe(201);
    expect(await fields(add('One more', 'TODO'))).toEqual({ projectId: ['A project can have at most 20 columns'] });
  });

  it('are unknown to strangers, and a home column that was never changed keeps no one from taking its id', async () => {
    const stranger = await newPerson(server, 'Strange');
    expect((await put(home('TODO'), { name: 'Mine' }, stranger)).body.code).toBe('NOT_FOUND');
    const own = await newProject(stranger);
    const id = home('DONE');
    await stranger.client.rest('post', '/tasks', { id, projectId: own.id, title: 'Mine', priority: 'LOW' });
    expect((await put(id, { name: 'Shipped' })).body.data).toMatchObject({ id, name: 'Shipped' });
    expect(await names()).toContain('Shipped');
  });

  it('refuse a change to a field that someone else has changed since', async () => {
    const first = (await put(home('TODO'), { name: 'Inbox', version: 0 })).body.data;
    const second = await put(home('TODO'), { name: 'Backlog', version: 0 });
    // the same person may overwrite nothing that they have not seen
    expect(second.body).toMatchObject({ code: 'CONFLICT', data: { name: 'Inbox', version: first.version } });
    expect((await put(home('TODO'), { limit: 5, version: 0 })).status).toBe(200);
  });
});

describe('a task', () => {
  it('moves to a column, and stays there when it gets the status that it has', async () => {
    const next = await made('Next', 'TODO');
    const { id } = await newTask(mara, projectId);
    expect((await move(id, { columnId: next.id })).body.data).toMatchObject({ columnId: next.id, status: 'TODO' });
    const says = () => task(id).then(({ columnId }) => columnId);
    await jon.client.rest('patch', `/tasks/${id}/status`, { status: 'TODO' });
    await jon.client.rest('patch', `/tasks/${id}`, { status: 'TODO' });
    await jon.client.rest('patch', '/tasks/bulk', { ids: [id], status: 'TODO' });
    await move(id, { status: 'TODO' });
    expect(await says()).toBe(next.id);
    // a change of meaning goes to the first column of the new one
    const verify = await made('Verify', 'IN_REVIEW', { beforeId: home('TODO') });
    await jon.client.rest('patch', '/tasks/bulk', { ids: [id], status: 'IN_REVIEW' });
    expect(await says()).toBe(verify.id);
    await jon.client.rest('patch', `/tasks/${id}/status`, { status: 'TODO' });
    expect(await says()).toBe(home('TODO'));
    await move(id, { columnId: verify.id });
    expect(await task(id)).toMatchObject({ status: 'IN_REVIEW', columnId: verify.id });
  });

  it('can begin in a column, alone or with others', async () => {
    const next = await made('Next', 'IN_PROGRESS', { beforeId: home('TODO') });
    const one = await jon.client.rest('post', '/tasks', {
      projectId,
      title: 'One',
      priority: 'LOW',
      columnId: home('IN_PROGRESS'),
    });
    expect(one.body.data).toMatchObject({ status: 'IN_PROGRESS', columnId: home('IN_PROGRESS') });
    const many = await jon.client.rest('post', '/tasks/bulk', {
      projectId,
      tasks: [
        { title: 'Two', priority: 'LOW', columnId: next.id },
        { title: 'Three', priority: 'LOW', status: 'IN_PROGRESS' },
      ],
    });
    expect(many.body.data.tasks).toMatchObject([{ columnId: next.id }, { columnId: next.id }]);
    const refused = await jon.client.rest('post', '/tasks/bulk', {
      projectId,
      tasks: [{ title: 'Four', priority: 'LOW', columnId: next.id, status: 'DONE' }],
    });
    expect(Object.keys(refused.body.errors)).toEqual(['tasks.0.status']);
  });

  it('refuses a column of another project, one of another status, and none at all', async () => {
    const { id } = await newTask(mara, projectId);
    const other = (await newProject(mara)).id;
    expect((await move(id, { columnId: home('TODO', other) })).body.errors).toHaveProperty('columnId');
    expect((await move(id, { columnId: home('DONE'), status: 'TODO' })).body.errors).toHaveProperty('status');
    expect((await move(id, {})).body.errors).toHaveProperty('status');
  });

  it('is in the home column of its status after a version without columns has changed the status or the project', async () => {
    const next = await made('Next', 'TODO');
    const { id } = await newTask(mara, projectId);
    await move(id, { columnId: next.id });
    await rows(server, `update task set status = 'DONE' where id = ? returning id`, [id]);
    expect((await task(id)).columnId).toBe(home('DONE'));
    const found = await jon.client.rest('get', `/tasks?columnIds=${home('DONE')}&projectId=${projectId}`);
    expect(found.body.data).toMatchObject([{ id }]);
    await rows(server, `update task set status = 'TODO' where id = ? returning id`, [id]);
    expect((await task(id)).columnId).toBe(next.id);
    const other = (await newProject(jon)).id;
    await rows(server, `update task set project_id = ? where id = ? returning id`, [other, id]);
    expect((await task(id)).columnId).toBe(home('TODO', other));
  });

  it('gets the column of the same status and name in another project, or the first of the status', async () => {
    const other = (await newProject(mara)).id;
    const [here, there] = [await made('Waiting', 'IN_REVIEW'), 'Waiting'];
    const { id } = await newTask(mara, projectId);
    await move(id, { columnId: here.id });
    const to = (into: string) => mara.client.rest('patch', `/tasks/${id}/project`, { projectId: into });
    expect((await to(other)).body.data.columnId).toBe(home('IN_REVIEW', other));
    await to(projectId);
    const same = await mara.client.rest('post', `/projects/${other}/columns`, { name: there, status: 'IN_REVIEW' });
    await move(id, { columnId: here.id });
    expect((await to(other)).body.data.columnId).toBe(same.body.data.id);
    const sets = (await mara.client.rest('get', `/tasks/${id}/history`)).body.data[0];
    const left = await rows<{ revision: number }>(
      server,
      `select revision from change where project_id = ? and entity_id = ? and action = 'deleted'
       order by revision desc limit 1`,
      [projectId, id],
    );
    const acts = [
      { projectId: other, revision: sets.revision },
      { projectId, revision: left[0]?.revision },
    ];
    expect((await mara.client.rest('post', '/undo', { acts })).status).toBe(200);
    expect(await task(id)).toMatchObject({ projectId, columnId: here.id });
  });

  it('notifies people of a new status by the name of the column, and no one of a move within a status', async () => {
    const next = await made('Next', 'TODO');
    const shipped = await made('Shipped', 'DONE');
    const { id } = await newTask(mara, projectId, { title: 'A lamp' });
    const messages = async () =>
      (await mara.client.rest('get', '/notifications')).body.data.notifications.map(
        ({ message }: { message: string }) => message,
      );
    await move(id, { columnId: next.id });
    expect((await messages()).filter((text: string) => text.includes('A lamp'))).toEqual([]);
    await move(id, { columnId: shipped.id });
    expect(await messages()).toContain('Jon Okafor moved “A lamp” to Shipped');
    const [latest] = (await jon.client.rest('get', `/tasks/${id}/history`)).body.data;
    expect(latest.columnNames).toEqual(['Next', 'Shipped']);
    await move(id, { columnId: home('DONE') });
    const [newest] = (await jon.client.rest('get', `/tasks/${id}/history`)).body.data;
    expect(newest.columnNames).toEqual(['Shipped', 'Done']);
  });
});

describe('a deleted column', () => {
  it('gives its tasks to another one of its status, in one step that can be undone and repeated', async () => {
    const next = await made('Next', 'TODO');
    const ids = await Promise.all([1, 2, 3].map(async () => (await newTask(mara, projectId)).id));
    for (const id of ids) await move(id, { columnId: next.id });
    const [deleted] = ids as [string];
    await mara.client.rest('delete', `/tasks/${deleted}`);
    expect((await remove(next.id, home('TODO'))).status).toBe(204);
    const at = await revision();
    const columnsOf = async () => Promise.all(ids.slice(1).map(async (id) => (await task(id)).columnId));
    expect(await columnsOf()).toEqual([home('TODO'), home('TODO')]);
    expect(await names()).not.toContain('Next');
    // the trash and writes made offline follow it
    await mara.client.rest('post', `/tasks/${deleted}/restore`);
    expect((await task(deleted)).columnId).toBe(home('TODO'));
    const { id: fresh } = await newTask(mara, projectId, { status: 'DONE' });
    expect((await move(fresh, { columnId: next.id })).body.data).toMatchObject({ columnId: home('TODO') });
    await mara.client.rest('delete', `/tasks/${fresh}`);
    expect((await undo(at)).status).toBe(200);
    expect(await columnsOf()).toEqual([next.id, next.id]);
    expect((await undo()).status).toBe(200);
    expect(await columnsOf()).toEqual([home('TODO'), home('TODO')]);
    expect(await names()).not.toContain('Next');
    expect((await undo()).status).toBe(200);
    expect(await columnsOf()).toEqual([next.id, next.id]);
  });

  it('moves any number of its tasks by one statement, and back', async () => {
    const next = await made('Next', 'TODO');
    await insertManyTasks(server, projectId, mara.id, 1_200);
    await rows(
      server,
      `update task set status = 'TODO', completed_at = null, column_id = ? where project_id = ? returning id`,
      [next.id, projectId],
    );
    const moves = async (run: () => Promise<{ status: number }>): Promise<number> => {
      const before = server.statements.length;
      expect((await run()).status).toBeLessThan(300);
      return server.statements.slice(before).filter((text) => text.includes('update task set column_id')).length;
    };
    const count = async (columnId: string) =>
      (
        await rows<{ count: number }>(
          server,
          'select count(*)::int as count from task where project_id = ? and column_id is not distinct from ?::uuid',
          [projectId, columnId === home('TODO') ? null : columnId],
        )
      )[0]?.count;
    expect(await moves(() => remove(next.id, home('TODO')))).toBe(1);
    expect(await count(home('TODO'))).toBe(1_200);
    expect(await moves(() => undo())).toBe(1);
    expect(await count(next.id)).toBe(1_200);
  });

  it('can be a home column, and older versions then find the first column of the status', async () => {
    const { id } = await newTask(mara, projectId);
    const next = await made('Next', 'TODO');
    expect((await remove(home('TODO'), next.id)).status).toBe(204);
    expect(await stored(id)).toBe(next.id);
    expect(await names()).toEqual(['Next', 'In Progress', 'In Review', 'Done']);
    await rows(server, 'update task set column_id = null where id = ? returning id', [id]);
    expect((await task(id)).columnId).toBe(next.id);
    const grouped = await jon.client.rest('get', `/tasks/groups?groupBy=COLUMN&projectId=${projectId}`);
    expect(grouped.body.data).toEqual([{ key: next.id, count: 1 }]);
    expect((await newTask(mara, projectId)).columnId).toBe(next.id);
    expect((await put(home('TODO'), { name: 'Back' })).body.code).toBe('NOT_FOUND');
  });

  it('is not the last of its status, and names another column of that status', async () => {
    const fields = async (answer: ReturnType<typeof remove>) => (await answer).body.errors;
    expect(await fields(remove(home('DONE'), home('TODO')))).toEqual({
      id: ['The last column of a status cannot be deleted. It can be hidden.'],
    });
    const next = await made('Next', 'TODO');
    for (const to of [home('DONE'), next.id, randomUUID()]) {
      expect(await fields(remove(next.id, to))).toHaveProperty('moveTasksTo');
    }
    expect(await fields(remove(next.id, ''))).toHaveProperty('moveTasksTo');
  });

  it('cannot be undone while its tasks are elsewhere, and only by an owner', async () => {
    const next = await made('Next', 'TODO');
    const { id } = await newTask(mara, projectId);
    await move(id, { columnId: next.id });
    await remove(next.id, home('TODO'));
    const at = await revision();
    expect((await undo(at, jon)).body.code).toBe('FORBIDDEN');
    await move(id, { status: 'DONE' });
    const refused = await undo(at);
    expect(refused.body).toMatchObject({ code: 'CONFLICT' });
    expect(refused.body.data.conflicts).toMatchObject([{ id, field: 'columnId' }]);
  });

  it('is found by filters and counted by groups as long as it is there', async () => {
    const next = await made('Next', 'TODO');
    const { id } = await newTask(mara, projectId);
    await newTask(mara, projectId);
    await move(id, { columnId: next.id });
    const find = async (columnId: string) =>
      (await jon.client.rest('get', `/tasks?columnIds=${columnId}`)).body.data.map((it: { id: string }) => it.id);
    expect(await find(next.id)).toEqual([id]);
    const counted = await jon.client.rest('get', `/tasks/groups?groupBy=COLUMN&projectId=${projectId}`);
    expect(counted.body.data).toHaveLength(2);
    await remove(next.id, home('TODO'));
    expect(await find(next.id)).toEqual([]);
    expect(await find(home('TODO'))).toHaveLength(2);
  });
});

describe('undo', () => {
  it('takes back a new column, unless tasks are in it, and changes of a home column', async () => {
    const next = await made('Next', 'TODO');
    const at = await revision();
    const { id } = await newTask(mara, projectId);
    await move(id, { columnId: next.id });
    expect((await undo(at)).body.code).toBe('CONFLICT');
    await move(id, { columnId: home('TODO') });
    expect((await undo(at)).status).toBe(200);
    expect(await names()).not.toContain('Next');
    await put(home('TODO'), { name: 'Inbox', limit: 4 });
    await undo();
    expect((await list())[0]).toMatchObject({ name: 'To Do', limit: null });
    await place(home('TODO'), {});
    await undo();
    expect(await names()).toEqual(['To Do', 'In Progress', 'In Review', 'Done']);
  });

  it('takes no name and no place that another column got meanwhile', async () => {
    const former = await made('Next', 'TODO');
    await remove(former.id, home('TODO'));
    const at = await revision();
    const taker = await made('next', 'TODO');
    const taken = await undo(at);
    expect([taken.status, taken.body.errors]).toEqual([422, { acts: ['Another column has this name'] }]);
    await put(taker.id, { name: 'Later' });
    await rows(server, 'update "column" set rank = (select rank from "column" where id = ?) where id = ?', [
      former.id,
      taker.id,
    ]);
    expect((await undo(at)).status).toBe(200);
    for (const [one, other] of [
      [former, taker],
      [taker, former],
    ] as const) {
      expect((await place(home('IN_PROGRESS'), { afterId: one.id, beforeId: other.id })).status).toBe(200);
    }
  });

  it('takes no place of another column either if the move of a task is undone with it', async () => {
    const [first, second] = [await newTask(mara, projectId), await newTask(mara, projectId)];
    const former = await made('Next', 'TODO');
    await remove(former.id, home('TODO'));
    const acts = [await revision()];
    const taker = await made('Later', 'TODO');
    const ids = [former.id, taker.id];
    await rows(server, 'update "column" set rank = (select rank from "column" where id = ?) where id = ?', ids);
    await mara.client.rest('patch', `/tasks/${second.id}/move`, { status: 'TODO', beforeId: first.id });
    acts.push(await revision());
    const both = acts.map((at) => ({ projectId, revision: at }));
    expect((await mara.client.rest('post', '/undo', { acts: both })).status).toBe(200);
    const ranks = await rows<{ rank: string }>(server, 'select rank from "column" where id in (?, ?)', ids);
    expect(new Set(ranks.map(({ rank }) => rank)).size).toBe(2);
  });

  it('refuses to leave a status without columns', async () => {
    const next = await made('Next', 'TODO');
    const at = await revision();
    await remove(home('TODO'), next.id);
    expect((await undo(at)).body.errors).toHaveProperty('acts');
  });

  it('brings a column back only while there is space for it', async () => {
    const next = await made('Next', 'TODO');
    await remove(next.id, home('TODO'));
    const at = await revision();
    for (let n = 0; n < 15; n += 1) await made(`Column ${n}`, 'TODO');
    const last = await made('Last', 'TODO');
    expect((await undo(at)).body.errors).toEqual({ acts: ['A project can have at most 20 columns'] });
    await remove(last.id, home('TODO'));
    expect((await undo(at)).status).toBe(200);
    expect(await list()).toHaveLength(20);
  });

  it('puts a task back into the column that got the tasks of its former one', async () => {
    const [next, later] = [await made('Next', 'TODO'), await made('Later', 'TODO')];
    const { id } = await newTask(mara, projectId);
    await move(id, { columnId: next.id });
    await jon.client.rest('patch', `/tasks/${id}/status`, { status: 'DONE' });
    const at = await revision();
    await remove(next.id, later.id);
    expect((await undo(at, jon)).status).toBe(200);
    expect(await task(id)).toMatchObject({ status: 'TODO', columnId: later.id });
  });
});
