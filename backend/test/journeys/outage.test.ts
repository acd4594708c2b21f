import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SeverableProxy } from '../support/severableProxy.js';
import { Client, newPerson, newProject, type Person } from '../support/client.js';
import { freshDatabase, startServer, type TestServer } from '../support/harness.js';
import { mutation } from '../support/selections.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: SeverableProxy;
let server: TestServer;
let mara: Person;
let projectId: string;
beforeAll(async () => {
  database = await freshDatabase();
  proxy = new SeverableProxy(database.url);
  await proxy.open();
  server = await startServer({ databaseUrl: proxy.url });
  mara = await newPerson(server);
  ({ id: projectId } = await newProject(mara));
});
afterAll(async () => {
  await server.close();
  await proxy.close();
  await database.drop();
});

const ready = async (): Promise<number> => {
  const response = await fetch(`${server.url}/readyz`);
  await response.text();
  return response.status;
};

describe('while the database is away', () => {
  const away = { message: 'The service is busy, please try again', code: 'UNAVAILABLE' };

  it('every call answers 503 UNAVAILABLE and says no more, and all is well when it is back', async () => {
    await proxy.close();
    const login = { email: mara.email, password: mara.password };
    /** One to three seconds, by chance. */
    const soon = expect.toBeOneOf([1, 2, 3]);
    for (const { status, headers, body } of [
      await mara.client.rest('get', '/projects'),
      await mara.client.rest('post', '/tasks', { title: 'Now', projectId, priority: 'LOW' }),
      await new Client(server).rest('post', '/auth/login', login),
    ]) {
      expect({ status, body }).toEqual({ status: 503, body: away });
      expect(Number(headers.get('retry-after'))).toEqual(soon);
    }
    const signedIn = await mara.client.graphql('{ me { id } }');
    expect(signedIn.status).toBe(503);
    const open = await new Client(server).graphql(mutation('login', 'user { id }'), { input: login });
    for (const { errors, headers } of [signedIn, open]) {
      expect(errors?.map(({ message, extensions }) => ({ message, ...extensions }))).toEqual([
        { ...away, retryAfter: soon },
      ]);
      expect(Number(headers.get('retry-after'))).toEqual(soon);
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await ready()).toBe(503);

    await proxy.open();
    expect(await ready()).toBe(200);
    expect((await mara.client.rest('get', '/projects')).body.data).toHaveLength(1);
    expect((await mara.client.rest('get', '/tasks')).body.data).toEqual([]);
  });
});
