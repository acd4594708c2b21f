import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, allPages, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { logOf, revisionOf, rows } from '../../test/support/rows.js';
import { mutation, PROJECT } from '../../test/support/selections.js';

let server: TestServer;
let mara: Person;
let jon: Person;
beforeAll(async () => {
  server = await startServer();
  [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
});
afterAll(() => server.close());

const create = (fields: Record<string, unknown>) => mara.client.rest('post', '/projects', fields);
const update = (id: string, fields: Record<string, unknown>, who = mara) =>
  who.client.rest('put', `/projects/${id}`, fields);

const RULES: [string, unknown, string][] = [
  ['name', '  ', 'Name is required'],
  ['name', '\u200b \u2060\u00ad\ufeff', 'Name is required'],
  ['name', null, 'Name is required'],
  ['name', 'n'.repeat(101), 'Name must be at most 100 characters'],
  ['name', 'lone \ud800', 'Name contains characters that cannot be stored'],
  ['description', 'd'.repeat(1001), 'Description must be at most 1000 characters'],
  ['description', 7, 'Description must be a text'],
  ['color', 'green', 'Color must be like #2f8068'],
  ['color', '#2f806', 'Color must be like #2f8068'],
  ['color', 7, 'Color must be like #2f8068'],
];

describe('creating a project', () => {
  it('makes its maker the owner and begins its log', async () => {
    const { status, body } = await create({ name: ' Harbour survey ', description: ' kept ', color: '#2F8068' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      name: 'Harbour survey',
      description: ' kept ',
      color: '#2f8068',
      revision: 1,
      version: 1,
      memberCount: 1,
      memberIds: [mara.id],
      viewerRole: 'OWNER',
    });
    expect((await mara.client.rest('get', `/projects/${body.data.id}`)).body.data).toEqual(body.data);
    const log = await logOf(server, body.data.id);
    expect(log.map(({ revision, n, entity, action }) => [revision, n, entity, action])).toEqual([
      [1, 0, 'project', 'created'],
      [1, 1, 'member', 'created'],
    ]);
    expect(log[0]?.fields['name']).toEqual([null, 'Harbour survey']);
  });

  it('needs no more than a name, and picks one color after the other', async () => {
    const somebody = await newPerson(server);
    const colors = [];
    for (const name of ['One', 'Two', 'Three']) colors.push((await newProject(somebody, { name })).color);
    expect(new Set(colors).size).toBe(3);
    expect(colors.every((color) => /^#[0-9a-f]{6}$/.test(color))).toBe(true);
  });

  it.each(RULES)('refuses %s %j', async (field, value, message) => {
    const { status, body } = await create({ name: 'Fine', [field]: value });
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { [field]: [message] } });
  });

  it('takes an id of the client’s own once', async () => {
    const id = randomUUID();
    expect((await create({ id: id.toUpperCase(), name: 'Mine' })).body.data.id).toBe(id);
    expect(await create({ id, name: 'Again' })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await create({ id: 'one', name: 'Again' })).body.errors).toEqual({ id: ['Id must be a UUID'] });
  });
});

describe('the list of projects', () => {
  it('has one’s own, oldest first, in pages that add up to the whole', async () => {
    const somebody = await newPerson(server);
    const made: string[] = [];
    for (let i = 0; i < 5; i += 1) made.push((await newProject(somebody, { name: `P${i}` })).id);
    const whole = await somebody.client.rest('get', '/projects');
    expect(whole.body.data.map(({ id }: { id: string }) => id)).toEqual(made);
    expect(whole.headers.get('link')).toBeNull();
    const paged = (await allPages<{ id: string }>(somebody.client, '/projects?limit=2')).flat();
    expect(paged.map(({ id }) => id)).toEqual(made);
  });
});

