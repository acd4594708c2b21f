import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client, newPerson, type Person } from '../support/client.js';
import { App } from './app.js';

let app: App;
let attacker: Person;
let victim: Person;
beforeAll(async () => {
  // without rate limits: only the queue protects the victim
  app = await App.make();
  await app.start();
  [attacker, victim] = [await newPerson(app), await newPerson(app)];
}, 120_000);
afterAll(() => app.remove());

const ABANDONED = 150;

/** How long a sign-in takes, in milliseconds. */
async function signIn(): Promise<number> {
  const since = performance.now();
  const { email, password } = victim;
  expect((await new Client(app).rest('post', '/auth/login', { email, password })).status).toBe(200);
  return performance.now() - since;
}

/** A password check whose caller has disconnected. */
const abandon = (afterMs: number): Promise<unknown> =>
  fetch(`${app.url}/api/auth/change-password`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${attacker.client.token}` },
    body: JSON.stringify({ currentPassword: 'Wrong1password', newPassword: 'Basalt8cliffs' }),
    signal: AbortSignal.timeout(afterMs),
  }).catch(() => undefined);

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;

it('150 abandoned logins of one person slow down the login of another by less than three times', async () => {
  const quiet: number[] = [];
  for (let n = 0; n < 9; n += 1) quiet.push(await signIn());
  const beside: number[] = [];
  // three times, because other work on the machine varies: one series must pass
  const apart = async (): Promise<number> => {
    beside.length = 0;
    const abandoned = Array.from({ length: ABANDONED }, () => abandon(1_500));
    for (let n = 0; n < 5; n += 1) beside.push(await signIn());
    await Promise.all(abandoned);
    return median(beside) / median(quiet);
  };
  await expect.poll(apart, { timeout: 60_000, interval: 0 }).toBeLessThan(3);
}, 120_000);
