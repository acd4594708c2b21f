import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMember,
  Client,
  newPerson,
  newProject,
  newTask,
  newView,
  type Person,
  type RestResult,
} from '../support/client.js';
import { closeAfterTest, startServer, type TestServer } from '../support/harness.js';
import { statuses } from '../support/twoFactor.js';

let server: TestServer;
let mara: Person;
let projectId: string;
beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
  projectId = (await newProject(mara)).id;
});
afterAll(() => server.close());

interface Kind {
  name: string;
  path: string;
  method: 'put' | 'patch';
  change: object;
  version: number;
  /** Changes it by another call. */
  meanwhile: () => Promise<RestResult>;
}

/** One of each object that has a version; parts come before what they belong to, which is deleted last. */
async function everyKind(): Promise<Kind[]> {
  const { client } = mara;
  const project = await newProject(mara);
  const task = await newTask(mara, projectId);
  const comment = (await client.rest('post', `/tasks/${task.id}/comments`, { text: 'The tenth?' })).body.data;
  const item = (await client.rest('post', `/tasks/${task.id}/checklist`, { text: 'Ask two printers' })).body.data;
  const kind = (name: string, path: string, method: Kind['method'], fields: object[], version: number): Kind => {
    const [change = {}, other = {}] = fields;
    return { name, path, method, change, version, meanwhile: () => client.rest(method, path, other) };
  };
  const texts = [{ text: 'The twelfth' }, { text: 'The eleventh' }];
  return [
    kind('project', `/projects/${project.id}`, 'patch', [{ name: 'Slipway' }, { name: 'Dock' }], project.version),
    kind('comment', `/comments/${comment.id}`, 'put', texts, comment.version),
    kind('item', `/tasks/${task.id}/checklist/${item.id}`, 'patch', texts, item.version),
    kind('task', `/tasks/${task.id}`, 'put', [{ title: 'Set the date' }, { priority: 'HIGH' }], task.version),
  ];
}

