import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { RATES } from '../../contract/limits.js';
import { Client, newPerson, newProject, newTask, newWebhook, type Person, type RestResult } from '../support/client.js';
import { closeAfterTest, startServer, type TestServer, type TestServerOptions } from '../support/harness.js';
import { insertManyTasks } from '../support/insertManyTasks.js';
import { follow } from '../support/socket.js';
import { createOrm } from '../../src/platform/database/orm.js';
import { entities } from '../../src/modules.js';
import { type Rate, type RateName, Rates } from '../../src/request/rates.js';

/** A server with rate limits, and an account. */
async function limited(options: TestServerOptions = {}): Promise<{ server: TestServer; person: Person }> {
  const server = closeAfterTest(await startServer({ ...options, env: { RATE_LIMIT: 'on', ...options.env } }));
  return { server, person: await newPerson(server) };
}

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Counts all points of a limit, as the calls before the next one would. */
const useUp = (server: TestServer, name: RateName, key: string) =>
  server.resources.rates.consume({ onRate: () => undefined }, name, key, RATES[name].points);

const signIn = (server: Pick<TestServer, 'url'>, email: string, password: string, headers?: Record<string, string>) =>
  new Client(server).rest('post', '/auth/login', { email, password }, headers);

const LOGIN = /* GraphQL */ `
  mutation ($input: LoginInput!) {
    login(input: $input) {
      user {
        id
      }
    }
  }
`;
const TOO_MANY = /^Too many requests\. Please try again in 15 minutes\.$/;

/** Every attempt comes from another address. */
const from = (index: number) => ({ 'x-forwarded-for': `203.0.113.${index}` });

describe('sign-in', () => {
  it('is refused after ten wrong passwords, over both transports together, with how long to wait', async () => {
    const { server, person } = await limited();
    for (const index of times(5)) {
      const { status, headers } = await signIn(server, person.email, 'Wrong1password');
      expect(status).toBe(401);
      expect(headers.get('ratelimit-limit')).toBe('10');
      expect(headers.get('ratelimit-remaining')).toBe(String(9 - index));
      expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(890);
      expect(headers.get('retry-after')).toBeNull();
    }
    const wrong = { input: { email: person.email.toUpperCase(), password: 'Wrong1password' } };
    for (const _ of times(5)) {
      const { errors } = await new Client(server).graphql(LOGIN, wrong);
      expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    }
    const rest = await signIn(server, person.email, person.password);
    expect(rest.status).toBe(429);
    expect(rest.body).toEqual({ code: 'RATE_LIMITED', message: expect.stringMatching(TOO_MANY) });
    expect(Number(rest.headers.get('retry-after'))).toBeGreaterThan(890);
    expect(rest.headers.get('ratelimit-remaining')).toBe('0');
    const { errors, headers } = await new Client(server).graphql(LOGIN, wrong);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(TOO_MANY),
      extensions: { code: 'RATE_LIMITED', retryAfter: Number(headers.get('retry-after')) },
    });
  });

  it('holds for an account from wherever it is tried', async () => {
    const { server, person } = await limited({ env: { TRUST_PROXY: '1' } });
    for (const index of times(10)) {
      expect((await signIn(server, person.email, 'Wrong1password', from(index))).status).toBe(401);
    }
    expect((await signIn(server, person.email, person.password, from(99))).status).toBe(429);
  });

  it('holds for an address whatever account it tries, and a forged X-Forwarded-For changes nothing', async () => {
    const { server, person } = await limited();
    for (const index of times(10)) {
      const { status } = await signIn(server, `nobody${index}@tern.example`, 'Wrong1password', from(index));
      expect(status).toBe(401);
    }
    expect((await signIn(server, person.email, person.password, from(99))).status).toBe(429);
  });

  it('that succeeds resets the account’s count and costs the address nothing', async () => {
    const { server, person } = await limited();
    for (const _ of times(9)) await signIn(server, person.email, 'Wrong1password');
    expect((await signIn(server, person.email, person.password)).status).toBe(200);
    const { headers } = await signIn(server, person.email, person.password);
    // nine wrong ones stay with the address
    expect(headers.get('ratelimit-remaining')).toBe('0');
    for (const _ of times(12)) expect((await signIn(server, person.email, person.password)).status).toBe(200);
  });

  it('of many people at one address at once does not lock it', async () => {
    const { server } = await limited();
    const rates = new Rates(server.orm, true);
    const attempt = () => rates.consume({ onRate: () => undefined }, 'passwordPerAddress', '203.0.113.7');
    const answers = await Promise.allSettled(times(30).map(attempt));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    // All ten passwords were correct.
    for (const _ of times(10)) await rates.refund('passwordPerAddress', '203.0.113.7');
    expect(await attempt()).toBe(2);
  });

  it('is counted for all processes together', async () => {
    const { server, person } = await limited();
    const other = closeAfterTest(await startServer({ databaseUrl: server.databaseUrl, env: { RATE_LIMIT: 'on' } }));
    for (const index of times(10)) await signIn(index % 2 ? server : other, person.email, 'Wrong1password');
    expect((await signIn(server, person.email, person.password)).status).toBe(429);
    expect((await signIn(other, person.email, person.password)).status).toBe(429);
  });

  it('leaves neither e-mails nor addresses in the database', async () => {
    const { server, person } = await limited();
    await signIn(server, person.email, 'Wrong1password');
    const rows = await server.orm.em.fork().execute<{ key: string }[]>('select key from rate');
    const names = new Set(rows.map(({ key }) => key.split(':')[0]));
    expect(names).toEqual(new Set(['passwordPerAccount', 'passwordPerAddress', 'registerPerAddress']));
    expect(rows.filter(({ key }) => key.includes('@') || key.includes('127.0.0.1'))).toEqual([]);
  });

  it('lets parallel attempts through no more often', async () => {
    const { server, person } = await limited();
    const answers = await Promise.all(times(30).map(() => signIn(server, person.email, 'Wrong1password')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });
});

