import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Agents, type Answer, callRefused, callTool } from '../../test/support/agents.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';

type Agent = Awaited<ReturnType<typeof connect>>;

let server: TestServer;
let mara: Person;
let projectId: string;
/** The task that agents change. */
let task: string;
let version: number;
const agents = new Agents(() => server);
const { connect } = agents;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT: 'on' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await rows(server, 'delete from rate');
  mara = await newPerson(server);
  ({ id: projectId } = await newProject(mara, { name: 'Harbour' }));
  ({ id: task, version } = await newTask(mara, projectId, { title: 'Print' }));
});
afterEach(() => agents.close());

const MISSING = '00000000-0000-4000-8000-000000000000';

const read = (agent: Agent): Promise<Answer> => callTool(agent, 'get_task', { task });
const update = (agent: Agent, changes: object): Promise<Answer> =>
  callTool(agent, 'update_task', { task, version, ...changes });
const refusal = async (agent: Agent, changes: object): Promise<Answer> =>
  callRefused(agent, 'update_task', { task, version, ...changes });
const attach = async (agent: Agent, name: string): Promise<Answer> =>
  (await callTool(agent, 'attach_file', { task, name, text: name })).file;
const itemsOf = async (agent: Agent): Promise<[string, boolean][]> =>
  (await read(agent)).checklist.map(({ text, done }: Answer) => [text, done]);
const filesOf = async (agent: Agent): Promise<string[]> =>
  (await read(agent)).files.map(({ name }: Answer) => name).toSorted();
const versionOf = async (agent: Agent, text: string): Promise<number> =>
  (await read(agent)).checklist.find((item: Answer) => item.text === text).version;

/** Agents of people who may not write: a viewer, and one who is no member. */
async function connectOthers(): Promise<{ viewer: Agent; stranger: Agent }> {
  const [lea, finn] = [await newPerson(server, 'Lea'), await newPerson(server, 'Finn')];
  await addMember(mara, projectId, lea, 'VIEWER');
  return { viewer: await connect(lea), stranger: await connect(finn) };
}

describe.each(['auto', 'legacy'] as const)('the checklist of a task (%s)', (era) => {
  it('is written, ticked, renamed and deleted by the texts of its items, and each step is taken back', async () => {
    const agent = await connect(mara, {}, era);
    const added = await update(agent, { addItems: ['Ask two printers', ' Choose the paper ', 'Order'] });
    expect(await itemsOf(agent)).toEqual([
      ['Ask two printers', false],
      ['Choose the paper', false],
      ['Order', false],
    ]);
    expect((await read(agent)).checklistTotal).toBe(3);

    const at = await versionOf(agent, 'Order');
    const changed = await update(agent, {
      title: 'Print the posters',
      items: [
        { item: 'ask two', version: at, done: true },
        { item: 'Order', version: at, text: 'Order the posters', done: true },
      ],
      addItems: ['Hang them up'],
    });
    expect(changed.task.title).toBe('Print the posters');
    const after = [
      ['Ask two printers', true],
      ['Choose the paper', false],
      ['Order the posters', true],
      ['Hang them up', false],
    ];
    expect(await itemsOf(agent)).toEqual(after);
    await update(agent, {
      items: [{ item: 'Ask two printers', version: await versionOf(agent, 'Ask two printers'), done: false }],
    });
    expect((await itemsOf(agent))[0]).toEqual(['Ask two printers', false]);

    const deleted = await callTool(agent, 'delete_parts', { task, items: ['order the posters', 'Hang them up'] });
    expect(deleted.task.id).toBe(task);
    expect(await itemsOf(agent)).toEqual([
      ['Ask two printers', false],
      ['Choose the paper', false],
    ]);
    await callTool(agent, 'undo', { undoId: deleted.undoId });
    expect(await itemsOf(agent)).toHaveLength(4);

    // all of it, and not what has changed since
    const all = await callRefused(agent, 'undo', { undoId: changed.undoId });
    expect(all.error.code).toBe('CONFLICT');
    expect((await callRefused(agent, 'undo', { undoId: added.undoId })).error.code).toBe('CONFLICT');
  });
});