describe('If-Match', () => {
  it('lets a write through while the object has that version, and else answers 412 with the object as it is', async () => {
    const { client } = mara;
    for (const { name, path, method, change, version, meanwhile } of await everyKind()) {
      const held = { 'If-Match': `"${version}"` };
      const { body: now } = await meanwhile();
      for (const [how, body] of [
        [method, change],
        ['delete', undefined],
      ] as const) {
        const refused = await client.rest(how, path, body, held);
        expect({ status: refused.status, ...refused.body }, `${how} ${name}`).toMatchObject({
          status: 412,
          code: 'PRECONDITION_FAILED',
          data: now.data,
        });
      }
      // accepts the latest version, and `*`
      const changed = await client.rest(method, path, change, { 'If-Match': `"1", "${now.data.version}-f00d"` });
      expect([changed.status, changed.body.data], name).toMatchObject([200, change]);
      expect((await client.rest('delete', path, undefined, { 'If-Match': '*' })).status, name).toBe(204);
    }
  });

  it('holds for every change of a task, and refuses also where another field was changed', async () => {
    const { id, version } = await newTask(mara, projectId);
    await mara.client.rest('put', `/tasks/${id}`, { description: 'By the tenth' });
    const other = await newProject(mara);
    for (const [part, body] of [
      ['assign', { assigneeId: mara.id }],
      ['status', { status: 'DONE' }],
      ['move', { status: 'DONE' }],
      ['project', { projectId: other.id }],
    ] as const) {
      const { status } = await mara.client.rest('patch', `/tasks/${id}/${part}`, body, { 'If-Match': `"${version}"` });
      expect(status, part).toBe(412);
    }
  });

  it('holds for columns: home columns have the version 0 until they are changed, and places have theirs', async () => {
    const { id } = await newProject(mara);
    const [first] = (await mara.client.rest('get', `/projects/${id}/columns`)).body.data;
    const column = `/columns/${first.id}`;
    const rename = (tag: string) => mara.client.rest('put', column, { name: 'Ideas' }, { 'If-Match': tag });
    const renamed = [await rename('"7"'), await rename('W/"0"'), await rename('"0"')];
    expect(renamed.map(({ status }) => status)).toEqual([412, 412, 200]);
    const { version } = (await mara.client.rest('get', `/projects/${id}/columns`)).body.data[0];
    const move = (tag: string) => mara.client.rest('patch', `${column}/place`, {}, { 'If-Match': tag });
    const late = await move('"0"');
    expect([late.status, late.body.data]).toMatchObject([412, { id: first.id, name: 'Ideas', version }]);
    expect((await move(`"${version}"`)).status).toBe(200);
  });

  it('holds for ids in capital letters', async () => {
    for (const { name, path, method, change, version, meanwhile } of await everyKind()) {
      const { body: now } = await meanwhile();
      const id = path.split('/').at(-1) ?? '';
      const loud = path.replace(id, id.toUpperCase());
      const late = await mara.client.rest(method, loud, change, { 'If-Match': `"${version}"` });
      expect([late.status, late.body.data], name).toMatchObject([412, now.data]);
    }
    const { id } = await newProject(mara);
    const [first] = (await mara.client.rest('get', `/projects/${id}/columns`)).body.data;
    const column = `/columns/${first.id.toUpperCase()}`;
    const late = await mara.client.rest('put', column, { name: 'Ideas' }, { 'If-Match': '"7"' });
    expect([late.status, late.body.data]).toEqual([412, first]);
  });

  it('lets one of two writes from the same version through', async () => {
    const { id, version } = await newTask(mara, projectId);
    const answers = await Promise.all(
      ['LOW', 'URGENT'].map((priority) =>
        mara.client.rest('patch', `/tasks/${id}`, { priority }, { 'If-Match': `"${version}"` }),
      ),
    );
    expect(statuses(answers)).toEqual([200, 412]);
  });

  it('matches no weak tag, and what is no tag is 400', async () => {
    const { id, version } = await newTask(mara, projectId);
    const put = async (tag: string) =>
      (await mara.client.rest('put', `/tasks/${id}`, { title: 'Other' }, { 'If-Match': tag })).status;
    expect(await put(`W/"${version}"`)).toBe(412);
    expect(await put('"nonsense"')).toBe(412);
    expect(await put(String(version))).toBe(400);
  });

  it('is answered as a repeat under the key of a write that was done', async () => {
    const { id, version } = await newTask(mara, projectId);
    const headers = { 'If-Match': `"${version}"`, 'Idempotency-Key': `once-${id}` };
    const put = () => mara.client.rest('put', `/tasks/${id}`, { title: 'Set the date' }, headers);
    const [first, again] = [await put(), await put()];
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  });

  it('on an object without a version is refused, not ignored', async () => {
    const path = `/views/${await newView(mara)}`;
    const patch = (tag: string) => mara.client.rest('patch', path, { name: 'Late' }, { 'If-Match': tag });
    expect((await patch('"1"')).body.code).toBe('PRECONDITION_FAILED');
    expect((await patch('*')).status).toBe(200);
  });

  it('reveals nothing to a stranger', async () => {
    const stranger = await newPerson(server);
    const { id } = await newTask(mara, projectId);
    expect((await stranger.client.rest('put', `/tasks/${id}`, { title: 'Mine' }, { 'If-Match': '"0"' })).body).toEqual({
      message: 'Task not found',
      code: 'NOT_FOUND',
    });
  });
});

describe('ETag', () => {
  it('of a task stays while nothing in its answer changes; If-None-Match then is 304 without a body', async () => {
    const { id, version } = await newTask(mara, projectId, { description: 'x'.repeat(990) });
    const get = (tag?: string, more: Record<string, string> = {}) =>
      mara.client.rest('get', `/tasks/${id}`, undefined, { ...(tag && { 'If-None-Match': tag }), ...more });
    for (const coding of ['identity', 'gzip']) {
      const asked = { 'accept-encoding': coding };
      const tag = (await get(undefined, asked)).headers.get('etag') ?? '';
      expect(tag).toMatch(coding === 'gzip' ? /^"\d+-[0-9a-f]{20}-gzip"$/ : /^"\d+-[0-9a-f]{20}"$/);
      expect(tag).toContain(`"${version}-`);
      for (const given of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const { status, text, headers } = await get(given, asked);
        expect([status, text], given).toEqual([304, '']);
        expect(headers.get('vary'), given).toMatch(/accept-encoding/i);
      }
    }
    const before = (await get()).headers.get('etag') ?? '';
    await mara.client.rest('post', `/tasks/${id}/comments`, { text: 'The tenth?' });
    // its version is the same, its count of comments is not
    const after = await get(before);
    expect([after.status, after.body.data.version, after.body.data.commentCount]).toEqual([200, version, 1]);
    // If-Match compares the version alone
    const put = await mara.client.rest('put', `/tasks/${id}`, { title: 'Other' }, { 'If-Match': before });
    expect([put.status, put.headers.get('etag')]).toEqual([200, null]);
  });

  it('comes with the answer to a write, and equals that of the next GET', async () => {
    const plain = { 'accept-encoding': 'identity' };
    const made = await mara.client.rest('post', '/projects', { name: 'Tern' }, plain);
    const path = `/projects/${made.body.data.id}`;
    expect((await mara.client.rest('get', path, undefined, plain)).headers.get('etag')).toBe(made.headers.get('etag'));
    const patched = await mara.client.rest('patch', path, { name: 'Skua' }, plain);
    const read = await mara.client.rest('get', path, undefined, plain);
    expect(read.headers.get('etag')).toBe(patched.headers.get('etag'));
    expect(read.headers.get('etag')).not.toBe(made.headers.get('etag'));
  });

  it.each(['/openapi.json', '/postman.json', '/docs', '/docs/api.md', '/docs/programs.md', '/docs/examples/cairn.ts'])(
    'of %s is asked for each time, and answered 304 while it is the same',
    async (path) => {
      const nobody = new Client(server);
      const { headers } = await nobody.rest('get', path);
      expect(headers.get('cache-control')).toBe('no-cache');
      const again = await nobody.rest('get', path, undefined, { 'If-None-Match': headers.get('etag') ?? '' });
      expect([again.status, again.text]).toEqual([304, '']);
    },
  );
});

