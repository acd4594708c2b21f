import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { Client, newAttachment, newTask, PASSWORD, type Person } from '../support/client.js';
import { until } from './parts.js';

/** A person with an account in both cells, under the same address. */
export interface Mover {
  firstName: string;
  email: string;
}

/** Creates their account at a server; with the token of an invitation, they join a project. */
export async function signUp(url: string, { firstName, email }: Mover, invitation?: string): Promise<Person> {
  // another one in each cell, as names can be taken
  const username = `${firstName.toLowerCase()}${Math.floor(Math.random() * 1e9)}`;
  const client = new Client({ url });
  const answer = await client.rest('post', '/auth/register', {
    firstName,
    lastName: 'Tern',
    username,
    email,
    password: PASSWORD,
    ...(invitation !== undefined && { invitation }),
  });
  if (answer.status !== 201) throw new Error(`registration answered ${answer.status}: ${answer.text}`);
  const { user, tokens } = answer.body.data;
  return { id: user.id, email, username, password: PASSWORD, client: new Client({ url }, tokens.accessToken) };
}

/** Waits for the invitations to an address among the mails of a server, and returns their tokens. */
export async function invitationsOf(data: string, email: string, count: number): Promise<string[]> {
  const folder = path.join(data, 'mail');
  const find = async (): Promise<string[]> => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(path.join(folder, name)))));
    const theirs = mails.filter(({ to }) => to?.some(({ address }) => address === email));
    return theirs.flatMap(({ text = '' }) => /\/invitation\?token=([\w-]+)/.exec(text)?.[1] ?? []);
  };
  let tokens: string[] = [];
  await until(`${count} invitations of ${email}`, async () => (tokens = await find()).length >= count);
  return tokens;
}

async function write(by: Person, method: string, where: string, body?: object): Promise<Record<string, string>> {
  const { status, text, body: answer } = await by.client.rest(method, where, body);
  if (status >= 300) throw new Error(`${method} ${where} answered ${status}: ${text}`);
  return answer?.data;
}

/** Fills a project with every kind of thing, for two people. */
export async function fillProject(owner: Person, member: Person, projectId: string): Promise<void> {
  await write(owner, 'put', `/projects/${projectId}/tags/hull`, { color: '#b04a3f' });
  const column = await write(owner, 'post', `/projects/${projectId}/columns`, {
    name: 'Waiting',
    status: 'IN_PROGRESS',
  });
  const tasks: { id: string }[] = [];
  for (let n = 0; n < 24; n += 1) {
    const [by, other] = n % 2 ? [owner, member] : [member, owner];
    const task = await newTask(by, projectId, {
      title: `Task ${n}`,
      priority: ['LOW', 'MEDIUM', 'HIGH', 'URGENT'][n % 4],
      description: `Two lines\nof ${n}`,
      tags: n % 3 ? ['hull'] : [],
      ...(n % 4 === 1 && { dueDay: '2027-03-01', startDate: '2027-02-01' }),
      ...(n % 4 === 2 && { columnId: column['id'] }),
      ...(n % 5 !== 0 && { assigneeId: n % 3 ? by.id : other.id }),
      ...(n % 8 === 7 && { parentId: tasks[n - 3]?.id }),
    });
    tasks.push(task);
    await write(other, 'post', `/tasks/${task.id}/comments`, { text: `About ${n}` });
    if (n % 6 === 0) {
      const item = await write(by, 'post', `/tasks/${task.id}/checklist`, { text: `First of ${n}` });
      await write(by, 'post', `/tasks/${task.id}/checklist`, { text: `Second of ${n}` });
      await write(by, 'patch', `/tasks/${task.id}/checklist/${item['id']}`, { done: true });
    }
    if (n % 6 === 3) await newAttachment(by, task.id, `plan ${n}.txt`);
    if (n % 6 === 5)
      await write(by, 'post', `/tasks/${task.id}/relations`, { otherId: tasks[n - 1]?.id, kind: 'BLOCKS' });
    if (n % 4 === 3) await write(by, 'patch', `/tasks/${task.id}/status`, { status: 'DONE' });
  }
}

/** Someone who writes until they are stopped, whatever is answered. */
export class PersistentWriter {
  /** The keys of the tasks that were acknowledged, and their titles. */
  readonly acknowledged = new Map<string, string>();
  /** What was answered instead, in words, and how often. */
  readonly refusals = new Map<string, number>();
  #isOver = false;
  readonly #running: Promise<void>;

  constructor(by: Person, projectId: string) {
    this.#running = this.#run(by, projectId);
  }

  async #run({ client }: Person, projectId: string): Promise<void> {
    for (let n = 0; !this.#isOver; n += 1) {
      const title = `Written meanwhile ${n}`;
      const { status, text, body } = await client.rest('post', '/tasks', { title, priority: 'LOW', projectId });
      if (status === 201) this.acknowledged.set(body.data.key, title);
      else {
        const words = `${status} ${body?.message ?? text}`;
        this.refusals.set(words, (this.refusals.get(words) ?? 0) + 1);
      }
      await sleep(50);
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }
}
