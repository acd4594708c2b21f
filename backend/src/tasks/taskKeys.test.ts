import { randomUUID } from 'node:crypto';
import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  isInputObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { logOf, revisionOf, rows } from '../../test/support/rows.js';
import { mutation } from '../../test/support/selections.js';
import { createSchema } from '../api/graphql/schema.js';
import { jobTasks, SCHEDULE } from '../jobs.js';
import { startWorker } from '../platform/jobs/worker.js';
import { fillKeys } from './fillKeys.job.js';
import { taskInputsOf } from './taskKeys.js';

let server: TestServer;
let mara: Person;
let jon: Person;

beforeAll(async () => {
  server = await startServer();
  [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
});
afterAll(() => server.close());

const projectNamed = (name: string, by = mara, more: object = {}) => newProject(by, { name, ...more });
const get = async (path: string, by = mara) => by.client.rest('get', path);
const keyOf = async (id: string, by = mara): Promise<string> => (await get(`/tasks/${id}`, by)).body.data.key;
const update = (id: string, fields: object, by = mara) => by.client.rest('patch', `/projects/${id}`, fields);

describe('the key of a project', () => {
  it('is proposed from the name, also of other scripts, and differs among the projects of an owner', async () => {
    const uma = await newPerson(server, 'Uma');
    const keys: string[] = [];
    for (const name of [
      'Harbour festival',
      'Harbour',
      'Harbour',
      'Harbour',
      'My plan',
      'Élan',
      '2026 – Budget',
      'Дорога',
      'Ωδείο',
      '東京',
      '日本',
      'X',
    ]) {
      keys.push((await projectNamed(name, uma)).key);
    }
    expect(keys).toEqual([
      'HARB',
      'HARBO',
      'HARBOU',
      'HARB2',
      'MYPL',
      'ELAN',
      'BUDG',
      'DORO',
      'ODEI',
      'PROJ',
      'PROJ2',
      'PROJ3',
    ]);
    expect((await projectNamed('Harbour')).key).toBe('HARB');
  });

  it('can be chosen; a malformed or taken one is refused at its field', async () => {
    const { key } = await projectNamed('Quay', mara, { key: 'q2' });
    expect(key).toBe('Q2');
    for (const bad of ['Q', '2Q', 'TOOLONG', 'A-B', 'ÄB', '', 7]) {
      const { status, body } = await mara.client.rest('post', '/projects', { name: 'Bad', key: bad });
      expect([status, body.errors], String(bad)).toEqual([
        422,
        { key: ['Key must be 2 to 6 letters and digits, beginning with a letter'] },
      ]);
    }
    const { status, body } = await mara.client.rest('post', '/projects', { name: 'Again', key: 'Q2' });
    expect([status, body.errors]).toEqual([422, { key: ['Another of your projects has the key Q2'] }]);
  });

  it('differs for projects that a person creates or changes at the same time', async () => {
    const wen = await newPerson(server, 'Wen');
    const made = await Promise.all(Array.from({ length: 6 }, () => projectNamed('Tide', wen)));
    expect(new Set(made.map(({ key }) => key)).size).toBe(6);
    const changed = await Promise.all(made.map(({ id }) => update(id, { key: 'TIDAL' }, wen)));
    const statuses = changed.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 5 }, () => 422)]);
  });

  it('is changed by owners only, is logged, and former keys still lead to the tasks; undo restores it', async () => {
    const { id } = await projectNamed('Slipway');
    await addMember(mara, id, jon);
    const task = await newTask(mara, id);
    expect(await keyOf(task.id)).toBe('SLIP-1');
    const refused = await update(id, { key: 'SLIDE' }, jon);
    expect([refused.status, refused.body.message]).toEqual([403, 'Only an owner can change the key']);
    expect((await update(id, { key: 'SLIP', name: 'Slipway 2' }, jon)).status).toBe(200);
    const changed = await update(id, { key: 'SLIDE' });
    expect([changed.status, changed.body.data.key, await keyOf(task.id)]).toEqual([200, 'SLIDE', 'SLIDE-1']);
    expect((await get('/tasks/SLIP-1')).body.data.id).toBe(task.id);
    const revision = await revisionOf(server, id);
    expect((await logOf(server, id)).at(-1)).toMatchObject({ fields: { key: ['SLIP', 'SLIDE'] } });
    const acts = [{ projectId: id, revision }];
    expect((await jon.client.rest('post', '/undo', { acts })).status).toBe(403);
    expect((await mara.client.rest('post', '/undo', { acts })).status).toBe(200);
    expect(await keyOf(task.id)).toBe('SLIP-1');
    expect((await get('/tasks/slide-1')).body.data.id).toBe(task.id);
    expect((await update(id, { key: 'Q2' })).body.errors).toEqual({ key: ['Another of your projects has the key Q2'] });
  });
});

