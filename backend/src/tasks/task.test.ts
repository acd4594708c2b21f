import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { logOf, revisionOf, rows } from '../../test/support/rows.js';
import { mutation, TASK } from '../../test/support/selections.js';

let server: TestServer;
let mara: Person;
let jon: Person;
let stranger: Person;
let projectId: string;
beforeAll(async () => {
  server = await startServer();
  [mara, jon, stranger] = [await newPerson(server), await newPerson(server, 'Jon'), await newPerson(server, 'Uma')];
  ({ id: projectId } = await newProject(mara));
  await addMember(mara, projectId, jon);
});
afterAll(() => server.close());

const create = (fields: Record<string, unknown>) =>
  mara.client.rest('post', '/tasks', { title: 'Paint the hull', projectId, priority: 'HIGH', ...fields });
const update = (id: string, fields: unknown, who = mara) => who.client.rest('put', `/tasks/${id}`, fields);
const patch = (id: string, what: string, fields: unknown) => mara.client.rest('patch', `/tasks/${id}/${what}`, fields);
const read = async (id: string) => (await mara.client.rest('get', `/tasks/${id}`)).body.data;

const TOO_LATE = 'Due date is out of range';
const NO_DATE = 'Due date must be a date and time with a zone, like 2026-11-27T17:00:00Z';
/** Field rules that apply to new tasks and to changes. */
const RULES: [string, unknown, string][] = [
  ['title', '', 'Title is required'],
  ['title', '  ', 'Title is required'],
  ['title', '\u200b \u2060\u00ad\ufeff', 'Title is required'],
  ['title', null, 'Title is required'],
  ['title', 't'.repeat(201), 'Title must be less than 200 characters'],
  ['title', 'nul \u0000', 'Title contains characters that cannot be stored'],
  ['description', 'nul \u0000', 'Description contains characters that cannot be stored'],
  ['status', 'LATER', 'Status must be TODO, IN_PROGRESS, IN_REVIEW or DONE'],
  ['status', 'todo', 'Status must be TODO, IN_PROGRESS, IN_REVIEW or DONE'],
  ['tags', ['a', 'b,c'], 'A tag cannot contain a comma'],
  ['dueDate', 'tomorrow', NO_DATE],
  ['dueDate', '2027-03-01', NO_DATE],
  ['dueDate', '2027-02-29T09:00:00Z', NO_DATE],
  ['dueDate', '2027-04-31T09:00:00+02:00', NO_DATE],
  ['dueDate', '2027-13-01T09:00:00Z', NO_DATE],
  ['dueDate', '2027-03-01T24:00:00Z', NO_DATE],
  ['dueDate', '2027-03-01 09:00:00Z', NO_DATE],
  ['dueDate', '2027-03-01T09:00:00+0200', NO_DATE],
  ['dueDate', '2027-03-01T09:00:00', NO_DATE],
  ['dueDate', 1_800_000_000_000, NO_DATE],
  ['dueDate', '1969-12-31T23:59:59Z', TOO_LATE],
  ['tags', 'one, two', 'Tags must be a list of texts'],
  ['tags', [7], 'Tags must be texts'],
  ['tags', ['t'.repeat(31)], 'A tag must be at most 30 characters'],
  ['tags', ['nul \u0000'], 'A tag contains characters that cannot be stored'],
  ['tags', Array.from({ length: 21 }, (_, i) => `t${i}`), 'A task can have at most 20 tags'],
  ['assigneeId', 'jon', 'Assignee must be a user id'],
];

