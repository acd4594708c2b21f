import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.js';
import { newPerson, newProject, newTask, type Person } from '../support/client.js';
import { CHANGES } from '../journeys/feed/changes.js';
import { App } from './app.js';
import { measureReads } from './readTimes.js';

const EDITS = 1_000;
const SOCKETS = 50;
const MEGABYTES = 200;

/** Opens sockets that replay a project from these revisions, and counts their events; ends when each has reached the last one. */
const FOLLOWERS = /* JavaScript */ `
  const { parentPort, workerData: { url, token, query, projectId, last, positions } } = require('node:worker_threads');
  const { WebSocket } = require('ws');
  const follow = (revision) => new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws') + '/graphql', 'graphql-transport-ws');
    let events = 0;
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error('a socket was closed with ' + code)));
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { token } })));
    socket.on('message', (data) => {
      const text = data.toString();
      if (text.includes('"type":"connection_ack"')) {
        const variables = { after: [{ projectId, revision }] };
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables } }));
      }
      if (!text.includes('"type":"next"')) return;
      events += 1;
      if (!text.includes('"revision":' + last + ',') && !text.includes('"kind":"RESYNC"')) return;
      socket.removeAllListeners('close');
      socket.close();
      resolve(events);
    });
  });
  Promise.all(positions.map(follow)).then((events) => parentPort.postMessage(events));
`;

let app: App;
let writer: Person;
let bystander: Person;
let projectId: string;
let last: number;
beforeAll(async () => {
  app = await App.make();
  await app.start();
  writer = await newPerson({ url: app.url });
  bystander = await newPerson({ url: app.url }, 'Jon');
  const own = await newProject(bystander);
  for (let n = 0; n < 20; n += 1) await newTask(bystander, own.id);
  ({ id: projectId } = await newProject(writer));
  const { id } = await newTask(writer, projectId);
  for (let n = 0; n < EDITS; n += 1) {
    // as long as can be, three bytes a character, and another text each time
    const description = String(n).padStart(6, '0') + '語'.repeat(LIMITS.taskTextMax - 6);
    const { body } = await writer.client.rest('put', `/tasks/${id}`, { description });
    last = body.data.version;
  }
}, 240_000);
afterAll(() => app.remove());

const residentMegabytes = (): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1]) / 1024;

/** What the app asks of an event: no description, only its beginning. */
const OF_THE_APP = `subscription ($after: [ChangeCursor!]) { changes(after: $after) {
  projectId revision kind project { id name }
  changes { entity entityId action task { id title excerpt assignee { id firstName } } } } }`;

/** A program that reads the description with each change. */
const WITH_TEXTS = OF_THE_APP.replace('excerpt', 'excerpt description');

/** A thousand of the edits: as many as a replay holds. */
const fitting = () => last - EDITS;

it.each([
  ['from too far back', CHANGES, () => 0, 1],
  ['that fit', OF_THE_APP, fitting, EDITS],
  ['with their descriptions', WITH_TEXTS, fitting, EDITS],
  ['with fields that differ by person', CHANGES, fitting, EDITS],
  ['from another place each', CHANGES, (n: number) => fitting() + n, EDITS - SOCKETS + 1],
])(
  'a thousand long edits %s, replayed by fifty sockets, delay nobody, in bounded memory',
  { timeout: 180_000 },
  async (_which, query, positionOf, least) => {
    await measureReads(bystander, 2_000);
    const before = residentMegabytes();
    const positions = Array.from({ length: SOCKETS }, (_, n) => positionOf(n));
    const workerData = { url: app.url, token: writer.client.token, query, projectId, last, positions };
    const worker = new Worker(FOLLOWERS, { eval: true, workerData });
    const counted = new Promise<number[]>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, residentMegabytes());
    }, 50);
    const since = performance.now();
    const during = await measureReads(bystander, counted).finally(() => {
      clearInterval(watch);
      void worker.terminate();
    });
    const events = await counted;
    const grown = most - before;
    const seconds = (performance.now() - since) / 1000;
    console.log(
      `${events.length} replays of up to ${Math.max(...events)} events in ${seconds.toFixed(1)} s: ` +
        `${during.words}, ${before.toFixed(0)} MB and ${grown.toFixed(0)} MB more`,
    );
    expect(events).toHaveLength(SOCKETS);
    expect(Math.min(...events)).toBe(least);
    expect(during.at(0.99)).toBeLessThan(250);
    expect(grown).toBeLessThan(MEGABYTES);
  },
);
