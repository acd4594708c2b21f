import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.js';
import { purge } from '../../src/trash/hourlyPurge.js';
import { purgeTexts, storeTexts, textsSource } from '../../src/write/longText.js';
import { newPerson, newProject, newTask, type Person, type RestResult } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { doJobs } from '../support/jobQueue.js';
import { rows } from '../support/rows.js';
import { mutation, REVISIONS } from '../support/selections.js';
import { unzip } from '../support/unzip.js';
import { FULL_RUN } from '../support/testDepth.js';
import { onlyIf } from '../support/onlyIf.js';

let server: TestServer;
let mara: Person;
beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
});
afterAll(() => server.close());

const rest = (method: string, path: string, body?: unknown): Promise<RestResult> =>
  mara.client.rest(method, path, body);
const describeTask = (id: string, description: string) => rest('put', `/tasks/${id}`, { description });
type Act = { projectId: string; revision: number };
const write = async (field: string, input: object): Promise<Act[]> => {
  const { data, errors } = await mara.client.graphql(mutation(field, REVISIONS), { input });
  if (errors) throw new Error(JSON.stringify(errors));
  return data[field].revisions;
};
const describeAct = (id: string, description: string) => write('updateTask', { id, description });
const read = async (id: string): Promise<string> => (await rest('get', `/tasks/${id}`)).body.data.description;
const undo = (acts: readonly Act[]) => rest('post', '/undo', { acts });
const undone = async (acts: readonly Act[]): Promise<Act[]> => {
  const { status, body } = await undo(acts);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data.revisions;
};

/** A text of this length that no other test has. */
let texts = 0;
const textOf = (length: number): string => {
  texts += 1;
  return `**Text ${texts}** of many ⚙️ words. `
    .repeat(Math.ceil(length / 20))
    .slice(0, length - 1)
    .toWellFormed()
    .padEnd(length, '.');
};
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const inLog = (text: string) => ({ hash: hashOf(text), length: text.length, excerpt: expect.any(String) });

/** The changes of a field in the log of a project, as the feed sends them, the newest last. */
const changesOf = async (projectId: string, field: string): Promise<unknown[]> => {
  const { body } = await rest('get', `/projects/${projectId}/changes?limit=100`);
  return body.data.flatMap(({ changes }: { changes: { entity: string; fields: Record<string, unknown> }[] }) =>
    changes.flatMap(({ entity, fields }) => (entity !== 'PROJECT' && field in fields ? [fields[field]] : [])),
  );
};
const historyOf = async (taskId: string): Promise<unknown[]> => {
  const { body } = await rest('get', `/tasks/${taskId}/history`);
  const { data } = await mara.client.graphql(`{ task(id: "${taskId}") { history(first: 50) { nodes { fields } } } }`);
  const fields = body.data.map((line: { fields: unknown }) => line.fields);
  expect(data.task.history.nodes.map((line: { fields: unknown }) => line.fields)).toEqual(fields);
  return fields.flatMap(({ description }: { description?: unknown }) => (description ? [description] : []));
};
const countTexts = async (projectId: string): Promise<number> => {
  const [row] = await rows<{ count: number }>(
    server,
    'select count(*)::int as count from text_version where project_id = ?',
    [projectId],
  );
  return row?.count ?? 0;
};

describe('the longest text', () => {
  it('of a description is 1,000 characters in createTask, and 50,000 in updateTask and createTasks', async () => {
    const { id: projectId } = await newProject(mara);
    const task = (length: number) => ({ title: 'T', priority: 'LOW', description: textOf(length) });
    const create = (length: number) => rest('post', '/tasks', { ...task(length), projectId });
    expect((await create(1000)).status).toBe(201);
    expect((await create(1001)).body.errors).toEqual({
      description: ['Description must be less than 1000 characters'],
    });
    const { id } = await newTask(mara, projectId);
    const longest = textOf(50_000);
    expect((await describeTask(id, longest)).body.data.description).toBe(longest);
    expect(await read(id)).toBe(longest);
    expect((await describeTask(id, `${longest}.`)).body.errors).toEqual({
      description: ['Description must be less than 50000 characters'],
    });
    const many = (length: number) => rest('post', '/tasks/bulk', { projectId, tasks: [task(length)] });
    expect((await many(50_000)).status).toBe(201);
    expect((await many(50_001)).body.errors).toEqual({
      'tasks.0.description': ['Description must be less than 50000 characters'],
    });
  });

  it('of a comment is 10,000 characters', async () => {
    const { id: projectId } = await newProject(mara);
    const { id } = await newTask(mara, projectId);
    const longest = textOf(10_000);
    const { status, body } = await rest('post', `/tasks/${id}/comments`, { text: longest });
    expect([status, body.data.text]).toEqual([201, longest]);
    expect((await rest('post', `/tasks/${id}/comments`, { text: `${longest}.` })).body.errors).toEqual({
      text: ['Comment must be at most 10000 characters'],
    });
    expect(await changesOf(projectId, 'text')).toEqual([[null, inLog(longest)]]);
  });
});

