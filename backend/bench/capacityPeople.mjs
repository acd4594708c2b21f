// Simulates people in a separate process, so that their CPU time is not the app's. Each person opens the app, keeps a
// socket open, and then alternates between pauses and actions. The parent process sends commands (`commands`) and waits for
// each answer.
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { WebSocket } from 'ws';

/** The pause between two actions of a person, in milliseconds: random, with this minimum and this average. */
const THINK_TIME = { least: 2_000, average: 20_000 };
/** The probability of each action in percent. A person who watches sends nothing. */
const ACTION_WEIGHTS = [
  ['read', 40],
  ['visit /board', 12],
  ['visit /dashboard', 6],
  ['visit /tasks', 7],
  ['move', 12],
  ['comment', 8],
  ['watch', 15],
];
/** The probability of each entry page in percent. */
const ENTRY_PAGES = [
  ['/board', 50],
  ['/dashboard', 30],
  ['/tasks', 20],
];
/** The client's ping interval. */
const PING_MS = 15_000;
/** The client sends one request for a burst of events, and at most one in this time. */
const REFETCH_MS = 600;
const APART_MS = 10_000;
const STATUSES = ['TODO', 'IN_PROGRESS', 'IN_REVIEW'];
const HEADERS = {
  accept: 'application/graphql-response+json,application/json;q=0.9',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'content-type': 'application/json',
};
/** The number of concurrent actions while the cost of one is measured alone. */
const CONCURRENCY = 4;
/** One of this many responses is inspected. */
const INSPECT_EVERY = 20;

// the server's own module, because the process only gets the built app
const { seededRandom } = await import(new URL('../../dist/backend/src/demo/seededRandom.js', import.meta.url).href);

const choose = (random, choices) => {
  let left = random() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  return choices.find(([, weight]) => (left -= weight) < 0)?.[0] ?? choices[0][0];
};

let world;
let figures = newFigures();
let count = 0;

function newFigures() {
  return {
    times: {},
    failed: 0,
    reason: undefined,
    acts: {},
    performed: {},
    events: 0,
    socketBytes: 0,
    socketMessages: 0,
  };
}

/** Sends a recorded request and waits for the complete response. */
function send(person, kind, { method, path, body }, filled) {
  const text = body && filled(body);
  const began = performance.now();
  return new Promise((resolve) => {
    const done = (failure) => {
      (figures.times[kind] ??= []).push(performance.now() - began);
      if (failure) {
        figures.failed += 1;
        figures.reason ??= `${failure} to ${(text ?? path).slice(0, 200)}`;
      }
      resolve();
    };
    const headers = { ...HEADERS, authorization: `Bearer ${person.token}` };
    const asked = request(world.url + filled(path), { method, headers, agent: person.agent }, (response) => {
      const parts = [];
      count += 1;
      // the first requests contain the feed's position
      const isMe = text?.includes('"operationName":"Me"') ?? false;
      const isLookedInto = isMe || count % INSPECT_EVERY === 0;
      response.on('data', (part) => isLookedInto && parts.push(part));
      response.once('end', () => {
        if (response.statusCode !== 200) return done(response.statusCode);
        if (!isLookedInto) return done();
        const whole = Buffer.concat(parts);
        const packed = response.headers['content-encoding'] === 'gzip';
        const answer = (packed ? gunzipSync(whole) : whole).toString('utf8');
        if (answer.includes('"errors":[')) return done(answer.slice(0, 200));
        if (isMe) person.positions = JSON.parse(answer).data.me.positions;
        return done();
      });
    });
    asked.once('error', (error) => done(error.message));
    asked.end(text);
  });
}

/** Sends all requests of an action at the same time, as the page does. A write is awaited first. */
async function act(person, kind) {
  figures.performed[kind] = (figures.performed[kind] ?? 0) + 1;
  const task = person.tasks[Math.floor(person.random() * person.tasks.length)];
  const mutationId = randomUUID();
  person.own = mutationId;
  const status = STATUSES[Math.floor(person.random() * STATUSES.length)];
  const filled = (text) =>
    text
      .replaceAll('{me}', person.userId)
      .replaceAll('{task}', task.id)
      .replaceAll('{project}', task.projectId)
      .replaceAll('{status}', status)
      .replaceAll('{uuid}', mutationId);
  const requests = world.acts[kind];
  const isWrite = ({ body }) => body?.includes('"mutation ') ?? false;
  for (const each of requests.filter(isWrite)) await send(person, kind, each, filled);
  await Promise.all(requests.filter((each) => !isWrite(each)).map((each) => send(person, kind, each, filled)));
}

