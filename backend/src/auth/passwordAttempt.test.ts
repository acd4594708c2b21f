import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RATES } from '../../contract/limits.js';
import { Client, newPerson, type Person } from '../../test/support/client.js';
import { closeAfterTest, startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';
import { issuePasswordReset } from './passwordReset.service.js';

const NEW = 'Basalt8cliffs';
const WRONG = 'Wrong1password';
const DAY_MS = 24 * 3600 * 1000;
const LOGIN = 'mutation ($input: LoginInput!) { login(input: $input) { user { id } } }';
const CHANGE = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { user { id } } }';

let clock = 0;
afterEach(() => void (clock = 0));

/** A server with rate limits behind a trusted proxy, and a person who signed up without a device. */
async function target() {
  const env = { RATE_LIMIT: 'on', TRUST_PROXY: '1' };
  const server = closeAfterTest(await startServer({ env, now: () => new Date(Date.now() + clock) }));
  const person = await newPerson(server);
  return { server, person, verify: vi.spyOn(server.resources.passwords, 'verify') };
}

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const newDevice = (): string => randomBytes(32).toString('base64url');
let address = 0;
/** Each attempt comes from a new address unless one is given. */
const headersOf = (device?: string, from = `198.51.${(address += 1) >> 8}.${address & 255}`) => ({
  'x-forwarded-for': from,
  ...(device !== undefined && { 'x-device': device }),
});

async function signIn(
  server: TestServer,
  { email }: Pick<Person, 'email'>,
  password: string,
  device?: string,
  from?: string,
): Promise<number> {
  const headers = headersOf(device, from);
  return (await new Client(server).rest('post', '/auth/login', { email, password }, headers)).status;
}

/** Ten wrong passwords, each from another unknown device. */
async function lock(server: TestServer, person: Person): Promise<void> {
  for (const n of times(10)) expect(await signIn(server, person, WRONG, n % 2 ? newDevice() : undefined)).toBe(401);
  expect(await signIn(server, person, person.password)).toBe(429);
}

const change = ({ client }: Person, currentPassword: string, device?: string, newPassword = NEW) =>
  client.rest('put', '/auth/change-password', { currentPassword, newPassword }, headersOf(device));

describe('a device that has signed in before', () => {
  it('can sign in while all others are locked, and does not change their count', async () => {
    const { server, person } = await target();
    const known = newDevice();
    expect(await signIn(server, person, person.password, known)).toBe(200);
    await lock(server, person);
    expect(await signIn(server, person, person.password, known)).toBe(200);
    const { data } = await new Client(server).graphql(
      LOGIN,
      { input: { email: person.email, password: person.password } },
      headersOf(known),
    );
    expect(data.login.user.id).toBe(person.id);
    expect(await signIn(server, person, person.password, newDevice())).toBe(429);
    // the device is known to that account alone
    expect(await signIn(server, { email: 'nobody@tern.example' }, WRONG, known)).toBe(401);
  });

  it('has ten attempts of its own, which do not affect others', async () => {
    const { server, person } = await target();
    const [one, two] = [newDevice(), newDevice()];
    for (const device of [one, two]) expect(await signIn(server, person, person.password, device)).toBe(200);
    for (const _ of times(10)) expect(await signIn(server, person, WRONG, one)).toBe(401);
    expect(await signIn(server, person, person.password, one)).toBe(429);
    expect(await signIn(server, person, person.password, two)).toBe(200);
    expect(await signIn(server, person, person.password)).toBe(200);
  });

  it('resets its count with a successful sign-in', async () => {
    const { server, person } = await target();
    const known = newDevice();
    for (const round of times(3)) {
      for (const _ of times(round && 9)) expect(await signIn(server, person, WRONG, known)).toBe(401);
      expect(await signIn(server, person, person.password, known)).toBe(200);
    }
  });

  it('is not counted for its address, and gets in from one that is locked', async () => {
    const { server, person } = await target();
    const [known, office] = [newDevice(), '203.0.113.9'];
    expect(await signIn(server, person, person.password, known, office)).toBe(200);
    for (const _ of times(9)) expect(await signIn(server, person, WRONG, known, office)).toBe(401);
    for (const n of times(10)) {
      expect(await signIn(server, { email: `n${n}@tern.example` }, WRONG, newDevice(), office)).toBe(401);
    }
    expect(await signIn(server, { email: 'n@tern.example' }, WRONG, undefined, office)).toBe(429);
    expect(await signIn(server, person, person.password, known, office)).toBe(200);
  });

  it('is known by what its 32 bytes are, however they are written; anything else is none', async () => {
    const { server, person } = await target();
    const bytes = randomBytes(32);
    expect(await signIn(server, person, person.password, bytes.toString('base64url'))).toBe(200);
    for (const odd of ['x', 'y'.repeat(300), `${newDevice()}AAAA`, 'ü'.repeat(21)]) {
      expect(await signIn(server, person, person.password, encodeURIComponent(odd))).toBe(200);
    }
    const kept = await rows<{ hash: string }>(server, 'select hash from device where user_id = ?', [person.id]);
    expect(kept).toHaveLength(1);
    expect(kept[0]?.hash).not.toBe(bytes.toString('base64url'));
    await lock(server, person);
    for (const form of ['base64', 'base64url', 'hex'] as const) {
      expect(await signIn(server, person, person.password, bytes.toString(form))).toBe(200);
    }
  });

  it('is one of twenty, and forgotten after 180 days without a sign-in', async () => {
    const { server, person } = await target();
    const devices = times(21).map(newDevice);
    for (const device of devices) {
      clock += 1000;
      expect(await signIn(server, person, person.password, device)).toBe(200);
    }
    await lock(server, person);
    const [first, second, third] = devices;
    expect(await signIn(server, person, person.password, first)).toBe(429);
    clock += 179 * DAY_MS;
    expect(await signIn(server, person, person.password, second)).toBe(200);
    clock += 2 * DAY_MS;
    expect(await signIn(server, person, person.password, second)).toBe(200);
    expect(await signIn(server, person, person.password, third)).toBe(429);
  });

  it('signs up, too', async () => {
    const { server } = await target();
    const known = newDevice();
    const account = { firstName: 'Ines', lastName: 'Sol', username: 'ines', email: 'ines@tern.example' };
    const body = { ...account, password: NEW };
    expect((await new Client(server).rest('post', '/auth/register', body, headersOf(known))).status).toBe(201);
    for (const _ of times(10)) expect(await signIn(server, account, WRONG)).toBe(401);
    expect(await signIn(server, account, NEW)).toBe(429);
    expect(await signIn(server, account, NEW, known)).toBe(200);
  });
});

