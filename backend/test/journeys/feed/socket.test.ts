import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { createClient } from 'graphql-ws';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { newPerson, newProject, newTask, type Person, signedIn } from '../../support/client.js';
import { closeAfterTest, startServer, type TestServer } from '../../support/harness.js';
import { revisionOf, rows } from '../../support/rows.js';
import { follow, type FollowOptions } from '../../support/socket.js';
import { socketUrl } from '../../support/socketUrl.js';
import { type ChangeEvent, CHANGES, followChanges, pause } from './changes.js';

let server: TestServer;
let mara: Person;

beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: 'https://tasks.tern.example', INTROSPECTION: 'off' } });
  mara = await newPerson(server);
});
afterAll(() => server.close());

const subscribed = (query: string, options: FollowOptions = {}, on = server) => follow<ChangeEvent>(on, query, options);

/** The answer to an upgrade with this Origin. */
async function upgrade(origin: string | undefined, path = '/graphql'): Promise<number | undefined> {
  const outgoing = request(`${server.url}${path}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from(randomUUID().slice(0, 16)).toString('base64'),
      'sec-websocket-protocol': 'graphql-transport-ws',
      ...(origin !== undefined && { origin }),
    },
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode);
    });
    outgoing.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.on('error', reject);
  });
  outgoing.end();
  return status;
}

describe('signing in on a socket', () => {
  it('is refused with 4401 without a token, and with one that is malformed, expired, foreign or revoked', async () => {
    const out = await signedIn(mara);
    expect((await out.rest('post', '/auth/logout')).status).toBe(204);
    const payload = jwt.decode(mara.client.token ?? '') as Record<string, unknown>;
    const expired = jwt.sign({ ...payload, exp: 1_000 }, 'a secret for tests that is long enough');
    const foreign = jwt.sign(payload, 'another secret that is long enough, too');
    for (const token of [undefined, null, '', 'nonsense', 42, expired, foreign, out.token]) {
      expect((await subscribed(CHANGES, { token }).end()).code).toBe(4401);
    }
  });

  it('takes the token as most tools send it: as Authorization in the payload or in the header of the upgrade', async () => {
    const { id } = await newProject(mara);
    const bearer = `Bearer ${mara.client.token}`;
    for (const options of [
      { params: { Authorization: bearer } },
      { params: { authorization: bearer } },
      { params: {}, headers: { authorization: bearer } },
    ]) {
      const feed = subscribed(CHANGES, options);
      expect((await feed.until(1)).map(({ projectId }) => projectId)).toContain(id);
      await feed.stop();
    }
    // the payload takes precedence over the header
    expect((await subscribed(CHANGES, { token: 'nonsense', headers: { authorization: bearer } }).end()).code).toBe(
      4401,
    );
    expect((await subscribed(CHANGES, { params: { Authorization: 'Basic x' } }).end()).code).toBe(4401);
  });

  it('ends after a sign-out elsewhere, with 4401', async () => {
    const session = await signedIn(mara);
    const feeds = [1, 2].map(() => subscribed(CHANGES, { token: session.token }));
    const other = subscribed(CHANGES, { token: mara.client.token });
    await expect.poll(() => feeds.every(({ socket }) => socket?.readyState === WebSocket.OPEN)).toBe(true);
    await pause(100);
    await session.rest('post', '/auth/logout');
    for (const feed of feeds) expect((await feed.end()).code).toBe(4401);
    expect(other.closed).toBeUndefined();
  });

  it('ends when the session itself does', async () => {
    const session = await signedIn(mara);
    const feed = subscribed(CHANGES, { token: session.token });
    await expect.poll(() => feed.socket?.readyState).toBe(WebSocket.OPEN);
    await pause(100);
    const { sid } = jwt.decode(session.token ?? '') as { sid: string };
    await rows(server, `update session set expires_at = now() - interval '1 second' where id = ?`, [sid]);
    expect((await feed.end()).code).toBe(4401);
  });

  it('is refused with 4429 beyond 50 sockets of one person, until one of them closes', async () => {
    const busy = await newPerson(server);
    const { token } = busy.client;
    const { id } = await newProject(busy);
    const fifty = Array.from({ length: 50 }, () => subscribed(CHANGES, { token }));
    await Promise.all(fifty.map((feed) => feed.until(1)));
    expect((await subscribed(CHANGES, { token }).end()).code).toBe(4429);
    const stranger = await newPerson(server);
    const hers = subscribed(CHANGES, { token: stranger.client.token });
    await expect.poll(() => hers.socket?.readyState).toBe(WebSocket.OPEN);
    await fifty[0]?.stop();
    await pause(50);
    const again = subscribed(CHANGES, { token });
    expect((await again.until(1))[0]?.projectId).toBe(id);
    for (const feed of [...fifty, again]) await feed.stop();
  });
});

describe('the upgrade', () => {
  it('takes our own host, the public address and programs, and refuses foreign pages with 403', async () => {
    const { host } = new URL(server.url);
    for (const origin of [undefined, `http://${host}`, 'https://tasks.tern.example']) {
      expect(await upgrade(origin)).toBe(101);
    }
    for (const origin of [
      'https://evil.example',
      'http://tasks.tern.example',
      'null',
      `http://${host}.evil.example`,
      '',
    ]) {
      expect(await upgrade(origin)).toBe(403);
    }
    expect(await upgrade(undefined, '/api/projects')).toBe(404);
  });
});

