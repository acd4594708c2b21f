import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import jwt from 'jsonwebtoken';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SECURITY_EVENTS } from '../../contract/securityEvents.js';
import { createRevertToken } from '../../src/auth/emailChange.service.js';
import { issuePasswordReset } from '../../src/auth/passwordReset.service.js';
import { deleteDueAccounts } from '../../src/accounts/accountDeletion.job.js';
import { LIMITED_EVENTS } from '../../src/request/securityEvents.js';
import { newProgram, requestToken } from '../support/apiToken.js';
import { addMember, Client, newPerson, newProject, type Person, signedIn } from '../support/client.js';
import { readyExport } from '../support/exports.js';
import { startServer, type TestServer } from '../support/harness.js';
import { rows } from '../support/rows.js';
import { follow } from '../support/socket.js';
import { enableTwoFactor } from '../support/twoFactor.js';

const SECRET = 'the secret that these tests forge with';
const NEW = 'Basalt8cliffs';
const WRONG = 'Wrong1password';
const STRANGER = 'stranger@tern.example';

let server: TestServer;
let mara: Person;
const lines: string[] = [];
beforeAll(async () => {
  const log = pino({ level: 'debug', base: undefined }, { write: (line: string) => void lines.push(line) });
  server = await startServer({ log, env: { JWT_SECRET: SECRET, RATE_LIMIT: 'on', TRUST_PROXY: '1' } });
  mara = await newPerson(server);
});
afterAll(() => server.close());
beforeEach(() => void lines.splice(0));

type Line = Record<string, unknown>;
/** The security events so far, without what differs each time. */
const events = (): Line[] =>
  lines
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === 'security event')
    .map(({ time: _time, msg: _msg, requestId: _requestId, ...rest }) => rest);
const INFO = 30;
const WARN = 40;

let count = 0;
/** Each person has another address. */
const place = (): { address: string; headers: Record<string, string> } => {
  count += 1;
  const address = `203.0.113.${count}`;
  return { address, headers: { 'x-forwarded-for': address } };
};

it('security events include sign-ins that succeed, that fail, and of unknown accounts, with address and device', async () => {
  const { address, headers } = place();
  const device = randomBytes(32).toString('base64url');
  const signIn = (email: string, password: string, more = {}) =>
    new Client(server).rest('post', '/auth/login', { email, password }, { ...headers, ...more });
  await signIn(mara.email, WRONG);
  await signIn(mara.email, mara.password, { 'x-device': device });
  await signIn(mara.email, mara.password, { 'x-device': device });
  await signIn(STRANGER, WRONG);
  await signIn(STRANGER.toUpperCase(), WRONG);
  const [failed, first, known, second, nobody, again] = events();
  const at = { userId: mara.id, address };
  expect(failed).toEqual({ level: WARN, event: 'sign_in_failed', outcome: 'failure', ...at, device: 'unknown' });
  expect(first).toEqual({ level: INFO, event: 'signed_in', outcome: 'success', ...at, device: 'unknown' });
  expect(known).toEqual({ level: INFO, event: 'device_known', outcome: 'success', ...at });
  expect(second).toEqual({ level: INFO, event: 'signed_in', outcome: 'success', ...at, device: 'known' });
  expect(nobody).toEqual({ ...failed, userId: undefined, account: expect.stringMatching(/^[\w-]{16}$/) });
  expect(again).toEqual(nobody);
});

it('security events include a limit that is met, once', async () => {
  const { address, headers } = place();
  const ask = () => new Client(server).rest('post', '/auth/forgot-password', { email: STRANGER }, headers);
  for (let n = 0; n < 9; n += 1) await ask();
  const limits = events().filter(({ event }) => event === 'rate_limited');
  expect(limits).toEqual([
    { level: WARN, event: 'rate_limited', outcome: 'failure', address, limit: 'forgotPerAddress' },
  ]);
});

it('security events include all changes of an account', async () => {
  const { address, headers } = place();
  const account = { firstName: 'Ines', lastName: 'Sol', username: 'ines', email: 'ines@tern.example', password: NEW };
  const { body } = await new Client(server).rest('post', '/auth/register', account, headers);
  const userId: string = body.data.user.id;
  const client = new Client(server, body.data.tokens.accessToken);
  const change = (currentPassword: string) =>
    client.rest('put', '/auth/change-password', { currentPassword, newPassword: 'Quartz9veins' }, headers);
  await change(WRONG);
  await change(NEW);
  await client.rest('post', '/auth/logout', undefined, headers);
  await new Client(server).rest('post', '/auth/forgot-password', { email: account.email }, headers);
  const { token } = (await issuePasswordReset(server.resources, account.email)) ?? {};
  const device = { 'x-device': randomBytes(32).toString('hex') };
  const reset = (given?: string) =>
    new Client(server).rest('post', '/auth/reset-password', { token: given, password: NEW }, { ...headers, ...device });
  await reset(token);
  await reset(token);
  for (let n = 0; n < 5; n += 1) await issuePasswordReset(server.resources, account.email);
  expect(events().map(({ event, userId: who, account: hashed }) => [event, who ?? typeof hashed])).toEqual([
    ['registered', userId],
    ['password_change_failed', userId],
    ['password_changed', userId],
    ['signed_out', userId],
    ['password_reset_asked', 'string'],
    ['email_verified', userId],
    ['password_reset_used', userId],
    ['devices_forgotten', userId],
    ['device_known', userId],
    ['password_reset_failed', 'undefined'],
    ['password_reset_withheld', userId],
  ]);
  for (const event of events().slice(0, -1)) expect(event['address']).toBe(address);
});

