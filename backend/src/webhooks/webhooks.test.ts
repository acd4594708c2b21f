import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WEBHOOKS } from '../../contract/limits.js';
import { newProgram } from '../../test/support/apiToken.js';
import { addMember, newAttachment, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { type MailServer, startMailServer } from '../../test/support/jobQueue.js';
import { lockWaits, rows } from '../../test/support/rows.js';
import { suspend } from '../accounts/operator.service.js';
import { pauseWebhooks } from '../backups/pauseWebhooks.js';
import { partsOf } from '../write/kinds.js';
import { purgeObjects } from '../write/purgeDeleted.js';
import { startWebhookSender, type WebhookSender } from './webhookSender.js';

/** What a receiver got. */
interface Got {
  path: string;
  headers: Record<string, string>;
  body: string;
  json: any; // oxlint-disable-line typescript/no-explicit-any
}

let server: MailServer;
let sender: WebhookSender;
let receiver: Server;
let base: string;
let ahead = 0;
/** What names of receivers lead to. */
let resolved: string[][] = [];
let got: Got[] = [];
/** How paths answer; others with 200. */
let answers: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {};

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const path = request.url ?? '';
      got.push({
        path,
        headers: request.headers as Record<string, string>,
        body,
        json: body.startsWith('{') ? JSON.parse(body) : null,
      });
      const answer = answers[path];
      if (answer) answer(response, request);
      else response.end('thanks');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  server = await startMailServer({
    env: { WEBHOOK_HOSTS: `127.0.0.1:${port},.yard.example` },
    now: () => new Date(Date.now() + ahead),
    outboundResolve: () => Promise.resolve(resolved.shift() ?? ['127.0.0.1']),
  });
  sender = await startWebhookSender(server.resources, server.databaseUrl);
});
afterAll(async () => {
  await sender.close();
  receiver.closeAllConnections();
  receiver.close();
  await server.close();
});

let mara: Person;
let projectId: string;
beforeEach(async () => {
  ahead = 0;
  resolved = [];
  got = [];
  answers = {};
  mara = await newPerson(server);
  ({ id: projectId } = await newProject(mara, { name: 'Harbour' }));
});
// In the order of the sender, which may be at work.
afterEach(() =>
  rows(
    server,
    `with held as (select 1 from webhook_cursor order by webhook_id, project_id for update)
     delete from webhook where (select count(*) from held) >= 0`,
  ),
);

const create = (fields: object = {}, by = mara) =>
  by.client.rest('post', '/webhooks', { name: 'Bridge', url: `${base}/hook`, events: ['*'], projectId, ...fields });
const newWebhook = async (fields: object = {}, by = mara): Promise<{ id: string; secret: string }> => {
  const { status, body } = await create(fields, by);
  expect([status, body]).toEqual([201, expect.anything()]);
  return { id: body.data.webhook.id, secret: body.data.secret };
};
const read = async (id: string) => (await mara.client.rest('get', `/webhooks/${id}`)).body.data;
const deliveries = async (id: string, query = '') =>
  (await mara.client.rest('get', `/webhooks/${id}/deliveries${query}`)).body.data;
/** Tries again until it does not fail: a sender notices the first webhook of a server within two seconds. */
const eventually = <T>(attempt: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(attempt, { timeout: 20_000, interval: 20 });
/** Waits until a receiver has got so many messages. */
const receives = (count: number, path = '/hook') =>
  eventually(() => expect(got.filter((it) => it.path === path)).toHaveLength(count));
const titles = (path = '/hook') =>
  got.filter((it) => it.path === path).flatMap(({ json }) => json.data.changes.map((it: any) => it.task?.title)); // oxlint-disable-line typescript/no-explicit-any
const answerWith =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end();
  };

