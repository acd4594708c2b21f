import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, newPerson, type Person } from '../../test/support/client.js';
import { type MailServer, recipient, startMailServer, subjectsTo } from '../../test/support/jobQueue.js';
import { afterComparison } from '../../test/support/passwords.js';
import { rows, rowsWith } from '../../test/support/rows.js';
import { follow } from '../../test/support/socket.js';
import { mailPasswordReset } from './mail.job.js';

const NEW = 'Basalt8cliffs';
const MINUTE = 60_000;

let server: MailServer;
let anonymous: Client;
let clock = 0;

beforeAll(async () => {
  // real time plus the test's offset
  server = await startMailServer({ now: () => new Date(Date.now() + clock) });
  anonymous = new Client(server);
});
afterAll(() => server.close());

const forgot = (email: string) => anonymous.rest('post', '/auth/forgot-password', { email });
const reset = (token: string, password = NEW) => anonymous.rest('post', '/auth/reset-password', { token, password });
const login = (email: string, password: string) => anonymous.rest('post', '/auth/login', { email, password });

const tokenIn = (mail: Email | undefined): string =>
  decodeURIComponent(/\/reset-password\?token=([\w%-]+)/.exec(mail?.text ?? '')?.[1] ?? '');

/** Requests a link and returns the token of the mail. */
async function askedBy(person: Person): Promise<string> {
  await forgot(person.email);
  const mails = await server.work();
  return tokenIn(mails.find((mail) => recipient(mail) === person.email && mail.subject?.startsWith('Reset')));
}

async function refused(token: string): Promise<void> {
  const { status, body } = await reset(token);
  expect([status, body.errors]).toEqual([422, { token: ['This link is no longer valid. Please ask for a new one.'] }]);
}

describe('password reset requests', () => {
  it('are answered alike for known and unknown addresses, in status, headers and body', async () => {
    const person = await newPerson(server);
    const names = ({ headers }: { headers: Headers }) => [...headers.keys()].sort();
    const [known, unknown] = [await forgot(person.email), await forgot('nobody@tern.example')];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(names(unknown)).toEqual(names(known));
    expect(known.status).toBe(200);
    await server.work();
  });

  it('take the same statements, and so the same time, for known and unknown addresses', async () => {
    const person = await newPerson(server);
    // opens the connections of the request and of the audit log
    await forgot(person.email);
    const statementsFor = async (email: string): Promise<string[]> => {
      await server.resources.audit.settled();
      const before = server.asked.length;
      await forgot(email);
      await server.resources.audit.settled();
      return server.asked.slice(before);
    };
    expect(await statementsFor('nobody@tern.example')).toEqual(await statementsFor(person.email));
    await server.work();
  });

  it('send a mail only to the address of the account', async () => {
    const person = await newPerson(server, 'Ines');
    await server.work();
    await forgot(person.email.toUpperCase());
    await forgot('nobody@tern.example');
    const mails = await server.work();
    expect(mails.map(recipient)).toEqual([person.email]);
    expect(mails[0]?.subject).toBe('Reset your Cairn password');
    expect(mails[0]?.text).toContain('Hello Ines,');
    expect(tokenIn(mails[0])).toMatch(/^[\w-]{43}$/);
    expect(mails[0]?.html).toContain(`/reset-password?token=${tokenIn(mails[0])}`);
  });
});

