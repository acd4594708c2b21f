import { describe, expect, it, vi } from 'vitest';
import { RATES } from '../../contract/limits.js';
import { Client, newPerson, type Person } from '../support/client.js';
import { closeAfterTest, startServer, type TestServer } from '../support/harness.js';
import { rows } from '../support/rows.js';

/** A server with rate limits, an account to attack, and the number of comparisons with its password. */
async function target(env: Record<string, string> = {}) {
  const server = closeAfterTest(await startServer({ env: { RATE_LIMIT: 'on', ...env } }));
  const person = await newPerson(server);
  const verify = vi.spyOn(server.resources.passwords, 'verify');
  return { server, person, compared: () => verify.mock.calls.length };
}

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
/** Sign-ins of one request under many aliases. */
const logins = (count: number, prefix = 'a'): string =>
  times(count)
    .map((index) => `${prefix}${index}: login(input: $input) { user { id } }`)
    .join(' ');
const OPERATION = 'mutation ($input: LoginInput!)';
const wrong = ({ email }: Person) => ({ input: { email, password: 'Wrong1password' } });
const attempts = (server: TestServer) => rows(server, `select key from rate where key like 'passwordPer%'`);

describe('a hundred sign-ins in one request', () => {
  it('under a hundred aliases are refused before the first', async () => {
    const { server, person, compared } = await target();
    const { status, errors, data } = await new Client(server).graphql(`${OPERATION} { ${logins(100)} }`, wrong(person));
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors?.[0]).toMatchObject({
      message: 'Syntax Error: Aliases limit of 15 exceeded, found 100.',
      extensions: { code: 'BAD_REQUEST' },
    });
    expect(compared()).toBe(0);
    expect(await attempts(server)).toEqual([]);
  });

  it('spread over fragments are no fewer', async () => {
    const { server, person, compared } = await target();
    const fragments = times(10).map((part) => `fragment F${part} on Mutation { ${logins(10, `a${part}_`)} }`);
    const spreads = times(10).map((part) => `...F${part}`);
    const document = `${OPERATION} { ${spreads.join(' ')} } ${fragments.join(' ')}`;
    const { status, errors } = await new Client(server).graphql(document, wrong(person));
    expect(status).toBe(400);
    expect(errors?.[0]?.message).toMatch(/Aliases limit of 15 exceeded/);
    expect(compared()).toBe(0);
  });

  it('as a batch are refused as a whole', async () => {
    const { server, person, compared } = await target();
    const body = JSON.stringify(
      times(100).map(() => ({ query: `${OPERATION} { ${logins(1)} }`, variables: wrong(person) })),
    );
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    expect(compared()).toBe(0);
  });
});

describe('as many sign-ins as one request may have', () => {
  it('are each a try, and never more than ten in all reach the password', async () => {
    const { server, person, compared } = await target();
    const { points } = RATES.passwordPerAccount;
    const many = () => new Client(server).graphql(`${OPERATION} { ${logins(15)} }`, wrong(person));
    const first = await many();
    expect(Object.values(first.data)).toEqual(Array(15).fill(null));
    expect(first.errors?.map(({ extensions }) => extensions.code)).toEqual([
      ...Array<string>(points).fill('UNAUTHENTICATED'),
      ...Array<string>(15 - points).fill('RATE_LIMITED'),
    ]);
    expect(first.headers.get('ratelimit-limit')).toBe(String(points));
    expect(first.headers.get('ratelimit-remaining')).toBe('0');
    expect(compared()).toBe(points);
    await Promise.all(times(20).map(many));
    const { email, password } = person;
    const refused = await new Client(server).rest('post', '/auth/login', { email, password });
    expect(refused.status).toBe(429);
    expect(compared()).toBe(points);
  });
});

describe('behind a proxy that is trusted', () => {
  it('only the address that the proxy itself has seen counts, whatever precedes it in the header', async () => {
    const { server, compared } = await target({ TRUST_PROXY: '1' });
    const signIn = (index: number, seen: string) =>
      new Client(server).rest(
        'post',
        '/auth/login',
        { email: `nobody${index}@tern.example`, password: 'Wrong1password' },
        {
          'x-forwarded-for': `203.0.113.${index}, ${seen}`,
          'x-real-ip': `203.0.113.${index}`,
          forwarded: `for=203.0.113.${index}`,
        },
      );
    for (const index of times(RATES.passwordPerAddress.points)) {
      expect((await signIn(index, '198.51.100.7')).status).toBe(401);
    }
    const refused = await signIn(99, '198.51.100.7');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    expect((await signIn(99, '198.51.100.8')).status).toBe(401);
    expect(compared()).toBe(RATES.passwordPerAddress.points + 1);
  });
});

describe('a common password', () => {
  it('is refused wherever one is set, and nothing is done', async () => {
    const { server, person } = await target({ RATE_LIMIT: 'off' });
    const common = 'Password1';
    const message = 'This password is too common';
    const nobody = new Client(server);
    const account = { firstName: 'Ines', lastName: 'Sol', username: 'ines', email: 'ines@tern.example' };
    const before = await rows(server, 'select id, password_hash from account');
    for (const [field, answer] of [
      ['password', await nobody.rest('post', '/auth/register', { ...account, password: common })],
      ['password', await nobody.rest('post', '/auth/reset-password', { token: 'x', password: common })],
      [
        'newPassword',
        await person.client.rest('put', '/auth/change-password', {
          currentPassword: person.password,
          newPassword: common,
        }),
      ],
    ] as const) {
      expect(answer.status).toBe(422);
      const reasons = [{ field, key: 'commonPassword', params: {} }];
      expect(answer.body).toEqual({ code: 'VALIDATION_FAILED', message, errors: { [field]: [message] }, reasons });
    }
    expect(await rows(server, 'select id, password_hash from account')).toEqual(before);
  });
});
