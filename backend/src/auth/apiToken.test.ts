import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { inDays, newProgram, requestToken } from '../../test/support/apiToken.js';
import { addMember, Client, newPerson, newProject, newTask, type Person, signedIn } from '../../test/support/client.js';
import { closeAfterTest, startServer } from '../../test/support/harness.js';
import { type MailServer, recipient, startMailServer, subjectsTo } from '../../test/support/jobQueue.js';
import { afterComparison } from '../../test/support/passwords.js';
import { rows } from '../../test/support/rows.js';
import { enableTwoFactor, statuses } from '../../test/support/twoFactor.js';
import { scanApiTokens } from './apiToken.service.js';
import { createRevertToken } from './emailChange.service.js';
import { issuePasswordReset } from './passwordReset.service.js';

const DAY = 24 * 3_600_000;
const NEW = 'Basalt8cliffs';

let server: MailServer;
let clock = 0;
const now = () => new Date(Date.now() + clock);
beforeAll(async () => {
  server = await startMailServer({ now });
});
afterAll(() => server.close());

const tokensOf = async ({ client }: Person) =>
  (await client.rest('get', '/auth/tokens')).body.data as Record<string, unknown>[];
const lives = async ({ client }: { client: Client }): Promise<boolean> =>
  (await client.rest('get', '/auth/me')).status === 200;
const mailsTo = async ({ email }: Person, subject: string) =>
  (await server.work()).filter((mail) => recipient(mail) === email && mail.subject?.includes(subject));

