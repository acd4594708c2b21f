import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newPerson, newProject, newTask, newView, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';

let server: TestServer;
let mara: Person;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  mara = await newPerson(server);
});

const save = (fields: object, headers?: Record<string, string>, by = mara) =>
  by.client.rest('post', '/views', { name: 'Mine and late', ...fields }, headers);
const names = async (by = mara): Promise<string[]> =>
  (await by.client.rest('get', '/views')).body.data.map(({ name }: { name: string }) => name);

describe('a saved view', () => {
  it('has the saved settings or defaults, and belongs to its owner alone', async () => {
    const { id: projectId } = await newProject(mara);
    const filter = { statuses: ['TODO'], assigneeIds: ['me', mara.id.toUpperCase(), 'none'], dues: ['THIS_WEEK'] };
    const { status, body } = await save({ projectId, filter, orderBy: 'DUE_ASC', groupBy: 'DUE', layout: 'BOARD' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      name: 'Mine and late',
      projectId,
      isProjectGone: false,
      filter: { ...filter, assigneeIds: ['me', mara.id, 'none'], search: null, tags: null },
      orderBy: 'DUE_ASC',
      groupBy: 'DUE',
      layout: 'BOARD',
    });
    // empty filters are not stored
    const all = (await save({ name: ' All ', filter: { statuses: [], search: '' } })).body.data;
    expect(all).toMatchObject({ name: 'All', projectId: null, orderBy: 'CREATED_DESC', groupBy: null, layout: 'LIST' });
    expect(new Set(Object.values(all.filter))).toEqual(new Set([null]));
    expect(await names()).toEqual(['Mine and late', 'All']);
    expect(await names(await newPerson(server, 'Jon'))).toEqual([]);
  });

  it('shows the tasks that its filter shows as a filter of lists', async () => {
    const { id: projectId } = await newProject(mara);
    await newTask(mara, projectId, { title: 'Mine', assigneeId: mara.id });
    await newTask(mara, projectId, { title: 'Nobody’s' });
    const id = await newView(mara, { filter: { assigneeIds: ['me'] } });
    const { data } = await mara.client.graphql('{ views { id filter { assigneeIds dues search dueFrom } } }');
    const [view] = data.views;
    expect(view.id).toBe(id);
    const list = await mara.client.graphql(
      'query($filter: TaskFilter) { tasks(filter: $filter) { nodes { title } } }',
      {
        filter: view.filter,
      },
    );
    expect(list.data.tasks.nodes).toEqual([{ title: 'Mine' }]);
  });

  it('is changed in what is named, its filter as a whole, and deleted; its tasks stay', async () => {
    const id = await newView(mara, { filter: { statuses: ['TODO'] }, groupBy: 'STATUS' });
    const change = (fields: object) => mara.client.rest('patch', `/views/${id}`, fields);
    expect((await change({ name: 'Renamed' })).body.data).toMatchObject({
      name: 'Renamed',
      filter: { statuses: ['TODO'] },
      groupBy: 'STATUS',
    });
    const { data } = (await change({ filter: { search: 'paint' }, groupBy: null })).body;
    expect(data).toMatchObject({ name: 'Renamed', filter: { search: 'paint', statuses: null }, groupBy: null });
    expect((await mara.client.rest('delete', `/views/${id}`)).status).toBe(204);
    expect(await names()).toEqual([]);
    expect((await change({ name: 'x' })).status).toBe(404);
    expect((await mara.client.rest('delete', `/views/${id}`)).status).toBe(404);
  });

  it('that is sent twice under one key is saved once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([save({}, key), save({}, key)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body.data.id).toBe(answers[1]?.body.data.id);
    expect((await save({ name: 'Another' }, key)).body.code).toBe('CONFLICT');
    expect(await names()).toEqual(['Mine and late']);
  });

  it('of an inaccessible project has isProjectGone', async () => {
    const { id: projectId } = await newProject(mara);
    const id = await newView(mara, { projectId });
    const seen = async () => (await mara.client.rest('get', '/views')).body.data[0];
    expect(await seen()).toMatchObject({ id, projectId, isProjectGone: false });
    await mara.client.rest('delete', `/projects/${projectId}`);
    expect(await seen()).toMatchObject({ id, projectId, isProjectGone: true });
    await mara.client.rest('post', `/projects/${projectId}/restore`);
    expect(await seen()).toMatchObject({ isProjectGone: false });
  });

  it('is limited to 50 per person, also with concurrent requests', async () => {
    for (let n = 1; n <= 48; n += 1) await newView(mara, { name: `View ${n}` });
    const answers = await Promise.all([1, 2, 3, 4].map((n) => save({ name: `Last ${n}` })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'You have 50 views. Delete one that you no longer need.',
    );
    expect(await names()).toHaveLength(50);
  });

  it.each<[object, object]>([
    [{ name: ' ' }, { name: ['Name is required'] }],
    [{ name: 'n'.repeat(61) }, { name: ['Name must be at most 60 characters'] }],
    [{ projectId: randomUUID() }, { projectId: ['Project not found'] }],
    [{ layout: 'CUBE' }, { layout: ['Layout must be one of LIST, GRID, BOARD, CALENDAR'] }],
    [{ groupBy: 'TAG' }, { groupBy: ['groupBy must be one of STATUS, COLUMN, PROJECT, ASSIGNEE, DUE'] }],
    [
      { filter: { dues: ['SOON'] } },
      { filter: ['Due must be one of OVERDUE, TODAY, WEEK, THIS_WEEK, NEXT_WEEK, LATER, NONE'] },
    ],
  ])('is refused with %j', async (fields, wanted) => {
    const { status, body } = await save(fields);
    expect({ status, fields: body.errors }).toEqual({ status: 422, fields: wanted });
  });

  it('has no filter that the app could not show', async () => {
    const { status, body } = await save({ filter: { creatorIds: [mara.id] } });
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: 'BAD_REQUEST', message: 'Unknown filter creatorIds' },
    });
  });
});