describe('creating a task', () => {
  it('needs a title, a project and a priority, and fills in the rest', async () => {
    const { status, body } = await create({ title: '  Paint the hull ' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      title: 'Paint the hull',
      description: '',
      status: 'TODO',
      priority: 'HIGH',
      dueDate: null,
      tags: [],
      projectId,
      creatorId: mara.id,
      assigneeId: null,
      version: await revisionOf(server, projectId),
    });
    expect(await read(body.data.id)).toEqual(body.data);
  });

  it('reports every missing field', async () => {
    const { status, body } = await mara.client.rest('post', '/tasks', {});
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      title: ['Title is required'],
      projectId: ['Project is required'],
      priority: ['Priority is required'],
    });
  });

  it.each([
    ...RULES,
    ['priority', 'SOON', 'Priority is required'],
    ['projectId', '', 'Project is required'],
    ['projectId', 'here', 'Project must be an id'],
    ['id', 'mine', 'Id must be a UUID'],
  ] as typeof RULES)('refuses %s %j', async (field, value, message) => {
    const before = await revisionOf(server, projectId);
    const { status, body } = await create({ [field]: value });
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { [field]: [message] } });
    expect(await revisionOf(server, projectId)).toBe(before);
  });

  it('accepts texts of exactly the maximum length', async () => {
    const tags = Array.from({ length: 20 }, (_, i) => `${i}`.padStart(30, 't'));
    const { status, body } = await create({ title: 't'.repeat(200), description: 'd'.repeat(1000), tags });
    expect({ status, tags: body.data.tags }).toEqual({ status: 201, tags });
  });

  it.each([
    ['', ''],
    ['# Hull\n\n- [ ] **Sand** it\n- paint  it', 'Hull Sand it paint it'],
    ['d'.repeat(201), 'd'.repeat(200)],
    [`${'d'.repeat(199)} end`, 'd'.repeat(199)],
    [`${'d'.repeat(199)}👩‍🚀`, 'd'.repeat(199)],
  ])('excerpts the description %j', async (description, excerpt) => {
    const { body } = await create({ description });
    const { data } = await mara.client.graphql(`{ task(id: "${body.data.id}") { excerpt } }`);
    expect([body.data.excerpt, data.task.excerpt, (await read(body.data.id)).excerpt]).toEqual(
      Array.from({ length: 3 }, () => excerpt),
    );
  });

  it('keeps invisible characters within a title, which join letters and emoji', async () => {
    const title = 'نمی\u200cدانم 👩\u200d🚀 co\u00adoperate\u200b';
    expect((await create({ title })).body.data.title).toBe(title);
  });

  it('accepts an id chosen by the client once', async () => {
    const id = randomUUID();
    expect((await create({ id: id.toUpperCase() })).body.data.id).toBe(id);
    expect(await create({ id })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it('puts it at the end of its column', async () => {
    const { id } = await newProject(mara);
    const made: string[] = [];
    for (const title of ['one', 'two', 'three']) made.push((await newTask(mara, id, { title })).id);
    const { body } = await mara.client.rest('get', `/tasks?projectId=${id}&orderBy=RANK_ASC`);
    expect(body.data.map((task: { id: string }) => task.id)).toEqual(made);
  });

  it('answers NOT_FOUND for a foreign project', async () => {
    const theirs = await newProject(stranger);
    const answers = [await create({ projectId: theirs.id }), await create({ projectId: randomUUID() })];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });
});

describe('the tags of a task', () => {
  it.each([
    [
      ['a;b', 'c'],
      ['a;b', 'c'],
    ],
    [['say "hi"', "it's", 'back\\slash', '{curly}']],
    [['null', 'NULL', 'true', '7']],
    [['Grüße', '日本', '🚢']],
    [
      [' spaced  out ', '', '   ', '\u200b', 'twice', 'twice'],
      ['spaced  out', 'twice'],
    ],
    [[]],
  ])('are returned as given: %j', async (given, kept = given) => {
    const { body } = await create({ tags: given });
    expect(body.data.tags).toEqual(kept);
    expect((await read(body.data.id)).tags).toEqual(kept);
    const { data } = await mara.client.graphql(mutation('updateTask', 'task { tags }'), {
      input: { id: body.data.id, tags: [...given, 'more'] },
    });
    expect(data.updateTask.task.tags).toEqual([...kept, 'more']);
    const log = await logOf(server, projectId, body.data.version);
    expect(log.at(-1)?.fields).toEqual({ tags: [kept, [...kept, 'more']] });
  });
});

describe('the due date of a task', () => {
  it.each([
    ['2027-03-01T09:30:00Z', '2027-03-01T09:30:00.000Z'],
    ['2027-03-01T09:30:00.123+02:00', '2027-03-01T07:30:00.123Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('is stored to the millisecond: %s', async (given, kept) => {
    const { body } = await create({ dueDate: given });
    expect(body.data.dueDate).toBe(kept);
    expect((await update(body.data.id, { dueDate: null })).body.data.dueDate).toBeNull();
    expect((await logOf(server, projectId, body.data.version)).at(-1)?.fields).toEqual({ dueDate: [kept, null] });
    expect(await read(body.data.id)).toMatchObject({ dueDate: null });
  });
});

describe('updating a task', () => {
  it.each(RULES)('refuses %s %j', async (field, value, message) => {
    const { id, version } = await newTask(mara, projectId);
    const { status, body } = await update(id, { [field]: value });
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { [field]: [message] } });
    expect(await revisionOf(server, projectId)).toBe(version);
  });

  it('changes only the given fields, and logs their old and new values', async () => {
    const task = await newTask(mara, projectId, {
      description: 'kept',
      tags: ['kept'],
      dueDate: '2027-03-01T09:30:00Z',
    });
    const { body } = await update(task.id, { title: 'Changed', priority: 'URGENT' }, jon);
    expect(body.data).toEqual({
      ...task,
      title: 'Changed',
      priority: 'URGENT',
      version: task.version + 1,
      updatedAt: body.data.updatedAt,
    });
    const [line] = await logOf(server, projectId, task.version);
    expect(line).toMatchObject({ entity: 'task', entityId: task.id, action: 'updated', actorId: jon.id });
    expect(line?.fields).toEqual({ title: [task.title, 'Changed'], priority: ['MEDIUM', 'URGENT'] });
  });

  it('writes nothing when nothing changes', async () => {
    const task = await newTask(mara, projectId, { tags: ['a'], dueDate: '2027-03-01T09:30:00Z' });
    const same = { title: ` ${task.title} `, tags: ['a'], dueDate: '2027-03-01T11:30:00+02:00', status: 'TODO' };
    for (const fields of [{}, same, { ...same, version: 0 }]) {
      expect((await update(task.id, fields)).body.data).toEqual(task);
    }
    expect(await revisionOf(server, projectId)).toBe(task.version);
  });

  it('never changes its rank', async () => {
    const task = await newTask(mara, projectId);
    await newTask(mara, projectId);
    const { body } = await update(task.id, { title: 'x', status: 'DONE', assigneeId: jon.id });
    expect(body.data.rank).toBe(task.rank);
    expect((await patch(task.id, 'status', { status: 'TODO' })).body.data.rank).toBe(task.rank);
    expect((await patch(task.id, 'assign', { assigneeId: null })).body.data.rank).toBe(task.rank);
  });

  it('merges changes of different fields made from the same version', async () => {
    const { id, version } = await newTask(mara, projectId);
    expect((await update(id, { title: 'Hers', version })).status).toBe(200);
    const { status, body } = await update(id, { priority: 'LOW', tags: ['his'], version }, jon);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ title: 'Hers', priority: 'LOW', tags: ['his'] });
  });

  it('answers CONFLICT with the current task when the same field was changed to a different value', async () => {
    const { id, version } = await newTask(mara, projectId);
    await update(id, { title: 'Hers', version });
    const { status, body } = await update(id, { title: 'His', priority: 'LOW', version }, jon);
    expect(status).toBe(409);
    const current = await read(id);
    expect(body).toEqual({ message: 'Someone else has changed this task', code: 'CONFLICT', data: current });
    expect(current).toMatchObject({ title: 'Hers', priority: 'MEDIUM' });
    const { errors } = await jon.client.graphql(mutation('updateTask', `task { ${TASK} }`), {
      input: { id, title: 'His', version },
    });
    expect(errors?.[0]?.extensions).toEqual({ code: 'CONFLICT', data: current });
    for (const [what, fields] of [
      ['status', { status: 'DONE', version }],
      ['assign', { assigneeId: jon.id, version }],
    ] as const) {
      expect((await patch(id, what, fields)).status).toBe(200);
      expect((await patch(id, what, { status: 'TODO', assigneeId: mara.id, version })).status).toBe(409);
    }
  });

  it('refuses a version that is not an integer', async () => {
    const { id } = await newTask(mara, projectId);
    for (const version of [-1, 1.5, '1']) {
      expect((await update(id, { title: 'x', version })).body.errors).toEqual({
        version: ['version must be a whole number'],
      });
    }
  });

  it('never changes its project, creator, rank, id or creation time', async () => {
    const task = await newTask(mara, projectId);
    const other = await newProject(mara);
    const fields = {
      projectId: other.id,
      creatorId: jon.id,
      rank: 'a0',
      id: randomUUID(),
      createdAt: '2001-01-01T00:00:00Z',
    };
    expect((await update(task.id, fields)).body.data).toEqual(task);
  });
});

