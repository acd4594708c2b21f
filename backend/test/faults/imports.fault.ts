import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newImport, newPerson, newTask, newProject, type Person } from '../support/client.js';
import { largeTrelloBoard } from '../support/importFiles.js';
import { App } from './app.js';
import { measureReads } from './readTimes.js';

const CARDS = 20_000;
const COMMENTS = 3;
/** Fills the file of these cards up to 107 MB. */
const CARD_BYTES = 4_600;
const MB = 1024 * 1024;

let app: App;
let mara: Person;
let jon: Person;
beforeAll(async () => {
  app = await App.make({ RATE_LIMIT: 'off' });
  await app.start();
  mara = await newPerson({ url: app.url });
  jon = await newPerson({ url: app.url }, 'Jon');
  const { id } = await newProject(jon);
  for (let n = 0; n < 20; n += 1) await newTask(jon, id);
}, 120_000);
afterAll(() => app.remove());

const residentMb = (): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const read = async (id: string) => (await mara.client.rest('get', `/imports/${id}`)).body.data;

/** Waits until an import has ended, or has done so many tasks. Returns it, and the most memory that the app had meanwhile. */
async function watch(id: string, until = Infinity) {
  let most = 0;
  for (;;) {
    most = Math.max(most, residentMb());
    const found = await read(id);
    if (!/RUNNING|UNDOING/.test(found.state) || found.done >= until) return { found, most };
    await sleep(200);
  }
}

const countOf = async (projectId: string) => {
  const { data } = await mara.client.graphql(`{ tasks(filter: { projectId: "${projectId}" }) { totalCount } }`);
  return data.tasks.totalCount;
};

describe('an import of 20,000 cards with 60,000 comments', { timeout: 900_000 }, () => {
  it('takes less than three minutes, holds up no one, and needs little memory', async () => {
    const board = Buffer.from([...largeTrelloBoard(CARDS, COMMENTS, CARD_BYTES)].join(''));
    expect(board.length).toBeGreaterThan(107_000_000);
    await measureReads(jon, 1_000);
    const quiet = await measureReads(jon, 5_000);
    const before = residentMb();
    const started = performance.now();
    const { id, status } = await newImport(mara, board, { dryRun: false, newProject: { name: 'Large' } });
    expect(status).toBe(202);
    const sent = performance.now() - started;
    const running = watch(id);
    const [{ found, most }, during] = await Promise.all([running, measureReads(jon, running)]);
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(
      `${Math.round(board.length / MB)} MB in ${seconds} s (sent in ${Math.round(sent)} ms); ` +
        `memory from ${Math.round(before)} to ${Math.round(most)} MB; quiet: ${quiet.words}; during: ${during.words}`,
    );
    expect(found).toMatchObject({ state: 'DONE', report: { made: { tasks: CARDS, comments: CARDS * COMMENTS } } });
    expect(await countOf(found.projectId)).toBe(CARDS);
    expect(most - before).toBeLessThan(512);
  });

  it('goes on where it was when the server is killed, and is undone as a whole', async () => {
    const board = Buffer.from([...largeTrelloBoard(CARDS / 4, COMMENTS)].join(''));
    const { id } = await newImport(mara, board, { dryRun: false, newProject: { name: 'Cut' } });
    await watch(id, 1_000);
    await app.kill();
    await app.start();
    const left = await read(id);
    expect(left.state).toBe('RUNNING');
    const { found } = await watch(id);
    expect(found).toMatchObject({
      state: 'DONE',
      report: { made: { tasks: CARDS / 4, comments: (CARDS / 4) * COMMENTS }, kept: { tasks: 0 } },
    });
    expect(await countOf(found.projectId)).toBe(CARDS / 4);
    const { data } = await mara.client.graphql(
      `{ tasks(filter: { projectId: "${found.projectId}" }, first: 100, orderBy: RANK_ASC) { nodes { title number commentCount } } }`,
    );
    expect(data.tasks.nodes).toEqual(
      Array.from({ length: 100 }, (_, n) => ({ title: `Card ${n}`, number: n + 1, commentCount: COMMENTS })),
    );
    // With a change in the project, the tasks go one by one.
    const own = await newTask(mara, found.projectId, { title: 'Mine' });
    const started = performance.now();
    await mara.client.rest('post', `/imports/${id}/undo`);
    await watch(id, 1_000);
    await app.kill();
    await app.start();
    const { found: undone } = await watch(id);
    console.log(`undone in ${Math.round((performance.now() - started) / 1000)} s, a restart included`);
    expect(undone).toMatchObject({ state: 'UNDONE', report: { undone: { tasks: CARDS / 4 } } });
    const { body } = await mara.client.rest('get', `/tasks?projectId=${found.projectId}`);
    expect(body.data.map((task: { id: string }) => task.id)).toEqual([own.id]);
  });
});
