import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { addMember, newAttachment, newImport, newPerson, newTask, type Person } from '../../test/support/client.js';
import { square } from '../../test/support/images.js';
import { type MailServer, startMailServer } from '../../test/support/jobQueue.js';
import { rows } from '../../test/support/rows.js';
import { unzip } from '../../test/support/unzip.js';
import { GIGABYTE } from '../attachments/quota.js';
import { ProjectQueue } from '../write/projectQueue.js';
import { runImport } from './import.job.js';

// oxlint-disable-next-line typescript/no-explicit-any -- the tests read rows of every shape
type Row = any;

let server: MailServer;
let mara: Person;
let jon: Person;
let ahead = 0;
const now = (): Date => new Date(Date.parse('2026-11-27T09:00:00Z') + ahead);

beforeAll(async () => {
  server = await startMailServer({ now });
});
afterAll(() => server.close());
beforeEach(async () => {
  ahead = 0;
  [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
});

const call = async (by: Person, method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: Row) => {
  const answer = await by.client.rest(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body?.data;
};
const get = (path: string, by = mara): Promise<Row> => call(by, 'get', path);

type Bytes = Uint8Array<ArrayBuffer>;
async function fetchBytes(by: Person, path: string): Promise<Bytes> {
  const answer = await fetch(new URL(path, server.url), { headers: { authorization: `Bearer ${by.client.token}` } });
  return new Uint8Array(await answer.arrayBuffer());
}
/** Makes a download of a person: its data, and the archive with the files. */
async function download(by = mara): Promise<{ data: Bytes; files: Bytes }> {
  // Three downloads a day.
  ahead += 9 * 3_600_000;
  const { id } = await call(by, 'post', '/auth/export');
  await server.work();
  const address = `/api/auth/export/${id}`;
  return { data: await fetchBytes(by, `${address}/file`), files: await fetchBytes(by, `${address}/files`) };
}
const listOf = (zip: Bytes, name: string): Row[] => JSON.parse(unzip(Buffer.from(zip)).get(`${name}.json`) ?? '[]');

async function imported(file: Bytes, input: object = {}, by = mara): Promise<Row> {
  const { id, status, body } = await newImport(by, file, { source: 'CAIRN', dryRun: false, ...input });
  expect([status, body.errors]).toEqual([202, undefined]);
  await server.work();
  return get(`/imports/${id}`, by);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Makes an archive of lists, texts or bytes by their names. */
async function archiveOf(lists: Record<string, unknown>): Promise<Bytes> {
  const zip = new ZipFile();
  for (const [name, rows] of Object.entries(lists)) {
    const bytes = rows instanceof Uint8Array ? Buffer.from(rows) : Buffer.from(text(rows));
    zip.addBuffer(bytes, name, { compress: !name.endsWith('.zip') });
  }
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream as Readable));
}

/** Makes a project with every kind of thing, and returns its id. */
async function makeProject(): Promise<string> {
  const { id } = await call(mara, 'post', '/projects', {
    name: 'Harbour  launch',
    description: 'All of it',
    color: '#9763ae',
    key: 'HARB',
  });
  await addMember(mara, id, jon);
  await call(mara, 'put', `/projects/${id}/tags/hull`, { color: '#b04a3f' });
  const [todo, doing, review, done] = await get(`/projects/${id}/columns`);
  await call(mara, 'put', `/columns/${todo.id}`, { name: 'Ideas', limit: 5 });
  const waiting = await call(mara, 'post', `/projects/${id}/columns`, {
    name: 'Waiting',
    status: 'IN_PROGRESS',
    color: '#ab8127',
    limit: 3,
    afterId: todo.id,
    beforeId: doing.id,
  });
  const checked = await call(mara, 'post', `/projects/${id}/columns`, {
    name: 'QA',
    status: 'IN_REVIEW',
    hidden: true,
  });
  await call(mara, 'delete', `/columns/${review.id}?moveTasksTo=${checked.id}`);
  ahead += 60_000;
  const hull = await newTask(mara, id, {
    title: 'Paint  the hull',
    description: 'One,\n\n**two**  ',
    priority: 'URGENT',
    tags: ['hull', 'red'],
    dueDay: '2026-12-24',
    startDate: '2026-12-01',
    assigneeId: mara.id,
  });
  const gone = await newTask(mara, id, { title: 'Gone' });
  await call(mara, 'delete', `/tasks/${gone.id}`);
  const sand = await newTask(jon, id, {
    title: 'Sand',
    parentId: hull.id,
    columnId: waiting.id,
    dueDate: '2026-12-20T17:30:00Z',
    assigneeId: jon.id,
  });
  const deep = await newTask(mara, id, { title: 'Buy paper', parentId: sand.id });
  ahead += 60_000;
  await call(mara, 'patch', `/tasks/${deep.id}/status`, { status: 'DONE' });
  ahead += 60_000;
  await call(mara, 'put', `/tasks/${deep.id}`, { tags: ['shop'] });
  // Before its parent.
  await call(mara, 'patch', `/tasks/${sand.id}/move`, { columnId: todo.id, beforeId: hull.id });
  const weekly = await newTask(mara, id, {
    title: 'Report',
    dueDay: '2026-11-30',
    repeat: { rule: 'FREQ=WEEKLY', mode: 'FROM_DONE', timeZone: 'Europe/Berlin', until: '2027-05-01', count: 20 },
  });
  ahead += 60_000;
  await call(mara, 'patch', `/tasks/${weekly.id}/status`, { status: 'DONE' });
  await call(mara, 'patch', `/tasks/${weekly.id}/move`, { columnId: done.id });
  for (const text of ['First', 'Second  one', 'Third'])
    await call(mara, 'post', `/tasks/${hull.id}/checklist`, { text });
  const items = await get(`/tasks/${hull.id}/checklist`);
  await call(mara, 'patch', `/tasks/${hull.id}/checklist/${items[1].id}`, { done: true });
  await call(mara, 'post', `/tasks/${hull.id}/checklist/${items[2].id}/move`, { beforeId: items[0].id });
  const file = await newAttachment(mara, hull.id, 'plan.txt');
  ahead += 1_000;
  const picture = await jon.client.rest('post', `/tasks/${hull.id}/attachments?name=hull.png`, await square(), {
    'content-type': 'application/octet-stream',
  });
  await call(mara, 'put', `/tasks/${hull.id}/cover`, { attachmentId: picture.body.data.id });
  await call(mara, 'put', `/tasks/${hull.id}`, { description: `One,\n\n![](/files/${file}/plan.txt)  ` });
  const comment = await call(jon, 'post', `/tasks/${hull.id}/comments`, {
    text: ` Look: ![](/files/${picture.body.data.id}/hull.png)`,
  });
  ahead += 60_000;
  await call(jon, 'put', `/comments/${comment.id}`, { text: ` Look! ![](/files/${picture.body.data.id}/hull.png)` });
  await call(mara, 'post', `/tasks/${deep.id}/comments`, { text: 'From the shop' });
  await call(mara, 'post', `/tasks/${sand.id}/relations`, { otherId: hull.id, kind: 'BLOCKS' });
  await call(mara, 'post', `/tasks/${weekly.id}/relations`, { otherId: deep.id, kind: 'RELATES' });
  await call(mara, 'post', `/tasks/${weekly.id}/relations`, { otherId: hull.id, kind: 'DUPLICATES' });
  await call(mara, 'patch', `/projects/${id}`, { isTemplate: true });
  ahead += 60_000;
  return id;
}

/** The fields of a download that an import does not bring as they are, and why. */
const DIFFERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  projects: {
    createdAt: 'the project is a new one',
    updatedAt: 'the project is a new one',
    revision: 'it counts what happened to this project',
    version: 'it counts what happened to this project',
  },
  columns: { rank: 'only the order is kept', version: 'as above' },
  tasks: { version: 'as above' },
  checklists: { rank: 'only the order is kept', version: 'as above' },
  comments: {
    authorId: 'no one writes in the name of others',
    authorName: 'no one writes in the name of others',
    importedFrom: 'it has the author and the time instead',
    version: 'as above',
  },
  attachments: { version: 'as above' },
  relations: { version: 'as above' },
};