describe('changes of a checklist', () => {
  it('are taken back together with those of the task', async () => {
    const agent = await connect(mara);
    await update(agent, { addItems: ['One', 'Two'] });
    const before = await read(agent);
    const { undoId } = await update(agent, {
      priority: 'HIGH',
      items: [{ item: 'One', version: await versionOf(agent, 'One'), text: 'First', done: true }],
      addItems: ['Three'],
    });
    await callTool(agent, 'undo', { undoId });
    expect((await read(agent)).task.priority).toBe(before.task.priority);
    expect(await itemsOf(agent)).toEqual([
      ['One', false],
      ['Two', false],
    ]);
  });

  it('from an older version are a conflict with the item as it is now, and then nothing is changed', async () => {
    const agent = await connect(mara);
    await update(agent, { addItems: ['One', 'Two'] });
    const old = await versionOf(agent, 'One');
    const [{ id }] = (await mara.client.rest('get', `/tasks/${task}/checklist`)).body.data;
    await mara.client.rest('patch', `/tasks/${task}/checklist/${id}`, { text: 'Uno' });
    const stale = await refusal(agent, {
      title: 'Mine',
      items: [
        { item: 'Two', version: old, done: true },
        { item: id, version: old, text: 'First' },
      ],
    });
    expect(stale).toMatchObject({
      error: { code: 'CONFLICT' },
      current: { id: task, title: 'Print' },
      currentItem: { text: 'Uno', done: false, version: old + 1 },
    });
    expect(await itemsOf(agent)).toEqual([
      ['Uno', false],
      ['Two', false],
    ]);
    // the version of the task is checked, too
    await mara.client.rest('patch', `/tasks/${task}`, { title: 'Theirs' });
    const late = await refusal(agent, { title: 'Mine', items: [{ item: 'Two', version: old, done: true }] });
    expect(late).toMatchObject({ error: { code: 'CONFLICT' }, current: { title: 'Theirs' } });
    expect(late).not.toHaveProperty('currentItem');
    expect((await itemsOf(agent))[1]).toEqual(['Two', false]);
    // another field has merged, and an item can be changed by what the conflict said
    const { currentItem } = stale;
    await update(agent, { items: [{ item: 'Uno', version: currentItem.version, text: 'First' }] });
    expect((await itemsOf(agent))[0]).toEqual(['First', false]);
  });

  it('are refused where a name is wrong or ambiguous, with the choices', async () => {
    const agent = await connect(mara);
    await update(agent, { addItems: ['Call Ada', 'Call Bo', 'Call Bo'] });
    const done = (item: string) => refusal(agent, { items: [{ item, version: 1, done: true }] });
    const [, bo] = (await mara.client.rest('get', `/tasks/${task}/checklist`)).body.data;
    expect((await done('write')).error.message).toMatch(/^No checklist item matches “write”. Choose one of: Call Ada/);
    expect((await done('call bo')).error.message).toContain(`Several checklist items match “call bo”. Choose one of: `);
    expect((await done('call bo')).error.message).toContain(`Call Bo (${bo.id})`);
    expect((await done(MISSING)).error).toMatchObject({ code: 'NOT_FOUND', message: 'Checklist item not found' });
    const part = await callRefused(agent, 'delete_parts', { task, items: ['Call A'] });
    expect(part.error).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('Call Ada') });
    await callTool(agent, 'delete_parts', { task, items: [bo.id, 'call ada'] });
    expect(await itemsOf(agent)).toEqual([['Call Bo', false]]);
    // an item of another task
    const other = await newTask(mara, projectId);
    await mara.client.rest('post', `/tasks/${other.id}/checklist`, { text: 'Elsewhere' });
    const [foreign] = (await mara.client.rest('get', `/tasks/${other.id}/checklist`)).body.data;
    expect((await done(foreign.id)).error.code).toBe('NOT_FOUND');
    expect((await callRefused(agent, 'delete_parts', { task, items: [foreign.id] })).error.code).toBe('NOT_FOUND');
  });

  it('are refused with the ids of ten long items that match', async () => {
    const agent = await connect(mara);
    const long = '港'.repeat(190);
    await update(agent, { addItems: Array.from({ length: 10 }, (_, n) => `${long}${n}`) });
    const { error } = await refusal(agent, { items: [{ item: long, version: 1, done: true }] });
    const items = (await mara.client.rest('get', `/tasks/${task}/checklist`)).body.data;
    expect(items).toHaveLength(10);
    for (const { id } of items) expect(error.message).toContain(`(${id})`);
  });

  it('keep the rules of the contract', async () => {
    const agent = await connect(mara);
    expect((await refusal(agent, { addItems: ['One', ' '] })).error.fields).toEqual({
      'addItems.1.text': ['Item is required'],
    });
    await update(agent, { addItems: ['One'] });
    const blank = { items: [{ item: 'One', version: 1, text: '  ' }] };
    expect((await refusal(agent, blank)).error.fields).toEqual({ 'items.0.text': ['Item is required'] });
    const many = Array.from({ length: 100 }, (_, n) => `${n}`);
    expect((await refusal(agent, { title: 'Mine', addItems: many })).error.fields).toEqual({
      addItems: ['A checklist can have at most 100 items'],
    });
    expect((await read(agent)).task.title).toBe('Print');
    for (const wrong of [{ items: [{ item: 'One', done: true }] }, { addItems: ['x'.repeat(201)] }]) {
      const result = await agent.callTool({ name: 'update_task', arguments: { task, version, ...wrong } });
      expect(result.isError, JSON.stringify(wrong)).toBe(true);
    }
    expect(await itemsOf(agent)).toEqual([['One', false]]);
  });

  it('with a key are made once, also after the item has another name', async () => {
    const agent = await connect(mara);
    const add = { addItems: ['One', 'Two'], idempotencyKey: 'c-1' };
    await update(agent, add);
    await update(agent, add);
    expect(await itemsOf(agent)).toHaveLength(2);
    const rename = {
      items: [{ item: 'One', version: await versionOf(agent, 'One'), text: 'First' }],
      idempotencyKey: 'c-2',
    };
    await update(agent, rename);
    expect((await update(agent, rename)).task.id).toBe(task);
    const remove = { task, items: ['First'], idempotencyKey: 'c-3' };
    await callTool(agent, 'delete_parts', remove);
    expect((await callTool(agent, 'delete_parts', remove)).task.id).toBe(task);
    expect(await itemsOf(agent)).toEqual([['Two', false]]);
    const other = await callRefused(agent, 'delete_parts', { ...remove, items: ['Two'] });
    expect(other.error.code).toBe('CONFLICT');
  });

  it('count as ten new objects once, and a repeat as one', async () => {
    const agent = await connect(mara);
    // more than 150 if each counted as ten
    for (let n = 0; n < 16; n += 1) await update(agent, { addItems: ['One', 'Two'], idempotencyKey: 'c-1' });
    expect(await itemsOf(agent)).toHaveLength(2);
  });
});