describe('a message on a socket', () => {
  const code = async (query: string, variables: Record<string, unknown> = {}): Promise<string> => {
    const feed = subscribed(query, { token: mara.client.token, variables });
    await expect.poll(() => feed.errors.length).toBeGreaterThan(0);
    expect(feed.events).toEqual([]);
    for (const { message } of feed.errors) expect(message).not.toMatch(/Did you mean/);
    const codes = new Set(feed.errors.map(({ extensions }) => extensions?.['code']));
    await feed.stop();
    return [...codes].join();
  };

  it('may be 64 KB and no more', async () => {
    const feed = subscribed(CHANGES, {
      token: mara.client.token,
      variables: { after: [], padding: 'x'.repeat(65 * 1024) },
    });
    expect((await feed.end()).code).toBe(1009);
  });

  it('may be one of 20 subscriptions of a socket at a time', async () => {
    const client = createClient({
      url: socketUrl(server),
      webSocketImpl: WebSocket,
      connectionParams: { token: mara.client.token },
      retryAttempts: 0,
    });
    const seen = { begun: 0, refused: [] as unknown[] };
    const subscribe = () =>
      client.subscribe(
        { query: 'subscription { notificationChanged { action } }' },
        {
          next: () => void (seen.begun += 1),
          error: (errors) => void seen.refused.push(errors),
          complete: () => undefined,
        },
      );
    try {
      const ends = Array.from({ length: 20 }, subscribe);
      await expect.poll(() => seen.begun).toBe(20);
      subscribe();
      await expect.poll(() => seen.refused).toHaveLength(1);
      expect(seen).toMatchObject({ begun: 20, refused: [[{ message: 'Too many subscriptions on one socket' }]] });
      ends[0]?.();
      const next = async () => {
        subscribe();
        await pause(50);
        return seen.begun;
      };
      await expect.poll(next).toBe(21);
    } finally {
      await client.dispose();
    }
  });

  it('must be a subscription', async () => {
    expect(await code('{ me { id } }')).toBe('BAD_REQUEST');
    expect(await code('mutation { logout { done } }')).toBe('BAD_REQUEST');
    expect(await code('query A { me { id } } subscription B { notificationChanged { action } }')).toBe('BAD_REQUEST');
  });

  it('obeys the limits of HTTP and says nothing of the schema', async () => {
    const aliases = Array.from({ length: 16 }, (_, index) => `a${index}: revision`).join(' ');
    const eleven = 'changes { task { project { members { edges { node { user { id } } } } } } }';
    const twelve = eleven.replace('user { id }', 'user { id { x { y { z } } } }');
    expect(await code(`subscription { changes { ${twelve} } }`)).toBe('BAD_REQUEST');
    expect(await code(`subscription { changes { ${aliases} } }`)).toBe('BAD_REQUEST');
    expect(await code(`subscription { changes { ${'revision '.repeat(2_000)} } }`)).toBe('BAD_REQUEST');
    expect(await code('subscription { changes { revison } }')).toBe('BAD_REQUEST');
    expect(await code('subscription { change { revision } }')).toBe('BAD_REQUEST');
    expect(await code('subscription { changes { revision }')).toBe('BAD_REQUEST');
    expect(await code('subscription { __schema { types { name } } }')).toBe('BAD_REQUEST');
  });

  it('is masked when we fail', async () => {
    const own = closeAfterTest(await startServer());
    const person = await newPerson(own);
    await newProject(person);
    await rows(own, 'alter table change rename to elsewhere');
    const feed = subscribed(CHANGES, { token: person.client.token, variables: { after: [] } }, own);
    await feed.until(1);
    await rows(own, 'alter table project_member rename column joined_at to since');
    await rows(own, 'alter table project_member rename column user_id to who');
    const broken = subscribed(CHANGES, { token: person.client.token }, own);
    await expect.poll(() => broken.errors).toHaveLength(1);
    expect(broken.errors[0]?.message).toMatch(/^Internal error \(request [0-9a-f-]{36}\)$/);
    expect(broken.errors[0]?.extensions).toMatchObject({ code: 'INTERNAL' });
    expect(JSON.stringify(broken.errors)).not.toMatch(/column|project_member|select/);
    await feed.stop();
  });
});