describe('a message', () => {
  it('is signed by Standard Webhooks, and has the change set with its tasks', async () => {
    const { id, secret } = await newWebhook();
    const task = await newTask(mara, projectId, { title: 'Choose the date 🪨', priority: 'HIGH' });
    await receives(1);
    const [message] = got;
    if (!message) throw new Error('nothing was sent');
    const verified = new Webhook(secret).verify(message.body, message.headers);
    expect(() => new Webhook(secret).verify(`${message.body} `, message.headers)).toThrow('No matching signature');
    const project = (await mara.client.rest('get', `/projects/${projectId}`)).body.data;
    expect(verified).toEqual({
      type: 'project.changes',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        projectId,
        revision: project.revision,
        epoch: expect.any(String),
        actor: { id: mara.id, name: 'Mara Okafor' },
        changes: [
          expect.objectContaining({
            type: 'task.created',
            entity: 'TASK',
            entityId: task.id,
            action: 'CREATED',
            fields: expect.objectContaining({ title: [null, 'Choose the date 🪨'], priority: [null, 'HIGH'] }),
            task: expect.objectContaining({ id: task.id, title: 'Choose the date 🪨', key: task.key }),
          }),
        ],
      },
    });
    expect(message.headers['webhook-id']).toMatch(/^[0-9a-f-]{36}$/);
    const [delivery] = await eventually(async () => {
      const list = await deliveries(id);
      expect(list).toHaveLength(1);
      return list;
    });
    expect(delivery).toMatchObject({ state: 'DELIVERED', status: 200, attempts: 1, response: 'thanks', error: null });
    expect(delivery.messageId).toBe(message.headers['webhook-id']);
  });

  it('has the task of a changed part, whatever its kind', async () => {
    const parts = partsOf(server.orm.em, 'task').map(({ name }) => name);
    await newWebhook({ events: [...new Set(parts)].map((name) => `${name}.created`) });
    const { id: taskId } = await newTask(mara, projectId, { title: 'One' });
    const { id: otherId } = await newTask(mara, projectId, { title: 'Two' });
    await mara.client.rest('post', `/tasks/${taskId}/comments`, { text: 'first' });
    await mara.client.rest('post', `/tasks/${taskId}/checklist`, { text: 'Sand' });
    await mara.client.rest('post', `/tasks/${taskId}/relations`, { otherId, kind: 'BLOCKS' });
    await newAttachment(mara, taskId, 'plan.txt');
    await receives(4);
    const changes = got.map(({ json }) => json.data.changes[0]);
    expect(changes.map(({ task }) => task?.title)).toEqual(['One', 'One', 'One', 'One']);
    expect(new Set(changes.map(({ entity }) => entity.toLowerCase()))).toEqual(new Set(parts));
  });

  it('is sent only for the events that are asked for, in the order of the log', async () => {
    await newWebhook({ events: ['comment.*', 'task.deleted'] });
    const task = await newTask(mara, projectId, { title: 'One' });
    await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: 'first' });
    await mara.client.rest('patch', `/tasks/${task.id}`, { title: 'Two' });
    await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: 'second' });
    await mara.client.rest('delete', `/tasks/${task.id}`);
    await receives(3);
    expect(got.map(({ json }) => json.data.changes[0].type)).toEqual([
      'comment.created',
      'comment.created',
      'task.deleted',
    ]);
    expect(got.map(({ json }) => json.data.changes[0].fields.text?.[1])).toEqual(['first', 'second', undefined]);
  });

  it('has no task that has left the project, which its owner may not see there', async () => {
    const lea = await newPerson(server);
    await addMember(mara, projectId, lea);
    const { id: hers } = await newProject(lea, { name: 'Yard' });
    const { revision } = (await mara.client.rest('get', `/projects/${projectId}`)).body.data;
    const { id } = await newWebhook();
    const task = await newTask(mara, projectId, { title: 'Ours' });
    await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: 'first' });
    await receives(2);
    expect((await lea.client.rest('patch', `/tasks/${task.id}/project`, { projectId: hers })).status).toBe(200);
    await lea.client.rest('patch', `/tasks/${task.id}`, { title: 'Theirs' });
    await receives(3);
    expect(got[2]?.json.data.changes).toContainEqual(
      expect.objectContaining({ type: 'task.deleted', entityId: task.id, task: null }),
    );
    got = [];
    await mara.client.rest('post', `/webhooks/${id}/redeliver-since`, { revision });
    await receives(3);
    expect(new Set(titles())).toEqual(new Set([undefined]));
    expect(got.filter(({ body }) => body.includes('Theirs'))).toEqual([]);
  });

  it('of the deletion of a project is sent when the project is restored', async () => {
    await newWebhook({ events: ['project.deleted', 'project.restored', 'task.created'] });
    await newWebhook({ projectId: null, url: `${base}/all`, events: ['task.created'] });
    await mara.client.rest('delete', `/projects/${projectId}`);
    const { id: other } = await newProject(mara);
    await newTask(mara, other);
    await receives(1, '/all');
    expect(got.filter(({ path }) => path === '/hook')).toEqual([]);
    await mara.client.rest('post', `/projects/${projectId}/restore`);
    await receives(2);
    const sent = got.filter(({ path }) => path === '/hook').map(({ json }) => json.data.changes[0].type);
    expect(sent).toEqual(['project.deleted', 'project.restored']);
  });

  it('of a large change set only says that the project has to be read again', async () => {
    await newWebhook();
    await mara.client.rest('post', '/tasks/bulk', {
      projectId,
      tasks: Array.from({ length: 120 }, (_, n) => ({ title: `Task ${n}`, priority: 'LOW' })),
    });
    await newTask(mara, projectId, { title: 'Small' });
    // a few lines with 20 kB of text
    const comments = Array.from({ length: 20 }, () => ({ text: 'x'.repeat(1_000) }));
    const tasks = [{ title: 'Long', priority: 'LOW', comments }];
    await mara.client.rest('post', '/tasks/bulk', { projectId, tasks });
    await receives(3);
    expect(got.map(({ json }) => [json.type, json.data.changes.length])).toEqual([
      ['project.resync', 0],
      ['project.changes', 1],
      ['project.resync', 0],
    ]);
  });

  it('after a new history of the database says so, too', async () => {
    await newWebhook();
    await rows(server, 'update epoch set id = gen_random_uuid()');
    const [{ id: epoch }] = (await rows(server, 'select id from epoch')) as [{ id: string }];
    await newTask(mara, projectId, { title: 'After' });
    await receives(1);
    expect(got[0]?.json).toMatchObject({ type: 'project.resync', data: { epoch, projectId } });
    await newTask(mara, projectId, { title: 'And on' });
    await receives(2);
    expect(got[1]?.json).toMatchObject({ type: 'project.changes', data: { epoch } });
  });

  it('has the same id when it is sent again after a process was killed between sending and marking', async () => {
    const { id } = await newWebhook();
    await newTask(mara, projectId, { title: 'Twice' });
    await receives(1);
    await eventually(async () => expect(await deliveries(id)).toHaveLength(1));
    await rows(server, 'update webhook_cursor set revision = revision - 1, locked_until = null where webhook_id = ?', [
      id,
    ]);
    await newTask(mara, projectId, { title: 'Next' });
    await receives(3);
    const ids = got.map(({ headers }) => headers['webhook-id']);
    expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
    expect(titles()).toEqual(['Twice', 'Twice', 'Next']);
  });

  it('is sent once, however many processes send', async () => {
    const other = await startWebhookSender(server.resources, server.databaseUrl);
    await newWebhook();
    const names = Array.from({ length: 30 }, (_, n) => `Task ${n}`);
    for (const title of names) await newTask(mara, projectId, { title });
    await receives(30);
    expect(titles()).toEqual(names);
    await other.close();
  });
});

