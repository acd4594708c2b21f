import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newProgram } from '../../test/support/apiToken.js';
import { newPerson, newProject, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';
import { convertDueTimes } from './convertDueTimes.js';

let server: TestServer;
let mara: Person;
let projectId: string;
beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
  await mara.client.rest('put', '/auth/preferences', { timeZone: 'Europe/Berlin' });
  projectId = (await newProject(mara)).id;
});
afterAll(() => server.close());

/** Creates a task, as the app does unless without a key. */
async function create(by: Person, title: string, dueDate: string, key: string | null = randomUUID()): Promise<string> {
  const fields = { projectId, title, priority: 'LOW', dueDate };
  const { body } = await by.client.rest('post', '/tasks', fields, key === null ? {} : { 'idempotency-key': key });
  return body.data.id;
}
const stored = () =>
  rows<{ title: string; day: string | null; dueDate: string; version: number }>(
    server,
    `select title, due_day::text as day, due_date::text as "dueDate", version from task where project_id = ? order by title`,
    [projectId],
  );

it('makes days of what the app set to 18:00 in the author’s zone, and of nothing else, without a trace', async () => {
  await create(mara, 'a evening', '2026-11-25T17:00:00.000Z');
  await create(mara, 'b in summer', '2026-07-01T16:00:00.000Z');
  await create(mara, 'c other time', '2026-11-25T17:00:01.000Z');
  await create(mara, 'd in summer by winter time', '2026-07-01T17:00:00.000Z');
  await create(mara, 'e without an app’s id', '2026-11-25T17:00:00.000Z', null);
  await create(mara, 'f with another id', '2026-11-25T17:00:00.000Z', 'import-7');
  const changed = await create(mara, 'g changed', '2026-11-25T09:00:00.000Z');
  await mara.client.rest(
    'put',
    `/tasks/${changed}`,
    { dueDate: '2026-11-26T17:00:00Z' },
    { 'idempotency-key': randomUUID() },
  );
  const jon = await newPerson(server, 'Jon');
  await mara.client.rest('post', `/projects/${projectId}/members`, { userId: jon.id });
  await jon.client.rest('put', '/auth/preferences', { timeZone: 'Asia/Tokyo' });
  await create(jon, 'h of Tokyo', '2026-11-25T09:00:00.000Z');
  const program = await newProgram(jon, { scope: 'WRITE' });
  await create({ ...jon, ...program }, 'i by a token', '2026-11-25T09:00:00.000Z');
  // What a token set stays a time when a person without tokens moves the task, or undoes a change.
  const byToken = (title: string) => create({ ...jon, ...program }, title, '2026-11-25T17:00:00.000Z');
  const write = (method: string, path: string, body: object) =>
    mara.client.rest(method, path, body, { 'idempotency-key': randomUUID() });
  const other = await newProject(mara);
  const moved = await write('patch', `/tasks/${await byToken('j moved')}/project`, { projectId: other.id });
  expect(moved.status).toBe(200);
  const put = await write('put', `/tasks/${await byToken('k undone')}`, { dueDate: '2026-11-25T09:00:00Z' });
  const acts = [{ projectId, revision: put.body.data.version }];
  expect((await write('post', '/undo', { acts })).status).toBe(200);

  const before = await stored();
  const lines = () => rows(server, 'select count(*)::int as count from change where project_id = ?', [projectId]);
  const logged = await lines();
  expect(await convertDueTimes(server, true)).toBe(4);
  expect(await stored()).toEqual(before);
  expect(await convertDueTimes(server, false)).toBe(4);
  expect(await convertDueTimes(server, false)).toBe(0);
  const days = new Map([
    ['a evening', '2026-11-25'],
    ['b in summer', '2026-07-01'],
    ['g changed', '2026-11-26'],
    ['h of Tokyo', '2026-11-25'],
  ]);
  expect(await stored()).toEqual(before.map((task) => ({ ...task, day: days.get(task.title) ?? null })));
  expect(await lines()).toEqual(logged);
});
