import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RATES } from '../../contract/limits.js';
import { DAY } from '../../test/support/accountDeletion.js';
import { newProgram } from '../../test/support/apiToken.js';
import { captureLog } from '../../test/support/capturedLog.js';
import {
  addMember,
  Client,
  newAccount,
  newPerson,
  newProject,
  newTask,
  PASSWORD,
  type Person,
  register,
  type RestResult,
} from '../../test/support/client.js';
import { closeAfterTest } from '../../test/support/harness.js';
import { type MailServer, recipient, startMailServer, subjectsTo } from '../../test/support/jobQueue.js';
import { lockWaits, logOf, rows } from '../../test/support/rows.js';
import { follow } from '../../test/support/socket.js';
import { enableTwoFactor } from '../../test/support/twoFactor.js';
import { fillDemo } from '../demo/fill.js';
import { deleteDueAccounts } from '../accounts/accountDeletion.job.js';
import { makeAdmin } from '../accounts/operator.service.js';
import { FULL_RUN } from '../../test/support/testDepth.js';
import { onlyIf } from '../../test/support/onlyIf.js';

let server: MailServer;
/** The first account of the server. */
let admin: Person;
beforeAll(async () => {
  server = await startMailServer();
  admin = await newPerson(server, 'Ada');
});
afterAll(() => server.close());

const proof = (): { currentPassword: string } => ({ currentPassword: admin.password });
const act = (method: string, path: string, more: object = {}, by = admin): Promise<RestResult> =>
  by.client.rest(method, `/admin/accounts/${path}`, { currentPassword: by.password, ...more });
const suspend = ({ id }: Person): Promise<RestResult> => act('post', `${id}/suspend`);
const login = ({ email, password }: { email: string; password: string }): Promise<RestResult> =>
  new Client(server).rest('post', '/auth/login', { email, password });
const linkTo = (mails: readonly Email[], email: string, pattern: RegExp): string =>
  decodeURIComponent(
    mails.flatMap((mail) => (recipient(mail) === email ? (pattern.exec(mail.text ?? '')?.[1] ?? []) : [])).at(0) ?? '',
  );
const isAdmin = async (client: Client): Promise<unknown> => (await client.rest('get', '/auth/me')).body.data.isAdmin;

/** A server with an empty database. */
const startEmpty = async (env: Record<string, string> = {}) => closeAfterTest(await startMailServer({ env }));

/** Every call of administrators by REST, with a valid body. */
const calls = (id: string): [method: string, path: string, body?: object][] => [
  ['get', '/admin/accounts'],
  ['get', '/admin/projects'],
  ['get', '/admin/instance'],
  ['get', '/admin/security-events'],
  ['get', '/admin/security-events/file'],
  ['get', '/admin/invitations'],
  ['post', `/admin/accounts/${id}/suspend`, proof()],
  ['delete', `/admin/accounts/${id}/suspend`, proof()],
  ['post', `/admin/accounts/${id}/reset-link`, proof()],
  ['post', `/admin/accounts/${id}/reset-two-factor`, proof()],
  ['post', `/admin/accounts/${id}/transfer`, { ...proof(), newOwnerId: id }],
  ['put', `/admin/accounts/${id}/admin`, { ...proof(), isAdmin: true }],
  ['delete', `/admin/accounts/${id}`, proof()],
  ['put', '/admin/settings', { signUp: 'closed' }],
  ['post', '/admin/test-mail', {}],
  ['post', '/admin/invitations', { email: `${randomUUID()}@yard.example` }],
  ['delete', `/admin/invitations/${id}`],
];

