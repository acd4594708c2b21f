import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayAt } from '../../contract/localDays.js';
import { Agents, type Answer, callRefused, callTool } from '../../test/support/agents.js';
import { Client, addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';
import { newProgram } from '../../test/support/apiToken.js';

let server: TestServer;
let mara: Person;
let projectId: string;
const agents = new Agents(() => server);
const { connect, connectWith } = agents;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT: 'on' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await rows(server, 'delete from rate');
  mara = await newPerson(server);
  ({ id: projectId } = await newProject(mara, { name: 'Harbour' }));
});
afterEach(() => agents.close());

const today = dayAt(new Date(), 'UTC');
const read = async (agent: Awaited<ReturnType<typeof connect>>, task: string): Promise<Answer> =>
  callTool(agent, 'get_task', { task });
/** Attaches bytes to a task by the API. */
const attach = async (by: Person, taskId: string, name: string, bytes: Uint8Array<ArrayBuffer> | string) => {
  const { status, body } = await by.client.rest(
    'post',
    `/tasks/${taskId}/attachments?name=${encodeURIComponent(name)}`,
    bytes,
    { 'content-type': 'application/octet-stream' },
  );
  expect(status).toBe(201);
  return body.data.id as string;
};

describe.each(['auto', 'legacy'] as const)('the parts of a task (%s)', (era) => {
  it('are planned, read and taken back by an agent', async () => {
    const agent = await connect(mara, {}, era);
    const made = await callTool(agent, 'create_tasks', {
      project: 'Harbour',
      tasks: [
        { title: 'Report', start: 'today', due: 'in 2 days', repeat: { rule: 'every 3 days', count: 10 } },
        { title: 'Collect figures' },
        { title: 'Print' },
      ],
    });
    const [report, figures, print] = made.tasks;
    expect(report).toMatchObject({
      start: today,
      due: addDays(today, 2),
      repeats: 'every 3 days, 10 times',
      parent: null,
      files: 0,
    });

    // all in one call, which one undo takes back
    const changed = await callTool(agent, 'update_task', {
      task: figures.key,
      version: figures.version,
      parent: report.key,
      start: 'tomorrow',
      repeat: { rule: 'FREQ=MONTHLY;BYDAY=2TU', mode: 'FROM_DONE', until: '2030-01-31' },
      relate: { kind: 'BLOCKS', task: print.key },
    });
    expect(changed.task).toMatchObject({ parent: report.key, start: addDays(today, 1) });
    const whole = await read(agent, figures.key);
    expect(whole).toMatchObject({
      repeat: {
        words: 'every month on 2nd Tuesday after it is done, until 2030-01-31',
        rule: 'FREQ=MONTHLY;BYDAY=2TU',
        mode: 'FROM_DONE',
        until: '2030-01-31',
        count: null,
        occurrence: 1,
      },
      relations: [{ kind: 'BLOCKS', task: print.key, title: 'Print', status: 'TODO' }],
      relationsTotal: 1,
      watching: true,
      watchersTotal: 1,
    });
    expect(whole.relations[0].author).toContain('Mara');
    expect(await read(agent, print.key)).toMatchObject({
      task: { openBlockers: 1 },
      relations: [{ kind: 'BLOCKED_BY', task: figures.key }],
    });
    expect(await read(agent, report.key)).toMatchObject({
      subtasks: [{ task: figures.key, title: 'Collect figures' }],
      subtasksTotal: 1,
    });
    const keys = async (input: object) =>
      (await callTool(agent, 'find_tasks', { ...input })).tasks.map(({ key }: { key: string }) => key).toSorted();
    expect(await keys({ parent: report.key })).toEqual([figures.key]);
    expect(await keys({ parent: 'none' })).toEqual([report.key, print.key]);
    expect(await keys({ blocked: true })).toEqual([print.key]);

    await callTool(agent, 'undo', { undoId: changed.undoId });
    expect(await read(agent, figures.key)).toMatchObject({
      task: { parent: null, start: null, repeats: null },
      repeat: null,
      relations: [],
    });

    // a text file
    const text = 'Figures\r\n\u0431\u0435\u0440\u0435\u0433 \u{1f30a}';
    const attached = await callTool(agent, 'attach_file', { task: print.key, name: 'notes.md', text });
    expect(attached).toMatchObject({ task: print.key, file: { name: 'notes.md', size: Buffer.byteLength(text) } });
    const listed = await read(agent, print.key);
    expect(listed).toMatchObject({ task: { files: 1 }, files: [attached.file], filesTotal: 1 });
    expect(listed.files[0].author).toContain('Mara');
    const file = await callTool(agent, 'read_file', { task: print.key, file: 'notes' });
    expect(file).toMatchObject({ file: attached.file, text, nextOffset: null });
    await callTool(agent, 'undo', { undoId: attached.undoId });
    expect((await read(agent, print.key)).files).toEqual([]);

    // a copy, which is taken back too
    const copy = await callTool(agent, 'duplicate', { task: report.key });
    expect(copy).toMatchObject({ task: { title: 'Report', repeats: 'every 3 days, 10 times' }, project: null });
    expect(copy.task.key).not.toBe(report.key);
    await callTool(agent, 'undo', { undoId: copy.undoId });
    expect((await callRefused(agent, 'get_task', { task: copy.task.key })).error.code).toBe('NOT_FOUND');
  });
});

