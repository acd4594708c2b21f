import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, newPerson, type Person, signedIn } from '../../test/support/client.js';
import { type MailServer, startMailServer, subjectsTo } from '../../test/support/jobQueue.js';
import { rows } from '../../test/support/rows.js';
import { follow } from '../../test/support/socket.js';

let server: MailServer;
let mara: Person;

beforeAll(async () => {
  server = await startMailServer();
  mara = await newPerson(server);
});
afterAll(() => server.close());

const NEW = 'Basalt8cliffs';
const login = (email: string, password: string) => new Client(server).rest('post', '/auth/login', { email, password });
const me = async ({ client }: Person) => (await client.rest('get', '/auth/me')).body.data.user;
const change = (client: Client, currentPassword: string, newPassword: string) =>
  client.rest('put', '/auth/change-password', { currentPassword, newPassword });

describe('a change to the profile', () => {
  it('changes what it names and leaves the rest', async () => {
    const person = await newPerson(server, 'Ada');
    const before = await me(person);
    const { status, body } = await person.client.rest('put', '/auth/profile', { lastName: ' Lovelace ' });
    expect(status).toBe(200);
    expect(body.data.user).toEqual({
      ...before,
      lastName: 'Lovelace',
      name: 'Ada Lovelace',
      updatedAt: expect.any(String),
    });
    expect(Date.parse(body.data.user.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    expect(await me(person)).toEqual(body.data.user);
  });

  it('without new values changes nothing', async () => {
    const before = await me(mara);
    const { firstName, lastName, username, email } = before;
    for (const same of [{}, { firstName, lastName, username, email }]) {
      const { status, body } = await mara.client.rest('put', '/auth/profile', same);
      expect([status, body.data.user]).toEqual([200, before]);
    }
  });

  it('refuses taken emails and usernames in any case, and changes nothing', async () => {
    const person = await newPerson(server);
    const before = await me(person);
    const put = (fields: object) => person.client.rest('put', '/auth/profile', { firstName: 'Ada', ...fields });
    const { password: currentPassword } = person;
    const email = await put({ email: mara.email.toUpperCase(), currentPassword });
    expect([email.status, email.body.errors]).toEqual([422, { email: ['Email is already taken'] }]);
    const username = await put({ username: mara.username.toUpperCase() });
    expect([username.status, username.body.errors]).toEqual([422, { username: ['Username is already taken'] }]);
    expect(await me(person)).toEqual(before);
    // the person's own name in another case is free
    expect((await put({ email: person.email.toUpperCase() })).status).toBe(200);
    expect((await login(person.email, person.password)).status).toBe(200);
  });

  it('gives a name to one of two concurrent requests', async () => {
    const people = await Promise.all([newPerson(server), newPerson(server)]);
    const answers = await Promise.all(
      people.map(({ client }) => client.rest('put', '/auth/profile', { username: 'wanted.by.two' })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
  });

  it('ignores what is not a field of a profile', async () => {
    const person = await newPerson(server);
    const before = await rows(server, 'select * from account where id = ?', [person.id]);
    const { status } = await person.client.rest('put', '/auth/profile', {
      id: mara.id,
      avatar: 'https://tern.example/a.png',
      passwordHash: 'x',
      password: NEW,
      preferences: { push: false },
      createdAt: '2020-01-01T00:00:00Z',
      updatedAt: '2020-01-01T00:00:00Z',
    });
    expect(status).toBe(200);
    expect(await rows(server, 'select * from account where id = ?', [person.id])).toEqual(before);
  });

  it('is visible to others immediately, without the email', async () => {
    const person = await newPerson(server);
    await person.client.rest('put', '/auth/profile', { firstName: 'Zoë', username: 'zoe.changed' });
    const { data } = await mara.client.graphql(
      '{ userLookup(emailOrUsername: "ZOE.changed") { name email preferences { push } } }',
    );
    expect(data.userLookup).toEqual({ name: 'Zoë Okafor', email: null, preferences: null });
  });
});

describe('a change of password', () => {
  it('refuses a wrong current one at its field, with everything as it was', async () => {
    const person = await newPerson(server);
    const other = await signedIn(person);
    for (const wrong of ['Granite7stone', 'granite7stones', `${person.password} `]) {
      const { status, body } = await change(person.client, wrong, NEW);
      expect([status, body.code, body.errors]).toEqual([
        422,
        'VALIDATION_FAILED',
        { currentPassword: ['Current password is incorrect'] },
      ]);
    }
    const weak = await change(person.client, person.password, 'basalt');
    expect(Object.keys(weak.body.errors)).toEqual(['newPassword']);
    expect((await other.rest('get', '/auth/me')).status).toBe(200);
    expect((await login(person.email, person.password)).status).toBe(200);
    expect((await login(person.email, NEW)).status).toBe(401);
  });

  it('ends all other sessions and their sockets, keeps this one, and is mailed', async () => {
    const person = await newPerson(server);
    const other = await signedIn(person);
    const sockets = [person.client, other].map(({ token }) =>
      follow(server, 'subscription { notificationChanged { action } }', { token }),
    );
    for (const socket of sockets) await socket.until(1);
    await server.work();
    expect((await change(person.client, person.password, NEW)).status).toBe(200);
    expect((await other.rest('get', '/auth/me')).status).toBe(401);
    expect((await person.client.rest('get', '/auth/me')).status).toBe(200);
    expect((await sockets[1]?.end())?.code).toBe(4401);
    expect(sockets[0]?.closed).toBeUndefined();
    expect((await login(person.email, person.password)).status).toBe(401);
    expect((await login(person.email, NEW)).status).toBe(200);
    const mails = await server.work();
    expect(subjectsTo(mails, person.email)).toEqual(['Your Cairn password was changed']);
    expect(JSON.stringify(mails)).not.toContain(NEW);
    await sockets[0]?.stop();
  });

  it('succeeds for one of two concurrent requests', async () => {
    const person = await newPerson(server);
    const other = await signedIn(person);
    const wanted = [NEW, 'Quartz9veins'];
    const answers = await Promise.all(
      [person.client, other].map((client, n) => change(client, person.password, wanted[n] ?? '')),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    const loser = answers[1 - winner];
    // its password is no longer current, or its session has ended
    expect([401, 422]).toContain(loser?.status);
    if (loser?.status === 422) expect(Object.keys(loser.body.errors)).toEqual(['currentPassword']);
    expect((await login(person.email, wanted[winner] ?? '')).status).toBe(200);
    expect((await login(person.email, wanted[1 - winner] ?? '')).status).toBe(401);
    const alive = await Promise.all([person.client, other].map((client) => client.rest('get', '/auth/me')));
    expect(alive.map(({ status }) => status === 200)).toEqual([winner === 0, winner === 1]);
  });
});
