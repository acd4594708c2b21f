import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProgram } from '../support/apiToken.js';
import { newPerson, newProject, type Person } from '../support/client.js';
import { asImported, done, projectAsItIs, rowsToImport, runExample } from '../support/examples.js';
import { startCountingProxy } from '../support/countingProxy.js';
import { App } from './app.js';

const TASKS = 2_000;
const IMPORT_SECONDS = 60;
const REPEAT_SECONDS = 10;
/** Tasks of one request of a program that uses smaller ones than it may. */
const TASKS_OF_ONE = 50;
const EXPORT_REQUESTS = 100;

describe('docs/examples and a server that is killed in the middle, with limits on', { timeout: 240_000 }, () => {
  const all = rowsToImport(TASKS);
  let app: App;
  let person: Person;
  let projectId: string;
  let folder: string;
  let file: string;
  beforeAll(async () => {
    app = await App.make({ RATE_LIMIT: 'on' });
    await app.start();
    person = await newPerson({ url: app.url });
    projectId = (await newProject(person)).id;
    folder = await mkdtemp(path.join(tmpdir(), 'cairn-examples-'));
    file = path.join(folder, 'tasks.json');
    await writeFile(file, JSON.stringify(all));
  }, 120_000);
  afterAll(async () => {
    await app.remove();
    await rm(folder, { recursive: true });
  });

  const token = async (scope: string) => (await newProgram(person, { scope })).client.token;
  /** A person whose limits no other test uses. */
  const newImporter = () => newPerson({ url: app.url });
  const killAndStart = async (): Promise<void> => {
    await app.kill();
    await app.start();
  };
  const asItIs = () => projectAsItIs(person.client, projectId);
  /** Kills the server while its answer to a request is awaited, which it may have done. */
  const killedAt = (requests: readonly number[]) =>
    startCountingProxy(app.url, {
      asked: (number) => {
        if (requests.includes(number)) setTimeout(() => void killAndStart(), 5);
      },
    });

  it('import creates 2,000 tasks with 6,000 comments in one run, each once, in under 60 s', async () => {
    const line = await killedAt([3]);
    // the answer to what was done is lost with the server
    const lost = await startCountingProxy(line.url, {
      answered: async (number) => {
        if (number !== 8) return true;
        await killAndStart();
        return false;
      },
    });
    const since = performance.now();
    try {
      await done(runExample('import.ts', { url: lost.url, token: await token('WRITE') }, file, projectId));
    } finally {
      await lost.close();
      await line.close();
    }
    const seconds = (performance.now() - since) / 1000;
    console.log(`import: ${seconds.toFixed(1)} s, ${lost.requests()} requests, two kills`);
    expect(seconds).toBeLessThan(IMPORT_SECONDS);
    expect(asImported(await asItIs())).toEqual(asImported(all as never));
  });

  it('import repeats every call in a second run, in under 10 s, and creates nothing', async () => {
    const importer = await newImporter();
    const { id } = await newProject(importer);
    const { token: writing } = (await newProgram(importer, { scope: 'WRITE' })).client;
    const took = async (): Promise<number> => {
      const since = performance.now();
      await done(runExample('import.ts', { url: app.url, token: writing }, file, id));
      return (performance.now() - since) / 1000;
    };
    const [first, second] = [await took(), await took()];
    console.log(`import without kills: ${first.toFixed(1)} s, again: ${second.toFixed(1)} s`);
    expect(second).toBeLessThan(REPEAT_SECONDS);
    expect(asImported(await projectAsItIs(importer.client, id))).toEqual(asImported(all as never));
  });

  it('requests of 50 tasks with 150 comments create all 2,000 in under 60 s', async () => {
    const importer = await newImporter();
    const { id } = await newProject(importer);
    const { client } = await newProgram(importer, { scope: 'WRITE' });
    const since = performance.now();
    for (let at = 0; at < TASKS; at += TASKS_OF_ONE) {
      const tasks = all.slice(at, at + TASKS_OF_ONE);
      expect((await client.rest('post', '/tasks/bulk', { projectId: id, tasks })).status).toBe(201);
    }
    const seconds = (performance.now() - since) / 1000;
    console.log(`requests of ${TASKS_OF_ONE} tasks: ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThan(IMPORT_SECONDS);
    expect(asImported(await projectAsItIs(importer.client, id))).toEqual(asImported(all as never));
  });

  it('import completes in a second run with another token after the first was killed', async () => {
    const { id } = await newProject(person);
    const first = runExample('import.ts', { url: app.url, token: await token('WRITE') }, file, id);
    await first.line((line) => line.startsWith('600 '));
    first.child.kill('SIGKILL');
    await first.ended;
    await killAndStart();
    await done(runExample('import.ts', { url: app.url, token: await token('WRITE') }, file, id));
    expect(asImported(await projectAsItIs(person.client, id))).toEqual(asImported(all as never));
  });

  it('export reads everything, also what was written meanwhile, in under 100 requests', async () => {
    const [first, second] = await asItIs();
    const killing = await killedAt([40]);
    const line = await startCountingProxy(killing.url, {
      asked: async (number) => {
        if (number !== 12) return;
        await killAndStart();
        await person.client.rest('put', `/tasks/${first?.id}`, { title: 'Meanwhile' });
        await person.client.rest('post', `/tasks/${first?.id}/comments`, { text: 'Meanwhile' });
        await person.client.rest('delete', `/tasks/${second?.id}`);
      },
    });
    const copy = path.join(folder, 'project.json');
    const since = performance.now();
    try {
      await done(runExample('export.ts', { url: line.url, token: await token('READ') }, projectId, copy));
    } finally {
      await line.close();
      await killing.close();
    }
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    console.log(`export: ${seconds} s, ${line.requests()} requests, two kills`);
    expect(line.requests()).toBeLessThan(EXPORT_REQUESTS);
    expect(JSON.parse(await readFile(copy, 'utf8')).tasks).toEqual(await asItIs());
  });
});