it('a change that comes while its stream is about to end is sent at once', async () => {
  // Its first look for forgotten streams is 20 seconds away.
  await sender.close();
  sender = await startWebhookSender(server.resources, server.databaseUrl);
  await rows(
    server,
    `create function release_slowly() returns trigger language plpgsql as
       'begin perform pg_sleep(1); return new; end'`,
  );
  onTestFinished(async () => void (await rows(server, 'drop function release_slowly cascade')));
  await rows(
    server,
    `create trigger slow before update on webhook_cursor for each row
     when (old.locked_until is not null and new.locked_until is null) execute function release_slowly()`,
  );
  await newWebhook();
  await newTask(mara, projectId, { title: 'First' });
  const releases = () =>
    rows(server, `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`);
  await expect.poll(releases, { interval: 20 }).toHaveLength(1);
  await newTask(mara, projectId, { title: 'Second' });
  await vi.waitFor(() => expect(titles()).toEqual(['First', 'Second']), { timeout: 8_000, interval: 20 });
});

describe('a webhook of all projects', () => {
  it('gets those that its owner joins later, and none that they have left', async () => {
    await newWebhook({ projectId: null, events: ['task.created'] });
    const lea = await newPerson(server);
    const { id: hers } = await newProject(lea, { name: 'Yard' });
    await newTask(lea, hers, { title: 'Before' });
    await addMember(lea, hers, mara);
    await newTask(lea, hers, { title: 'With' });
    await receives(1);
    await lea.client.rest('delete', `/projects/${hers}/members/${mara.id}`);
    await newTask(lea, hers, { title: 'Without' });
    await newTask(mara, projectId, { title: 'Mine' });
    await receives(2);
    expect(titles()).toEqual(['With', 'Mine']);
    await addMember(lea, hers, mara);
    await newTask(lea, hers, { title: 'Again' });
    await receives(3);
    expect(titles()).toEqual(['With', 'Mine', 'Again']);
  });

  it('is failing only until its owner leaves the project whose message waits', async () => {
    answers['/hook'] = answerWith(500);
    const { id } = await newWebhook({ projectId: null });
    const lea = await newPerson(server);
    const { id: hers } = await newProject(lea, { name: 'Yard' });
    await addMember(lea, hers, mara);
    await eventually(async () => expect(await read(id)).toMatchObject({ state: 'FAILING' }));
    await lea.client.rest('delete', `/projects/${hers}/members/${mara.id}`);
    expect(await read(id)).toMatchObject({ state: 'ACTIVE' });
  });
});

