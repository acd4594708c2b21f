import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';
import { UNSEEN_HEADER } from '../auth/visits.js';

const MINUTE = 60_000;
let clock = Date.UTC(2026, 4, 4, 9);
let server: TestServer;
let mara: Person;
let wen: Person;

beforeAll(async () => {
  server = await startServer({ now: () => new Date(clock), env: { SESSION_DAYS: '3650' } });
  [mara, wen] = [await newPerson(server), await newPerson(server, 'Wen')];
});
afterAll(() => server.close());

interface Since {
  at: string | null;
  count: number;
  people: number;
  latest: { subject: string; actor: { id: string } }[];
}
const since = async ({ client }: Person): Promise<Since> =>
  (await client.rest('get', '/dashboard/since-last-visit')).body.data;
const at = (): string => new Date(clock).toISOString();

it('the activity since the last visit stays the same during a visit, on any device', async () => {
  const { id: projectId } = await newProject(mara);
  await addMember(mara, projectId, wen);
  const archived = await newProject(mara);
  await addMember(mara, archived.id, wen);
  expect(await since(wen)).toEqual({ at: null, count: 0, people: 0, latest: [] });
  const left = at();

  clock += 31 * MINUTE;
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    clock += 10;
    await newTask(mara, projectId, { title });
  }
  await newTask(mara, archived.id, { title: 'Of the archive' });
  await mara.client.rest('post', `/projects/${archived.id}/archive`);
  clock += MINUTE;

  // The polling of a hidden page is no visit.
  await fetch(`${server.url}/api/projects`, {
    headers: { authorization: `Bearer ${wen.client.token}`, [UNSEEN_HEADER]: '1' },
  });
  expect((await rows(server, 'select previous_at from visit where user_id = ?', [wen.id]))[0]).toEqual({
    previous_at: null,
  });

  const told = await since(wen);
  expect(told).toMatchObject({ at: left, count: 6, people: 1 });
  expect(told.latest.map(({ subject }) => subject)).toEqual(['Six', 'Five', 'Four', 'Three', 'Two']);
  expect(told.latest.every(({ actor }) => actor.id === mara.id)).toBe(true);

  // Own activity is not counted, and it extends the visit.
  await newTask(wen, projectId, { title: 'Mine' });
  for (let step = 0; step < 3; step += 1) {
    clock += 20 * MINUTE;
    expect(await since(wen)).toMatchObject({ at: left, count: 6 });
  }
  const later = at();
  clock += 31 * MINUTE;
  expect(await since(wen)).toEqual({ at: later, count: 0, people: 0, latest: [] });
});

it('the latest activity since the last visit has whole change sets', async () => {
  const { id: projectId } = await newProject(mara);
  await addMember(mara, projectId, wen);
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'])
    ids.push((await newTask(mara, projectId, { title })).id);
  await since(wen);
  clock += 31 * MINUTE;
  for (const priority of ['HIGH', 'LOW', 'URGENT', 'HIGH', 'LOW', 'URGENT']) {
    clock += 10;
    await mara.client.rest('patch', '/tasks/bulk', { ids, priority });
  }
  const { count, latest } = await since(wen);
  expect(count).toBe(42);
  expect(latest).toHaveLength(35);
});

it('the activity since the last visit is counted up to a thousand', async () => {
  const { id: projectId } = await newProject(mara);
  await addMember(mara, projectId, wen);
  await newTask(mara, projectId);
  await since(wen);
  clock += 31 * MINUTE;
  await rows(
    server,
    `insert into change (project_id, revision, n, entity, entity_id, action, actor_id, fields, at)
     select project_id, revision + more, n, entity, entity_id, action, actor_id, fields, ?
     from change, generate_series(1, 1001) more where project_id = ? and entity = 'task'`,
    [new Date(clock), projectId],
  );
  expect(await since(wen)).toMatchObject({ count: 1_000, people: 1 });
});

it('the activity since the last visit leaves out projects that the viewer has left', async () => {
  const { id: projectId } = await newProject(mara);
  await addMember(mara, projectId, wen);
  await since(wen);
  clock += 31 * MINUTE;
  await newTask(mara, projectId, { title: 'Not for others' });
  await mara.client.rest('delete', `/projects/${projectId}/members/${wen.id}`);
  expect((await since(wen)).count).toBe(0);
});

it('what was undone since the last visit is not counted, but the undo of what was there before is', async () => {
  const { id: projectId } = await newProject(mara);
  await addMember(mara, projectId, wen);
  const { id } = await newTask(mara, projectId, { title: 'Stage' });
  const setPriority = async (priority: string) =>
    (await mara.client.rest('patch', '/tasks/bulk', { ids: [id], priority })).body.data.revisions;
  const undo = async (acts: unknown) => (await mara.client.rest('post', '/undo', { acts })).body.data.revisions;

  const earlier = await setPriority('HIGH');
  await since(wen);
  clock += 31 * MINUTE;
  const later = await setPriority('LOW');
  expect(await since(wen)).toMatchObject({ count: 1 });
  const undone = await undo(later);
  expect(await since(wen)).toMatchObject({ count: 0, people: 0, latest: [] });
  const redone = await undo(undone);
  expect(await since(wen)).toMatchObject({ count: 1 });
  await undo(redone);
  const back = await undo(earlier);
  expect(await since(wen)).toMatchObject({ count: 1, latest: [{ undoOf: [earlier[0].revision] }] });
  // Redone, the task is again as it was at the last visit.
  await undo(back);
  expect(await since(wen)).toMatchObject({ count: 0, people: 0, latest: [] });
});