describe('the current password in a change', () => {
  it('is guessed ten times at most, by both transports together, and each try counts as one at the sign-in', async () => {
    const { server, person, verify } = await target();
    for (const _ of times(5)) expect((await change(person, WRONG)).status).toBe(422);
    for (const _ of times(5)) {
      const input = { currentPassword: WRONG, newPassword: NEW };
      const { errors } = await person.client.graphql(CHANGE, { input }, headersOf());
      expect(errors?.[0]?.extensions.fields).toEqual({ currentPassword: ['Current password is incorrect'] });
    }
    expect(verify).toHaveBeenCalledTimes(RATES.passwordPerAccount.points);
    expect((await change(person, person.password)).status).toBe(429);
    expect(await signIn(server, person, person.password)).toBe(429);
    expect(verify).toHaveBeenCalledTimes(RATES.passwordPerAccount.points);
    expect((await person.client.rest('get', '/auth/me')).status).toBe(200);
  });

  it('is counted separately for a known device', async () => {
    const { server, person } = await target();
    const known = newDevice();
    expect(await signIn(server, person, person.password, known)).toBe(200);
    await lock(server, person);
    expect((await change(person, WRONG, known)).status).toBe(422);
    expect((await change(person, person.password)).status).toBe(429);
    expect((await change(person, person.password, known)).status).toBe(200);
    expect(await signIn(server, person, NEW, known)).toBe(200);
  });
});

describe('a used password reset link', () => {
  it('clears the count, makes its device known and the others unknown', async () => {
    const { server, person } = await target();
    const [before, after] = [newDevice(), newDevice()];
    expect(await signIn(server, person, person.password, before)).toBe(200);
    await lock(server, person);
    const { token } = (await issuePasswordReset(server.resources, person.email)) ?? {};
    const reset = () =>
      new Client(server).rest('post', '/auth/reset-password', { token, password: NEW }, headersOf(after));
    expect((await reset()).status).toBe(200);
    expect(await signIn(server, person, NEW)).toBe(200);
    for (const _ of times(10)) expect(await signIn(server, person, WRONG, before)).toBe(401);
    expect(await signIn(server, person, NEW, before)).toBe(429);
    expect(await signIn(server, person, NEW, after)).toBe(200);
  });
});

describe('an impossible password', () => {
  const IMPOSSIBLE: [string, string][] = [
    ['of 73 bytes, the first 72 of which are right', `Aa1${'x'.repeat(69)}y`],
    ['with half a character', 'Granite7stones\ud800'],
    ['with NUL', 'Granite7stones\u0000'],
  ];
  it.each(IMPOSSIBLE)('is refused by every call without hashing: one %s', async (_, impossible) => {
    const { server, person, verify } = await target();
    const longest = `Aa1${'x'.repeat(69)}`;
    expect((await change(person, person.password, undefined, longest)).status).toBe(200);
    verify.mockClear();
    const input = { email: person.email, password: impossible };
    const wrong = await new Client(server).rest('post', '/auth/login', input, headersOf());
    expect([wrong.status, wrong.body.message]).toEqual([401, 'Invalid email or password']);
    const unknown = { ...input, email: 'nobody@tern.example' };
    expect((await new Client(server).rest('post', '/auth/login', unknown, headersOf())).text).toBe(wrong.text);
    const { errors } = await new Client(server).graphql(LOGIN, { input }, headersOf());
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect((await change(person, impossible)).body.errors).toEqual({
      currentPassword: ['Current password is incorrect'],
    });
    expect(verify).not.toHaveBeenCalled();
    expect(Object.keys((await change(person, longest, undefined, impossible)).body.errors)).toEqual(['newPassword']);
    const token = 'none';
    const reset = await new Client(server).rest('post', '/auth/reset-password', { token, password: impossible });
    expect(Object.keys(reset.body.errors)).toEqual(['password']);
    const account = { firstName: 'Ines', lastName: 'Sol', username: 'ines', email: 'ines@tern.example' };
    const registered = await new Client(server).rest('post', '/auth/register', { ...account, password: impossible });
    expect(Object.keys(registered.body.errors)).toEqual(['password']);
    expect(await signIn(server, person, longest)).toBe(200);
  });

  it('counts as an attempt', async () => {
    const { server, person } = await target();
    for (const _ of times(10)) expect(await signIn(server, person, 'x'.repeat(73))).toBe(401);
    expect(await signIn(server, person, person.password)).toBe(429);
  });
});
