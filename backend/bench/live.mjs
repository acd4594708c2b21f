import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { startProgram } from './processes.mjs';
import { residentMb } from './processTimes.mjs';
import { CREDENTIALS, restClient } from './seed.mjs';
import { median } from './statistics.mjs';

const SOCKETS = 1_000;
/** The limit of sockets per person. */
const PEOPLE = 25;
const ROUNDS = 9;
/** Limits: delivery relative to the bare sockets, and the memory of one socket. */
const MARKS = { ratio: 3, megabytes: 0.35 };

const CHANGES = `subscription ($after: [ChangeCursor!]) { changes(after: $after) {
  projectId revision kind mutationId at actor { id firstName lastName avatar }
  changes { entity entityId action fields
    task { id projectId title description status priority dueDate tags rank version createdAt updatedAt
      assignee { id firstName lastName avatar } creator { id firstName lastName avatar } }
    project { id name description color revision version memberCount viewerRole } } } }`;

/** Periodic statements that do not belong to the event. */
const BACKGROUND = /from session|join notification_event|select id as "projectId", revision|m\.user_id = any/;

/** Opens a subscribed socket; counts messages and stores the last. */
class Listener {
  received = 0;
  last = '';

  static async open(url, token, query, variables) {
    const listener = new Listener();
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    listener.socket = socket;
    const acknowledged = new Promise((resolve, reject) => {
      socket.on('close', (code) => reject(new Error(`a socket was closed with ${code}`)));
      socket.on('message', (/** @type {Buffer} */ data) => {
        const text = data.toString('utf8');
        if (text.includes('"connection_ack"')) return resolve();
        if (!text.includes('"type":"next"')) return undefined;
        listener.received += 1;
        listener.last = text;
        return listener.onNext?.();
      });
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }));
    await acknowledged;
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables } }));
    return listener;
  }
}

/** Opens sockets, a few at a time. */
async function openAll(count, open) {
  const listeners = [];
  while (listeners.length < count) {
    const some = Array.from({ length: Math.min(50, count - listeners.length) }, (_, n) => open(listeners.length + n));
    listeners.push(...(await Promise.all(some)));
  }
  await sleep(500);
  return listeners;
}

/** Measures from the cause until the last socket has the message. */
async function delivery(listeners, cause) {
  let left = listeners.length;
  const all = new Promise((resolve) => {
    for (const listener of listeners) {
      listener.onNext = () => {
        listener.onNext = undefined;
        left -= 1;
        if (left === 0) resolve();
      };
    }
  });
  const late = new AbortController();
  const tooLate = sleep(30_000, undefined, late).then(
    () => Promise.reject(new Error(`${left} sockets heard nothing for 30 s`)),
    () => undefined,
  );
  const since = performance.now();
  await Promise.race([Promise.all([all, cause()]), tooLate]);
  late.abort();
  return performance.now() - since;
}

/** Returns medians of several deliveries; the two take turns, so that a busy moment affects both. */
async function compare(...sides) {
  const times = sides.map(() => []);
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const [side, { listeners, cause }] of sides.entries()) {
      const time = await delivery(listeners, () => cause(`Round ${round}`));
      if (round >= 0) times[side].push(time);
    }
  }
  return times.map(median);
}

/** Creates a project with many members and a task, through the API. */
async function team(url, prefix) {
  const people = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const account = { ...CREDENTIALS, username: `${prefix}${n}`, email: `${prefix}${n}@tern.example` };
    const { user, tokens } = await restClient(url)('POST', '/auth/register', account);
    people.push({ id: user.id, token: tokens.accessToken });
  }
  const call = restClient(url, people[0].token);
  const project = await call('POST', '/projects', { name: 'Live' });
  for (const { id } of people.slice(1)) await call('POST', `/projects/${project.id}/members`, { userId: id });
  const task = await call('POST', '/tasks', { projectId: project.id, title: 'One', priority: 'LOW' });
  const open = async (count) => {
    const { revision } = await call('GET', `/projects/${project.id}`);
    const after = [{ projectId: project.id, revision }];
    return openAll(count, (n) => Listener.open(url, people[n % PEOPLE].token, CHANGES, { after }));
  };
  return { open, change: (title) => call('PUT', `/tasks/${task.id}`, { title }) };
}