it('security events include all changes and uses of API tokens, except the use of an expired one', async () => {
  const person = await newPerson(server);
  const { address, headers } = place();
  const program = await newProgram(person, { scope: 'READ' });
  const projects = (token?: string) => new Client(server, token).rest('post', '/projects', { name: 'Mine' }, headers);
  lines.splice(0);
  await projects(program.client.token);
  await projects(`cairn_${'x'.repeat(43)}`);
  await person.client.rest('delete', `/auth/tokens/${program.id}`, undefined, headers);
  await projects(program.client.token);
  await requestToken(person, {}, headers);
  await requestToken(person, { currentPassword: WRONG }, headers);
  const at = { userId: person.id, address };
  expect(events()).toEqual([
    { level: WARN, event: 'access_refused', outcome: 'failure', ...at, operation: 'createProject' },
    { level: WARN, event: 'token_refused', outcome: 'failure', address },
    { level: INFO, event: 'api_token_revoked', outcome: 'success', ...at },
    { level: INFO, event: 'api_token_made', outcome: 'success', ...at },
    { level: WARN, event: 'password_refused', outcome: 'failure', ...at },
  ]);
});

it('security events include all changes of second factor, sessions and email, without secrets', async () => {
  const ines = await newPerson(server, 'Ines');
  const { email, password, client } = ines;
  lines.splice(0);
  await client.rest('post', '/auth/two-factor', { currentPassword: WRONG });
  const { secret, recoveryCodes } = await enableTwoFactor(ines);
  const [one, two, three] = recoveryCodes;
  const { body } = await new Client(server).rest('post', '/auth/login', { email, password });
  const challenge: string = body.data.challenge.token;
  const complete = (code?: string) => new Client(server).rest('post', '/auth/login/two-factor', { challenge, code });
  await complete('abcde-fghjk');
  const entered = await complete(one);
  await complete(two);
  const token: string = entered.body.data.tokens.accessToken;
  const proof = (code?: string) => ({ currentPassword: password, code });
  const renewed = await client.rest('post', '/auth/two-factor/recovery-codes', proof(three));
  const sessions = await client.rest('get', '/auth/sessions');
  await client.rest('delete', `/auth/sessions/${sessions.body.data[1].id}`);
  await client.rest('delete', '/auth/sessions');
  await client.rest('delete', '/auth/two-factor', proof(renewed.body.data.recoveryCodes[0]));
  await client.rest('put', '/auth/profile', { email: 'ines.sol@tern.example', currentPassword: password });
  const [way] = await rows<{ id: string }>(server, 'select id from email_revert where user_id = ?', [ines.id]);
  const { token: link } = (await createRevertToken(server.resources, way?.id ?? '')) ?? {};
  const revert = () => new Client(server).rest('post', '/auth/email/revert', { token: link });
  await revert();
  await revert();
  expect(events().map(({ event, userId }) => [event, userId])).toEqual(
    [
      'password_refused',
      'two_factor_on',
      'second_factor_asked',
      'code_refused',
      'recovery_code_used',
      'signed_in',
      'challenge_refused',
      'recovery_code_used',
      'recovery_codes_renewed',
      'session_revoked',
      'sessions_revoked',
      'devices_forgotten',
      'recovery_code_used',
      'two_factor_off',
      'email_changed',
      'email_reverted',
      'devices_forgotten',
      'email_revert_failed',
    ].map((event) => [event, /challenge_|revert_/.test(event) ? undefined : ines.id]),
  );
  const written = lines.join('\n');
  for (const said of [secret, challenge, token, link ?? 'none', email, 'ines.sol', ...recoveryCodes]) {
    expect(written).not.toContain(said);
  }
});