describe('a subscription over HTTP', () => {
  it('is refused as a bad request', async () => {
    const { status, errors } = await mara.client.graphql('subscription { notificationChanged { action } }');
    expect(status).toBe(400);
    expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
  });
});

describe('a reader that stalls', () => {
  it('is closed while the server stays small, and catches up with its positions', async () => {
    const owner = await newPerson(server);
    const { id: projectId } = await newProject(owner);
    await newTask(owner, projectId);
    const feed = followChanges(server, owner, [{ projectId, revision: 2 }]);
    await expect.poll(() => feed.socket?.readyState).toBe(WebSocket.OPEN);
    await pause(100);
    const socket = feed.socket;
    if (!socket) throw new Error('no socket');
    socket.pause();
    const before = process.memoryUsage().rss;
    // as if thousands of long writes had come, a few hundred at a time
    const text = 'x'.repeat(4_000);
    for (let batch = 0; batch < 12; batch += 1) {
      const from = 3 + batch * 400;
      await rows(
        server,
        `insert into change (project_id, revision, n, entity, entity_id, action, actor_id, mutation_id, fields, at)
         select ?, r, 0, 'project', ?, 'updated', ?, null, jsonb_build_object('name', jsonb_build_array(?::text, r)), now()
         from generate_series(?::int, ?::int) r`,
        [projectId, projectId, owner.id, text, from, from + 399],
      );
      await rows(server, 'update project set revision = ? where id = ?', [from + 399, projectId]);
      await rows(server, `select pg_notify('cairn_wake_up', ?)`, [
        JSON.stringify({ projects: [[projectId, from + 399]], inboxes: [], members: [] }),
      ]);
      await pause(60);
    }
    const revision = await revisionOf(server, projectId);
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
    // cut by the server, though its reader never answers
    await pause(2_000);
    socket.resume();
    await once(socket, 'close');
    const seen = feed.events.map((event) => event.revision);
    expect(seen).toEqual(seen.map((_, index) => 3 + index));
    expect(seen.length).toBeLessThan(4_800);
    const cursor = seen.at(-1) ?? 2;
    const again = followChanges(server, owner, [{ projectId, revision: Math.max(cursor, revision - 900) }]);
    const caught = await again.until(Math.min(900, revision - cursor));
    expect(caught.at(-1)?.revision).toBe(revision);
  });
});

describe('a client that pings', () => {
  async function connect(): Promise<WebSocket> {
    const socket = new WebSocket(socketUrl(server), 'graphql-transport-ws');
    socket.on('error', () => undefined);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { token: mara.client.token } }));
    await once(socket, 'message');
    return socket;
  }

  it('gets its pongs, as frames and as messages', async () => {
    const socket = await connect();
    socket.ping('still there?');
    const [data] = (await once(socket, 'pong')) as [Buffer];
    expect(data.toString()).toBe('still there?');
    for (const payload of [undefined, { n: 1 }]) {
      socket.send(JSON.stringify({ type: 'ping', payload }));
      const [message] = (await once(socket, 'message')) as [Buffer];
      expect(JSON.parse(message.toString())).toEqual({ type: 'pong', ...(payload && { payload }) });
    }
    socket.terminate();
  });

  it('is cut if it does not read them', async () => {
    const socket = await connect();
    let isClosed = false;
    socket.once('close', () => (isClosed = true));
    socket.pause();
    const ping = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(900) } });
    // more than the operating system buffers
    for (let batch = 0; batch < 80 && socket.readyState === WebSocket.OPEN; batch += 1) {
      for (let n = 0; n < 999; n += 1) socket.send(ping, () => undefined);
      await new Promise((resolve) => socket.send(ping, resolve));
    }
    socket.resume();
    await expect.poll(() => isClosed, { timeout: 5_000 }).toBe(true);
  });
});