describe('updating a project', () => {
  it('changes what is given, by any member, and bumps version and revision', async () => {
    const { id } = await newProject(mara);
    await addMember(mara, id, jon);
    const { status, body } = await update(id, { name: 'By Jon', color: '#AB8127' }, jon);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: 'By Jon', description: '', color: '#ab8127', revision: 3, version: 3 });
    expect(body.data.viewerRole).toBe('MEMBER');
  });

  it.each(RULES)('refuses %s %j', async (field, value, message) => {
    const { id } = await newProject(mara);
    const { status, body } = await update(id, { [field]: value });
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { [field]: [message] } });
    expect(await revisionOf(server, id)).toBe(1);
  });

  it('merges changes of different fields made from the same version', async () => {
    const { id } = await newProject(mara);
    expect((await update(id, { name: 'Renamed', version: 1 })).status).toBe(200);
    const { status, body } = await update(id, { description: 'Described', version: 1 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: 'Renamed', description: 'Described', version: 3 });
  });

  it('returns CONFLICT with the current object if someone else changed the same field', async () => {
    const { id } = await newProject(mara);
    await update(id, { name: 'First', version: 1 });
    const { status, body } = await update(id, { name: 'Second', description: 'Lost?', version: 1 });
    expect(status).toBe(409);
    const current = (await mara.client.rest('get', `/projects/${id}`)).body.data;
    expect(body).toEqual({ message: 'Someone else has changed this project', code: 'CONFLICT', data: current });
    expect(current).toMatchObject({ name: 'First', description: '', revision: 2 });
    const { errors } = await mara.client.graphql(mutation('updateProject', `project { ${PROJECT} }`), {
      input: { id, name: 'Second', version: 1 },
    });
    expect(errors?.[0]?.extensions).toEqual({ code: 'CONFLICT', data: current });
  });

  it('takes the same value twice for no change, and a change without a version for the last word', async () => {
    const { id } = await newProject(mara);
    await update(id, { name: 'Same', version: 1 });
    const again = await update(id, { name: 'Same', version: 1 });
    expect(again).toMatchObject({ status: 200, body: { data: { version: 2, revision: 2 } } });
    expect((await update(id, { name: 'Other' })).body.data).toMatchObject({ name: 'Other', version: 3 });
  });
});

describe('deleting a project', () => {
  it('takes its tasks and comments with it by its own mark, and leaves theirs for a restore', async () => {
    const { id } = await newProject(mara);
    await addMember(mara, id, jon);
    const tasks = [await newTask(mara, id), await newTask(jon, id)];
    await jon.client.rest('delete', `/tasks/${tasks[1].id}`);
    const before = await revisionOf(server, id);
    expect(await mara.client.rest('delete', `/projects/${id}`)).toMatchObject({ status: 204, body: null });

    for (const { client } of [mara, jon]) {
      expect((await client.rest('get', `/projects/${id}`)).status).toBe(404);
      expect((await client.rest('get', `/tasks/${tasks[0].id}`)).status).toBe(404);
      expect((await client.rest('get', `/tasks?projectId=${id}`)).body.data).toEqual([]);
      expect((await client.rest('get', `/projects`)).text).not.toContain(id);
    }
    const marks = await rows(
      server,
      'select id, deleted_revision, deleted_by from task where project_id = ? order by rank',
      [id],
    );
    expect(marks).toEqual([
      { id: tasks[0].id, deleted_revision: null, deleted_by: null },
      { id: tasks[1].id, deleted_revision: before, deleted_by: jon.id },
    ]);
    const log = await logOf(server, id, before);
    expect(log.map(({ entity, action }) => [entity, action])).toEqual([['project', 'deleted']]);
  });

  it('answers 204 to a repeat under the same key and 404 without one', async () => {
    const { id } = await newProject(mara);
    const key = { 'idempotency-key': randomUUID() };
    expect((await mara.client.rest('delete', `/projects/${id}`, undefined, key)).status).toBe(204);
    expect((await mara.client.rest('delete', `/projects/${id}`, undefined, key)).status).toBe(204);
    expect((await mara.client.rest('delete', `/projects/${id}`)).status).toBe(404);
  });
});

it('a malformed id is 400, not 404', async () => {
  for (const id of ['1', 'undefined', `${randomUUID()}x`]) {
    expect(await mara.client.rest('get', `/projects/${id}`)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
  }
});
