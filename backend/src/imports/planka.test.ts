import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProgram } from '../../test/support/apiToken.js';
import { built, buildServer, run } from '../../test/support/builtProgram.js';
import { newImport, newPerson, newProject, type Person } from '../../test/support/client.js';
import { type MailServer, startMailServer } from '../../test/support/jobQueue.js';
import { PLANKA_KEY, startPlanka, type TestPlanka } from '../../test/support/planka.js';
import { readEnv } from '../env.js';
import { collectBoard, PlankaClient } from './collectPlanka.js';

let server: MailServer;
let planka: TestPlanka;
let mara: Person;
let token: string;
let folder: string;
beforeAll(async () => {
  await buildServer();
  server = await startMailServer();
  planka = await startPlanka();
  mara = await newPerson(server);
  ({ token = '' } = (await newProgram(mara)).client);
  folder = await mkdtemp(path.join(tmpdir(), 'cairn-planka-'));
});
afterAll(async () => {
  await planka.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const startImport = (args: string[], more: Record<string, string>) => {
  const env = { PLANKA_API_KEY: PLANKA_KEY, CAIRN_URL: server.url, CAIRN_TOKEN: token, ...more };
  return run(built('cli/import'), env, ['planka', ...args]);
};

/** Runs `npm run import`, and the jobs of the server meanwhile. */
async function importPlanka(args: string[], env: Record<string, string> = {}) {
  const program = startImport(args, env);
  const over = new AbortController();
  void program.ended.then(() => over.abort());
  while (!over.signal.aborted) {
    await server.work();
    await sleep(100);
  }
  return { code: await program.ended, out: program.lines.join('\n'), err: program.stderr() };
}
const get = async (at: string) => (await mara.client.rest('get', at)).body.data;

describe('npm run import -- planka', { timeout: 120_000 }, () => {
  it('says what it would make, then makes it, and makes nothing twice', async () => {
    const { id } = await newProject(mara, { name: 'Garden', key: 'GARD' });
    const report = path.join(folder, 'report.csv');
    const args = [`${planka.url}/`, '--board', 'Garten 🌷', '--into', 'gard', '--report', report];
    const tried = await importPlanka([...args, '--dry-run']);
    expect([tried.code, tried.err.replaceAll(/^(Reading Planka|\d+ of).*\n/gm, '')]).toEqual([0, '']);
    expect(tried.out).toContain('Would make 6 tasks, 3 comments, 2 checklist items, 1 columns.');
    expect(await get(`/tasks?projectId=${id}`)).toEqual([]);
    const made = await importPlanka(args);
    expect(made.out).toContain('Made 6 tasks, 3 comments, 2 checklist items, 1 columns.');
    expect(made.out).toContain(`${server.url}/projects/${id}`);
    expect(await readFile(report, 'utf8')).toContain('File “plan.png”');
    const tasks = await get(`/tasks?projectId=${id}&orderBy=RANK_ASC&limit=100`);
    expect(tasks.map(({ title, status }: never) => [title, status])).toEqual([
      ['Dig', 'TODO'],
      ['Closed', 'DONE'],
      ['Finished', 'DONE'],
      ['Old 2011', 'DONE'],
      ['Old 2012', 'DONE'],
      ['Old 2013', 'DONE'],
    ]);
    const [dig] = tasks;
    expect(dig).toMatchObject({
      dueDate: '2024-03-01T10:00:00.000Z',
      createdAt: '2024-01-01T00:00:00.000Z',
      tags: ['Bug', 'sunny-grass'],
      checklistDone: 1,
    });
    expect(dig.description).toBe(
      `Some **markdown**\n\n- [plan.png](<${planka.url}/attachments/3000/download/plan.png>)\n` +
        '- [Roses](<https://example.com/roses>)\n\n- Effort: High\n- Time: 3d\n\nAssigned to: Jon Okafor',
    );
    expect(await get(`/tasks/${dig.id}/comments`)).toMatchObject([
      { text: 'Comment 31', importedFrom: { name: 'A former member' } },
      { text: 'Comment 32', importedFrom: { name: 'Jon Okafor', at: '2024-02-02T00:00:00.000Z' } },
      { text: 'Comment 33' },
    ]);
    const again = await importPlanka(args);
    expect(again.out).toContain('Made 0 tasks, 0 comments, 0 checklist items, 0 columns.');
    expect(again.out).toContain('There already: 6 tasks, 3 comments, 2 checklist items');
  });

  it('saves a board to a file, which is imported like any other', async () => {
    const file = path.join(folder, 'board.json');
    const saved = await importPlanka([planka.url, '--board', '10', '--save', file], { CAIRN_TOKEN: '' });
    expect([saved.code, saved.out]).toEqual([0, `The board is in ${file}. Import it at /import.`]);
    const { id } = await newImport(mara, await readFile(file, 'utf8'), { source: 'PLANKA' });
    await server.work();
    expect(await get(`/imports/${id}`)).toMatchObject({
      state: 'DONE',
      plan: { name: 'Garten 🌷', tasks: 6, archived: 3, people: [{ name: 'Jon Okafor' }] },
    });
    const other = await newImport(mara, '{"cards":[]}', { source: 'PLANKA' });
    await server.work();
    expect((await get(`/imports/${other.id}`)).failure).toContain('not a file of `npm run import');
  });

  it('goes on after a broken connection', async () => {
    let broken = 0;
    const flaky = createServer((request, response) => {
      broken += 1;
      if (broken < 3) request.socket.destroy();
      else if (broken === 3) response.writeHead(200, { 'content-length': 99 }).write('{', () => response.destroy());
      else response.setHeader('content-type', 'application/json').end('{"items":[{"id":"1"}]}');
    });
    flaky.listen(0, '127.0.0.1');
    await once(flaky, 'listening');
    const { port } = flaky.address() as AddressInfo;
    const client = new PlankaClient(`http://127.0.0.1:${port}`, { key: 'k' }, 1);
    expect(await client.get('projects')).toEqual({ items: [{ id: '1' }] });
    flaky.close();
    flaky.closeAllConnections();
  });

  it('finds a project among more than a page of them', async () => {
    const owner = await newPerson(server);
    await newProject(owner, { name: 'The first', key: 'FIRST' });
    for (let n = 0; n < 100; n += 1) await newProject(owner);
    const { client } = await newProgram(owner);
    const args = [planka.url, '--board', '10', '--into', 'FIRST', '--dry-run'];
    const { code, out } = await importPlanka(args, { CAIRN_TOKEN: client.token ?? '' });
    expect([code, out]).toEqual([0, expect.stringContaining('Would make 6 tasks')]);
  });

  it('says in words what it needs', async () => {
    const err = async (args: string[], env = {}) => {
      // it is refused before there is a job
      const program = startImport(args, env);
      // until all that it says is here
      await once(program.child, 'close');
      expect(program.child.exitCode).toBe(1);
      return program.stderr();
    };
    expect(await err([])).toContain('usage: npm run import -- planka URL');
    expect(await err([planka.url, '--broad', '10'])).toContain(`(http://localhost:${readEnv({}).port})`);
    expect(await err([planka.url, '--board', '10'], { CAIRN_URL: 'http://127.0.0.1:9' })).toContain(
      'Cairn cannot be reached at http://127.0.0.1:9 (bad port): set CAIRN_URL',
    );
    expect(await err([planka.url])).toContain(
      'Choose a board with --board:\n  10  Home: Garten 🌷\n  11  Home: Kitchen',
    );
    expect(await err([planka.url, '--board', 'Cellar'])).toContain('There is no such board');
    expect(await err([planka.url, '--board', '11'])).toContain('Planka has no boards/11 for this account');
    expect(await err([planka.url, '--board', '10'], { CAIRN_TOKEN: 'cairn_wrong' })).toContain('Cairn answered 401');
    expect(await err([planka.url, '--board', '10', '--into', 'NONE'])).toContain('There is no project NONE');
    expect(await err([planka.url, '--into', 'A', '--new', 'B'])).toContain('Give --into or --new, not both');
  });
});

describe('the client of Planka', () => {
  it('tries again when Planka is busy, and gives up in words', async () => {
    const client = new PlankaClient(planka.url, { key: PLANKA_KEY }, 1);
    planka.fail(503, 3);
    expect(await collectBoard(client, '10')).toMatchObject({ program: 'planka', name: 'Garten 🌷' });
    planka.fail(429, 9);
    await expect(collectBoard(client, '10')).rejects.toThrow('again and again');
    planka.fail(0, 0);
  });

  it('says that the key is refused, and that nothing answers', async () => {
    const refused = new PlankaClient(planka.url, { key: 'wrong' }, 1);
    await expect(collectBoard(refused, '10')).rejects.toThrow('Planka refused the key or token');
    const away = new PlankaClient('http://127.0.0.1:9', { key: PLANKA_KEY }, 1);
    await expect(collectBoard(away, '10')).rejects.toThrow('Planka cannot be reached at http://127.0.0.1:9');
  });

  it('refuses Planka 1, redirects and other servers', async () => {
    const old = await startPlanka(1);
    await expect(collectBoard(new PlankaClient(old.url, { key: PLANKA_KEY }), '10')).rejects.toThrow(
      'This is Planka 1',
    );
    old.fail(302, 1);
    await expect(collectBoard(new PlankaClient(old.url, { key: PLANKA_KEY }), '10')).rejects.toThrow('use that one');
    await old.close();
    await expect(collectBoard(new PlankaClient(server.url, { token: 'x' }), '10')).rejects.toThrow(/Planka/);
  });
});
