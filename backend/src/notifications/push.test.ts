import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inDays, newProgram } from '../../test/support/apiToken.js';
import { addMember, Client, newPerson, newProject, newTask, type Person, signedIn } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { type MailServer, startMailServer } from '../../test/support/jobQueue.js';
import { type PushService, readVapid, startPushService, type TestBrowser } from '../../test/support/pushService.js';
import { rows } from '../../test/support/rows.js';

let service: PushService;
let server: MailServer;
let owner: Person;
let ines: Person;
let projectId: string;
const clock = { ahead: 0 };

beforeAll(async () => {
  service = await startPushService();
  server = await startMailServer({ ...service.options, now: () => new Date(Date.now() + clock.ahead) });
});
afterAll(async () => {
  await server.close();
  await service.close();
});

beforeEach(async () => {
  [owner, ines] = await Promise.all([newPerson(server, 'Mara'), newPerson(server, 'Ines')]);
  projectId = (await newProject(owner)).id;
  await addMember(owner, projectId, ines);
  await server.work();
});
afterEach(async () => {
  clock.ahead = 0;
  service.sent.length = 0;
  service.answers.clear();
  await rows(server, 'delete from push_subscription');
});

/** Subscribes a browser with the server's key. Returns it with the id of its subscription. */
async function subscribed(client: Client, browser = service.browser()): Promise<TestBrowser & { id: string }> {
  await client.rest('get', '/push');
  const { status, body } = await client.rest('post', '/push', browser.keys);
  if (status !== 201) throw new Error(`the subscription answered ${status}: ${JSON.stringify(body)}`);
  return { ...browser, id: body.data.pushSubscriptionId };
}

const assign = (title = 'Book the hall') => newTask(owner, projectId, { title, assigneeId: ines.id });
/** Runs the jobs. Returns the paths that push services got since the last call. */
async function pushes(): Promise<string[]> {
  await server.work();
  // one that is retried may come twice
  return [...new Set(service.sent.splice(0).map(({ path }) => path))].sort();
}
const pathsOf = (...browsers: TestBrowser[]): string[] =>
  browsers.map(({ endpoint }) => new URL(endpoint).pathname).sort();
const standing = async (): Promise<string[]> =>
  (await rows<{ endpoint: string }>(server, 'select endpoint from push_subscription order by 1')).map(
    ({ endpoint }) => endpoint,
  );

