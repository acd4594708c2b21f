import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COPIES } from '../../contract/limits.js';
import { newProgram } from '../../test/support/apiToken.js';
import { addMember, newAttachment, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { lockWaits, logOf, revisionOf } from '../../test/support/rows.js';
import { mutation } from '../../test/support/selections.js';

let server: TestServer;
let mara: Person;
let jon: Person;
const now = new Date('2026-11-24T09:00:00Z');
beforeAll(async () => {
  server = await startServer({ now: () => now });
});
afterAll(() => server.close());
beforeEach(async () => {
  [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
  for (const person of [mara, jon]) {
    await person.client.rest('put', '/auth/preferences', { timeZone: 'Europe/Berlin' });
  }
});

const duplicate = (id: string, body: object = {}, by = mara, headers = {}) =>
  by.client.rest('post', `/projects/${id}/duplicate`, body, headers);
const copy = async (id: string, body: object = {}, by = mara): Promise<string> => {
  const { status, body: made } = await duplicate(id, body, by);
  expect([status, made.errors]).toEqual([201, undefined]);
  return made.data.id;
};
const get = async (path: string, by = mara) => (await by.client.rest('get', path)).body.data;
const list = (projectId: string, by = mara) => get(`/tasks?projectId=${projectId}&limit=100&orderBy=RANK_ASC`, by);
const names = async (query = '', by = mara): Promise<string[]> =>
  (await get(`/projects${query}`, by)).map(({ name }: { name: string }) => name);

const ALL = { tasks: true, checklists: true, comments: true, files: true, members: true, views: true };

describe('a copy of a project', () => {
  it('has its columns, open tasks, checklists, files, comments, members and views, with dates that are moved', async () => {
    const { id: projectId } = await newProject(mara, { name: 'Spring' });
    await addMember(mara, projectId, jon);
    await mara.client.rest('put', `/projects/${projectId}/tags/red`, { color: '#b04a3f' });
    const column = await mara.client.rest('post', `/projects/${projectId}/columns`, {
      name: 'Waiting',
      status: 'IN_PROGRESS',
    });
    const columnId = column.body.data.id;
    const parent = await newTask(mara, projectId, { title: 'Garden', dueDay: '2026-12-01', startDate: '2026-11-30' });
    const child = await newTask(mara, projectId, {
      title: 'Roses',
      parentId: parent.id,
      columnId,
      dueDate: '2027-03-26T08:00:00Z',
      assigneeId: jon.id,
      tags: ['red'],
    });
    const done = await newTask(mara, projectId, { title: 'Tulips', status: 'DONE', assigneeId: mara.id });
    const repeat = { rule: 'FREQ=WEEKLY', timeZone: 'Europe/Berlin', until: '2026-12-31' };
    await newTask(mara, projectId, { title: 'Water', dueDay: '2026-12-08', repeat });
    await mara.client.rest('post', `/tasks/${parent.id}/relations`, { otherId: child.id, kind: 'BLOCKS' });
    const item = await mara.client.rest('post', `/tasks/${parent.id}/checklist`, { text: 'Dig' });
    await mara.client.rest('patch', `/tasks/${parent.id}/checklist/${item.body.data.id}`, { done: true });
    for (const text of ['First', 'Second']) await jon.client.rest('post', `/tasks/${parent.id}/comments`, { text });
    const file = await newAttachment(mara, parent.id, 'plan.txt');
    const picture = (id: string) => `![plan](/files/${id}/plan.txt)`;
    for (const one of [parent, done]) {
      await mara.client.rest('put', `/tasks/${one.id}`, { description: picture(file) });
    }
    await mara.client.rest('post', '/views', { name: 'Waiting', projectId, filter: { columnIds: [columnId] } });

    const { status, body } = await duplicate(projectId, { name: 'Summer', with: ALL, datesFrom: '2026-12-02' });
    expect([status, body.data]).toMatchObject([201, { name: 'Summer', viewerRole: 'OWNER', revision: 1 }]);
    const { id } = body.data;
    const [garden, roses, tulips, water] = await list(id);
    const waiting = (await get(`/projects/${id}/columns`)).find(({ name }: { name: string }) => name === 'Waiting');
    const [copied] = await get(`/tasks/${garden.id}/attachments`);
    expect(copied.id).not.toBe(file);
    expect(garden).toMatchObject({
      title: 'Garden',
      description: picture(copied.id),
      status: 'TODO',
      dueDay: '2026-12-03',
      startDate: '2026-12-02',
      number: 1,
      checklistTotal: 1,
      checklistDone: 0,
      commentCount: 2,
      subtasksTotal: 1,
      creatorId: mara.id,
    });
    expect(tulips.description).toBe(picture(copied.id));
    expect(roses).toMatchObject({
      title: 'Roses',
      parentId: garden.id,
      columnId: waiting.id,
      status: 'IN_PROGRESS',
      number: 2,
      openBlockers: 1,
      tags: ['red'],
      assigneeId: jon.id,
      // Clocks change in between: it is still at nine.
      dueDate: '2027-03-28T07:00:00.000Z',
    });
    expect(tulips).toMatchObject({
      title: 'Tulips',
      status: 'TODO',
      completedAt: null,
      assigneeId: mara.id,
      number: 3,
    });
    expect(water).toMatchObject({ dueDay: '2026-12-10', repeat: { until: '2027-01-02' } });
    const comments = await get(`/tasks/${garden.id}/comments`, jon);
    expect(comments).toMatchObject([{ text: 'First' }, { text: 'Second' }]);
    expect(comments[0]).toMatchObject({ authorId: mara.id, copiedFrom: { name: 'Jon Okafor', at: now.toISOString() } });
    expect((await get('/views')).map((view: object) => view)).toMatchObject([
      { projectId, filter: { columnIds: [columnId] } },
      { projectId: id, filter: { columnIds: [waiting.id] } },
    ]);
    // The tags keep their colors, and the file is the same one.
    expect(await get(`/projects/${id}/tags`)).toMatchObject([{ name: 'red', color: '#b04a3f' }]);
    expect(
      await fetch(new URL(copied.url, server.url), { headers: { authorization: `Bearer ${jon.client.token}` } }).then(
        (answer) => answer.text(),
      ),
    ).toBe('The content of plan.txt');
    // A copy of the copy names the first author.
    const again = await copy(id, { with: ALL }, jon);
    const [, second] = await get(`/tasks/${(await list(again, jon))[0].id}/comments`, jon);
    expect(second).toMatchObject({ authorId: jon.id, copiedFrom: { name: 'Jon Okafor' } });
    // The original has not changed.
    expect((await list(projectId)).map(({ title, status: state }: never) => [title, state])).toEqual([
      ['Garden', 'TODO'],
      ['Roses', 'IN_PROGRESS'],
      ['Tulips', 'DONE'],
      ['Water', 'TODO'],
    ]);
  });

  it('has by default its tasks, checklists and files, and neither its members nor their assignments', async () => {
    const { id: projectId } = await newProject(mara, { name: `${'N'.repeat(92)}👩‍🚀${'N'.repeat(3)}` });
    await addMember(mara, projectId, jon);
    const task = await newTask(mara, projectId, {
      assigneeId: jon.id,
      repeat: { rule: 'FREQ=DAILY', timeZone: 'UTC' },
    });
    await jon.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Mine' });
    const id = await copy(projectId);
    expect(await get(`/projects/${id}`)).toMatchObject({ name: `${'N'.repeat(92)} (copy)`, memberIds: [mara.id] });
    const [made] = await list(id);
    expect(made).toMatchObject({ assigneeId: null, commentCount: 0, occurrence: 1, dueDay: task.dueDay });
    expect(made.seriesId).not.toBe(task.seriesId);
    const empty = await copy(projectId, { with: { views: true } });
    expect(await list(empty)).toEqual([]);
    // Its own series goes on.
    await mara.client.rest('patch', `/tasks/${made.id}/status`, { status: 'DONE' });
    expect(await list(id)).toHaveLength(2);
  });

  it('has views of its own subtasks', async () => {
    const { id: projectId } = await newProject(mara);
    const parent = await newTask(mara, projectId);
    for (const filter of [{ parentId: parent.id, projectIds: [projectId] }, { parentId: 'none' }]) {
      expect((await mara.client.rest('post', '/views', { name: 'Parts', projectId, filter })).status).toBe(201);
    }
    const id = await copy(projectId, { with: { tasks: true, views: true } });
    const [made] = await list(id);
    expect((await get('/views')).filter((view: { projectId: string }) => view.projectId === id)).toMatchObject([
      { filter: { parentId: made.id, projectIds: [id], columnIds: null } },
      { filter: { parentId: 'none', projectIds: null } },
    ]);
  });

  it('has its due days in the log, beside their dates', async () => {
    const { id: projectId } = await newProject(mara);
    await newTask(mara, projectId, { title: 'Day', dueDay: '2026-12-01' });
    await newTask(mara, projectId, { title: 'Time', dueDate: '2026-12-01T08:30:00Z' });
    const lines = (await logOf(server, await copy(projectId))).filter(({ entity }) => entity === 'task');
    const dues = Object.fromEntries(
      lines.map(({ fields: { title, dueDate, dueDay } }) => [title?.[1], [dueDate, dueDay]]),
    );
    expect(dues).toEqual({
      Day: [
        [null, '2026-12-01T17:00:00.000Z'],
        [null, '2026-12-01'],
      ],
      Time: [
        [null, '2026-12-01T08:30:00.000Z'],
        [null, null],
      ],
    });
  });

  it('has columns that were changed, deleted and moved', async () => {
    const { id: projectId } = await newProject(mara);
    const columns = await get(`/projects/${projectId}/columns`);
    const [todo, , review] = columns;
    await mara.client.rest('put', `/columns/${todo.id}`, { name: 'Ideas' });
    const extra = await mara.client.rest('post', `/projects/${projectId}/columns`, {
      name: 'Next',
      status: 'IN_REVIEW',
    });
    const task = await newTask(mara, projectId, { status: 'IN_REVIEW' });
    await mara.client.rest('delete', `/columns/${review.id}?moveTasksTo=${extra.body.data.id}`);
    const id = await copy(projectId);
    const shape = async (of: string) =>
      (await get(`/projects/${of}/columns`)).map(({ name, status }: never) => [name, status]);
    expect(await shape(id)).toEqual(await shape(projectId));
    expect(await shape(id)).toContainEqual(['Ideas', 'TODO']);
    const next = (await get(`/projects/${id}/columns`)).find(({ name }: { name: string }) => name === 'Next');
    expect((await list(id))[0]).toMatchObject({ title: task.title, columnId: next.id });
  });

  it('is made once for a repeated request, and its id is that of nothing else', async () => {
    const { id: projectId } = await newProject(mara);
    await newTask(mara, projectId);
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2].map(() => duplicate(projectId, { name: 'Once' }, mara, key)));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await names()).filter((name) => name === 'Once')).toHaveLength(1);
    const taken = await duplicate(projectId, { id: projectId });
    expect(taken.status).toBe(409);
  });

  it('can be made by each member, and by no one else', async () => {
    const { id: projectId } = await newProject(mara);
    await addMember(mara, projectId, jon, 'VIEWER');
    const id = await copy(projectId, {}, jon);
    expect(await get(`/projects/${id}`, jon)).toMatchObject({ viewerRole: 'OWNER' });
    expect((await mara.client.rest('get', `/projects/${id}`)).status).toBe(404);
    await mara.client.rest('delete', `/projects/${projectId}/members/${jon.id}`);
    expect((await duplicate(projectId, {}, jon)).status).toBe(404);
    const stranger = await newPerson(server, 'Eve');
    expect((await duplicate(projectId, {}, stranger)).status).toBe(404);
  });

  it('is not a part of what happened, and undo deletes it as a whole', async () => {
    const { id: projectId } = await newProject(mara);
    await addMember(mara, projectId, jon);
    for (const title of ['A', 'B']) await newTask(mara, projectId, { title });
    const id = await copy(projectId, { name: 'Copy', with: ALL });
    const { data } = await mara.client.graphql(`{ activity(projectId: "${id}") { nodes { entity action } } }`);
    expect(data.activity.nodes.map(({ entity }: { entity: string }) => entity)).toEqual([
      'MEMBER',
      'MEMBER',
      'PROJECT',
    ]);
    const undone = await mara.client.rest('post', '/undo', {
      acts: [{ projectId: id, revision: await revisionOf(server, id) }],
    });
    expect(undone.status).toBe(200);
    expect(await names()).not.toContain('Copy');
  });

  it('lacks what others delete or move away while it is made', async () => {
    const { id: projectId } = await newProject(mara);
    await addMember(mara, projectId, jon);
    const parent = await newTask(mara, projectId, { title: 'Moved' });
    const child = await newTask(mara, projectId, { title: 'Left alone' });
    const deleted = await newTask(mara, projectId, { title: 'Deleted' });
    for (const { id } of [parent, child, deleted]) {
      await mara.client.rest('post', `/tasks/${id}/comments`, { text: 'Said' });
      await mara.client.rest('post', `/tasks/${id}/checklist`, { text: 'To do' });
    }
    await mara.client.rest('put', `/tasks/${child.id}/parent`, { parentId: parent.id });
    await mara.client.rest('post', `/tasks/${parent.id}/relations`, { otherId: child.id, kind: 'BLOCKS' });
    const elsewhere = (await newProject(mara)).id;
    // The copy waits for the lock after it has chosen what to copy.
    const { copying } = await server.orm.em.fork().transactional(async (em) => {
      await em.execute('select 1 from account where id = ? for update', [jon.id]);
      const waiting = duplicate(projectId, { name: 'Copy', with: ALL });
      await expect.poll(() => lockWaits(server, 'for share of a')).toHaveLength(1);
      await mara.client.rest('put', `/tasks/${child.id}/parent`, { parentId: null });
      expect((await mara.client.rest('patch', `/tasks/${parent.id}/project`, { projectId: elsewhere })).status).toBe(
        200,
      );
      await mara.client.rest('delete', `/tasks/${deleted.id}`);
      return { copying: waiting };
    });
    const copied = await copying;
    expect(copied.status).toBe(201);
    const { id } = copied.body.data;
    expect(await list(id)).toMatchObject([{ title: 'Left alone', commentCount: 1, checklistTotal: 1, parentId: null }]);
    expect((await get('/trash')).filter((entry: { projectId: string }) => entry.projectId === id)).toEqual([]);
  });

  it('has its members only if a person makes it, as they are added one by one', async () => {
    const { id: projectId } = await newProject(mara);
    const program = await newProgram(mara, { scope: 'WRITE' });
    const withMembers = { with: { tasks: true, members: true } };
    expect((await program.client.rest('post', `/projects/${projectId}/duplicate`, withMembers)).status).toBe(403);
    expect(
      (await program.client.rest('post', `/projects/${projectId}/duplicate`, { with: { tasks: true } })).status,
    ).toBe(201);
  });

  it('is refused with parts that have no tasks, days that do not exist, and too many tasks', async () => {
    const { id: projectId } = await newProject(mara);
    const errors = async (body: object) => (await duplicate(projectId, body)).body.errors;
    expect(await errors({ with: { comments: true } })).toEqual({
      with: ['Checklists, comments and files are copied with their tasks'],
    });
    expect(await errors({ datesFrom: '2026-02-30' })).toEqual({
      datesFrom: ['First day must be a day, like 2026-11-27'],
    });
    expect(await errors({ name: ' ' })).toEqual({ name: ['Name is required'] });
    await newTask(mara, projectId, { dueDay: '2026-11-01' });
    await newTask(mara, projectId, { dueDay: '2026-12-01' });
    expect(await errors({ datesFrom: '9999-12-30' })).toEqual({ datesFrom: ['The last date would be out of range'] });
    await sql`
      insert into task (id, project_id, title, description, folded, status, priority, tags, rank, version, creator_id, created_at, updated_at)
      select gen_random_uuid(), ${projectId}::uuid, 'T' || n, '', 't' || n, 'TODO', 'LOW', '{}', 'z' || lpad(n::text, 6, '0'), 1,
        ${mara.id}::uuid, now(), now() from generate_series(1, ${COPIES.tasks}::int) as n`.execute(
      server.orm.em.fork().getKysely(),
    );
    expect(await errors({})).toEqual({ projectId: [`A project with more than ${COPIES.tasks} tasks can’t be copied`] });
    expect(await names()).toEqual(['Tern launch']);
  });
});