describe('the first administrator', () => {
  it('is the first account of an empty server, one of two that register at once', async () => {
    const empty = await startEmpty();
    const both = await Promise.all([register(empty, newAccount()), register(empty, newAccount())]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const clients = both.map(({ body }) => new Client(empty, body.data.tokens.accessToken));
    expect((await Promise.all(clients.map(isAdmin))).filter(Boolean)).toHaveLength(1);
    const { body } = await register(empty, newAccount());
    expect(await isAdmin(new Client(empty, body.data.tokens.accessToken))).toBe(false);
  });

  it.each(onlyIf(FULL_RUN, 'is no one of the demo, and can be named by the operator'))('%s', async () => {
    const empty = await startEmpty();
    await fillDemo(empty.resources, new Date());
    const person = await newPerson(empty);
    expect(await isAdmin(person.client)).toBe(false);
    expect(await rows(empty, 'select 1 from account where is_admin')).toEqual([]);
    expect(await makeAdmin(empty.resources, person.email)).toMatchObject({ isDone: true });
    expect(await isAdmin(person.client)).toBe(true);
    expect(await makeAdmin(empty.resources, person.email)).toMatchObject({ isDone: false });
  });
});

describe('the calls of administrators', () => {
  it('are refused to everyone else, and to tokens of administrators, also by GraphQL', async () => {
    const person = await newPerson(server);
    const other = await newPerson(server);
    const program = await newProgram(admin);
    for (const [method, path, body] of calls(other.id)) {
      for (const client of [person.client, program.client]) {
        const { status } = await client.rest(method, path, body);
        expect([status, path]).toEqual([403, path]);
      }
    }
    const query = '{ accounts { nodes { email } } instance { version } securityEvents { nodes { id } } }';
    for (const client of [person.client, program.client]) {
      const { data, errors = [] } = await client.graphql(query);
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
      expect(data).toEqual({ accounts: null, instance: null, securityEvents: null });
    }
    expect((await login(other)).status).toBe(200);
  });

  it('are refused to everyone else before their input is read', async () => {
    const { client } = await newPerson(server);
    for (const [method, path] of calls('malformed')) {
      const { status } = await client.rest(method, path, method === 'get' ? undefined : {});
      expect([status, method, path]).toEqual([403, method, path]);
    }
  });

  it('on other accounts require the password and, with two-factor on, a code', async () => {
    const second = await newPerson(server, 'Bea');
    const person = await newPerson(server);
    await act('put', `${second.id}/admin`, { isAdmin: true });
    const { recoveryCodes } = await enableTwoFactor(second);
    const without = await second.client.rest('post', `/admin/accounts/${person.id}/suspend`, {});
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['currentPassword']]);
    const wrong = await act('post', `${person.id}/suspend`, { currentPassword: 'Wrong1password' }, second);
    expect([wrong.status, wrong.body.errors]).toEqual([422, { currentPassword: ['Current password is incorrect'] }]);
    const noCode = await act('post', `${person.id}/suspend`, {}, second);
    expect([noCode.status, Object.keys(noCode.body.errors)]).toEqual([422, ['code']]);
    expect((await login(person)).status).toBe(200);
    const right = await act('post', `${person.id}/suspend`, { code: recoveryCodes[0] }, second);
    expect([right.status, right.body.data.state]).toEqual([200, 'SUSPENDED']);
  });

  it('are done once by two requests with one key', async () => {
    const person = await newPerson(server);
    const key = { 'idempotency-key': randomUUID() };
    const path = `/admin/accounts/${person.id}/suspend`;
    for (const status of [200, 200]) {
      expect((await admin.client.rest('post', path, proof(), key)).status).toBe(status);
    }
    expect((await suspend(person)).status).toBe(409);
  });
});

