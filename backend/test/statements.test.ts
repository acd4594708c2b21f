import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from './client.js';
import { startServer, type TestServer } from './harness.js';

/** What the server reads on its own meanwhile: news of the log and the inboxes, sessions of open sockets. */
const BACKGROUND = /notification_event|select id as "projectId", revision|m\.user_id = any|listen/i;
const FIFTY = 50;

let server: TestServer;
let people: Person[];

beforeAll(async () => {
  server = await startServer();
  people = await Promise.all(['Mara', 'Ines', 'Jon'].map((name) => newPerson(server, name)));
  const [owner] = people;
  if (!owner) throw new Error('nobody came');
  const projects = [await newProject(owner), await newProject(owner), await newProject(owner)];
  for (const { id } of projects) for (const person of people.slice(1)) await addMember(owner, id, person);
  for (let n = 0; n < FIFTY; n += 1) {
    const by = people[n % 3] ?? owner;
    const task = await newTask(by, projects[n % 3].id, { assigneeId: people[(n >> 2) % 3]?.id ?? null });
    if (n % 5 === 0) await by.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Ready?' });
  }
});
afterAll(() => server.close());

async function statementsOf(ask: (owner: Person) => Promise<unknown>): Promise<string[]> {
  const [owner] = people;
  if (!owner) throw new Error('nobody came');
  const before = server.statements.length;
  await ask(owner);
  return server.statements.slice(before).filter((text) => !BACKGROUND.test(text));
}

it('a page of 50 tasks with project, creator, assignee and comment count costs five statements, the session included', async () => {
  const sent = await statementsOf(async ({ client }) => {
    const { data } = await client.graphql(`{ tasks(first: 50) { nodes {
      id title commentCount project { name color } creator { name } assignee { name } } } }`);
    const nodes = data.tasks.nodes as { creator: object; project: object; commentCount: number }[];
    expect(nodes).toHaveLength(FIFTY);
    expect(new Set(nodes.map((node) => JSON.stringify([node.creator, node.project]))).size).toBe(3);
    expect(nodes.reduce((sum, { commentCount }) => sum + commentCount, 0)).toBe(10);
  });
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(5);
});

it('the same by REST, with ids for project and people, costs three', async () => {
  const sent = await statementsOf(async ({ client }) => {
    expect((await client.rest('get', '/tasks?limit=50')).body.data).toHaveLength(FIFTY);
  });
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(3);
});