describe('the status of a task', () => {
  it('can change to any other', async () => {
    const { id } = await newTask(mara, projectId);
    for (const status of ['DONE', 'IN_REVIEW', 'TODO', 'IN_PROGRESS', 'DONE', 'TODO']) {
      expect((await patch(id, 'status', { status })).body.data.status).toBe(status);
    }
    expect((await patch(id, 'status', { status: 'LATER' })).body.errors).toEqual({
      status: ['Status must be TODO, IN_PROGRESS, IN_REVIEW or DONE'],
    });
    expect((await patch(id, 'status', {})).body.errors).toEqual({ status: ['Status is required'] });
    expect((await patch(id, 'assign', {})).body.errors).toEqual({ assigneeId: ['Assignee is required'] });
    expect((await mara.client.rest('patch', '/tasks/bulk', {})).body.errors).toEqual({
      ids: ['Name at least one task'],
    });
  });

  it('is one of the four, in GraphQL too', async () => {
    const { id } = await newTask(mara, projectId);
    const document = 'mutation($id: ID!) { updateTaskStatus(input: { id: $id, status: LATER }) { revision } }';
    expect((await mara.client.graphql(document, { id })).errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
  });
});

describe('the assignee of a task', () => {
  it('is a member or null', async () => {
    const { id } = await newTask(mara, projectId, { assigneeId: jon.id });
    expect((await read(id)).assigneeId).toBe(jon.id);
    expect((await patch(id, 'assign', { assigneeId: null })).body.data.assigneeId).toBeNull();
    expect((await patch(id, 'assign', { assigneeId: mara.id.toUpperCase() })).body.data.assigneeId).toBe(mara.id);
  });

  it('is refused with a field error if they are not a member', async () => {
    const { id, version } = await newTask(mara, projectId);
    const errors = { assigneeId: ['Assignee must be a member of the project'] };
    for (const assigneeId of [stranger.id, randomUUID()]) {
      for (const { status, body } of [
        await create({ assigneeId }),
        await update(id, { assigneeId }),
        await patch(id, 'assign', { assigneeId }),
      ]) {
        expect({ status, errors: body.errors }).toEqual({ status: 422, errors });
      }
    }
    expect(await revisionOf(server, projectId)).toBe(version);
  });
});

describe('moving a task', () => {
  it('puts it between its neighbors in the given column, and logs status and rank', async () => {
    const { id: board } = await newProject(mara);
    const [one, two, three] = [await newTask(mara, board), await newTask(mara, board), await newTask(mara, board)];
    await patch(three.id, 'status', { status: 'IN_REVIEW' });
    const from = await revisionOf(server, board);
    const { status, body } = await patch(three.id, 'move', { status: 'TODO', afterId: one.id, beforeId: two.id });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'TODO', version: from + 1 });
    const [line] = await logOf(server, board, from);
    expect(line?.fields).toEqual({ status: ['IN_REVIEW', 'TODO'], rank: [three.rank, body.data.rank] });
    const list = await mara.client.rest('get', `/tasks?projectId=${board}&orderBy=RANK_ASC`);
    expect(list.body.data.map((task: { id: string }) => task.id)).toEqual([one.id, three.id, two.id]);
  });

  it('refuses an unknown column and an invalid neighbor id', async () => {
    const { id } = await newTask(mara, projectId);
    expect((await patch(id, 'move', { status: 'LATER' })).status).toBe(422);
    expect((await patch(id, 'move', { status: 'DONE', afterId: 'above' })).body.errors).toEqual({
      afterId: ['A neighbor must be a task id'],
    });
  });
});

