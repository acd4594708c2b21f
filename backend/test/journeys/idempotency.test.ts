import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newAttachment, newPerson, newProject, newTask, type Person } from '../support/client.js';
import type { TestServer } from '../support/harness.js';
import { logOf, revisionOf, rows } from '../support/rows.js';
import { startTeam } from '../support/team.js';
import { mutation, PROJECT, TASK } from '../support/selections.js';

let server: TestServer;
let mara: Person;
let jon: Person;
let projectId: string;
beforeAll(async () => {
  ({ server, mara, jon, projectId } = await startTeam());
});
afterAll(() => server.close());

const header = (key: string) => ({ 'idempotency-key': key });
const fields = () => ({ title: 'Paint the hull', projectId, priority: 'HIGH', dueDate: '2027-03-01T09:30:00+02:00' });
const create = (key: string, changes: object = {}, who = mara) =>
  who.client.rest('post', '/tasks', { ...fields(), ...changes }, header(key));
const createGraphQL = (mutationId: string, changes: object = {}) =>
  mara.client.graphql(mutation('createTask', `task { ${TASK} } revision`), {
    input: { ...fields(), ...changes, mutationId },
  });

describe('a write with a key of its own', () => {
  it('is done once, whichever transport repeats it', async () => {
    const key = randomUUID();
    const first = await create(key);
    const revision = await revisionOf(server, projectId);
    const again = await create(key);
    const other = await createGraphQL(key);
    expect(first.status).toBe(201);
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body });
    expect(other.data.createTask).toEqual({ task: first.body.data, revision });
    expect(await revisionOf(server, projectId)).toBe(revision);

    const back = randomUUID();
    const { data } = await createGraphQL(back);
    expect((await create(back)).body.data).toEqual(data.createTask.task);
    expect(await revisionOf(server, projectId)).toBe(revision + 1);
  });

  it('is known by its fields when a later release reads them in another order', async () => {
    const key = randomUUID();
    const first = await create(key);
    // as if the process of the release before had hashed the fields in its own order
    await rows(server, `update idempotency set input_hash = 'in another order' where key = ?`, [key]);
    expect((await create(key)).body).toEqual(first.body);
    expect((await create(key, { title: 'Another title' })).body.code).toBe('CONFLICT');
  });

  it('of a process that does not know the hash of the fields is known by the older one', async () => {
    const key = randomUUID();
    const first = await create(key);
    await rows(server, 'update idempotency set fields_hash = null where key = ?', [key]);
    expect((await create(key)).body).toEqual(first.body);
    expect((await create(key, { title: 'Another title' })).body.code).toBe('CONFLICT');
  });

  it('is done once when repeats arrive at the same moment', async () => {
    const before = await revisionOf(server, projectId);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create(key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await revisionOf(server, projectId)).toBe(before + 1);
  });

  it('of every kind is done once', async () => {
    const task = await newTask(mara, projectId);
    const patch = async (method: string, path: string, body: object) => {
      const key = randomUUID();
      const first = await mara.client.rest(method, path, body, header(key));
      const revision = await revisionOf(server, projectId);
      const again = await mara.client.rest(method, path, body, header(key));
      expect({ status: again.status, text: again.text }).toEqual({ status: first.status, text: first.text });
      expect(first.status).toBeLessThan(300);
      expect(await revisionOf(server, projectId)).toBe(revision);
    };
    await patch('put', `/tasks/${task.id}`, { title: 'Changed' });
    await patch('patch', `/tasks/${task.id}/status`, { status: 'DONE' });
    await patch('patch', `/tasks/${task.id}/assign`, { assigneeId: jon.id });
    await patch('patch', `/tasks/${task.id}/move`, { status: 'TODO' });
    const item = (await mara.client.rest('post', `/tasks/${task.id}/checklist`, { text: 'Sand' })).body.data;
    await patch('delete', `/tasks/${task.id}/checklist/${item.id}`, {});
    await patch('delete', `/attachments/${await newAttachment(mara, task.id)}`, {});
    await patch('delete', `/tasks/${task.id}`, {});
    await patch('put', `/projects/${projectId}`, { description: 'Changed' });
    await patch('post', '/projects', { name: 'Once' });
    const uma = await newPerson(server, 'Uma');
    await patch('post', `/projects/${projectId}/members`, { userId: uma.id });
    await patch('delete', `/projects/${projectId}/members/${uma.id}`, {});
  });

  it('to one’s account is done once', async () => {
    const uma = await newPerson(server, 'Uma');
    const profile = (key: string | undefined, firstName: string) =>
      uma.client.rest('put', '/auth/profile', { firstName }, key === undefined ? {} : header(key));
    await profile('one', 'Una');
    await profile(undefined, 'Ursula');
    expect((await profile('one', 'Una')).body.data.user.firstName).toBe('Ursula');
    expect(await profile('one', 'Umberta')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    const preferences = mutation('updatePreferences', 'preferences { theme }');
    const prefer = async (theme: string, mutationId?: string) =>
      (await uma.client.graphql(preferences, { input: { theme, mutationId } })).data.updatePreferences.preferences
        .theme;
    expect([await prefer('DARK', 'two'), await prefer('LIGHT'), await prefer('DARK', 'two')]).toEqual([
      'DARK',
      'LIGHT',
      'LIGHT',
    ]);
  });

  it('of a password is done once, and distinguished from another one', async () => {
    const uma = await newPerson(server, 'Uma');
    const change = (currentPassword: string, newPassword: string) =>
      uma.client.rest('put', '/auth/change-password', { currentPassword, newPassword }, header('password'));
    expect((await change('Wrong1password', 'Basalt8cliffs')).status).toBe(422);
    for (let times = 0; times < 2; times += 1) {
      expect((await change(uma.password, 'Basalt8cliffs')).status).toBe(200);
    }
    expect(await change(uma.password, 'Granite9cliffs')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    const mails = await rows(
      server,
      `select 1 from graphile_worker._private_jobs
       where payload->>'template' = 'passwordChanged' and payload->>'userId' = ?`,
      [uma.id],
    );
    expect(mails).toHaveLength(1);
    const kept = await rows(server, 'select input_hash from idempotency where user_id = ? and key = ?', [
      uma.id,
      'password',
    ]);
    const hashOf = (input: object) => createHash('sha256').update(JSON.stringify(input)).digest('base64url');
    expect(kept).toEqual([{ input_hash: hashOf({}) }]);
  });

  it('answers a repeat with the object as it is now', async () => {
    const key = randomUUID();
    const { id } = (await create(key)).body.data;
    const changed = (await jon.client.rest('put', `/tasks/${id}`, { title: 'Since changed' })).body.data;
    expect((await create(key)).body.data).toEqual(changed);
    await mara.client.rest('delete', `/tasks/${id}`);
    expect(await create(key)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });

    const of = randomUUID();
    const input = { name: 'As it is now', mutationId: of };
    const document = mutation('createProject', `project { ${PROJECT} } revision`);
    const { project } = (await mara.client.graphql(document, { input })).data.createProject;
    await newTask(mara, project.id);
    const now = (await mara.client.rest('get', `/projects/${project.id}`)).body.data;
    expect(now.revision).toBe(2);
    expect((await mara.client.graphql(document, { input })).data.createProject).toEqual({ project: now, revision: 1 });
  });

  it('is CONFLICT under a key that was used for something else', async () => {
    const key = randomUUID();
    const { id } = (await create(key)).body.data;
    const before = await revisionOf(server, projectId);
    const body = { message: 'This idempotency key was used for another request', code: 'CONFLICT' };
    expect(await create(key, { title: 'Another' })).toMatchObject({ status: 409, body });
    expect(await mara.client.rest('delete', `/tasks/${id}`, undefined, header(key))).toMatchObject({
      status: 409,
      body,
    });
    expect((await createGraphQL(key, { title: 'Another' })).errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect(await revisionOf(server, projectId)).toBe(before);
  });

  it('making something again under its own id is CONFLICT, with the object for whom it concerns', async () => {
    const task = await newTask(mara, projectId);
    for (const [path, body] of [
      ['/projects', { name: 'Own' }],
      ['/tasks', fields()],
      [`/tasks/${task.id}/comments`, { text: 'Own' }],
    ] as const) {
      const id = randomUUID();
      const make = (who: Person, changes: object = {}) => who.client.rest('post', path, { id, ...body, ...changes });
      const made = (await make(mara)).body.data;
      expect(made.id).toBe(id);
      expect(await make(mara)).toMatchObject({ status: 409, body: { code: 'CONFLICT', data: made } });
    }
    const theirs = await newProject(jon);
    const stolen = await jon.client.rest('post', '/tasks', { ...fields(), id: randomUUID(), projectId: theirs.id });
    const mine = await create(randomUUID(), { id: stolen.body.data.id });
    expect(mine.body).toEqual({ message: 'A task with this id already exists', code: 'CONFLICT' });
  });

  it('knows keys by person', async () => {
    const key = randomUUID();
    const [hers, his] = [await create(key), await create(key, {}, jon)];
    expect([hers.status, his.status]).toEqual([201, 201]);
    expect(his.body.data.id).not.toBe(hers.body.data.id);
  });

  it('does not return a repeat to a former member', async () => {
    const uma = await newPerson(server, 'Uma');
    await addMember(mara, projectId, uma);
    const key = randomUUID();
    expect((await create(key, {}, uma)).status).toBe(201);
    await uma.client.rest('delete', `/projects/${projectId}/members/${uma.id}`);
    expect((await create(key, {}, uma)).status).toBe(404);
  });

  it('may be tried again after a refusal', async () => {
    const key = randomUUID();
    const { id } = await newProject(jon);
    const into = (who: Person) => create(key, { projectId: id }, who);
    expect((await into(mara)).status).toBe(404);
    expect((await create(key, { title: '' })).status).toBe(422);
    await addMember(jon, id, mara);
    expect((await into(mara)).status).toBe(201);
  });

  it('that changed nothing changes nothing when it is repeated, and its key cannot be used for another write', async () => {
    const task = await newTask(mara, projectId);
    const key = randomUUID();
    const put = (title: string, head: Record<string, string> = header(key)) =>
      mara.client.rest('put', `/tasks/${task.id}`, { title }, head);
    const revision = await revisionOf(server, projectId);
    // also when the two are sent concurrently
    const answers = await Promise.all([put(task.title), put(task.title)]);
    expect(answers.map(({ body }) => body.data)).toEqual([task, task]);
    expect(await revisionOf(server, projectId)).toBe(revision);
    const changed = (await put('Changed since', {})).body.data;
    expect((await put(task.title)).body.data).toEqual(changed);
    expect(await put('Another')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await revisionOf(server, projectId)).toBe(revision + 1);
    expect(await logOf(server, projectId, revision + 1)).toEqual([]);
  });

  it('that changed nothing is repeated as such in every call', async () => {
    const task = await newTask(mara, projectId);
    const comment = (await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Ready' })).body.data;
    const { name } = (await mara.client.rest('get', `/projects/${projectId}`)).body.data;
    const revision = await revisionOf(server, projectId);
    const calls: [method: string, path: string, body: object, other: object][] = [
      ['put', `/projects/${projectId}`, { name }, { name: 'Other' }],
      ['patch', `/projects/${projectId}/members/${jon.id}`, { role: 'MEMBER' }, { role: 'OWNER' }],
      ['patch', `/tasks/${task.id}/status`, { status: 'TODO' }, { status: 'DONE' }],
      ['patch', `/tasks/${task.id}/assign`, { assigneeId: null }, { assigneeId: jon.id }],
      ['patch', '/tasks/bulk', { ids: [task.id], priority: 'HIGH' }, { ids: [task.id], priority: 'LOW' }],
      ['put', `/comments/${comment.id}`, { text: 'Ready' }, { text: 'Other' }],
    ];
    await mara.client.rest('put', `/tasks/${task.id}`, { priority: 'HIGH' });
    for (const [method, path, body, other] of calls) {
      const key = randomUUID();
      const answers = [1, 2].map(() => mara.client.rest(method, path, body, header(key)));
      const [first, second] = await Promise.all(answers);
      expect([first?.status, second?.text], path).toEqual([200, first?.text]);
      expect((await mara.client.rest(method, path, other, header(key))).status, path).toBe(409);
    }
    expect(await revisionOf(server, projectId)).toBe(revision + 1);
  });

  it('carries its key in the log', async () => {
    const key = `paint ${randomUUID()}`.replace(' ', '/');
    const { version } = (await create(key)).body.data;
    expect((await logOf(server, projectId, version - 1))[0]?.mutationId).toBe(key);
  });

  it.each([
    ['k'.repeat(101), 'The idempotency key must be at most 100 characters'],
    ['two words', 'The idempotency key must be visible ASCII characters'],
    ['gr\u00fcn', 'The idempotency key must be visible ASCII characters'],
  ])('is refused under the key %s', async (key, message) => {
    const { status, body } = await create(key);
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { mutationId: [message] } });
    expect((await createGraphQL(key)).errors?.[0]?.extensions.fields).toEqual({ mutationId: [message] });
  });

  it('is refused under an empty key in GraphQL', async () => {
    expect((await createGraphQL('')).errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
  });
});

