import { randomUUID } from 'node:crypto';
import { getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '../../src/api/graphql/schema.js';
import { addMember, newPerson, newDelivery, newProject, newTask, newWebhook, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';

let server: TestServer;
let mara: Person;
let scene: { project: string; task: string; webhook: string };
beforeAll(async () => {
  server = await startServer({ outboundResolve: () => Promise.resolve(['10.0.0.1']) });
  mara = await newPerson(server);
  const project = await newProject(mara);
  for (let n = 0; n < 4; n += 1) await newProject(mara, { name: `Other ${n}` });
  const shared = await newProject(mara, { name: 'Shared' });
  for (let n = 0; n < 5; n += 1) {
    await addMember(mara, shared.id, await newPerson(server, 'Uma'));
    await mara.client.rest('post', `/projects/${project.id}/invitations`, { email: `guest${n}@yard.example` });
  }
  const jon = await newPerson(server, 'Jon');
  await addMember(mara, project.id, jon);
  for (let n = 0; n < 3; n += 1) await addMember(mara, project.id, await newPerson(server, 'Jon'));
  for (let n = 0; n < 4; n += 1) await newTask(mara, project.id);
  const task = await newTask(mara, project.id);
  for (let n = 0; n < 5; n += 1) {
    await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: `Said ${n}` });
    await mara.client.rest('put', `/tasks/${task.id}`, { title: `Title ${n}` });
    await mara.client.rest('post', '/notifications', { title: `Note ${n}` });
    // the trash has both kinds
    const [gone, path] = n < 2 ? [await newProject(mara), 'projects'] : [await newTask(mara, project.id), 'tasks'];
    await mara.client.rest('delete', `/${path}/${gone.id}`);
  }
  for (let n = 0; n < 5; n += 1) await newTask(mara, project.id, { parentId: task.id });
  for (const by of [mara, jon, mara, jon, mara]) {
    await by.client.rest('put', `/tasks/${task.id}`, { description: `By ${by.username}` });
  }
  // the first account of a server administers it
  for (let n = 0; n < 5; n += 1) {
    await mara.client.rest('post', '/admin/invitations', { email: `newcomer${n}@yard.example` });
  }
  const webhook = await newWebhook(mara);
  for (let n = 0; n < 5; n += 1) await newDelivery(mara, webhook);
  scene = { project: project.id, task: task.id, webhook };
});
afterAll(() => server.close());

const PAGE = 'edges { cursor node { __typename } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const ofProject = (list: string) => (args: string) => `project(id: "${scene.project}") { ${list}${args} { ${PAGE} } }`;
const ofTask = (list: string) => (args: string) => `task(id: "${scene.task}") { ${list}${args} { ${PAGE} } }`;

/** Every connection of the schema, and how to ask for a page of it. */
const CONNECTIONS: Record<string, (args: string) => string> = {
  'Query.tasks': (args) => `tasks${args} { ${PAGE} }`,
  'Query.projects': (args) => `projects${args} { ${PAGE} }`,
  'Query.notifications': (args) => `notifications${args} { ${PAGE} }`,
  'Query.people': (args) => `people${args} { ${PAGE} }`,
  'Query.activity': (args) => `activity${args} { ${PAGE} }`,
  'Query.trash': (args) => `trash${args} { ${PAGE} }`,
  'Project.members': ofProject('members'),
  'Project.activity': ofProject('activity'),
  'Project.changes': ofProject('changes'),
  'Project.comments': ofProject('comments'),
  'Project.invitations': ofProject('invitations'),
  'Project.suggestedMembers': ofProject('suggestedMembers'),
  'Project.tasks': ofProject('tasks'),
  'Query.accounts': (args) => `accounts${args} { ${PAGE} }`,
  'Query.accountInvitations': (args) => `accountInvitations${args} { ${PAGE} }`,
  'Query.projectSizes': (args) => `projectSizes${args} { ${PAGE} }`,
  'Query.securityEvents': (args) => `securityEvents${args} { ${PAGE} }`,
  'Task.comments': ofTask('comments'),
  'Task.descriptionVersions': ofTask('descriptionVersions'),
  'Task.history': ofTask('history'),
  'Task.subtasks': ofTask('subtasks'),
  'Webhook.deliveries': (args) => `webhook(id: "${scene.webhook}") { deliveries${args} { ${PAGE} } }`,
};

