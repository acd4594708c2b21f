import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TAGS } from '../../contract/limits.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';
import { follow } from '../../test/support/socket.js';

let server: TestServer;
let mara: Person;
let jon: Person;
beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
  jon = await newPerson(server, 'Jon');
});
afterAll(() => server.close());

const GREEN = '#2f8068';
const RED = '#c0392b';

const tagAt = (projectId: string, name: string): string => `/projects/${projectId}/tags/${encodeURIComponent(name)}`;
const setColor = (by: Person, projectId: string, name: string, color: string | null) =>
  by.client.rest('put', tagAt(projectId, name), { color });
const listed = async (by: Person, projectId: string, query = '') =>
  (await by.client.rest('get', `/projects/${projectId}/tags${query}`)).body.data;
const undo = (by: Person, projectId: string, revision: number) =>
  by.client.rest('post', '/undo', { acts: [{ projectId, revision }] });
const revisionOf = async (projectId: string): Promise<number> =>
  (await mara.client.rest('get', `/projects/${projectId}`)).body.data.revision;
const lastLine = async (projectId: string) =>
  (
    await rows<{ entity: string; fields: unknown }>(
      server,
      'select entity, fields from change where project_id = ? order by revision desc, n desc limit 1',
      [projectId],
    )
  )[0];

describe('the tags of a project', () => {
  it('are those of its tasks and those with a color, in use most often first', async () => {
    const { id } = await newProject(mara);
    const other = await newProject(mara);
    await newTask(mara, id, { tags: ['paper', 'ink'] });
    await newTask(mara, id, { tags: ['paper'] });
    const gone = await newTask(mara, id, { tags: ['gone', 'ink'] });
    await mara.client.rest('delete', `/tasks/${gone.id}`);
    await newTask(mara, other.id, { tags: ['elsewhere'] });
    await setColor(mara, id, 'press', RED);
    await setColor(mara, id, 'ink', GREEN);
    const all = [
      { name: 'paper', color: null, count: 2 },
      { name: 'ink', color: GREEN, count: 1 },
      { name: 'press', color: RED, count: 0 },
    ];
    const colored = all.slice(1);
    expect(await listed(mara, id)).toEqual(all);
    expect(await listed(mara, id, '?colored=true')).toEqual(colored);
    const { data } = await mara.client.graphql(
      `query ($id: ID!) { project(id: $id) { tags { name color count } colored: tags(colored: true) { name color count } } }`,
      { id },
    );
    expect(data.project).toEqual({ tags: all, colored });
  });

  it('with a color are counted even if 500 others come before them', async () => {
    const { id } = await newProject(mara);
    const many = await newTask(mara, id);
    await rows(
      server,
      "update task set tags = (select array_agg('common ' || n) from generate_series(1, 500) n) where id = ?",
      [many.id],
    );
    await newTask(mara, id, { tags: ['rare'] });
    await setColor(mara, id, 'rare', GREEN);
    expect(await listed(mara, id)).toHaveLength(TAGS.listed);
    expect(await listed(mara, id, '?colored=true')).toEqual([{ name: 'rare', color: GREEN, count: 1 }]);
  });

  it('with a color are read without reading tasks', async () => {
    const { id } = await newProject(mara);
    await setColor(mara, id, 'ink', GREEN);
    const before = server.statements.length;
    await mara.client.graphql('{ projects { nodes { tags(colored: true) { name color } } } }');
    const read = server.statements.slice(before).filter((text) => text.includes('tag_colors'));
    expect(read).toHaveLength(1);
    expect(read[0]).not.toContain('from task');
  });

  it('lose their color with null, and need none to be listed', async () => {
    const { id } = await newProject(mara);
    await newTask(mara, id, { tags: ['ink'] });
    expect((await setColor(mara, id, 'ink', '#2F8068')).body.data).toEqual({ name: 'ink', color: GREEN, count: 1 });
    expect((await setColor(mara, id, 'ink', null)).body.data).toEqual({ name: 'ink', color: null, count: 1 });
    expect(await listed(mara, id)).toEqual([{ name: 'ink', color: null, count: 1 }]);
    expect(await listed(mara, id, '?colored=true')).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'a/b', 'it’s "50 %"', '日本語', '👩‍👩‍👧‍👦'])('can be named %s', async (name) => {
    const { id } = await newProject(mara);
    expect((await setColor(mara, id, name, GREEN)).body.data).toEqual({ name, color: GREEN, count: 0 });
    expect(await listed(mara, id)).toEqual([{ name, color: GREEN, count: 0 }]);
    const revision = await revisionOf(id);
    expect((await undo(mara, id, revision)).status).toBe(200);
    expect(await listed(mara, id)).toEqual([]);
  });
});