describe('a text over 1,000 characters', () => {
  it('is sent as hash, length and excerpt in the feed, and in full in the history', async () => {
    const { id: projectId } = await newProject(mara);
    const { id } = await newTask(mara, projectId, { description: 'Short' });
    const [short, one, two] = [textOf(1000), textOf(1001), textOf(3000)];
    for (const text of [short, one, two, 'Short again']) await describeTask(id, text);
    expect(await changesOf(projectId, 'description')).toEqual([
      [null, 'Short'],
      ['Short', short],
      [short, inLog(one)],
      [inLog(one), inLog(two)],
      [inLog(two), 'Short again'],
    ]);
    const sent = (await changesOf(projectId, 'description')) as { excerpt: string }[][];
    expect(sent[2]?.[1]?.excerpt).toBe((await excerptOf(one)) ?? '');
    expect(await historyOf(id)).toEqual([
      [two, 'Short again'],
      [one, two],
      [short, one],
      ['Short', short],
      [null, 'Short'],
    ]);
  });

  const excerptOf = async (text: string): Promise<string> => {
    const { id: projectId } = await newProject(mara);
    const { id } = await newTask(mara, projectId);
    return (await describeTask(id, text)).body.data.excerpt;
  };

  it('is stored once in a project', async () => {
    const { id: projectId } = await newProject(mara);
    const text = textOf(2000);
    const ids = [(await newTask(mara, projectId)).id, (await newTask(mara, projectId)).id];
    for (const id of ids) await describeTask(id, text);
    for (const id of ids) await rest('post', `/tasks/${id}/comments`, { text });
    expect(await countTexts(projectId)).toBe(1);
  });

  it('comes back by undo, and goes again by redo', async () => {
    const { id: projectId } = await newProject(mara);
    const { id } = await newTask(mara, projectId, { description: 'Short' });
    const [one, two] = [textOf(2000), textOf(3000)];
    const first = await describeAct(id, one);
    const second = await describeAct(id, two);
    const third = await describeAct(id, 'Short again');
    const back = await undone(third);
    expect(await read(id)).toBe(two);
    const again = await undone(back);
    expect(await read(id)).toBe('Short again');
    await undone(again);
    await undone(second);
    expect(await read(id)).toBe(one);
    await undone(first);
    expect(await read(id)).toBe('Short');
  });

  it('is not overwritten by an undo if it has changed since', async () => {
    const { id: projectId } = await newProject(mara);
    const { id } = await newTask(mara, projectId);
    const [one, two] = [textOf(2000), textOf(3000)];
    const first = await describeAct(id, one);
    await describeTask(id, two);
    const { status, body } = await undo(first);
    expect(status).toBe(409);
    expect(body.data.conflicts).toMatchObject([{ field: 'description', mine: expect.any(String), now: two }]);
    expect(await read(id)).toBe(two);
    await undone(await write('addComment', { taskId: id, text: one }));
    expect((await rest('get', `/tasks/${id}/comments`)).body.data).toEqual([]);
  });

  it('is never the value after in a line whose value before an older process would restore as it is', async () => {
    const { id: projectId } = await newProject(mara);
    const { id } = await newTask(mara, projectId);
    await describeTask(id, textOf(2000));
    await describeTask(id, 'Short again');
    const stored = await rows<{ after: unknown }>(
      server,
      `select fields #> '{description,1}' as after from change where entity_id = ? and jsonb_typeof(fields #> '{description,0}') = 'object'`,
      [id],
    );
    // 0.4.0 compares this with the present text, which it never equals.
    expect(stored).toEqual([{ after: { text: 'Short again' } }]);
  });

  it('goes with its task and its comments to another project, and is there in both', async () => {
    const [{ id: from }, { id: to }] = [await newProject(mara), await newProject(mara)];
    const { id } = await newTask(mara, from);
    const [description, comment] = [textOf(3000), textOf(5000)];
    await describeTask(id, description);
    await rest('post', `/tasks/${id}/comments`, { text: comment });
    await rest('post', `/tasks/${id}/comments`, { text: 'Short' });
    const moved = await write('moveTaskToProject', { id, projectId: to });
    expect(await changesOf(to, 'description')).toEqual([[null, inLog(description)]]);
    const comments = await changesOf(to, 'text');
    expect(comments).toHaveLength(2);
    expect(comments).toEqual(
      expect.arrayContaining([
        [null, 'Short'],
        [null, inLog(comment)],
      ]),
    );
    expect([await countTexts(from), await countTexts(to)]).toEqual([2, 2]);
    expect(await historyOf(id)).toEqual([
      [null, description],
      ['', description],
      [null, ''],
    ]);
    await undone(moved);
    expect(await read(id)).toBe(description);
  });
});

