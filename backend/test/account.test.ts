import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built, buildServer, run } from './built.js';
import { Client, newPerson, type Person } from './client.js';
import { App } from './faults/app.js';
import { freshDatabase, startServer } from './harness.js';
import { switchOn } from './twoFactor.js';

const KEYS = {
  JWT_SECRET: 'a secret for tests that is long enough',
  SECRET_KEY: 'a key for tests that is long enough',
};

/** Runs the operator's program to its end. */
async function account(env: Record<string, string>, ...args: string[]) {
  const program = run(built('account'), env, args);
  return { code: await program.ended, lines: program.lines, error: program.stderr().trim() };
}

describe('the operator’s way back into an account', { timeout: 120_000 }, () => {
  let app: App;
  beforeAll(async () => {
    await buildServer();
    app = await App.make();
  }, 120_000);
  afterAll(() => app.remove());

  it('takes the second factor off, beside the running app and without it, and leaves a line', async () => {
    await app.start();
    const people = [await newPerson(app), await newPerson(app)] as const;
    const login = ({ email, password }: Person) => new Client(app).rest('post', '/auth/login', { email, password });
    for (const person of people) {
      await switchOn(person);
      expect(Object.keys((await login(person)).body.data)).toEqual(['challenge']);
    }
    const reset = async ({ id, email }: Person): Promise<void> => {
      const { code, lines } = await account({ DATA_DIR: app.dataDir }, 'reset-two-factor', email.toUpperCase());
      expect(code).toBe(0);
      // The log is written aside, before or after it.
      expect(lines).toContain('Two-factor sign-in is off for this account; its person is told by mail.');
      const events = lines.filter((line) => line.includes('security event')).map((line) => JSON.parse(line) as object);
      expect(events).toMatchObject([{ event: 'two_factor_reset', outcome: 'success', userId: id }]);
    };
    const [first, second] = people;
    await reset(first);
    expect(Object.keys((await login(first)).body.data)).toEqual(['user', 'tokens']);
    await app.kill('SIGTERM');
    await reset(second);
    await app.start();
    expect(Object.keys((await login(second)).body.data)).toEqual(['user', 'tokens']);
  });

  it('says in one line what it cannot do, and changes nothing', async () => {
    const database = await freshDatabase();
    const server = await startServer({ databaseUrl: database.url });
    const env = { ...KEYS, DATABASE_URL: database.url, LOG_LEVEL: 'warn' };
    const person = await newPerson(server);
    const unknown = await account(env, 'reset-two-factor', 'nobody@tern.example');
    expect([unknown.code, unknown.error]).toEqual([
      1,
      'There is no account with this e-mail address. Nothing was changed.',
    ]);
    const off = await account(env, 'reset-two-factor', person.email);
    expect([off.code, off.lines]).toEqual([
      0,
      ['Two-factor sign-in was not on for this account. Nothing was changed.'],
    ]);
    for (const args of [[], ['reset-two-factor'], ['delete', 'x'], ['reset-two-factor', 'a', 'b']]) {
      const { code, error } = await account(env, ...args);
      expect([code, error]).toEqual([1, 'Cairn cannot start: usage: npm run account -- reset-two-factor EMAIL']);
    }
    await server.close();
    await database.drop();
  });
});