describe('deleting a task', () => {
  it('hides it and keeps its row and comments for a restore', async () => {
    const { id, version } = await newTask(mara, projectId);
    await rows(
      server,
      `insert into comment (id, project_id, task_id, author_id, text, version, created_at, updated_at)
       values (?, ?, ?, ?, 'Looks good', ?, now(), now())`,
      [randomUUID(), projectId, id, jon.id, version],
    );
    expect(await jon.client.rest('delete', `/tasks/${id}`)).toMatchObject({ status: 204, body: null });
    expect((await mara.client.rest('get', `/tasks/${id}`)).status).toBe(404);
    expect((await mara.client.rest('get', `/tasks?projectId=${projectId}`)).text).not.toContain(id);
    for (const table of ['task', 'comment']) {
      const column = table === 'task' ? 'id' : 'task_id';
      const [row] = await rows(server, `select deleted_by, deleted_revision from ${table} where ${column} = ?`, [id]);
      expect(row).toEqual({ deleted_by: jon.id, deleted_revision: version + 1 });
    }
    const lines = await logOf(server, projectId, version);
    expect(lines.map(({ revision, n, entity, action, fields }) => [revision, n, entity, action, fields])).toEqual([
      [version + 1, 0, 'task', 'deleted', { deletedAt: [null, expect.any(String)] }],
      [version + 1, 1, 'comment', 'deleted', { deletedAt: [null, expect.any(String)] }],
    ]);
    expect(lines[0]?.entityId).toBe(id);
    expect(lines[0]?.fields).toEqual(lines[1]?.fields);
  });

  it('answers 404 to every later call on it', async () => {
    const { id } = await newTask(mara, projectId);
    await mara.client.rest('delete', `/tasks/${id}`);
    const answers = [
      await mara.client.rest('delete', `/tasks/${id}`),
      await update(id, { title: 'x' }),
      await patch(id, 'status', { status: 'DONE' }),
      await patch(id, 'assign', { assigneeId: null }),
      await patch(id, 'move', { status: 'DONE' }),
    ];
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({ status: 404, body: { message: 'Task not found', code: 'NOT_FOUND' } });
    }
  });
});

