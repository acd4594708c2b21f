import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '../../../src/api/graphql/schema.js';
import { cases, TEST_TIMEOUT_MS } from '../../support/testDepth.js';
import { startServer, type TestServer } from '../../support/harness.js';
import { expectValidGraphQLAnswer } from './answers.js';
import { documentOf, objectOf } from './documents.js';
import { newScene, readOwnObjects, readServerFields, type Scene } from './scene.js';
import { around, cursors, hostile, hostileText, seldomExtras } from './values.js';

const schema = createSchema();
const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
  Object.values(root?.getFields() ?? {}).map((field) => [field.name, root, field] as const),
);

const many = (text: string, count: number): string => Array.from({ length: count }, () => text).join(' ');

/** Documents that are wrong, or right and meant to hurt. */
const DOCUMENTS = [
  '',
  ' ',
  '{',
  '{}',
  '\u0000',
  '\uD800',
  '👩‍👩‍👧‍👦',
  "{ task(id: 'x') { id } }",
  '#'.repeat(10_000),
  'x'.repeat(100_000),
  '{'.repeat(1_500),
  `${'{ a '.repeat(400)}${'}'.repeat(400)}`,
  `{ me { ${many('id', 1_500)} } }`,
  `{ me { id ${many('@skip(if: false)', 300)} } }`,
  `query(${many('$a: Int', 200)}) { me { id } }`,
  '{ me { ...A } } fragment A on User { ...B } fragment B on User { ...A }',
  '{ me { ...Nothing } }',
  'fragment A on User { id }',
  'query A { me { id } } query B { me { id } }',
  'subscription { notificationChanged { unreadCount } }',
  'type Task { id: ID }',
  '{ __proto__ }',
  '{ constructor }',
  '{ me { __proto__ hasOwnProperty } }',
  '{ me { id: email email: id } }',
  '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
  'mutation { createTask(input: { title: """block \u0001""" }) { revision } }',
  'mutation { createTask(input: null) { revision } }',
  'mutation { bulkUpdateTasks(input: { ids: ["a", 1, null, {}] }) { revisions { revision } } }',
  '{ tasks(first: 99999999999999999999) { nodes { id } } }',
  '{ tasks(first: -1) { nodes { id } } }',
  '{ tasks(filter: { dueFrom: "never" }) { nodes { id } } }',
  '{ tasks(filter: { dueFrom: 1e400 }) { nodes { id } } }',
  '{ userLookup(emailOrUsername: "\\u0000") { id } }',
  '{ userLookup(emailOrUsername: "\\ud800") { id } }',
];

let server: TestServer;
let stranger: Scene;
/** The scene of all queries, which leave it as it is. */
let readers: Scene;
let untouched: unknown[][];
let realCursors: string[];
beforeAll(async () => {
  server = await startServer();
  [stranger, readers] = [await newScene(server), await newScene(server)];
  untouched = await readOwnObjects(server, stranger);
  const { data } = await stranger.client.graphql(
    '{ tasks { pageInfo { endCursor } } projects { pageInfo { endCursor } } notifications { pageInfo { endCursor } } }',
  );
  realCursors = ['tasks', 'projects', 'notifications'].map((list) => data[list].pageInfo.endCursor);
});
afterAll(() => server.close());

/** Sends a raw body. */
async function post(body: string, token = stranger.client.token): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

describe('whatever GraphQL is sent, it answers by its table and changes nothing it should not', () => {
  it.each(fields)(
    '%s',
    async (name, root, field) => {
      if (!root) return;
      const scene = root.name === 'Query' ? readers : await newScene(server);
      const may = { delete: /^delete|^bulk/.test(name), move: name === 'moveTask' };
      const before = await readServerFields(server, scene, may);
      const query = documentOf(root, field);
      const known = [...scene.ids, ...scene.ids, scene.project, scene.task, ...stranger.ids];
      const after = field.args.some((arg) => arg.name === 'after') ? cursors(realCursors) : fc.constant(undefined);
      const variables = fc
        .tuple(around(objectOf(field.args), known, seldomExtras), fc.oneof(fc.constant(undefined), after))
        .map(([given, cursor]) =>
          cursor !== undefined && typeof given === 'object' && given !== null ? { ...given, after: cursor } : given,
        );
      await fc.assert(
        fc.asyncProperty(variables, async (given) => {
          const { status, text } = await post(JSON.stringify({ query, variables: given }), scene.client.token);
          expectValidGraphQLAnswer(status, text, name);
        }),
        cases(5),
      );
      expect(await readServerFields(server, scene, may)).toEqual(before);
    },
    TEST_TIMEOUT_MS,
  );

  it('does not change data of other people', async () => {
    expect(await readOwnObjects(server, stranger)).toEqual(untouched);
  });
});

describe('a GraphQL request', () => {
  const goesOn = async () => (await stranger.client.rest('get', '/auth/me')).status === 200;

  it('that is wrong in its document is refused properly', async () => {
    for (const query of DOCUMENTS) {
      const { status, text } = await post(JSON.stringify({ query }));
      expectValidGraphQLAnswer(status, text, query.slice(0, 60));
    }
    expect(await goesOn()).toBe(true);
  });

  it('with more wrong variables than are counted is refused properly', async () => {
    const query = 'mutation($input: UpdateTaskInput!) { updateTask(input: $input) { revision } }';
    const input = { tags: Array.from({ length: 300 }, (_, index) => index) };
    const { status, text } = await post(JSON.stringify({ query, variables: { input } }));
    expect(status).toBe(400);
    expectValidGraphQLAnswer(status, text, 'many wrong variables');
  });

  it(
    'that is wrong around it is refused properly',
    async () => {
      const envelope = fc.oneof(
        hostile.map((value) => JSON.stringify(value)),
        fc
          .record(
            {
              query: fc.oneof(fc.constant('query A($n: Int) { projects(first: $n) { nodes { id } } }'), hostile),
              operationName: fc.oneof(fc.constantFrom('A', '__proto__'), hostile),
              variables: fc.oneof(fc.constant({ n: 1 }), hostile),
              extensions: hostile,
            },
            { requiredKeys: [] },
          )
          .map((value) => JSON.stringify(value)),
        hostileText,
      );
      await fc.assert(
        fc.asyncProperty(envelope, async (body) => {
          const { status, text } = await post(body);
          expectValidGraphQLAnswer(status, text, body.slice(0, 100));
        }),
        cases(25),
      );
      expect(await goesOn()).toBe(true);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'that is wrong in its address is refused properly',
    async () => {
      const address = fc
        .array(fc.tuple(fc.constantFrom('query', 'query[]', 'variables', 'operationName', 'extensions'), hostileText), {
          minLength: 1,
          maxLength: 3,
        })
        .map((pairs) =>
          new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value.toWellFormed()])).toString(),
        );
      await fc.assert(
        fc.asyncProperty(address, async (query) => {
          // longer ones Node.js itself refuses, before anything of ours
          fc.pre(query.length < 10_000);
          const response = await fetch(`${server.url}/graphql?${query}`, { headers: { accept: 'application/json' } });
          expectValidGraphQLAnswer(response.status, await response.text(), query);
        }),
        cases(18),
      );
      expect(await goesOn()).toBe(true);
    },
    TEST_TIMEOUT_MS,
  );

  it('of ten megabytes is 413', async () => {
    const { status, text } = await post(JSON.stringify({ query: '{ me { id } }', variables: 'x'.repeat(10_485_760) }));
    expect(status).toBe(413);
    expectValidGraphQLAnswer(status, text, 'ten megabytes');
  });
});