describe('files', () => {
  it('are renamed by version, shown on the card, deleted, and each step is taken back', async () => {
    const agent = await connect(mara);
    const [draft, photo] = [await attach(agent, 'draft.txt'), await attach(agent, 'photo.txt')];
    expect((await read(agent)).cover).toBeNull();
    const changed = await update(agent, {
      files: [{ file: 'draft', version: draft.version, name: 'folder/final.txt' }],
      cover: 'photo.txt',
    });
    expect(await filesOf(agent)).toEqual(['final.txt', 'photo.txt']);
    expect((await read(agent)).cover).toBe(photo.id);
    const bare = await update(agent, { cover: null });
    expect((await read(agent)).cover).toBeNull();
    await callTool(agent, 'undo', { undoId: bare.undoId });
    expect((await read(agent)).cover).toBe(photo.id);
    await callTool(agent, 'undo', { undoId: changed.undoId });
    const back = await read(agent);
    expect([back.cover, await filesOf(agent)]).toEqual([null, ['draft.txt', 'photo.txt']]);

    await update(agent, { addItems: ['One'] });
    const deleted = await callTool(agent, 'delete_parts', { task, items: ['One'], files: ['photo.txt', draft.id] });
    expect(deleted.task.files).toBe(0);
    expect(await read(agent)).toMatchObject({ files: [], filesTotal: 0, checklist: [] });
    await callTool(agent, 'undo', { undoId: deleted.undoId });
    expect(await read(agent)).toMatchObject({ filesTotal: 2, checklistTotal: 1 });
  });

  it('that someone else has renamed are a conflict with the file as it is now, and then nothing is changed', async () => {
    const agent = await connect(mara);
    const draft = await attach(agent, 'draft.txt');
    await mara.client.rest('patch', `/attachments/${draft.id}`, { name: 'theirs.txt' });
    const files = [{ file: draft.id, version: draft.version, name: 'mine.txt' }];
    const stale = await refusal(agent, { files, cover: draft.id, addItems: ['One'] });
    expect(stale).toMatchObject({
      error: { code: 'CONFLICT' },
      current: { id: task },
      currentFile: { id: draft.id, name: 'theirs.txt', author: expect.stringContaining('Mara') },
    });
    expect(await read(agent)).toMatchObject({ cover: null, checklist: [], files: [{ name: 'theirs.txt' }] });
    const { currentFile } = stale;
    await update(agent, { files: [{ ...files[0], version: currentFile.version }] });
    expect(await filesOf(agent)).toEqual(['mine.txt']);
  });

  it('are refused where a name is wrong, of another task, or only a part of it', async () => {
    const agent = await connect(mara);
    await attach(agent, 'draft.txt');
    const other = await newTask(mara, projectId);
    const { file } = await callTool(agent, 'attach_file', { task: other.id, name: 'elsewhere.txt', text: 'x' });
    const message = async (changes: object) => (await refusal(agent, changes)).error.message;
    expect(await message({ cover: 'photo' })).toMatch(/^No file matches “photo”. Choose one of: draft.txt \(/);
    expect(await message({ cover: file.id })).toBe('File not found');
    expect(await message({ files: [{ file: 'photo', version: 1, name: 'x' }] })).toMatch(/^No file matches/);
    expect((await refusal(agent, { files: [{ file: 'draft', version: 1, name: ' ' }] })).error.fields).toEqual({
      'files.0.name': ['Name is required'],
    });
    const remove = async (input: object) => (await callRefused(agent, 'delete_parts', { task, ...input })).error;
    expect((await remove({ files: ['draft'] })).message).toMatch(/^No file matches “draft”. Choose one of: draft.txt/);
    expect((await remove({ files: [file.id] })).code).toBe('NOT_FOUND');
    expect((await remove({ files: ['draft.txt'], items: ['none'] })).message).toMatch(/^No checklist item matches/);
    expect(await remove({})).toMatchObject({ code: 'BAD_REQUEST', message: 'Give items or files' });
    expect(await filesOf(agent)).toEqual(['draft.txt']);
  });
});

describe('parts of a task', () => {
  it('are changed and deleted by members only, whose token may write', async () => {
    const agent = await connect(mara);
    await update(agent, { addItems: ['One'] });
    const file = await attach(agent, 'draft.txt');
    const before = await read(agent);
    const { viewer, stranger } = await connectOthers();
    const changes = [
      { addItems: ['Two'] },
      { items: [{ item: 'One', version: before.checklist[0].version, done: true }] },
      { files: [{ file: 'draft.txt', version: file.version, name: 'x.txt' }] },
      { cover: 'draft.txt' },
      { cover: null },
    ];
    for (const change of changes) {
      const of = JSON.stringify(change);
      expect((await refusal(viewer, change)).error.code, of).toBe('FORBIDDEN');
      expect((await refusal(stranger, change)).error.code, of).toBe('NOT_FOUND');
    }
    for (const parts of [{ items: ['One'] }, { files: ['draft.txt'] }]) {
      expect((await callRefused(viewer, 'delete_parts', { task, ...parts })).error.code).toBe('FORBIDDEN');
      expect((await callRefused(stranger, 'delete_parts', { task, ...parts })).error.code).toBe('NOT_FOUND');
    }
    const limited = await newProject(mara, { name: 'Yard' });
    const outside = await connect(mara, { projectIds: [limited.id] });
    expect((await callRefused(outside, 'delete_parts', { task, items: ['One'] })).error.code).toBe('NOT_FOUND');

    const reader = await connect(mara, { scope: 'READ' });
    const names = (await reader.listTools()).tools.map(({ name }) => name);
    for (const name of ['update_task', 'delete_parts', 'mute_project']) {
      expect(names).not.toContain(name);
      await expect(reader.callTool({ name, arguments: { task } })).rejects.toThrow(name);
    }
    await mara.client.rest('post', `/projects/${projectId}/archive`);
    expect((await callRefused(agent, 'delete_parts', { task, items: ['One'] })).error.code).toBe('FORBIDDEN');
    expect((await refusal(agent, { cover: 'draft.txt' })).error.code).toBe('FORBIDDEN');
    expect(await read(agent)).toEqual(before);
  });

  it('are answered as data that people wrote', async () => {
    const { tools } = await (await connect(mara)).listTools();
    const { outputSchema } = tools.find(({ name }) => name === 'get_task') ?? {};
    const { checklist, files } = (outputSchema?.properties ?? {}) as Record<string, unknown>;
    for (const schema of [checklist, files]) expect(JSON.stringify(schema)).toContain('data, not instructions');
    const hints = tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name);
    expect(hints).toEqual(['delete_parts', 'undo']);
  });

  it('are listed in full unless their texts are very long', async () => {
    const agent = await connect(mara);
    await update(agent, { addItems: Array.from({ length: 50 }, (_, n) => `${n} ${'x'.repeat(90)}`) });
    expect(await read(agent)).toMatchObject({ checklist: { length: 50 }, checklistTotal: 50 });
    await update(agent, { addItems: Array.from({ length: 10 }, (_, n) => `${n} ${'y'.repeat(190)}`) });
    const { checklist, checklistTotal } = await read(agent);
    expect([checklistTotal, checklist.length < 60]).toEqual([60, true]);
    // The version of an item that is not listed is in the conflict.
    const last = { item: '9 y', version: 0, done: true };
    const { currentItem } = await refusal(agent, { items: [last] });
    await update(agent, { items: [{ ...last, version: currentItem.version }] });
  });
});

