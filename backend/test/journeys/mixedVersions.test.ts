import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, newProject, newTask, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { rows } from '../support/rows.js';

let server: TestServer;
let mara: Person;
beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
});
afterAll(() => server.close());

/** Reads and writes of all kinds; answers the status of each. */
async function useAll(): Promise<number[]> {
  const { id: projectId } = await newProject(mara);
  const { id } = await newTask(mara, projectId);
  const calls: [method: string, path: string, body?: unknown][] = [
    ['put', `/tasks/${id}`, { title: 'Next' }],
    ['patch', `/tasks/${id}/move`, { status: 'DONE' }],
    ['post', `/tasks/${id}/comments`, { text: 'Seen' }],
    ['post', `/tasks/${id}/checklist`, { text: 'Paint' }],
    ['get', `/tasks?projectId=${projectId}&search=next`],
    ['get', `/tasks/${id}/history`],
    ['get', `/projects/${projectId}/changes`],
    ['get', '/projects'],
    ['get', '/notifications'],
    ['get', '/dashboard/stats'],
    ['get', '/trash'],
    ['get', '/views'],
    ['get', '/auth/sessions'],
    ['get', '/auth/me'],
    ['delete', `/tasks/${id}`],
    ['post', `/tasks/${id}/restore`],
    ['delete', `/projects/${projectId}`],
  ];
  const statuses: number[] = [];
  for (const [method, path, body] of calls) statuses.push((await mara.client.rest(method, path, body)).status);
  return statuses;
}

it('a process goes on as it was while a newer version gives each table another column', async () => {
  // often enough that what is prepared is prepared
  const before = await useAll();
  for (let n = 0; n < 7; n += 1) await useAll();
  expect(before.filter((status) => status >= 400)).toEqual([]);
  const tables = await rows<{ name: string }>(
    server,
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(30);
  for (const { name } of tables) {
    await rows(server, `alter table "${name}" add column newer_one text, add column newer_two int not null default 0`);
  }
  for (let n = 0; n < 7; n += 1) expect(await useAll()).toEqual(before);
  expect((await newPerson(server)).client.token).toBeTruthy();
});