describe('a purge of a long text', () => {
  const sweepAll = async (): Promise<void> => {
    await rows(server, 'delete from sweep');
    await purge(server.orm, new Date());
  };

  it('leaves it to other objects that have had it, and removes it with the last one', async () => {
    const { id: projectId } = await newProject(mara);
    const ids = [(await newTask(mara, projectId)).id, (await newTask(mara, projectId)).id];
    const text = textOf(2000);
    for (const id of ids) await describeTask(id, text);
    await describeTask(ids[0] ?? '', 'Short');
    for (const [at, id] of ids.entries()) {
      await rest('delete', `/tasks/${id}`);
      expect((await rest('delete', `/trash/${id}`)).status).toBe(204);
      expect(await countTexts(projectId)).toBe(1 - at);
    }
  });

  it('never takes it from a write that uses it again at the same time', async () => {
    const { id: projectId } = await newProject(mara);
    const [gone, kept] = [(await newTask(mara, projectId)).id, (await newTask(mara, projectId)).id];
    const text = textOf(2000);
    await describeTask(gone, text);
    // The write has stored its line, and commits only after the purge has come to the text.
    const stored = storeTexts(textsSource([{ projectId, entityId: kept, hash: hashOf(text), text }]));
    const { purging } = await server.orm.em.fork().transactional(async (em) => {
      await sql`with ${sql.join(stored)} select 1`.execute(em.getKysely());
      const both = server.orm.em.fork().transactional((other) => purgeTexts(other, [gone]));
      await Promise.race([both, sleep(500)]);
      return { purging: both };
    });
    await purging;
    expect(await countTexts(projectId)).toBe(1);
    await server.orm.em.fork().transactional((em) => purgeTexts(em, [kept]));
    expect(await countTexts(projectId)).toBe(0);
  });

  it('removes all of a project, and those of objects that older processes have purged', async () => {
    const { id: projectId } = await newProject(mara);
    const { id } = await newTask(mara, projectId);
    await describeTask(id, textOf(2000));
    await sweepAll();
    expect(await countTexts(projectId)).toBe(1);
    await rows(server, 'delete from task where id = ?', [id]);
    await sweepAll();
    expect(await countTexts(projectId)).toBe(0);
    const { id: other } = await newTask(mara, projectId);
    await describeTask(other, textOf(2000));
    await rest('delete', `/projects/${projectId}`);
    expect((await rest('delete', `/trash/${projectId}`)).status).toBe(204);
    await doJobs(server);
    expect(await countTexts(projectId)).toBe(0);
  });
});

