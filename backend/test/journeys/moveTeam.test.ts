import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobTasks } from '../../src/jobs.js';
import { startWorker } from '../../src/platform/jobs/worker.js';
import { signUp } from '../cluster/movedTeam.js';
import { built, buildServer, type Program, run } from '../support/builtProgram.js';
import { newProject, newTask, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';

interface Cell {
  server: TestServer;
  mara: Person;
  close: () => Promise<void>;
}

let [from, to]: Cell[] = [];
beforeAll(async () => {
  const start = async (): Promise<Cell> => {
    const server = await startServer();
    const { resources, databaseUrl } = server;
    const worker = await startWorker({ databaseUrl, log: resources.log, tasks: jobTasks(resources), crontab: '' });
    // the first account, so an administrator
    const mara = await signUp(server.url, { firstName: 'Mara', email: 'mara@tern.example' });
    return { server, mara, close: () => worker.close().then(() => server.close()) };
  };
  [from, to] = await Promise.all([start(), start(), buildServer()]);
}, 120_000);
afterAll(() => Promise.all([from?.close(), to?.close()]));

/** Starts `npm run move-team`. */
function startMove(command: string): Program {
  const [FROM_TOKEN, TO_TOKEN] = [from?.mara.client.token ?? '', to?.mara.client.token ?? ''];
  const urls = ['--from', from?.server.url ?? '', '--to', to?.server.url ?? ''];
  return run(built('cli/moveTeam'), { FROM_TOKEN, TO_TOKEN }, [command, ...urls]);
}

/** Runs `npm run move-team` to its end. */
async function moveTeam(command: string): Promise<void> {
  const program = startMove(command);
  expect([await program.ended, program.stderr()]).toEqual([0, '']);
}

const isArchived = async (cell: Cell | undefined, id: string): Promise<boolean> =>
  (await cell?.mara.client.rest('get', `/projects/${id}`))?.body.data.archivedAt !== null;

it('keeps projects archived that were archived before the move, in the new cell and after the way back', async () => {
  if (!from) return;
  const [current, old] = [await newProject(from.mara), await newProject(from.mara)];
  for (const { id } of [current, old]) await newTask(from.mara, id);
  await from.mara.client.rest('post', `/projects/${old.id}/archive`);
  const states = async (cell: Cell | undefined) => [await isArchived(cell, current.id), await isArchived(cell, old.id)];
  await moveTeam('prepare');
  await moveTeam('move');
  expect([await states(from), await states(to)]).toEqual([
    [true, true],
    [false, true],
  ]);
  await moveTeam('back');
  expect(await states(from)).toEqual([false, true]);
});

it('archives nothing if the new cell will refuse the download that the move needs', async () => {
  if (!from || !to) return;
  const { id } = await newProject(from.mara);
  await moveTeam('prepare');
  const { client } = to.mara;
  const ask = async (): Promise<number> => (await client.rest('post', '/auth/export')).status;
  await expect.poll(ask, { interval: 200 }).toBe(429);
  const program = startMove('move');
  expect(await program.ended).toBe(1);
  expect(program.stderr()).toMatch(/makes 3 downloads a day for one person.*Nothing was changed/);
  expect(await isArchived(from, id)).toBe(false);
});

it.each([['--help'], ['mov', '--from', 'http://127.0.0.1:9', '--to', 'http://127.0.0.1:9'], ['move']])(
  'explains how move-team is used, without a request: %s',
  async (...args) => {
    const program = run(built('cli/moveTeam'), { FROM_TOKEN: 'a', TO_TOKEN: 'b' }, args);
    expect(await program.ended).toBe(1);
    expect(program.stderr()).toMatch(/^usage: npm run move-team -- COMMAND/);
  },
);