describe('an API token', () => {
  it('is returned once, acts for its owner until it is revoked, and is stored as a hash', async () => {
    const person = await newPerson(server);
    const expiresAt = inDays(90);
    const { status, body } = await requestToken(person, { name: '  CI ', scope: 'READ', expiresAt });
    expect(status).toBe(201);
    const { token, apiToken } = body.data as { token: string; apiToken: Record<string, unknown> };
    expect(token).toMatch(/^cairn_[\w-]{43}$/);
    const made = { name: 'CI', scope: 'READ', projectIds: null, expiresAt, lastUsedAt: null };
    expect(apiToken).toEqual({ ...made, id: expect.any(String), createdAt: expect.any(String) });
    expect(await tokensOf(person)).toEqual([apiToken]);
    const kept = await rows(server, 'select t::text as it from api_token t where user_id = ?', [person.id]);
    expect(JSON.stringify(kept)).not.toContain(token.slice('cairn_'.length));

    const program = new Client(server, token);
    const me = await program.graphql('{ me { id email } }');
    expect(me.data.me).toEqual({ id: person.id, email: person.email });
    const revoked = await person.client.rest('delete', `/auth/tokens/${String(apiToken['id'])}`);
    expect([revoked.status, await lives({ client: program }), await tokensOf(person)]).toEqual([204, false, []]);
    expect((await person.client.rest('delete', `/auth/tokens/${String(apiToken['id'])}`)).status).toBe(404);
  });

  it('expires at the requested time', async () => {
    const person = await newPerson(server);
    const program = await newProgram(person, { expiresAt: inDays(1) });
    expect(await lives(program)).toBe(true);
    await rows(server, "update api_token set expires_at = now() - interval '1 second' where id = ?", [program.id]);
    expect([await lives(program), await tokensOf(person)]).toEqual([false, []]);
    expect((await person.client.rest('delete', `/auth/tokens/${program.id}`)).status).toBe(404);
  });

  it('shows its last use to the minute, with one write for many requests', async () => {
    const person = await newPerson(server);
    const program = await newProgram(person);
    await Promise.all(Array.from({ length: 10 }, () => program.client.rest('get', '/projects')));
    const [{ lastUsedAt } = {}] = await tokensOf(person);
    expect(Date.parse(String(lastUsedAt))).toBeGreaterThan(Date.now() - 30_000);
    const before = server.statements.filter((text) => text.includes('update api_token')).length;
    await program.client.rest('get', '/projects');
    expect(server.statements.filter((text) => text.includes('update api_token'))).toHaveLength(before);
    await rows(server, "update api_token set last_used_at = now() - interval '2 minutes' where id = ?", [program.id]);
    await program.client.rest('get', '/projects');
    expect(Date.parse(String((await tokensOf(person))[0]?.['lastUsedAt']))).toBeGreaterThan(Date.now() - 30_000);
  });

  it('is refused with an error at the invalid field', async () => {
    const person = await newPerson(server);
    const { id: foreign } = await newProject(await newPerson(server));
    const own = await newProject(person);
    const cases: [Record<string, unknown>, Record<string, string[]>][] = [
      [{ name: ' ' }, { name: ['Name is required'] }],
      [{ name: 'n'.repeat(101) }, { name: ['Name must be at most 100 characters'] }],
      [{ scope: 'ADMIN' }, { scope: ['Scope must be READ or WRITE'] }],
      [{ projectIds: [] }, { projectIds: ['Choose at least one project'] }],
      [{ projectIds: ['none'] }, { projectIds: ['projectIds must be project ids'] }],
      [{ projectIds: [own.id, foreign] }, { projectIds: ['Project not found'] }],
      [{ expiresAt: inDays(-1) }, { expiresAt: ['The expiry date must be in the future'] }],
      [{ expiresAt: inDays(367) }, { expiresAt: ['A token can last at most a year'] }],
      [
        { expiresAt: '2027-01-01' },
        { expiresAt: ['The expiry date must be a date and time with a zone, like 2026-11-27T17:00:00Z'] },
      ],
      [{ currentPassword: '' }, { currentPassword: ['Current password is required'] }],
      [{ currentPassword: 'Wrong1password' }, { currentPassword: ['Current password is incorrect'] }],
    ];
    for (const [fields, errors] of cases) {
      const { status, body } = await requestToken(person, fields);
      expect([status, body.errors], JSON.stringify(fields)).toEqual([422, errors]);
    }
    expect(await tokensOf(person)).toEqual([]);
    expect((await requestToken(person, { projectIds: [own.id, own.id], expiresAt: inDays(366) })).status).toBe(201);
    expect((await tokensOf(person))[0]?.['projectIds']).toEqual([own.id]);
  });

  it('requires a code with two-factor on, and a refused project does not use it up', async () => {
    const person = await newPerson(server);
    const { recoveryCodes } = await enableTwoFactor(person);
    const [code] = recoveryCodes;
    expect((await requestToken(person)).body.errors).toEqual({ code: ['Code is required'] });
    expect((await requestToken(person, { code, projectIds: [person.id] })).body.errors).toEqual({
      projectIds: ['Project not found'],
    });
    expect((await requestToken(person, { code })).status).toBe(201);
    expect((await requestToken(person, { code })).status).toBe(422);
  });

  it.each([
    ['the session ends', 'update session set revoked_at = now() where user_id = ?'],
    ['the account is suspended', 'update account set suspended_at = now() where id = ?'],
  ])('is not created if %s while the password is checked', async (_what, ending) => {
    const person = await newPerson(server);
    afterComparison(server, () => rows(server, ending, [person.id]));
    expect((await requestToken(person)).status).toBe(401);
    expect(await rows(server, 'select id from api_token where user_id = ?', [person.id])).toEqual([]);
  });

  it('is limited to 50 per person, not counting revoked ones', async () => {
    const person = await newPerson(server);
    const first = await newProgram(person);
    await rows(
      server,
      `insert into api_token (id, user_id, name, scope, token_hash, created_at, expires_at)
       select gen_random_uuid(), user_id, name, scope, token_hash || n, created_at, expires_at
       from api_token, generate_series(1, 48) n where id = ?`,
      [first.id],
    );
    const answers = await Promise.all([requestToken(person), requestToken(person)]);
    expect(statuses(answers)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(/^You have 50 tokens/);
    expect(await tokensOf(person)).toHaveLength(50);
    await person.client.rest('delete', `/auth/tokens/${first.id}`);
    expect((await requestToken(person)).status).toBe(201);
  });

  it('is created once per key and not returned again', async () => {
    const person = await newPerson(server);
    const key = { 'idempotency-key': 'token-1' };
    const fields = { expiresAt: inDays(5) };
    expect((await requestToken(person, fields, key)).status).toBe(201);
    const again = await requestToken(person, fields, key);
    expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/shown only once/)]);
    expect(await tokensOf(person)).toHaveLength(1);
  });
});

describe('idempotency keys', () => {
  it('belong to the person or to one token', async () => {
    const person = await newPerson(server);
    const { id: projectId } = await newProject(person);
    const [one, other] = [await newProgram(person), await newProgram(person)];
    const task = { projectId, title: 'Order paint', priority: 'LOW' };
    const key = { 'idempotency-key': 'same' };
    const made: string[] = [];
    for (const { client } of [person, one, other, one]) {
      const { status, body } = await client.rest('post', '/tasks', task, key);
      expect(status).toBe(201);
      made.push(body.data.id);
    }
    expect(new Set(made).size).toBe(3);
    expect(made[3]).toBe(made[1]);
    expect((await one.client.rest('post', '/tasks', { ...task, title: 'Another' }, key)).status).toBe(409);
  });
});