/** Counts the SQL statements of one event, including the write, for few and for many sockets. */
async function countForSockets(load, databaseUrl, secret, counts) {
  const [{ createResources }, { createApp }, { readEnv }, { createLogger }] = await Promise.all(
    ['resources', 'app', 'env', 'platform/telemetry/logger'].map((name) => load(name)),
  );
  const statements = [];
  const resources = await createResources({
    env: readEnv({ JWT_SECRET: secret, SECRET_KEY: secret, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' }),
    log: createLogger('silent'),
    databaseUrl,
    onPool: (pool) =>
      pool.on('connect', (client) => {
        const query = client.query.bind(client);
        client.query = (...args) => {
          statements.push(typeof args[0] === 'string' ? args[0] : args[0].text);
          return query(...args);
        };
      }),
  });
  const app = await createApp(resources);
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening');
  try {
    const { open, change } = await team(`http://127.0.0.1:${app.server.address().port}`, 'counted');
    const listeners = [];
    const results = [];
    for (const sockets of counts) {
      listeners.push(...(await open(sockets - listeners.length)));
      const found = [];
      for (let round = 0; round < 5; round += 1) {
        statements.length = 0;
        await delivery(listeners, () => change(`${sockets} ${round}`));
        found.push(statements.filter((text) => !BACKGROUND.test(text)).length);
      }
      results.push({ sockets, statements: Math.min(...found) });
    }
    return results;
  } finally {
    await app.close();
    app.server.closeAllConnections();
    await resources.close();
  }
}

/**
 * Measures one change of a project that a thousand sockets follow: the time until the last has it, relative to bare graphql-ws
 * with messages of the same size, and the memory of a socket.
 */
export async function measureLive(load, app, databaseUrl, secret) {
  const { open, change } = await team(app.url, 'live');
  const before = residentMb(app.pid);
  const listeners = await open(SOCKETS);
  const memory = (residentMb(app.pid) - before) / SOCKETS;

  await delivery(listeners, () => change('First'));
  const bytes = listeners[0].last.length;
  const bare = await startProgram(path.join(import.meta.dirname, 'bareSockets.mjs'), {});
  try {
    const others = await openAll(SOCKETS, () => Listener.open(bare.url, undefined, 'subscription { changes }'));
    const body = 'x'.repeat(bytes - '{"id":"1","type":"next","payload":{"data":{"changes":""}}}'.length);
    const push = () => fetch(bare.url, { method: 'POST', body });
    const [ours, theirs] = await compare({ listeners, cause: change }, { listeners: others, cause: push });
    for (const { socket } of [...listeners, ...others]) socket.terminate();
    const counts = await countForSockets(load, databaseUrl, secret, [10, SOCKETS]);
    return { ours, bare: theirs, bytes, memory, counts };
  } finally {
    await bare.stop();
  }
}

export function printLive({ ours, bare, bytes, memory, counts }) {
  const verdict = (ok, mark) => `${ok ? 'ok' : 'above'} (mark ${mark})`;
  console.log(`\nLive, ${SOCKETS} sockets on one project, messages of ${bytes} bytes`);
  console.log(`last delivery of a change, ms      ${ours.toFixed(0).padStart(6)}`);
  console.log(`of bare graphql-ws, ms             ${bare.toFixed(0).padStart(6)}`);
  console.log(
    `times the bare one                 ${(ours / bare).toFixed(2).padStart(6)}  ${verdict(ours / bare <= MARKS.ratio, MARKS.ratio)}`,
  );
  console.log(
    `memory a socket, MB                ${memory.toFixed(2).padStart(6)}  ${verdict(memory <= MARKS.megabytes, MARKS.megabytes)}`,
  );
  for (const { sockets, statements } of counts) {
    console.log(`statements of a change, ${String(sockets).padStart(4)} sockets ${String(statements).padStart(5)}`);
  }
  const equal = new Set(counts.map(({ statements }) => statements)).size === 1;
  console.log(`the same for all                   ${verdict(equal, 'equal').replace('above', 'differ').padStart(6)}`);
}
