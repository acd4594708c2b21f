import { randomUUID } from 'node:crypto';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, newPerson, type Person, type RestResult, signedIn } from '../../test/support/client.js';
import { type MailServer, recipient, startMailServer, subjectsTo } from '../../test/support/jobQueue.js';
import { afterComparison } from '../../test/support/passwords.js';
import { rows } from '../../test/support/rows.js';
import { follow } from '../../test/support/socket.js';
import { purge } from '../trash/hourlyPurge.js';
import { issuePasswordReset } from './passwordReset.service.js';

const NEW = 'Basalt8cliffs';
const DAY = 24 * 3_600_000;

let server: MailServer;
let anonymous: Client;
let clock = 0;
const now = () => new Date(Date.now() + clock);
beforeAll(async () => {
  server = await startMailServer({ now });
  anonymous = new Client(server);
});
afterAll(() => server.close());

const address = (): string => `${randomUUID()}@tern.example`;
const change = ({ client }: Person, email: string, currentPassword?: string): Promise<RestResult> =>
  client.rest('put', '/auth/profile', { email, currentPassword });
const revert = (token: string): Promise<RestResult> => anonymous.rest('post', '/auth/email/revert', { token });
const login = async (email: string, password: string): Promise<number> =>
  (await anonymous.rest('post', '/auth/login', { email, password })).status;
const refused = async (token: string): Promise<void> => {
  const { status, body } = await revert(token);
  expect([status, body.errors]).toEqual([422, { token: ['This link is no longer valid.'] }]);
};

const tokenIn = (mail: Email | undefined, path = 'revert-email'): string =>
  decodeURIComponent(new RegExp(`/${path}\\?token=([\\w%-]+)`).exec(mail?.text ?? '')?.[1] ?? '');
const mailTo = (mails: readonly Email[], email: string, subject: string): Email | undefined =>
  mails.find((mail) => recipient(mail) === email && mail.subject?.includes(subject));

/** Changes the email and returns the token mailed to the former address. */
async function moved(person: Person, email: string): Promise<string> {
  const { body } = await person.client.rest('get', '/auth/me');
  expect((await change(person, email, person.password)).status).toBe(200);
  return tokenIn(mailTo(await server.work(), body.data.user.email, 'email address was changed'));
}

describe('an email change', () => {
  it('requires the password, unlike other profile fields', async () => {
    const person = await newPerson(server);
    const email = address();
    const without = await change(person, email);
    expect([without.status, without.body.errors]).toEqual([422, { currentPassword: ['Current password is required'] }]);
    const wrong = await change(person, email, 'Wrong1password');
    expect([wrong.status, wrong.body.errors]).toEqual([422, { currentPassword: ['Current password is incorrect'] }]);
    expect((await person.client.rest('get', '/auth/me')).body.data.user.email).toBe(person.email);
    for (const same of [person.email, person.email.toUpperCase()])
      expect((await change(person, same)).status).toBe(200);
    const rest = { firstName: 'Ada', lastName: 'Sol', username: `ada${randomUUID().slice(0, 8)}`, email: person.email };
    expect((await person.client.rest('put', '/auth/profile', rest)).status).toBe(200);
    expect((await change(person, email, person.password)).body.data.user.email).toBe(email);
  });

  it('is done once per key, without storing a hash of the password', async () => {
    const person = await newPerson(server);
    const body = { email: address(), currentPassword: person.password };
    const send = () => person.client.rest('put', '/auth/profile', body, { 'idempotency-key': 'move' });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(200);
    const sent = subjectsTo(await server.work(), person.email).filter((it) => it.includes('email'));
    expect(sent).toEqual(['Your Cairn email address was changed']);
    // a different password does not make it a different request
    expect(
      (await person.client.rest('put', '/auth/profile', { email: body.email }, { 'idempotency-key': 'move' })).status,
    ).toBe(200);
  });

  it('is mailed to the former address with a link that is stored nowhere', async () => {
    const person = await newPerson(server, 'Ines');
    const email = address();
    await server.work();
    expect((await change(person, email, person.password)).status).toBe(200);
    const waiting = await rows(server, 'select * from graphile_worker._private_jobs');
    expect(JSON.stringify(waiting)).not.toMatch(/token|@/i);
    const mails = await server.work();
    expect(mails.map(recipient)).toEqual([person.email]);
    const token = tokenIn(mails[0]);
    expect(mails[0]?.text).toContain('Hello Ines,');
    expect(token).toMatch(/^[\w-]{43}$/);
    const kept = await rows(server, 'select * from email_revert where user_id = ?', [person.id]);
    expect(JSON.stringify(kept)).not.toContain(token);
  });
});

