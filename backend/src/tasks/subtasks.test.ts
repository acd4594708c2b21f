import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SUBTASKS } from '../../contract/limits.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { insertManyTasks } from '../../test/support/insertManyTasks.js';
import { logOf, revisionOf, rows } from '../../test/support/rows.js';
import { mutation, REVISIONS } from '../../test/support/selections.js';

let server: TestServer;
let mara: Person;
let jon: Person;
let stranger: Person;
let projectId: string;
beforeAll(async () => {
  server = await startServer();
  [mara, jon, stranger] = [await newPerson(server), await newPerson(server, 'Jon'), await newPerson(server, 'Odo')];
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = (await newProject(mara)).id;
  await addMember(mara, projectId, jon);
});

const task = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await newTask(mara, projectId, fields)).id;
const setParent = (id: string, parentId: string | null, by = mara, headers: Record<string, string> = {}) =>
  by.client.rest('put', `/tasks/${id}/parent`, { parentId }, headers);
const read = async (id: string, by = mara) => (await by.client.rest('get', `/tasks/${id}`)).body.data;
const parentOf = async (id: string): Promise<string | null> => (await read(id)).parentId;
const subtasks = async (id: string): Promise<string[]> =>
  (await mara.client.rest('get', `/tasks/${id}/subtasks`)).body.data.map((row: { id: string }) => row.id);
const undo = async (...acts: unknown[]) => mara.client.rest('post', '/undo', { acts });
const lastAct = async (of = projectId) => ({ projectId: of, revision: await revisionOf(server, of) });

/** A task, a subtask of it, and a subtask of that one. */
async function family(): Promise<[string, string, string]> {
  const top = await task({ title: 'Top' });
  const middle = await task({ title: 'Middle', parentId: top });
  return [top, middle, await task({ title: 'Bottom', parentId: middle })];
}

