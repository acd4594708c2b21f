import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, type Person } from '../../test/support/client.js';
import { type MailServer, startMailServer, subjectsTo } from '../../test/support/jobQueue.js';
import { rows } from '../../test/support/rows.js';
import { follow } from '../../test/support/socket.js';
import {
  startBeside,
  STEP,
  MINUTE,
  CODE_REFUSED,
  clock,
  now,
  newSecuredPerson,
  newDevice,
  code,
  wrongCode,
  login,
  challenge,
  complete,
  signInWithCode,
  disable,
  me,
  statuses,
  type Secured,
} from '../../test/support/twoFactor.js';
import { purge } from '../trash/hourlyPurge.js';
import { recordVerifiedEmail } from './verifiedEmail.js';
import { issuePasswordReset } from './passwordReset.service.js';

const NEW = 'Basalt8cliffs';

let server: MailServer;
let limited: MailServer;
beforeAll(async () => {
  server = await startMailServer({ now });
  limited = await startMailServer({ now, env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } });
});
afterAll(async () => {
  await limited.close();
  await server.close();
});

describe('signing in with two-factor on', () => {
  it('returns a challenge, which grants no access, and completes with the code', async () => {
    const person = await newSecuredPerson(server);
    const first = await login(server, person);
    expect([first.status, Object.keys(first.body.data)]).toEqual([200, ['challenge']]);
    const { token, expiresAt } = first.body.data.challenge;
    expect(Date.parse(expiresAt) - clock.at).toBe(5 * MINUTE);
    expect((await new Client(server, token).rest('get', '/auth/me')).status).toBe(401);
    expect((await follow(server, 'subscription { notificationChanged { action } }', { token }).end()).code).toBe(4401);
    const { body, status } = await complete(server, token, code(person));
    expect([status, body.data.user.id]).toEqual([200, person.id]);
    expect((await new Client(server, body.data.tokens.accessToken).rest('get', '/auth/me')).status).toBe(200);
  });

  it('answers by GraphQL a null user and null tokens beside the challenge', async () => {
    const person = await newSecuredPerson(server);
    const { data } = await new Client(server).graphql(
      `mutation ($input: LoginInput!) { login(input: $input) { user { id } tokens { accessToken } challenge { token } } }`,
      { input: { email: person.email, password: person.password } },
    );
    expect(data.login).toEqual({
      user: null,
      tokens: null,
      challenge: { token: expect.stringMatching(/^[\w-]{43}$/) },
    });
  });

  it('takes the code of the step before and after, and none further off', async () => {
    for (const [steps, wanted] of [
      [-2, 422],
      [-1, 200],
      [0, 200],
      [1, 200],
      [2, 422],
    ] as const) {
      const person = await newSecuredPerson(server);
      // later than the time step of the first code
      clock.at += 3 * STEP;
      const answer = await complete(server, await challenge(server, person), code(person, steps));
      expect([steps, answer.status]).toEqual([steps, wanted]);
    }
  });

  it('refuses a wrong code at its field, and the challenge goes on', async () => {
    const person = await newSecuredPerson(server);
    const token = await challenge(server, person);
    for (const given of [wrongCode(person), 'abcde-fghjk', 'nonsense']) {
      const { status, body } = await complete(server, token, given);
      expect([status, body.code, body.errors]).toEqual([422, 'VALIDATION_FAILED', CODE_REFUSED]);
    }
    expect((await complete(server, token, code(person))).status).toBe(200);
  });

  it('takes each code once: not again, not an older one, not the one it was switched on by', async () => {
    const person = await newSecuredPerson(server);
    expect((await complete(server, await challenge(server, person), code(person, -1))).body.errors).toEqual(
      CODE_REFUSED,
    );
    expect((await complete(server, await challenge(server, person), code(person, 1))).status).toBe(200);
    for (const steps of [1, 0]) {
      const again = await complete(server, await challenge(server, person), code(person, steps));
      expect(again.body.errors).toEqual(CODE_REFUSED);
    }
    clock.at += 2 * STEP;
    expect((await signInWithCode(server, person)).status).toBe(200);
  });

  it('takes each recovery code once, and says how many are left', async () => {
    const person = await newSecuredPerson(server);
    const [one = '', two = ''] = person.recoveryCodes;
    expect((await complete(server, await challenge(server, person), ` ${one.toUpperCase()} `)).status).toBe(200);
    expect((await complete(server, await challenge(server, person), one)).body.errors).toEqual(CODE_REFUSED);
    expect(await me(person)).toEqual({ twoFactor: true, recoveryCodesLeft: 9 });
    expect((await complete(server, await challenge(server, person), two.replace('-', ''))).status).toBe(200);
  });

  it('accepts a code once among concurrent requests in two processes', async () => {
    const other = await startBeside(server);
    for (const given of ['totp', 'recovery']) {
      const person = await newSecuredPerson(server);
      const both = [server, other];
      const tokens = await Promise.all(both.concat(both).map((at) => challenge(at, person)));
      const said = given === 'totp' ? code(person) : (person.recoveryCodes[0] ?? '');
      const answers = await Promise.all(tokens.map((token, n) => complete(both[n % 2] ?? server, token, said)));
      expect(statuses(answers)).toEqual([200, 422, 422, 422]);
      const sessions = await rows(server, 'select 1 from session where user_id = ?', [person.id]);
      expect(sessions).toHaveLength(2);
    }
  });

  it('completes a challenge once among concurrent requests', async () => {
    const person = await newSecuredPerson(server);
    const token = await challenge(server, person);
    const answers = await Promise.all(person.recoveryCodes.slice(0, 4).map((given) => complete(server, token, given)));
    expect(statuses(answers)).toEqual([200, 401, 401, 401]);
    expect((await complete(server, token, code(person))).status).toBe(401);
  });
});