describe('password reset mails', () => {
  it('are limited to five an hour, without telling the caller', async () => {
    const person = await newPerson(server);
    await server.work();
    const asked = async () => {
      const { status, text } = await forgot(person.email);
      return { status, text, mails: (await server.work()).filter((mail) => recipient(mail) === person.email).length };
    };
    const answers = [];
    for (let n = 0; n < 7; n += 1) answers.push(await asked());
    expect(answers.map(({ mails }) => mails)).toEqual([1, 1, 1, 1, 1, 0, 0]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    clock += 60 * MINUTE;
    expect((await asked()).mails).toBe(1);
  });

  it('do not count if they could not be sent', async () => {
    const person = await newPerson(server);
    await server.work();
    const { mailer } = server.resources;
    const { send } = mailer;
    for (let n = 0; n < 6; n += 1) {
      mailer.send = () => Promise.reject(new Error('the mail server is away'));
      await mailPasswordReset(server.resources, { email: person.email }).catch(() => undefined);
    }
    mailer.send = send;
    expect(await askedBy(person)).not.toBe('');
  });
});

describe('a password reset link', () => {
  it('exists only in the mail: the database has its hash, the answer and the jobs nothing', async () => {
    const person = await newPerson(server);
    await server.work();
    const { text } = await forgot(person.email);
    const waiting = await rows(server, 'select * from graphile_worker._private_jobs');
    expect(JSON.stringify(waiting)).not.toMatch(/token/i);
    const [mail] = await server.work();
    const token = tokenIn(mail);
    expect(token).not.toBe('');
    expect(text).not.toContain(token);
    const kept = await rows(server, 'select token_hash from password_reset where user_id = ?', [person.id]);
    expect(kept).toHaveLength(1);
    expect(await rowsWith(server, token)).toEqual([]);
  });

  it('sets the password once, ends all sessions and their sockets, and is mailed', async () => {
    const person = await newPerson(server);
    const socket = follow(server, 'subscription { notificationChanged { action } }', { token: person.client.token });
    await socket.until(1);
    const token = await askedBy(person);
    expect((await reset(token)).status).toBe(200);
    expect((await person.client.rest('get', '/auth/me')).status).toBe(401);
    expect((await socket.end()).code).toBe(4401);
    expect((await login(person.email, person.password)).status).toBe(401);
    expect((await login(person.email, NEW)).status).toBe(200);
    await refused(token);
    expect(subjectsTo(await server.work(), person.email)).toEqual(['Your Cairn password was changed']);
  });

  it('works for one of two concurrent requests', async () => {
    const person = await newPerson(server);
    const token = await askedBy(person);
    const wanted = [NEW, 'Quartz9veins'];
    const answers = await Promise.all(wanted.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const signIns = await Promise.all(wanted.map((password) => login(person.email, password)));
    expect(signIns.map(({ status }) => status === 200)).toEqual([winner === 0, winner === 1]);
  });

  it('prevents a concurrent sign-in with the old password', async () => {
    const person = await newPerson(server);
    const token = await askedBy(person);
    afterComparison(server, async () => expect((await reset(token)).status).toBe(200));
    const late = await login(person.email, person.password);
    expect([late.status, late.body.message]).toEqual([401, 'Invalid email or password']);
    const open = await rows(server, 'select id from session where user_id = ? and revoked_at is null', [person.id]);
    expect(open).toEqual([]);
  });

  it('survives a new password that breaks a rule', async () => {
    const person = await newPerson(server);
    const token = await askedBy(person);
    const { status, body } = await reset(token, 'short');
    expect([status, Object.keys(body.errors)]).toEqual([422, ['password']]);
    expect((await reset(token)).status).toBe(200);
  });

  it('works for an hour', async () => {
    const person = await newPerson(server);
    const inTime = await askedBy(person);
    clock += 59 * MINUTE;
    expect((await reset(inTime)).status).toBe(200);
    const tooLate = await askedBy(person);
    clock += 60 * MINUTE;
    await refused(tooLate);
    expect((await login(person.email, NEW)).status).toBe(200);
  });

  it('works after a newer one was requested, and invalidates that one', async () => {
    const person = await newPerson(server);
    const older = await askedBy(person);
    const newer = await askedBy(person);
    expect(newer).not.toBe(older);
    expect((await reset(older)).status).toBe(200);
    await refused(newer);
    expect((await login(person.email, NEW)).status).toBe(200);
  });

  it('ends when the password or the email changes', async () => {
    const person = await newPerson(server);
    const links = [await askedBy(person), await askedBy(person)];
    const body = { currentPassword: person.password, newPassword: 'Quartz9veins' };
    expect((await person.client.rest('put', '/auth/change-password', body)).status).toBe(200);
    for (const link of links) await refused(link);
    const third = await askedBy(person);
    await person.client.rest('put', '/auth/profile', { firstName: 'Ada' });
    await person.client.rest('put', '/auth/profile', {
      email: `new-${person.email}`,
      currentPassword: 'Quartz9veins',
    });
    await refused(third);
    expect((await login(`new-${person.email}`, 'Quartz9veins')).status).toBe(200);
  });

  it('is not accepted as a session token, nor the reverse', async () => {
    const person = await newPerson(server);
    const token = await askedBy(person);
    expect((await new Client(server, token).rest('get', '/auth/me')).status).toBe(401);
    const [row] = await rows<{ hash: string }>(
      server,
      'select token_hash as hash from password_reset where user_id = ?',
      [person.id],
    );
    for (const wrong of [row?.hash ?? '', token.slice(0, -1), token.toLowerCase(), 'x']) await refused(wrong);
    expect((await reset(person.client.token ?? '')).status).toBe(422);
    expect((await person.client.rest('get', '/auth/me')).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
  });
});