it('completedAt is set when a task becomes DONE, by any operation, and cleared when it no longer is', async () => {
  const { data } = (await create({ status: 'DONE' })).body;
  expect(data.completedAt).toBe(data.createdAt);
  // Changes of a DONE task keep its completedAt.
  const { body } = await update(data.id, { title: 'Paint it twice', status: 'DONE' });
  expect(body.data).toMatchObject({ completedAt: data.completedAt });
  const ways: (() => Promise<{ body: { data: { updatedAt: string; completedAt: string | null } } }>)[] = [
    () => update(data.id, { status: 'DONE' }),
    () => patch(data.id, 'status', { status: 'DONE' }),
    () => patch(data.id, 'move', { status: 'DONE' }),
  ];
  for (const way of ways) {
    expect((await patch(data.id, 'status', { status: 'IN_REVIEW' })).body.data.completedAt).toBeNull();
    const { body: answer } = await way();
    expect(answer.data.completedAt).toBe(answer.data.updatedAt);
    expect(await read(data.id)).toMatchObject({ completedAt: answer.data.completedAt });
  }
  const bulk = await mara.client.rest('patch', '/tasks/bulk', { ids: [data.id], status: 'TODO' });
  expect(bulk.body.data.tasks[0].completedAt).toBeNull();
  // It is logged together with the status, so undo restores it.
  const log = (await logOf(server, projectId, 0)).filter(({ entityId }) => entityId === data.id);
  const names = log.map(({ fields }) => Object.keys(fields));
  expect(names.filter((fields) => fields.includes('completedAt')).length).toBe(8);
  for (const fields of names) expect(fields.includes('completedAt')).toBe(fields.includes('status'));
});
