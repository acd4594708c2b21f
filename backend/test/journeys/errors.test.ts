import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChangeAction, ChangeEntity } from '../../contract/enums.js';
import { isUuid } from '../../contract/uuid.js';
import { requestMessage } from '../../src/api/graphql/errors.js';
import { inDays } from '../support/apiToken.js';
import { captureLog } from '../support/capturedLog.js';
import { Client, newPerson, newProject, newTask, PASSWORD, type Person } from '../support/client.js';
import { closeAfterTest, startServer, type TestServer } from '../support/harness.js';
import { rows } from '../support/rows.js';

let server: TestServer;
let mara: Person;
beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
});
afterAll(() => server.close());

const send = async (
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  to = server,
) => {
  const response = await fetch(to.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${mara.client.token}`, ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
};

describe('a body', () => {
  it.each(['{', '{"title": }', 'title=Paint', '{"a":1}}'])('that is malformed JSON (%s) is 400', async (body) => {
    const message = 'Malformed JSON';
    expect(await send('/api/tasks', body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', message } });
    const answer = await send('/graphql', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] });
  });

  it('that is not UTF-8 is 400, so that no letter is lost', async () => {
    const message = 'The body must be in UTF-8';
    const { id } = await newProject(mara);
    const task = JSON.stringify({ projectId: id, title: 'Grüße', priority: 'LOW' });
    const query = `{ tasks(filter: { search: "Grüße" }) { nodes { id } } }`;
    for (const encoding of ['latin1', 'utf16le'] as const) {
      const bytes = (text: string) => new Uint8Array(Buffer.from(text, encoding));
      const rest = await send('/api/tasks', bytes(task));
      expect([rest.status, rest.body.code], encoding).toEqual([400, 'BAD_REQUEST']);
      const graphql = await send('/graphql', bytes(JSON.stringify({ query })));
      expect([graphql.status, graphql.body.errors[0].extensions.code], encoding).toEqual([400, 'BAD_REQUEST']);
      if (encoding === 'latin1')
        expect([rest.body.message, graphql.body.errors[0].message]).toEqual([message, message]);
    }
    expect(await rows(server, `select 1 from task where project_id = '${id}'`)).toEqual([]);
  });

  it.each(['[]', '[{"op":"replace","path":"/title","value":"Sand"}]', '"Sand"', '7', 'null'])(
    'that is no object (%s) is 400, and not a change of nothing',
    async (body) => {
      const { id } = await newTask(mara, (await newProject(mara)).id);
      const answer = await fetch(`${server.url}/api/tasks/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${mara.client.token}` },
        body,
      });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { code: 'BAD_REQUEST', message: 'The body must be a JSON object' },
      ]);
    },
  );

  it('over 1 MB is 413', async () => {
    const body = JSON.stringify({ title: 'x'.repeat(1024 * 1024) });
    const code = 'PAYLOAD_TOO_LARGE';
    const message = 'The body is too large';
    expect(await send('/api/tasks', body)).toMatchObject({ status: 413, body: { code, message } });
    const answer = await send('/graphql', body);
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({ errors: [{ message, extensions: { code } }] });
  });

  it('just under 1 MB is read', async () => {
    expect((await send('/api/tasks', JSON.stringify({ title: 'x'.repeat(1024 * 1024 - 100) }))).status).toBe(422);
  });

  it('in an unknown character set or encoding is 415', async () => {
    for (const [name, value] of [
      ['content-type', 'application/json; charset=x'],
      ['content-encoding', 'x'],
    ] as const) {
      expect(await send('/api/tasks', '{}', { [name]: value })).toMatchObject({
        status: 415,
        body: { code: 'UNSUPPORTED_MEDIA_TYPE' },
      });
    }
  });

  it('of another media type is 415 and says which is taken', async () => {
    const code = 'UNSUPPORTED_MEDIA_TYPE';
    const message = 'The body must be JSON, sent with Content-Type: application/json';
    for (const type of ['text/plain', 'application/vnd.api+json', 'application/merge-patch+json']) {
      const { status, headers, body } = await send('/api/tasks', '{"title":"Paint"}', { 'content-type': type });
      expect({ status, accept: headers.get('accept'), body }, type).toEqual({
        status: 415,
        accept: 'application/json',
        body: { message, code },
      });
    }
    const answer = await send('/graphql', '{"query":"{ me { id } }"}', { 'content-type': 'text/plain' });
    expect([answer.status, answer.body]).toEqual([415, { errors: [{ message, extensions: { code } }] }]);
    const patch = await mara.client.rest('patch', `/tasks/${mara.id}`, {}, { 'content-type': 'text/plain' });
    expect([patch.status, patch.headers.get('accept-patch')]).toEqual([
      415,
      'application/json, application/merge-patch+json',
    ]);
  });

  it('of a PATCH may be a merge patch: null empties a field, absent fields stay', async () => {
    const { id } = await newProject(mara);
    const task = await newTask(mara, id, { dueDate: '2026-11-27T17:00:00Z', description: 'Two coats' });
    const type = { 'content-type': 'application/merge-patch+json' };
    const { status, body } = await mara.client.rest('patch', `/tasks/${task.id}`, { dueDate: null }, type);
    expect([status, body.data.dueDate, body.data.description]).toEqual([200, null, 'Two coats']);
    const renamed = await mara.client.rest('patch', `/projects/${id}`, { name: 'Slipway' }, type);
    expect([renamed.status, renamed.body.data.name]).toEqual([200, 'Slipway']);
  });
});

describe('a path', () => {
  it('without a route is 404 in our own format', async () => {
    for (const [method, path] of [
      ['get', '/nowhere'],
      ['post', '/nowhere'],
      ['delete', '/tasks/1/2/3'],
    ] as const) {
      expect(await mara.client.rest(method, path)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Route not found' },
      });
    }
  });

  it('is 405 with Allow for another method', async () => {
    for (const [method, path, allow] of [
      ['delete', '/tasks', 'GET, POST, HEAD, OPTIONS'],
      ['patch', `/comments/${mara.id}`, 'PUT, DELETE, OPTIONS'],
      ['get', '/auth/login', 'POST, OPTIONS'],
    ] as const) {
      const { status, headers, body } = await mara.client.rest(method, path);
      expect({ status, allow: headers.get('allow'), code: body.code }).toEqual({
        status: 405,
        allow,
        code: 'METHOD_NOT_ALLOWED',
      });
    }
    const asked = await mara.client.rest('options', '/tasks');
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
    const graphql = await fetch(`${server.url}/graphql`, { method: 'OPTIONS' });
    expect([graphql.status, graphql.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
  });

  it('of a list is 400 with a parameter that the list does not have, also if it has none', async () => {
    const { id } = await newProject(mara);
    const task = await newTask(mara, id);
    for (const path of ['/views', '/auth/sessions', `/projects/${id}/columns`, `/tasks/${task.id}/checklist`]) {
      expect((await mara.client.rest('get', path)).status, path).toBe(200);
      expect(await mara.client.rest('get', `${path}?limit=1`), path).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', message: 'Unknown parameter limit' },
      });
    }
  });

  it('of a created object is in Location and leads to it', async () => {
    const made = await mara.client.rest('post', '/projects', { name: 'Tern' });
    expect(made.headers.get('location')).toBe(`/api/projects/${made.body.data.id}`);
    const task = { projectId: made.body.data.id, title: 'Book freight', priority: 'LOW' };
    const { headers, body } = await mara.client.rest('post', '/tasks', task);
    const read = await mara.client.rest('get', headers.get('location')?.replace('/api', '') ?? '');
    expect(read.body.data).toEqual(body.data);
    // an answer without a URL of its own has no Location
    const note = await mara.client.rest('post', '/notifications', { title: 'Call the yard' });
    expect([note.status, note.headers.get('location')]).toEqual([201, null]);
  });

  it('of what was made at another path stands in Location, too, with the tag of its address', async () => {
    const { id: projectId } = await newProject(mara);
    const { id: taskId } = await newTask(mara, projectId);
    const item = await mara.client.rest('post', `/tasks/${taskId}/checklist`, { text: 'Call the yard' });
    for (const [path, where] of [
      [`/projects/${projectId}/duplicate`, '/projects'],
      ['/projects/example', '/projects'],
      [`/tasks/${taskId}/duplicate`, '/tasks'],
      [`/tasks/${taskId}/checklist/${item.body.data.id}/task`, '/tasks'],
    ] as const) {
      const plain = { 'accept-encoding': 'identity' };
      const { status, headers, body } = await mara.client.rest('post', path, {}, plain);
      expect([status, headers.get('location')], path).toEqual([201, `/api${where}/${body.data.id}`]);
      const read = await mara.client.rest('get', `${where}/${body.data.id}`, undefined, plain);
      expect([typeof headers.get('etag'), read.headers.get('etag')], path).toEqual(['string', headers.get('etag')]);
    }
  });

  it('that needs a sign-in says how to, and that a token is none', async () => {
    const challenge = async (token?: string) =>
      (await new Client(server, token).rest('get', '/tasks')).headers.get('www-authenticate');
    expect(await challenge()).toBe('Bearer');
    expect(await challenge('nonsense')).toBe('Bearer error="invalid_token"');
    expect(await challenge(mara.client.token)).toBeNull();
  });

  it('that fails because of a defect is logged without the row', async () => {
    const { log, lines } = captureLog('error');
    const other = await startServer({ log });
    const person = await newPerson(other);
    await rows(other, "alter table project add constraint never check (name <> 'The secret moon')");
    const { status } = await person.client.rest('post', '/projects', { name: 'The secret moon' });
    await other.close();
    expect(status).toBe(500);
    expect(lines.join('')).toContain('violates check constraint');
    expect(lines.join('')).not.toContain('The secret moon');
  });

  it('that cannot be decoded is 400', async () => {
    expect(await mara.client.rest('get', '/tasks/%E0%A4%A')).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
  });
});

describe('one refused field of a GraphQL request', () => {
  it('leaves the answers of the writes beside it, which are done', async () => {
    const { id } = await newProject(mara);
    const make = (title: string) => `createTask(input: { projectId: "${id}", title: "${title}", priority: LOW })
      { task { title } revision }`;
    const query = `mutation { a: ${make('Sand the hull')} b: ${make('')} c: ${make('Paint it')} }`;
    const { status, data, errors } = await mara.client.graphql(query);
    expect({ status, data }).toEqual({
      status: 200,
      data: {
        a: { task: { title: 'Sand the hull' }, revision: 2 },
        b: null,
        c: { task: { title: 'Paint it' }, revision: 3 },
      },
    });
    expect(errors).toMatchObject([
      { path: ['b'], extensions: { code: 'VALIDATION_FAILED', fields: { title: ['Title is required'] } } },
    ]);
  });

  it('leaves the answers of the reads beside it, run for the first time and compiled alike', async () => {
    const query = '{ me { id } tasks(after: "zzz") { nodes { id } } projects(first: 1) { totalCount } }';
    for (let time = 1; time <= 6; time += 1) {
      const { data, errors } = await mara.client.graphql(query);
      const projects = { totalCount: expect.any(Number) as number };
      expect(data, `time ${time}`).toEqual({ me: { id: mara.id }, tasks: null, projects });
      expect(errors).toMatchObject([{ path: ['tasks'], extensions: { code: 'BAD_REQUEST' } }]);
    }
  });
});

describe('a list in a body', () => {
  it('that is far longer than it may be is refused as such, and nothing that is in it', async () => {
    const empty = Array.from({ length: 60_000 }, () => ({}));
    const task = await newTask(mara, (await newProject(mara)).id);
    const lists: [string, object, object][] = [
      ['/tasks/bulk', { projectId: task.projectId, tasks: empty }, { tasks: ['At most 200 tasks at once'] }],
      [
        '/tasks/bulk',
        { projectId: task.projectId, tasks: [{ title: 'Paint', priority: 'LOW', comments: empty }] },
        { 'tasks.0.comments': ['A new task can have at most 20 comments'] },
      ],
      ['/undo', { acts: empty }, { acts: ['At most 50 acts at once'] }],
      [`/tasks/${task.id}/checklist/bulk`, { items: empty }, { items: ['A checklist can have at most 100 items'] }],
    ];
    for (const [path, body, errors] of lists) {
      const answer = await mara.client.rest('post', path, body);
      expect([answer.status, answer.body.errors]).toEqual([422, errors]);
    }
  });
});

describe('a list in a body that names one too many', () => {
  const times = <Item>(count: number, make: (n: number) => Item): Item[] =>
    Array.from({ length: count }, (_, n) => make(n));
  const ids = (count: number): string[] => times(count, () => randomUUID());
  const proof = { currentPassword: PASSWORD };
  const events = Object.values(ChangeEntity).flatMap((entity) =>
    Object.values(ChangeAction).map((action) => `${entity}.${action}`.toLowerCase()),
  );

  it.each<[path: string, errors: object, body: object]>([
    [
      '/auth/tokens',
      { projectIds: ['At most 100 projects'] },
      { ...proof, name: 'Nightly', scope: 'READ', expiresAt: inDays(7), projectIds: ids(101) },
    ],
    [
      '/webhooks',
      { events: ['At most 30 events'] },
      { name: 'Bridge', url: 'https://tern.example/hook', events: events.slice(0, 31) },
    ],
    [
      '/auth/delete-account',
      { projects: ['projects takes at most 1000 projects'] },
      { ...proof, projects: ids(1_001).map((projectId) => ({ projectId, delete: true })) },
    ],
    [
      '/admin/accounts/00000000-0000-4000-8000-000000000000/transfer',
      { projectIds: ['projectIds takes at most 100 projects'] },
      { ...proof, newOwnerId: randomUUID(), projectIds: ids(101) },
    ],
    [
      '/bulk-runs',
      { except: ['At most 1,000 tasks can be left out'] },
      { filter: {}, except: ids(1_001), priority: 'LOW' },
    ],
    [
      '/imports',
      { people: ['Too many people'] },
      { source: 'CSV', people: times(1_001, (n) => ({ theirs: `Person ${n}`, userId: null })) },
    ],
    [
      '/imports',
      { mapping: ['Too many lists'] },
      { source: 'CSV', mapping: { lists: times(1_001, (n) => ({ theirs: `List ${n}` })) } },
    ],
    [
      '/imports',
      { mapping: ['Too many columns'] },
      { source: 'CSV', mapping: { fields: times(201, (n) => ({ column: `Column ${n}`, field: 'TAGS' })) } },
    ],
  ])('is refused by POST %s with %j', async (path, errors, body) => {
    const answer = await mara.client.rest('post', path, body);
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
  });
});

describe('a GraphQL document', () => {
  const refused = async (query: string, variables = {}) => {
    const { status, data, errors } = await mara.client.graphql(query, variables);
    expect({ status, data: data ?? null }).toEqual({ status: 400, data: null });
    expect(errors?.map(({ extensions }) => extensions)).toEqual(errors?.map(() => ({ code: 'BAD_REQUEST' })));
    return errors?.map(({ message }) => message).join('\n') ?? '';
  };

  it('with a field, argument or type that is not there is 400 and suggests nothing', async () => {
    for (const query of [
      '{ taskz { nodes { id } } }',
      '{ tasks { nodes { titel } } }',
      '{ tasks(frist: 1) { nodes { id } } }',
      '{ tasks(orderBy: CREATED_DESK) { nodes { id } } }',
      '{ tasks(filter: { tagz: "x" }) { nodes { id } } }',
      'query($f: TaskFiltr) { tasks(filter: $f) { nodes { id } } }',
    ]) {
      expect(await refused(query)).not.toMatch(/did you mean/i);
    }
  });

  it('that is refused is not quoted in full, however long its invalid name is', async () => {
    const long = 'x'.repeat(200_000);
    for (const query of [`{ ${long} }`, `{ me { id } } fragment ${long} on Task { id }`, `{ me(${long}: 1) { id } }`]) {
      expect((await refused(query)).length).toBeLessThan(700);
    }
  });

  it('that does not parse or has no operation to run is 400', async () => {
    for (const query of ['{', '', 'fragment F on Task { id }', 'query A { me { id } } query B { me { id } }']) {
      expect(await refused(query)).not.toBe('');
    }
  });

  it('with variables of the wrong type is 400 and suggests nothing', async () => {
    const query = 'query($o: TaskOrder, $f: TaskFilter) { tasks(orderBy: $o, filter: $f) { nodes { id } } }';
    expect(await refused(query, { o: 'CREATED_DESK' })).not.toMatch(/did you mean/i);
    expect(await refused(query, { f: { projectIdd: '1' } })).not.toMatch(/did you mean/i);
    await refused('query($id: ID!) { task(id: $id) { id } }');
  });

  it('with ten thousand invalid variables is refused quickly, with the first error', async () => {
    const query = 'query($f: TaskFilter) { tasks(filter: $f) { nodes { id } } }';
    const many = Array.from({ length: 50_000 }, (_, n) => `k${n}`);
    for (const f of [{ statuses: many }, Object.fromEntries(many.map((name) => [name, 1]))]) {
      const told = await refused(query, { f });
      expect(told).toMatch(/^Variable "\$f" got invalid value/);
      expect(told.split('\n')).toHaveLength(1);
      expect(told.length).toBeLessThan(700);
    }
  });

  it('that nests so deep that it cannot be read says so', async () => {
    const deep = `{ tasks(filter: { statuses: ${'['.repeat(20_000)}${']'.repeat(20_000)} }) { nodes { id } } }`;
    // which error comes first depends on the stack that a call needs; compiled calls need less
    expect(await refused(deep)).toMatch(/^The document nests too deep$|more that 2000 tokens/);
    expect(requestMessage('Maximum call stack size exceeded')).toBe('The document nests too deep');
  });

  it('with a malformed id is BAD_REQUEST as in REST', async () => {
    const { errors } = await mara.client.graphql('{ task(id: "1") { id } }');
    expect(errors?.[0]).toMatchObject({ message: 'Malformed id', extensions: { code: 'BAD_REQUEST' } });
  });

  it('may be 10 levels deep and no more; fragments are no levels', async () => {
    const chain = (levels: number): string => `${'ofType { '.repeat(levels - 1)} name ${'} '.repeat(levels - 1)}`;
    const deep = (levels: number): string => `{ __type(name: "Task") { ${chain(levels - 1)} } }`;
    expect((await mara.client.graphql(deep(10))).errors).toBeUndefined();
    expect(await refused(deep(11))).toMatch(/depth limit of 10 exceeded, found 11/);
    const parts = (levels: number): string =>
      `{ ... { ... { ...A } } } fragment A on Query { __type(name: "Task") { ... { ...B } } } fragment B on __Type { ${chain(levels - 1)} }`;
    expect((await mara.client.graphql(parts(10))).errors).toBeUndefined();
    expect(await refused(parts(11))).toMatch(/depth limit of 10 exceeded, found 11/);
  });

  it('may have 15 aliases and no more', async () => {
    const aliases = (count: number) => `{ ${Array.from({ length: count }, (_, i) => `a${i}: me { id }`).join(' ')} }`;
    expect((await mara.client.graphql(aliases(15))).errors).toBeUndefined();
    expect(await refused(aliases(16))).toMatch(/Aliases limit of 15 exceeded, found 16/);
  });

  it('may have 2,000 tokens and no more', async () => {
    const tokens = (count: number) =>
      `{ tasks(filter: { statuses: [${'TODO '.repeat(count - 19)}] }) { nodes { id } } }`;
    // the query ran: the rule for lists refused this many values
    expect((await mara.client.graphql(tokens(2000))).errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
    await refused(tokens(2001));
  });

  it('is never part of a batch', async () => {
    const { status, body } = await send('/graphql', JSON.stringify([{ query: '{ me { id } }' }]));
    expect(status).toBe(400);
    expect(body.errors[0].extensions).toEqual({ code: 'BAD_REQUEST' });
  });

  it('in a GET request reads, and never writes', async () => {
    const get = async (query: string) => {
      const response = await fetch(`${server.url}/graphql?query=${encodeURIComponent(query)}`, {
        headers: {
          authorization: `Bearer ${mara.client.token}`,
          accept: 'application/json',
        },
      });
      return { status: response.status, body: JSON.parse(await response.text()) };
    };
    expect(await get('{ me { id } }')).toMatchObject({ status: 200, body: { data: { me: { id: mara.id } } } });
    const before = await rows(server, 'select id from project');
    const written = await get('mutation { createProject(input: { name: "By GET" }) { revision } }');
    expect(written).toMatchObject({ status: 405, body: { errors: [{ extensions: { code: 'BAD_REQUEST' } }] } });
    expect(await rows(server, 'select id from project')).toEqual(before);
  });

  it('cannot be sent by a form of another site', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      for (const path of ['/graphql', '/api/tasks']) {
        const { status } = await send(path, '{"query":"{ me { id } }"}', { 'content-type': type });
        expect(status, `${path} ${type}`).toBe(415);
      }
    }
    // requests of a page's subresources carry no token
    const response = await fetch(`${server.url}/graphql?query=%7Bme%7Bid%7D%7D`, { headers: { accept: '*/*' } });
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });
});

describe('introspection', () => {
  const QUERY = '{ __schema { queryType { name } } __type(name: "Task") { name } }';
  it('shows the schema', async () => {
    expect((await new Client(server).graphql(QUERY)).data).toEqual({
      __schema: { queryType: { name: 'Query' } },
      __type: { name: 'Task' },
    });
  });

  it('hides it when it is off', async () => {
    const closed = closeAfterTest(
      await startServer({ env: { INTROSPECTION: 'off' }, databaseUrl: server.databaseUrl }),
    );
    const { status, data, errors } = await new Client(closed, mara.client.token).graphql(QUERY);
    expect({ status, data: data ?? null }).toEqual({ status: 400, data: null });
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_REQUEST' });
    const own = new Client(closed, mara.client.token);
    expect((await own.graphql('{ __typename me { __typename id } }')).data.me).toEqual({
      __typename: 'User',
      id: mara.id,
    });
  });
});

describe('a defect', () => {
  it('is answered as INTERNAL with the id of the request and nothing else', async () => {
    const broken = closeAfterTest(await startServer());
    const { client } = await newPerson(broken);
    await rows(broken, 'drop table project_member cascade');
    const fromRest = await client.rest('get', '/projects');
    const requestId = fromRest.headers.get('x-request-id');
    expect(requestId).toSatisfy(isUuid);
    expect({ status: fromRest.status, body: fromRest.body }).toEqual({
      status: 500,
      body: { message: `Internal error (request ${requestId})`, code: 'INTERNAL' },
    });
    const fromGraphQL = await client.graphql('{ me { id } projects { nodes { id } } }');
    const id = fromGraphQL.headers.get('x-request-id');
    expect(fromGraphQL.errors).toEqual([
      {
        message: `Internal error (request ${id})`,
        locations: [{ line: 1, column: 13 }],
        path: ['projects'],
        extensions: { code: 'INTERNAL', requestId: id },
      },
    ]);
    const write = await client.rest('post', '/projects', { name: 'Never' });
    expect(write).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
    expect(await rows(broken, 'select id from project')).toEqual([]);
    expect((await client.rest('get', '/auth/preferences')).status).toBe(200);
  });
});

describe('every answer', () => {
  it('carries an id of its own, whatever the client calls it', async () => {
    const ids = await Promise.all(
      ['/healthz', '/readyz', '/api/projects', '/api/nowhere', '/graphql'].map(async (path) => {
        const response = await fetch(server.url + path, { headers: { 'x-request-id': 'mine' } });
        await response.text();
        return response.headers.get('x-request-id') ?? '';
      }),
    );
    for (const id of ids) expect(id).toSatisfy(isUuid);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the health checks', () => {
  it('answer without a sign-in', async () => {
    const ask = async (path: string) => {
      const response = await fetch(server.url + path);
      return { status: response.status, body: await response.json() };
    };
    expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
  });
});
