import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, newProject, newTask, type Person } from '../support/client.js';
import { App } from './app.js';
import { measureReads } from './readTimes.js';

const SECONDS = 10;

/** Sends requests on a few connections, each as fast as it is answered, and counts the answers by status. */
const SENDER = /* JavaScript */ `
  const { parentPort, workerData: { url, paths, ms } } = require('node:worker_threads');
  const { Agent, request } = require('node:http');
  const counts = {};
  const until = Date.now() + ms;
  const send = (agent, [path, body]) => new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(url + path, { method: 'POST', agent, headers }, (response) => {
      counts[response.statusCode] = (counts[response.statusCode] ?? 0) + 1;
      response.resume().once('close', resolve);
    });
    sent.once('error', resolve).end(body);
  });
  Promise.all(paths.map(async (one) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (Date.now() < until) await send(agent, one);
    agent.destroy();
  })).then(() => parentPort.postMessage(counts));
`;

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`zq${n}`, 0]));
const variables = (count: number): string =>
  JSON.stringify({
    query: 'query($f: TaskFilter) { tasks(filter: $f, first: 1) { nodes { id } } }',
    variables: { f: keys(count) },
  });

let app: App;
let person: Person;
beforeAll(async () => {
  app = await App.make({ RATE_LIMIT: 'on' });
  await app.start();
  person = await newPerson({ url: app.url });
  const { id } = await newProject(person);
  for (let n = 0; n < 20; n += 1) await newTask(person, id);
}, 120_000);
afterAll(() => app.remove());

it(
  'four connections that send large bodies without a session delay no other request',
  { timeout: 120_000 },
  async () => {
    await measureReads(person, 2_000);
    const quiet = await measureReads(person, 5_000);
    const paths = [
      ['/graphql', variables(90_000)],
      ['/graphql', variables(5_500)],
      ['/api/auth/login', JSON.stringify(keys(90_000))],
      ['/api/auth/login', JSON.stringify(keys(5_500))],
    ];
    const worker = new Worker(SENDER, { eval: true, workerData: { url: app.url, paths, ms: SECONDS * 1000 } });
    const counted = new Promise<Record<string, number>>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
    const during = await measureReads(person, counted);
    console.log(`quiet: ${quiet.words}; beside ${JSON.stringify(await counted)}: ${during.words}`);
    expect(Object.keys(await counted).every((status) => status.startsWith('4'))).toBe(true);
    expect(during.at(0.5)).toBeLessThan(3 * quiet.at(0.5));
    expect(during.at(0.99)).toBeLessThan(250);
  },
);