describe('a receiver that', () => {
  it('fails gets eight attempts within a day, then the webhook pauses, and goes on where it stopped', async () => {
    answers['/hook'] = answerWith(500);
    const { id } = await newWebhook();
    await newTask(mara, projectId, { title: 'First' });
    await newTask(mara, projectId, { title: 'Second' });
    await receives(1);
    for (const [index, seconds] of [5, 300, 1_800, 7_200, 18_000, 36_000, 86_400].entries()) {
      await eventually(async () => expect((await deliveries(id))[0]).toMatchObject({ attempts: index + 1 }));
      expect(await read(id)).toMatchObject({ state: 'FAILING' });
      const [{ nextAt, createdAt }] = await deliveries(id);
      expect(Math.round((Date.parse(nextAt) - Date.parse(createdAt)) / 1_000)).toBe(seconds);
      ahead = seconds * 1_000;
      await receives(index + 2);
    }
    await eventually(async () => expect(await read(id)).toMatchObject({ state: 'PAUSED', pauseReason: 'FAILED' }));
    expect((await deliveries(id))[0]).toMatchObject({ state: 'FAILED', attempts: 8, status: 500, nextAt: null });
    const [mail] = (await server.work()).filter(({ subject }) => subject?.includes('Bridge'));
    expect(mail?.text).toContain('It answered 500.');
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);

    answers = {};
    got = [];
    const started = await mara.client.rest('patch', `/webhooks/${id}`, { paused: false });
    expect(started.body.data).toMatchObject({ state: 'ACTIVE', pauseReason: null });
    await receives(2);
    expect(titles()).toEqual(['First', 'Second']);
  });

  it('was asked late, as after a long stop of the server, is not asked again at once', async () => {
    answers['/hook'] = answerWith(500);
    const { id } = await newWebhook();
    await newTask(mara, projectId);
    await receives(1);
    await eventually(async () => expect(await deliveries(id)).toMatchObject([{ attempts: 1 }]));
    ahead = 25 * 3_600_000;
    await receives(2);
    await eventually(async () => expect(await deliveries(id)).toMatchObject([{ attempts: 2, state: 'PENDING' }]));
    const [{ nextAt, attemptedAt }] = await deliveries(id);
    // as between the second and the third attempt
    expect(Math.round((Date.parse(nextAt) - Date.parse(attemptedAt)) / 1_000)).toBe(295);
  });

  it('answers 410 pauses the webhook at once', async () => {
    answers['/hook'] = answerWith(410);
    const { id } = await newWebhook();
    await newTask(mara, projectId);
    await eventually(async () => expect(await read(id)).toMatchObject({ state: 'PAUSED', pauseReason: 'GONE' }));
    expect(await deliveries(id)).toMatchObject([{ state: 'FAILED', attempts: 1, status: 410 }]);
  });

  it('redirects is not followed', async () => {
    answers['/hook'] = answerWith(302, { location: `${base}/elsewhere` });
    const { id } = await newWebhook();
    await newTask(mara, projectId);
    await eventually(async () =>
      expect(await deliveries(id)).toMatchObject([
        { state: 'PENDING', status: 302, error: 'Redirects are not followed' },
      ]),
    );
    expect(got.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('is busy says when it wants to be asked again', async () => {
    answers['/hook'] = answerWith(429, { 'retry-after': '1200' });
    const { id } = await newWebhook();
    await newTask(mara, projectId);
    const [{ nextAt, attemptedAt }] = await eventually(async () => {
      const list = await deliveries(id);
      expect(list).toHaveLength(1);
      return list;
    });
    expect(Math.round((Date.parse(nextAt) - Date.parse(attemptedAt)) / 1_000)).toBe(1_200);
  });

  it('answers without end is cut', async () => {
    let isCut = false;
    answers['/hook'] = (response) => {
      response.writeHead(200);
      const more = (): void => {
        if (!response.destroyed && response.write('x'.repeat(60_000))) setImmediate(more);
      };
      response.on('drain', more).on('close', () => (isCut = true));
      more();
    };
    const { id } = await newWebhook();
    await newTask(mara, projectId);
    await eventually(async () => expect((await deliveries(id))[0]).toMatchObject({ state: 'DELIVERED' }));
    await eventually(() => expect(isCut).toBe(true));
    expect((await deliveries(id))[0].response).toHaveLength(WEBHOOKS.storedAnswer);
  });

  it('never answers delays no other, not even of the same person', async () => {
    answers['/slow'] = () => undefined;
    const slow: string[] = [];
    for (let n = 0; n < 5; n += 1) slow.push((await newWebhook({ url: `${base}/slow`, name: `Slow ${n}` })).id);
    await newTask(mara, projectId, { title: 'Stuck' });
    await receives(5, '/slow');
    await newWebhook({ url: `${base}/quick` });
    await newTask(mara, projectId, { title: 'Quick' });
    await receives(1, '/quick');
    // all still wait for their answers
    for (const id of slow) expect(await deliveries(id)).toEqual([]);
    expect(titles('/quick')).toEqual(['Quick']);
  });

  it('has a private address is not reached, even if its name is public when it is first looked up', async () => {
    const { id } = await newWebhook({ url: 'https://tern.example/hook' });
    for (const addresses of [['10.0.0.7'], ['93.184.216.34', '127.0.0.1'], ['::ffff:169.254.169.254'], ['fd00::1']]) {
      resolved = [addresses];
      const { body } = await mara.client.rest('post', `/webhooks/${id}/test`);
      expect(body.data).toMatchObject({ state: 'FAILED', status: null, error: 'The host has a private address' });
    }
    expect(got).toEqual([]);
  });
});

describe('an address', () => {
  it.each([
    'http://tern.example/hook',
    'ftp://tern.example/hook',
    'file:///etc/passwd',
    'gopher://127.0.0.1:70/',
    'https://user:password@tern.example/hook',
    'https://token@tern.example/hook',
    'https://localhost/hook',
    'https://LOCALHOST./hook',
    'https://metadata.localhost/',
    'https://127.0.0.1:9/hook',
    'https://127.1/hook',
    'https://2130706433/hook',
    'https://0x7f000001/hook',
    'https://0177.0.0.1/hook',
    'https://0/hook',
    'https://10.0.0.1/hook',
    'https://172.16.0.1/hook',
    'https://192.168.1.1/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/hook',
    'https://224.0.0.1/hook',
    'https://[::1]/hook',
    'https://[::]/hook',
    'https://[::ffff:127.0.0.1]/hook',
    'https://[::ffff:7f00:1]/hook',
    'https://[fd00::1]/hook',
    'https://[fe80::1]/hook',
    'https://[fec0::2]/hook',
    'https://[64:ff9b::7f00:1]/hook',
    'https://intranet/hook',
    'https://１２７.0.0.1/hook',
    'not a url',
  ])('is refused at its field: %s', async (url) => {
    const { status, body } = await create({ url });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['url']]);
    expect(body.errors.url).toHaveLength(1);
  });

  it('may be private or use HTTP where the operator allows its host', async () => {
    await newWebhook({ url: `${base}/trusted`, events: ['*'] });
    expect((await create({ url: 'http://n8n.yard.example:5678/hook' })).status).toBe(201);
    expect((await create({ url: 'http://yard.example/hook' })).status).toBe(422);
    expect((await create({ url: 'http://127.0.0.1:1/hook' })).status).toBe(422);
  });
});

