import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonSchemaOf } from '../../../src/request/jsonSchema.js';
import { PAGING_QUERY } from '../../../src/request/restRow.js';
import type { Route } from '../../../src/api/rest/route.js';
import { routes } from '../../../src/api/rest/routes.js';
import { newTask } from '../../support/client.js';
import { cases, FULL_RUN, TEST_TIMEOUT_MS } from '../../support/testDepth.js';
import { startServer, type TestServer } from '../../support/harness.js';
import type { Schema } from '../../support/jsonSchemaCheck.js';
import { expectValidRestAnswer } from './answers.js';
import { newScene, readOwnObjects, readServerFields, type Scene } from './scene.js';
import { around, cursors, fitting, hostileText, ids } from './values.js';

const RAW_BODIES = [
  '',
  ' ',
  '{',
  '[]',
  'null',
  '"text"',
  '{"a":1}}',
  '{"title":"a","title":{"b":1}}',
  '{"__proto__":{"role":"OWNER"}}',
  '{"title":"\\u0000"}',
  '{"title":"\\ud800"}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `{"tags":${JSON.stringify(Array.from({ length: 20_000 }, () => 'x'))}}`,
  '\uFEFF{"title":"x"}',
  'NaN',
];

let server: TestServer;
let stranger: Scene;
/** The scene of all reads, which leave it as it is. */
let readers: Scene;
let untouched: unknown[][];
let realCursors: string[];

/** The cursor of the next page of a list. */
async function cursorOf({ client }: Scene, url: string): Promise<string[]> {
  const { headers } = await client.rest('get', `${url}${url.includes('?') ? '&' : '?'}limit=1`);
  const next = /<\/api[^?]*\?([^>]*)>/.exec(headers.get('link') ?? '')?.[1];
  return next === undefined ? [] : [new URLSearchParams(next).get('after') ?? ''];
}

beforeAll(async () => {
  server = await startServer();
  [stranger, readers] = [await newScene(server), await newScene(server)];
  await newTask(stranger.person, stranger.project, { dueDate: '2026-12-01T00:00:00Z' });
  untouched = await readOwnObjects(server, stranger);
  const lists = ['CREATED_DESC', 'UPDATED_DESC', 'DUE_ASC', 'PRIORITY_DESC', 'TITLE_ASC', 'RANK_ASC'].map(
    (order) => `/tasks?orderBy=${order}`,
  );
  lists.push(`/projects/${stranger.project}/activity`);
  realCursors = (await Promise.all(lists.map((url) => cursorOf(stranger, url)))).flat();
  if (realCursors.length < lists.length) throw new Error('a list has no second page to take a cursor from');
});
afterAll(() => server.close());

/** Query strings around what a row reads: parameters that fit, are hostile, repeated, nested. */
function queryOf(route: Route, known: readonly string[]): fc.Arbitrary<string> {
  const read = [...(route.query ?? []), ...(route.paged ? PAGING_QUERY : [])];
  const valueOf = (name: string, schema: Schema): fc.Arbitrary<string> =>
    name === 'after' ? cursors(realCursors) : fc.oneof(fitting(schema, known).map(String), hostileText);
  const parameters = read.map(({ name, schema }) =>
    fc.tuple(fc.constantFrom(name, name, name, name, `${name}[]`, `${name}[a][b]`), valueOf(name, schema)),
  );
  const others = fc.tuple(fc.constantFrom('__proto__[x]', 'constructor', 'limit', 'after', '', 'a[b]'), hostileText);
  return fc
    .array(fc.oneof(...parameters, others), { maxLength: 4 })
    .map((pairs) =>
      new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value.toWellFormed()])).toString(),
    );
}

/** The row's path with ids around those it expects. */
function pathOf({ path }: Route, scene: Scene): fc.Arbitrary<string> {
  const right = path.startsWith('/projects')
    ? scene.project
    : path.startsWith('/tasks')
      ? scene.task
      : path.startsWith('/comments')
        ? scene.comment
        : scene.note;
  const parts = path.split('/').map((part) => {
    if (!part.startsWith(':')) return fc.constant(part);
    const any = ids([...scene.ids, ...stranger.ids]).map((id) => encodeURIComponent(id.toWellFormed()));
    // Express does not match an empty part, and `.` and `../..` never leave the client
    const some = any.map((id) => (id === '' || /^\.+$/.test(id) ? '%20' : id));
    return part === ':id'
      ? fc.oneof({ weight: 3, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: some })
      : some;
  });
  return fc.tuple(...parts).map((all) => all.join('/'));
}

const bodyOf = ({ body }: Route, known: readonly string[]): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 8, arbitrary: around(body ? jsonSchemaOf(body) : {}, known).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_BODIES) },
  );

const keys = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom('a', '', ' ', 'a b', 'x'.repeat(101), 'é', '__proto__', "'--") },
);

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

describe('REST with random input answers by its table and changes nothing it should not', () => {
  it.each(routes.map((route) => [nameOf(route), route] as const))(
    '%s',
    async (name, route) => {
      const scene = route.method === 'get' ? readers : await newScene(server);
      const may = {
        delete: route.method === 'delete' || route.path === '/tasks/bulk',
        move: route.path.endsWith('/move'),
      };
      const before = await readServerFields(server, scene, may);
      // mostly the user's own ids, so that some requests succeed
      const known = [...scene.ids, ...scene.ids, scene.project, scene.task, ...stranger.ids];
      const request = fc.record({
        path: pathOf(route, scene),
        query: queryOf(route, known),
        body: route.method === 'get' ? fc.constant(undefined) : bodyOf(route, known),
        key: keys,
      });
      await fc.assert(
        fc.asyncProperty(request, async ({ path, query, body, key }) => {
          const url = query === '' ? path : `${path}?${query}`;
          // longer ones Node.js itself refuses, before anything of ours
          fc.pre(url.length < 12_000);
          const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
          const { status, text } = await scene.client.rest(route.method, url, body, headers);
          expectValidRestAnswer(status, text, name);
        }),
        cases(6),
      );
      expect(await readServerFields(server, scene, may)).toEqual(before);
    },
    TEST_TIMEOUT_MS,
  );

  it('does not change data of other people', async () => {
    expect(await readOwnObjects(server, stranger)).toEqual(untouched);
  });
});

describe('a body of ten megabytes', () => {
  const huge = JSON.stringify({ title: 'x'.repeat(10 * 1024 * 1024) });
  const writing = routes.filter(({ method }) => method !== 'get');
  it.each((FULL_RUN ? writing : writing.slice(0, 3)).map((route) => [nameOf(route), route] as const))(
    'is 413: %s',
    async (name, route) => {
      const url = route.path.replaceAll(/:\w+/g, stranger.task);
      const { status, text } = await stranger.client.rest(route.method, url, huge);
      expect(status).toBe(413);
      expectValidRestAnswer(status, text, name);
    },
  );
});