describe('API tokens', () => {
  it('end with a password reset and an email revert, but not with a password change', async () => {
    const person = await newPerson(server);
    const [first, second] = [await newProgram(person, { name: 'Tide <tables>' }), await newProgram(person)];
    await server.work();
    const change = { currentPassword: person.password, newPassword: NEW };
    expect((await person.client.rest('put', '/auth/change-password', change)).status).toBe(200);
    expect([await lives(first), await lives(second)]).toEqual([true, true]);
    const [mail] = await mailsTo(person, 'password was changed');
    for (const name of ['Tide <tables>', 'Nightly report']) expect(mail?.text).toContain(name);
    expect(mail?.text).toContain('reads and writes, all your projects, until');
    expect(mail?.html).toContain('Tide &lt;tables&gt;');

    const reset = await issuePasswordReset(server.resources, person.email);
    const anonymous = new Client(server);
    const password = 'Granite7stones';
    const done = await anonymous.rest('post', '/auth/reset-password', { token: reset?.token, password });
    expect([done.status, await lives(first), await lives(second)]).toEqual([200, false, false]);
    expect((await mailsTo(person, 'password was changed'))[0]?.text).not.toContain('Programs');

    const back: Person = { ...person, password, client: await signedIn({ ...person, password }) };
    const third = await newProgram(back);
    await back.client.rest('put', '/auth/profile', { email: `new-${person.email}`, currentPassword: password });
    expect(await lives(third)).toBe(true);
    const [way] = await rows<{ id: string }>(server, 'select id from email_revert where user_id = ?', [person.id]);
    const revert = await createRevertToken(server.resources, way?.id ?? '');
    const taken = await anonymous.rest('post', '/auth/email/revert', { token: revert?.token });
    expect([taken.status, await lives(third)]).toEqual([200, false]);
  });
});

describe('mails about tokens', () => {
  it('describe a new token: scope, projects, expiry, and what to do', async () => {
    const person = await newPerson(server, 'Ines');
    const { id } = await newProject(person);
    await newProgram(person, { name: 'Tide & tables', scope: 'READ', projectIds: [id] });
    const [mail, ...others] = await mailsTo(person, 'New API token');
    expect(others).toEqual([]);
    for (const said of ['Hello Ines', 'reads, 1 project, until', 'If that was not you', '/forgot-password']) {
      expect(mail?.text).toContain(said);
    }
    expect(mail?.html).toContain('Tide &amp; tables');
  });

  it('announce an expiry within a week once, but not for short-lived or revoked tokens', async () => {
    const other = closeAfterTest(await startServer({ databaseUrl: server.databaseUrl, now }));
    onTestFinished(() => void (clock = 0));
    const person = await newPerson(server);
    await newProgram(person, { name: 'Long', expiresAt: inDays(30) });
    await newProgram(person, { name: 'Short', expiresAt: inDays(24 + 6) });
    const gone = await newProgram(person, { name: 'Gone', expiresAt: inDays(30) });
    await rows(server, "update api_token set created_at = now() + interval '24 days' where name = 'Short'");
    await person.client.rest('delete', `/auth/tokens/${gone.id}`);
    await server.work();
    const scan = () => Promise.all([server, other].map(({ resources }) => scanApiTokens(resources)));
    clock = 22 * DAY;
    await scan();
    expect(subjectsTo(await server.work(), person.email)).toEqual([]);
    clock = 23 * DAY + DAY / 2;
    await scan();
    await scan();
    const mails = await mailsTo(person, 'expires soon');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Long');
    expect(mails[0]?.text).toContain('/settings#tokens');
  });
});

describe('a token for some projects', () => {
  it('loses access to a project that its owner has left', async () => {
    const [owner, person] = [await newPerson(server), await newPerson(server)];
    const { id } = await newProject(owner);
    await addMember(owner, id, person);
    const task = await newTask(owner, id);
    const program = await newProgram(person, { projectIds: [id] });
    expect((await program.client.rest('get', `/tasks/${task.id}`)).status).toBe(200);
    await owner.client.rest('delete', `/projects/${id}/members/${person.id}`);
    expect((await program.client.rest('get', `/tasks/${task.id}`)).status).toBe(404);
    expect((await program.client.rest('put', `/tasks/${task.id}`, { title: 'Mine' })).status).toBe(404);
    expect((await program.client.rest('get', '/projects')).body.data).toEqual([]);
    expect((await tokensOf(person))[0]?.['projectIds']).toEqual([id]);
  });
});