describe('a webhook', () => {
  it('is at the address that the answer to its creation names', async () => {
    const { headers, body } = await create();
    expect(headers.get('location')).toBe(`/api/webhooks/${body.data.webhook.id}`);
  });

  it('is tested, and says what the receiver answered', async () => {
    const { id, secret } = await newWebhook();
    const { body } = await mara.client.rest('post', `/webhooks/${id}/test`);
    expect(body.data).toMatchObject({ type: 'webhook.test', state: 'DELIVERED', status: 200, projectId: null });
    expect(new Webhook(secret).verify(got[0]?.body ?? '', got[0]?.headers ?? {})).toMatchObject({
      type: 'webhook.test',
    });
    answers['/hook'] = (_response, request) => request.socket.destroy();
    const cut = await mara.client.rest('post', `/webhooks/${id}/test`);
    expect(cut.body.data).toMatchObject({ state: 'FAILED', status: null, error: 'The connection was cut' });
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const { id, secret } = await newWebhook();
    const rotated = await mara.client.rest('post', `/webhooks/${id}/secret`);
    const next = rotated.body.data.secret as string;
    expect(next).not.toBe(secret);
    await mara.client.rest('post', `/webhooks/${id}/test`);
    const both = got[0];
    for (const each of [secret, next]) new Webhook(each).verify(both?.body ?? '', both?.headers ?? {});
    ahead = 25 * 3_600_000;
    await mara.client.rest('post', `/webhooks/${id}/test`);
    expect(got[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });

  it('sends a message again, and all since a revision, with their ids and in order', async () => {
    const { id } = await newWebhook({ events: ['task.created'] });
    const { revision } = (await mara.client.rest('get', `/projects/${projectId}`)).body.data;
    for (const title of ['One', 'Two', 'Three']) await newTask(mara, projectId, { title });
    await receives(3);
    const list = await eventually(async () => {
      const found = await deliveries(id);
      expect(found).toHaveLength(3);
      return found;
    });
    const ids = got.map(({ headers }) => headers['webhook-id']);
    const again = await mara.client.rest('post', `/webhooks/${id}/deliveries/${list[1].id}/redeliver`);
    expect(again.body.data).toMatchObject({ id: list[1].id, attempts: 2, state: 'DELIVERED', messageId: ids[1] });
    got = [];
    const since = await mara.client.rest('post', `/webhooks/${id}/redeliver-since`, { revision });
    expect(since.status).toBe(200);
    await receives(3);
    expect([titles(), got.map(({ headers }) => headers['webhook-id'])]).toEqual([['One', 'Two', 'Three'], ids]);
    const tooHigh = await mara.client.rest('post', `/webhooks/${id}/redeliver-since`, { revision: 9_999 });
    expect(tooHigh.body.errors.revision).toEqual([expect.stringMatching(/^The project is at revision \d+$/)]);
    expect((await deliveries(id, '?state=FAILED')).length).toBe(0);
    expect((await deliveries(id, '?limit=2')).length).toBe(2);
  });

  it('sends nothing again that is another’s, or of a history before a restore', async () => {
    const [{ id }, { id: other }] = [await newWebhook(), await newWebhook({ url: `${base}/other` })];
    await newTask(mara, projectId, { title: 'One' });
    const [delivery] = await eventually(async () => {
      const list = await deliveries(id);
      expect(list).toHaveLength(1);
      return list;
    });
    const again = (of: string) => mara.client.rest('post', `/webhooks/${of}/deliveries/${delivery.id}/redeliver`);
    expect((await again(other)).status).toBe(404);
    const { id: elsewhere } = await newProject(mara);
    const since = { projectId: elsewhere, revision: 1 };
    expect((await mara.client.rest('post', `/webhooks/${id}/redeliver-since`, since)).status).toBe(404);
    await rows(server, 'update epoch set id = gen_random_uuid()');
    const late = await again(id);
    expect([late.status, late.body.message]).toEqual([
      409,
      'The server was restored from a backup since. Read the project again.',
    ]);
  });

  it('sends a waiting message again at once and goes on after it, and once for a key', async () => {
    answers['/hook'] = answerWith(500, { 'retry-after': '1200' });
    const { id } = await newWebhook();
    for (const title of ['First', 'Second']) await newTask(mara, projectId, { title });
    const [waiting] = await eventually(async () => {
      const list = await deliveries(id);
      expect(list).toMatchObject([{ state: 'PENDING', attempts: 1 }]);
      return list;
    });
    const again = (headers: Record<string, string> = {}) =>
      mara.client.rest('post', `/webhooks/${id}/deliveries/${waiting.id}/redeliver`, undefined, headers);
    expect((await again()).body.data).toMatchObject({
      state: 'PENDING',
      attempts: 2,
      status: 500,
      nextAt: waiting.nextAt,
    });
    answers = {};
    got = [];
    const key = { 'Idempotency-Key': `again-${waiting.id}` };
    const sent = await again(key);
    expect(sent.body.data).toMatchObject({ state: 'DELIVERED', attempts: 3, nextAt: null });
    expect((await again(key)).body).toEqual(sent.body);
    await receives(2);
    expect(await read(id)).toMatchObject({ state: 'ACTIVE' });
    // the attempt that was due later is not made
    ahead = 1_300_000;
    await newTask(mara, projectId, { title: 'Third' });
    await receives(3);
    expect(titles()).toEqual(['First', 'Second', 'Third']);
  });

  it('sends a test message once for a key, also if it is repeated before the receiver has answered', async () => {
    const { id } = await newWebhook();
    const other = await newWebhook();
    let answer = (): void => undefined;
    answers['/hook'] = (response) => (answer = () => response.end('thanks'));
    const test = (webhookId = id) =>
      mara.client.rest('post', `/webhooks/${webhookId}/test`, undefined, { 'Idempotency-Key': `test-${id}` });
    const first = test();
    await receives(1);
    expect((await test()).body).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('not known yet') });
    answer();
    const { body } = await first;
    expect(body.data).toMatchObject({ state: 'DELIVERED', attempts: 1 });
    expect((await test()).body).toEqual(body);
    expect((await test(other.id)).status).toBe(409);
    expect(got).toHaveLength(1);
  });

  it('sends nothing while it is paused, and what was missed afterwards', async () => {
    const { id } = await newWebhook({ events: ['task.created'] });
    await mara.client.rest('patch', `/webhooks/${id}`, { paused: true, name: ' Bridge 2 ' });
    expect(await read(id)).toMatchObject({ state: 'PAUSED', pauseReason: 'OWNER', name: 'Bridge 2' });
    await newWebhook({ url: `${base}/other`, events: ['task.created'] });
    await newTask(mara, projectId, { title: 'Missed' });
    await receives(1, '/other');
    expect(titles()).toEqual([]);
    await mara.client.rest('patch', `/webhooks/${id}`, { paused: false });
    await receives(1);
    expect(titles()).toEqual(['Missed']);
  });

  it('is started again while its sender pauses it: neither waits for the other', async () => {
    const { id } = await newWebhook();
    let started: ReturnType<Person['client']['rest']> | undefined;
    // As the sender does after the last attempt.
    await server.resources.orm.em.fork().transactional(async (em) => {
      await em.execute('select 1 from webhook_cursor where webhook_id = ? for update', [id]);
      started = mara.client.rest('patch', `/webhooks/${id}`, { paused: false });
      await expect.poll(() => lockWaits(server)).toHaveLength(1);
      await em.execute("update webhook set pause_reason = 'FAILED' where id = ?", [id]);
    });
    expect((await started)?.status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'ACTIVE', pauseReason: null });
  });

  it('is paused by a restore, and by the end of its owner’s sign-ins', async () => {
    const { id } = await newWebhook();
    expect(await pauseWebhooks(server.orm.em.fork())).toBe(1);
    expect(await read(id)).toMatchObject({ state: 'PAUSED', pauseReason: 'RESTORED' });
    await mara.client.rest('patch', `/webhooks/${id}`, { paused: false });
    const lea = await newPerson(server);
    await addMember(mara, projectId, lea, 'OWNER');
    await newWebhook({ url: `${base}/lea` }, lea);
    await suspend(server.resources, lea.email);
    await newTask(mara, projectId);
    // the member and the task
    await receives(2);
    expect(got.map(({ path }) => path)).toEqual(['/hook', '/hook']);
    expect(await rows(server, 'select pause_reason from webhook where user_id = ?', [lea.id])).toEqual([
      { pause_reason: 'ACCESS_ENDED' },
    ]);
  });

  it('ends with its owner’s membership', async () => {
    const lea = await newPerson(server);
    await addMember(mara, projectId, lea, 'OWNER');
    await newWebhook({}, lea);
    await mara.client.rest('delete', `/projects/${projectId}/members/${lea.id}`);
    expect((await lea.client.rest('get', '/webhooks')).body.data).toEqual([]);
  });

  it('keeps no text of a task that was removed permanently', async () => {
    const { id } = await newWebhook();
    const task = await newTask(mara, projectId, { title: 'Secret plans' });
    await receives(1);
    await eventually(async () => expect((await deliveries(id))[0].request).toContain('Secret plans'));
    await server.orm.em.fork().transactional((em) => purgeObjects(em, 'task', [task.id]));
    expect(await deliveries(id)).toMatchObject([{ request: null, response: null }]);
    const [{ id: deliveryId }] = await deliveries(id);
    await mara.client.rest('post', `/webhooks/${id}/deliveries/${deliveryId}/redeliver`);
    expect(got.at(-1)?.body).not.toContain('Secret plans');
  });

  it('stores no text of a task that was removed permanently while it was sent', async () => {
    let answer = (): void => undefined;
    answers['/hook'] = (response) => {
      answer = () => void response.end('Secret plans');
    };
    const { id } = await newWebhook();
    const task = await newTask(mara, projectId, { title: 'Secret plans' });
    await receives(1);
    await server.orm.em.fork().transactional((em) => purgeObjects(em, 'task', [task.id]));
    answer();
    await eventually(async () => expect(await deliveries(id)).toMatchObject([{ state: 'DELIVERED' }]));
    expect(await deliveries(id)).toMatchObject([{ request: null, response: null }]);
  });

  it('stores no long texts of its messages', async () => {
    const { id } = await newWebhook();
    await newTask(mara, projectId, { title: 'T', description: 'long '.repeat(180) });
    await receives(1);
    expect(got[0]?.body).toContain('long '.repeat(170));
    await eventually(async () => expect((await deliveries(id))[0].request).not.toContain('long '.repeat(41)));
  });
});