describe('subtasks', () => {
  it('are tasks with a parent: created with one, given one, listed, counted, and taken out again', async () => {
    const top = await task();
    const [one, two] = [await task({ parentId: top }), await task()];
    const { status, body } = await setParent(two, top);
    expect([status, body.data.parentId]).toEqual([200, top]);
    expect(await subtasks(top)).toEqual([one, two]);
    await mara.client.rest('patch', `/tasks/${one}/status`, { status: 'DONE' });
    expect(await read(top)).toMatchObject({ subtasksTotal: 2, subtasksDone: 1, parentId: null });
    const { data } = await jon.client.graphql(
      `query($id: ID!) {
        task(id: $id) { subtasksTotal subtasksDone subtasks(first: 1) { nodes { id parent { id } } totalCount pageInfo { hasNextPage } } }
        tasks(filter: { projectId: "${projectId}", parentId: "none" }) { nodes { id subtasksTotal subtasksDone } }
        under: tasks(filter: { parentId: "${top}" }, orderBy: RANK_ASC) { nodes { id parentId } } }`,
      { id: top },
    );
    expect(data).toEqual({
      task: {
        subtasksTotal: 2,
        subtasksDone: 1,
        subtasks: { nodes: [{ id: one, parent: { id: top } }], totalCount: 2, pageInfo: { hasNextPage: true } },
      },
      tasks: { nodes: [{ id: top, subtasksTotal: 2, subtasksDone: 1 }] },
      under: {
        nodes: [
          { id: one, parentId: top },
          { id: two, parentId: top },
        ],
      },
    });
    await setParent(one, null);
    expect(await subtasks(top)).toEqual([two]);
    const line = (await logOf(server, projectId)).at(-1);
    expect(line).toMatchObject({ entityId: one, action: 'updated', fields: { parentId: [top, null] } });
  });

  it('accept keys, and a repeat with the same key of the request answers the same', async () => {
    const [top, sub] = [await task(), await task()];
    const [topKey, subKey] = [(await read(top)).key, (await read(sub)).key];
    const headers = { 'idempotency-key': randomUUID() };
    const first = await setParent(subKey, topKey, mara, headers);
    expect(first.body.data).toMatchObject({ id: sub, parentId: top });
    expect((await setParent(sub, top, mara, headers)).body.data.parentId).toBe(top);
    const revision = await revisionOf(server, projectId);
    await setParent(sub, top);
    expect(await revisionOf(server, projectId)).toBe(revision);
  });

  it('have at most three levels, no cycles, and parents of the same project only', async () => {
    const [top, middle, bottom] = await family();
    const errors = async (id: string, parentId: string) => (await setParent(id, parentId)).body.errors;
    const circle = { parentId: ['A task can’t be a subtask of itself or of one of its subtasks'] };
    expect(await errors(top, top)).toEqual(circle);
    expect(await errors(top, bottom)).toEqual(circle);
    const deep = { parentId: ['Subtasks can have at most 3 levels, with the task at the top'] };
    expect(await errors(await task(), bottom)).toEqual(deep);
    const [pair] = [await task()];
    await task({ parentId: pair });
    expect(await errors(pair, middle)).toEqual(deep);
    const tooDeep = await mara.client.rest('post', '/tasks', {
      title: 'x',
      projectId,
      priority: 'LOW',
      parentId: bottom,
    });
    expect([tooDeep.status, tooDeep.body.errors]).toEqual([422, deep]);
    const none = { parentId: ['Parent must be a task of the same project'] };
    const { id: elsewhere } = await newTask(mara, (await newProject(mara)).id);
    const { id: foreign } = await newTask(stranger, (await newProject(stranger)).id);
    for (const id of [elsewhere, foreign, randomUUID()]) expect(await errors(top, id)).toEqual(none);
    expect((await setParent(top, middle, stranger)).status).toBe(404);
    const reasons = (await setParent(top, bottom)).body.reasons;
    expect(reasons).toEqual([{ field: 'parentId', key: 'parentCycle', params: {} }]);
  });

  it('cannot form a cycle by two concurrent writers', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await task(), await task()];
      const answers = await Promise.all([setParent(one, two), setParent(two, one, jon)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    }
  });

  it('are created several at once below existing and new tasks, or none of them', async () => {
    const top = await task();
    const [one, two] = [randomUUID(), randomUUID()];
    const create = (tasks: object[]) => mara.client.rest('post', '/tasks/bulk', { projectId, tasks });
    const fields = { title: 'New', priority: 'LOW' };
    const made = await create([
      { ...fields, parentId: one },
      { ...fields, id: one, parentId: top },
    ]);
    expect(made.status).toBe(201);
    expect(made.body.data.tasks.map((row: { parentId: string }) => row.parentId)).toEqual([one, top]);
    const refused = await create([
      { ...fields, id: two, parentId: two },
      { ...fields, parentId: randomUUID() },
      { ...fields, parentId: made.body.data.tasks[0].id },
    ]);
    expect(Object.keys(refused.body.errors)).toEqual(['tasks.0.parentId', 'tasks.1.parentId', 'tasks.2.parentId']);
  });

  it('of a deleted task become tasks of the top level, and come back with it', async () => {
    const [top, middle, bottom] = await family();
    const gone = await task({ parentId: top });
    await mara.client.rest('delete', `/tasks/${gone}`);
    await mara.client.rest('delete', `/tasks/${top}`);
    expect([await parentOf(middle), await parentOf(bottom)]).toEqual([null, middle]);
    const line = (await logOf(server, projectId)).at(-1);
    expect(line).toMatchObject({ entityId: middle, fields: { parentId: [top, null] } });
    await mara.client.rest('post', `/tasks/${top}/restore`);
    expect(await subtasks(top)).toEqual([middle]);
    await mara.client.rest('delete', `/tasks/${top}`);
    expect((await undo(await lastAct())).status).toBe(200);
    expect(await subtasks(top)).toEqual([middle]);
    // A restore leaves alone what has another parent, or would no longer fit.
    await mara.client.rest('delete', `/tasks/${top}`);
    await setParent(middle, await task());
    await mara.client.rest('post', `/tasks/${top}/restore`);
    expect(await subtasks(top)).toEqual([]);
    // A task whose parent is deleted meanwhile has none when it comes back.
    await mara.client.rest('post', `/tasks/${gone}/restore`);
    expect(await parentOf(gone)).toBe(top);
    await mara.client.rest('delete', `/tasks/${gone}`);
    await mara.client.rest('delete', `/tasks/${top}`);
    await mara.client.rest('post', `/tasks/${gone}/restore`);
    expect(await parentOf(gone)).toBeNull();
  });

  it('stay below their parents when all are deleted at once and brought back', async () => {
    const [top, middle, bottom] = await family();
    await mara.client.rest('patch', '/tasks/bulk', { ids: [middle, top], delete: true });
    expect(await parentOf(bottom)).toBeNull();
    expect((await undo(await lastAct())).status).toBe(200);
    expect([await parentOf(middle), await parentOf(bottom)]).toEqual([top, middle]);
    expect((await undo(await lastAct())).status).toBe(200);
    expect(await parentOf(bottom)).toBeNull();
  });

  it('never form a cycle when a deleted parent is restored', async () => {
    const [top, middle, bottom] = await family();
    await mara.client.rest('delete', `/tasks/${middle}`);
    await setParent(top, bottom);
    await mara.client.rest('post', `/tasks/${middle}/restore`);
    // The parent of the restored task is below its former subtask, which therefore stays out.
    expect([await parentOf(top), await parentOf(middle), await parentOf(bottom)]).toEqual([bottom, top, null]);
  });

  it('get their former parent back by undo, which is refused if that parent was deleted', async () => {
    const [one, two, sub] = [await task(), await task(), await task()];
    await setParent(sub, one);
    await setParent(sub, two);
    const act = await lastAct();
    expect((await undo(act)).status).toBe(200);
    expect(await parentOf(sub)).toBe(one);
    await setParent(sub, two);
    const again = await lastAct();
    await mara.client.rest('delete', `/tasks/${one}`);
    const refused = await undo(again);
    expect([refused.status, refused.body.data.conflicts[0].field]).toEqual([409, 'parentId']);
    expect(await parentOf(sub)).toBe(two);
  });

  it('stay within their limit when an undo gives their parent back', async () => {
    const top = await task();
    const [detached, deleted] = [await task({ parentId: top }), await task({ parentId: top })];
    await setParent(detached, null);
    const detaching = await lastAct();
    await mara.client.rest('delete', `/tasks/${deleted}`);
    const deletion = await lastAct();
    await insertManyTasks(server, projectId, mara.id, SUBTASKS.max - 1);
    const fill = `update task set parent_id = ? where project_id = ? and title like 'Task %' and parent_id is null`;
    await rows(server, fill, [top, projectId]);
    // Together, they would be one too many.
    expect((await undo(detaching, deletion)).status).toBe(200);
    expect(await read(top)).toMatchObject({ subtasksTotal: SUBTASKS.max });
    expect(new Set([await parentOf(detached), await parentOf(deleted)])).toEqual(new Set([top, null]));
    expect((await undo(await lastAct())).status).toBe(200);
    await task({ parentId: top });
    for (const act of [detaching, deletion]) expect((await undo(act)).status).toBe(200);
    expect([await parentOf(detached), await parentOf(deleted)]).toEqual([null, null]);
    expect((await read(top)).subtasksTotal).toBe(SUBTASKS.max);
  });

  it('move to another project with their parent, and back by undo', async () => {
    const [top, middle, bottom] = await family();
    await setParent(top, await task({ title: 'Above' }));
    const deeper = await setParent(top, null);
    expect(deeper.status).toBe(200);
    const above = await task();
    await setParent(middle, above);
    await mara.client.rest('post', `/tasks/${bottom}/comments`, { text: 'Along' });
    const into = (await newProject(mara)).id;
    const moved = await mara.client.rest('patch', `/tasks/${middle}/project`, { projectId: into });
    expect([moved.status, moved.body.data.parentId]).toEqual([200, null]);
    expect(await read(bottom)).toMatchObject({ projectId: into, parentId: middle, commentCount: 1 });
    expect(await read(above)).toMatchObject({ subtasksTotal: 0 });
    const late = (await newTask(mara, into, { parentId: middle })).id;
    const acts = [await lastAct(into), await lastAct()];
    await mara.client.rest('delete', `/tasks/${late}`);
    const undone = await undo({ ...acts[0], revision: (acts[0]?.revision ?? 0) - 1 }, acts[1]);
    expect(undone.status).toBe(200);
    expect(await read(middle)).toMatchObject({ projectId, parentId: above });
    expect(await read(bottom)).toMatchObject({ projectId, parentId: middle, commentCount: 1 });
    await mara.client.rest('post', `/tasks/${late}/restore`);
    expect(await read(late)).toMatchObject({ projectId: into, parentId: null });
  });

  it('keep their own subtasks when an undo cannot put them back under their former parent', async () => {
    const [top, middle, bottom] = await family();
    await setParent(middle, null);
    const act = await lastAct();
    const deepest = await task({ parentId: bottom });
    expect((await undo(act)).status).toBe(200);
    expect([await parentOf(middle), await parentOf(bottom), await parentOf(deepest)]).toEqual([null, middle, bottom]);
    expect(await subtasks(top)).toEqual([]);
  });

  it('move back to the top level if their parent was purged meanwhile', async () => {
    const above = await task();
    const child = await task({ parentId: above });
    const into = (await newProject(mara)).id;
    await mara.client.rest('patch', `/tasks/${child}/project`, { projectId: into });
    const acts = [await lastAct(into), await lastAct()];
    await mara.client.rest('delete', `/tasks/${above}`);
    expect((await mara.client.rest('delete', `/trash/${above}`)).status).toBe(204);
    expect((await undo(...acts)).status).toBe(200);
    expect(await read(child)).toMatchObject({ projectId, parentId: null });
  });

  it('do not move if one of them has an assignee who is no member there, or if they are too many', async () => {
    const [top, , bottom] = await family();
    await mara.client.rest('patch', `/tasks/${bottom}/assign`, { assigneeId: jon.id });
    const into = (await newProject(mara)).id;
    const refused = await mara.client.rest('patch', `/tasks/${top}/project`, { projectId: into });
    expect(Object.keys(refused.body.errors)).toEqual(['assigneeId']);
    await mara.client.rest('patch', `/tasks/${bottom}/assign`, { assigneeId: null });
    const fields = { title: 'Many', priority: 'LOW' };
    await mara.client.rest('post', '/tasks/bulk', {
      projectId,
      tasks: Array.from({ length: 199 }, () => ({ ...fields, parentId: top })),
    });
    expect((await setParent(await task(), top)).body.errors).toEqual({
      parentId: ['A task can have at most 200 subtasks'],
    });
    const large = await mara.client.rest('patch', `/tasks/${top}/project`, { projectId: into });
    expect(large.body.errors).toEqual({
      projectId: ['Its subtasks move with it, and at most 200 tasks can move at once'],
    });
  });

  it('are at most 200 of a task, also if one is copied, made of a checklist item or restored', async () => {
    const top = await task();
    const fields = { title: 'Many', priority: 'LOW', parentId: top };
    const { body } = await mara.client.rest('post', '/tasks/bulk', {
      projectId,
      tasks: Array.from({ length: 200 }, () => fields),
    });
    const [{ id: first }, { id: second }] = body.data.tasks;
    const item = await mara.client.rest('post', `/tasks/${top}/checklist`, { text: 'Sand' });
    const FULL = ['A task can have at most 200 subtasks'];
    const refusals = [
      await mara.client.rest('post', '/tasks', { projectId, ...fields }),
      await mara.client.rest('post', '/tasks/bulk', { projectId, tasks: [fields] }),
      await mara.client.rest('post', `/tasks/${first}/duplicate`, {}),
      await mara.client.rest('post', `/tasks/${top}/checklist/${item.body.data.id}/task`, {}),
    ];
    expect(refusals.map(({ body: { errors } }) => errors)).toEqual([
      { parentId: FULL },
      { 'tasks.0.parentId': FULL },
      { taskId: FULL },
      { itemId: FULL },
    ]);
    await mara.client.rest('delete', `/tasks/${second}`);
    await task({ parentId: top });
    await mara.client.rest('post', `/tasks/${second}/restore`);
    expect(await parentOf(second)).toBeNull();
    expect(await read(top)).toMatchObject({ subtasksTotal: 200 });
  });

  it('are made of checklist items', async () => {
    const top = await task({ priority: 'HIGH' });
    const add = async (text: string) =>
      (await mara.client.rest('post', `/tasks/${top}/checklist`, { text })).body.data.id as string;
    const [sand, paint] = [await add('Sand'), await add('Paint')];
    await mara.client.rest('patch', `/tasks/${top}/checklist/${paint}`, { done: true });
    const headers = { 'idempotency-key': randomUUID() };
    const turn = () => mara.client.rest('post', `/tasks/${top}/checklist/${sand}/task`, {}, headers);
    const made = await turn();
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { title: 'Sand', status: 'TODO', parentId: top, priority: 'HIGH' },
    ]);
    expect((await turn()).body.data.id).toBe(made.body.data.id);
    const { data } = await mara.client.graphql(
      mutation('turnIntoTask', `checklistItemId ${REVISIONS} task { status parentId completedAt }`),
      { input: { itemId: paint, taskId: top } },
    );
    expect(data.turnIntoTask).toMatchObject({ checklistItemId: paint, task: { status: 'DONE', parentId: top } });
    expect(data.turnIntoTask.task.completedAt).not.toBeNull();
    expect(await read(top)).toMatchObject({ checklistTotal: 0, subtasksTotal: 2, subtasksDone: 1 });
    expect((await undo(...data.turnIntoTask.revisions)).status).toBe(200);
    expect(await read(top)).toMatchObject({ checklistTotal: 1, checklistDone: 1, subtasksTotal: 1 });
    const elsewhere = await mara.client.rest('post', `/tasks/${await task()}/checklist/${paint}/task`, {});
    expect(elsewhere.status).toBe(404);
    const [, , bottom] = await family();
    const { body } = await mara.client.rest('post', `/tasks/${bottom}/checklist`, { text: 'Too deep' });
    const deep = await mara.client.rest('post', `/tasks/${bottom}/checklist/${body.data.id}/task`, {});
    expect([deep.status, Object.keys(deep.body.errors)]).toEqual([422, ['itemId']]);
  });
});

