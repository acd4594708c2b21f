import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, buildServer } from '../support/builtProgram.js';
import {
  createPasswordLink,
  lift,
  makeAdmin,
  type Outcome,
  resetTwoFactor,
  signOut,
  suspend,
} from '../../src/accounts/operator.service.js';
import type { Resources } from '../../src/request/context.js';
import { newProgram } from '../support/apiToken.js';
import { addMember, Client, newPerson, newProject, newTask, PASSWORD, type Person } from '../support/client.js';
import { App } from '../faults/app.js';
import { freshDatabase, startServer } from '../support/harness.js';
import { type MailServer, startMailServer } from '../support/jobQueue.js';
import { rows } from '../support/rows.js';
import { follow } from '../support/socket.js';
import { codeOf, enableTwoFactor } from '../support/twoFactor.js';
import { FULL_RUN } from '../support/testDepth.js';
import { onlyIf } from '../support/onlyIf.js';

const CHANGES = 'subscription { notificationChanged { action } }';

type EmailCommand = (resources: Resources, email: string) => Promise<Outcome>;

const KEYS = {
  JWT_SECRET: 'a secret for tests that is long enough',
  SECRET_KEY: 'a key for tests that is long enough',
};

describe.each(onlyIf(FULL_RUN, 'the operator’s way back into an account'))('%s', { timeout: 120_000 }, () => {
  let app: App;
  beforeAll(async () => {
    await buildServer();
    app = await App.make();
  }, 120_000);
  afterAll(() => app.remove());

  it('takes the second factor off, beside the running app and without it, and leaves a line', async () => {
    await app.start();
    const people = [await newPerson(app), await newPerson(app)] as const;
    const login = ({ email, password }: Person) => new Client(app).rest('post', '/auth/login', { email, password });
    for (const person of people) {
      await enableTwoFactor(person);
      expect(Object.keys((await login(person)).body.data)).toEqual(['challenge']);
    }
    const reset = async ({ id, email }: Person): Promise<void> => {
      const { code, lines } = await account({ DATA_DIR: app.dataDir }, 'reset-two-factor', email.toUpperCase());
      expect(code).toBe(0);
      // The log is written aside, before or after it.
      expect(lines).toContain(`Two-factor sign-in is off for ${email}; an email tells them.`);
      const events = lines.filter((line) => line.includes('security event')).map((line) => JSON.parse(line) as object);
      expect(events).toMatchObject([{ event: 'two_factor_reset', outcome: 'success', userId: id }]);
    };
    const [first, second] = people;
    await reset(first);
    expect(Object.keys((await login(first)).body.data)).toEqual(['user', 'tokens']);
    await app.kill('SIGTERM');
    await reset(second);
    await app.start();
    expect(Object.keys((await login(second)).body.data)).toEqual(['user', 'tokens']);
  });
});