describe('many long texts', () => {
  it('make pages of history and lists shorter, but not pages of changes; and are in a download', async () => {
    const { id: projectId } = await newProject(mara);
    const { id } = await newTask(mara, projectId);
    const all = Array.from({ length: 30 }, () => textOf(50_000));
    for (const text of all) await describeTask(id, text);
    expect(await changesOf(projectId, 'description')).toHaveLength(31);
    const { body, text, headers } = await rest('get', `/tasks/${id}/history?limit=100`);
    expect(text.length).toBeLessThan(2 * LIMITS.pageCharacters);
    expect(body.data.length).toBeGreaterThan(5);
    const [, next = ''] = /<[^>]*(\/tasks\/[^>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
    expect((await rest('get', next)).body.data[0].revision).toBe(body.data.at(-1).revision - 1);

    const { id: exportId } = (await rest('post', '/auth/export')).body.data;
    await doJobs(server);
    const file = await fetch(`${server.url}/api/auth/export/${exportId}/file`, {
      headers: { authorization: `Bearer ${mara.client.token}` },
    });
    const history = unzip(Buffer.from(await file.arrayBuffer())).get('history.json') ?? '';
    for (const one of all) expect(history.includes(JSON.stringify(one))).toBe(true);
  });

  it('make a page of changes end early, because its objects have them', async () => {
    const { id: projectId } = await newProject(mara);
    const { id } = await newTask(mara, projectId);
    await describeTask(id, '漢'.repeat(50_000));
    for (let n = 0; n < 70; n += 1) await rest('put', `/tasks/${id}`, { title: `T${n}` });
    const page = await rest('get', `/projects/${projectId}/changes?limit=100`);
    expect(Buffer.byteLength(page.text)).toBeLessThan(LIMITS.replayBytes * 1.1);
    expect(page.body.data.length).toBeGreaterThan(40);
    expect(page.body.data.length).toBeLessThan(70);
    const [, next = ''] = /<[^>]*(\/projects\/[^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? [];
    const further = await rest('get', next);
    expect(page.body.data.length + further.body.data.length).toBe(73);
  });

  it.each(onlyIf(FULL_RUN, 'are at most 8 MB in the nested lists of one answer, whose pages end earlier'))(
    '%s',
    async () => {
      const person = await newPerson(server);
      const ids: string[] = [];
      for (let n = 0; n < 12; n += 1) {
        const { id: projectId } = await newProject(person);
        ids.push(projectId);
        const tasks = Array.from({ length: 18 }, () => ({
          title: 'T',
          priority: 'LOW',
          description: '漢'.repeat(18_000),
        }));
        expect((await person.client.rest('post', '/tasks/bulk', { projectId, tasks })).status).toBe(201);
        const others = Array.from({ length: 18 }, () => ({
          title: 'T',
          priority: 'LOW',
          description: 'x'.repeat(50_000),
        }));
        expect((await person.client.rest('post', '/tasks/bulk', { projectId, tasks: others })).status).toBe(201);
      }
      const list = `tasks(first: 50, orderBy: CREATED_ASC) { pageInfo { hasNextPage endCursor } nodes { id description } }`;
      const { data } = await person.client.graphql(`{ projects(first: 12) { nodes { id ${list} } } }`);
      const pages = data.projects.nodes.map(
        (project: { tasks: { nodes: { description: string }[] } }) => project.tasks,
      );
      const characters = pages.flatMap(({ nodes }: { nodes: { description: string }[] }) =>
        nodes.map(({ description }) => description.length),
      );
      expect(characters.reduce((sum: number, length: number) => sum + length, 0)).toBeLessThan(LIMITS.replayBytes);
      for (const { pageInfo, nodes } of pages) {
        expect(pageInfo.hasNextPage).toBe(true);
        expect(nodes.length).toBeGreaterThan(18);
      }
      const after = pages[0].pageInfo.endCursor;
      const more = await person.client.graphql(
        `query ($id: ID!, $after: String) { project(id: $id) { ${list.replace('first: 50', 'first: 50, after: $after')} } }`,
        { id: data.projects.nodes[0].id, after },
      );
      expect(pages[0].nodes.length + more.data.project.tasks.nodes.length).toBe(36);
    },
  );

  it.each(onlyIf(FULL_RUN, 'are not all restored by one undo'))('%s', async () => {
    const { id: projectId } = await newProject(mara);
    const description = textOf(50_000);
    let acts: Act[] = [];
    for (let n = 0; n < 6; n += 1) {
      const tasks = Array.from({ length: 17 }, () => ({ title: 'T', priority: 'LOW', description }));
      const { body } = await rest('post', '/tasks/bulk', { projectId, tasks });
      for (const { id } of body.data.tasks) acts.push(...(await describeAct(id, '')));
    }
    const inParts = (all: readonly Act[]) => [all.slice(0, 50), all.slice(50, 100), all.slice(100)];
    const back: Act[][] = [];
    for (const part of inParts(acts)) back.push(await undone(part));
    acts = [];
    for (const part of back) acts.push(...(await undone(part)));
    const refused = await undo(acts);
    expect(refused.body.errors).toEqual({
      acts: ['This is too much to be undone at once: more than 5,000,000 characters of text'],
    });
  });
});
