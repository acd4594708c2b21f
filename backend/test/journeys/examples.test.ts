import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProgram } from '../support/apiToken.js';
import { newPerson, newProject, type Person } from '../support/client.js';
import { FULL_RUN } from '../support/testDepth.js';
import { asImported, done, type ImportedTask, projectAsItIs, rowsToImport, runExample } from '../support/examples.js';
import { startServer, type TestServer } from '../support/harness.js';
import { rows } from '../support/rows.js';
import { startCountingProxy } from '../support/countingProxy.js';

/** Each with three comments. The long run uses the programs' full size. */
const TASKS = FULL_RUN ? 2_000 : 400;
/** Batch size of import and export. */
const PAGE = 200;
const IMPORT_SECONDS = 120;
const EXPORT_REQUESTS = 100;

/** The one that the programs ask, with limits on. */
let server: TestServer;
/** The same without, to look at what there is. */
let open: TestServer;
let person: Person;
let folder: string;
beforeAll(async () => {
  open = await startServer();
  server = await startServer({ databaseUrl: open.databaseUrl, env: { RATE_LIMIT: 'on' } });
  person = await newPerson(open);
  folder = await mkdtemp(path.join(tmpdir(), 'cairn-examples-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.close();
  await open.close();
});

const fileOf = async (name: string, content: unknown): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};
const token = async (scope = 'WRITE') => (await newProgram(person, { scope })).client.token;
const copyIn = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
const texts = (tasks: readonly ImportedTask[]) => asImported(tasks as never);

/** A name, a comment and another place for a task. */
async function writeTo(taskId: string, title: string): Promise<void> {
  await person.client.rest('put', `/tasks/${taskId}`, { title });
  await person.client.rest('post', `/tasks/${taskId}/comments`, { text: title });
  await person.client.rest('patch', `/tasks/${taskId}/move`, { status: 'DONE' });
}

/** A project's contents, for comparison with its copy in a file. */
const inStep = async (projectId: string, file: string): Promise<void> => {
  expect((await copyIn(file)).tasks).toEqual(await projectAsItIs(person.client, projectId));
};

describe('docs/examples', { timeout: 150_000 }, () => {
  let projectId: string;
  const all = rowsToImport(TASKS);
  beforeAll(async () => {
    projectId = (await newProject(person)).id;
  });

  it('import.ts makes tasks with their comments, 2,000 with 6,000 in under 120 s with limits on, each once where an answer was lost', async () => {
    const line = await startCountingProxy(server.url, { answered: (number) => number !== 2 });
    const file = await fileOf('tasks.json', all);
    const since = performance.now();
    try {
      const printed = await done(runExample('import.ts', { url: line.url, token: await token() }, file, projectId));
      expect(printed.at(-1)).toBe(`${TASKS} of ${TASKS} tasks`);
    } finally {
      await line.close();
    }
    const seconds = (performance.now() - since) / 1000;
    console.log(`import: ${seconds.toFixed(1)} s, ${line.requests()} requests`);
    expect(seconds).toBeLessThan(IMPORT_SECONDS);
    expect(line.requests()).toBe(TASKS / PAGE + 1);
    expect(asImported(await projectAsItIs(person.client, projectId))).toEqual(texts(all));
  });

  it('export.ts copies them in under 100 requests with limits on, including concurrent changes', async () => {
    const { body } = await person.client.rest('get', `/tasks?projectId=${projectId}&orderBy=RANK_ASC&limit=2`);
    const [first, second] = body.data;
    // changed while the last page of tasks is read, after the first one
    const line = await startCountingProxy(server.url, {
      asked: async (number) => {
        if (number !== 2 + TASKS / PAGE) return;
        await writeTo(first.id, 'Meanwhile');
        await person.client.rest('delete', `/tasks/${second.id}`);
      },
    });
    const file = path.join(folder, 'project.json');
    const since = performance.now();
    try {
      const said = await done(runExample('export.ts', { url: line.url, token: await token('READ') }, projectId, file));
      expect(said.at(-1)).toContain(`${TASKS - 1} tasks and ${3 * TASKS - 2} comments, as of revision `);
    } finally {
      await line.close();
    }
    console.log(`export: ${((performance.now() - since) / 1000).toFixed(1)} s, ${line.requests()} requests`);
    expect(line.requests()).toBeLessThan(EXPORT_REQUESTS);
    await inStep(projectId, file);
  });

  it('import.ts reads the files of export.ts, and continues with a longer file under another token', async () => {
    const exported = (await copyIn(path.join(folder, 'project.json'))).tasks.slice(0, 250);
    const { id } = await newProject(person);
    const into = async (tasks: unknown, name = 'grown.json') =>
      done(runExample('import.ts', { url: open.url, token: await token() }, await fileOf(name, tasks), id));
    await into({ tasks: exported });
    await into({ tasks: [...rowsToImport(1), ...exported] });
    const there = await projectAsItIs(person.client, id);
    expect(asImported(there)).toEqual([...texts(exported), ...texts(rowsToImport(1))]);

    const csv = 'Title,Status,Due date,Tags,Description\r\n"Say ""no""",DONE,2027-03-01,"a, b","one\ntwo"\r\nPlain';
    await into(csv, 'tasks.csv');
    expect((await projectAsItIs(person.client, id)).slice(-2)).toMatchObject([
      {
        title: 'Say "no"',
        status: 'DONE',
        dueDay: '2027-03-01',
        tags: ['a', 'b'],
        description: 'one\ntwo',
        priority: 'MEDIUM',
      },
      { title: 'Plain', status: 'TODO', tags: [], dueDate: null },
    ]);
  });

  it('import.ts reports what was deleted since an earlier run, and creates it again on request', async () => {
    const { id } = await newProject(person);
    const file = await fileOf('deleted.json', rowsToImport(3));
    const first = await token();
    const into = (by: string | undefined, ...again: string[]) =>
      runExample('import.ts', { url: open.url, token: by }, file, id, ...again);
    await done(into(first));
    const [gone] = await projectAsItIs(person.client, id);
    await person.client.rest('delete', `/tasks/${gone?.id}`);
    expect((await done(into(first))).at(-1)).toBe('1 of them were imported before and have been deleted since');
    const other = into(await token());
    expect(await other.ended).toBe(1);
    expect(other.stderr()).toContain('some of them were imported before and have been deleted since');
    await done(into(first, 'again'));
    expect(await projectAsItIs(person.client, id)).toHaveLength(5);
  });

  it('import.ts stays within the limits of a call: tasks, comments, bytes', async () => {
    const { id } = await newProject(person);
    const of = (text: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        title: `Nr. ${at}`,
        comments: Array.from({ length: 20 }, () => ({ text })),
      }));
    const file = await fileOf('much.json', [...of('Seen', 60), ...of('🌊'.repeat(2_500), 6)]);
    expect(await done(runExample('import.ts', { url: open.url, token: await token() }, file, id))).toEqual(
      [50, 64, 66].map((count) => `${count} of 66 tasks`),
    );
  });

  it('export.ts adds changes since its last run, and starts again after a restore', async () => {
    const { id } = await newProject(person);
    const [file, data] = [path.join(folder, 'small.json'), await fileOf('small.rows.json', rowsToImport(20))];
    const line = await startCountingProxy(open.url);
    const reader = { url: line.url, token: await token('READ') };
    const requestsOfExport = async (): Promise<number> => {
      const before = line.requests();
      await done(runExample('export.ts', reader, id, file));
      await inStep(id, file);
      return line.requests() - before;
    };
    try {
      await done(runExample('import.ts', { url: open.url, token: await token() }, data, id));
      expect(await requestsOfExport()).toBe(5);
      const [task, gone] = (await copyIn(file)).tasks;
      await writeTo(task.id, 'Afterwards');
      await person.client.rest('delete', `/tasks/${gone.id}`);
      await person.client.rest('delete', `/comments/${task.comments[0].id}`);
      expect(await requestsOfExport()).toBe(1);
      await rows(server, 'update epoch set id = gen_random_uuid()');
      expect(await requestsOfExport()).toBe(6);
    } finally {
      await line.close();
    }
  });

  it('report errors in words and exit with 1', async () => {
    const fails = async (name: string, given: string | undefined, ...args: string[]): Promise<string> => {
      const program = runExample(name, { url: open.url, token: given }, ...args);
      expect(await program.ended).toBe(1);
      return program.stderr();
    };
    const file = await fileOf('wrong.json', [{ title: 'Right' }, { title: '' }]);
    const [wrong, foreign, alone] = await Promise.all([
      fails('import.ts', await token(), file, projectId),
      fails('export.ts', 'cairn_none', projectId, path.join(folder, 'none.json')),
      fails('export.ts', undefined),
    ]);
    expect(wrong).toBe(
      'Rows 1 to 2 (tasks.0 is row 1): POST /api/tasks/bulk: VALIDATION_FAILED: Title is required\n' +
        '  tasks.1.title: Title is required\n',
    );
    expect(foreign).toContain('Create a token in Settings → API tokens and set CAIRN_TOKEN to it.');
    expect(alone).toBe('Usage: node export.ts PROJECT_ID FILE\n');
  });
});