describe('an email revert', () => {
  it('restores the former address, ends all sessions and sockets and mails a password reset', async () => {
    const person = await newPerson(server);
    const email = address();
    const token = await moved(person, email);
    const socket = follow(server, 'subscription { notificationChanged { action } }', { token: person.client.token });
    await socket.until(1);
    expect((await revert(token)).status).toBe(200);
    expect((await person.client.rest('get', '/auth/me')).status).toBe(401);
    expect((await socket.end()).code).toBe(4401);
    expect([await login(email, person.password), await login(person.email, person.password)]).toEqual([401, 200]);
    const mails = await server.work();
    const reset = tokenIn(mailTo(mails, person.email, 'Reset'), 'reset-password');
    expect((await anonymous.rest('post', '/auth/reset-password', { token: reset, password: NEW })).status).toBe(200);
    expect(await login(person.email, NEW)).toBe(200);
    expect(subjectsTo(mails, email)).toEqual([]);
    await refused(token);
  });

  it('works for seven days, once, also with two concurrent requests', async () => {
    const person = await newPerson(server);
    const late = await moved(person, address());
    clock += 7 * DAY + 1000;
    await refused(late);
    const again = await newPerson(server);
    const token = await moved(again, address());
    clock += 7 * DAY - 60_000;
    const answers = await Promise.all([revert(token), revert(token)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
  });

  it('stays possible for older addresses, and ends those of later ones', async () => {
    const person = await newPerson(server);
    const [b, c] = [address(), address()];
    const toA = await moved(person, b);
    const toB = await moved(person, c);
    expect((await revert(toB)).status).toBe(200);
    expect(await login(b, person.password)).toBe(200);
    expect((await revert(toA)).status).toBe(200);
    expect(await login(person.email, person.password)).toBe(200);
    // the other order: the person in between has the later link
    const other = await newPerson(server);
    const [d, e] = [address(), address()];
    const first = await moved(other, d);
    const second = await moved(other, e);
    expect((await revert(first)).status).toBe(200);
    await refused(second);
    expect(await login(other.email, other.password)).toBe(200);
  });

  it('cannot be blocked by giving the former address to another account', async () => {
    const [person, other] = [await newPerson(server), await newPerson(server)];
    const token = await moved(person, address());
    const taken = { email: ['Email is already taken'] };
    const account = { firstName: 'Ines', lastName: 'Sol', username: `i${randomUUID().slice(0, 8)}`, password: NEW };
    const email = person.email.toUpperCase();
    expect((await anonymous.rest('post', '/auth/register', { ...account, email })).body.errors).toEqual(taken);
    expect((await change(other, email, other.password)).body.errors).toEqual(taken);
    expect((await other.client.rest('get', '/auth/me')).body.data.user.email).toBe(other.email);
    expect((await revert(token)).status).toBe(200);
    // free for the person themselves, and for others after the link expires
    const mine = await newPerson(server);
    await moved(mine, address());
    expect((await change(mine, mine.email, mine.password)).status).toBe(200);
    const gone = await newPerson(server);
    await moved(gone, address());
    clock += 7 * DAY + 1000;
    expect((await anonymous.rest('post', '/auth/register', { ...account, email: gone.email })).status).toBe(201);
  });

  it('blocks changes of email and second factor until a new password is chosen', async () => {
    const person = await newPerson(server);
    expect((await revert(await moved(person, address()))).status).toBe(200);
    const thief = { ...person, client: await signedIn(person) };
    const { password: currentPassword } = person;
    const tries = [
      await change(thief, address(), currentPassword),
      await thief.client.rest('post', '/auth/two-factor', { currentPassword }),
      await thief.client.rest('post', '/auth/two-factor/confirm', { code: '123456' }),
      await thief.client.rest('put', '/auth/change-password', { currentPassword, newPassword: NEW }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    const reset = tokenIn(mailTo(await server.work(), person.email, 'Reset'), 'reset-password');
    clock += 60_000;
    // the address is reserved while the link is valid
    clock += 60 * DAY;
    await purge(server.orm, now());
    const { token } = (await issuePasswordReset(server.resources, person.email)) ?? {};
    expect(reset).not.toBe('');
    expect((await anonymous.rest('post', '/auth/reset-password', { token, password: NEW })).status).toBe(200);
    const again = await anonymous.rest('post', '/auth/login', { email: person.email, password: NEW });
    const owner = { ...person, password: NEW, client: new Client(server, again.body.data.tokens.accessToken) };
    expect((await change(owner, address(), NEW)).status).toBe(200);
  });

  it('does not help a thief who had changed the email, once the owner has reset the password by mail', async () => {
    const person = await newPerson(server);
    const theirs = address();
    const toPerson = await moved(person, theirs);
    const toThief = await moved(person, person.email);
    await rows(
      server,
      `insert into verified_email (user_id, email, verified_at)
       select '${person.id}', email, now() from unnest('{${person.email},${theirs}}'::text[]) email`,
    );
    const { token } = (await issuePasswordReset(server.resources, person.email)) ?? {};
    expect((await anonymous.rest('post', '/auth/reset-password', { token, password: NEW })).status).toBe(200);
    await refused(toThief);
    expect(await login(person.email, NEW)).toBe(200);
    expect((await revert(toPerson)).status).toBe(200);
  });

  it('blocks changes that were in progress when it was used', async () => {
    const person = await newPerson(server);
    const token = await moved(person, address());
    afterComparison(server, async () => expect((await revert(token)).status).toBe(200));
    expect((await change(person, address(), person.password)).status).toBe(403);
    expect(await login(person.email, person.password)).toBe(200);
  });

  it('mails its password reset also above the hourly limit', async () => {
    const person = await newPerson(server);
    const email = address();
    const token = await moved(person, email);
    for (let n = 0; n < 5; n += 1) await issuePasswordReset(server.resources, email);
    expect((await revert(token)).status).toBe(200);
    expect(subjectsTo(await server.work(), person.email)).toEqual(['Reset your Cairn password']);
  });
});