interface PageAnswer {
  edges: { cursor: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

async function buildPage(name: string, args: string): Promise<PageAnswer> {
  const { data, errors } = await mara.client.graphql(`{ ${CONNECTIONS[name]?.(args)} }`);
  expect(errors, args).toBeUndefined();
  const [root] = Object.values(data as Record<string, PageAnswer | Record<string, PageAnswer>>);
  return (root && 'edges' in root ? root : Object.values(root ?? {})[0]) as PageAnswer;
}

it('are asked for here of every connection there is', () => {
  const types = Object.values(createSchema().getTypeMap()).filter((type) => isObjectType(type));
  const names = types.flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
      .map((field) => `${type.name}.${field.name}`),
  );
  expect(names.sort()).toEqual(Object.keys(CONNECTIONS).sort());
});

describe.each(Object.keys(CONNECTIONS))('pages of %s', (name) => {
  it('lie where Relay’s algorithm puts them, from either end and between any two cursors', async () => {
    const all = (await buildPage(name, '(first: 100)')).edges.map(({ cursor }) => cursor);
    expect(all.length).toBeGreaterThanOrEqual(5);
    const [second = '', last = ''] = [all[1], all.at(-1)];
    const asked: { first?: number; last?: number; after?: string; before?: string }[] = [
      { first: 2 },
      { last: 2 },
      { last: all.length },
      { first: 2, after: second },
      { last: 2, before: last },
      { last: 100, before: last },
      { last: 1, after: second },
      { first: 1, before: last },
      { first: 100, after: second, before: last },
      { last: 2, after: second, before: last },
      { after: last },
      { last: 3, before: all[0] },
      { before: second },
    ];
    for (const args of asked) {
      const text = Object.entries(args).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
      const from = args.after ? all.indexOf(args.after) + 1 : 0;
      const to = args.before ? all.indexOf(args.before) : all.length;
      const start = args.last === undefined ? from : Math.max(from, to - args.last);
      const end = args.last === undefined ? Math.min(to, from + (args.first ?? 50)) : to;
      const expected = all.slice(start, end);
      const { edges, pageInfo } = await buildPage(name, `(${text.join(', ')})`);
      expect(
        edges.map(({ cursor }) => cursor),
        text.join(),
      ).toEqual(expected);
      expect(pageInfo, text.join()).toEqual({
        hasPreviousPage: start > 0,
        hasNextPage: end < all.length,
        startCursor: expected[0] ?? null,
        endCursor: expected.at(-1) ?? null,
      });
    }
  });

  it('from both ends together are refused, as are invalid sizes and cursors', async () => {
    const refusals = [
      ['(first: 1, last: 1)', 'VALIDATION_FAILED', { last: ['first and last cannot be given together'] }],
      ['(last: 0)', 'VALIDATION_FAILED', { last: ['last must be between 1 and 100'] }],
      ['(last: 101)', 'VALIDATION_FAILED', { last: ['last must be between 1 and 100'] }],
      ['(last: 1, before: "none")', 'BAD_REQUEST', undefined],
    ] as const;
    for (const [args, code, fields] of refusals) {
      const { errors } = await mara.client.graphql(`{ ${CONNECTIONS[name]?.(args)} }`);
      expect(errors?.[0]?.extensions, args).toEqual({
        code,
        ...(fields && { fields, reasons: [expect.objectContaining({ field: 'last' })] }),
      });
    }
  });
});

it('before the cursor of a deleted row report no next page if there is none', async () => {
  const { id } = await newProject(mara);
  const tasks = [await newTask(mara, id), await newTask(mara, id)];
  const list = (args: string) => `{ tasks(filter: { projectId: "${id}" }, orderBy: CREATED_ASC, ${args}) { ${PAGE} } }`;
  const [first, second] = (await mara.client.graphql(list('first: 5'))).data.tasks.edges as { cursor: string }[];
  await mara.client.rest('delete', `/tasks/${tasks[1].id}`);
  const before = (await mara.client.graphql(list(`last: 5, before: "${second?.cursor}"`))).data.tasks;
  expect([before.edges.length, before.pageInfo.hasNextPage]).toEqual([1, false]);
  await mara.client.rest('delete', `/tasks/${tasks[0].id}`);
  const after = (await mara.client.graphql(list(`first: 5, after: "${first?.cursor}"`))).data.tasks;
  expect([after.edges.length, after.pageInfo.hasPreviousPage]).toEqual([0, false]);
});

it('of subtasks go on after a very long text, also where many pages are read at once', async () => {
  const { id: projectId } = await newProject(mara);
  const create = async (tasks: object[]) => {
    const asked = tasks.map((task) => ({ title: 'Task', priority: 'LOW', ...task }));
    const { body } = await mara.client.rest('post', '/tasks/bulk', { projectId, tasks: asked });
    return (body.data.tasks as { id: string }[]).map(({ id }) => id);
  };
  const tops = await create([{}, {}, {}]);
  const parents: string[] = [];
  for (const parentId of tops) parents.push(...(await create(Array.from({ length: 100 }, () => ({ parentId })))));
  const [parentId] = parents;
  const [first, second] = await create([{ parentId, description: 'ж'.repeat(50_000) }, { parentId }]);
  const subtasks = async (args: string) => {
    const { data } = await mara.client.graphql(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Task { subtasks(first: 100) { nodes {
        id subtasks(${args}) { nodes { id } pageInfo { hasNextPage endCursor } } } } } } }`,
      { ids: tops },
    );
    return data.nodes[0].subtasks.nodes.find(({ id }: { id: string }) => id === parentId).subtasks;
  };
  const page = await subtasks('first: 2');
  expect(page).toMatchObject({ nodes: [{ id: first }], pageInfo: { hasNextPage: true } });
  const next = await subtasks(`first: 2, after: "${page.pageInfo.endCursor}"`);
  expect(next).toMatchObject({ nodes: [{ id: second }], pageInfo: { hasNextPage: false } });
});

it('by REST go back as they go on, by the links of the answers', async () => {
  const path = `/tasks/${scene.task}/comments?limit=2`;
  const textsAt = async (address: string) => {
    const { body, headers } = await mara.client.rest('get', address);
    const [, url = '', rel] = /^<\/api([^>]+)>; rel="(\w+)"$/.exec(headers.get('link') ?? '') ?? [];
    return { texts: body.data.map(({ text }: { text: string }) => text) as string[], rel, url };
  };
  const one = await textsAt(path);
  const two = await textsAt(one.url);
  const three = await textsAt(two.url);
  expect([one, two, three].map(({ texts, rel }) => [texts, rel])).toEqual([
    [['Said 0', 'Said 1'], 'next'],
    [['Said 2', 'Said 3'], 'next'],
    [['Said 4'], undefined],
  ]);
  // the cursor of 'Said 3'
  const cursor = new URLSearchParams(two.url.split('?')[1]).get('after');
  const back = await textsAt(`${path}&before=${cursor}`);
  expect([back.texts, back.rel]).toEqual([['Said 1', 'Said 2'], 'prev']);
  const front = await textsAt(back.url);
  expect([front.texts, front.rel]).toEqual([['Said 0'], undefined]);
});

it('by REST keep the whole query in their links, with question marks in its values', async () => {
  const { id } = await newProject(mara);
  for (const projectId of [id, scene.project]) {
    for (const title of ['Sand?', 'Paint?']) await newTask(mara, projectId, { title });
  }
  // A query may contain question marks as they are (RFC 3986, 3.4).
  const { headers } = await mara.client.rest('get', `/tasks?search=?&projectId=${id}&limit=1`);
  const next = /^<\/api([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
  expect(Object.fromEntries(new URLSearchParams(next.replace('/tasks?', '')))).toEqual({
    search: '?',
    projectId: id,
    limit: '1',
    after: expect.any(String),
  });
  const { body } = await mara.client.rest('get', next);
  expect(body.data.map((task: { title: string }) => task.title)).toEqual(['Sand?']);
});

describe('objects by id', () => {
  const nodes = async (person: Person, ids: string[]) => {
    const { data, errors } = await person.client.graphql(
      'query($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on User { name email } } }',
      { ids },
    );
    expect(errors).toBeUndefined();
    return data.nodes as ({ __typename: string; id: string } | null)[];
  };

  it('are found for every type, in the requested order, with null for inaccessible ones', async () => {
    const [ines, jon] = [await newPerson(server, 'Ines'), await newPerson(server, 'Jon')];
    const project = await newProject(ines);
    await addMember(ines, project.id, jon);
    const task = await newTask(ines, project.id);
    const { body } = await ines.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Ready?' });
    const note = await ines.client.rest('post', '/notifications', { title: 'Call' });
    const ids = [body.data.id, jon.id, project.id, randomUUID(), task.id, note.body.data.id, ines.id, task.id];
    const kinds = ['Comment', 'User', 'Project', undefined, 'Task', 'Notification', 'User', 'Task'];
    const sent = server.statements.length;
    const found = await nodes(ines, ids);
    expect(found.map((node) => node?.__typename)).toEqual(kinds);
    expect(found.map((node) => node?.id)).toEqual(ids.with(3, undefined));
    // the session, and one a kind
    const read = server.statements
      .slice(sent)
      .filter((text) => /^\s*select/i.test(text) && !/epoch|revision from|listen/i.test(text));
    expect(read.length, read.join('\n')).toBeLessThanOrEqual(8);
    // a fellow member sees all but what is hers, and no address
    expect(await nodes(jon, ids)).toEqual([
      ...found.slice(0, 1),
      { ...found[1], email: jon.email },
      ...found.slice(2, 5),
      null,
      { ...found[6], email: null },
      found[7],
    ]);
    // a stranger sees nothing
    expect(await nodes(mara, ids)).toEqual(ids.map(() => null));
    // nor deleted ones
    await ines.client.rest('delete', `/tasks/${task.id}`);
    expect((await nodes(ines, [task.id, body.data.id, project.id])).map((node) => node?.__typename)).toEqual([
      undefined,
      undefined,
      'Project',
    ]);
  });

  it('have unique ids: an id in use is refused for another object, in any project', async () => {
    const [ines, uma] = [await newPerson(server, 'Ines'), await newPerson(server, 'Uma')];
    const task = await newTask(ines, (await newProject(ines)).id);
    const other = await newTask(uma, (await newProject(uma)).id);
    const { body } = await ines.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Ready?' });
    const item = await ines.client.rest('post', `/tasks/${task.id}/checklist`, { text: 'Sand' });
    const taken = [ines.id, task.projectId, body.data.id, item.body.data.id, task.id];
    for (const id of taken) {
      const tried = [
        id !== task.id && (await uma.client.rest('post', '/tasks', { ...other, id })),
        id !== task.id &&
          (await uma.client.rest('post', '/tasks/bulk', { projectId: other.projectId, tasks: [{ ...other, id }] })),
        id !== task.projectId && (await uma.client.rest('post', '/projects', { id, name: 'Taken' })),
        id !== body.data.id && (await uma.client.rest('post', `/tasks/${other.id}/comments`, { id, text: 'Taken' })),
        id !== item.body.data.id &&
          (await uma.client.rest('post', `/tasks/${other.id}/checklist`, { id, text: 'Taken' })),
        id !== item.body.data.id &&
          (await uma.client.rest('post', `/tasks/${other.id}/checklist/bulk`, { items: [{ id, text: 'Taken' }] })),
      ].filter((answer) => answer !== false);
      const refused = { status: 409, body: { message: 'Something else has this id', code: 'CONFLICT' } };
      expect(tried.map(({ status, body: said }) => ({ status, body: said }))).toEqual(tried.map(() => refused));
    }
    expect((await nodes(ines, taken)).map((node) => node?.__typename)).toEqual([
      'User',
      'Project',
      'Comment',
      undefined,
      'Task',
    ]);
  });

  it('cost as many objects as are named, of which there are at most 100', async () => {
    const ask = (ids: string[]) => mara.client.graphql('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    const costOf = async (many: number) =>
      JSON.parse((await ask(Array.from({ length: many }, () => randomUUID()))).text).extensions.cost
        .requested as number;
    expect([await costOf(1), await costOf(100), await costOf(2)]).toEqual([1, 100, 2]);
    const { errors } = await ask(Array.from({ length: 101 }, () => randomUUID()));
    expect(errors?.[0]?.extensions).toEqual({
      code: 'VALIDATION_FAILED',
      fields: { ids: ['At most 100 ids at once'] },
      reasons: [{ field: 'ids', key: 'tooMany', params: { max: 100 } }],
    });
    const malformed = await mara.client.graphql('{ me { id } node(id: "none") { id } }');
    expect(malformed).toMatchObject({ data: { me: { id: mara.id }, node: null } });
    expect(malformed.errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
  });
});
