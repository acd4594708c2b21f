import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

it('the last project is the one of the latest own change, and never one that was left, archived or deleted', async () => {
  const [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
  const last = async () => (await mara.client.rest('get', '/auth/me')).body.data.lastProjectId as string | null;
  expect(await last()).toBeNull();

  const { id: first } = await newProject(mara);
  const { id: archived } = await newProject(mara);
  const { id: deleted } = await newProject(mara);
  const { id: left } = await newProject(jon);
  await addMember(jon, left, mara);
  expect(await last()).toBe(deleted);
  await newTask(mara, first);
  expect(await last()).toBe(first);
  await newTask(mara, left);
  await newTask(mara, deleted);
  const task = await newTask(mara, archived);
  await mara.client.rest('patch', `/tasks/${task.id}/status`, { status: 'DONE' });
  expect(await last()).toBe(archived);

  await mara.client.rest('post', `/projects/${archived}/archive`);
  expect(await last()).toBe(deleted);
  await mara.client.rest('delete', `/projects/${deleted}`);
  expect(await last()).toBe(left);
  await jon.client.rest('delete', `/projects/${left}/members/${mara.id}`);
  expect(await last()).toBe(first);
  // Changes by others do not count, and other people's last projects are not visible.
  await newTask(jon, left);
  const { data } = await jon.client.graphql(`{ me { lastProjectId } project(id: "${left}") { id } }`);
  expect(data.me.lastProjectId).toBe(left);
  await addMember(mara, first, jon);
  const { data: seen } = await jon.client.graphql(
    `{ project(id: "${first}") { members { nodes { user { username lastProjectId } } } } }`,
  );
  const ofMara = seen.project.members.nodes.find(
    (each: { user: { username: string } }) => each.user.username === mara.username,
  );
  expect(ofMara.user.lastProjectId).toBeNull();
});
