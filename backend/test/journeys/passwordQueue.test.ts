import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, newPerson, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';

const LOGIN = 'mutation ($input: LoginInput!) { login(input: $input) { user { id } } }';

let server: TestServer;
let person: Person;
let other: Person;
beforeAll(async () => {
  // without rate limits, and with slow hashes, so that others wait
  server = await startServer({ bcryptCost: 9 });
  [person, other] = await Promise.all([newPerson(server), newPerson(server)]);
});
afterAll(() => server.close());

/** More than the queue's capacity: 17 per thread, with a thread per core except one. */
const MANY = 17 * Math.max(2, availableParallelism() - 1) + 40;
const flood = <T>(ask: () => Promise<T>): Promise<T>[] => Array.from({ length: MANY }, ask);
const guess = (signal?: AbortSignal): Promise<Response> =>
  fetch(`${server.url}/api/auth/change-password`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person.client.token}` },
    body: JSON.stringify({ currentPassword: 'Wrong1password', newPassword: 'Basalt8cliffs' }),
    ...(signal && { signal }),
  });
const signIn = () => new Client(server).rest('post', '/auth/login', { email: other.email, password: other.password });

describe('more passwords than can be hashed', () => {
  it('are refused immediately with Retry-After, in both transports, without affecting other callers', async () => {
    const answers = flood(() => guess());
    await Promise.race(answers);
    expect((await signIn()).status).toBe(200);
    const seen = await Promise.all(answers);
    const refused = seen.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    // the limit of concurrent reads per person can refuse some before they reach the queue
    expect(seen.map(({ status }) => status).filter((status) => ![422, 429, 503].includes(status))).toEqual([]);
    for (const { status, headers } of seen) if (status === 429) expect(headers.get('retry-after')).not.toBeNull();
    expect(refused[0]?.headers.get('retry-after')).toBe('2');
    expect(await refused[0]?.json()).toMatchObject({ code: 'UNAVAILABLE' });

    const input = { email: other.email, password: 'Wrong1password' };
    const all = await Promise.all(flood(() => new Client(server).graphql(LOGIN, { input })));
    const busy = all.find(({ errors }) => errors?.[0]?.extensions.code === 'UNAVAILABLE');
    expect(busy?.errors?.[0]?.extensions).toMatchObject({ retryAfter: 2 });
    expect(busy?.headers.get('retry-after')).toBe('2');
  });

  it('are not hashed for a client that has disconnected', async () => {
    let hashed = 0;
    const { passwords } = server.resources;
    const verify = passwords.verify.bind(passwords);
    passwords.verify = async (...args) => {
      const fits = await verify(...args);
      hashed += 1;
      return fits;
    };
    const gone = new AbortController();
    const answers = Promise.allSettled(flood(() => guess(gone.signal)));
    // until some of them wait
    await expect.poll(() => hashed, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(2);
    gone.abort();
    await answers;
    expect((await signIn()).status).toBe(200);
    passwords.verify = verify;
    expect(hashed).toBeLessThan(20);
  });
});