describe('a suspended account', () => {
  it('loses access everywhere, also on open sockets, and keeps its tasks', async () => {
    const person = await newPerson(server);
    const { id } = await newProject(person);
    const task = await newTask(person, id, { assigneeId: person.id });
    const program = await newProgram(person);
    await new Client(server).rest('post', '/auth/forgot-password', { email: person.email });
    const token = linkTo(await server.work(), person.email, /reset-password\?token=([\w%-]+)/);
    expect(token).not.toBe('');
    const socket = follow(server, 'subscription { notificationChanged { __typename } }', {
      token: person.client.token,
    });
    const { status, body } = await suspend(person);
    expect([status, body.data.state, body.data.email]).toEqual([200, 'SUSPENDED', person.email]);
    await socket.end();
    expect((await person.client.rest('get', '/auth/me')).status).toBe(401);
    expect((await program.client.rest('get', '/auth/me')).status).toBe(401);
    const refused = await login(person);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'This account is suspended. Ask the people who run this server.',
    ]);
    const reset = await new Client(server).rest('post', '/auth/reset-password', { token, password: PASSWORD });
    expect(reset.status).toBe(422);
    expect((await act('post', `${person.id}/reset-link`)).status).toBe(409);
    expect((await act('put', `${person.id}/admin`, { isAdmin: true })).status).toBe(409);
    const [kept] = await rows<{ assignee_id: string }>(server, 'select assignee_id from task where id = ?', [task.id]);
    expect(kept?.assignee_id).toBe(person.id);

    expect((await act('delete', `${person.id}/suspend`)).status).toBe(204);
    expect((await login(person)).status).toBe(200);
    expect((await program.client.rest('get', '/auth/me')).status).toBe(401);
    expect((await act('delete', `${person.id}/suspend`)).status).toBe(409);
  });
});

describe('invitations', () => {
  it('to the server end when their address has an account, and refused ones cost no mail of the day', async () => {
    const own = await startEmpty({ RATE_LIMIT: 'on' });
    const { client, email: present } = await newPerson(own);
    const invite = async (email: string) => (await client.rest('post', '/admin/invitations', { email })).status;
    for (let n = 0; n <= RATES.invitationMailsPerPerson.points; n += 1) expect(await invite(present)).toBe(409);
    const email = `${randomUUID()}@yard.example`;
    expect(await invite(email)).toBe(201);
    const pending = async () => (await client.rest('get', '/admin/invitations')).body.data;
    expect(await pending()).toMatchObject([{ email }]);
    expect((await register(own, newAccount(email.toUpperCase()))).status).toBe(201);
    expect(await pending()).toEqual([]);
  });

  it('to the server are mailed to one address ten times a day, and the last of these links works', async () => {
    const own = await startEmpty({ RATE_LIMIT: 'on' });
    const { client } = await newPerson(own);
    const email = `${randomUUID()}@yard.example`;
    const tokens: string[] = [];
    for (let n = 0; n < RATES.invitationMailsPerEmail.points + 2; n += 1) {
      expect((await client.rest('post', '/admin/invitations', { email })).status).toBe(201);
      tokens.push(linkTo(await own.work(), email, /register\?invitation=([\w%-]+)/));
    }
    const mailed = tokens.filter((token) => token !== '');
    expect(mailed).toHaveLength(RATES.invitationMailsPerEmail.points);
    expect((await register(own, { ...newAccount(email), invitation: mailed.at(-1) })).status).toBe(201);
  });

  it('end with the suspension of the person who sent them, and those to the server with their administration', async () => {
    const own = await startEmpty();
    const [first, second, owner] = [await newPerson(own), await newPerson(own), await newPerson(own)];
    const proven = { currentPassword: first.password };
    const setAdmin = (isAdmin: boolean) =>
      first.client.rest('put', `/admin/accounts/${second.id}/admin`, { ...proven, isAdmin });
    await setAdmin(true);
    const email = `${randomUUID()}@yard.example`;
    expect((await second.client.rest('post', '/admin/invitations', { email })).status).toBe(201);
    const toServer = linkTo(await own.work(), email, /register\?invitation=([\w%-]+)/);
    await setAdmin(false);
    const joined = await register(own, { ...newAccount(email), invitation: toServer });
    expect([joined.status, Object.keys(joined.body.errors)]).toEqual([422, ['invitation']]);

    const { id } = await newProject(owner);
    const friend = await newPerson(own);
    await owner.client.rest('post', `/projects/${id}/invitations`, { email: friend.email, role: 'OWNER' });
    const toProject = linkTo(await own.work(), friend.email, /invitation\?token=([\w%-]+)/);
    expect((await first.client.rest('post', `/admin/accounts/${owner.id}/suspend`, proven)).status).toBe(200);
    const accepted = await friend.client.rest('post', '/invitations/accept', { token: toProject });
    expect([accepted.status, accepted.body.reasons]).toMatchObject([
      422,
      [{ field: 'token', key: 'invitationRevoked' }],
    ]);
  });
});