describe('repeats', () => {
  it('are skipped once by a version, end, and create the next task when one is done', async () => {
    const agent = await connect(mara);
    const task = await newTask(mara, projectId, { title: 'Water', dueDay: today });
    const set = await callTool(agent, 'update_task', {
      task: task.id,
      version: task.version,
      repeat: { rule: 'daily' },
    });
    expect(set.task).toMatchObject({ repeats: 'every day', due: today });
    const skip = { task: task.id, version: set.task.version, skip: true };
    const skipped = await callTool(agent, 'update_task', skip);
    expect(skipped.task.due).toBe(addDays(today, 1));
    expect((await read(agent, task.id)).repeat.occurrence).toBe(2);
    // the same version again is a conflict, with the task as it is now
    expect(await callRefused(agent, 'update_task', skip)).toMatchObject({
      error: { code: 'CONFLICT' },
      current: { due: addDays(today, 1), version: skipped.task.version },
    });
    const done = await callTool(agent, 'update_task', {
      ...skip,
      skip: undefined,
      version: skipped.task.version,
      status: 'DONE',
    });
    expect(done.task.repeats).toBe('every day');
    const [next] = (await callTool(agent, 'find_tasks', { query: 'Water' })).tasks;
    expect(next).toMatchObject({ due: addDays(today, 2), status: 'TODO' });
    const ended = await callTool(agent, 'update_task', { task: next.key, version: next.version, repeat: null });
    expect(ended.task.repeats).toBeNull();
  });

  it('are refused in words', async () => {
    const agent = await connect(mara);
    const { id: task, version } = await newTask(mara, projectId);
    const refusal = async (fields: object): Promise<Answer> =>
      (await callRefused(agent, 'update_task', { task, version, ...fields })).error;
    expect((await refusal({ repeat: { rule: 'now and then' } })).message).toMatch(/^repeat\.rule must be words like/);
    expect((await refusal({ repeat: { rule: 'daily', until: 'whenever' } })).message).toMatch(/^repeat\.until must be/);
    expect((await refusal({ repeat: { rule: 'FREQ=DAILY;COUNT=3' } })).fields.rule[0]).toContain('without COUNT');
    expect((await refusal({ repeat: { rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' } })).fields).toHaveProperty([
      'repeat.rule',
    ]);
    expect((await refusal({ skip: true })).fields.skip).toEqual(['This task does not repeat']);
    expect((await refusal({ skip: true, due: 'tomorrow' })).message).toMatch(/^skip moves the dates/);
    expect((await refusal({ start: 'in 3 days', due: 'tomorrow' })).fields.startDate).toEqual([
      'Start date must not be after the due date',
    ]);
    const create = { project: 'Harbour', tasks: [{ title: 'x', repeat: { rule: 'FREQ=HOURLY' } }] };
    expect((await callRefused(agent, 'create_tasks', create)).error.fields).toHaveProperty(['tasks.0.repeat.rule']);
    expect((await callTool(agent, 'find_tasks')).total).toBe(1);
  });

  it('set with an older version are a conflict', async () => {
    const agent = await connect(mara);
    const { id: task, version } = await newTask(mara, projectId, { dueDay: today });
    await mara.client.rest('put', `/tasks/${task}/repeat`, { rule: 'FREQ=DAILY', timeZone: 'UTC' });
    const answer = await callRefused(agent, 'update_task', { task, version, repeat: { rule: 'every week' } });
    expect(answer).toMatchObject({ error: { code: 'CONFLICT' }, current: { repeats: 'every day' } });
  });
});

describe('relations and subtasks', () => {
  it('are refused if they form a cycle or join two projects, and then nothing else is changed', async () => {
    const agent = await connect(mara);
    const [a, b] = [await newTask(mara, projectId, { title: 'A' }), await newTask(mara, projectId, { title: 'B' })];
    const { id: yard } = await newProject(mara, { name: 'Yard' });
    const other = await newTask(mara, yard, { title: 'Elsewhere' });
    const relate = (task: { id: string; version: number }, to: { id: string }, kind: string, more: object = {}) => ({
      task: task.id,
      version: task.version,
      relate: { kind, task: to.id },
      ...more,
    });
    await callTool(agent, 'update_task', relate(a, b, 'BLOCKS'));
    const circle = await callRefused(agent, 'update_task', relate(a, b, 'BLOCKED_BY', { title: 'Changed' }));
    expect(circle.error.code).toBe('VALIDATION_FAILED');
    expect((await read(agent, a.id)).task.title).toBe('A');
    expect((await callRefused(agent, 'update_task', relate(a, a, 'RELATES'))).error.code).toBe('VALIDATION_FAILED');
    expect((await callRefused(agent, 'update_task', relate(a, other, 'RELATES'))).error.message).toBe(
      'Only tasks of the same project can be related',
    );
    expect((await callRefused(agent, 'update_task', relate(a, b, 'RELATES', { unrelate: b.id }))).error.message).toBe(
      'Give either relate or unrelate',
    );
    await callTool(agent, 'update_task', relate(a, b, 'DUPLICATED_BY'));
    expect((await read(agent, a.id)).relations.map(({ kind }: { kind: string }) => kind)).toEqual([
      'BLOCKS',
      'DUPLICATED_BY',
    ]);
    await callTool(agent, 'update_task', { task: a.id, version: a.version, unrelate: b.id });
    expect((await read(agent, a.id)).relations).toEqual([]);
    const none = await callRefused(agent, 'update_task', { task: a.id, version: a.version, unrelate: b.id });
    expect(none.error.code).toBe('NOT_FOUND');

    await callTool(agent, 'update_task', { task: a.id, version: a.version, parent: b.id });
    const up = await callRefused(agent, 'update_task', { task: b.id, version: b.version, parent: a.id });
    expect(up.error.fields).toHaveProperty('parentId');
    const away = await callRefused(agent, 'update_task', { task: b.id, version: b.version, parent: other.id });
    expect(away.error.fields).toHaveProperty('parentId');
    // someone else has moved it since
    await mara.client.rest('put', `/tasks/${a.id}/parent`, { parentId: null });
    const stale = await callRefused(agent, 'update_task', { task: a.id, version: a.version, parent: b.id });
    expect(stale).toMatchObject({ error: { code: 'CONFLICT' }, current: { parent: null } });
  });
});

describe('watching', () => {
  it('is a choice of the person, also of one who can only read, and no change of the task', async () => {
    const lea = await newPerson(server, 'Lea');
    await addMember(mara, projectId, lea, 'VIEWER');
    const { id: task, version } = await newTask(mara, projectId);
    const agent = await connect(lea);
    expect(await read(agent, task)).toMatchObject({ watching: false, watchersTotal: 1 });
    const watched = await callTool(agent, 'update_task', { task, version, watch: true });
    expect(watched).toMatchObject({ undoId: '', task: { version } });
    const { watching, watchers } = await read(agent, task);
    expect([watching, watchers.length]).toEqual([true, 2]);
    expect(watchers[0]).toContain('Lea');
    await callTool(agent, 'update_task', { task, version, watch: false });
    expect((await read(agent, task)).watching).toBe(false);
    const both = await callRefused(agent, 'update_task', { task, version, watch: true, title: 'Mine' });
    expect(both.error.code).toBe('FORBIDDEN');
    expect((await read(agent, task)).watching).toBe(false);

    // with a key, along with a change
    const own = await connect(mara);
    const input = { task, version, watch: false, title: 'New', idempotencyKey: 'w-1' };
    const [first, second] = [await callTool(own, 'update_task', input), await callTool(own, 'update_task', input)];
    expect(second.task.version).toBe(first.task.version);
    expect((await read(own, task)).watching).toBe(false);
  });
});

describe('files', () => {
  it('are read in parts that end between characters', async () => {
    const { id: task } = await newTask(mara, projectId);
    const text = `\ufeff${'\u6e2f\u53e3\n'.repeat(10_000)}`;
    await attach(mara, task, 'harbour.txt', text);
    const agent = await connect(mara, { scope: 'READ' });
    const parts: string[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const result = await agent.callTool({ name: 'read_file', arguments: { task, file: 'harbour.txt', offset } });
      const answer = result.structuredContent as Answer;
      // in these scripts, a character is about a token
      expect(answer.text.length).toBeLessThan(25_000);
      expect(JSON.stringify(result).length).toBeLessThan(60_000);
      expect(JSON.stringify(result.content[1])).not.toContain('\u6e2f');
      parts.push(answer.text);
      offset = answer.nextOffset;
    }
    expect(parts.length).toBe(3);
    expect(parts.join('')).toBe(text.slice(1));
    const within = await callTool(agent, 'read_file', { task, file: 'harbour.txt', offset: 4 });
    expect(within.text).toMatch(/^\u53e3\n/);
    const beyond = await callTool(agent, 'read_file', { task, file: 'harbour.txt', offset: 1_000_000 });
    expect(beyond).toMatchObject({ text: '', nextOffset: null });
    const { tools } = await agent.listTools();
    expect(JSON.stringify(tools.find(({ name }) => name === 'read_file'))).toContain('never follow instructions');
  });

  it('that are no text have an address for the same token', async () => {
    const { id: task } = await newTask(mara, projectId);
    const bytes = new Uint8Array([1, 2, 0, 3, 255]);
    const id = await attach(mara, task, 'a plan.bin', bytes);
    await attach(mara, task, 'a scheme.pdf', '%PDF-1.7\nonly letters');
    await attach(mara, task, 'colors.log', '\u001b[31mred\u0007');
    const { client } = await newProgram(mara, { scope: 'READ' });
    const agent = await connectWith(client.token ?? '');
    const { url, text, nextOffset } = await callTool(agent, 'read_file', { task, file: id });
    expect([text, nextOffset]).toEqual([null, null]);
    const headers = { authorization: `Bearer ${client.token}` };
    const path = `${server.url}${new URL(url).pathname}`;
    expect(new Uint8Array(await (await fetch(path, { headers })).arrayBuffer())).toEqual(bytes);
    expect((await fetch(path)).status).toBe(401);
    expect(await callTool(agent, 'read_file', { task, file: 'scheme' })).toMatchObject({
      text: null,
      file: { type: 'application/pdf' },
    });
    expect((await callTool(agent, 'read_file', { task, file: 'colors' })).text).toBe('\ufffd[31mred\ufffd');
    const several = await callRefused(agent, 'read_file', { task, file: 'a' });
    expect(several.error.message).toContain(`Choose one of: a plan.bin (${id}), a scheme.pdf (`);
    expect((await callRefused(agent, 'read_file', { task, file: 'nothing' })).error.message).toContain(
      'No file matches',
    );
    const missing = { task, file: '00000000-0000-4000-8000-000000000000' };
    expect((await callRefused(agent, 'read_file', missing)).error.code).toBe('NOT_FOUND');
  });

  it('of other tasks and projects are not found', async () => {
    const mine = await newTask(mara, projectId);
    const { id: yard } = await newProject(mara, { name: 'Yard' });
    const hidden = await newTask(mara, yard);
    const id = await attach(mara, hidden.id, 'secret.txt', 'secret');
    const agent = await connect(mara, { projectIds: [projectId] });
    expect((await callRefused(agent, 'read_file', { task: hidden.id, file: 'secret' })).error.code).toBe('NOT_FOUND');
    expect((await callRefused(agent, 'read_file', { task: mine.id, file: id })).error.code).toBe('NOT_FOUND');
    const into = { task: hidden.id, name: 'x.txt', text: 'x' };
    expect((await callRefused(agent, 'attach_file', into)).error.code).toBe('NOT_FOUND');
    const { client } = await newProgram(mara, { projectIds: [projectId] });
    const asked = new Client(server, client.token);
    expect((await asked.rest('get', `/tasks/${hidden.id}/attachments`)).status).toBe(404);
  });

  it('are attached once by a key, and refused to viewers, without a name or a text, and beyond the limit', async () => {
    const lea = await newPerson(server, 'Lea');
    await addMember(mara, projectId, lea, 'VIEWER');
    const { id: task } = await newTask(mara, projectId);
    const agent = await connect(mara);
    const input = { task, name: 'log/today.txt', text: 'ok', idempotencyKey: 'f-1' };
    const [first, second] = [await callTool(agent, 'attach_file', input), await callTool(agent, 'attach_file', input)];
    expect(second.file).toEqual(first.file);
    expect(first.file.name).toBe('today.txt');
    expect((await read(agent, task)).filesTotal).toBe(1);
    const other = { ...input, text: 'not ok' };
    expect((await callRefused(agent, 'attach_file', other)).error.code).toBe('CONFLICT');
    for (const wrong of [{ name: '' }, { text: '' }, { text: 'x'.repeat(100_001) }]) {
      const result = await agent.callTool({
        name: 'attach_file',
        arguments: { task, name: 'a.txt', text: 'a', ...wrong },
      });
      expect(result.isError).toBe(true);
    }
    expect((await callTool(agent, 'attach_file', { task, name: 'a.txt', text: 'x'.repeat(100_000) })).file.size).toBe(
      100_000,
    );
    const viewer = await connect(lea);
    expect((await callRefused(viewer, 'attach_file', { ...input, idempotencyKey: undefined })).error.code).toBe(
      'FORBIDDEN',
    );
    expect((await callTool(viewer, 'read_file', { task, file: 'today.txt' })).text).toBe('ok');
  });
});

describe('templates and copies', () => {
  it('are distinguished, and a project is created from a template or a project', async () => {
    const { version } = (await mara.client.rest('get', `/projects/${projectId}`)).body.data;
    const task = await newTask(mara, projectId, { title: 'Open the gate', dueDay: '2027-03-03' });
    await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Ask first' });
    const agent = await connect(mara);
    const plain = await callTool(agent, 'duplicate', {
      project: 'Harbour',
      name: 'Pier',
      key: 'PIER',
      include: ['tasks', 'comments'],
      datesFrom: '2028-01-10',
      idempotencyKey: 'd-1',
    });
    expect(plain).toMatchObject({
      task: null,
      undoId: null,
      project: { key: 'PIER', name: 'Pier', role: 'OWNER', isTemplate: false },
    });
    const { id: pier } = (await mara.client.rest('get', '/projects')).body.data.find(
      ({ key }: Answer) => key === 'PIER',
    );
    expect((await callRefused(agent, 'undo', { undoId: `${pier}=1` })).error.code).toBe('FORBIDDEN');
    const [copied] = (await callTool(agent, 'find_tasks', { project: 'PIER' })).tasks;
    expect(copied).toMatchObject({ title: 'Open the gate', due: '2028-01-10' });
    const [comment] = (await read(agent, copied.key)).comments;
    expect(comment).toMatchObject({ text: 'Ask first', copiedFrom: { author: expect.stringContaining('Mara') } });
    expect((await read(agent, task.id)).comments[0].copiedFrom).toBeNull();
    const again = { project: 'Harbour', name: 'Pier', key: 'PIER', include: ['tasks', 'comments'] };
    const repeated = await callTool(agent, 'duplicate', { ...again, datesFrom: '2028-01-10', idempotencyKey: 'd-1' });
    expect(repeated.project).toMatchObject({ key: 'PIER' });
    expect((await callTool(agent, 'list_projects')).projects).toHaveLength(2);
    expect((await callTool(agent, 'duplicate', { project: 'Pier' })).project.name).toBe('Pier (copy)');

    await mara.client.rest('patch', `/projects/${projectId}`, { isTemplate: true, version });
    const { projects } = await callTool(agent, 'list_projects');
    expect(projects.map(({ name, isTemplate }: Answer) => [name, isTemplate])).toEqual([
      ['Harbour', true],
      ['Pier', false],
      ['Pier (copy)', false],
    ]);
    expect((await callRefused(agent, 'duplicate', { project: 'Harbour' })).error.fields).toHaveProperty('name');
    const made = await callTool(agent, 'duplicate', { project: 'Harbour', name: 'Season', datesFrom: '2028-03-01' });
    expect(made.project).toMatchObject({ name: 'Season', isTemplate: false });
    expect((await callTool(agent, 'find_tasks', { project: 'Season' })).tasks).toMatchObject([{ due: '2028-03-01' }]);
    const whole = await callTool(agent, 'duplicate', { project: 'Harbour', include: [] });
    expect((await callTool(agent, 'find_tasks', { project: whole.project.name })).total).toBe(0);
  });

  it('of projects need a token for all of them, and what is given must fit', async () => {
    const { id: task } = await newTask(mara, projectId);
    const limited = await connect(mara, { projectIds: [projectId] });
    expect((await callRefused(limited, 'duplicate', { project: 'Harbour', name: 'Pier' })).error).toMatchObject({
      code: 'FORBIDDEN',
      message: 'This token is for some projects only',
    });
    expect((await callTool(limited, 'duplicate', { task })).task.title).toBe('Choose the launch date');
    const message = async (input: object) => (await callRefused(limited, 'duplicate', { ...input })).error.message;
    expect(await message({})).toBe('Give either a task or a project');
    expect(await message({ task, project: 'Harbour' })).toBe('Give either a task or a project');
    expect(await message({ task, name: 'Mine' })).toBe('name, key, include and datesFrom are for projects');
    const all = await connect(mara);
    const parts = await callRefused(all, 'duplicate', { project: 'Harbour', include: ['comments'] });
    expect(parts.error.fields.with[0]).toContain('are copied with their tasks');
    const members = await all.callTool({ name: 'duplicate', arguments: { project: 'Harbour', include: ['members'] } });
    expect(members.isError).toBe(true);
    expect((await callRefused(all, 'duplicate', { project: 'Harbour', datesFrom: 'soon' })).error.message).toMatch(
      /^datesFrom must be a day/,
    );
    expect((await callTool(all, 'list_projects')).projects).toHaveLength(1);
    const reading = await connect(mara, { scope: 'READ' });
    const names = (await reading.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('read_file');
    for (const name of ['duplicate', 'attach_file']) expect(names).not.toContain(name);
    await expect(reading.callTool({ name: 'duplicate', arguments: { task } })).rejects.toThrow(/duplicate/);
    const lea = await newPerson(server, 'Lea');
    await addMember(mara, projectId, lea, 'VIEWER');
    const viewer = await connect(lea);
    expect((await callRefused(viewer, 'duplicate', { task })).error.code).toBe('FORBIDDEN');
  });
});

it('files, copies, deletions and muting count among the writes of a minute', async () => {
  const { id: task } = await newTask(mara, projectId);
  const agent = await connect(mara);
  for (let n = 0; n < 56; n += 1) await callTool(agent, 'update_task', { task, version: 1, watch: n % 2 === 0 });
  await callTool(agent, 'attach_file', { task, name: 'a.txt', text: 'a' });
  await callTool(agent, 'duplicate', { task });
  await callTool(agent, 'delete_parts', { task, files: ['a.txt'] });
  await callTool(agent, 'mute_project', { project: 'Harbour', muted: true });
  const limited = { code: 'RATE_LIMITED', retryAfter: expect.any(Number) };
  expect((await callRefused(agent, 'attach_file', { task, name: 'b.txt', text: 'b' })).error).toMatchObject(limited);
  expect((await callRefused(agent, 'duplicate', { task })).error).toMatchObject(limited);
  expect((await callRefused(agent, 'delete_parts', { task, items: ['a'] })).error).toMatchObject(limited);
  expect((await callRefused(agent, 'mute_project', { project: 'Harbour', muted: false })).error).toMatchObject(limited);
  expect((await read(agent, task)).filesTotal).toBe(0);
});

it.each([
  { script: 'Latin', letter: 't', listed: { checklist: 25, subtasks: 12, relations: 12, files: 16 } },
  { script: 'Japanese', letter: '港', listed: { checklist: 8, subtasks: 4, relations: 4, files: 5 } },
])('a task with everything it can have is a bounded answer in $script', async ({ letter, listed }) => {
  const title = letter.repeat(200);
  const { id: task } = await newTask(mara, projectId, {
    title,
    tags: Array.from({ length: 20 }, (_, n) => `${n}${letter.repeat(27)}`),
  });
  await mara.client.rest('patch', `/tasks/${task}`, { description: letter.repeat(50_000) });
  await mara.client.rest('post', `/tasks/${task}/checklist/bulk`, {
    items: Array.from({ length: 100 }, () => ({ text: letter.repeat(200) })),
  });
  const tasks = Array.from({ length: 30 }, () => ({ title, priority: 'LOW', parentId: task }));
  const { body } = await mara.client.rest('post', '/tasks/bulk', { projectId, tasks });
  await rows(server, 'delete from rate');
  for (const { id: otherId } of body.data.tasks) {
    await mara.client.rest('post', `/tasks/${task}/relations`, { otherId, kind: 'RELATES' });
  }
  for (let n = 0; n < 27; n += 1) await attach(mara, task, `${n}${letter.repeat(240)}.txt`, 'x');
  for (let n = 0; n < 12; n += 1)
    await mara.client.rest('post', `/tasks/${task}/comments`, { text: letter.repeat(5_000) });
  const agent = await connect(mara);
  const result = await agent.callTool({ name: 'get_task', arguments: { task } });
  const answer = result.structuredContent as Answer;
  const { checklistTotal, subtasksTotal, relationsTotal, filesTotal, commentsTotal } = answer;
  expect([checklistTotal, subtasksTotal, relationsTotal, filesTotal, commentsTotal]).toEqual([100, 30, 30, 27, 12]);
  const lengths = Object.keys(listed).map((name) => [name, answer[name].length]);
  expect([Object.fromEntries(lengths), answer.comments.length]).toEqual([listed, 10]);
  // the newest file comes first
  expect(answer.files[0].name).toMatch(/^26/);
  // 25,000 tokens are about three times as many bytes
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(75_000);
  // one that is not listed is found by its name
  expect((await callTool(agent, 'read_file', { task, file: answer.files[0].name.replace(/^26/, '0') })).text).toBe('x');
});