describe('a template', () => {
  it('is in no figures, reminders, searches or lists of all tasks, and makes projects', async () => {
    const { id } = await newProject(mara, { name: 'Sprint', description: 'Two weeks' });
    const task = await newTask(mara, id, { title: 'Retrospective', dueDay: '2026-11-23', assigneeId: mara.id });
    const set = await mara.client.rest('patch', `/projects/${id}`, { isTemplate: true });
    expect(set.body.data).toMatchObject({ isTemplate: true });
    const search = async (query: string) => (await get(`/tasks?${query}`)).length;
    expect([await search('search=retro'), await search('assigneeIds=me'), await search(`projectId=${id}`)]).toEqual([
      0, 0, 1,
    ]);
    expect((await get('/dashboard/stats')).totalTasks).toBe(0);
    const { data } = await mara.client.graphql(
      '{ people { nodes { user { id } open } } analytics(from: "2026-11-20", to: "2026-11-24") { byPerson { open } } activity { nodes { entity } } }',
    );
    expect(data.people.nodes).toEqual([{ user: { id: mara.id }, open: 0 }]);
    expect([data.analytics.byPerson, data.activity.nodes]).toEqual([[], []]);
    expect([await names(), await names('?templates=true'), await names('?templates=false')]).toEqual([
      ['Sprint'],
      ['Sprint'],
      [],
    ]);
    const made = await mara.client.rest('post', '/projects', {
      name: 'Sprint 9',
      templateId: id,
      datesFrom: '2026-12-07',
    });
    expect(made.body.data).toMatchObject({ name: 'Sprint 9', description: 'Two weeks', isTemplate: false });
    expect(await list(made.body.data.id)).toMatchObject([{ title: 'Retrospective', dueDay: '2026-12-07' }]);
    expect(await search('search=retro')).toBe(1);
    // Undo makes it a project again.
    await mara.client.rest('post', '/undo', { acts: [{ projectId: id, revision: await revisionOf(server, id) }] });
    expect(await search('search=retro')).toBe(2);
    expect(task.title).toBe('Retrospective');
  });

  it('must be one of the viewer’s', async () => {
    const { id } = await newProject(mara);
    const make = (templateId: string, by: Person) => by.client.rest('post', '/projects', { name: 'New', templateId });
    const refusal = { errors: { templateId: ['Template must be one of your templates'] } };
    expect((await make(id, mara)).body).toMatchObject(refusal);
    await mara.client.rest('patch', `/projects/${id}`, { isTemplate: true });
    expect((await make(id, jon)).body).toMatchObject(refusal);
    expect((await make(randomUUID(), jon)).body).toMatchObject(refusal);
    expect((await make(id, mara)).status).toBe(201);
  });
});