it('security events include the deletion of an account, its restoration, and its end', async () => {
  const { headers } = place();
  const wen = await newPerson(server, 'Wen');
  const enter = () => signedIn(wen, headers);
  const leave = (client: Client) =>
    client.rest('post', '/auth/delete-account', { currentPassword: wen.password }, headers);
  lines.splice(0);
  await leave(wen.client);
  await (await enter()).rest('post', '/auth/restore-account', undefined, headers);
  await leave(await enter());
  await rows(server, `update account set deletion_at = now() - interval '1 minute' where id = ?`, [wen.id]);
  await deleteDueAccounts(server.resources);
  expect(events().map(({ event, userId }) => [event, userId])).toEqual(
    [
      'account_deletion_begun',
      'signed_in',
      'account_restored',
      'signed_in',
      'account_deletion_begun',
      'account_deleted',
    ].map((event) => [event, wen.id]),
  );
});

it('security events include forged tokens in all transports, ten lines a minute, but not expired ones', async () => {
  const { address, headers } = place();
  const forged = jwt.sign({ sub: mara.id, sid: mara.id, aud: 'cairn' }, 'another secret', { expiresIn: 60 });
  const expired = jwt.sign({ sub: mara.id, sid: mara.id, aud: 'cairn' }, SECRET, { expiresIn: -60 });
  for (const token of [expired, forged]) await new Client(server, token).rest('get', '/auth/me', undefined, headers);
  await new Client(server, forged).graphql('{ me { id } }', {}, headers);
  const refused = { level: WARN, event: 'token_refused', outcome: 'failure', address };
  expect(events()).toEqual([refused, refused]);
  for (let n = 0; n < 20; n += 1) await new Client(server, 'abc').rest('get', '/auth/me', undefined, headers);
  // a minute may have begun meanwhile
  expect(events().length).toBeLessThanOrEqual(20);
  lines.splice(0);
  await follow(server, 'subscription { notificationChanged { action } }', { token: forged }).end();
  expect(events()).toMatchObject([{ event: 'token_refused', address: '127.0.0.1' }]);
});

it('security events include the request of a data export, and each download', async () => {
  const { address, headers } = place();
  const jon = await newPerson(server, 'Jon');
  lines.splice(0);
  await jon.client.rest('post', '/auth/export', undefined, headers);
  await jon.client.rest('post', '/auth/export', undefined, headers);
  const ready = await readyExport(server, jon.id);
  await jon.client.rest('get', `/auth/export/${ready}/file`, undefined, headers);
  await mara.client.rest('get', `/auth/export/${ready}/file`, undefined, headers);
  const line = { level: INFO, outcome: 'success', userId: jon.id, address };
  expect(events()).toEqual([
    { event: 'export_requested', ...line },
    { event: 'export_downloaded', ...line },
  ]);
});

it('security events include forbidden calls of a member', async () => {
  const { address, headers } = place();
  const { id } = await newProject(mara);
  const jon = await newPerson(server, 'Jon');
  await addMember(mara, id, jon);
  lines.splice(0);
  expect((await jon.client.rest('delete', `/projects/${id}`, undefined, headers)).status).toBe(403);
  const line = { level: WARN, event: 'access_refused', outcome: 'failure', userId: jon.id, address };
  expect(events()).toEqual([{ ...line, operation: 'deleteProject' }]);
});

it('the log never contains a password, a token, a device or the email of a stranger', async () => {
  const { headers } = place();
  const device = randomBytes(32).toString('base64url');
  const given = { ...headers, 'x-device': device };
  const answer = await new Client(server).rest(
    'post',
    '/auth/login',
    { email: mara.email, password: mara.password },
    given,
  );
  await new Client(server).rest('post', '/auth/login', { email: STRANGER, password: WRONG }, given);
  const token: string = answer.body.data.tokens.accessToken;
  await new Client(server, token).rest(
    'put',
    '/auth/change-password',
    { currentPassword: WRONG, newPassword: NEW },
    given,
  );
  await new Client(server, `${token}x`).rest('get', '/auth/me', undefined, given);
  const { token: link } = (await issuePasswordReset(server.resources, mara.email)) ?? {};
  await new Client(server).rest('post', '/auth/reset-password', { token: link, password: NEW }, given);
  expect(events().length).toBeGreaterThan(5);
  const written = events()
    .map((event) => JSON.stringify(event))
    .join('\n');
  for (const secret of [mara.password, WRONG, NEW, token, link ?? 'none', device, STRANGER, 'stranger', mara.email]) {
    expect(written).not.toContain(secret);
  }
});

it.each(['SECURITY.md', 'docs/operating.md'])('security events have the names that %s lists', (file) => {
  const documented = readFileSync(file, 'utf8');
  expect(Object.keys(SECURITY_EVENTS).filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});

it('security events that anyone can cause are limited as docs/operating.md lists them', () => {
  const documented = readFileSync('docs/operating.md', 'utf8');
  const [, names = ''] =
    /logs at most 10 lines a minute per address of each of these\s+events: ([^.]+)\./.exec(documented) ?? [];
  expect(names.match(/\w+_\w+/g)?.sort()).toEqual([...LIMITED_EVENTS].sort());
});
