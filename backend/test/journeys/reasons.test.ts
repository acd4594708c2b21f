import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, newProject, newTask, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';

let server: TestServer;
let mara: Person;
let projectId: string;
beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
  projectId = (await newProject(mara)).id;
});
afterAll(() => server.close());

const SELECTED = { Task: 'task { id }', Tasks: 'tasks { id }' };

/** Sends an input by both transports and returns the messages and reasons, which must agree. */
async function refuse(
  [method, path, mutation, type]: readonly [string, string, string, keyof typeof SELECTED],
  input: Record<string, unknown>,
) {
  const rest = await mara.client.rest(method, path, input);
  const graphql = await mara.client.graphql(
    `mutation ($input: ${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) { ${SELECTED[type]} } }`,
    { input },
  );
  expect(rest).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } });
  const { errors, reasons } = rest.body;
  expect(graphql.errors?.[0]?.extensions).toEqual({ code: 'VALIDATION_FAILED', fields: errors, reasons });
  return { errors, reasons };
}
const CREATE = ['post', '/tasks', 'createTask', 'Task'] as const;
const CREATE_MANY = ['post', '/tasks/bulk', 'createTasks', 'Tasks'] as const;

describe('the reasons of a refusal', () => {
  it('follow the messages of a schema, one for each, in both transports', async () => {
    const input = { projectId, title: 'x'.repeat(201), priority: 'LOW', tags: ['a,b'] };
    expect(await refuse(CREATE, input)).toEqual({
      errors: {
        title: ['Title must be less than 200 characters'],
        tags: ['A tag cannot contain a comma'],
      },
      reasons: [
        { field: 'title', key: 'tooLong', params: { max: 200 } },
        { field: 'tags', key: 'hasComma', params: {} },
      ],
    });
  });

  it.each([
    [{ title: ' ' }, { field: 'title', key: 'required', params: {} }],
    [{ title: 'a\u0000b' }, { field: 'title', key: 'notStorable', params: {} }],
    [{ tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, { field: 'tags', key: 'tooMany', params: { max: 20 } }],
    [{ assigneeId: 'mara' }, { field: 'assigneeId', key: 'malformed', params: {} }],
    [
      { dueDay: '2026-11-27', dueDate: '2026-11-27T17:00:00Z' },
      { field: 'dueDay', key: 'notTogether', params: { with: 'dueDate' } },
    ],
    [{ assigneeId: '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d' }, { field: 'assigneeId', key: 'notMember', params: {} }],
  ])('names the broken rule of %j', async (fields, reason) => {
    const { reasons } = await refuse(CREATE, { projectId, title: 'Paint', priority: 'LOW', ...fields });
    expect(reasons).toEqual([reason]);
  });

  it.each([
    [
      { priority: 'SOON' },
      { field: 'priority', key: 'notOneOf', params: { allowed: ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] } },
    ],
    [{ title: 7 }, { field: 'title', key: 'wrongType', params: { expected: 'string' } }],
    [{ title: undefined }, { field: 'title', key: 'required', params: {} }],
    [{ dueDay: '2026-02-30' }, { field: 'dueDay', key: 'notADate', params: {} }],
    [{ tags: 'a' }, { field: 'tags', key: 'wrongType', params: { expected: 'array' } }],
  ])('names what GraphQL refuses by its types: %j', async (fields, reason) => {
    const { status, body } = await mara.client.rest('post', '/tasks', {
      projectId,
      title: 'Paint',
      priority: 'LOW',
      ...fields,
    });
    expect([status, body.reasons]).toEqual([422, [reason]]);
  });

  it('have the path of a task among many', async () => {
    const many = await refuse(CREATE_MANY, {
      projectId,
      tasks: [
        { title: 'Paint', priority: 'LOW' },
        { title: '', priority: 'LOW' },
      ],
    });
    expect(many.reasons).toEqual([{ field: 'tasks.1.title', key: 'required', params: {} }]);
    const columnId = '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d';
    const column = await refuse(CREATE_MANY, { projectId, tasks: [{ title: 'Paint', priority: 'LOW', columnId }] });
    expect(column.reasons).toEqual([{ field: 'tasks.0.columnId', key: 'columnNotFound', params: {} }]);
  });

  it('stop with the messages at 20 fields', async () => {
    const tasks = Array.from({ length: 30 }, () => ({ title: '', priority: 'LOW' }));
    const { errors, reasons } = await refuse(CREATE_MANY, { projectId, tasks });
    expect([Object.keys(errors).length, reasons.length]).toEqual([20, 20]);
  });

  it('explain what a service refuses, with its params', async () => {
    const { body } = await mara.client.rest('post', '/projects', { name: 'Tern', key: 'TERNS' });
    const taken = await mara.client.rest('post', '/projects', { name: 'Second', key: body.data.key });
    expect(taken.body.reasons).toEqual([{ field: 'key', key: 'keyTaken', params: { key: 'TERNS' } }]);
    const member = await mara.client.rest('patch', `/projects/${projectId}/members/${mara.id}`, { role: 'MEMBER' });
    expect(member.body.reasons).toEqual([{ field: 'role', key: 'lastOwner', params: {} }]);
    const page = await mara.client.graphql('{ tasks(first: 101) { totalCount } }');
    expect(page.errors?.[0]?.extensions.reasons).toEqual([
      { field: 'first', key: 'outOfRange', params: { min: 1, max: 100 } },
    ]);
  });

  it('explain an undo', async () => {
    const acts = [{ projectId, revision: 1 }];
    await newTask(mara, projectId);
    const old = await mara.client.rest('post', '/undo', { acts: Array.from({ length: 51 }, () => acts[0]) });
    expect(old.body.reasons).toEqual([{ field: 'acts', key: 'tooMany', params: { max: 50 } }]);
  });
});