/** Opens the feed's socket; an event of another person makes the page refetch. */
function connect(person) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    person.socket = socket;
    socket.once('error', reject);
    socket.once('open', () =>
      socket.send(JSON.stringify({ type: 'connection_init', payload: { token: person.token } })),
    );
    socket.on('message', (/** @type {Buffer} */ data) => {
      figures.socketBytes += data.length;
      figures.socketMessages += 1;
      const text = data.toString('utf8');
      if (text.includes('"connection_ack"')) {
        for (const message of world.socket) {
          const begun = JSON.parse(message);
          if (begun.payload.variables?.after) begun.payload.variables.after = after(person);
          socket.send(JSON.stringify(begun));
        }
        person.pings = setInterval(() => socket.send('{"type":"ping"}'), PING_MS);
        socket.once('close', () => clearInterval(person.pings));
        resolve();
      } else if (text.includes('"type":"ping"')) socket.send('{"type":"pong"}');
      else if (text.includes('"type":"next"')) onMessage(person, text);
    });
  });
}

/** Returns the position that the person's feed continues from. */
const after = ({ positions, projects }) =>
  (positions ?? projects.map((projectId) => ({ projectId, revision: world.revision }))).map(
    ({ projectId, revision }) => ({
      projectId,
      revision,
    }),
  );

function onMessage(person, text) {
  figures.events += 1;
  if (!person.page || person.pending || !text.includes('"entityId"') || text.includes(person.own)) return;
  const wait = Math.max(REFETCH_MS, (person.heardAt ?? -Infinity) + APART_MS - performance.now());
  person.pending = setTimeout(() => {
    person.pending = undefined;
    person.heardAt = performance.now();
    if (person.stay) void act(person, `heard ${person.page}`);
  }, wait);
}

async function live(person) {
  const stay = {};
  person.stay = stay;
  person.page = choose(person.random, ENTRY_PAGES);
  await act(person, `open ${person.page}`);
  await connect(person).catch((error) => {
    figures.failed += 1;
    figures.reason ??= error.message;
  });
  while (person.stay === stay) {
    const rest = THINK_TIME.average - THINK_TIME.least;
    await sleep(THINK_TIME.least - rest * Math.log(1 - person.random()));
    const next = choose(person.random, ACTION_WEIGHTS);
    figures.acts[next] = (figures.acts[next] ?? 0) + 1;
    if (next === 'watch') continue;
    if (next.startsWith('visit')) visitPage(person, next.slice('visit '.length));
    await act(person, next);
  }
}

/** Sets the open page of a person. Drops the refetch that was planned for the page before. */
function visitPage(person, page) {
  person.page = page;
  person.heardAt = undefined;
  clearTimeout(person.pending);
  person.pending = undefined;
}

const at = (times, share) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
const summary = (times) => ({ requests: times.length, p50: at(times, 0.5), p99: at(times, 0.99) });

const here = [];
const commands = {
  begin(given) {
    world = given;
    for (const [number, person] of world.people.entries()) {
      Object.assign(person, {
        random: seededRandom(number + 1),
        own: '',
        projects: [...new Set(person.tasks.map(({ projectId }) => projectId))],
        agent: new Agent({ keepAlive: true, maxSockets: 6 }),
      });
    }
  },
  /** People arrive one after another. */
  async arrive({ people, perSecond }) {
    while (here.length < people) {
      const person = world.people[here.length];
      here.push(person);
      void live(person);
      await sleep(1_000 / perSecond);
    }
  },
  /** Opens idle people's sockets, from the end of the list; `leave` closes them. */
  async watch({ people }) {
    const watching = world.people.slice(-people);
    for (const person of watching) await connect(person);
  },
  leave({ people }) {
    for (const { socket } of world.people.slice(-people)) socket.terminate();
  },
  /**
   * Performs one action by one person after another, so that no person reaches a rate limit, while nothing else is
   * sent.
   */
  async repeat({ kind, times }) {
    figures = newFigures();
    let next = 0;
    const lane = async () => {
      while (next < times) await act(world.people[next++ % world.people.length], kind);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, lane));
    return { failed: figures.failed, reason: figures.reason };
  },
  /** Stops all people: they finish their current actions, and their sockets close. */
  async goHome() {
    for (const person of here) {
      person.stay = undefined;
      person.socket?.terminate();
    }
    here.length = 0;
  },
  async measure({ seconds }) {
    figures = newFigures();
    const late = monitorEventLoopDelay({ resolution: 5 });
    late.enable();
    const before = process.cpuUsage();
    await sleep(seconds * 1_000);
    late.disable();
    const { user, system } = process.cpuUsage(before);
    const { times, ...rest } = figures;
    const kinds = Object.fromEntries(Object.entries(times).map(([kind, list]) => [kind, summary(list)]));
    const all = summary(Object.values(times).flat());
    return { ...rest, all, kinds, cpu: (user + system) / 1e6, lateMs: late.percentile(99) / 1e6 };
  },
};

process.on('message', ({ order, ...given }) => {
  Promise.resolve(commands[order](given)).then(
    (answer) => process.send({ answer: answer ?? null }),
    (error) => process.send({ error: error.stack }),
  );
});
process.once('disconnect', () => process.exit(0));
