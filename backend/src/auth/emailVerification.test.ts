import { randomUUID } from 'node:crypto';
import type { Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newProgram } from '../../test/support/apiToken.js';
import { Client, newAccount, newPerson, newProject, type Person, register } from '../../test/support/client.js';
import { closeAfterTest } from '../../test/support/harness.js';
import { type MailServer, recipient, startMailServer, subjectsTo } from '../../test/support/jobQueue.js';
import { rows } from '../../test/support/rows.js';
import { enableTwoFactor } from '../../test/support/twoFactor.js';
import { createPasswordLink } from '../accounts/operator.service.js';

const HOUR = 3_600_000;
const NEW = 'Basalt8cliffs';

let server: MailServer;
let anonymous: Client;
let clock = 0;
beforeAll(async () => {
  server = await startMailServer({ now: () => new Date(Date.now() + clock) });
  anonymous = new Client(server);
  // the first account is the administrator's
  await newPerson(server);
});
afterAll(() => server.close());
afterEach(() => void (clock = 0));

const tokenIn = (mail: Email | undefined, path: string): string =>
  decodeURIComponent(new RegExp(`/${path}\\?token=([\\w%-]+)`).exec(mail?.text ?? '')?.[1] ?? '');
const linkTo = (mails: readonly Email[], email: string, path = 'verify-email'): string =>
  mails.map((mail) => (recipient(mail) === email ? tokenIn(mail, path) : '')).find((token) => token !== '') ?? '';

/** Asks for a link and returns the token of the mail. */
async function linkOf({ client, email }: Pick<Person, 'client' | 'email'>): Promise<string> {
  const { status, body } = await client.rest('post', '/auth/email/resend-verification');
  expect([status, body.data]).toEqual([200, { message: 'A link to confirm your email address is on its way.' }]);
  return linkTo(await server.work(), email);
}
const verify = (token: string, client = anonymous) => client.rest('post', '/auth/email/verify', { token });
const me = async ({ client }: Pick<Person, 'client'>) => (await client.rest('get', '/auth/me')).body.data;
const isIn = async (client: Client): Promise<boolean> => (await client.rest('get', '/auth/me')).status === 200;
const login = async ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  (await anonymous.rest('post', '/auth/login', { email, password })).body.data;
async function forgot({ email }: Pick<Person, 'email'>): Promise<string> {
  await anonymous.rest('post', '/auth/forgot-password', { email });
  return linkTo(await server.work(), email, 'reset-password');
}
async function refused(token: string): Promise<void> {
  const { status, body } = await verify(token);
  expect([status, body.errors]).toEqual([422, { token: ['This link is no longer valid. Please ask for a new one.'] }]);
}