describe('X-Total-Count', () => {
  it('is the number of all rows where total=true asks for it, as totalCount of GraphQL', async () => {
    const project = await newProject(mara);
    const other = await newPerson(server);
    await addMember(mara, project.id, other);
    for (const title of ['One', 'Two', 'Three']) await newTask(mara, project.id, { title });
    const total = async (path: string) => (await mara.client.rest('get', path)).headers.get('x-total-count');
    const { data } = await mara.client.graphql(
      `query ($id: ID!) { all: tasks { totalCount } tasks(filter: { projectId: $id }) { totalCount }
        projects { totalCount } notifications { totalCount }
        project(id: $id) { members { totalCount } activity { totalCount } } }`,
      { id: project.id },
    );
    expect(await total(`/tasks?projectId=${project.id}&limit=1`)).toBeNull();
    expect(await total(`/tasks?projectId=${project.id}&limit=1&total=true`)).toBe('3');
    for (const [path, { totalCount }] of [
      ['/tasks', data.all],
      ['/projects', data.projects],
      ['/notifications', data.notifications],
      [`/projects/${project.id}/members`, data.project.members],
      [`/projects/${project.id}/activity`, data.project.activity],
    ] as const) {
      expect(await total(`${path}?limit=1&total=true`), path).toBe(String(totalCount));
    }
    const refused = await mara.client.rest('get', '/tasks?total=maybe');
    expect([refused.status, refused.body.errors]).toEqual([422, { total: ['total must be true or false'] }]);
  });

  it('costs what totalCount costs', async () => {
    const limited = closeAfterTest(await startServer({ env: { RATE_LIMIT: 'on' }, databaseUrl: server.databaseUrl }));
    const client = new Client(limited, mara.client.token);
    const left = async (path: string) => Number((await client.rest('get', path)).headers.get('ratelimit-remaining'));
    const prices: number[] = [];
    for (const path of [
      '/tasks?limit=1',
      '/projects?limit=1',
      '/activity?limit=1',
      '/tasks?limit=1&search=date',
      '/tasks?limit=1&tag=x',
    ]) {
      const start = await left(path);
      const plain = start - (await left(path));
      const before = await left(path);
      prices.push(before - (await left(`${path}&total=true`)) - plain);
    }
    expect(prices).toEqual([25, 10, 500, 200, 200]);
  });
});

it('an unknown persisted query has an error code of its own, and is stored when it comes with its text', async () => {
  const query = '{ me { id } }';
  const sha256Hash = '30fb46fee1ae0fbb2b4edc1a0bdd4bb7b0d2ff7a4b8b4ba1d2f1b3d1a4dbb8f7';
  const send = async (hash: string, text?: string) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${mara.client.token}` },
      body: JSON.stringify({ query: text, extensions: { persistedQuery: { version: 1, sha256Hash: hash } } }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  expect(await send(sha256Hash)).toMatchObject({
    status: 200,
    body: { errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] },
  });
  const hash = createHash('sha256').update(query).digest('hex');
  await send(hash);
  expect((await send(hash, query)).body.data.me.id).toBe(mara.id);
  expect((await send(hash)).body.data.me.id).toBe(mara.id);
});