describe('other calls without a sign-in', () => {
  it('create at most twenty accounts an hour and address', async () => {
    const { server } = await limited();
    for (const _ of times(19)) await newPerson(server);
    await expect(newPerson(server)).rejects.toThrow(/429.*try again in 60 minutes/);
  });

  it('count every alias of one request', async () => {
    const { server } = await limited();
    const fields = times(13).map((index) => {
      const person = `firstName: "Mara", lastName: "Okafor", username: "mara${index}", email: "mara${index}@tern.example"`;
      return `a${index}: register(input: { ${person}, password: "Granite7stones" }) { user { id } }`;
    });
    const { errors, headers } = await new Client(server).graphql(`mutation { ${fields.join(' ')} }`);
    expect(errors).toBeUndefined();
    // one by `limited`, thirteen here
    expect(headers.get('ratelimit-remaining')).toBe('6');
  });

  it('request at most five mails an hour and address, whatever the email', async () => {
    const { server } = await limited();
    const ask = (email: string) => new Client(server).rest('post', '/auth/forgot-password', { email });
    for (const index of times(5)) expect((await ask(`n${index}@tern.example`)).status).toBe(200);
    expect((await ask('last@tern.example')).status).toBe(429);
  });

  it('try at most five reset tokens an hour, and twenty links that verify an address', async () => {
    const { server } = await limited();
    const reset = () =>
      new Client(server).rest('post', '/auth/reset-password', { token: 'none', password: 'Granite7stones' });
    for (const _ of times(5)) expect((await reset()).status).toBe(422);
    expect((await reset()).status).toBe(429);
    const verify = () => new Client(server).rest('post', '/auth/email/verify', { token: 'none' });
    for (const _ of times(20)) expect((await verify()).status).toBe(422);
    expect((await verify()).status).toBe(429);
  });

  it('begin and complete at most 300 sign-ins at a provider in 15 minutes and address', async () => {
    const { server } = await limited({ env: { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'cairn' } });
    await useUp(server, 'oidcPerAddress', '127.0.0.1');
    const answer = { state: 'x'.repeat(43), code: 'x', verifier: 'v'.repeat(64) };
    for (const [path, body] of Object.entries({ begin: {}, complete: answer })) {
      expect((await new Client(server).rest('post', `/auth/oidc/${path}`, body)).status, path).toBe(429);
    }
  });
});