describe('a challenge', () => {
  it('lasts five minutes', async () => {
    const person = await newSecuredPerson(server);
    const [inTime, late] = [await challenge(server, person), await challenge(server, person)];
    clock.at += 5 * MINUTE - 1000;
    expect((await complete(server, inTime, code(person))).status).toBe(200);
    clock.at += 2000;
    const { status, body } = await complete(server, late, code(person, 1));
    expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('cannot be used from another device or with the code of another account', async () => {
    const [person, thief] = [await newSecuredPerson(server), await newSecuredPerson(server)];
    const mine = newDevice();
    const token = await challenge(server, person, mine);
    for (const headers of [newDevice(), {}])
      expect((await complete(server, token, code(person), headers)).status).toBe(401);
    expect((await complete(server, token, code(thief), mine)).body.errors).toEqual(CODE_REFUSED);
    expect((await complete(server, token, thief.recoveryCodes[0] ?? '', mine)).body.errors).toEqual(CODE_REFUSED);
    for (const other of [token.slice(0, -1), `${token}x`, 'none']) {
      expect((await complete(server, other, code(person), mine)).status).toBe(401);
    }
    expect((await complete(server, token, code(person), mine)).status).toBe(200);
    // a challenge without a device cannot be answered from a device
    clock.at += STEP;
    expect((await complete(server, await challenge(server, person), code(person), mine)).status).toBe(401);
  });

  it('ends when the password changes, or is reset, or two-factor is switched off', async () => {
    const change = async ({ client, password, recoveryCodes: [recovery] }: Person & Secured) =>
      client.rest('put', '/auth/change-password', { currentPassword: password, newPassword: NEW, code: recovery });
    const reset = async ({ email }: Person) => {
      const { token } = (await issuePasswordReset(server.resources, email)) ?? {};
      return new Client(server).rest('post', '/auth/reset-password', { token, password: NEW });
    };
    const off = (person: Person & Secured) => disable(person, person.recoveryCodes[0]);
    for (const act of [change, reset, off]) {
      const person = await newSecuredPerson(server);
      const token = await challenge(server, person);
      expect((await act(person)).status).toBeLessThan(300);
      expect((await complete(server, token, code(person))).status).toBe(401);
    }
  });

  it('is limited to ten per account, separately for known devices', async () => {
    const [person, bystander] = [await newSecuredPerson(server), await newSecuredPerson(server)];
    const known = newDevice();
    expect((await signInWithCode(server, person, known)).status).toBe(200);
    clock.at += STEP;
    const mine = await challenge(server, person, known);
    const theirs = await challenge(server, bystander);
    for (let n = 0; n < 100; n += 1) await challenge(server, person, n % 2 ? newDevice() : {});
    const kept = await rows(server, 'select 1 from login_challenge where user_id = ?', [person.id]);
    expect(kept).toHaveLength(11);
    expect((await complete(server, theirs, code(bystander))).status).toBe(200);
    expect((await complete(server, mine, code(person), known)).status).toBe(200);
    clock.at += 2 * 24 * 60 * MINUTE;
    expect((await purge(server.orm, now()))['loginChallenges']).toBeGreaterThanOrEqual(10);
    expect(await rows(server, 'select 1 from login_challenge')).toEqual([]);
  });
});

describe('wrong codes', () => {
  let address = 0;
  const anywhere = (more = {}) => ({ 'x-forwarded-for': `198.51.100.${(address += 1) % 250}`, ...more });

  it('are limited to ten in 15 minutes for all unknown devices together, in all calls', async () => {
    const server = limited;
    const person = await newSecuredPerson(server);
    const token = await challenge(server, person, anywhere());
    for (let n = 0; n < 6; n += 1) {
      expect((await complete(server, token, wrongCode(person), anywhere())).status).toBe(422);
    }
    for (let n = 0; n < 4; n += 1) expect((await disable(person, wrongCode(person), anywhere())).status).toBe(422);
    const refused = await complete(server, token, code(person), anywhere());
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect((await disable(person, code(person), anywhere())).status).toBe(429);
    expect((await complete(server, token, person.recoveryCodes[0] ?? '', anywhere())).status).toBe(429);
  });

  it('of others do not lock out a device that has signed in before, which has ten of its own', async () => {
    const server = limited;
    const person = await newSecuredPerson(server);
    const known = newDevice();
    expect((await signInWithCode(server, person, anywhere(known))).status).toBe(200);
    const token = await challenge(server, person, anywhere());
    for (let n = 0; n < 10; n += 1) await complete(server, token, wrongCode(person), anywhere());
    expect((await complete(server, token, code(person), anywhere())).status).toBe(429);
    clock.at += STEP;
    const mine = await challenge(server, person, anywhere(known));
    for (let n = 0; n < 10; n += 1)
      expect((await complete(server, mine, wrongCode(person), anywhere(known))).status).toBe(422);
    expect((await complete(server, mine, code(person), anywhere(known))).status).toBe(429);
  });

  it('are cleared only by a completed sign-in', async () => {
    const server = limited;
    const person = await newSecuredPerson(server);
    const token = await challenge(server, person, anywhere());
    for (let n = 0; n < 9; n += 1) await complete(server, token, wrongCode(person), anywhere());
    expect((await login(server, person, anywhere())).status).toBe(200);
    const renew = (given: string) =>
      person.client.rest(
        'post',
        '/auth/two-factor/recovery-codes',
        { currentPassword: person.password, code: given },
        anywhere(),
      );
    expect((await renew(code(person))).status).toBe(200);
    clock.at += STEP;
    expect((await complete(server, token, code(person), anywhere())).status).toBe(200);
    clock.at += STEP;
    const next = await challenge(server, person, anywhere());
    for (let n = 0; n < 9; n += 1) await complete(server, next, wrongCode(person), anywhere());
    expect((await renew(code(person))).status).toBe(200);
    expect((await complete(server, next, wrongCode(person), anywhere())).status).toBe(422);
    expect((await complete(server, next, wrongCode(person), anywhere())).status).toBe(429);
  });

  it('are not counted separately for a device that has only reset the password', async () => {
    const server = limited;
    const person = await newSecuredPerson(server);
    // the first proof of an address would end the second factor
    await recordVerifiedEmail(server.resources.orm.em.fork(), { userId: person.id, at: new Date() });
    let tried = 0;
    for (let round = 0; round < 2; round += 1) {
      const headers = anywhere(newDevice());
      const { token } = (await issuePasswordReset(server.resources, person.email)) ?? {};
      const body = { token, password: `${NEW}${round}` };
      expect((await new Client(server).rest('post', '/auth/reset-password', body, headers)).status).toBe(200);
      const waits = await challenge(server, { ...person, password: body.password }, headers);
      for (let n = 0; n < 10; n += 1) {
        if ((await complete(server, waits, wrongCode(person), headers)).status === 422) tried += 1;
      }
    }
    expect(tried).toBe(10);
  });

  it('are mailed to the person at the fifth, once', async () => {
    const server = limited;
    const person = await newSecuredPerson(server);
    await server.work();
    const token = await challenge(server, person, anywhere());
    const mails = async () => subjectsTo(await server.work(), person.email);
    for (let n = 0; n < 4; n += 1) await complete(server, token, wrongCode(person), anywhere());
    expect(await mails()).toEqual([]);
    for (let n = 0; n < 8; n += 1) await complete(server, token, wrongCode(person), anywhere());
    expect(await mails()).toEqual(['Wrong codes for your Cairn account']);
  });

  it('are limited also through sign-ins with the right password', async () => {
    const server = limited;
    const person = await newSecuredPerson(server);
    for (let n = 0; n < 10; n += 1) expect((await login(server, person, anywhere(newDevice()))).status).toBe(200);
    expect((await login(server, person, anywhere(newDevice()))).status).toBe(429);
  });
});