describe('the key of a task', () => {
  it('is its project’s key and a number that is never used again', async () => {
    const { id } = await projectNamed('Anchor');
    const first = await newTask(mara, id);
    expect([first.number, first.key]).toEqual([1, 'ANCH-1']);
    const many = await mara.client.rest('post', '/tasks/bulk', {
      projectId: id,
      tasks: [1, 2, 3].map((n) => ({ title: `Many ${n}`, priority: 'LOW' })),
    });
    expect(many.body.data.tasks.map(({ key }: { key: string }) => key)).toEqual(['ANCH-2', 'ANCH-3', 'ANCH-4']);
    const last = many.body.data.tasks[2].id as string;
    await mara.client.rest('delete', `/tasks/${last}`);
    await mara.client.rest('delete', `/trash/${last}`);
    expect((await newTask(mara, id)).key).toBe('ANCH-5');
    const made = await newTask(mara, id);
    const revision = await revisionOf(server, id);
    await mara.client.rest('post', '/undo', { acts: [{ projectId: id, revision }] });
    await mara.client.rest('post', '/undo', { acts: [{ projectId: id, revision: revision + 1 }] });
    expect(await keyOf(made.id)).toBe('ANCH-6');
    await mara.client.rest('delete', '/tasks/ANCH-6');
    expect((await mara.client.rest('post', '/tasks/ANCH-6/restore')).body.data.key).toBe('ANCH-6');
    const { data } = await mara.client.graphql(
      'query($filter: TaskFilter) { tasks(filter: $filter, orderBy: CREATED_ASC) { nodes { number key commentCount } } }',
      { filter: { projectId: id } },
    );
    expect(data['tasks'].nodes.map(({ key }: { key: string }) => key)).toEqual([
      'ANCH-1',
      'ANCH-2',
      'ANCH-3',
      'ANCH-5',
      'ANCH-6',
    ]);
    const listed = await get(`/tasks?projectId=${id}&orderBy=CREATED_ASC`);
    expect(listed.body.data[0]).toMatchObject({ number: 1, key: 'ANCH-1', commentCount: 0 });
  });

  it('gives different numbers to tasks that are created at the same time', async () => {
    const { id } = await projectNamed('Buoy');
    const made = await Promise.all(Array.from({ length: 12 }, () => newTask(mara, id)));
    expect(made.map(({ number }) => number as number).sort((a, b) => a - b)).toEqual(
      [...Array(12).keys()].map((n) => n + 1),
    );
  });

  it('changes with a move to another project and comes back with it; former keys lead to the task', async () => {
    const [from, to] = [await projectNamed('Crane'), await projectNamed('Dock')];
    await newTask(mara, to.id);
    const { id } = await newTask(mara, from.id);
    const move = (projectId: string) => mara.client.rest('patch', `/tasks/${id}/project`, { projectId });
    expect((await move(to.id)).body.data.key).toBe('DOCK-2');
    expect((await get('/tasks/CRAN-1')).body.data).toMatchObject({ id, key: 'DOCK-2' });
    expect((await newTask(mara, from.id)).key).toBe('CRAN-2');
    expect((await move(from.id)).body.data.key).toBe('CRAN-1');
    expect((await move(to.id)).body.data.key).toBe('DOCK-2');
  });

  it('works wherever an id does, in both transports and in any case', async () => {
    const { id: projectId } = await projectNamed('Ebb');
    const [one, two] = [await newTask(mara, projectId), await newTask(mara, projectId)];
    const { client } = mara;
    const asked = await client.graphql(
      '{ task(id: "ebb-1") { id } node(id: "EBB-2") { id } nodes(ids: ["EBB-1", "EBB-9"]) { id } }',
    );
    expect(asked.data).toEqual({ task: { id: one.id }, node: { id: two.id }, nodes: [{ id: one.id }, null] });
    const moved = await client.graphql(mutation('moveTask', 'task { id status }'), {
      input: { id: 'EBB-1', status: 'DONE', afterId: 'EBB-2' },
    });
    expect(moved.data['moveTask'].task).toEqual({ id: one.id, status: 'DONE' });
    expect((await client.rest('patch', '/tasks/EBB-2/move', { status: 'DONE', beforeId: 'EBB-1' })).status).toBe(200);
    const bulk = await client.rest('patch', '/tasks/bulk', { ids: ['EBB-1', two.id], priority: 'URGENT' });
    expect(bulk.body.data.tasks.map(({ priority }: { priority: string }) => priority)).toEqual(['URGENT', 'URGENT']);
    expect((await client.rest('post', '/tasks/EBB-1/comments', { text: 'Said' })).status).toBe(201);
    expect((await client.rest('get', '/tasks/EBB-1/comments')).body.data).toHaveLength(1);
    const item = await client.graphql(mutation('addChecklistItem', 'checklistItem { id taskId }'), {
      input: { taskId: 'EBB-1', text: 'Rope' },
    });
    expect(item.data['addChecklistItem'].checklistItem.taskId).toBe(one.id);
    const tagged = await client.rest('put', '/tasks/EBB-1', { title: 'Sooner' }, { 'If-Match': '"1"' });
    expect(tagged.status).toBe(412);
    const unknown = await client.rest('delete', '/tasks/EBB-99');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('works in filters and in lists of new tasks', async () => {
    const { id: projectId } = await projectNamed('Weir');
    const { client } = mara;
    const parent = await newTask(mara, projectId, { title: 'Parent' });
    const subtask = { title: 'Subtask', priority: 'LOW', parentId: 'weir-1' };
    const tasks = [subtask, { ...subtask, parentId: null }, subtask];
    const many = await client.rest('post', '/tasks/bulk', { projectId, tasks });
    const parents = many.body.data.tasks.map(({ parentId }: { parentId: string | null }) => parentId);
    expect(parents).toEqual([parent.id, null, parent.id]);
    const unknown = { projectId, tasks: [{ ...subtask, parentId: 'WEIR-99' }] };
    expect((await client.rest('post', '/tasks/bulk', unknown)).status).toBe(404);

    const filter = { parentId: 'WEIR-1' };
    expect((await get('/tasks?parentId=weir-1')).body.data).toHaveLength(2);
    expect((await get(`/tasks?parentId=none&projectId=${projectId}`)).body.data).toHaveLength(2);
    expect((await get('/tasks?parentId=WEIR-99')).status).toBe(404);
    expect((await get('/tasks/groups?groupBy=STATUS&parentId=WEIR-1')).body.data).toMatchObject([{ count: 2 }]);
    const { data } = await client.graphql(
      `query($id: ID!, $filter: TaskFilter) {
        tasks(filter: $filter) { totalCount } project(id: $id) { tasks(filter: $filter) { totalCount } } }`,
      { id: projectId, filter },
    );
    expect(data).toEqual({ tasks: { totalCount: 2 }, project: { tasks: { totalCount: 2 } } });
    const view = await client.rest('post', '/views', { name: 'Weir', filter });
    expect(view.body.data.filter).toMatchObject({ parentId: parent.id });
    const run = await client.rest('post', '/bulk-runs', { filter, except: ['WEIR-2'], status: 'DONE' });
    expect(run.body.data).toMatchObject({ total: 1 });
  });

  it('is looked for in an input however many or deeply nested its texts are', async () => {
    const { id: projectId } = await projectNamed('Sluice');
    const deep = `${'['.repeat(20_000)}"SLUI-1"${']'.repeat(20_000)}`;
    const bodies = [
      `{"projectId":"${projectId}","tasks":${deep}}`,
      JSON.stringify({ projectId, tasks: Array.from({ length: 2_000 }, (_, at) => ({ parentId: `SLUI-${at + 1}` })) }),
    ];
    for (const body of bodies) {
      const { status } = await fetch(`${server.url}/api/tasks/bulk`, {
        method: 'POST',
        headers: { authorization: `Bearer ${mara.client.token}`, 'content-type': 'application/json' },
        body,
      });
      expect(status).toBe(422);
    }
  });

  it('is an id before the write is hashed: a repeat by id is the same write', async () => {
    const { id: projectId } = await projectNamed('Ferry');
    const { id } = await newTask(mara, projectId);
    const key = { 'Idempotency-Key': randomUUID() };
    const first = await mara.client.rest('patch', '/tasks/FERR-1', { title: 'Once' }, key);
    const again = await mara.client.rest('patch', `/tasks/${id}`, { title: 'Once' }, key);
    expect([first.status, again.status, again.body.data.version]).toEqual([200, 200, first.body.data.version]);
  });

  it('leads only to tasks that the caller can see: own projects first, 409 with both where two fit', async () => {
    const [hers, his] = [await projectNamed('Gull'), await projectNamed('Gull', jon)];
    const [mine, other] = [
      await newTask(mara, hers.id, { title: 'Mine' }),
      await newTask(jon, his.id, { title: 'His' }),
    ];
    expect((await get('/tasks/GULL-1')).body.data.id).toBe(mine.id);
    await addMember(mara, hers.id, jon);
    const { status, body } = await get('/tasks/GULL-1', jon);
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
    expect(new Set(body.data.tasks.map(({ id }: { id: string }) => id))).toEqual(new Set([mine.id, other.id]));
    const inProject = async (projectId: string) =>
      (await jon.client.graphql('query($p: ID) { task(id: "GULL-1", projectId: $p) { id } }', { p: projectId })).data[
        'task'
      ];
    expect([await inProject(hers.id), await inProject(his.id)]).toEqual([{ id: mine.id }, { id: other.id }]);
    // ids in upper case are the same
    expect(await inProject(hers.id.toUpperCase())).toEqual({ id: mine.id });
    expect((await get(`/tasks/GULL-1?projectId=${his.id.toUpperCase()}`, jon)).body.data.id).toBe(other.id);
    const uma = await newPerson(server, 'Uma');
    expect((await get('/tasks/GULL-1', uma)).status).toBe(404);
    // a current key wins over a former one
    await update(hers.id, { key: 'TERN' });
    expect((await get('/tasks/GULL-1', jon)).body.data.id).toBe(other.id);
    expect((await get('/tasks/GULL-1')).body.data.id).toBe(mine.id);
    // but not in a text of the project that had the key
    expect([await inProject(hers.id), await inProject(his.id)]).toEqual([{ id: mine.id }, { id: other.id }]);
  });

  it('is found by a search for exactly the key', async () => {
    const { id: projectId } = await projectNamed('Hull');
    await newTask(mara, projectId, { title: 'One' });
    await newTask(mara, projectId, { title: 'About hull-1' });
    const titles = async (search: string) =>
      (await get(`/tasks?search=${search}&projectId=${projectId}&orderBy=CREATED_ASC`)).body.data.map(
        ({ title }: { title: string }) => title,
      );
    expect(await titles('hull-1')).toEqual(['One', 'About hull-1']);
    expect(await titles('HULL-2')).toEqual(['About hull-1']);
    expect(await titles('HULL-3')).toEqual([]);
    // also by a key that it had
    await update(projectId, { key: 'SHELL' });
    expect(await titles('hull-1')).toEqual(['One', 'About hull-1']);
    expect(await titles('shell-1')).toEqual(['One']);
    const theirs = await newPerson(server, 'Ada');
    const { body } = await theirs.client.rest('get', '/tasks?search=hull-1');
    expect(body.data).toEqual([]);
  });

  it('comes by a job for what an earlier version created, in the order of creation, without a trace in the log', async () => {
    const { id } = await projectNamed('Inlet');
    const made = [];
    for (let n = 0; n < 3; n += 1) made.push(await newTask(mara, id));
    const own = async () => (await get(`/tasks?projectId=${id}&orderBy=CREATED_ASC`)).body.data;
    await rows(server, `delete from task_number where project_id = '${id}'`);
    await rows(server, `update project set key = null where id = '${id}'`);
    expect((await own())[0]).toMatchObject({ number: null, key: null });
    const log = await logOf(server, id);
    await fillKeys(server.resources);
    expect((await own()).map(({ key }: { key: string }) => key)).toEqual(['INLE-1', 'INLE-2', 'INLE-3']);
    expect((await own()).map(({ version }: { version: number }) => version)).toEqual(
      made.map(({ version }) => version),
    );
    expect(await logOf(server, id)).toEqual(log);
    await fillKeys(server.resources);
    expect((await newTask(mara, id)).key).toBe('INLE-4');
  });

  it('comes as soon as a worker starts', async () => {
    const { id } = await projectNamed('Skerry');
    await newTask(mara, id);
    await rows(server, `delete from task_number where project_id = '${id}'`);
    const { databaseUrl, resources } = server;
    const worker = await startWorker({
      databaseUrl,
      log: resources.log,
      tasks: jobTasks(resources),
      ...SCHEDULE,
      crontab: '',
    });
    const keys = async () => (await get(`/tasks?projectId=${id}`)).body.data.map(({ key }: { key: string }) => key);
    await expect.poll(keys).toEqual(['SKER-1']);
    await worker.close();
  });

  it('names every input that is a task', () => {
    const schema = createSchema();
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type): GraphQLField<unknown, unknown>[] =>
      Object.values(type?.getFields() ?? {}),
    );
    /** The inputs of a field by their paths; those of its `input` have no prefix. */
    const inputsOf = (inputs: readonly Input[], prefix = ''): [path: string, input: Input][] =>
      inputs.flatMap((input): [string, Input][] => {
        const type = getNamedType(input.type);
        if (!isInputObjectType(type)) return [[`${prefix}${input.name}`, input]];
        const isWhole = prefix === '' && input.name === 'input';
        return inputsOf(Object.values(type.getFields()), isWhole ? '' : `${prefix}${input.name}.`);
      });
    const named = fields.flatMap(({ name: field, args }) =>
      inputsOf(args)
        .filter(([, { type }]) => getNamedType(type).name === 'ID')
        .filter(([, { name, description }]) => /task/i.test(name) || /\btasks?\b/i.test(description ?? ''))
        .map(([path]) => `${field}.${path}`),
    );
    const known = fields.flatMap(({ name: field, args }) => {
      const paths = inputsOf(args).map(([path]) => path);
      return paths.filter((path) => taskInputsOf(field).includes(path)).map((path) => `${field}.${path}`);
    });
    expect(named.filter((name) => !OTHERS.includes(name)).sort()).toEqual(known.sort());
  });
});

type Input = GraphQLArgument | GraphQLInputField;

/** Inputs whose descriptions mention tasks, but which are no tasks. */
const OTHERS: readonly string[] = [
  'analytics.assigneeId',
  'bulkUpdateTasks.columnId',
  'createShareLink.viewId',
  'createProject.templateId',
  'createTask.id',
  'createTasks.tasks.id',
  'turnIntoTask.id',
  'duplicateTask.id',
  'deleteColumn.moveTasksTo',
  'setCover.attachmentId',
  'moveTask.columnId',
  'moveTaskToProject.projectId',
  'saveView.projectId',
];
