import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CellClient } from '../../src/cli/cellClient.js';
import { built, buildServer, run } from '../support/builtProgram.js';
import { addMember, Client, newPerson, newProject, type Person } from '../support/client.js';
import { type Cell, Cells, NODE_OPTIONS } from './cells.js';
import { type Load, type Report, startLoad } from './load.js';
import { fillProject, invitationsOf, type Mover, PersistentWriter, signUp } from './movedTeam.js';
import { until } from './parts.js';
import { seconds } from './table.js';

/** Of the people of each cell. */
const LOAD = { writers: 8, sockets: 24 };
const CALM_MS = 3_000;
/** After a cell is lost, HAProxy answers the requests to it. */
const OUT_MS = 5_000;

const folder = process.env['CLUSTER_FOLDER'] ?? '';
const told: string[] = [];
let cells: Cells;
let north: Cell;
let south: Cell;
let east: Cell;

/** The team that moves from north to east. The first account of a cell is an administrator's. */
const MARA: Mover = { firstName: 'Mara', email: 'mara@team.example' };
const JON: Mover = { firstName: 'Jon', email: 'jon@team.example' };
const UMA: Mover = { firstName: 'Uma', email: 'uma@team.example' };
let mara: Person;
let eastMara: Person;

interface Task {
  id: string;
  key: string;
  title: string;
  assigneeId: string | null;
}