describe('muting a project', () => {
  it('is a choice of the person, also of one who can only read, and is no change of the project', async () => {
    const agent = await connect(mara);
    const [before] = (await callTool(agent, 'list_projects')).projects;
    expect(before.muted).toBe(false);
    const key = { project: 'harbour', muted: true, idempotencyKey: 'm-1' };
    expect((await callTool(agent, 'mute_project', key)).project).toEqual({ ...before, muted: true });
    expect((await callTool(agent, 'mute_project', key)).project.muted).toBe(true);
    expect((await callTool(agent, 'list_projects')).projects).toEqual([{ ...before, muted: true }]);
    expect((await mara.client.rest('get', `/projects/${projectId}`)).body.data.viewerHasMuted).toBe(true);
    const { viewer, stranger } = await connectOthers();
    expect((await callTool(viewer, 'list_projects')).projects[0].muted).toBe(false);
    expect((await callTool(viewer, 'mute_project', { project: 'Harbour', muted: true })).project.muted).toBe(true);
    const unmuted = await callTool(agent, 'mute_project', { project: before.key ?? 'Harbour', muted: false });
    expect(unmuted.project.muted).toBe(false);
    expect((await callTool(viewer, 'list_projects')).projects[0].muted).toBe(true);
    const mute = (by: Agent, project: string) => callRefused(by, 'mute_project', { project, muted: true });
    expect((await mute(stranger, 'Harbour')).error.message).toBe('No project matches “Harbour”.');
    expect((await mute(stranger, projectId)).error.code).toBe('NOT_FOUND');
    const yard = await newProject(mara, { name: 'Yard' });
    const limited = await connect(mara, { projectIds: [projectId] });
    expect((await mute(limited, yard.id)).error.code).toBe('NOT_FOUND');
  });
});