describe('the last administrator', () => {
  it('stays while an account is only suspended', async () => {
    const own = await startEmpty();
    const [first, second] = [await newPerson(own), await newPerson(own)];
    const proof = { currentPassword: first.password };
    await first.client.rest('post', `/admin/accounts/${second.id}/suspend`, proof);
    const leave = await first.client.rest('post', '/auth/delete-account', { ...proof, projects: [] });
    expect(leave.status).toBe(409);
  });

  it('stays, also if two administrators remove each other at once, or delete their account', async () => {
    const empty = await startEmpty();
    const [first, second] = [await newPerson(empty), await newPerson(empty)];
    const demote = (by: Person, whom: Person): Promise<RestResult> =>
      by.client.rest('put', `/admin/accounts/${whom.id}/admin`, { currentPassword: by.password, isAdmin: false });
    expect((await demote(first, first)).status).toBe(409);
    const leave = { currentPassword: first.password, projects: [] };
    expect((await first.client.rest('post', '/auth/delete-account', leave)).status).toBe(409);
    await first.client.rest('put', `/admin/accounts/${second.id}/admin`, {
      currentPassword: first.password,
      isAdmin: true,
    });
    const both = await Promise.all([demote(first, second), demote(second, first)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rows(empty, 'select 1 from account where is_admin')).toHaveLength(1);
  });

  it('can leave a server alone, whose log says that it has none if people came meanwhile', async () => {
    const own = await startEmpty();
    const first = await newPerson(own);
    const left = { currentPassword: first.password, projects: [] };
    expect((await first.client.rest('post', '/auth/delete-account', left)).status).toBe(200);
    const { log, lines } = captureLog();
    const later = { ...own.resources, log, now: () => new Date(Date.now() + 15 * DAY) };
    await newPerson(own);
    expect(await deleteDueAccounts(later)).toBe(1);
    expect(lines.filter((line) => line.includes('no administrator is left'))).toHaveLength(1);
    expect(await rows(own, 'select 1 from account where is_admin')).toEqual([]);
  });

  it('cannot suspend or delete their own account here', async () => {
    expect([(await suspend(admin)).status, (await act('delete', admin.id)).status]).toEqual([409, 409]);
  });
});

describe('an administrator', () => {
  it('sends a reset link that only the mail has, and resets two-factor', async () => {
    const person = await newPerson(server);
    await enableTwoFactor(person);
    const sent = await act('post', `${person.id}/reset-link`);
    expect(sent.status).toBe(200);
    const token = linkTo(await server.work(), person.email, /reset-password\?token=([\w%-]+)/);
    expect(token).toHaveLength(43);
    expect(sent.text).not.toContain(token);
    const reset = await act('post', `${person.id}/reset-two-factor`);
    expect([reset.status, reset.body.data.twoFactor]).toEqual([200, false]);
    expect((await login(person)).body.data.tokens).toBeTruthy();
    expect(subjectsTo(await server.work(), person.email)).toContain(
      'Two-factor sign-in was reset for your Cairn account',
    );
    expect((await act('post', `${person.id}/reset-two-factor`)).status).toBe(409);
  });

  it('refuses a reset link above the hourly limit, in which no mail is sent', async () => {
    const person = await newPerson(server);
    const send = async () => (await act('post', `${person.id}/reset-link`)).status;
    for (let sent = 0; sent < 5; sent += 1) {
      expect(await send()).toBe(200);
      await server.work();
    }
    expect(await send()).toBe(409);
  });

  it('transfers projects to an existing member only, as one change set each', async () => {
    const [owner, member, stranger] = [await newPerson(server), await newPerson(server), await newPerson(server)];
    const { id } = await newProject(owner);
    await newProject(owner, { name: 'Alone' });
    await addMember(owner, id, member);
    const to = (person: Person, more: object = {}): Promise<RestResult> =>
      act('post', `${owner.id}/transfer`, { newOwnerId: person.id, ...more });
    const refused = await to(stranger);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['newOwnerId']]);
    const chosen = await to(member, { projectIds: [id, randomUUID()] });
    expect([chosen.status, Object.keys(chosen.body.errors)]).toEqual([422, ['projectIds']]);
    await suspend(owner);
    const done = await to(member);
    expect([done.status, done.body.data.transferred, done.body.data.account.ownedProjects]).toEqual([200, 1, 1]);
    const { body } = await member.client.rest('get', `/projects/${id}/members`);
    const roles = Object.fromEntries(
      body.data.map((it: { userId: string; role: string }) => [it.userId, it.role]),
    ) as object;
    expect(roles).toEqual({ [owner.id]: 'MEMBER', [member.id]: 'OWNER' });
    expect((await logOf(server, id)).slice(-2).map(({ entity, action }) => `${entity} ${action}`)).toEqual([
      'member updated',
      'member updated',
    ]);
  });

  it('deletes an account after 14 days, but no project’s last owner', async () => {
    const [owner, member] = [await newPerson(server), await newPerson(server)];
    const { id } = await newProject(owner, { name: 'Secret plan' });
    await addMember(owner, id, member);
    const refused = await act('delete', owner.id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      '1 project has other members but no other owner. Transfer the projects of this account first.',
    ]);
    await act('post', `${owner.id}/transfer`, { newOwnerId: member.id });
    expect((await act('delete', owner.id)).status).toBe(204);
    expect((await owner.client.rest('get', '/auth/me')).status).toBe(401);
    const back = await login(owner);
    const client = new Client(server, back.body.data.tokens.accessToken);
    expect(Date.parse((await client.rest('get', '/auth/me')).body.data.deletionAt)).toBeGreaterThan(Date.now());
    expect((await act('delete', owner.id)).status).toBe(409);
    expect((await act('put', `${owner.id}/admin`, { isAdmin: true })).status).toBe(409);
    const found = await admin.client.rest('get', `/admin/accounts?state=LEAVING&search=${owner.email}`);
    expect(found.body.data).toMatchObject([{ id: owner.id, state: 'LEAVING' }]);
  });

  it('deletes no account while the other owner of a project is leaving it', async () => {
    const [owner, other, member] = [await newPerson(server), await newPerson(server), await newPerson(server)];
    const { id } = await newProject(owner);
    await addMember(owner, id, other, 'OWNER');
    await addMember(owner, id, member);
    const em = server.orm.em.fork();
    // The other owner's departure waits for this lock, after it has counted the owners.
    await em.begin();
    await em.execute('select 1 from project_member where project_id = ? and user_id = ? for update', [id, other.id]);
    const leaves = other.client.rest('delete', `/projects/${id}/members/${other.id}`);
    await expect.poll(() => lockWaits(server)).toHaveLength(1);
    let isAnswered = false;
    const deletion = act('delete', owner.id).finally(() => void (isAnswered = true));
    await expect.poll(async () => isAnswered || (await lockWaits(server)).length === 2).toBe(true);
    await em.commit();
    expect((await leaves).status).toBe(204);
    expect((await deletion).status).toBe(409);
  });

  it('finds accounts by words, page by page', async () => {
    const [mara, uma] = [await newPerson(server, 'Maraquita'), await newPerson(server, 'Umberto')];
    const find = async (query: string): Promise<string[]> =>
      (await admin.client.rest('get', `/admin/accounts?${query}`)).body.data.map((it: { id: string }) => it.id);
    expect(await find('search=maraQUITA')).toEqual([mara.id]);
    expect(await find(`search=${uma.email.slice(0, 20)}%20umber`)).toEqual([uma.id]);
    expect(await find('search=100%25')).toEqual([]);
    expect((await find('limit=2')).length).toBe(2);
    const { data } = await admin.client.graphql(
      '{ accounts(first: 1, search: "umberto") { totalCount nodes { id name state isAdmin twoFactor lastSeenAt projects } pageInfo { hasNextPage } } }',
    );
    expect(data.accounts).toMatchObject({
      totalCount: 1,
      nodes: [{ id: uma.id, state: 'ACTIVE', isAdmin: false, twoFactor: false, projects: 0 }],
      pageInfo: { hasNextPage: false },
    });
    expect((await admin.client.rest('get', '/admin/accounts?state=GONE')).status).toBe(422);
  });

  it('sees no name and no content of a project that they are not in', async () => {
    const person = await newPerson(server);
    const word = `canary${randomUUID().slice(0, 8)}`;
    const { id } = await newProject(person, { name: word, description: word });
    const task = await newTask(person, id, { title: word, description: word, tags: [word] });
    await person.client.rest('post', `/tasks/${task.id}/comments`, { text: word });
    for (const path of ['accounts', 'projects', 'instance', 'security-events', 'security-events/file', 'invitations']) {
      const { status, text } = await admin.client.rest('get', `/admin/${path}`);
      expect([status, text.includes(word)], path).toEqual([200, false]);
    }
    const sizes = await admin.client.rest('get', '/admin/projects');
    expect(sizes.body.data).toContainEqual(
      expect.objectContaining({ id, tasks: 1, comments: 1, members: 1, isArchived: false }),
    );
    for (const path of [`/projects/${id}`, `/tasks/${task.id}`, `/projects/${id}/members`, `/tasks?projectId=${id}`]) {
      const { status, text } = await admin.client.rest('get', path);
      expect([text.includes(word), status === 404 || text.includes('"data":[]')], path).toEqual([false, true]);
    }
  });

  it('reads the state of the server also if its folder of backups cannot be read', async () => {
    const folder = join(server.resources.env.dataDir, 'backups');
    // Tests can run as root, who can read the folders of all users.
    writeFileSync(folder, 'no folder');
    onTestFinished(() => rmSync(folder));
    const { status, body } = await admin.client.rest('get', '/admin/instance');
    expect([status, body.data?.lastBackupAt]).toEqual([200, null]);
  });

  it('reads the state of the server and tests its mails', async () => {
    const { body } = await admin.client.rest('get', '/admin/instance');
    expect(body.data).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+/),
      signUp: 'open',
      isSignUpFixed: false,
      sendsMail: false,
      mailServer: null,
      mailFailure: null,
      lastBackupAt: null,
      jobsFailed: 0,
    });
    const folder = join(server.resources.env.dataDir, 'backups');
    mkdirSync(folder);
    writeFileSync(join(folder, 'cairn-2026-01-02T100000Z.zip'), 'backup');
    // made while a clock was wrong, for which the schedule does not wait either
    writeFileSync(join(folder, 'cairn-2099-01-01T000000Z.zip'), '');
    const { data: later } = (await admin.client.rest('get', '/admin/instance')).body;
    expect([later.lastBackupAt, later.lastBackupBytes]).toEqual(['2026-01-02T10:00:00.000Z', 6]);
    expect(body.data.databaseBytes).toBeGreaterThan(1_000_000);
    const { filesBytes, filesMaxBytes } = body.data;
    expect(filesBytes).toBeGreaterThanOrEqual(0);
    expect(filesMaxBytes).toBeGreaterThan(filesBytes);
    const tested = await admin.client.rest('post', '/admin/test-mail', {});
    expect(tested.body.data).toEqual({ sentTo: admin.email, failure: null });
    expect(subjectsTo(await server.work(), admin.email)).toContain('Test email from Cairn');
    const broken = await startMailServer({
      databaseUrl: server.databaseUrl,
      env: { SMTP_URL: 'smtp://user:hunter2@127.0.0.1:9' },
    });
    onTestFinished(() => broken.close());
    const client = new Client(broken, admin.client.token);
    const failed = await client.rest('post', '/admin/test-mail', {});
    expect(failed.body.data.failure).toContain('ECONNREFUSED');
    const state = await client.rest('get', '/admin/instance');
    expect(state.body.data).toMatchObject({ mailServer: '127.0.0.1:9', mailFailure: failed.body.data.failure });
    expect(state.text).not.toContain('hunter2');
  });
});

