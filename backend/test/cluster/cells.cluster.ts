import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildServer } from '../support/builtProgram.js';
import { newPerson } from '../support/client.js';
import { type Cell, Cells } from './cells.js';
import { type Load, type Report, startLoad } from './load.js';
import { until } from './parts.js';
import { seconds } from './table.js';

/** Of the people of each cell. */
const LOAD = { writers: 8, sockets: 24 };
const CALM_MS = 3_000;
/** A cell that is lost is answered for by HAProxy from then on. */
const OUT_MS = 5_000;

const folder = process.env['CLUSTER_FOLDER'] ?? '';
const told: string[] = [];
let cells: Cells;
let north: Cell;
let south: Cell;
let east: Cell;

beforeAll(async () => {
  await buildServer();
  cells = await Cells.start(folder);
  [north, south] = await Promise.all([cells.newCell('north', folder), cells.newCell('south', folder)]);
  await cells.add(north);
  await cells.add(south);
});
afterAll(async () => {
  console.log(`\n${told.join('\n')}\n`);
  await cells?.stop();
});

const startLoads = (...found: Cell[]): Promise<Load[]> =>
  Promise.all(found.map(({ url }) => startLoad({ url, ...LOAD })));

/** What people noticed who should have noticed nothing, in words. */
function noticed(report: Report): string[] {
  const { missing, doubled, givenUp, missedEvents, doubledEvents, signInsLost, readsFailed } = report;
  const counts = { missing, doubled, givenUp, missedEvents, doubledEvents, signInsLost, readsFailed };
  return [
    ...Object.entries({ ...counts, 'sockets cut': report.reconnects.length }),
    ...Object.entries(report.errors),
    ...report.readLess.map((text) => [text, 1] as const),
  ].flatMap(([what, count]) => (count > 0 ? [`${what}: ${count}`] : []));
}

/** Ends loads, and returns what their people noticed. */
async function endLoads(what: string, loads: readonly Load[]): Promise<string[]> {
  const reports = await Promise.all(loads.map((load) => load.stop()));
  const failures = reports.flatMap(noticed);
  const writes = reports.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  const slowest = Math.max(...reports.map(({ slowestAnswerMs }) => slowestAnswerMs));
  const others = `the others wrote ${writes} times, slowest answer ${seconds(slowest)}`;
  told.push(`${what}; ${others}, ${failures.length === 0 ? 'noticed nothing' : failures.join(', ')}`);
  return failures;
}

it('an address leads to its own cell, and an unknown one to none', async () => {
  const person = await newPerson(north);
  const at = (url: string) =>
    fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${person.client.token}` } });
  expect((await at(north.url)).status).toBe(200);
  expect((await at(south.url)).status).toBe(401);
  const unknown = await at(north.url.replace('north', 'west'));
  expect([unknown.status, await unknown.text()]).toEqual([404, 'There is no team at this address.\n']);
});

it('a cell is added while people of the others work, and they do not notice', async () => {
  const loads = await startLoads(north, south);
  await sleep(CALM_MS);
  east = await cells.newCell('east', folder);
  const since = performance.now();
  await cells.add(east);
  const ms = performance.now() - since;
  await newPerson(east);
  await sleep(CALM_MS);
  expect(await endLoads(`a third cell added in ${seconds(ms)}`, loads)).toEqual([]);
});

it('a cell is lost, and people of the others do not notice', async () => {
  const loads = await startLoads(north, east);
  await sleep(CALM_MS);
  await south.lose();
  const out = await until('HAProxy answers for it', async () => {
    const { status, headers } = await fetch(`${south.url}/`);
    return status === 503 && headers.get('retry-after') === '5';
  });
  expect(out).toBeLessThan(OUT_MS);
  const answer = await fetch(`${south.url}/api/projects`);
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '5',
    { message: 'The server of this team does not answer. Please try again.', code: 'UNAVAILABLE' },
  ]);
  expect([await cells.activeServers(south), await cells.activeServers(north)]).toEqual([0, 1]);
  await sleep(CALM_MS);
  const since = performance.now();
  await south.start();
  await until('it is served again', async () => (await fetch(`${south.url}/readyz`)).ok);
  const back = performance.now() - since;
  expect(
    await endLoads(`a cell lost: out after ${seconds(out)}, back ${seconds(back)} after its start`, loads),
  ).toEqual([]);
});