describe('a copy of a task', () => {
  const duplicateTask = (id: string, body: object = {}, by = mara, headers = {}) =>
    by.client.rest('post', `/tasks/${id}/duplicate`, body, headers);

  it('is below it: open, with its subtasks, checklist, files and dates, without comments', async () => {
    const { id: projectId } = await newProject(mara);
    await addMember(mara, projectId, jon);
    const first = await newTask(mara, projectId, {
      title: 'Paint',
      tags: ['hull'],
      dueDay: '2026-12-01',
      assigneeId: jon.id,
      repeat: { rule: 'FREQ=WEEKLY', timeZone: 'Europe/Berlin' },
    });
    await newTask(mara, projectId, { title: 'Last' });
    const child = await newTask(mara, projectId, { title: 'Sand', parentId: first.id, status: 'DONE' });
    const item = await mara.client.rest('post', `/tasks/${first.id}/checklist`, { text: 'Brush' });
    await mara.client.rest('patch', `/tasks/${first.id}/checklist/${item.body.data.id}`, { done: true });
    await mara.client.rest('post', `/tasks/${first.id}/comments`, { text: 'Blue' });
    const file = await newAttachment(mara, first.id, 'plan.txt');
    await mara.client.rest('put', `/tasks/${first.id}`, { description: `![](/files/${file}/plan.txt)` });
    const { status, body } = await duplicateTask(first.id);
    expect([status, body.data]).toMatchObject([
      201,
      {
        title: 'Paint',
        tags: ['hull'],
        dueDay: '2026-12-01',
        assigneeId: jon.id,
        creatorId: mara.id,
        checklistTotal: 1,
        checklistDone: 0,
        attachmentCount: 1,
        subtasksTotal: 1,
        commentCount: 0,
        repeat: { rule: 'FREQ=WEEKLY' },
        occurrence: 1,
      },
    ]);
    const made = body.data;
    const [copied] = await get(`/tasks/${made.id}/attachments`);
    expect(made.description).toBe(`![](/files/${copied.id}/plan.txt)`);
    expect(made.seriesId).not.toBe(first.seriesId);
    const tasks = await list(projectId);
    expect(tasks.map(({ title }: { title: string }) => title)).toEqual(['Paint', 'Paint', 'Sand', 'Last', 'Sand']);
    expect(tasks[2]).toMatchObject({ parentId: made.id, status: 'TODO' });
    expect(tasks[4].id).toBe(child.id);
    // Jon learns that it is his.
    const { data } = await jon.client.graphql('{ notifications { nodes { kind task { id } } } }');
    expect(data.notifications.nodes).toContainEqual({ kind: 'TASK_ASSIGNED', task: { id: made.id } });
    await mara.client.rest('post', '/undo', {
      acts: [{ projectId, revision: await revisionOf(server, projectId) }],
    });
    expect(await list(projectId)).toHaveLength(3);
  });

  it('is made once, by those who can edit the project, and of trees with up to 200 tasks', async () => {
    const { id: projectId } = await newProject(mara);
    await addMember(mara, projectId, jon, 'COMMENTER');
    const task = await newTask(mara, projectId);
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2].map(() => duplicateTask(task.id, {}, mara, key)));
    expect(answers[0]?.body.data.id).toBe(answers[1]?.body.data.id);
    expect(await list(projectId)).toHaveLength(2);
    expect((await duplicateTask(task.id, {}, jon)).status).toBe(403);
    expect((await duplicateTask(task.id, {}, await newPerson(server, 'Eve'))).status).toBe(404);
    const taken = await duplicateTask(task.id, { id: task.id });
    expect([taken.status, taken.body.data]).toMatchObject([409, { id: task.id, key: task.key }]);
    const id = randomUUID();
    const { data } = await mara.client.graphql(mutation('duplicateTask', 'task { id title }'), {
      input: { taskId: task.key, id },
    });
    expect(data.duplicateTask.task).toEqual({ id, title: task.title });
    for (const count of [100, 100]) {
      await mara.client.rest('post', '/tasks/bulk', {
        projectId,
        tasks: Array.from({ length: count }, () => ({ title: 'Part', priority: 'LOW', parentId: task.id })),
      });
    }
    expect((await duplicateTask(task.id)).body.errors).toEqual({
      taskId: ['Its subtasks are copied with it, and at most 200 tasks can be copied at once'],
    });
  });
});