describe('sign-up', () => {
  it('is changed by administrators at once, by REST and GraphQL, with a page that says so', async () => {
    const own = await startEmpty();
    const owner = await newPerson(own);
    const set = (signUp: string) => owner.client.rest('put', '/admin/settings', { signUp });
    expect((await set('none')).body.errors).toMatchObject({ signUp: [expect.any(String)] });
    const { status, body } = await set('invited');
    expect([status, body.data.signUp]).toEqual([200, 'invited']);
    expect((await register(own, newAccount())).status).toBe(403);
    const { data } = await owner.client.graphql(
      'mutation($input: UpdateSettingsInput!) { updateSettings(input: $input) { instance { signUp } } }',
      { input: { signUp: 'closed' } },
    );
    expect(data.updateSettings.instance.signUp).toBe('closed');
    const refused = await register(own, newAccount());
    expect(refused.body.message).toBe('Sign-up is closed on this server. Ask the people who run it.');
    // owners can invite only people who have accounts
    const { id } = await newProject(owner);
    const stranger = { email: 'nobody@yard.example', role: 'MEMBER' };
    expect((await owner.client.rest('post', `/projects/${id}/invitations`, stranger)).status).toBe(422);
    await set('open');
    expect((await register(own, newAccount())).status).toBe(201);
  });

  it('cannot be changed where the environment sets it', async () => {
    const own = await startEmpty({ SIGN_UP: 'invited' });
    const owner = await newPerson(own);
    const { status, body } = await owner.client.rest('put', '/admin/settings', { signUp: 'open' });
    expect([status, body.message]).toEqual([409, 'SIGN_UP of the environment decides this. Remove it first.']);
    expect((await owner.client.rest('get', '/admin/instance')).body.data).toMatchObject({
      signUp: 'invited',
      isSignUpFixed: true,
    });
  });

  it('that is closed opens for whom an administrator invites, once and for that address only', async () => {
    const own = await startEmpty({ SIGN_UP: 'closed' });
    const owner = await newPerson(own);
    const email = `${randomUUID()}@yard.example`;
    const invited = await owner.client.rest('post', '/admin/invitations', { email });
    expect([invited.status, invited.body.data.email]).toEqual([201, email]);
    const invitation = linkTo(await own.work(), email, /register\?invitation=([\w%-]+)/);
    expect(invitation).toHaveLength(43);
    const other = await register(own, { ...newAccount(), invitation });
    expect([other.status, other.body.errors]).toEqual([422, { email: [`This invitation is for ${email}`] }]);
    const both = await Promise.all([1, 2].map(() => register(own, { ...newAccount(email), invitation })));
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 422]);
    const joined = both.find(({ status }) => status === 201);
    const client = new Client(own, joined?.body.data.tokens.accessToken);
    expect((await client.rest('get', '/auth/me')).body.data.emailVerifiedAt).toEqual(expect.any(String));
    expect((await register(own, { ...newAccount(), invitation })).status).toBe(422);
    expect((await owner.client.rest('post', '/admin/invitations', { email })).status).toBe(409);

    const second = `${randomUUID()}@yard.example`;
    const { body } = await owner.client.rest('post', '/admin/invitations', { email: second });
    const revoked = linkTo(await own.work(), second, /register\?invitation=([\w%-]+)/);
    expect((await owner.client.rest('get', '/admin/invitations')).body.data).toMatchObject([{ email: second }]);
    expect((await owner.client.rest('delete', `/admin/invitations/${body.data.id}`)).status).toBe(204);
    expect((await register(own, { ...newAccount(second), invitation: revoked })).status).toBe(422);
    expect((await owner.client.rest('delete', `/admin/invitations/${body.data.id}`)).status).toBe(404);
  });
});

