import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activeSessionLoader } from '../../src/auth/sessions.reads.js';
import { PREPARABLE } from '../../src/platform/database/preparable.js';
import { newPerson, newProject, newTask, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { rows } from '../support/rows.js';

let server: TestServer;
let mara: Person;
let projectId: string;

beforeAll(async () => {
  // one connection, whose prepared statements can be looked at
  server = await startServer({ poolSize: 1 });
  mara = await newPerson(server);
  projectId = (await newProject(mara)).id;
  await newTask(mara, projectId, { title: 'Paint the board' });
});
afterAll(() => server.close());

const preparedWith = (text: string) =>
  rows<{ generic: number; statement: string }>(
    server,
    'select generic_plans::int as generic, statement from pg_prepared_statements where position(?::text in statement) > 0',
    [text],
  );

it('PostgreSQL keeps the plan of a repeated statement only if the statement is marked as preparable', async () => {
  const db = server.orm.em.fork().getKysely();
  for (let n = 0; n < 15; n += 1) {
    await sql`select 1 as kept where 1 = ${n} ${PREPARABLE}`.execute(db);
    await sql`select 1 as anew where 1 = ${n}`.execute(db);
  }
  const [kept] = await preparedWith('as kept');
  expect(kept?.generic).toBeGreaterThan(0);
  expect(await preparedWith('as anew')).toEqual([]);
});

it('PostgreSQL keeps the plans of what an open task reads, whose ids it is given as arrays of one', async () => {
  const { body } = await mara.client.rest('get', '/tasks?limit=1');
  const [{ id }] = body.data;
  const before = server.statements.length;
  for (let n = 0; n < 15; n += 1) {
    const { data } = await mara.client.graphql(`{ task(id: "${id}") {
      commentCount checklist { id } attachments { id } relations { id } watchers { id } origin { id }
      comments(last: 100) { totalCount nodes { id } } history(first: 50) { totalCount nodes { id } }
      project { columns { id } tags(colored: true) { name } members(first: 100) { nodes { user { name } } } } } }`);
    expect(data.task.history.nodes).toHaveLength(1);
  }
  const reads = new Set(server.statements.slice(before).filter((text) => text.includes('::uuid[])::uuid[]')));
  expect(reads.size).toBeGreaterThan(10);
  const kept = await preparedWith('::uuid[])::uuid[]');
  const planned = [...reads].filter(
    (text) => !kept.some(({ statement, generic }) => statement === text && generic > 0),
  );
  expect(planned).toEqual([]);
});

it.each([
  ['all tasks', '', true],
  ['those of a project', 'projectId=PROJECT&orderBy=UPDATED_DESC', true],
  ['a column of the board', 'projectId=PROJECT&statuses=TODO&orderBy=RANK_ASC', true],
  ['a status in another order', 'statuses=TODO', false],
  ['several statuses', 'statuses=TODO,DONE&orderBy=RANK_ASC', false],
  ['what is overdue', 'overdue=true', false],
  ['what is not overdue', 'overdue=false', false],
  ['what is due from a day on', 'dueFrom=2026-01-01T00:00:00Z', false],
  ['a priority', 'priorities=HIGH', false],
  ['a tag', 'tag=press', false],
  ['somebody’s tasks', 'assigneeId=PERSON', false],
  ['a search', 'search=paint', false],
])('the list of %s (%j) is planned once: %s', async (_what, query, once) => {
  const before = server.statements.length;
  const asked = query.replace('PROJECT', projectId).replace('PERSON', mara.id);
  const { status } = await mara.client.rest('get', `/tasks?${asked}`);
  expect(status).toBe(200);
  const [list, ofPage, ...more] = server.statements.slice(before).filter((text) => text.includes('cross join lateral'));
  expect(more).toEqual([]);
  expect(list?.includes('/* preparable */')).toBe(once);
  // What is computed for the rows of a page is in the same statement, or in one of its own that is planned once.
  if (once) expect(ofPage).toBeUndefined();
  else expect(ofPage ?? '/* preparable */').toContain('/* preparable */');
});

it('sessions that arrive together are checked by one statement, without a cache', async () => {
  const people = [mara, await newPerson(server), await newPerson(server)];
  const ids: string[] = [];
  for (const { id } of people) {
    const [session] = await rows<{ id: string }>(server, 'select id from session where user_id = ?', [id]);
    ids.push(session?.id ?? '');
  }
  const check = async () => {
    const before = server.statements.length;
    const found = await Promise.all([...ids, ...ids].map((id) => activeSessionLoader(server.resources).load(id)));
    const sent = server.statements.slice(before).filter((text) => text.includes('from session'));
    return { sent: sent.length, stands: found.map((session) => session?.userId ?? null) };
  };
  const [first, second, third] = people.map(({ id }) => id);
  expect(await check()).toEqual({ sent: 1, stands: [first, second, third, first, second, third] });
  await rows(server, 'update session set revoked_at = now() where id = ?', [ids[1]]);
  expect(await check()).toEqual({ sent: 1, stands: [first, null, third, first, null, third] });
});