describe('another account', () => {
  const LOOKUP = 'query ($name: String!) { userLookup(emailOrUsername: $name) { id } }';
  const RENAME = 'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }';

  it('can be looked up 120 times an hour, over both transports together', async () => {
    const { server, person } = await limited();
    const other = await newPerson(server);
    // no more at a time than the read queue holds
    for (const many of [40, 40, 39]) {
      const answers = await Promise.all(
        times(many).map(() => person.client.rest('get', `/users/lookup?emailOrUsername=${other.username}`)),
      );
      expect(answers.every(({ status, body }) => status === 200 && body.data.id === other.id)).toBe(true);
    }
    const { data, headers } = await person.client.graphql(LOOKUP, { name: other.email });
    expect([data.userLookup.id, headers.get('ratelimit-remaining')]).toEqual([other.id, '0']);
    const { errors } = await person.client.graphql(LOOKUP, { name: other.email });
    expect(errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
    const refused = await person.client.rest('get', `/users/lookup?emailOrUsername=${other.username}`);
    expect(refused.status).toBe(429);
    expect((await other.client.rest('get', `/users/lookup?emailOrUsername=${person.username}`)).status).toBe(200);
  });

  it('can be probed with its email or username 20 times an hour', async () => {
    const { server, person } = await limited();
    const other = await newPerson(server);
    const take = (fields: object) => person.client.rest('put', '/auth/profile', fields);
    const taken = { email: other.email, currentPassword: person.password };
    for (const _ of times(10)) expect(Object.keys((await take(taken)).body.errors)).toEqual(['email']);
    for (const _ of times(10)) {
      const { errors } = await person.client.graphql(RENAME, { input: { username: other.username } });
      expect(errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
    }
    // the answer for a free name would reveal as much
    for (const name of [other.username, 'a.free.name']) expect((await take({ username: name })).status).toBe(429);
    // unchanged names and other fields cost nothing
    const { email, username } = person;
    expect((await take({ firstName: 'Ada', email, username })).status).toBe(200);
  });

  it('can be added to projects and removed ten times an hour', async () => {
    const { server, person } = await limited();
    const { id } = await newProject(person);
    const other = await newPerson(server);
    const at = `/projects/${id}/members`;
    for (const _ of times(5)) {
      expect((await person.client.rest('post', at, { userId: other.id })).status).toBe(201);
      expect((await person.client.rest('delete', `${at}/${other.id}`)).status).toBe(204);
    }
    expect((await person.client.rest('post', at, { userId: other.id })).status).toBe(429);
    const add = 'mutation ($input: AddProjectMemberInput!) { addProjectMember(input: $input) { revision } }';
    const { errors } = await person.client.graphql(add, { input: { projectId: id, userId: other.id } });
    expect(errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
    const { body } = await other.client.rest('get', '/notifications');
    expect(body.data.notifications).toHaveLength(10);
    const third = await newPerson(server);
    expect((await person.client.rest('post', at, { userId: third.id })).status).toBe(201);
    // A copy of a project adds its members, too.
    const copy = () =>
      person.client.rest('post', `/projects/${id}/duplicate`, { with: { tasks: true, members: true } });
    for (const _ of times(9)) expect((await copy()).status).toBe(201);
    expect((await copy()).status).toBe(429);
  });

  it('can be added or removed 120 times an hour in all', async () => {
    const { server, person } = await limited();
    const { id } = await newProject(person);
    const nobody = () => person.client.rest('post', `/projects/${id}/members`, { userId: randomUUID() });
    const answers = await Promise.all(times(RATES.membersPerPerson.points).map(nobody));
    expect(answers.every(({ status }) => status === 422)).toBe(true);
    const other = await newPerson(server);
    expect((await person.client.rest('post', `/projects/${id}/members`, { userId: other.id })).status).toBe(429);
  });
});

describe('files', () => {
  it('count for the limit of a day when they are sent, also if their content is there already', async () => {
    const { server, person } = await limited();
    const { id: taskId } = await newTask(person, (await newProject(person)).id);
    const words = 'the same words';
    const send = async ({ hasLength = true } = {}) => {
      const answer = await fetch(`${server.url}/api/tasks/${taskId}/attachments?name=words.txt`, {
        method: 'POST',
        body: hasLength ? words : ReadableStream.from([new TextEncoder().encode(words)]),
        duplex: 'half',
        headers: { authorization: `Bearer ${person.client.token}`, 'content-type': 'application/octet-stream' },
      });
      return { status: answer.status, body: (await answer.json()) as RestResult['body'] };
    };
    const count = (kilobytes: number) =>
      server.resources.rates.consume({ onRate: () => undefined }, 'sentKilobytesPerPerson', person.id, kilobytes);
    const refused = { status: 422, body: { reasons: [{ field: 'file', key: 'dailyLimit' }] } };
    const { points } = RATES.sentKilobytesPerPerson;
    await count(points - 2);
    for (const _ of times(2)) expect((await send()).status).toBe(201);
    // It is refused before it is sent, so it does not count.
    expect(await send()).toMatchObject(refused);
    expect(await count(0)).toBe(points);
    // Its size is known at its end only.
    expect(await send({ hasLength: false })).toMatchObject(refused);
    await expect(count(0)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    for (const hasLength of [true, false]) expect(await send({ hasLength })).toMatchObject(refused);
    const asked = await person.client.rest('post', '/uploads', { taskId, name: 'words.txt', size: 1 });
    expect(asked).toMatchObject(refused);
    expect((await person.client.rest('get', `/tasks/${taskId}/attachments`)).body.data).toHaveLength(2);
  });
});

describe('a signed-in user', () => {
  it('can create 150 objects a minute, whatever their type; a copy counts one more for each 50 tasks', async () => {
    const { server, person } = await limited();
    const { id: projectId } = await newProject(person);
    await insertManyTasks(server, projectId, person.id, 100);
    const copied = await person.client.rest('post', `/projects/${projectId}/duplicate`, { with: { tasks: true } });
    expect(copied.status).toBe(201);
    const note = () => person.client.rest('post', '/notifications', { title: 'Call the printer' });
    // the project counts one, its copy three
    const answers = await Promise.all(times(RATES.createPerPerson.points - 4).map(note));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const task = await person.client.rest('post', '/tasks', { title: 'Print', priority: 'LOW', projectId });
    expect(task.status).toBe(429);
    expect(task.body.message).toMatch(/try again in (\d+ seconds|1 minute)\.$/);
    // another person is not concerned
    expect((await newProject(await newPerson(server))).name).toBe('Tern launch');
  });

  it('can send 30 messages of webhooks a minute, and an administrator 10 test mails an hour', async () => {
    const { server, person } = await limited();
    const webhookId = await newWebhook(person);
    const deliveryId = randomUUID();
    await server.orm.em.fork().execute(
      `insert into webhook_delivery (id, webhook_id, message_id, type, state, attempts, created_at, attempted_at, about)
       values (?, ?, 'x', 'webhook.test', 'FAILED', 1, now(), now(), '{}')`,
      [deliveryId, webhookId],
    );
    await useUp(server, 'webhookSendsPerPerson', person.id);
    for (const path of ['test', `deliveries/${deliveryId}/redeliver`]) {
      expect((await person.client.rest('post', `/webhooks/${webhookId}/${path}`)).status, path).toBe(429);
    }
    // the first person of a server is its administrator
    await useUp(server, 'testMailPerPerson', person.id);
    expect((await person.client.rest('post', '/admin/test-mail', {})).status).toBe(429);
  });

  it('can use a limited query cost a minute, sockets included', async () => {
    const { server, person } = await limited();
    const large = '{ projects(first: 100) { nodes { id members(first: 15) { nodes { id } } } } }';
    const answers = await Promise.all(times(40).map(() => person.client.graphql(large)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(Math.floor(50_000 / 1701));
    expect(refused[0]?.errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused[0]?.headers.get('ratelimit-limit')).toBe('50000');
    const following = follow(server, 'subscription { changes { revision } }', { token: person.client.token });
    await expect.poll(() => following.errors[0]?.extensions?.['code']).toBe('RATE_LIMITED');
    await following.stop();
    // REST counts with it; other people go on
    expect((await person.client.rest('get', '/projects')).status).toBe(429);
    expect((await (await newPerson(server)).client.graphql(large)).status).toBe(200);
  });

  it('is charged the same cost in REST as in GraphQL, with the remaining points in the answer', async () => {
    const { person } = await limited();
    const left = async (path: string) => {
      const { status, headers } = await person.client.rest('get', path);
      expect([status, headers.get('ratelimit-limit')]).toEqual([200, '50000']);
      expect(Number(headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
      return Number(headers.get('ratelimit-remaining'));
    };
    const full = await left('/projects?limit=1');
    expect(full - (await left('/tasks?limit=10'))).toBe(11);
    expect(full - (await left('/tasks'))).toBe(11 + 101);
    expect(full - (await left('/tasks?limit=10&search=a'))).toBe(11 + 101 + 211);
    expect(full - (await left('/dashboard/stats'))).toBe(11 + 101 + 211 + 100);
    const { headers } = await person.client.graphql('{ tasks(first: 10, filter: { search: "a" }) { nodes { id } } }');
    expect(full - Number(headers.get('ratelimit-remaining'))).toBe(11 + 101 + 211 + 100 + 211);
    expect(full - (await left('/tasks/groups?groupBy=STATUS'))).toBe(11 + 101 + 211 + 100 + 211 + 100);
    const refused = await Promise.all(times(260).map(() => person.client.rest('get', '/tasks?search=a&limit=1')));
    const answer = refused.find(({ status }) => status === 429);
    expect(answer?.body.code).toBe('RATE_LIMITED');
    expect(answer?.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('is charged the same cost in REST as in GraphQL for a list without pages', async () => {
    const { person } = await limited();
    const project = await newProject(person);
    const task = await newTask(person, project.id);
    const read = async (path: string) => {
      const { status, headers } = await person.client.rest('get', path);
      expect(status, path).toBe(200);
      return Number(headers.get('ratelimit-remaining'));
    };
    const { text } = await person.client.graphql('query ($id: ID!) { task(id: $id) { checklist { id } } }', {
      id: task.id,
    });
    expect(JSON.parse(text).extensions.cost.requested).toBe(11);
    let left = await read(`/tasks/${task.id}`);
    for (const path of [
      ...['checklist', 'relations', 'attachments', 'watchers'].map((list) => `/tasks/${task.id}/${list}`),
      ...['columns', 'tags'].map((list) => `/projects/${project.id}/${list}`),
    ]) {
      const next = await read(path);
      expect(left - next, path).toBe(11);
      left = next;
    }
  });
});

it('invalid documents are charged by their length, with and without a sign-in, by HTTP and sockets', async () => {
  const { server, person } = await limited();
  const anybody = new Client(server);
  const ask = (client: Client, query: string) => client.graphql(query);
  const left = ({ headers }: { headers: Headers }) => Number(headers.get('ratelimit-remaining'));
  // neither can be run: one is no document, the other asks for what is not there
  for (const wrong of [`{ ${'a '.repeat(500)}`, `{ ${'nothing '.repeat(125)}}`]) {
    const first = await ask(anybody, '{ __typename }');
    expect([first.status, first.errors]).toEqual([200, undefined]);
    const refused = await ask(anybody, wrong);
    expect([refused.status, refused.errors?.[0]?.extensions.code]).toEqual([400, 'BAD_REQUEST']);
    // 4 is for the kilobyte that its body has
    expect(left(first) - left(refused)).toBe(4 + Math.ceil(wrong.length / 5));
  }
  const long = `{ ${'nothing '.repeat(1_500)}}`;
  const answers: number[] = [];
  while (answers.length < 30) answers.push((await ask(anybody, long)).status);
  expect(answers.filter((status) => status === 400)).toHaveLength(25);
  // from now on, even a free document is refused
  const spent = await ask(anybody, '{ __typename }');
  expect([spent.status, spent.errors?.[0]?.extensions]).toEqual([
    429,
    expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) }),
  ]);
  expect(spent.headers.get('retry-after')).toMatch(/^\d+$/);
  // users have a separate count, which their sockets share
  const before = left(await ask(person.client, '{ __typename }'));
  const query = `subscription { ${'nothing '.repeat(100)}}`;
  const following = follow(server, query, { token: person.client.token });
  await expect.poll(() => following.errors[0]?.extensions?.['code']).toBe('BAD_REQUEST');
  await following.stop();
  expect(before - left(await ask(person.client, '{ __typename }'))).toBe(Math.ceil(query.length / 5));
});

it('counting goes on in memory while the database is away', async () => {
  const orm = await createOrm({ url: 'postgres://nobody@127.0.0.1:1/none', entities });
  const rates = new Rates(orm, true);
  const seen: Rate[] = [];
  const caller = { address: '203.0.113.7', device: null, onRate: (rate: Rate) => void seen.push(rate) };
  for (const _ of times(10)) await rates.consume(caller, 'passwordPerAddress', caller.address);
  await expect(rates.consume(caller, 'passwordPerAddress', caller.address)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  });
  expect(seen.map(({ remaining }) => remaining)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]);
  await rates.refund('passwordPerAddress', caller.address);
  await rates.reset('passwordPerAddress', caller.address);
  await rates.consume(caller, 'passwordPerAddress', caller.address);
  await orm.close(true);
});

it('nothing is counted when rates are off', async () => {
  const server = closeAfterTest(await startServer());
  const { headers } = await signIn(server, 'nobody@tern.example', 'Wrong1password');
  expect(headers.get('ratelimit-limit')).toBeNull();
  for (const _ of times(15)) expect((await signIn(server, 'nobody@tern.example', 'Wrong1password')).status).toBe(401);
});