describe('the audit log', () => {
  it('has who did what to whom, by person and kind, as pages and as CSV', async () => {
    const person = await newPerson(server, '=SUM(1)');
    await suspend(person);
    await login({ ...person, password: 'Wrong1password' });
    const read = async (query: string) => (await admin.client.rest('get', `/admin/security-events?${query}`)).body.data;
    const found = await read(`userId=${person.id}`);
    expect(found.map(({ kind }: { kind: string }) => kind)).toEqual([
      'sign_in_failed',
      'account_suspended',
      'registered',
    ]);
    expect(found[1]).toMatchObject({ actorId: admin.id, actorName: expect.stringContaining('Ada'), isFailure: false });
    expect(found[0]).toMatchObject({ actorId: null, isFailure: true, userEmail: person.email });
    const suspensions = await read(`kind=account_suspended&userId=${admin.id}&limit=100`);
    expect(suspensions.every(({ kind }: { kind: string }) => kind === 'account_suspended')).toBe(true);
    expect(suspensions.some(({ userId }: { userId: string }) => userId === person.id)).toBe(true);
    expect((await admin.client.rest('get', '/admin/security-events?kind=nothing')).status).toBe(422);
    const { data } = await admin.client.graphql(
      `query($id: ID) { securityEvents(userId: $id, first: 1) { totalCount nodes { kind } } }`,
      { id: person.id },
    );
    expect(data.securityEvents).toEqual({ totalCount: 3, nodes: [{ kind: 'sign_in_failed' }] });
    const csv = await admin.client.rest('get', `/admin/security-events/file?userId=${person.id}`);
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const lines = csv.text.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe('at,kind,isFailure,userId,userName,userEmail,actorId,actorName,address,details');
    // a name is never a formula
    expect(lines[1]).toContain(`'=SUM(1)`);
    expect((await read('limit=1'))[0].kind).toBe('audit_log_downloaded');
  });

  it('has no line for a person who is, or is not, an administrator already', async () => {
    const person = await newPerson(server);
    for (const isAdmin of [false, true, true, false, false]) {
      const set = await act('put', `${person.id}/admin`, { isAdmin });
      expect([set.status, set.body.data.isAdmin]).toEqual([200, isAdmin]);
    }
    const { body } = await admin.client.rest('get', `/admin/security-events?userId=${person.id}`);
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'administrator_removed',
      'administrator_added',
      'registered',
    ]);
  });

  it('has its newest 50,000 events in the CSV', async () => {
    const userId = randomUUID();
    await rows(
      server,
      `insert into security_event (id, at, kind, is_failure, user_id, address, details)
       select gen_random_uuid(), now() - n * interval '1 second', 'signed_in', false, ?::uuid, 'place ' || n, '{}'
       from generate_series(1, 50001) n`,
      [userId],
    );
    const { text } = await admin.client.rest('get', `/admin/security-events/file?userId=${userId}`);
    const [, newest, ...older] = text.trim().split('\r\n');
    expect(newest).toMatch(/,place 1,$/);
    expect([older.length, older.at(-1)]).toEqual([49_999, expect.stringMatching(/,place 50000,$/)]);
    await rows(server, 'delete from security_event where user_id = ?', [userId]);
  });
});