describe('the operator’s commands', { timeout: 120_000 }, () => {
  let server: MailServer;
  let env: Record<string, string>;
  beforeAll(async () => {
    await buildServer();
    server = await startMailServer({ env: KEYS });
    env = { ...KEYS, DATABASE_URL: server.databaseUrl, DATA_DIR: server.resources.env.dataDir, LOG_LEVEL: 'warn' };
  }, 120_000);
  afterAll(() => server.close());

  /** Runs a command in this process, as the start of the program takes longer than the command. */
  const run = async (command: EmailCommand, { email }: Pick<Person, 'email'>) => command(server.resources, email);

  const login = ({ email }: Person, password = PASSWORD) =>
    new Client(server).rest('post', '/auth/login', { email, password });
  const meStatus = async ({ client }: { client: Client }): Promise<number> =>
    (await client.rest('get', '/projects')).status;

  it('print their usage and end with 2 where words are missing or wrong', async () => {
    const { code, error } = await account(env, 'lift', 'a', 'b');
    expect(code).toBe(2);
    expect(error).toMatch(/^usage: npm run account -- COMMAND\n/);
  });

  it('create no database where there is none', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cairn-mistyped-'));
    const { code, error } = await account({ ...KEYS, DATA_DIR: folder }, 'list');
    expect([code, error]).toEqual([
      1,
      `The command failed: there is no database in ${folder}: set DATA_DIR or DATABASE_URL as they are for the app`,
    ]);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('report in one line what they cannot do, and change nothing', async () => {
    const person = await newPerson(server);
    const unknown = await account(env, 'suspend', 'nobody@tern.example');
    expect([unknown.code, unknown.error]).toEqual([
      1,
      'There is no account with this email address. Nothing was changed.',
    ]);
    // or a typing error looks as if no one were signed in
    const noOne = await account(env, 'sessions', 'nobody@tern.example');
    expect(noOne).toEqual({ code: 1, lines: [], error: 'There is no account with this email address.' });
    expect(await run(resetTwoFactor, person)).toMatchObject({
      isDone: true,
      text: `Two-factor sign-in was not on for ${person.email}. Nothing was changed.`,
    });
    expect(await run(lift, person)).toMatchObject({
      isDone: false,
      text: `${person.email} is not suspended. Nothing was changed.`,
    });
  });

  it('suspend: sessions, program tokens and sockets end, and nothing is unassigned', async () => {
    const [owner, person] = [await newPerson(server), await newPerson(server, 'Ines')];
    const { id: projectId } = await newProject(owner);
    await addMember(owner, projectId, person, 'OWNER');
    const { id: taskId } = await newTask(owner, projectId, { assigneeId: person.id });
    const program = await newProgram(person);
    const sockets = [person.client, program.client].map(({ token }) => follow(server, CHANGES, { token }));
    const { isDone, text } = await run(suspend, { email: person.email.toUpperCase() });
    expect(isDone).toBe(true);
    expect(text).toMatch(new RegExp(`^Suspended ${person.email}: 1 session and 1 program token ended\\.`));
    expect([await meStatus(person), await meStatus(program)]).toEqual([401, 401]);
    expect((await Promise.all(sockets.map((socket) => socket.end()))).map((end) => end.code)).toEqual([4401, 4401]);
    const { body: task } = await owner.client.rest('get', `/tasks/${taskId}`);
    expect(task.data.assigneeId).toBe(person.id);
    // only active people can get work and roles, as during account deletion
    const assigned = await owner.client.rest('post', '/tasks', {
      projectId,
      title: 'Hull',
      priority: 'LOW',
      dueDate: '2030-01-01T00:00:00Z',
      assigneeId: person.id,
    });
    expect([assigned.status, Object.keys(assigned.body.errors)]).toEqual([422, ['assigneeId']]);
    const { id: other } = await newProject(owner);
    const added = await owner.client.rest('post', `/projects/${other}/members`, { userId: person.id, role: 'MEMBER' });
    expect(added.status).toBe(422);
    const left = await owner.client.rest('delete', `/projects/${projectId}/members/${owner.id}`);
    expect([left.status, Object.keys(left.body.errors)]).toEqual([422, ['userId']]);
  });

  it('suspend: only the right password is answered so, no reset lifts it, and lift does', async () => {
    const person = await newPerson(server);
    await new Client(server).rest('post', '/auth/forgot-password', { email: person.email });
    const [mail] = (await server.work()).filter(({ subject }) => subject?.startsWith('Reset'));
    const token = /\/reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await run(suspend, person);
    const right = await login(person);
    expect([right.status, right.body.message]).toEqual([
      403,
      'This account is suspended. Ask the people who run this server.',
    ]);
    const [wrong, unknown] = [
      await login(person, 'Basalt8cliffs'),
      await login({ ...person, email: 'x@tern.example' }),
    ];
    expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text]);
    const reset = await new Client(server).rest('post', '/auth/reset-password', { token, password: 'Basalt8cliffs' });
    expect(reset.status).toBe(422);
    await new Client(server).rest('post', '/auth/forgot-password', { email: person.email });
    expect(await server.work()).toEqual([]);
    for (const [command, why] of [
      [suspend, 'is suspended already'],
      [createPasswordLink, 'is suspended: lift that first'],
      [makeAdmin, 'is suspended: lift that first'],
    ] as const) {
      const text = `${person.email} ${why}. Nothing was changed.`;
      expect(await run(command, person)).toEqual({ isDone: false, text });
    }
    expect(await run(lift, person)).toMatchObject({
      isDone: true,
      text: `Lifted the suspension of ${person.email}: they can sign in again, but must create new program tokens.`,
    });
    expect((await login(person)).status).toBe(200);
    expect(await meStatus(person)).toBe(401);
  });

  it('reset-password prints a link that works once, without a mail', async () => {
    const person = await newPerson(server);
    await server.work();
    const { isDone, text } = await run(createPasswordLink, person);
    const lines = text.split('\n');
    expect([isDone, lines[0]]).toEqual([true, `Give this link to ${person.email}; it works once, for one hour:`]);
    const token = /^http:\/\/localhost:\d+\/reset-password\?token=([\w-]{43})$/.exec(lines[1] ?? '')?.[1] ?? '';
    const reset = () => new Client(server).rest('post', '/auth/reset-password', { token, password: 'Basalt8cliffs' });
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 422]);
    expect((await login(person, 'Basalt8cliffs')).status).toBe(200);
  });

  it('make-admin refuses an account that is being deleted, until its person has restored it', async () => {
    const [, person] = [await newPerson(server), await newPerson(server)];
    const left = { currentPassword: person.password, projects: [] };
    expect((await person.client.rest('post', '/auth/delete-account', left)).status).toBe(200);
    expect(await run(makeAdmin, person)).toEqual({
      isDone: false,
      text: `${person.email} is being deleted: its person must restore it first. Nothing was changed.`,
    });
    const back = new Client(server, (await login(person)).body.data.tokens.accessToken);
    expect((await back.rest('post', '/auth/restore-account')).status).toBe(200);
    expect(await run(makeAdmin, person)).toMatchObject({ isDone: true });
  });

  it('sign-out ends all sessions, and says that program tokens stay', async () => {
    const person = await newPerson(server);
    const program = await newProgram(person);
    expect(await run(signOut, person)).toMatchObject({
      isDone: true,
      text: `Signed ${person.email} out: 1 session ended. Program tokens that still work: 1. Only suspending ends them.`,
    });
    expect([await meStatus(person), await meStatus(program)]).toEqual([401, 200]);
    expect((await login(person)).status).toBe(200);
  });

  it.each(onlyIf(FULL_RUN, 'sessions shows who is signed in, from which device and when, for everyone or one person'))(
    '%s',
    async () => {
      const person = await newPerson(server, 'Ida');
      await login(person);
      const other = await newPerson(server, 'Ole');
      const one = await account(env, 'sessions', person.email.toUpperCase());
      expect(one.code).toBe(0);
      expect(one.lines[0]).toMatch(/^EMAIL +DEVICE +ADDRESS +SIGNED IN +LAST SEEN$/);
      const lines = one.lines.slice(1, -1);
      expect(lines).toHaveLength(2);
      for (const line of lines) {
        expect(line.startsWith(`${person.email} `)).toBe(true);
        expect(line).toMatch(/ 127\.0\.0\.1 +20\d\d-\d\d-\d\d \d\d:\d\d +20\d\d-\d\d-\d\d \d\d:\d\d$/);
      }
      expect(one.lines.at(-1)).toBe('2 sessions');
      const all = await account(env, 'sessions');
      expect(all.lines.filter((line) => line.startsWith(other.email))).toHaveLength(1);
      await account(env, 'sign-out', person.email);
      expect((await account(env, 'sessions', person.email)).lines.at(-1)).toBe('0 sessions');
    },
  );

  it('list shows all accounts in a table, and nothing that controls a terminal', async () => {
    const person = await newPerson(server, 'Uma');
    await newProject(person);
    await enableTwoFactor(person);
    const admin = await newPerson(server, 'Ada');
    await run(makeAdmin, admin);
    await rows(server, `update account set last_name = E'\\x1b[2J' where id = '${person.id}'`);
    const { code, lines } = await account(env, 'list');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^EMAIL +NAME +USERNAME +CREATED +LAST SEEN +STATE +TWO-FACTOR +ADMIN +PROJECTS OWNED$/);
    const line = lines.find((it) => it.startsWith(person.email)) ?? '';
    expect(line).toMatch(/ Uma {2}\[2J .* 20\d\d-\d\d-\d\d +20\d\d-\d\d-\d\d +active +on +1$/);
    expect(lines.find((it) => it.startsWith(admin.email))).toMatch(/ active +off +yes +0$/);
    expect(lines.at(-1)).toBe(`${lines.length - 2} accounts`);
  });
});