describe('the log of tags', () => {
  it('is read and undone whatever they are called', async () => {
    const { id } = await newProject(mara);
    const first = await revisionOf(id);
    // the names of the fields by which the log refers to long texts
    for (const name of ['hash', 'text', 'length']) await setColor(mara, id, name, GREEN);
    const history = await mara.client.rest('get', `/projects/${id}/activity`);
    expect(history.status).toBe(200);
    expect(history.body.data.slice(0, 3).map(({ fields }: { fields: unknown }) => fields)).toEqual([
      { tagColors: [{ length: null }, { length: GREEN }] },
      { tagColors: [{ text: null }, { text: GREEN }] },
      { tagColors: [{ hash: null }, { hash: GREEN }] },
    ]);
    for (const step of [3, 2, 1]) expect((await undo(mara, id, first + step)).status).toBe(200);
    expect(await listed(mara, id)).toEqual([]);
  });
});

describe('the color of a tag', () => {
  it('is set by members, over every connection at once, and not by readers or strangers', async () => {
    const { id } = await newProject(mara);
    await addMember(mara, id, jon);
    const feed = follow<unknown>(
      server,
      `subscription { changes(after: [{ projectId: "${id}", revision: ${await revisionOf(id)} }]) { changes { entity fields } } }`,
      { token: mara.client.token },
    );
    expect((await setColor(jon, id, 'ink', GREEN)).status).toBe(200);
    await expect
      .poll(() => JSON.stringify(feed.events))
      .toContain(JSON.stringify([{ entity: 'PROJECT', fields: { tagColors: [{ ink: null }, { ink: GREEN }] } }]));
    await feed.stop();
    for (const role of ['COMMENTER', 'VIEWER']) {
      await mara.client.rest('patch', `/projects/${id}/members/${jon.id}`, { role });
      expect((await setColor(jon, id, 'ink', RED)).status).toBe(403);
      expect(await listed(jon, id)).toEqual([{ name: 'ink', color: GREEN, count: 0 }]);
    }
    await mara.client.rest('delete', `/projects/${id}/members/${jon.id}`);
    expect((await setColor(jon, id, 'ink', RED)).status).toBe(404);
    expect((await jon.client.rest('get', `/projects/${id}/tags`)).status).toBe(404);
    await mara.client.rest('post', `/projects/${id}/archive`);
    expect((await setColor(mara, id, 'ink', RED)).status).toBe(403);
  });

  it('writes only its own entry into the log, and nothing if it is the same', async () => {
    const { id } = await newProject(mara);
    expect((await lastLine(id))?.fields).not.toHaveProperty('tagColors');
    await setColor(mara, id, 'ink', GREEN);
    await setColor(mara, id, 'paper', GREEN);
    expect(await lastLine(id)).toEqual({
      entity: 'project',
      fields: { tagColors: [{ paper: null }, { paper: GREEN }] },
    });
    const revision = await revisionOf(id);
    await setColor(mara, id, 'paper', GREEN);
    expect(await revisionOf(id)).toBe(revision);
  });

  it('is undone without the colors of other tags, and not if it has changed since', async () => {
    const { id } = await newProject(mara);
    await setColor(mara, id, 'ink', GREEN);
    const revision = await revisionOf(id);
    await setColor(mara, id, 'paper', RED);
    const undone = await undo(mara, id, revision);
    expect(undone.status).toBe(200);
    expect(await listed(mara, id)).toEqual([{ name: 'paper', color: RED, count: 0 }]);
    expect((await undo(mara, id, undone.body.data.revisions[0].revision)).status).toBe(200);
    expect(await listed(mara, id, '?colored=true')).toEqual([
      { name: 'ink', color: GREEN, count: 0 },
      { name: 'paper', color: RED, count: 0 },
    ]);
    await setColor(mara, id, 'ink', RED);
    const late = await undo(mara, id, revision);
    expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it('of two tags at once is kept for both', async () => {
    const { id } = await newProject(mara);
    const names = Array.from({ length: 12 }, (_, at) => `tag ${at}`);
    const answers = await Promise.all(names.map((name) => setColor(mara, id, name, GREEN)));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(await listed(mara, id, '?colored=true')).toHaveLength(12);
  });

  it('refuses what is no color or no tag, and more than 200', async () => {
    const { id } = await newProject(mara);
    const bad = await setColor(mara, id, 'a,b', 'red');
    expect(bad.body.reasons).toEqual([
      { field: 'name', key: 'hasComma', params: {} },
      { field: 'color', key: 'malformed', params: {} },
    ]);
    expect((await setColor(mara, id, ' ', GREEN)).body.errors).toEqual({ name: ['Name is required'] });
    expect((await mara.client.rest('put', tagAt(id, 'ink'), {})).body.errors).toEqual({ color: ['Color is required'] });
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`t${at}`, GREEN]));
    await rows(server, 'update project set tag_colors = ?::jsonb where id = ?', [JSON.stringify(many), id]);
    const more = await setColor(mara, id, 'one more', GREEN);
    expect(more.body).toMatchObject({
      errors: { color: ['At most 200 tags of a project can have a color'] },
      reasons: [{ field: 'color', key: 'tooMany', params: { max: 200 } }],
    });
    expect((await setColor(mara, id, 't7', RED)).status).toBe(200);
  });
});