/** A project of a download: ids are replaced by what they name, and rows are in an order that does not depend on ids. */
function describeProject(zip: Bytes, projectId: string): Record<string, Row[]> {
  const all = Object.fromEntries(
    Object.keys(DIFFERS).map((name) => [
      name,
      listOf(zip, name).filter((row) => (name === 'projects' ? row.id : row.projectId) === projectId),
    ]),
  );
  const labels = new Map<string, string>([[projectId, 'project']]);
  const number = new Map(all['tasks']?.map((task) => [task.id, task.number]));
  for (const { id, name } of all['columns'] ?? []) labels.set(id, `column ${name}`);
  for (const { id, number: n, seriesId } of all['tasks'] ?? []) {
    labels.set(id, `task ${n}`);
    if (seriesId && !labels.has(seriesId)) labels.set(seriesId, `series of ${n}`);
  }
  for (const { id, taskId, name } of all['attachments'] ?? []) labels.set(id, `file ${number.get(taskId)} ${name}`);
  for (const { id, taskId, text } of all['checklists'] ?? []) labels.set(id, `item ${number.get(taskId)} ${text}`);
  for (const { id, taskId, createdAt } of all['comments'] ?? [])
    labels.set(id, `comment ${number.get(taskId)} ${createdAt}`);
  for (const { id, taskId, otherId } of all['relations'] ?? [])
    labels.set(id, `relation ${number.get(taskId)} ${number.get(otherId)}`);
  const replaceIds = (row: Row): Row =>
    JSON.parse([...labels].reduce((text, [id, label]) => text.replaceAll(id, label), JSON.stringify(row)));
  return Object.fromEntries(
    Object.entries(all).map(([name, rows]) => [
      name,
      // Columns and items have an order of their own.
      name === 'columns'
        ? rows.map(replaceIds)
        : rows
            .map(replaceIds)
            .toSorted((one, other) =>
              name === 'checklists' && one.taskId === other.taskId
                ? Number(one.rank > other.rank) - 0.5
                : String(one.taskId ?? one.id).localeCompare(String(other.taskId ?? other.id)) ||
                  String(one.id).localeCompare(String(other.id)),
            ),
    ]),
  );
}