beforeAll(async () => {
  await buildServer();
  cells = await Cells.start(folder);
  [north, south] = await Promise.all([cells.newCell('north', folder), cells.newCell('south', folder)]);
  await cells.add(north);
  await cells.add(south);
  mara = await signUp(north.url, MARA);
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
  eastMara = await signUp(east.url, MARA);
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

describe('a team moves from one cell to another', () => {
  /** What `npm run move-team` answers. */
  async function moveTeam(command: string, to: Person, ...args: string[]): Promise<{ code: unknown; said: string }> {
    const env = { FROM_TOKEN: mara.client.token ?? '', TO_TOKEN: to.client.token ?? '', NODE_OPTIONS };
    const program = run(built('cli/moveTeam'), env, [command, '--from', north.url, '--to', east.url, ...args]);
    const code = await program.ended;
    const said = [...program.lines, program.stderr()].join('\n').trim();
    return { code, said };
  }

  /** Where an address of a cell leads, without following it. */
  const leads = async (url: string): Promise<[status: number, location: string | null]> => {
    const { status, headers } = await fetch(url, { redirect: 'manual' });
    return [status, headers.get('location')];
  };

  let harbour: { id: string };
  let weavers: { id: string };
  const oldTaskIds = new Map<string, string>();

  it('with nothing lost, and writes are refused in words meanwhile', async () => {
    const [jon, uma] = [await signUp(north.url, JON), await signUp(north.url, UMA)];
    harbour = await newProject(mara, {
      name: 'Harbour launch',
      key: 'HARB',
      description: 'All of it',
      color: '#9763ae',
    });
    weavers = await newProject(mara, { name: 'Weavers', key: 'WEAV' });
    for (const { id } of [harbour, weavers]) {
      await addMember(mara, id, jon);
      await addMember(mara, id, uma, 'VIEWER');
      await fillProject(mara, jon, id);
    }
    const loads = await startLoads(north, east);

    // Jon is invited and creates an account, Uma has one already.
    const eastUma = await signUp(east.url, UMA);
    const early = await moveTeam('move', eastMara);
    expect([early.code, early.said]).toEqual([1, 'Harbour launch is not in the new cell: run prepare first']);
    const prepared = await moveTeam('prepare', eastMara);
    expect([prepared.code, prepared.said]).toEqual([0, expect.stringContaining('  jon@team.example: invited')]);
    const missing = await moveTeam('move', eastMara);
    expect([missing.code, missing.said]).toEqual([1, expect.stringContaining('jon@team.example. Wait for them')]);
    const [first = '', second = ''] = await invitationsOf(path.join(folder, 'east'), JON.email, 2);
    const eastJon = await signUp(east.url, JON, first);
    await eastJon.client.rest('post', '/invitations/accept', { token: second });

    const writer = new PersistentWriter(jon, harbour.id);
    await sleep(CALM_MS / 3);
    const since = performance.now();
    const map = path.join(folder, 'moved.lines');
    const moved = await moveTeam('move', eastMara, '--map', map);
    const ms = performance.now() - since;
    expect([moved.code, moved.said]).toEqual([
      0,
      expect.stringMatching(/Compared \d+ objects of 2 projects: 0 differences/),
    ]);
    await cells.run('moved', map);
    await writer.stop();

    // in the words of the app, and nothing that it acknowledged before is missing
    expect([...writer.refusals.keys()]).toEqual(['403 This project is archived: it can be read, but not changed']);
    const tasksIn = ({ client }: Person, id: string): Promise<Task[]> =>
      new CellClient(client.server.url, client.token ?? '').list<Task>(`/tasks?projectId=${id}`);
    const found = await tasksIn(eastMara, harbour.id);
    const titles = new Map(found.map(({ key, title }) => [key, title]));
    expect([...writer.acknowledged].filter(([key, title]) => titles.get(key) !== title)).toEqual([]);
    expect(writer.acknowledged.size).toBeGreaterThan(2);
    for (const { id } of [harbour, weavers]) {
      const [before, after] = [await tasksIn(mara, id), await tasksIn(eastMara, id)];
      const people = new Map([
        [mara.id, eastMara.id],
        [jon.id, eastJon.id],
      ]);
      const shown = (tasks: Task[], idOf: (id: string) => string | undefined): unknown =>
        new Map(tasks.map(({ key, title, assigneeId }) => [key, [title, assigneeId && idOf(assigneeId)]]));
      expect(shown(after, (at) => at)).toEqual(shown(before, (at) => people.get(at)));
      for (const task of before) oldTaskIds.set(task.key, task.id);
    }
    expect((await eastUma.client.rest('get', `/projects/${weavers.id}`)).body.data.viewerRole).toBe('VIEWER');

    const failures = await endLoads(
      `a team moved in ${seconds(ms)}: ${/Compared.*differences/.exec(moved.said)?.[0]}, ${writer.acknowledged.size} of its writes acknowledged and ` +
        `${[...writer.refusals.values()].reduce((sum, count) => sum + count, 0)} refused meanwhile`,
      loads,
    );
    expect(failures).toEqual([]);
  });

  it('and its old links lead on, also after HAProxy was restarted', async () => {
    const id = oldTaskIds.get('HARB-3') ?? '';
    const links: [string, string][] = [
      ['/tasks/HARB-3', '/tasks/HARB-3'],
      ['/board?task=WEAV-2', '/board?task=WEAV-2'],
      [`/projects/${harbour.id}/list?status=TODO`, `/projects/${harbour.id}/list?status=TODO`],
      // as in mails
      [`/tasks/${id}`, '/tasks/HARB-3'],
      [`/projects/${harbour.id}?task=${id}`, '/tasks/HARB-3'],
    ];
    for (const isRestarted of [false, true]) {
      if (isRestarted) await cells.restartProxy();
      for (const [old, now] of links) expect(await leads(north.url + old)).toEqual([302, east.url + now]);
      // the others of the cell stay
      expect((await leads(`${north.url}/dashboard`))[0]).not.toBe(302);
      expect((await leads(`${north.url}/tasks/LOAD-1`))[0]).not.toBe(302);
      expect((await fetch(`${north.url}/healthz`)).status).toBe(200);
    }
    expect((await eastMara.client.rest('get', `/projects/${harbour.id}`)).body.data.name).toBe('Harbour launch');
  });

  it('and it can be compared again, and be given back', async () => {
    const compared = await moveTeam('check', eastMara);
    expect([compared.code, compared.said]).toEqual([0, expect.stringContaining(': 0 differences.')]);
    const [task] = (await eastMara.client.rest('get', `/tasks?projectId=${weavers.id}&limit=1`)).body.data;
    await eastMara.client.rest('patch', `/tasks/${task.id}`, { title: 'Another' });
    const changed = await moveTeam('check', eastMara, '--project', 'weav');
    expect([changed.code, changed.said]).toEqual([1, expect.stringContaining(`Task ${task.key}: title was`)]);
    const back = await moveTeam('back', eastMara, '--project', 'WEAV');
    expect([back.code, back.said]).toEqual([0, 'Weavers: can be written to again']);
  });

  it('and a whole address leads on, or comes back, at once', async () => {
    await cells.run('moved', south.host, east.url);
    expect(await leads(`${south.url}/tasks/HARB-1?a=b`)).toEqual([302, `${east.url}/tasks/HARB-1?a=b`]);
    const { status, body } = await new Client(south, 'none').rest('post', '/tasks', {});
    const message = `This team has moved to ${east.url}. Sign in there.`;
    expect([status, body]).toEqual([403, { message, code: 'FORBIDDEN' }]);
    await cells.run('back', south.host);
    expect((await leads(`${south.url}/healthz`))[0]).toBe(200);
  });

  it('and a cell without people is removed', async () => {
    await cells.run('remove', 'south');
    expect(await cells.run('list')).toBe(`east UP ${east.host} \nnorth UP ${north.host} \n`);
    expect((await leads(`${south.url}/`))[0]).toBe(404);
  });
});