describe('a delete that is repeated', () => {
  it('answers 204 each time', async () => {
    const { id } = await newTask(mara, projectId);
    const key = header(randomUUID());
    for (let i = 0; i < 3; i += 1) {
      expect((await mara.client.rest('delete', `/tasks/${id}`, undefined, key)).status).toBe(204);
    }
  });
});

describe('the header of a GraphQL document', () => {
  const send = async (query: string, variables: object = {}) => {
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${mara.client.token}`,
        ...header('one-request'),
      },
      body: JSON.stringify({ query, variables }),
    });
    return { status: answer.status, body: (await answer.json()) as { data?: unknown; errors?: unknown } };
  };
  const write = (name: string, input: string) => `${name}: createTask(input: ${input}) { task { title } }`;
  const input = (title: string, more = '') => `{ projectId: "${projectId}", title: "${title}", priority: LOW ${more}}`;

  it('names one write: several without a mutationId are refused in words, and none of them is done', async () => {
    const refusal = {
      message:
        'The Idempotency-Key header can name one write, and this document has 2 without a mutationId: give each a mutationId in its input',
      extensions: { code: 'BAD_REQUEST' },
    };
    const before = await revisionOf(server, projectId);
    const given = { projectId, title: 'By a variable', priority: 'LOW' };
    const documents: [string, object?][] = [
      [`mutation { ${write('a', input('A'))} ${write('b', input('B'))} }`],
      [`mutation($b: CreateTaskInput!) { ${write('a', input('A'))} ${write('b', '$b')} }`, { b: given }],
      [
        `mutation { ...F ... on Mutation { ${write('b', input('B'))} } } fragment F on Mutation { ${write('a', input('A'))} }`,
      ],
    ];
    for (const [query, variables] of documents) {
      const { status, body } = await send(query, variables);
      expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [refusal] });
    }
    expect(await revisionOf(server, projectId)).toBe(before);
  });

  it('can be sent with writes that have a mutationId of their own, and with a skipped one', async () => {
    const { status, body } = await send(
      `mutation($no: Boolean!) {
        ${write('a', input('A', 'mutationId: "a-of-its-own"'))} ${write('b', input('B'))}
        c: createTask(input: ${input('C')}) @include(if: $no) { task { title } } }`,
      { no: false },
    );
    expect({ status, data: body.data, errors: body.errors }).toEqual({
      status: 200,
      data: { a: { task: { title: 'A' } }, b: { task: { title: 'B' } } },
      errors: undefined,
    });
  });
});
