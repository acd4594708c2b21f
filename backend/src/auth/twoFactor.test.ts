import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, newPerson, type Person, type RestResult } from '../../test/support/client.js';
import { type MailServer, startMailServer, subjectsTo } from '../../test/support/jobQueue.js';
import { afterComparison } from '../../test/support/passwords.js';
import { rows, rowsWith } from '../../test/support/rows.js';
import { mutation } from '../../test/support/selections.js';
import {
  startBeside,
  codeOf,
  enableTwoFactor,
  STEP,
  MINUTE,
  CODE_REFUSED,
  clock,
  now,
  newSecuredPerson,
  code,
  wrongCode,
  login,
  challenge,
  complete,
  signInWithCode,
  disable,
  me,
} from '../../test/support/twoFactor.js';
import { recordVerifiedEmail } from './verifiedEmail.js';
import { issuePasswordReset } from './passwordReset.service.js';

const NEW = 'Basalt8cliffs';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({ now });
});
afterAll(async () => {
  await server.close();
});

describe('switching two-factor on', () => {
  it('requires the password, then a code, before it takes effect', async () => {
    const person = await newPerson(server);
    const begin = (currentPassword: string) => person.client.rest('post', '/auth/two-factor', { currentPassword });
    const refused = await begin('Wrong1password');
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { currentPassword: ['Current password is incorrect'] },
    ]);
    const { body } = await begin(person.password);
    const { secret, uri, qr } = body.data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${secret}`);
    expect(decodeURIComponent(uri)).toContain(`Cairn:${person.email}`);
    expect(qr).toMatch(/^<svg [^]*<\/svg>$/);
    // the standard requires four white modules around it
    const marks = [...(qr as string).matchAll(/M(\d+),(\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    expect(Math.min(...marks)).toBe(40);
    expect(qr).not.toMatch(/<script|style=|<style|href/);
    expect((await login(server, person)).body.data.challenge).toBeUndefined();
    const confirm = (given: string) => person.client.rest('post', '/auth/two-factor/confirm', { code: given });
    expect((await confirm(wrongCode({ secret, recoveryCodes: [] }))).body.errors).toEqual(CODE_REFUSED);
    expect(await me(person)).toEqual({ twoFactor: false, recoveryCodesLeft: 0 });
    const on = await confirm(codeOf(secret, clock.at));
    expect(new Set(on.body.data.recoveryCodes).size).toBe(10);
    expect(await me(person)).toEqual({ twoFactor: true, recoveryCodesLeft: 10 });
  });

  it('is visible to no one else', async () => {
    const [person, friend] = [await newSecuredPerson(server), await newPerson(server)];
    const { data } = await friend.client.graphql(
      `{ userLookup(emailOrUsername: "${person.username}") { twoFactor recoveryCodesLeft } }`,
    );
    expect(data.userLookup).toEqual({ twoFactor: null, recoveryCodesLeft: null });
  });

  it('requires a code of the latest secret, within an hour', async () => {
    const person = await newPerson(server);
    const confirm = (given: string) => person.client.rest('post', '/auth/two-factor/confirm', { code: given });
    const begin = async (): Promise<string> =>
      (await person.client.rest('post', '/auth/two-factor', { currentPassword: person.password })).body.data.secret;
    expect(Object.keys((await confirm('123456')).body.errors)).toEqual(['code']);
    const older = await begin();
    const newer = await begin();
    expect((await confirm(codeOf(older, clock.at))).body.errors).toEqual(CODE_REFUSED);
    clock.at += 61 * MINUTE;
    expect((await confirm(codeOf(newer, clock.at))).body.errors.code[0]).toMatch(/start again/);
    expect((await confirm(codeOf(await begin(), clock.at))).status).toBe(200);
  });

  it('is refused if it is already on', async () => {
    const person = await newSecuredPerson(server);
    const again = await person.client.rest('post', '/auth/two-factor', { currentPassword: person.password });
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
    expect((await person.client.rest('post', '/auth/two-factor/confirm', { code: code(person) })).status).toBe(409);
    expect((await signInWithCode(server, person)).status).toBe(200);
  });

  it('returns the same secret to a repeat, but never the recovery codes again', async () => {
    const person = await newPerson(server);
    const post = (path: string, body: object) =>
      person.client.rest('post', path, body, { 'idempotency-key': `key-${path}` });
    const begin = (currentPassword = person.password) => post('/auth/two-factor', { currentPassword });
    const first = await begin();
    expect((await begin('Wrong1password')).status).toBe(422);
    expect((await begin()).body).toEqual(first.body);
    const confirm = () => post('/auth/two-factor/confirm', { code: codeOf(first.body.data.secret, clock.at) });
    expect((await confirm()).status).toBe(200);
    const again = await confirm();
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
    expect(await me(person)).toEqual({ twoFactor: true, recoveryCodesLeft: 10 });
  });

  it('leaves neither the secret nor a code nor a challenge readable in the database', async () => {
    const person = await newSecuredPerson(server);
    const token = await challenge(server, person);
    const [kept] = await rows<{ secret: string }>(server, 'select secret from two_factor where user_id = ?', [
      person.id,
    ]);
    expect(server.resources.secrets.open(kept?.secret ?? '', person.id)).toBe(person.secret);
    expect(server.resources.secrets.open(kept?.secret ?? '', 'another account')).toBeNull();
    const codes = person.recoveryCodes.flatMap((it) => [it, it.replace('-', '')]);
    expect(await rowsWith(server, person.secret, token, ...codes)).toEqual([]);
  });
});

describe('with two-factor on, another password or email', () => {
  const change = ({ client, password: currentPassword }: Person, given?: string): Promise<RestResult> =>
    client.rest('put', '/auth/change-password', { currentPassword, newPassword: NEW, code: given });
  const move = ({ client, password: currentPassword, username }: Person, given?: string): Promise<RestResult> =>
    client.rest('put', '/auth/profile', { email: `${username}@moved.example`, currentPassword, code: given });

  it('takes a code, at its field', async () => {
    for (const act of [change, move]) {
      const person = await newSecuredPerson(server);
      for (const [given, errors] of [
        [undefined, { code: ['Code is required'] }],
        [wrongCode(person), CODE_REFUSED],
      ] as const) {
        const { status, body } = await act(person, given);
        expect({ status, errors: body.errors }).toEqual({ status: 422, errors });
      }
      expect((await login(server, person)).status).toBe(200);
      expect((await act(person, code(person))).status).toBe(200);
    }
  });

  it('takes a code by GraphQL, too', async () => {
    const person = await newSecuredPerson(server);
    const { password: currentPassword } = person;
    const email = `${person.username}@moved.example`;
    for (const [name, input] of [
      ['updateProfile', { email, currentPassword }],
      ['changePassword', { newPassword: NEW, currentPassword }],
    ] as const) {
      const send = async (given?: string) =>
        person.client.graphql(mutation(name, 'user { id }'), { input: { ...input, code: given } });
      expect((await send()).errors?.[0]?.extensions.fields, name).toEqual({ code: ['Code is required'] });
      expect((await send(code(person))).errors, name).toBeUndefined();
      clock.at += STEP;
    }
  });

  it('changes a name without one', async () => {
    const person = await newSecuredPerson(server);
    expect((await person.client.rest('put', '/auth/profile', { firstName: 'Mara' })).status).toBe(200);
  });

  it('counts wrong codes as every other call does', async () => {
    const person = await newSecuredPerson(server);
    const limited = await startBeside(server, { env: { RATE_LIMIT: 'on' } });
    const client = new Client(limited, person.client.token);
    const tries: number[] = [];
    for (let n = 0; n < 11; n += 1) tries.push((await change({ ...person, client }, wrongCode(person))).status);
    expect(tries).toEqual([...Array<number>(10).fill(422), 429]);
    expect((await move({ ...person, client }, code(person))).status).toBe(429);
  });
});

describe('switching two-factor off, and new recovery codes', () => {
  const renew = ({ client, password }: Person, given?: string): Promise<RestResult> =>
    client.rest('post', '/auth/two-factor/recovery-codes', { currentPassword: password, code: given });

  it('require the password and a code, with errors at their fields', async () => {
    const person = await newSecuredPerson(server);
    for (const act of [disable, renew]) {
      expect((await act(person)).body.errors).toEqual({ code: ['Code is required'] });
      expect((await act(person, wrongCode(person))).body.errors).toEqual(CODE_REFUSED);
      const thief = { ...person, password: 'Wrong1password' };
      // without the password, the answer reveals nothing about codes and uses none
      for (const given of [wrongCode(person), person.recoveryCodes[0]]) {
        expect((await act(thief, given)).body.errors).toEqual({ currentPassword: ['Current password is incorrect'] });
      }
    }
    expect(await me(person)).toEqual({ twoFactor: true, recoveryCodesLeft: 10 });
    const { body } = await renew(person, person.recoveryCodes[0]);
    const [fresh = ''] = body.data.recoveryCodes as string[];
    expect((await disable(person, person.recoveryCodes[1])).body.errors).toEqual(CODE_REFUSED);
    expect((await disable(person, fresh)).status).toBe(204);
    expect(await me(person)).toEqual({ twoFactor: false, recoveryCodesLeft: 0 });
    expect(Object.keys((await login(server, person)).body.data)).toEqual(['user', 'tokens']);
  });

  it('are CONFLICT where it is off', async () => {
    const person = await newPerson(server);
    for (const act of [disable, renew]) expect((await act(person, '123456')).status).toBe(409);
  });

  it('use up the code of a refused request', async () => {
    const person = await newSecuredPerson(server);
    const [first = '', second = ''] = person.recoveryCodes;
    const off = (key: string, given: string) => disable(person, given, { 'idempotency-key': key });
    await person.client.rest('put', '/auth/preferences', { push: false }, { 'idempotency-key': 'used' });
    // the key belongs to another request
    expect((await off('used', first)).status).toBe(409);
    expect((await off('fresh', first)).body.errors).toEqual(CODE_REFUSED);
    expect((await off('fresh', second)).status).toBe(204);
    // the answer was lost, and the request is repeated
    expect((await off('fresh', second)).status).toBe(204);
  });

  it('survive a new password: the sign-in after a reset still asks for the code', async () => {
    const person = await newSecuredPerson(server);
    // the first proof of an address would end the second factor
    await recordVerifiedEmail(server.resources.orm.em.fork(), { userId: person.id, at: new Date() });
    const { token } = (await issuePasswordReset(server.resources, person.email)) ?? {};
    await new Client(server).rest('post', '/auth/reset-password', { token, password: NEW });
    const now2 = { ...person, password: NEW };
    expect(Object.keys((await login(server, now2)).body.data)).toEqual(['challenge']);
    expect((await signInWithCode(server, now2)).status).toBe(200);
  });

  it('are required of a sign-in that began before two-factor was switched on', async () => {
    const person = await newPerson(server);
    const begun = await person.client.rest('post', '/auth/two-factor', { currentPassword: person.password });
    afterComparison(server, async () => {
      const body = { code: codeOf(begun.body.data.secret, clock.at) };
      expect((await person.client.rest('post', '/auth/two-factor/confirm', body)).status).toBe(200);
    });
    expect(Object.keys((await login(server, person)).body.data)).toEqual(['challenge']);
  });

  it('are mailed, and so is a recovery code that was used', async () => {
    const person = await newSecuredPerson(server);
    const mails = async () => subjectsTo(await server.work(), person.email);
    expect(await mails()).toContain('Two-factor sign-in is on for your Cairn account');
    await renew(person, code(person));
    expect(await mails()).toEqual(['New recovery codes for your Cairn account']);
    clock.at += STEP;
    await disable(person, code(person));
    expect(await mails()).toEqual(['Two-factor sign-in is off for your Cairn account']);
    const factor = await enableTwoFactor(person, () => clock.at);
    await mails();
    await complete(server, await challenge(server, person), factor.recoveryCodes[0] ?? '');
    expect(await mails()).toEqual(['A recovery code of your Cairn account was used']);
  });

  it('refuses codes of a secret encrypted with another key, and logs it', async () => {
    const person = await newSecuredPerson(server);
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const lost = await startBeside(server, { log, env: { SECRET_KEY: 'another key that is long enough, too' } });
    const token = await challenge(lost, person);
    for (const given of [code(person), person.recoveryCodes[0] ?? '']) {
      expect((await complete(lost, token, given)).status).toBe(422);
    }
    expect(lines.join()).toContain('SECRET_KEY is not the one that encrypted it');
    expect((await signInWithCode(server, person)).status).toBe(200);
  });
});