describe.each(onlyIf(FULL_RUN, 'rotate-key'))('%s', { timeout: 240_000 }, () => {
  it('with SECRET_KEY set takes NEW_SECRET_KEY, and waits for all processes to have stopped', async () => {
    const database = await freshDatabase();
    const first = await startServer({ databaseUrl: database.url, env: KEYS });
    const person = await newPerson(first);
    const { secret } = await enableTwoFactor(person);
    const env = { ...KEYS, DATABASE_URL: database.url, LOG_LEVEL: 'warn' };
    const NEW_SECRET_KEY = 'another key for tests that is long enough';
    expect((await account(env, 'rotate-key')).error).toContain('NEW_SECRET_KEY must be the new key');
    const running = await account({ ...env, NEW_SECRET_KEY }, 'rotate-key');
    expect([running.code, running.error]).toEqual([
      1,
      expect.stringMatching(/^The command failed: stop all Cairn processes first: \d+ of their connections/),
    ]);
    await first.close();
    // A refused rotation of a stored key leaves nothing of the next one, which would keep the app from starting.
    const dataDir = mkdtempSync(path.join(tmpdir(), 'cairn-rotate-'));
    writeFileSync(path.join(dataDir, 'secret-key'), 'not the key that was in use, but as long');
    const { SECRET_KEY: _, ...keyless } = env;
    const stored = await account({ ...keyless, DATA_DIR: dataDir }, 'rotate-key');
    expect([stored.code, stored.error]).toEqual([1, expect.stringContaining('does not open the second factor')]);
    expect(readdirSync(dataDir)).not.toContain('secret-key.next');
    rmSync(dataDir, { recursive: true });
    const foreign = await account(
      { ...env, SECRET_KEY: 'not the key that was in use, but as long', NEW_SECRET_KEY },
      'rotate-key',
    );
    expect([foreign.code, foreign.error]).toEqual([
      1,
      expect.stringContaining(`does not open the second factor of ${person.email}`),
    ]);
    const done = await account({ ...env, NEW_SECRET_KEY }, 'rotate-key');
    expect([done.code, done.lines.at(-1)]).toEqual([
      0,
      expect.stringContaining('Set SECRET_KEY to the new key before you start the app.'),
    ]);
    const later = () => new Date(Date.now() + 60_000);
    const second = await startServer({
      databaseUrl: database.url,
      env: { ...KEYS, SECRET_KEY: NEW_SECRET_KEY },
      now: later,
    });
    const { body } = await new Client(second).rest('post', '/auth/login', {
      email: person.email,
      password: PASSWORD,
    });
    const entered = await new Client(second).rest('post', '/auth/login/two-factor', {
      challenge: body.data.challenge.token,
      code: codeOf(secret, later()),
    });
    expect(entered.status).toBe(200);
    await second.close();
    await database.drop();
  });
});
