import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';

let server: TestServer;
let mara: Person;
let projectId: string;

beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = (await newProject(mara)).id;
});

const titles = (body: { data: { title: string }[] }): string[] => body.data.map(({ title }) => title).sort();
const search = async (text: string, query = ''): Promise<string[]> => {
  const asked = new URLSearchParams({ projectId, search: text }).toString();
  const { status, body } = await mara.client.rest('get', `/tasks?${asked}${query}`);
  expect(status).toBe(200);
  const { data } = await mara.client.graphql(
    'query($filter: TaskFilter) { tasks(filter: $filter, first: 100) { nodes { title } } }',
    { filter: { projectId, search: text } },
  );
  // GraphQL and REST must find the same.
  if (!query) expect(titles({ data: data.tasks.nodes })).toEqual(titles(body));
  return titles(body);
};

describe('the task search', () => {
  it.each([
    ['Paint the board', 'oar'],
    ['Paint the board', 'PAINT THE'],
    ['Flug nach Zürich', 'zurich'],
    ['Flug nach Zurich', 'ZÜRICH'],
    ['Flug nach Zu\u0308rich', 'zürich'],
    ['Große Straße', 'strasse'],
    ['Grosse Strasse', 'straße'],
    ['Crème brûlée', 'creme brulee'],
    ['Łódź', 'lodz'],
    ['Ærø', 'aero'],
    ['Привет, мир', 'ПРИВЕТ'],
    ['東京へ行く', '京へ'],
    ['Ship 🚀 it', '🚀'],
    ['a', 'A'],
  ])('finds %j by %j', async (title, text) => {
    await newTask(mara, projectId, { title });
    await newTask(mara, projectId, { title: 'Something else' });
    expect(await search(text)).toContain(title);
    expect(await search(text)).not.toContain('Something else');
  });

  it.each([
    ['%', '100% sure', 'one hundred sure'],
    ['_', 'snake_case', 'snakeXcase'],
    ['\\', 'back\\slash', 'backslash'],
    ['\\%', 'odd \\% sign', '100% odd'],
    ['0%_s', '100%_sure', '100%Xsure'],
    ["'", "don't", 'dont'],
    ['%%', '100%% sure', '100% sure'],
    ['"', 'say "now"', 'say now'],
    ['?', 'why?', 'why'],
    ['$1', 'costs $1', 'costs 1'],
  ])('takes %s literally', async (text, found, other) => {
    await newTask(mara, projectId, { title: found });
    await newTask(mara, projectId, { title: other });
    expect(await search(text)).toEqual([found]);
  });

  it.each([
    ['carton sign', 'Sign off the carton', ''],
    ['SIGN cart off', 'Sign off the carton', ''],
    ['carton proof', 'Sign off the carton', 'With the proof of the printer'],
    ['off\u00a0\t carton\n', 'Sign off the carton', ''],
    ['strasse 100% _', 'Große Straße_', '100% sure'],
    ['_ % off \\ carton sign', 'Sign off_ the carton', '100% \\'],
  ])('finds each word of %j anywhere in title or description', async (text, title, description) => {
    await newTask(mara, projectId, { title, description });
    await newTask(mara, projectId, { title: 'Sign off', description: 'The proof' });
    expect(await search(text)).toEqual([title]);
  });

  it('uses only the first ten words', async () => {
    await newTask(mara, projectId, { title: 'a b c d e f g h i j' });
    expect(await search('a b c d e f g h i j and many more')).toHaveLength(1);
    expect(await search('z b c d e f g h i j')).toEqual([]);
  });

  it('looks into title and description, not across the two', async () => {
    await newTask(mara, projectId, { title: 'In the title: anchor' });
    await newTask(mara, projectId, { title: 'Second', description: 'Lines\nand an ANCHOR' });
    await newTask(mara, projectId, { title: 'Third', tags: ['anchor'] });
    await newTask(mara, projectId, { title: 'Half an anc', description: 'hor here' });
    expect(await search('anchor')).toEqual(['In the title: anchor', 'Second']);
    expect(await search(' anchor ')).toHaveLength(2);
    expect(await search('anchor chain')).toEqual([]);
  });

  it('finds changed texts, not former ones, and no deleted tasks', async () => {
    const { id } = await newTask(mara, projectId, { title: 'Before' });
    await mara.client.rest('put', `/tasks/${id}`, { title: 'After' });
    expect([await search('before'), await search('after')]).toEqual([[], ['After']]);
    await mara.client.rest('delete', `/tasks/${id}`);
    expect(await search('after')).toEqual([]);
  });

  it('combines with other filters and pages', async () => {
    for (let n = 1; n <= 3; n += 1) await newTask(mara, projectId, { title: `Sail ${n}` });
    await newTask(mara, projectId, { title: 'Sail done', status: 'DONE' });
    expect(await search('sail', '&status=DONE')).toEqual(['Sail done']);
    expect(await search('sail', '&status=TODO&limit=2&orderBy=TITLE_ASC')).toEqual(['Sail 1', 'Sail 2']);
    expect(await search('')).toHaveLength(4);
  });

  it('finds nothing in foreign projects', async () => {
    const other = await newPerson(server);
    await newTask(other, (await newProject(other)).id, { title: 'Secret anchor' });
    const { body } = await mara.client.rest('get', '/tasks?search=secret');
    expect(body.data).toEqual([]);
  });

  it('refuses texts that are too long or cannot be stored', async () => {
    for (const text of ['t'.repeat(201), 'nul\u0000']) {
      const { status, body } = await mara.client.rest('get', `/tasks?search=${encodeURIComponent(text)}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['search']]);
    }
  });
});

describe('the search index', () => {
  it('is planned for each text: no plan is cached, however often a search runs', async () => {
    for (let n = 0; n < 12; n += 1) await mara.client.rest('get', '/tasks?search=zu');
    // Only named statements can have a cached plan.
    expect(await rows(server, `select name from pg_prepared_statements where statement like '%folded like%'`)).toEqual(
      [],
    );
  });

  it('serves a search of many tasks by project and text together', async () => {
    await newTask(mara, projectId, { title: 'Die Zürcher Fahrt' });
    await rows(
      server,
      `insert into task (id, project_id, title, description, folded, status, priority, tags, rank, version, creator_id,
         created_at, updated_at)
       select gen_random_uuid(), ?, md5(n::text), '', md5(n::text) || E'\\n' || repeat(md5((n + 7)::text) || ' ', 5), 'TODO',
         'LOW', '{}', 'z' || lpad(n::text, 5, '0'), 1, ?, now(), now() from generate_series(1, 5000) n`,
      [projectId, mara.id],
    );
    await rows(server, 'vacuum analyze task');
    const before = server.statements.length;
    const { body } = await mara.client.rest('get', '/tasks?search=zurcher');
    expect(titles(body)).toEqual(['Die Zürcher Fahrt']);
    const statement = server.statements.slice(before).find((text) => text.includes('folded like')) ?? '';
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      // Parameters: the viewer, the text, the limit per project and the limit in all.
      const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, [
        mara.id,
        '%zurcher%',
        101,
        101,
      ]);
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(text).toMatch(
        /Bitmap Index Scan on task_search_index .*\n +Index Cond: \(\(project_id = .* AND \(folded ~~/,
      );
    } finally {
      await client.end();
    }
  });
});