describe('a push', () => {
  it('reaches each browser of a person, encrypted for it alone, from a server that proves who it is', async () => {
    const [desk, phone] = [await subscribed(ines.client), await subscribed(await signedIn(ines))];
    await subscribed(owner.client);
    const task = await assign();
    const jobs = `select priority from graphile_worker.jobs where task_identifier = ? order by 1`;
    const mails = await rows<{ priority: number }>(server, jobs, ['mailNotification']);
    // one each, after all mails
    const later = (mails[0]?.priority ?? 0) + 10;
    expect(await rows(server, jobs, ['pushNotification'])).toEqual([{ priority: later }, { priority: later }]);
    await server.work();
    const sent = service.sent.splice(0);
    expect(sent.map(({ path }) => path).sort()).toEqual(pathsOf(desk, phone));
    const { body: key } = await ines.client.rest('get', '/push');
    for (const browser of [desk, phone]) {
      const [push] = sent.filter(({ path }) => browser.endpoint.endsWith(path));
      if (!push) throw new Error('nothing came');
      expect(push.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
      expect(push.body.toString('latin1')).not.toContain('Book the hall');
      expect(browser.decrypt(push.body)).toEqual({
        title: 'Book the hall',
        body: 'Mara Okafor assigned “Book the hall” to you',
        path: `/projects/${projectId}?task=${task.id}`,
        tag: expect.stringContaining(task.id),
      });
      const { key: publicKey, claims } = readVapid(push);
      expect(publicKey).toBe(key.data.pushKey);
      expect(claims).toMatchObject({ aud: new URL(browser.endpoint).origin, sub: 'mailto:no-reply@localhost' });
      expect(Number(claims['exp']) * 1000).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
    }
    expect(() => phone.decrypt(sent.find(({ path }) => desk.endpoint.endsWith(path))?.body as Buffer)).toThrow(
      'unable to authenticate data',
    );
  });

  it('is in the language of the person', async () => {
    const browser = await subscribed(ines.client);
    await ines.client.rest('put', '/auth/preferences', { language: 'de' });
    await assign('Saal buchen');
    await server.work();
    const [push] = service.sent.splice(0);
    const { body } = browser.decrypt(push?.body as Buffer) as { body: string };
    expect(body).toMatch(/Mara Okafor.*„Saal buchen“/);
    expect(body).not.toContain('assigned');
  });

  it('is cut between whole characters', async () => {
    const browser = await subscribed(ines.client);
    const task = await newTask(ines, projectId, { title: '🧑‍🚀'.repeat(40) });
    await owner.client.rest('post', `/tasks/${task.id}/comments`, { text: `x${'🧑‍🚀'.repeat(40)}` });
    await server.work();
    const [push] = service.sent.splice(0);
    const { body } = browser.decrypt(push?.body as Buffer) as { body: string };
    expect(body.length).toBeLessThanOrEqual(300);
    expect(body).toMatch(/^Mara Okafor commented on “(🧑‍🚀){40}”: x(🧑‍🚀)+…$/u);
  });

  it('removes the subscription only if the service answers that it is gone, and follows no redirect', async () => {
    const browsers = [];
    for (const status of [404, 410, 307, 403]) {
      const browser = await subscribed(ines.client);
      service.answers.set(pathsOf(browser)[0] ?? '', status);
      browsers.push(browser);
    }
    await assign();
    expect(await pushes()).toEqual(pathsOf(...browsers));
    expect(await standing()).toEqual(browsers.slice(2).map(({ endpoint }) => endpoint));
    await server.retryNow();
    expect(await pushes()).toEqual([]);
  });

  it('is retried after a server error, a rate limit or 5 seconds of silence, without delaying others', async () => {
    const [ill, busy, silent, well] = [
      await subscribed(ines.client),
      await subscribed(ines.client),
      await subscribed(ines.client),
      await subscribed(ines.client),
    ];
    const answers: [TestBrowser, number | null][] = [
      [ill, 503],
      [busy, 429],
      [silent, null],
    ];
    for (const [browser, answer] of answers) service.answers.set(pathsOf(browser)[0] ?? '', answer);
    await assign();
    const since = Date.now();
    expect(await pushes()).toEqual(pathsOf(ill, busy, silent, well));
    expect(Date.now() - since).toBeGreaterThanOrEqual(4_900);
    service.answers.clear();
    await server.retryNow();
    expect(await pushes()).toEqual(pathsOf(ill, busy, silent));
    expect(await standing()).toHaveLength(4);
  });

  it('is dropped when it could not be sent for an hour', async () => {
    await subscribed(ines.client);
    await assign();
    clock.ahead = 3_600_001;
    expect(await pushes()).toEqual([]);
  });

  const scan = () => rows(server, `select graphile_worker.add_job('dueScan', '{}'::json)`);

  it('is not sent to people who turned pushes off, nor reminders to people who turned those off', async () => {
    await subscribed(ines.client);
    await ines.client.rest('put', '/auth/preferences', { push: false });
    await assign();
    expect(await pushes()).toEqual([]);
    await ines.client.rest('put', '/auth/preferences', { push: true, taskReminders: false });
    for (const expected of [0, 1]) {
      await newTask(ines, projectId, { dueDate: new Date(Date.now() + 3_600_000).toISOString() });
      await scan();
      expect(await pushes()).toHaveLength(expected);
      await ines.client.rest('put', '/auth/preferences', { taskReminders: true });
    }
  });
});

describe('a browser', () => {
  it('gets no push after its session ends: signed out, revoked, expired, or with a new password', async () => {
    const ends: ((client: Client) => Promise<unknown>)[] = [
      (client) => client.rest('post', '/auth/logout'),
      () => ines.client.rest('delete', '/auth/sessions'),
      () => rows(server, `update session set expires_at = now() where user_id = '${ines.id}'`),
    ];
    for (const end of ends) {
      const client = await signedIn(ines);
      const browser = await subscribed(client);
      await assign();
      expect(await pushes()).toEqual(pathsOf(browser));
      // queued pushes are not sent either
      await assign();
      await end(client);
      await assign();
      expect(await pushes()).toEqual([]);
    }
    ines = { ...ines, client: await signedIn(ines) };
    const [here, elsewhere] = [await subscribed(ines.client), await subscribed(await signedIn(ines))];
    await assign();
    expect(await pushes()).toEqual(pathsOf(here, elsewhere));
    const passwords = { currentPassword: ines.password, newPassword: 'Basalt8cliffs' };
    await ines.client.rest('put', '/auth/change-password', passwords);
    await assign();
    expect(await pushes()).toEqual(pathsOf(here));
  });

  it('gets the pushes of the last person who subscribed it, and none after they unsubscribe it', async () => {
    const browser = await subscribed(ines.client);
    const later = await subscribed(owner.client, browser);
    await assign();
    expect(await pushes()).toEqual([]);
    expect((await ines.client.rest('delete', `/push/${browser.id}`)).status).toBe(404);
    expect((await ines.client.rest('delete', `/push/${later.id}`)).status).toBe(404);
    expect(await standing()).toHaveLength(1);
    expect((await owner.client.rest('delete', `/push/${later.id}`)).status).toBe(204);
    expect(await standing()).toEqual([]);
  });

  it('subscribed twice has one subscription; the 21st of a person takes the place of the oldest', async () => {
    const first = await subscribed(ines.client);
    await subscribed(ines.client, first);
    expect(await standing()).toHaveLength(1);
    for (let n = 1; n <= 20; n += 1) await subscribed(ines.client);
    const kept = await standing();
    expect(kept).toHaveLength(20);
    expect(kept).not.toContain(first.endpoint);
  });

  it.each([
    'http://web.push.example/1',
    'https://example.com/1',
    'https://push.example.com/1',
    'https://fcm.googleapis.com.example.com/1',
    'https://fcm.googleapis.com:8443/1',
    'https://somebody:secret@fcm.googleapis.com/1',
    'https://127.0.0.1/1',
    'https://[::1]/1',
    'https://2130706433/1',
    'https://localhost/1',
    `https://web.push.example/${'1'.repeat(1_000)}`,
    'nothing',
  ])('of %.50s is refused at its endpoint', async (endpoint) => {
    const { status, body } = await ines.client.rest('post', '/push', { ...service.browser().keys, endpoint });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['endpoint']]);
    expect(await standing()).toEqual([]);
  });

  it('cannot be subscribed with an API token', async () => {
    const program = await newProgram(ines, { scope: 'WRITE', expiresAt: inDays(1) });
    expect((await program.client.rest('post', '/push', service.browser().keys)).status).toBe(403);
    expect(await standing()).toEqual([]);
  });
});

describe('the VAPID key', () => {
  const keyOf = async ({ client }: Person): Promise<string> => (await client.rest('get', '/push')).body.data.pushKey;
  const beside = (env: Record<string, string> = {}): Promise<TestServer> =>
    startServer({ ...service.options, databaseUrl: server.databaseUrl, env: { ...service.options.env, ...env } });

  it('is shared by all processes; a new SECRET_KEY replaces it and deletes the subscriptions', async () => {
    const all = await Promise.all([keyOf(ines), keyOf(ines), keyOf(owner)]);
    const other = await beside();
    all.push(await keyOf({ ...ines, client: new Client(other, ines.client.token) }));
    await other.close();
    expect(new Set(all).size).toBe(1);
    await subscribed(ines.client);
    const moved = await beside({ SECRET_KEY: 'another key for the secrets, long enough' });
    expect(await keyOf({ ...ines, client: new Client(moved, ines.client.token) })).not.toBe(all[0]);
    await moved.close();
    expect(await standing()).toEqual([]);
  });
});