describe('a start date', () => {
  const patch = (id: string, fields: object) => mara.client.rest('patch', `/tasks/${id}`, fields);
  const AFTER = { startDate: ['Start date must not be after the due date'] };

  it('is a day, at the latest the day on which the task is due', async () => {
    const id = await task({ startDate: '2026-12-01', dueDay: '2026-12-04' });
    expect(await read(id)).toMatchObject({ startDate: '2026-12-01', dueDay: '2026-12-04' });
    expect((await patch(id, { startDate: '2026-12-05' })).body.errors).toEqual(AFTER);
    expect((await patch(id, { dueDay: '2026-11-30' })).body.errors).toEqual({
      dueDay: ['Due date must not be before the start date'],
    });
    expect((await patch(id, { startDate: '2026-12-04' })).body.data.startDate).toBe('2026-12-04');
    expect((await patch(id, { startDate: '2026-12-07', dueDay: '2026-12-08' })).status).toBe(200);
    expect((await patch(id, { dueDay: null })).status).toBe(200);
    expect((await patch(id, { startDate: '2027-02-30' })).body.errors).toEqual({
      startDate: ['Start date must be a day, like 2026-11-27'],
    });
    expect((await patch(id, { startDate: null })).body.data.startDate).toBeNull();
    const late = await mara.client.rest('post', '/tasks', {
      title: 'x',
      projectId,
      priority: 'LOW',
      startDate: '2026-12-02',
      dueDay: '2026-12-01',
    });
    expect(late.body.errors).toEqual(AFTER);
    const many = await mara.client.rest('post', '/tasks/bulk', {
      projectId,
      tasks: [{ title: 'x', priority: 'LOW', startDate: '2026-12-02', dueDay: '2026-12-01' }],
    });
    expect(Object.keys(many.body.errors)).toEqual(['tasks.0.startDate']);
  });

  it('is compared with a due time in the time zone of the person', async () => {
    await mara.client.rest('put', '/auth/preferences', { timeZone: 'Pacific/Auckland' });
    // Already December 2 in Auckland.
    const id = await task({ dueDate: '2026-12-01T20:00:00Z' });
    expect((await patch(id, { startDate: '2026-12-02' })).status).toBe(200);
    await mara.client.rest('put', '/auth/preferences', { timeZone: 'UTC' });
    // Undo asks only where a date is reverted, as other writes do.
    expect((await patch(id, { title: 'Renamed' })).status).toBe(200);
    expect((await undo(await lastAct())).status).toBe(200);
    await mara.client.rest('delete', `/tasks/${id}`);
    expect((await undo(await lastAct())).status).toBe(200);
    expect((await patch(id, { startDate: '2026-12-02', dueDate: '2026-12-01T21:00:00Z' })).body.errors).toEqual(AFTER);
  });

  it('of many tasks is set at once, or for none of them', async () => {
    const ids = [await task({ dueDay: '2026-12-04' }), await task({ dueDay: '2026-12-09' })];
    const bulk = (fields: object) => mara.client.rest('patch', '/tasks/bulk', { ids, ...fields });
    expect((await bulk({ startDate: '2026-12-05' })).body.errors).toEqual(AFTER);
    expect((await bulk({ startDate: '2026-12-03' })).status).toBe(200);
    expect(Object.keys((await bulk({ dueDay: '2026-12-02' })).body.errors)).toEqual(['dueDay']);
  });

  it('merges with a change of other fields, and undo gives it back unless it would be after the due date', async () => {
    const { id, version } = await newTask(mara, projectId, { dueDay: '2026-12-09' });
    await patch(id, { startDate: '2026-12-04' });
    const act = await lastAct();
    expect((await patch(id, { title: 'Merged', version })).status).toBe(200);
    expect((await patch(id, { startDate: '2026-12-05', version })).status).toBe(409);
    expect((await undo(act)).status).toBe(200);
    expect((await read(id)).startDate).toBeNull();
    const redo = await lastAct();
    await patch(id, { dueDay: '2026-12-01' });
    const refused = await undo(redo);
    expect([refused.status, refused.body.errors]).toEqual([422, { acts: AFTER.startDate }]);
    expect(await rows(server, 'select start_date from task where id = ?', [id])).toEqual([{ start_date: null }]);
  });
});