describe('a link that verifies an address', () => {
  it('works once, also signed out, and only its hash is stored', async () => {
    const person = await newPerson(server);
    expect(await me(person)).toMatchObject({ emailVerifiedAt: null, asksForVerification: false, isAdmin: false });
    const token = await linkOf(person);
    expect(token).toHaveLength(43);
    const stored = await rows(server, 'select * from email_verification where user_id = ?', [person.id]);
    expect(JSON.stringify(stored)).not.toContain(token);
    const { status, body } = await verify(token);
    expect([status, body.data]).toEqual([200, { message: 'Your email address is confirmed.' }]);
    await refused(token);
    person.client = new Client(server, (await login(person)).tokens.accessToken);
    expect((await me(person)).emailVerifiedAt).toEqual(expect.any(String));
    const again = await person.client.rest('post', '/auth/email/resend-verification');
    expect(again.body.data.message).toBe('Your email address is confirmed already.');
    expect(subjectsTo(await server.work(), person.email)).not.toContain('Confirm your email address for Cairn');
  });

  it('is used once by two concurrent requests', async () => {
    const token = await linkOf(await newPerson(server));
    const both = await Promise.all([verify(token), verify(token)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  });

  it('ends after 24 hours, and with a change of the address', async () => {
    const person = await newPerson(server);
    const [late, other] = [await linkOf(person), await linkOf(person)];
    const moved = { email: `${randomUUID()}@tern.example`, currentPassword: person.password };
    expect((await person.client.rest('put', '/auth/profile', moved)).status).toBe(200);
    await refused(other);
    await person.client.rest('put', '/auth/profile', { email: person.email, currentPassword: person.password });
    clock = 24 * HOUR + 1000;
    await refused(late);
    await refused('x'.repeat(43));
  });

  it('is mailed five times an hour', async () => {
    const limited = await startMailServer({ databaseUrl: server.databaseUrl, env: { RATE_LIMIT: 'on' } });
    onTestFinished(() => limited.close());
    const { client } = await newPerson(limited);
    const answers: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      answers.push((await client.rest('post', '/auth/email/resend-verification')).status);
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('keeps the session that opened it, with its second factor, and ends the others', async () => {
    const person = await newPerson(server);
    const program = await newProgram(person);
    await enableTwoFactor(person);
    const link = await linkOf(person);
    expect((await verify(link, person.client)).status).toBe(200);
    const mine = await me(person);
    expect([mine.twoFactor, mine.emailVerifiedAt === null]).toEqual([true, false]);
    expect(await isIn(program.client)).toBe(false);
  });
});

describe('the first verification of an address', () => {
  /** Someone who registered with an address that is not theirs, and set up all that could outlive a new password. */
  async function squat() {
    const squatter = await newPerson(server);
    const program = await newProgram(squatter);
    await enableTwoFactor(squatter);
    return { squatter, program };
  }

  it('by a used reset link ends what a squatter set up', async () => {
    const { squatter, program } = await squat();
    const reset = await anonymous.rest('post', '/auth/reset-password', {
      token: await forgot(squatter),
      password: NEW,
    });
    expect(reset.status).toBe(200);
    expect([await isIn(squatter.client), await isIn(program.client)]).toEqual([false, false]);
    // no code is asked: the second factor was the squatter's
    const { tokens } = await login({ email: squatter.email, password: NEW });
    const owner = { client: new Client(server, tokens.accessToken) };
    expect(await me(owner)).toMatchObject({ twoFactor: false, emailVerifiedAt: expect.any(String) });
    expect((await owner.client.rest('get', '/auth/tokens')).body.data).toEqual([]);
    expect(subjectsTo(await server.work(), squatter.email)).toContain(
      'Two-factor sign-in is off for your Cairn account',
    );
  });

  it('by its mail, signed out, ends what a squatter set up', async () => {
    const { squatter, program } = await squat();
    expect((await verify(await linkOf(squatter))).status).toBe(200);
    expect([await isIn(squatter.client), await isIn(program.client)]).toEqual([false, false]);
    expect((await login(squatter)).tokens).toBeTruthy();
  });

  it('ends the link back to a former address, unless that one was verified', async () => {
    const move = async (person: Person, email: string): Promise<string> => {
      await server.work();
      await person.client.rest('put', '/auth/profile', { email, currentPassword: person.password });
      return linkTo(await server.work(), person.email, 'revert-email');
    };
    const back = async (token: string) => (await anonymous.rest('post', '/auth/email/revert', { token })).status;
    const [squatter, owner] = [await newPerson(server), await newPerson(server)];
    await verify(await linkOf(owner), owner.client);
    const [victim, thief] = [`${randomUUID()}@tern.example`, `${randomUUID()}@tern.example`];
    const taken = await move(squatter, victim);
    const rightful = await move(owner, thief);
    await anonymous.rest('post', '/auth/reset-password', { token: await forgot({ email: victim }), password: NEW });
    expect((await verify(await linkOf({ ...owner, email: thief }))).status).toBe(200);
    expect([await back(taken), await back(rightful)]).toEqual([422, 200]);
    expect((await login({ email: victim, password: NEW })).tokens).toBeTruthy();
  });

  it('happens once: a later reset keeps the second factor', async () => {
    const person = await newPerson(server);
    await verify(await linkOf(person), person.client);
    await enableTwoFactor(person);
    await anonymous.rest('post', '/auth/reset-password', { token: await forgot(person), password: NEW });
    expect((await login({ ...person, password: NEW })).challenge).toBeTruthy();
  });

  it('keeps the second factor of an account that is older than verification', async () => {
    const person = await newPerson(server);
    await rows(server, 'update account set predates_verification = true where id = ?', [person.id]);
    await enableTwoFactor(person);
    await anonymous.rest('post', '/auth/reset-password', { token: await forgot(person), password: NEW });
    expect((await login({ ...person, password: NEW })).challenge).toBeTruthy();
  });

  it('is not caused by a link that the operator printed', async () => {
    const person = await newPerson(server);
    const { text } = await createPasswordLink(server.resources, person.email);
    const token = decodeURIComponent(/token=([\w%-]+)/.exec(text)?.[1] ?? '');
    expect((await anonymous.rest('post', '/auth/reset-password', { token, password: NEW })).status).toBe(200);
    person.client = new Client(server, (await login({ ...person, password: NEW })).tokens.accessToken);
    expect((await me(person)).emailVerifiedAt).toBeNull();
  });

  it('can be an accepted invitation to this address, but to no other', async () => {
    const owner = await newPerson(server, 'Jon');
    const { id } = await newProject(owner);
    const invited = async (email: string): Promise<string> => {
      await owner.client.rest('post', `/projects/${id}/invitations`, { email, role: 'MEMBER' });
      return linkTo(await server.work(), email, 'invitation');
    };
    const [mara, uma] = [await newPerson(server), await newPerson(server)];
    await mara.client.rest('post', '/invitations/accept', { token: await invited(mara.email) });
    await uma.client.rest('post', '/invitations/accept', { token: await invited(`${randomUUID()}@tern.example`) });
    expect([(await me(mara)).emailVerifiedAt, (await me(uma)).emailVerifiedAt]).toEqual([expect.any(String), null]);
    const email = `${randomUUID()}@tern.example`;
    const { body } = await register(server, { ...newAccount(email), invitation: await invited(email) });
    const client = new Client(server, body.data.tokens.accessToken);
    expect((await me({ client })).emailVerifiedAt).toEqual(expect.any(String));
  });

  it('belongs to the address: another one is unverified, and going back restores it', async () => {
    const person = await newPerson(server);
    await verify(await linkOf(person), person.client);
    const other = { email: `${randomUUID()}@tern.example`, currentPassword: person.password };
    await person.client.rest('put', '/auth/profile', other);
    expect((await me(person)).emailVerifiedAt).toBeNull();
    await person.client.rest('put', '/auth/profile', { email: person.email, currentPassword: person.password });
    expect((await me(person)).emailVerifiedAt).toEqual(expect.any(String));
  });
});

describe('with a mail server', () => {
  it('asks by the welcome mail and after a change of the address', async () => {
    const other = closeAfterTest(
      await startMailServer({ databaseUrl: server.databaseUrl, env: { SMTP_URL: 'smtp://127.0.0.1:9' } }),
    );
    const person = await newPerson(other);
    expect((await me(person)).asksForVerification).toBe(true);
    const sent: { to: string; text: string }[] = [];
    const { mailer } = other.resources;
    const send = mailer.send.bind(mailer);
    mailer.send = (to, content) => {
      sent.push({ to, text: JSON.stringify(content) });
      return Promise.resolve();
    };
    const email = `${randomUUID()}@tern.example`;
    await other.work();
    await person.client.rest('put', '/auth/profile', { email, currentPassword: person.password });
    await other.work();
    mailer.send = send;
    const asked = sent.filter(({ text }) => text.includes('/verify-email?token='));
    expect(asked.map(({ to }) => to)).toEqual([person.email, email]);
  });
});
