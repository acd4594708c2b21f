import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

/** The URL of the server. */
export const SERVER = process.env['SERVER'] ?? '';

/** The account that registers. */
export interface Account {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  password: string;
}

/** The actions of a signed-in person, as each tool implements them. */
export interface Person {
  createProject(name: string): Promise<{ id: string; name: string }>;
  addMember(projectId: string, userId: string): Promise<{ role: string }>;
  createTask(projectId: string, title: string): Promise<{ id: string; title: string; version: number }>;
  moveTask(id: string, status: 'DONE'): Promise<{ status: string }>;
  comment(taskId: string, text: string): Promise<{ text: string }>;
  /** The titles of the tasks of a project in one of these states. */
  titles(projectId: string, statuses: ('TODO' | 'DONE')[]): Promise<string[]>;
  unread(): Promise<number>;
  deleteTask(id: string): Promise<void>;
  deleteProject(id: string): Promise<void>;
}

/** A tool as an API client uses it. */
export interface Tool {
  register(account: Account): Promise<{ id: string; token: string }>;
  as(token: string): Person;
}

/** Requires a value that a tool types as optional. */
export function required<T>(value: T | null | undefined, what = 'the answer'): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}

const account = (firstName: string): Account => {
  const username = `${firstName.toLowerCase()}${randomUUID().slice(0, 8)}`;
  return { firstName, lastName: 'Sol', username, email: `${username}@tern.example`, password: 'Granite7stones' };
};

/** Runs the scenario: register, project, task, move, comment, notification, delete. */
export async function runScenario(tool: Tool): Promise<void> {
  const [mara, jon] = [await tool.register(account('Mara')), await tool.register(account('Jon'))];
  const [asMara, asJon] = [tool.as(mara.token), tool.as(jon.token)];
  const project = await asMara.createProject('Tern launch');
  assert.equal(project.name, 'Tern launch');
  assert.equal((await asMara.addMember(project.id, jon.id)).role, 'MEMBER');
  assert.equal(await asJon.unread(), 1);
  const first = await asMara.createTask(project.id, 'Choose the date');
  const second = await asMara.createTask(project.id, 'Order paint');
  assert.equal((await asJon.moveTask(first.id, 'DONE')).status, 'DONE');
  assert.equal((await asJon.comment(first.id, 'The tenth 🌊')).text, 'The tenth 🌊');
  assert.deepEqual((await asMara.titles(project.id, ['TODO', 'DONE'])).sort(), ['Choose the date', 'Order paint']);
  assert.deepEqual(await asMara.titles(project.id, ['DONE']), ['Choose the date']);
  assert.ok((await asMara.unread()) > 0, 'somebody is told of a comment on their task');
  await asMara.deleteTask(second.id);
  assert.deepEqual(await asMara.titles(project.id, ['TODO', 'DONE']), ['Choose the date']);
  await asMara.deleteProject(project.id);
  await assert.rejects(asMara.createTask(project.id, 'Too late'));
}