describe('webhooks', () => {
  it('are 20 per project and 50 per person, also of two that come at once', async () => {
    for (let n = 0; n < WEBHOOKS.maxPerProject - 1; n += 1) await newWebhook();
    const two = await Promise.all([create(), create()]);
    expect(two.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    for (let n = 0; n < WEBHOOKS.max - WEBHOOKS.maxPerProject; n += 1) await newWebhook({ projectId: null });
    const more = await create({ projectId: null });
    expect([more.status, more.body.message]).toEqual([409, expect.stringContaining('You have 50 webhooks')]);
  });

  it('are refused with a message at the field', async () => {
    const refused = async (fields: object) => (await create(fields)).body.errors;
    expect(await refused({ name: ' ' })).toEqual({ name: ['Name is required'] });
    expect(await refused({ name: 'n'.repeat(101), url: `${base}/${'x'.repeat(2_000)}` })).toEqual({
      name: ['Name must be at most 100 characters'],
      url: ['URL must be at most 2000 characters'],
    });
    expect(await refused({ events: [] })).toEqual({ events: ['Choose at least one event'] });
    expect(await refused({ events: ['task.exploded'] })).toEqual({
      events: ['Unknown event "task.exploded": use names like task.created, comment.* or *'],
    });
    const stranger = await newPerson(server);
    const { id: foreign } = await newProject(stranger);
    expect(await refused({ projectId: foreign })).toEqual({ projectId: ['Project not found'] });
  });

  it('of a project are made and changed by its owners alone', async () => {
    const lea = await newPerson(server);
    await addMember(mara, projectId, lea);
    const { status, body } = await create({}, lea);
    expect([status, body.message]).toEqual([403, 'Only an owner can manage webhooks of the project']);
    // of all projects of one's own
    expect((await create({ projectId: null }, lea)).status).toBe(201);
    // Who is no longer an owner can only delete theirs.
    const setRole = (role: string) => mara.client.rest('patch', `/projects/${projectId}/members/${lea.id}`, { role });
    expect((await setRole('OWNER')).status).toBe(200);
    const { id } = (await create({}, lea)).body.data.webhook;
    expect((await lea.client.rest('patch', `/webhooks/${id}`, { name: 'Mine' })).status).toBe(200);
    expect((await setRole('MEMBER')).status).toBe(200);
    expect((await lea.client.rest('patch', `/webhooks/${id}`, { name: 'Still mine' })).status).toBe(403);
    expect((await lea.client.rest('post', `/webhooks/${id}/secret`)).status).toBe(403);
    expect((await lea.client.rest('delete', `/webhooks/${id}`)).status).toBe(204);
  });

  it('are closed to tokens and to other people', async () => {
    const { id } = await newWebhook();
    const program = await newProgram(mara, { scope: 'WRITE' });
    expect((await program.client.rest('get', '/webhooks')).status).toBe(403);
    expect((await program.client.rest('post', `/webhooks/${id}/test`)).status).toBe(403);
    const other = await newPerson(server);
    for (const [method, path] of [
      ['get', ''],
      ['patch', ''],
      ['delete', ''],
      ['post', '/secret'],
      ['post', '/test'],
      ['get', '/deliveries'],
    ] as const) {
      const body = method === 'patch' ? { name: 'Taken' } : undefined;
      expect((await other.client.rest(method, `/webhooks/${id}${path}`, body)).status, `${method} ${path}`).toBe(404);
    }
    const [stored] = await rows(server, 'select secret from webhook where id = ?', [id]);
    expect(stored?.['secret']).toMatch(/^v1\./);
  });

  it('write for chats, where texts mention no one', async () => {
    const formats = ['SLACK', 'DISCORD', 'NTFY'];
    for (const format of formats) await newWebhook({ url: `${base}/${format}`, format });
    await newTask(mara, projectId, { title: '<!channel> *now* @everyone' });
    for (const format of formats) await receives(1, `/${format}`);
    const bodyOf = (format: string) => got.find(({ path }) => path === `/${format}`);
    expect(bodyOf('SLACK')?.json.text).toMatch(
      /^Harbour: .+ created <http.+\/tasks\/.+\|.*&lt;!channel&gt; \*now\* @\u200beveryone>$/,
    );
    expect(bodyOf('DISCORD')?.json).toMatchObject({
      content: expect.stringContaining(String.raw`\*now\*`),
      allowed_mentions: { parse: [] },
    });
    expect(bodyOf('NTFY')?.body).toMatch(/^Harbour: .+ created .*<!channel> \*now\* @everyone$/);
  });

  it('name the parts of tasks in chats', async () => {
    const task = await newTask(mara, projectId, { title: 'Paint' });
    await newWebhook({ format: 'NTFY' });
    await mara.client.rest('post', `/tasks/${task.id}/checklist`, { text: 'Buy nails' });
    await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Which color?' });
    await newAttachment(mara, task.id);
    await receives(3);
    const [item, comment, file] = got.map(({ body }) => body);
    expect(item).toMatch(/ added a checklist item of .*Paint: Buy nails$/);
    expect(comment).toMatch(/ added a comment on .*Paint: Which color\?$/);
    expect(file).toMatch(/ added a file of .*Paint: .+\.\w+$/);
  });

  it('say in chats that a task and its parts moved to another project, not that they were deleted', async () => {
    const { id } = await newTask(mara, projectId, { title: 'Paint' });
    await mara.client.rest('post', `/tasks/${id}/checklist`, { text: 'Buy nails' });
    const { id: into } = await newProject(mara, { name: 'Yard' });
    await newWebhook({ url: `${base}/old`, format: 'NTFY' });
    await newWebhook({ url: `${base}/new`, format: 'NTFY', projectId: into });
    await mara.client.rest('patch', `/tasks/${id}/project`, { projectId: into });
    for (const path of ['/old', '/new']) await receives(1, path);
    const linesOf = (wanted: string) =>
      got
        .find(({ path }) => path === wanted)
        ?.body.split('\n')
        .toSorted();
    expect(linesOf('/old')).toEqual([
      expect.stringMatching(/^Harbour: /),
      '• moved Paint to another project',
      '• moved a checklist item to another project',
    ]);
    expect(linesOf('/new')).toEqual([
      expect.stringMatching(/^Yard: /),
      expect.stringMatching(/^• moved .*Paint from another project$/),
      '• moved a checklist item from another project',
    ]);
  });

  it('quote comments in chats without Markdown marks, and the beginning of long ones', async () => {
    const task = await newTask(mara, projectId, { title: 'Paint' });
    await newWebhook({ format: 'NTFY' });
    const say = (text: string) => mara.client.rest('post', `/tasks/${task.id}/comments`, { text });
    await say('- [ ] ask for **two** [quotes](https://printer.example)\n- [ ] proof in Dutch');
    await say(`The first words. ${'And many more. '.repeat(100)}`);
    await receives(2);
    const [list, long] = got.map(({ body }) => body);
    expect(list).toMatch(/ added a comment on .*Paint: ask for two quotes proof in Dutch$/);
    expect(long).toMatch(/ added a comment on .*Paint: The first words\. And many .+…$/);
  });

  it('cut long texts for chats between characters', async () => {
    const formats = ['SLACK', 'DISCORD'];
    const { id } = await newTask(mara, projectId);
    for (const format of formats) await newWebhook({ url: `${base}/${format}`, format });
    await mara.client.rest('post', `/tasks/${id}/comments`, { text: `${'x'.repeat(198)}😀${'x'.repeat(99)}` });
    for (const format of formats) await receives(1, `/${format}`);
    for (const { json } of got) expect(json.text ?? json.content).toMatch(/[^x]x{198}…$/);
  });

  it('send ntfy no more bytes than it takes as a message', async () => {
    const tasks = Array.from({ length: 8 }, () => ({ title: '船'.repeat(200), priority: 'LOW', tags: [] }));
    const { body } = await mara.client.rest('post', '/tasks/bulk', { projectId, tasks });
    const ids = body.data.tasks.map(({ id }: { id: string }) => id);
    await newWebhook({ format: 'NTFY' });
    await mara.client.rest('patch', '/tasks/bulk', { ids, status: 'DONE' });
    await receives(1);
    expect(got[0]?.body).toMatch(/^Harbour: .+\n• changed .*船+: .*status.*\n.*船$/s);
    expect(Buffer.byteLength(got[0]?.body ?? '')).toBeGreaterThan(4_090);
    expect(Buffer.byteLength(got[0]?.body ?? '')).toBeLessThanOrEqual(4_096);
  });
});