/** Expects each field of each row to be the same, unless it may differ. */
function expectSame(
  one: Record<string, Row[]>,
  other: Record<string, Row[]>,
  also: Readonly<Record<string, readonly string[]>> = {},
): void {
  for (const [name, rows] of Object.entries(one)) {
    expect([name, rows.length > 0, other[name]?.length]).toEqual([name, true, rows.length]);
    const without = (row: Row): Row =>
      Object.fromEntries(
        Object.entries(row).filter(([field]) => !(field in (DIFFERS[name] ?? {})) && !also[name]?.includes(field)),
      );
    expect({ [name]: other[name]?.map(without) }).toEqual({ [name]: rows.map(without) });
  }
}

describe('our own download', () => {
  it('reproduces a project field by field for another person, with its files', async () => {
    const id = await makeProject();
    const source = await download();
    const done = await imported(source.files, { newProject: { name: 'Harbour  launch' } }, jon);
    expect([done.state, done.failure]).toEqual(['DONE', null]);
    expect(done.report).toMatchObject({
      made: { tasks: 5, comments: 2, checklistItems: 3, relations: 3, files: 2 },
      refusedCount: 0,
    });
    const [before, after] = [
      describeProject(source.data, id),
      describeProject((await download(jon)).data, done.projectId),
    ];
    // Mara is no member of the new project, so that her tasks are no one's, and what she made is Jon's.
    const people = ['creatorId', 'creatorName', 'assigneeId', 'assigneeName'];
    expectSame(before, after, {
      tasks: [...people, 'description'],
      attachments: people,
      relations: people,
    });
    expect(after['tasks']?.map(({ description }) => description)).toEqual(
      before['tasks']?.map(({ description, assigneeId }) =>
        assigneeId === mara.id ? `${description}\n\nAssigned to: Mara Okafor` : description,
      ),
    );
    expect(after['tasks']?.map(({ assigneeId, creatorId }) => [assigneeId, creatorId])).toEqual(
      before['tasks']?.map(({ assigneeId }) => [assigneeId === jon.id ? jon.id : null, jon.id]),
    );
    expect(after['comments']?.map(({ importedFrom }) => importedFrom)).toEqual(
      before['comments']?.map(({ authorName, createdAt }) => ({ name: authorName, at: createdAt })),
    );
    const [hull] = await get(`/tasks?projectId=${done.projectId}&search=hull`, jon);
    expect(hull.key).toBe('HARB-1');
    const files = await get(`/tasks/${hull.id}/attachments`, jon);
    const contents = await Promise.all(files.map(({ url }: Row) => fetchBytes(jon, url)));
    expect(contents.map((bytes) => Buffer.from(bytes))).toEqual([
      Buffer.from('The content of plan.txt'),
      await square(),
    ]);
    expect(files[1].thumbnailUrl).not.toBeNull();
  });

  it('reproduces a project for the same person, whose tasks stay theirs', async () => {
    const id = await makeProject();
    const { data, files } = await download();
    const done = await imported(files, { newProject: { name: 'Harbour  launch' } });
    const { data: second } = await download();
    expectSame(describeProject(data, id), describeProject(second, done.projectId), {
      projects: ['key'],
      tasks: ['key', 'creatorId', 'creatorName', 'assigneeId', 'assigneeName', 'description'],
      attachments: ['creatorId'],
      relations: ['creatorId'],
    });
    const tasks = await get(`/tasks?projectId=${done.projectId}&orderBy=RANK_ASC`);
    expect(tasks.map(({ title, assigneeId }: Row) => [title, assigneeId]).toSorted()).toEqual([
      ['Buy paper', null],
      ['Paint  the hull', mara.id],
      ['Report', null],
      ['Report', null],
      ['Sand', null],
    ]);
    expect(done.report.left).toContainEqual({
      what: 'Key',
      kind: 'key',
      why: 'changed: another of your projects has this key',
      reason: { key: 'keyChanged', params: {} },
      count: 1,
    });
    expect(tasks[0].key).toMatch(/^HARBO?-/);
  });

  it('reproduces columns named like other ones, starts on days of other zones, and titles of several lines', async () => {
    const { id } = await call(mara, 'post', '/projects', { name: 'Quay' });
    const [, , review] = await get(`/projects/${id}/columns`);
    await call(mara, 'put', `/columns/${review.id}`, { name: 'Check' });
    await call(mara, 'post', `/projects/${id}/columns`, { name: 'In Review', status: 'IN_PROGRESS', hidden: true });
    await call(mara, 'put', '/auth/preferences', { timeZone: 'Asia/Kathmandu' });
    // Due on December 24 in Kathmandu, and on the day before in New York.
    const dates = { startDate: '2026-12-24', dueDate: '2026-12-24T01:00:00Z' };
    await newTask(mara, id, { title: 'Fill\nthe\tgaps', ...dates });
    await call(mara, 'put', '/auth/preferences', { timeZone: 'America/New_York' });
    const { projectId, report } = await imported((await download()).data, { newProject: { name: 'Quay' } });
    expect(report.left.map(({ kind }: Row) => kind)).not.toContain('startDate');
    const [task] = await get(`/tasks?projectId=${projectId}`);
    expect(task).toMatchObject({ title: 'Fill\nthe\tgaps', ...dates, dueDate: '2026-12-24T01:00:00.000Z' });
    const columns = await get(`/projects/${projectId}/columns`);
    expect(columns.map(({ name, status, hidden }: Row) => [name, status, hidden])).toEqual([
      ['To Do', 'TODO', false],
      ['In Progress', 'IN_PROGRESS', false],
      ['In Review', 'IN_PROGRESS', true],
      ['Check', 'IN_REVIEW', false],
      ['Done', 'DONE', false],
    ]);
  });

  it('shows the imported pictures also in the texts of other tasks', async () => {
    const { id } = await call(mara, 'post', '/projects', { name: 'Quay' });
    const first = await newTask(mara, id, { title: 'First' });
    const last = await newTask(mara, id, { title: 'Last' });
    const picture = (file: string): string => `![](/files/${file}/plan.txt)`;
    const description = picture(await newAttachment(mara, last.id));
    await call(mara, 'put', `/tasks/${first.id}`, { description });
    await call(mara, 'post', `/tasks/${first.id}/comments`, { text: description });
    const { data, files } = await download();
    const texts = async (file: Bytes) => {
      const { projectId } = await imported(file, { newProject: { name: 'Quay' } });
      const [one, other] = await get(`/tasks?projectId=${projectId}&orderBy=RANK_ASC`);
      const [comment] = await get(`/tasks/${one.id}/comments`);
      return { made: await get(`/tasks/${other.id}/attachments`), shown: [one.description, comment.text] };
    };
    const { made, shown } = await texts(files);
    expect(shown).toEqual([picture(made[0].id), picture(made[0].id)]);
    // Without the files, they keep the addresses of the original ones.
    expect(await texts(data)).toEqual({ made: [], shown: [description, description] });
  });

  it('makes nothing twice and brings what is new', async () => {
    const id = await makeProject();
    const { projectId } = await imported((await download()).files, { newProject: { name: 'Copy' } }, jon);
    const [hull] = await get(`/tasks?projectId=${id}&search=hull`);
    const added = await newTask(mara, id, { title: 'New one' });
    await call(mara, 'post', `/tasks/${hull.id}/comments`, { text: 'Another one' });
    await call(mara, 'post', `/tasks/${added.id}/relations`, { otherId: hull.id, kind: 'BLOCKS' });
    await newAttachment(mara, hull.id, 'more.txt');
    const { files } = await download();
    const again = await imported(files, { projectId }, jon);
    expect(again.report).toMatchObject({
      made: { tasks: 1, comments: 1, checklistItems: 0, relations: 1, files: 1, columns: 0 },
      kept: { tasks: 5, comments: 2, checklistItems: 3, relations: 3, files: 2 },
    });
    const third = await imported(files, { projectId }, jon);
    expect(third.report.made).toEqual({ tasks: 0, comments: 0, checklistItems: 0, relations: 0, files: 0, columns: 0 });
    // Undo takes the additions back, in the tasks that were there before, too.
    await call(jon, 'post', `/imports/${again.id}/undo`);
    await server.work();
    expect((await get(`/imports/${again.id}`, jon)).report.undone).toMatchObject({ tasks: 1, comments: 1, files: 1 });
    const [mine] = await get(`/tasks?projectId=${projectId}&search=hull`, jon);
    expect(mine).toMatchObject({ attachmentCount: 2, commentCount: 1 });
    expect(await get(`/tasks/${mine.id}/relations`, jon)).toHaveLength(2);
  });

  it('brings back relations and files that an undo has deleted from existing tasks', async () => {
    const id = await makeProject();
    const { projectId } = await imported((await download()).files, { newProject: { name: 'Copy' } }, jon);
    const [[hull], [report]] = await Promise.all(
      ['hull', 'Report'].map((search) => get(`/tasks?projectId=${id}&search=${search}`)),
    );
    await call(mara, 'post', `/tasks/${report.id}/relations`, { otherId: hull.id, kind: 'DUPLICATES' });
    await newAttachment(mara, hull.id, 'more.txt');
    const { files } = await download();
    const [mine] = await get(`/tasks?projectId=${projectId}&search=hull`, jon);
    const contents = async () => {
      const [relations, attachments] = await Promise.all(
        ['relations', 'attachments'].map((parts) => get(`/tasks/${mine.id}/${parts}`, jon)),
      );
      return [relations, attachments].map((rows) => rows.map((row: Row) => row.id).toSorted());
    };
    const before = await contents();
    const again = await imported(files, { projectId }, jon);
    expect(again.report.made).toMatchObject({ tasks: 0, relations: 1, files: 1 });
    const full = await contents();
    await call(jon, 'post', `/imports/${again.id}/undo`);
    await server.work();
    expect(await contents()).toEqual(before);
    expect((await imported(files, { projectId }, jon)).report.made).toMatchObject({ tasks: 0, relations: 1, files: 1 });
    expect(await contents()).toEqual(full);
    const added = (await get(`/tasks/${mine.id}/attachments`, jon)).find(({ name }: Row) => name === 'more.txt');
    expect((await fetchBytes(jon, added.url)).length).toBe(added.size);
  });

  it('is undone with its relations and files, whatever part of the import they were in', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => ({ ...TASK, id: `t${n}`, title: `Task ${n}`, number: n + 1 }));
    const relations = rows.slice(1).map(({ id }, n) => ({ ...RELATION, id: `r${n}`, taskId: `t${n}`, otherId: id }));
    const file = await archiveOf({ 'projects.json': [PROJECT], 'tasks.json': rows, 'relations.json': relations });
    const { id: projectId } = await call(mara, 'post', '/projects', { name: 'Mine' });
    await newTask(mara, projectId, { title: 'Before' });
    const { id, report } = await imported(file, { projectId });
    expect(report.made).toMatchObject({ tasks: 250, relations: 249 });
    await call(mara, 'post', `/imports/${id}/undo`);
    await server.work();
    expect((await get(`/imports/${id}`)).report.undone).toMatchObject({ tasks: 250 });
    expect(await get(`/tasks?projectId=${projectId}`)).toMatchObject([{ title: 'Before' }]);
  });

  it('is tried by a dry run, which says exactly what happens; without the files, they are named', async () => {
    const id = await makeProject();
    const { data, files } = await download();
    for (const [file, made] of [
      [data, 0],
      [files, 2],
    ] as const) {
      const tried = await imported(file, { dryRun: true, newProject: { name: 'Copy' } });
      expect(tried.plan).toMatchObject({
        name: 'Harbour  launch',
        tasks: 5,
        projects: [{ id, name: 'Harbour  launch', tasks: 5 }],
        project: id,
      });
      expect(tried.report.made.files).toBe(made);
      const done = await call(mara, 'post', '/imports', {
        source: 'CAIRN',
        fileOf: tried.id,
        newProject: { name: 'Copy' },
        dryRun: false,
      });
      await server.work();
      const { report } = await get(`/imports/${done.id}`);
      expect(report).toEqual(tried.report);
      const left = report.left.map(({ what, why, count }: Row) => `${count} ${what}: ${why}`);
      expect(left).toContain('1 History, notifications, views and watched tasks: left out: they stay in the download');
      expect(left).toContain('1 Members: left out: add them to the project yourself');
      const named = left.includes('2 File: left out: this archive has no files; import the one with the files');
      expect(named).toBe(made === 0);
    }
  });

  it('goes into a project that is there: its columns, people and next numbers', async () => {
    await makeProject();
    const { files } = await download();
    const { id: projectId } = await call(mara, 'post', '/projects', { name: 'Mine', color: '#2f8068' });
    await addMember(mara, projectId, jon);
    await newTask(mara, projectId, { title: 'Before' });
    const { report } = await imported(files, { projectId });
    expect(report.made).toMatchObject({ tasks: 5, columns: 3 });
    expect(report.left).toContainEqual({
      what: 'Name, description, color and key',
      kind: 'projectFields',
      why: 'left out: the project here keeps its own',
      reason: { key: 'keepsOwn', params: {} },
      count: 1,
    });
    const tasks = await get(`/tasks?projectId=${projectId}&orderBy=RANK_ASC`);
    expect(tasks.map(({ number }: Row) => number).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
    const sand = tasks.find(({ title }: Row) => title === 'Sand');
    expect([sand.assigneeId, sand.creatorId]).toEqual([jon.id, jon.id]);
    expect(await get(`/projects/${projectId}`)).toMatchObject({ name: 'Mine', color: '#2f8068', description: '' });
  });

  it('keeps done tasks done and open ones open, whatever a column of the same name means in the project', async () => {
    const { id } = await call(mara, 'post', '/projects', { name: 'From' });
    const [todo, , , done] = await get(`/projects/${id}/columns`);
    await call(mara, 'put', `/columns/${todo.id}`, { name: 'Ashore' });
    await call(mara, 'put', `/columns/${done.id}`, { name: 'Shipped' });
    await newTask(mara, id, { title: 'Open' });
    const { id: doneId } = await newTask(mara, id, { title: 'Over' });
    const { completedAt } = await call(mara, 'patch', `/tasks/${doneId}/status`, { status: 'DONE' });
    const { data } = await download();
    const { id: projectId } = await call(mara, 'post', '/projects', { name: 'Into' });
    await call(mara, 'post', `/projects/${projectId}/columns`, { name: 'Shipped', status: 'TODO' });
    await call(mara, 'post', `/projects/${projectId}/columns`, { name: 'Ashore', status: 'DONE' });
    await newTask(mara, projectId, { title: 'Before' });
    const { report } = await imported(data, { projectId, mapping: { project: id } });
    expect(report.left.map(({ why }: Row) => why)).toEqual(
      expect.arrayContaining(
        ['Done', 'To Do'].map((name) => `not a column here: its tasks are in “${name}” and have its name as a tag`),
      ),
    );
    const tasks = await get(`/tasks?projectId=${projectId}&orderBy=RANK_ASC`);
    expect(tasks.map(({ title, status, completedAt: at, tags }: Row) => [title, status, at, tags])).toEqual([
      ['Before', 'TODO', null, []],
      ['Open', 'TODO', null, ['Ashore']],
      ['Over', 'DONE', completedAt, ['Shipped']],
    ]);
  });

  it('fills an empty project like a new one: with its keys and columns, and for members who are there already', async () => {
    const from = await makeProject();
    const { data } = await download();
    const { id: projectId } = await call(mara, 'post', '/projects', { name: 'Mine', key: 'MINE' });
    await addMember(mara, projectId, jon);
    const { report } = await imported(data, { projectId, mapping: { project: from } });
    expect(report.made).toMatchObject({ tasks: 5 });
    const [now, before] = [
      await get(`/tasks?projectId=${projectId}&orderBy=RANK_ASC`),
      await get(`/tasks?projectId=${from}&orderBy=RANK_ASC`),
    ];
    const shown = (task: Row): Row[] =>
      ['title', 'number', 'assigneeId', 'creatorId', 'rank'].map((name) => task[name]);
    expect(now.map(shown)).toEqual(before.map(shown));
    const columns = async (id: string): Promise<Row[]> =>
      (await get(`/projects/${id}/columns`)).map((column: Row) =>
        ['name', 'status', 'color', 'limit', 'hidden'].map((name) => column[name]),
      );
    expect(await columns(projectId)).toEqual(await columns(from));
    // It is no longer empty.
    await newTask(mara, projectId, { title: 'Since' });
    const again = await imported(data, { projectId, mapping: { project: from } });
    expect([again.report.made.tasks, again.report.kept.tasks]).toEqual([0, 5]);
  });

  it('has a table whose due days, columns and tags stay the same', async () => {
    const { id } = await call(mara, 'post', '/projects', { name: 'Quay' });
    await call(mara, 'post', `/projects/${id}/columns`, { name: 'Werft', status: 'IN_REVIEW' });
    const columns = await get(`/projects/${id}/columns`);
    const columnId = columns.find(({ name }: Row) => name === 'Werft').id;
    const days = { dueDay: '2026-12-24', startDate: '2026-12-01' };
    const first = await newTask(mara, id, {
      title: 'Hull',
      description: '**Red**',
      tags: ['a;b', 'c'],
      columnId,
      ...days,
    });
    await newTask(mara, id, { title: 'Sand', parentId: first.id, dueDate: '2026-12-20T17:30:00Z', priority: 'LOW' });
    const over = await newTask(mara, id, { title: 'Over', assigneeId: mara.id });
    const { completedAt } = await call(mara, 'patch', `/tasks/${over.id}/status`, { status: 'DONE' });
    const csv = unzip(Buffer.from((await download()).data)).get('tasks.csv') ?? '';
    const done = await imported(new TextEncoder().encode(csv), { source: 'CSV', newProject: { name: 'Quay' } });
    expect(done.plan.lists.map(({ name, status }: Row) => [name, status])).toEqual([
      ['Werft', 'IN_REVIEW'],
      ['To Do', 'TODO'],
      ['Done', 'DONE'],
    ]);
    const tasks = await get(`/tasks?projectId=${done.projectId}&orderBy=RANK_ASC`);
    const notes = (key: string): string => `- project: Quay\n- creator: Mara Okafor\n- key: ${key}`;
    expect(tasks).toMatchObject([
      {
        title: 'Hull',
        description: `**Red**\n\n${notes(first.key)}`,
        tags: ['a;b', 'c'],
        status: 'IN_REVIEW',
        ...days,
      },
      { title: 'Sand', dueDay: null, dueDate: '2026-12-20T17:30:00.000Z', priority: 'LOW', parentId: tasks[0].id },
      { title: 'Over', assigneeId: mara.id, status: 'DONE', completedAt },
    ]);
  });

  it('keeps its numbers in an empty project when a stopped import continues after others have added a task', async () => {
    const tasks = Array.from({ length: 250 }, (_, n) => ({
      ...TASK,
      id: `t${n}`,
      title: `Task ${n}`,
      number: n + 1,
      rank: `a${String(n + 1).padStart(3, '1')}V`,
    }));
    const file = await archiveOf({ 'projects.json': [PROJECT], 'tasks.json': tasks });
    const { id: projectId } = await call(mara, 'post', '/projects', { name: 'Mine' });
    const { id } = await newImport(mara, file, { source: 'CAIRN', dryRun: false, projectId });
    let parts = 0;
    const stopAfterFirst = (): void => {
      parts += 1;
      if (parts > 1) throw new Error('The server stops');
    };
    const signal = Object.assign(new AbortController().signal, { throwIfAborted: stopAfterFirst });
    await expect(runImport(server.resources, { id }, 1, signal)).rejects.toThrow('The server stops');
    expect((await newTask(mara, projectId, { title: 'Since' })).number).toBe(201);
    await server.work();
    expect(await get(`/imports/${id}`)).toMatchObject({ state: 'DONE', report: { made: { tasks: 250 } } });
    const find = async (title: string): Promise<Row> => (await get(`/tasks?projectId=${projectId}&search=${title}`))[0];
    expect(await find('249')).toMatchObject({ title: 'Task 249', number: 250, rank: tasks[249]?.rank });
    // Its number is taken.
    expect((await find('200')).number).toBe(251);
  });

  it('brings the project that is chosen, and imports an archived one as active', async () => {
    const first = await makeProject();
    const { id } = await call(mara, 'post', '/projects', { name: 'Second', key: 'SEC' });
    await newTask(mara, id, { title: 'Only one' });
    await call(mara, 'post', `/projects/${id}/archive`);
    const { data } = await download();
    const tried = await imported(data, { dryRun: true, mapping: { project: id } }, jon);
    expect(tried.plan).toMatchObject({
      name: 'Second',
      tasks: 1,
      project: id,
      projects: [
        { id: first, tasks: 5 },
        { id, name: 'Second', tasks: 1 },
      ],
    });
    const done = await imported(data, { newProject: { name: 'Second' }, mapping: { project: id } }, jon);
    expect(done.report.left).toContainEqual({
      what: 'Archived',
      kind: 'archived',
      why: 'imported as an active project',
      reason: { key: 'importedActive', params: {} },
      count: 1,
    });
    expect(await get(`/projects/${done.projectId}`, jon)).toMatchObject({ key: 'SEC', archivedAt: null });
    const other = await imported(data, { newProject: { name: 'None' }, mapping: { project: 'x' } }, jon);
    expect(other).toMatchObject({ state: 'FAILED', failure: 'The download has no such project.' });
  });

  it('leaves out files for which there is no space, and names them', async () => {
    const { id } = await call(mara, 'post', '/projects', { name: 'Files' });
    const task = await newTask(mara, id);
    await newAttachment(mara, task.id, 'plan.txt');
    await newAttachment(mara, task.id, 'small');
    const { files } = await download();
    const { attachmentMaxMb } = server.resources.env;
    const limit = { attachmentMaxMb: 20 / 1024 / 1024 };
    Object.assign(server.resources.env, limit);
    const reports = [];
    for (const dryRun of [true, false]) {
      reports.push((await imported(files, { dryRun, newProject: { name: 'Copy' } })).report);
    }
    Object.assign(server.resources.env, { attachmentMaxMb });
    expect(reports[0]).toEqual(reports[1]);
    expect(reports[0].made).toMatchObject({ tasks: 1, files: 1 });
    expect(reports[0].left).toContainEqual({
      what: 'File',
      kind: 'file',
      why: expect.stringContaining('a file can have'),
      reason: { key: 'fileTooLarge', params: { megabytes: 20 / 1024 / 1024 } },
      count: 1,
    });
  });

  it('leaves out files for which others have taken the space since the import began, and names them', async () => {
    const { id } = await call(mara, 'post', '/projects', { name: 'Files' });
    await newAttachment(mara, (await newTask(mara, id)).id, 'plan.txt');
    const { files } = await download();
    const { id: projectId } = await call(mara, 'post', '/projects', { name: 'Into' });
    const there = await newAttachment(mara, (await newTask(mara, projectId)).id, 'there.txt');
    const started = await newImport(mara, files, { source: 'CAIRN', projectId, dryRun: false });
    // Commands begin after the archive was opened, and its free space measured.
    class FilledProject extends ProjectQueue {
      override async run<T>(projectIds: readonly string[], work: () => Promise<T>): Promise<T> {
        await rows(server, 'update attachment set size = ? where id = ?', [2 * GIGABYTE - 1, there]);
        return super.run(projectIds, work);
      }
    }
    await runImport({ ...server.resources, queue: new FilledProject() }, { id: started.id }, 1);
    const { state, report } = await get(`/imports/${started.id}`);
    expect([state, report.made]).toEqual(['DONE', expect.objectContaining({ tasks: 1, files: 0 })]);
    expect(report.left).toContainEqual({
      what: 'File',
      kind: 'file',
      why: expect.any(String),
      reason: { key: 'projectFull', params: { gigabytes: 2 } },
      count: 1,
    });
  });

  it('leaves out a file that is damaged in the archive', async () => {
    const { id } = await call(mara, 'post', '/projects', { name: 'Files' });
    const task = await newTask(mara, id);
    await newAttachment(mara, task.id, 'plan.txt');
    const { files } = await download();
    const at = Buffer.from(files).indexOf('The content of plan.txt');
    files[at] = 0x74;
    for (const dryRun of [true, false]) {
      const { report } = await imported(files, { dryRun, newProject: { name: 'Copy' } });
      expect(report.made).toMatchObject({ tasks: 1, files: 0 });
      expect(report.left).toContainEqual({
        what: 'File',
        kind: 'file',
        why: 'left out: it is damaged in the archive',
        reason: { key: 'fileDamaged', params: {} },
        count: 1,
      });
    }
  });

  it('says in words why an archive cannot be read', async () => {
    const failure = async (file: Bytes) => (await imported(file, { newProject: { name: 'New' } })).failure;
    const whole = await archiveOf({ 'projects.json': [PROJECT], 'tasks.json': [TASK] });
    expect(await failure(whole.slice(0, whole.length - 30))).toBe('This is not a zip file.');
    const bomb = await archiveOf({ 'projects.json': [PROJECT], 'tasks.json': `[${' '.repeat(5_000_000)}]` });
    expect(await failure(await archiveOf({ 'data.zip': bomb }))).toContain('more than a hundred times its size');
  });

  it('survives values that are wrong', async () => {
    const nul = '\u0000';
    const file = await archiveOf({
      'projects.json': [
        { ...PROJECT, name: `Gar${nul}den`, color: 'red', key: 'a b', description: 7, tagColors: { hull: 'x', a: 1 } },
      ],
      'columns.json': [
        { id: 'c1', projectId: 'p', name: 7, status: 'TODO', limit: -1, hidden: 'no' },
        { id: 'c2', projectId: 'p', name: 'Odd', status: 'LATER' },
        3,
        null,
      ],
      'members.json': { a: 1 },
      'tasks.json': [
        {
          ...TASK,
          id: 'a',
          title: `A${nul}`,
          parentId: 'b',
          columnId: 'gone',
          number: 2_147_483_647,
          rank: 'zzz',
          tags: 3,
        },
        {
          ...TASK,
          id: 'b',
          title: '\u200B',
          parentId: 'a',
          dueDate: 'soon',
          dueDay: '2026-02-30',
          status: 'DONE',
          rank: '',
        },
        { ...TASK, id: 'c', title: 9, parentId: 'c', repeat: { rule: 'FREQ=SECONDLY' }, seriesId: 4, occurrence: 1e9 },
        { ...TASK, id: 'a', title: 'Repeated' },
        'text',
      ],
      'checklists.json': [{ id: 'i', projectId: 'p', taskId: 'a', text: ['x'], done: 1 }],
      'comments.json': [
        {
          id: 'k',
          projectId: 'p',
          taskId: 'a',
          text: `Hi${nul}`,
          createdAt: '9999999',
          authorName: {},
          importedFrom: 3,
        },
        { id: 'l', projectId: 'p', taskId: 'nowhere', text: 'Lost' },
      ],
      'relations.json': [
        { ...RELATION, id: '1', taskId: 'a', otherId: 'b' },
        { ...RELATION, id: '2', taskId: 'b', otherId: 'a' },
        { ...RELATION, id: '3', taskId: 'a', otherId: 'a' },
        { ...RELATION, id: '4', taskId: 'a', otherId: 'c', kind: 'HATES' },
        { ...RELATION, id: '5', taskId: 'a', otherId: 'nowhere' },
      ],
      'attachments.json': [{ id: '../x', projectId: 'p', taskId: 'a', name: '../../etc/passwd', isCover: true }],
    });
    for (const dryRun of [true, false]) {
      const done = await imported(file, { dryRun, newProject: { name: 'Garden' } });
      expect([done.state, done.failure]).toEqual(['DONE', null]);
      expect(done.report.made).toMatchObject({ tasks: 3, comments: 1, relations: 1, files: 0, checklistItems: 0 });
      const left = done.report.left.map(({ what, why }: Row) => `${what}: ${why}`);
      expect(left).toEqual(
        expect.arrayContaining([
          'Column: left out: it is not in the file',
          'Parent: left out: it would be a subtask of itself',
          'Relation: left out: the tasks would depend on each other',
          'Comments: left out: 1 of tasks that are not in the file',
          'Task: left out: the file has it twice',
          'File: left out: this archive has no files; import the one with the files',
        ]),
      );
      if (dryRun) continue;
      const tasks = await get(`/tasks?projectId=${done.projectId}`);
      expect(tasks.map(({ title }: Row) => title).toSorted()).toEqual(['A', 'Untitled', 'Untitled']);
      // Further tasks find a number and a place.
      const next = await newTask(mara, done.projectId, { title: 'Next' });
      expect(next.number).toBe(4);
    }
  });
});

const PROJECT = { id: 'p', name: 'Garden' };
const TASK = {
  id: 't',
  projectId: 'p',
  title: 'Dig',
  description: '',
  status: 'TODO',
  priority: 'LOW',
  createdAt: '2026-01-01T10:00:00.000Z',
};
const RELATION = { id: 'r', projectId: 'p', kind: 'BLOCKS', createdAt: '2026-01-01T10:00:00.000Z' };
