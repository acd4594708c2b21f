import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, newPerson, signedIn } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';
import { follow } from '../../test/support/socket.js';

const CHANGES = 'subscription { notificationChanged { action } }';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';
const MINUTE = 60_000;

let server: TestServer;
let other: TestServer;
let clock = 0;
beforeAll(async () => {
  const now = () => new Date(Date.now() + clock);
  server = await startServer({ env: { TRUST_PROXY: '1' }, now });
  other = await startServer({ databaseUrl: server.databaseUrl, now });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const from = (address: string, userAgent = FIREFOX) => ({ 'x-forwarded-for': address, 'user-agent': userAgent });

interface Session {
  id: string;
  device: string;
  address: string;
  createdAt: string;
  lastSeenAt: string;
  current: boolean;
}
const sessionsOf = async (client: Client, headers?: Record<string, string>): Promise<Session[]> =>
  (await client.rest('get', '/auth/sessions', undefined, headers)).body.data;

const lives = async (client: Client): Promise<boolean> => (await client.rest('get', '/auth/me')).status === 200;

describe('the list of sessions', () => {
  it('shows device, address and times of each session, and marks the current one', async () => {
    const person = await newPerson(server);
    const second = await signedIn(person, from('198.51.100.7, 203.0.113.5'));
    await signedIn(person, from('2001:db8:1:2:3:4:5:6', 'curl/8.5.0'));
    const found = await sessionsOf(second);
    expect(found.map(({ current }) => current)).toEqual([true, false, false]);
    // the address seen by the trusted proxy; for IPv6 the network
    expect(found.map(({ device, address }) => `${device}, ${address}`).sort()).toEqual([
      'Firefox on Windows, 203.0.113.5',
      'curl, 2001:db8:1:2::/64',
      'node, 127.0.0.1',
    ]);
    for (const { createdAt, lastSeenAt } of found) expect(lastSeenAt).toBe(createdAt);
  });

  it('excludes ended sessions and those of other people', async () => {
    const person = await newPerson(server);
    await newPerson(server);
    const gone = await signedIn(person, from('203.0.113.5'));
    await gone.rest('post', '/auth/logout');
    const late = await signedIn(person, from('203.0.113.5'));
    const [mine] = await sessionsOf(late);
    await rows(server, 'update session set expires_at = ? where id = ?', [new Date(Date.now() - 1000), mine?.id]);
    expect(await sessionsOf(person.client)).toHaveLength(1);
  });

  it('has the current one and the 99 others that were used last', async () => {
    const person = await newPerson(server);
    await rows(
      server,
      `insert into session (id, user_id, user_agent, address, new_device, created_at, last_seen_at, expires_at)
       select gen_random_uuid(), ?, 'x', 'x', false, now(), now() + n * interval '1 hour', now() + interval '30 days'
       from generate_series(1, 101) n`,
      [person.id],
    );
    const found = await sessionsOf(person.client);
    expect(found.map(({ current }) => current)).toEqual([true, ...Array<boolean>(99).fill(false)]);
    // the list leaves out the two sessions that were used longest ago
    expect(Date.parse(found.at(-1)?.lastSeenAt ?? '') - Date.now()).toBeGreaterThan(150 * MINUTE);
  });

  it('says when and from where each was used last, written once a minute at most', async () => {
    const person = await newPerson(server);
    const asked = async () => (await sessionsOf(person.client, from('203.0.113.77')))[0];
    const first = await asked();
    clock += 30_000;
    expect(await asked()).toEqual(first);
    clock += MINUTE;
    const before = server.statements.length;
    const later = await asked();
    expect(Date.parse(later?.lastSeenAt ?? '') - Date.parse(first?.lastSeenAt ?? '')).toBeGreaterThanOrEqual(90_000);
    expect([later?.address, later?.createdAt]).toEqual(['203.0.113.77', first?.createdAt]);
    const writes = () => server.statements.slice(before).filter((text) => /^\s*update session/.test(text)).length;
    expect(writes()).toBe(1);
    for (let n = 0; n < 5; n += 1) await asked();
    expect(writes()).toBe(1);
  });
});

describe('a session that is revoked', () => {
  it('ends with its sockets in every process, unlike other sessions', async () => {
    const person = await newPerson(server);
    const second = await signedIn(person, from('203.0.113.5'), other);
    const sockets = [follow(server, CHANGES, { token: second.token }), follow(other, CHANGES, { token: second.token })];
    const mine = follow(other, CHANGES, { token: person.client.token });
    for (const socket of [...sockets, mine]) await socket.until(1);
    const { id } = (await sessionsOf(person.client)).find(({ current }) => !current) ?? {};
    expect((await person.client.rest('delete', `/auth/sessions/${id}`)).status).toBe(204);
    expect(await lives(second)).toBe(false);
    for (const socket of sockets) expect((await socket.end()).code).toBe(4401);
    expect(await lives(person.client)).toBe(true);
    expect(mine.closed).toBeUndefined();
    await mine.stop();
  });

  it('belongs to the viewer, and ends once', async () => {
    const [person, stranger] = [await newPerson(server), await newPerson(server)];
    const second = await signedIn(person, from('203.0.113.5'));
    const { id } = (await sessionsOf(second)).find(({ current }) => current) ?? {};
    const revoke = async (client: Client) => (await client.rest('delete', `/auth/sessions/${id}`)).status;
    expect(await revoke(stranger.client)).toBe(404);
    expect(await lives(second)).toBe(true);
    expect(await revoke(person.client)).toBe(204);
    expect(await revoke(person.client)).toBe(404);
  });

  it('can be the current one', async () => {
    const { client } = await newPerson(server);
    const [mine] = await sessionsOf(client);
    expect((await client.rest('delete', `/auth/sessions/${mine?.id}`)).status).toBe(204);
    expect(await lives(client)).toBe(false);
  });
});

describe('revoking all other sessions', () => {
  const REVOKE = 'mutation ($input: RevokeOtherSessionsInput) { revokeOtherSessions(input: $input) { revoked } }';

  it('ends all but this one, says how many, and repeated does nothing', async () => {
    const person = await newPerson(server);
    const others = [await signedIn(person, from('203.0.113.5')), await signedIn(person, from('203.0.113.6'))];
    const input = { mutationId: 'once' };
    expect((await person.client.graphql(REVOKE, { input })).data.revokeOtherSessions).toEqual({ revoked: 2 });
    for (const client of others) expect(await lives(client)).toBe(false);
    expect(await lives(person.client)).toBe(true);
    const later = await signedIn(person, from('203.0.113.5'));
    expect((await person.client.graphql(REVOKE, { input })).data.revokeOtherSessions).toEqual({ revoked: 0 });
    expect(await lives(later)).toBe(true);
  });

  it('forgets the devices they came from, but not the one that asks', async () => {
    const person = await newPerson(server);
    const devices = ['a', 'b'].map((letter) => letter.repeat(64));
    const [mine, theirs] = await Promise.all(
      devices.map((device) => signedIn(person, { ...from('203.0.113.5'), 'x-device': device })),
    );
    const known = async () =>
      (await rows<{ hash: string }>(server, 'select hash from device where user_id = ?', [person.id])).length;
    expect(await known()).toBe(2);
    await mine?.rest('delete', '/auth/sessions', undefined, { 'x-device': devices[0] ?? '' });
    expect([await known(), await lives(theirs as Client)]).toEqual([1, false]);
    // without a device, no device is kept
    await mine?.rest('delete', '/auth/sessions');
    expect(await known()).toBe(0);
  });
});
