import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inDays, newProgram } from '../../test/support/apiToken.js';
import { addMember, newImport, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import {
  ASANA,
  CARD_PLAN,
  JIRA,
  LINEAR,
  LIST_TODO,
  MEMBER_JON,
  TODOIST,
  trelloBoard,
  trelloId,
  zipOf,
} from '../../test/support/importFiles.js';
import { type MailServer, startMailServer } from '../../test/support/jobQueue.js';
import { endedImport } from '../../test/support/imports.js';
import { rows } from '../../test/support/rows.js';
import { addJob } from '../platform/jobs/addJob.js';
import { readCsv } from '../../test/support/unzip.js';
import { suspend } from '../accounts/operator.service.js';
import { forbidden } from '../platform/lib/errors.js';
import { ProjectQueue } from '../write/projectQueue.js';
import { runImport } from './import.job.js';
import { originId } from './originId.js';
import { runUndoImport } from './undoImport.job.js';

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
  await mara.client.rest('put', '/auth/preferences', { timeZone: 'Europe/Berlin' });
});

const get = async (path: string, by = mara) => (await by.client.rest('get', path)).body?.data;
const read = (id: string, by = mara) => get(`/imports/${id}`, by);
/** Runs the jobs, and returns the import as it is then. */
async function ended(id: string, by = mara) {
  await server.work();
  return read(id, by);
}
const BOARD = JSON.stringify(trelloBoard());
/** Imports a file and returns the ended import. */
async function imported(file: string | Uint8Array<ArrayBuffer>, input: object = {}, by = mara) {
  const { id, status, body } = await newImport(by, file, { dryRun: false, ...input });
  expect([status, body.errors]).toEqual([202, undefined]);
  return ended(id, by);
}
const tasksOf = (projectId: string, by = mara) => get(`/tasks?projectId=${projectId}&limit=100&orderBy=RANK_ASC`, by);
const columnsOf = async (projectId: string) =>
  (await get(`/projects/${projectId}/columns`)).map(({ name, status, hidden, limit }: never) => ({
    name,
    status,
    hidden,
    limit,
  }));
const reportOf = async (id: string) => {
  const { text, headers, status } = await mara.client.rest('get', `/imports/${id}/report`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  return readCsv(text.replace('\ufeff', ''));
};

describe('a Trello board', () => {
  it('becomes a project with its columns, tasks, checklists, comments, tags and links', async () => {
    const done = await imported(BOARD, { newProject: { name: 'Festival' } });
    expect(done).toMatchObject({ state: 'DONE', done: 5, total: 5, progress: 100, failure: null, uploadUrl: null });
    expect(done.report).toMatchObject({ made: { tasks: 5, comments: 2, checklistItems: 2 }, refusedCount: 0 });
    const { projectId } = done;
    expect(await get(`/projects/${projectId}`)).toMatchObject({ name: 'Festival', viewerRole: 'OWNER' });
    expect(await columnsOf(projectId)).toEqual([
      { name: 'Backlog', status: 'TODO', hidden: false, limit: null },
      { name: 'In Arbeit', status: 'IN_PROGRESS', hidden: false, limit: 3 },
      { name: 'Fertig', status: 'DONE', hidden: false, limit: null },
      { name: 'In Review', status: 'IN_REVIEW', hidden: false, limit: null },
    ]);
    const tasks = await tasksOf(projectId);
    expect(tasks.map(({ title, status, number }: never) => [title, status, number])).toEqual([
      ['First', 'TODO', 1],
      ['Plan the garden', 'TODO', 2],
      ['Dig', 'DONE', 3],
      ['Water', 'DONE', 4],
      ['Very old', 'DONE', 5],
    ]);
    const [, plan] = tasks;
    expect(plan).toMatchObject({
      dueDate: '2026-12-24T17:00:00.000Z',
      startDate: '2026-12-01',
      tags: ['Garden', 'red', 'a  b'],
      createdAt: '2024-03-01T10:00:00.000Z',
      updatedAt: '2025-05-05T10:00:00.000Z',
      commentCount: 2,
      checklistTotal: 2,
      checklistDone: 1,
      assigneeId: null,
      creatorId: mara.id,
    });
    expect(plan.description).toBe(
      '**Roses**\n\nand tulips\n\n- [Plan.pdf](<https://trello.com/1/cards/x/attachments/y/download/Plan.pdf>)\n' +
        '- [A  link ](<https://example.com/roses>)\n\n- Budget: 120\n- Size: Large\n\n' +
        `Assigned to: A former member (${trelloId(12)}), Jon Okafor`,
    );
    expect(await get(`/tasks/${plan.id}/checklist`)).toMatchObject([
      { text: 'Seeds', done: false },
      { text: 'Spade', done: true },
    ]);
    expect(await get(`/tasks/${plan.id}/comments`)).toMatchObject([
      {
        text: 'First @jon',
        authorId: mara.id,
        importedFrom: { name: 'Jon Okafor', at: '2024-04-01T10:00:00.000Z' },
        createdAt: '2024-04-01T10:00:00.000Z',
      },
      { text: 'Second', importedFrom: { name: 'A former member' } },
    ]);
    const { data } = await mara.client.graphql(`{ task(id: "${plan.id}") { origin { source id url } } }`);
    expect(data.task.origin).toEqual({ source: 'TRELLO', id: CARD_PLAN, url: 'https://trello.com/c/abc' });
    expect((await get(`/projects/${projectId}/tags`)).find(({ name }: { name: string }) => name === 'Garden')).toEqual({
      name: 'Garden',
      color: '#2f8068',
      count: 1,
    });
  });

  it('names each thing that it leaves out, with the reason', async () => {
    const { id, report } = await imported(BOARD, { newProject: { name: 'Festival' } });
    const lines = await reportOf(id);
    expect(lines[0]).toEqual(['Row', 'What', 'Why', 'Imported']);
    const about = lines.slice(1).map(([row, what]) => `${row}: ${what}`);
    expect(about.toSorted()).toEqual([
      'Card “Plan the garden”: Assignee “A former member (' + trelloId(12) + ')”',
      'Card “Plan the garden”: Assignee “Jon Okafor”',
      'Card “Plan the garden”: Due date and member of “Seeds”',
      'Card “Plan the garden”: File “Plan.pdf”',
    ]);
    expect(report.lineCount).toBe(4);
    expect(report.left).toContainEqual({
      what: 'Assignee',
      kind: 'assignee',
      why: 'no one here was chosen; the name is in the description',
      reason: { key: 'noOneChosen', params: {} },
      count: 2,
    });
  });

  it('gives programs the same as keys, and counts what has one kind and one reason', async () => {
    const cards = ['One', 'Two', 'Three'].map((name, n) => ({
      id: trelloId(400 + n),
      name,
      desc: '',
      pos: n,
      idList: LIST_TODO,
      idMembersVoted: [trelloId(1)],
      badges: { comments: n },
      attachments: [{ name: `“Plan” ${n}.pdf`, url: 'https://trello.com/plan.pdf', isUpload: true }],
    }));
    const { id, report } = await imported(JSON.stringify(trelloBoard({ cards })), { newProject: { name: 'Festival' } });
    const inShort = report.left.map(({ kind, reason, count }: never) => [kind, reason, count]);
    expect(inShort).toEqual([
      ['file', { key: 'fileLinked', params: {} }, 3],
      ['votes', { key: 'noVotes', params: {} }, 3],
      ['deletedCardComments', { key: 'ofDeletedCards', params: { count: 2 } }, 1],
      ['olderComments', { key: 'commentsMissing', params: { count: 1, actions: 1_000 } }, 1],
      ['olderComments', { key: 'commentsMissing', params: { count: 2, actions: 1_000 } }, 1],
    ]);
    expect(report.left.map(({ what }: { what: string }) => what).slice(0, 2)).toEqual(['File', 'Votes']);
    // Lines that an earlier version stored have no keys. Lines with the same text are still counted together.
    await rows(server, 'update import_line set words = null where import_id = ? and n > 1', [id]);
    const { left } = (await read(id)).report;
    expect(left.filter(({ kind }: { kind: unknown }) => kind !== null)).toHaveLength(2);
    expect(left).toContainEqual({
      what: 'File',
      kind: null,
      why: 'not copied: the file has only its address; a link is in the description',
      reason: null,
      count: 2,
    });
    // A later version can have other kinds.
    await rows(
      server,
      `update import_line set words = jsonb_set(words, '{what,kind}', '"sticker"') where import_id = ?`,
      [id],
    );
    expect((await read(id)).report.left).toContainEqual(expect.objectContaining({ kind: 'sticker', what: 'sticker' }));
  });

  it('reports the same by a dry run that a stopped server interrupts', async () => {
    const row = (n: number, parent = '') => `P-${n},${n},${parent},Task,Row ${n}`;
    const rest = Array.from({ length: 250 }, (_, at) => row(at + 3, String((at % 2) + 1)));
    const table = ['Issue key,Issue id,Parent id,Issue Type,Summary', row(1), row(2), ...rest].join('\n');
    const { id } = await newImport(mara, table, { source: 'JIRA', newProject: { name: 'Rows' } });
    const { report } = await ended(id);
    expect(report).toMatchObject({ made: { tasks: 252 }, left: [] });
    // As it is between two of its parts.
    await rows(server, `update import set state = 'RUNNING', finished_at = null, part = 2, done = 200 where id = ?`, [
      id,
    ]);
    await runImport(server.resources, { id }, 1);
    expect((await read(id)).report).toEqual(report);
  });

  it('gives no task a parent that someone has deleted between two of its parts', async () => {
    const row = (n: number, parent = '') => `P-${n},${n},${parent},Task,Row ${n}`;
    const rest = Array.from({ length: 250 }, (_, at) => row(at + 3, String((at % 2) + 1)));
    const table = ['Issue key,Issue id,Parent id,Issue Type,Summary', row(1), row(2), ...rest].join('\n');
    const { id: projectId } = await newProject(mara);
    const { id } = await newImport(mara, table, { source: 'JIRA', projectId, dryRun: false });
    const parents = () =>
      rows<{ id: string }>(
        server,
        'select distinct parent_id as id from task where project_id = ? and parent_id is not null',
        [projectId],
      );
    class BusyProject extends ProjectQueue {
      override async run<T>(projectIds: readonly string[], work: () => Promise<T>): Promise<T> {
        for (const parent of await parents()) await mara.client.rest('delete', `/tasks/${parent.id}`);
        return super.run(projectIds, work);
      }
    }
    await runImport({ ...server.resources, queue: new BusyProject() }, { id }, 1);
    const { state, report } = await read(id);
    expect([state, report.made.tasks]).toEqual(['DONE', 252]);
    expect(report.left.map(({ what }: { what: string }) => what)).toEqual(['Parent']);
    expect(await parents()).toEqual([]);
  });

  it('is tried by a dry run, which makes nothing and says exactly what would be made', async () => {
    const before = (await get('/projects')).length;
    const { id, status } = await newImport(mara, BOARD, {
      newProject: { name: 'Festival' },
      mapping: { archived: false },
    });
    expect(status).toBe(202);
    const tried = await ended(id);
    expect(tried).toMatchObject({ state: 'DONE', dryRun: true, projectId: null });
    expect(tried.plan).toMatchObject({
      name: 'Frühlingsfest 🌷',
      tasks: 5,
      archived: 2,
      comments: 2,
      checklistItems: 2,
      lists: [
        { name: 'Backlog', tasks: 2, columnName: 'Backlog', status: 'TODO', isNew: true, columnId: null },
        { name: 'In Arbeit', tasks: 2, status: 'IN_PROGRESS', isNew: true },
        { name: 'Fertig', tasks: 0, status: 'DONE', isNew: true },
        { name: 'Old ideas', tasks: 1, isArchived: true, columnName: 'Done', isNew: false },
      ],
      people: [{ name: `A former member (${trelloId(12)})`, tasks: 1, userId: null }, { name: 'Jon Okafor' }],
    });
    expect((await get('/projects')).length).toBe(before);
    const refused = (name: string) => ({
      row: `Card “${name}”`,
      thing: { kind: 'card', name, number: null },
      why: 'archived: you chose to leave these out',
      reason: { key: 'archivedLeftOut', params: {} },
    });
    expect(tried.report.refused).toEqual([refused('Water'), refused('Very old')]);
    // The file is used again, and the report is the same.
    const real = await mara.client.rest('post', '/imports', {
      source: 'TRELLO',
      newProject: { name: 'Festival' },
      mapping: { archived: false },
      fileOf: id,
      dryRun: false,
    });
    expect([real.status, real.body.data.state, real.body.data.uploadUrl]).toEqual([201, 'RUNNING', null]);
    const done = await ended(real.body.data.id);
    expect(done.report).toEqual(tried.report);
    expect(await reportOf(done.id)).toEqual(await reportOf(id));
    expect(await tasksOf(done.projectId)).toHaveLength(3);
  });

  it('makes nothing twice and brings what is new', async () => {
    const { id: projectId } = await newProject(mara);
    const first = await imported(BOARD, { projectId });
    expect(first.report.made).toMatchObject({ tasks: 5, comments: 2, columns: 3 });
    const tasks = await tasksOf(projectId);
    const planned = tasks.find(({ title }: { title: string }) => title === 'Plan the garden');
    await mara.client.rest('put', `/tasks/${planned.id}`, { title: 'My own title' });
    await mara.client.rest('delete', `/tasks/${tasks[0].id}`);
    const board = trelloBoard() as { cards: object[]; actions: object[] };
    const more = JSON.stringify({
      ...board,
      cards: [...board.cards, { id: trelloId(99), name: 'New one', idList: LIST_TODO, pos: 9 }],
      actions: [
        {
          id: trelloId(64),
          type: 'commentCard',
          date: '2024-05-01T10:00:00.000Z',
          memberCreator: { fullName: 'Ines' },
          data: { text: 'Third', card: { id: CARD_PLAN } },
        },
        ...board.actions,
      ],
    });
    const second = await imported(more, { projectId });
    expect(second.report).toMatchObject({
      made: { tasks: 1, comments: 1, checklistItems: 0, columns: 0 },
      kept: { tasks: 4, comments: 2, checklistItems: 2 },
      refused: [
        {
          row: 'Card “First”',
          why: 'imported before and now in the trash: restore it there',
          reason: { key: 'inTrash' },
        },
      ],
    });
    const titles = (await tasksOf(projectId)).map(({ title }: { title: string }) => title);
    expect(titles).toEqual(['My own title', 'Dig', 'Water', 'Very old', 'New one']);
    const { data } = await mara.client.graphql('{ notifications { nodes { id } } }');
    expect(data.notifications.nodes).toEqual([]);
  });

  it('can be imported by two strangers, each with their own tasks', async () => {
    const sent = await Promise.all(
      [mara, jon].map((by) => newImport(by, BOARD, { dryRun: false, newProject: { name: 'Ours' } })),
    );
    await server.work();
    const [one, other] = await Promise.all([read(sent[0]?.id ?? ''), read(sent[1]?.id ?? '', jon)]);
    expect([one.report.made.tasks, other.report.made.tasks]).toEqual([5, 5]);
    expect((await jon.client.rest('get', `/imports/${one.id}`)).status).toBe(404);
    expect((await jon.client.rest('get', `/imports/${one.id}/report`)).status).toBe(404);
    expect((await jon.client.rest('post', `/imports/${one.id}/undo`)).status).toBe(404);
    expect((await jon.client.rest('get', `/projects/${one.projectId}`)).status).toBe(404);
  });

  it('is undone: what was changed since stays, and is listed', async () => {
    const { id: projectId } = await newProject(mara);
    const own = await newTask(mara, projectId, { title: 'Mine' });
    const { id } = await imported(BOARD, { projectId });
    const tasks = await tasksOf(projectId);
    const [dig, water] = ['Dig', 'Water'].map((wanted) =>
      tasks.find(({ title }: { title: string }) => title === wanted),
    );
    await mara.client.rest('post', `/tasks/${dig.id}/comments`, { text: 'Still needed' });
    const elsewhere = await newProject(mara);
    await mara.client.rest('patch', `/tasks/${water.id}/project`, { projectId: elsewhere.id });
    const asked = await mara.client.rest('post', `/imports/${id}/undo`);
    expect([asked.status, asked.body.data.state]).toEqual([200, 'UNDOING']);
    const undone = await ended(id);
    expect(undone).toMatchObject({ state: 'UNDONE', report: { undone: { tasks: 3 } } });
    expect((await tasksOf(projectId)).map((task: { id: string }) => task.id)).toEqual([own.id, dig.id]);
    expect((await tasksOf(elsewhere.id)).map((task: { id: string }) => task.id)).toEqual([water.id]);
    for (const title of ['Dig', 'Water']) {
      const why = 'kept: it was changed after the import';
      expect(await reportOf(id)).toContainEqual([`Task “${title}”`, 'Task', why, 'yes']);
    }
    expect((await get('/trash')).length).toBe(3);
    // Again: nothing more happens.
    const again = await mara.client.rest('post', `/imports/${id}/undo`);
    expect([again.status, again.body.data.state]).toEqual([200, 'UNDONE']);
  });

  it('is undone in tasks that were there before: only what it added, and no one has changed', async () => {
    const { id: projectId } = await newProject(mara);
    await imported(BOARD, { projectId });
    const board = trelloBoard() as { actions: object[] };
    const comment = (n: number) => ({
      id: trelloId(70 + n),
      type: 'commentCard',
      date: '2024-06-01T10:00:00.000Z',
      memberCreator: { fullName: 'Ines' },
      data: { text: `More ${n}`, card: { id: CARD_PLAN } },
    });
    const more = JSON.stringify({ ...board, actions: [comment(1), comment(2), ...board.actions] });
    const { id } = await imported(more, { projectId });
    const plan = (await tasksOf(projectId)).find(({ title }: { title: string }) => title === 'Plan the garden');
    const comments = await get(`/tasks/${plan.id}/comments`);
    const changed = comments.find(({ text }: { text: string }) => text === 'More 1');
    await mara.client.rest('put', `/comments/${changed.id}`, { text: 'Changed' });
    await mara.client.rest('post', `/imports/${id}/undo`);
    const { report } = await ended(id);
    expect(report.undone).toMatchObject({ tasks: 0, comments: 1 });
    expect(report.left).toContainEqual(
      expect.objectContaining({ kind: 'comment', reason: { key: 'keptChanged', params: {} } }),
    );
    const texts = (await get(`/tasks/${plan.id}/comments`)).map(({ text }: { text: string }) => text);
    expect(texts.toSorted()).toEqual(['Changed', 'First @jon', 'Second']);
    expect(await tasksOf(projectId)).toHaveLength(5);
  });

  it('brings back what an undo has deleted from existing tasks, but not what a person has deleted', async () => {
    const { id: projectId } = await newProject(mara);
    await newImport(mara, JSON.stringify(trelloBoard({ actions: [], checklists: [] })), { projectId, dryRun: false });
    await server.work();
    const plan = (await tasksOf(projectId)).find(({ title }: { title: string }) => title === 'Plan the garden');
    const contents = async () => [
      (await get(`/tasks/${plan.id}/comments`)).map(({ text }: { text: string }) => text).toSorted(),
      (await get(`/tasks/${plan.id}/checklist`)).map(({ text, done }: never) => [text, done]),
    ];
    const made = await imported(BOARD, { projectId });
    expect(made.report.made).toMatchObject({ comments: 2, checklistItems: 2 });
    const full = await contents();
    expect(full.flat()).toHaveLength(4);
    await mara.client.rest('post', `/imports/${made.id}/undo`);
    expect((await ended(made.id)).report.undone).toMatchObject({ comments: 2, checklistItems: 2 });
    expect(await contents()).toEqual([[], []]);
    const again = await imported(BOARD, { projectId });
    expect(again.report).toMatchObject({
      made: { comments: 2, checklistItems: 2 },
      kept: { tasks: 5, comments: 0, checklistItems: 0 },
    });
    expect(await contents()).toEqual(full);
    // This import can be undone, too, except for what a person has deleted.
    const [first] = await get(`/tasks/${plan.id}/comments`);
    await mara.client.rest('delete', `/comments/${first.id}`);
    await mara.client.rest('post', `/imports/${again.id}/undo`);
    expect((await ended(again.id)).report.undone).toMatchObject({ comments: 1, checklistItems: 2 });
    const third = await imported(BOARD, { projectId });
    expect(third.report).toMatchObject({ made: { comments: 1, checklistItems: 2 }, kept: { comments: 1 } });
    expect((await get(`/tasks/${plan.id}/comments`)).map(({ id }: { id: string }) => id)).not.toContain(first.id);
  });

  it('is imported with other choices after its undo', async () => {
    const { id: projectId } = await newProject(mara);
    const [, , review] = await get(`/projects/${projectId}/columns`);
    const first = await imported(BOARD, { projectId });
    const before = await tasksOf(projectId);
    const titled = (tasks: { title: string }[], wanted: string) => tasks.find(({ title }) => title === wanted) as never;
    const { id: planId } = titled(before, 'Plan the garden') as { id: string };
    const { id: waterId } = titled(before, 'Water') as { id: string };
    await mara.client.rest('delete', `/tasks/${waterId}`);
    await mara.client.rest('post', `/imports/${first.id}/undo`);
    expect((await ended(first.id)).report.undone).toMatchObject({ tasks: 4 });
    expect(await tasksOf(projectId)).toEqual([]);

    const cards = (trelloBoard() as { cards: { id: string; name: string }[] }).cards.map((card) =>
      card.id === CARD_PLAN ? { ...card, name: 'Plan', desc: 'x'.repeat(9_000), due: null, start: null } : card,
    );
    const mapping = { lists: [{ theirs: 'Backlog', columnId: review.id }] };
    const other = JSON.stringify(trelloBoard({ cards }));
    const tried = await imported(other, { projectId, mapping, dryRun: true });
    const again = await imported(other, { projectId, mapping });
    for (const { report } of [tried, again]) {
      expect(report).toMatchObject({
        made: { tasks: 4, comments: 2, checklistItems: 2 },
        kept: { tasks: 0, comments: 0, checklistItems: 0 },
        refusedCount: 1,
      });
    }
    // What a person has deleted stays deleted.
    expect((await get('/trash')).map(({ id }: { id: string }) => id)).toEqual([waterId]);
    const after = await tasksOf(projectId);
    expect(after.map(({ title }: { title: string }) => title)).toEqual(['First', 'Plan', 'Dig', 'Very old']);
    expect(titled(after, 'Plan')).toMatchObject({
      id: planId,
      columnId: review.id,
      status: 'IN_REVIEW',
      description: expect.stringContaining('xxx'),
      dueDate: null,
      startDate: null,
      number: (titled(before, 'Plan the garden') as { number: number }).number,
      updatedAt: '2025-05-05T10:00:00.000Z',
      commentCount: 2,
      checklistTotal: 2,
    });
    expect((await get(`/tasks?projectId=${projectId}&search=xxx`)).map(({ id }: { id: string }) => id)).toEqual([
      planId,
    ]);
    expect((await mara.client.graphql('{ notifications { nodes { kind } } }')).data.notifications.nodes).toEqual([]);

    expect((await imported(other, { projectId, mapping })).report).toMatchObject({
      made: { tasks: 0 },
      kept: { tasks: 4, comments: 2 },
    });
    await mara.client.rest('post', `/imports/${again.id}/undo`);
    expect((await ended(again.id)).report.undone).toMatchObject({ tasks: 4 });
    expect(await tasksOf(projectId)).toEqual([]);
    // Without the trash, the tasks are created.
    for (const { id } of await get('/trash')) {
      expect((await mara.client.rest('delete', `/trash/${id}`)).status).toBe(204);
    }
    expect((await imported(BOARD, { projectId })).report).toMatchObject({ made: { tasks: 5 }, refusedCount: 0 });
    const numbers = (tasks: { number: number }[]) => tasks.map(({ number }) => number).toSorted((a, b) => a - b);
    expect(numbers(await tasksOf(projectId))).toEqual(numbers(before));
  });

  it('is undone by a second undo after the first one failed in the middle', async () => {
    const cards = Array.from({ length: 250 }, (_, n) => ({
      id: trelloId(500 + n),
      name: `Card ${n}`,
      idList: LIST_TODO,
    }));
    const { id: projectId } = await newProject(mara);
    const { id } = await imported(JSON.stringify(trelloBoard({ cards, actions: [] })), { projectId });
    await mara.client.rest('post', `/imports/${id}/undo`);
    let parts = 0;
    const stopAfterFirst = () => {
      parts += 1;
      if (parts > 1) throw forbidden('This project is archived');
    };
    const signal = { aborted: false, throwIfAborted: stopAfterFirst } as AbortSignal;
    await runUndoImport(server.resources, { id }, 1, signal);
    const failureReason = { key: 'noRightToUndo' };
    expect(await read(id)).toMatchObject({ state: 'FAILED', done: 200, progress: 80, failureReason });
    await mara.client.rest('post', `/imports/${id}/undo`);
    expect(await ended(id)).toMatchObject({ state: 'UNDONE', failure: null, report: { undone: { tasks: 250 } } });
    expect(await tasksOf(projectId)).toEqual([]);
    expect((await newImport(mara, BOARD)).status).toBe(202);
  });

  it('is undone with the project that it made, if no one has changed that', async () => {
    const { id, projectId } = await imported(BOARD, { newProject: { name: 'Festival' } });
    await mara.client.rest('post', `/imports/${id}/undo`);
    expect((await ended(id)).state).toBe('UNDONE');
    expect((await mara.client.rest('get', `/projects/${projectId}`)).status).toBe(404);
    expect(await get('/trash')).toMatchObject([{ kind: 'PROJECT' }]);
  });

  it('is undone without the project that it made, if someone changes that at the same moment', async () => {
    const { id, projectId } = await imported(BOARD, { newProject: { name: 'Festival' } });
    await mara.client.rest('post', `/imports/${id}/undo`);
    class BusyProject extends ProjectQueue {
      override async run<T>(projectIds: readonly string[], work: () => Promise<T>): Promise<T> {
        await newTask(mara, projectId, { title: 'Just now' });
        return super.run(projectIds, work);
      }
    }
    const busy = { ...server.resources, queue: new BusyProject() };
    await expect(runUndoImport(busy, { id }, 1)).rejects.toThrow('someone has just changed');
    expect((await ended(id)).state).toBe('UNDONE');
    expect(await tasksOf(projectId)).toMatchObject([{ title: 'Just now' }]);
  });

  it('gives tasks to the members that were chosen, or that have the same name', async () => {
    const { id: projectId } = await newProject(mara);
    await addMember(mara, projectId, jon);
    const { report } = await imported(BOARD, {
      projectId,
      people: [{ theirs: `A former member (${trelloId(12)})`, userId: null }],
    });
    expect(report.made.tasks).toBe(5);
    const plan = (await tasksOf(projectId)).find(({ title }: { title: string }) => title === 'Plan the garden');
    expect(plan.assigneeId).toBe(jon.id);
    // The unread ones of the membership alone.
    const { data } = await jon.client.graphql('{ notifications { nodes { kind } } }');
    expect(data.notifications.nodes.filter(({ kind }: { kind: string }) => kind !== 'MEMBER_ADDED')).toEqual([]);
  });

  it('has names that can be chosen as the check shows them, also with spaces around them', async () => {
    const { id: projectId } = await newProject(mara);
    await addMember(mara, projectId, jon);
    const board = trelloBoard({ members: [{ id: MEMBER_JON, fullName: ' Ines Sol ', username: 'ines' }] });
    const { plan } = await imported(JSON.stringify(board), { projectId, dryRun: true });
    const [ines] = plan.people.filter(({ name }: { name: string }) => name.includes('Ines'));
    await imported(JSON.stringify(board), { projectId, people: [{ theirs: ines.name, userId: jon.id }] });
    const tasks = await tasksOf(projectId);
    expect(tasks.find(({ title }: { title: string }) => title === 'Plan the garden').assigneeId).toBe(jon.id);
  });

  it('is checked with choices for other names, which the report then lists', async () => {
    const { report } = await imported(BOARD, {
      dryRun: true,
      mapping: {
        lists: [
          { theirs: 'in arbeit', status: 'DONE' },
          { theirs: 'In Arbeit', status: 'IN_REVIEW' },
        ],
        fields: [{ column: 'Titel', field: 'TITLE' }],
      },
      people: [{ theirs: 'Jon', userId: null }],
    });
    const chosen = report.left.filter(({ reason }: { reason: { key: string } }) => reason.key === 'nameNotInFile');
    expect(chosen.map(({ what, count, why }: never) => [what, count, why])).toEqual([
      ['Assignee', 1, 'ignored: nothing in the file has this name'],
      ['Column', 1, 'ignored: nothing in the file has this name'],
      ['List', 1, 'ignored: nothing in the file has this name'],
    ]);
  });

  it('goes to the columns that were chosen; if the project cannot have more, its lists become tags', async () => {
    const { id: projectId } = await newProject(mara);
    await addMember(mara, projectId, jon);
    const [todo, , review] = await get(`/projects/${projectId}/columns`);
    const mapping = { lists: [{ theirs: 'In Arbeit', columnId: review.id }] };
    // Jon is no owner, so that he makes no columns.
    const { report } = await imported(BOARD, { projectId, mapping }, jon);
    expect(report.made.columns).toBe(0);
    const tasks = await tasksOf(projectId);
    const first = tasks.find(({ title }: { title: string }) => title === 'First');
    expect(first).toMatchObject({ columnId: todo.id, tags: ['Backlog'] });
    expect(report.left).toContainEqual({
      what: 'List',
      kind: 'list',
      why: 'not a column here: its tasks are in “To Do” and have its name as a tag',
      reason: { key: 'listIsTag', params: { column: 'To Do' } },
      count: 2,
    });
    const other = await imported(
      JSON.stringify(
        trelloBoard({
          lists: Array.from({ length: 60 }, (_, n) => ({ id: trelloId(200 + n), name: `قائمة ${n}`, pos: n })),
          cards: [{ id: trelloId(300), name: '春の祭り', idList: trelloId(259) }],
        }),
      ),
      { newProject: { name: '春' } },
    );
    expect((await columnsOf(other.projectId)).length).toBe(20);
    expect(await tasksOf(other.projectId)).toMatchObject([{ title: '春の祭り', tags: ['قائمة 59'] }]);
  });

  it('has no two columns of one name in a new project, whatever the statuses of its lists', async () => {
    const list = { id: trelloId(200), name: 'Done', pos: 1 };
    const cards = [{ id: trelloId(300), name: 'Card', idList: list.id }];
    const { projectId } = await imported(JSON.stringify(trelloBoard({ lists: [list], cards })), {
      newProject: { name: 'Board' },
      mapping: { lists: [{ theirs: 'Done', status: 'TODO' }] },
    });
    expect(await columnsOf(projectId)).toMatchObject([
      { name: 'Done', status: 'TODO' },
      { name: 'In Progress', status: 'IN_PROGRESS' },
      { name: 'In Review', status: 'IN_REVIEW' },
      { name: 'Done 2', status: 'DONE' },
    ]);
  });

  it('uses a column that someone adds after the import was planned, and makes no second one of its name', async () => {
    const { id: projectId } = await newProject(mara);
    const { id } = await newImport(mara, BOARD, { projectId, dryRun: false });
    const column = { name: 'Backlog', status: 'TODO' };
    let added: string | undefined;
    // Commands begin after the import was planned.
    class BusyProject extends ProjectQueue {
      override async run<T>(projectIds: readonly string[], work: () => Promise<T>): Promise<T> {
        added ??= (await mara.client.rest('post', `/projects/${projectId}/columns`, column)).body.data.id;
        return super.run(projectIds, work);
      }
    }
    await runImport({ ...server.resources, queue: new BusyProject() }, { id }, 1);
    const { state, report } = await read(id);
    expect([state, report.made.columns]).toEqual(['DONE', 2]);
    const names = (await columnsOf(projectId)).map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => name === column.name)).toHaveLength(1);
    const held = await tasksOf(projectId);
    expect(held.filter(({ columnId }: { columnId: string }) => columnId === added)).toHaveLength(2);
  });

  it('has one new column for lists of the same name, also with the choices that its check shows', async () => {
    const { id: projectId } = await newProject(mara);
    const lists = [200, 201].map((n) => ({ id: trelloId(n), name: 'Ideen', pos: n }));
    const cards = lists.map((list, n) => ({ id: trelloId(300 + n), name: `Card ${n}`, idList: list.id }));
    const { id, plan } = await imported(JSON.stringify(trelloBoard({ lists, cards })), { projectId, dryRun: true });
    const isNew = { name: 'Ideen', columnId: null, status: 'TODO', isNew: true, isTagged: false };
    expect(plan.lists).toMatchObject([isNew, isNew]);
    const mapping = { lists: [{ theirs: 'Ideen', status: 'TODO' }] };
    const input = { source: 'TRELLO', fileOf: id, projectId, mapping, dryRun: false };
    const { report } = await ended((await mara.client.rest('post', '/imports', input)).body.data.id);
    expect(report.made).toMatchObject({ columns: 1, tasks: 2 });
    const ideas = (await get(`/projects/${projectId}/columns`)).find(({ name }: { name: string }) => name === 'Ideen');
    expect(await tasksOf(projectId)).toMatchObject([{ columnId: ideas.id }, { columnId: ideas.id }]);
    expect((await columnsOf(projectId)).length).toBe(5);
  });
});

describe('tables', () => {
  it('of Jira become tasks with comments, in Markdown', async () => {
    const { projectId, report } = await imported(JIRA, { source: 'JIRA', newProject: { name: 'App' } });
    expect(report.made).toMatchObject({ tasks: 2, comments: 2 });
    const [login, sub] = await tasksOf(projectId);
    expect(login).toMatchObject({
      title: 'Login fails',
      priority: 'URGENT',
      tags: ['Bug', 'web', 'login'],
      status: 'IN_PROGRESS',
      dueDay: '2024-02-24',
      subtasksTotal: 1,
    });
    expect(login.description).toContain(
      '## Steps\n1. Open [the page](<https://example.com>)\n1. **Click**\n```java\nx*y*z\n```',
    );
    expect(login.description).toContain('- Custom field (Story point estimate): 5');
    expect(sub).toMatchObject({ title: '=cmd()', parentId: login.id, status: 'DONE', priority: 'LOW' });
    expect(await get(`/tasks/${login.id}/comments`)).toMatchObject([
      { text: 'Looks **bad**', importedFrom: { name: 'Jon Okafor', at: '2024-02-17T10:00:00.000Z' } },
      { text: 'Fixed', importedFrom: { name: 'Unknown' } },
    ]);
  });

  it('of Linear, Asana and Todoist keep their subtasks, days and people', async () => {
    const linear = await imported(LINEAR, { source: 'LINEAR', newProject: { name: 'Linear' } });
    expect(await tasksOf(linear.projectId)).toMatchObject([
      { title: '=SUM(1)', priority: 'URGENT', status: 'IN_REVIEW', dueDay: '2024-03-01', tags: ['Bug', 'Web'] },
      { title: 'Child', status: 'DONE', priority: 'MEDIUM', completedAt: '2024-02-20T10:00:00.000Z' },
    ]);
    const asana = await imported(ASANA, { source: 'ASANA', newProject: { name: 'Asana' } });
    const [launch, write] = await tasksOf(asana.projectId);
    expect(launch).toMatchObject({
      startDate: '2024-02-20',
      dueDay: '2024-02-25',
      description: 'Line 1\nLine 2\n\nAssigned to: jon@example.com',
    });
    expect(write).toMatchObject({
      title: 'Write',
      parentId: launch.id,
      status: 'DONE',
      completedAt: '2024-02-18T12:00:00.000Z',
    });
    const todoist = await imported(TODOIST, { source: 'TODOIST', newProject: { name: 'Todoist' } });
    const tasks = await tasksOf(todoist.projectId);
    expect(tasks[0]).toMatchObject({
      title: 'Buy milk',
      tags: ['shop', 'home'],
      priority: 'URGENT',
      dueDay: '2026-11-28',
      commentCount: 1,
    });
    expect(tasks.map(({ title }: { title: string }) => title)).toEqual([
      'Buy milk',
      'At the corner',
      'Dig',
      'Deep',
      'Deeper',
      'Deepest',
    ]);
    // Three levels: the fourth moves up.
    expect(tasks[5].parentId).toBe(tasks[3].id);
    expect(todoist.report.left.map(({ what }: { what: string }) => what).toSorted()).toEqual([
      'Assignee',
      'Date',
      'Parent',
    ]);
  });

  it('of Jira and Todoist that are newer bring only new comments, wherever they are', async () => {
    const { id: projectId } = await newProject(mara);
    const textsOf = async (title: string) => {
      const task = (await tasksOf(projectId)).find((it: { title: string }) => it.title === title);
      return (await get(`/tasks/${task.id}/comments`)).map(({ text }: { text: string }) => text).toSorted();
    };
    await imported(JIRA, { source: 'JIRA', projectId });
    const [first = ''] = /17\/Feb\/24 11:00 AM;[^,]*/.exec(JIRA) ?? [];
    const jira = await imported(JIRA.replace(first, ''), { source: 'JIRA', projectId });
    expect(jira.report).toMatchObject({ made: { comments: 0 }, kept: { comments: 1 } });
    await imported(TODOIST, { source: 'TODOIST', projectId });
    const newer = TODOIST.replace('note,Oat milk', 'note,Rice milk,,,,Mara (1),,,,\nnote,Oat milk');
    await imported(newer, { source: 'TODOIST', projectId });
    expect(await textsOf('Buy milk')).toEqual(['Oat milk', 'Rice milk']);
    // Comments that an earlier version imported had an id by their place.
    const taskId = originId(projectId, 'TODOIST', '//Buy milk @shop @home');
    const idAt = (place: number) => originId(taskId, 'comment', `//Buy milk @shop @home:${place}`);
    await rows(server, "update comment set id = ? where text = 'Rice milk' and task_id = ?", [idAt(0), taskId]);
    await rows(server, "update comment set id = ? where text = 'Oat milk' and task_id = ?", [idAt(1), taskId]);
    const again = await imported(newer, { source: 'TODOIST', projectId });
    expect(again.report).toMatchObject({ made: { comments: 0 }, kept: { comments: 2 } });
  });

  it('are mapped by the person, who can change what columns mean and how dates are read', async () => {
    const file = 'Was;Wann;Wohin\nEins;03/04/2026;Keller\n';
    const tried = await newImport(mara, file, { source: 'CSV' });
    const plan = (await ended(tried.id)).plan;
    expect(plan.fields.map(({ column, field }: never) => [column, field])).toEqual([
      ['Was', 'TITLE'],
      ['Wann', 'KEEP'],
      ['Wohin', 'KEEP'],
    ]);
    const fields = [
      { column: 'Was', field: 'TITLE' },
      { column: 'Wann', field: 'DUE' },
      { column: 'Wohin', field: 'LIST' },
    ];
    const again = await mara.client.rest('post', '/imports', { source: 'CSV', fileOf: tried.id, mapping: { fields } });
    expect((await ended(again.body.data.id)).plan).toMatchObject({
      dateOrder: 'DAY_FIRST',
      lists: [{ name: 'Keller', tasks: 1 }],
    });
    const mapping = { fields, dateOrder: 'MONTH_FIRST', lists: [{ theirs: 'Keller', status: 'IN_REVIEW' }] };
    const done = await mara.client.rest('post', '/imports', {
      source: 'CSV',
      fileOf: tried.id,
      mapping,
      newProject: { name: 'Haus' },
      dryRun: false,
    });
    const { projectId } = await ended(done.body.data.id);
    expect(await tasksOf(projectId)).toMatchObject([{ title: 'Eins', dueDay: '2026-03-04', status: 'IN_REVIEW' }]);
  });

  it('are mapped by the person, however long the names of columns and lists are', async () => {
    const file = `Task;Status;${'How did you like it? '.repeat(40)}\nOne;${'Waiting '.repeat(80)};Well\n`;
    const tried = await newImport(mara, file, { source: 'CSV' });
    const { plan } = await ended(tried.id);
    const fields = plan.fields.map(({ column, field }: never) => ({ column, field }));
    const mapping = { fields, lists: plan.lists.map(({ name }: never) => ({ theirs: name, status: 'IN_PROGRESS' })) };
    const goal = { newProject: { name: 'Survey' }, dryRun: false };
    const done = await mara.client.rest('post', '/imports', { source: 'CSV', fileOf: tried.id, mapping, ...goal });
    expect(done.body.errors).toBeUndefined();
    const { projectId } = await ended(done.body.data.id);
    expect(await tasksOf(projectId)).toMatchObject([{ title: 'One', status: 'IN_PROGRESS' }]);
  });
});

describe('an export of Vikunja', () => {
  it('becomes a project with its description, relations and colors', async () => {
    const tasks = [
      {
        id: 1,
        title: 'Dig',
        labels: [{ title: 'Red', hex_color: 'c04c5c' }],
        related_tasks: { blocking: [{ id: 2 }], related: [{ id: 9 }] },
      },
      { id: 2, title: 'Plant', done: true, done_at: '2024-02-18T10:00:00Z', related_tasks: { blocked: [{ id: 1 }] } },
    ];
    const project = { title: 'Garden', description: '<p>All year</p>', tasks };
    const file = new Uint8Array(await zipOf({ 'data.json': JSON.stringify([project]) }));
    const done = await imported(file, { source: 'VIKUNJA', newProject: { name: 'Garden' } });
    expect(done.report).toMatchObject({ made: { tasks: 2, relations: 1 }, left: [{ kind: 'relation', count: 1 }] });
    const { projectId } = done;
    expect(await get(`/projects/${projectId}`)).toMatchObject({ description: 'All year' });
    expect(await get(`/projects/${projectId}/tags`)).toMatchObject([{ name: 'Red', color: '#c04c5c' }]);
    const [dig, plant] = await tasksOf(projectId);
    expect(plant).toMatchObject({ status: 'DONE', completedAt: '2024-02-18T10:00:00.000Z' });
    expect(await get(`/tasks/${dig.id}/relations`)).toMatchObject([{ kind: 'BLOCKS', taskId: dig.id }]);
    // A project that is there keeps its description.
    const { report } = await imported(file, { source: 'VIKUNJA', projectId: (await newProject(mara)).id });
    expect(report.left).toContainEqual(
      expect.objectContaining({ kind: 'description', reason: { key: 'keepsOwn', params: {} } }),
    );
  });
});

describe('an import', () => {
  it('is refused with words at the field', async () => {
    const errors = async (body: object) => (await mara.client.rest('post', '/imports', body)).body.errors;
    const { id: projectId } = await newProject(jon);
    expect(await errors({ source: 'EXCEL' })).toEqual({ source: [expect.stringContaining('source must be one of')] });
    expect(await errors({ source: 'CSV', dryRun: false })).toEqual({ projectId: ['Choose a project'] });
    expect(await errors({ source: 'CSV', projectId })).toEqual({ projectId: ['Project not found'] });
    expect(await errors({ source: 'CSV', projectId, newProject: { name: 'Both' } })).toEqual({
      newProject: ['Give a project or a new one, not both'],
    });
    expect(await errors({ source: 'CSV', newProject: { name: ' ' } })).toEqual({
      newProject: ['Name is required'],
    });
    await newProject(mara, { key: 'MINE' });
    expect(await errors({ source: 'CSV', newProject: { name: 'Mine', key: 'MINE' } })).toEqual({
      newProject: ['Another of your projects has the key MINE'],
    });
    expect(await errors({ source: 'CSV', fileOf: mara.id })).toEqual({
      fileOf: ['The file is no longer here. Send it again, please.'],
    });
    expect(await errors({ source: 'CSV', people: [{ theirs: 'Jon', userId: jon.id }] })).toEqual({
      people: ['Assignee must be a member of the project'],
    });
    expect(await errors({ source: 'CSV', mapping: { lists: [{ theirs: 'A', columnId: mara.id }] } })).toEqual({
      mapping: ['Column must be a column of the project'],
    });
    await addMember(jon, projectId, mara, 'VIEWER');
    expect((await mara.client.rest('post', '/imports', { source: 'CSV', projectId })).status).toBe(403);
  });

  it('says in words why a file cannot be read', async () => {
    expect((await newImport(mara, '')).status).toBe(400);
    const { id } = await newImport(mara, 'a,b\n1,2', { source: 'TODOIST' });
    expect(await ended(id)).toMatchObject({
      failure: expect.stringContaining('not a Todoist template'),
      failureReason: { key: 'notTodoist', params: {} },
    });
    // A process of an earlier version writes only the text.
    await rows(server, "update import set failure = 'It broke' where id = ?", [id]);
    expect(await read(id)).toMatchObject({ failure: 'It broke', failureReason: null });
  });

  it('takes one file, and only while it waits for it', async () => {
    const { id } = await newImport(mara, BOARD);
    const again = await mara.client.rest('put', `/imports/${id}/file`, BOARD, {
      'content-type': 'application/octet-stream',
    });
    expect([again.status, again.body.message]).toEqual([409, 'The file of this import is here already']);
    await ended(id);
    expect((await mara.client.rest('post', `/imports/${id}/undo`)).status).toBe(409);
    const stopped = await mara.client.rest('post', `/imports/${id}/stop`);
    expect(stopped.body.data.state).toBe('DONE');
    const { id: waiting } = (await mara.client.rest('post', '/imports', { source: 'TRELLO' })).body.data;
    await mara.client.rest('post', `/imports/${waiting}/stop`);
    const late = await mara.client.rest('put', `/imports/${waiting}/file`, BOARD, {
      'content-type': 'application/octet-stream',
    });
    expect([late.status, late.body.message]).toEqual([409, 'This import was stopped. Start another one, please.']);
  });

  it('takes a file of up to 200 MB as a whole, and refuses others before they are sent', async () => {
    const { id } = (await mara.client.rest('post', '/imports', { source: 'CSV' })).body.data;
    const refused = (headers: Record<string, string | number>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sending = httpRequest(`${server.url}/api/imports/${id}/file`, {
          method: 'PUT',
          agent: false,
          headers: {
            authorization: `Bearer ${mara.client.token}`,
            'content-type': 'application/octet-stream',
            ...headers,
          },
        });
        sending.on('error', reject);
        sending.on('response', ({ statusCode }) => {
          resolve(statusCode);
          sending.destroy();
        });
        sending.flushHeaders();
      });
    expect(await refused({ 'content-length': 200_000_001 })).toBe(413);
    expect(await refused({ 'content-length': 10, 'content-range': 'bytes 5-14/15' })).toBe(409);
    expect((await read(id)).state).toBe('WAITING');
  });

  it('is not undone while it runs', async () => {
    const { id } = await newImport(mara, BOARD, { dryRun: false, newProject: { name: 'Garden' } });
    const early = await mara.client.rest('post', `/imports/${id}/undo`);
    expect([early.status, early.body.message]).toEqual([409, 'The import is running. Stop it first.']);
    expect(await ended(id)).toMatchObject({ state: 'DONE' });
  });

  it('is one of at most 100 a day of a person, who then cannot undo one either', async () => {
    await rows(
      server,
      `insert into import (id, user_id, source, state, dry_run, target_id, mapping, people, report, created_at, expires_at)
       select gen_random_uuid(), ?, 'TRELLO', 'DONE', false, gen_random_uuid(), '{}', '[]', '{}', at,
         at + interval '7 days'
       from generate_series(1, 99), (select ?::timestamptz as at) as its`,
      [mara.id, now()],
    );
    const start = () => mara.client.rest('post', '/imports', { source: 'TRELLO' });
    const [one] = await rows<{ id: string }>(server, 'select id from import where user_id = ? limit 1', [mara.id]);
    expect((await start()).status).toBe(201);
    for (const more of [await start(), await mara.client.rest('post', `/imports/${one?.id}/undo`)]) {
      expect([more.status, more.body.message]).toEqual([429, 'You can start 100 imports a day']);
    }
    await rows(server, `update import set created_at = created_at - interval '25 hours' where user_id = ?`, [mara.id]);
    expect((await start()).status).toBe(201);
  });

  it('answers a file that is sent again with the same key, whose first answer was lost', async () => {
    const { id } = (await mara.client.rest('post', '/imports', { source: 'CSV' })).body.data;
    const send = (file: string) =>
      mara.client.rest('put', `/imports/${id}/file`, file, {
        'content-type': 'application/octet-stream',
        'idempotency-key': id,
      });
    expect((await send('Title\nOne\n')).status).toBe(202);
    expect(await send('Title\nOne\n')).toMatchObject({ status: 202, body: { data: { id, state: 'RUNNING' } } });
    expect((await ended(id)).report.made.tasks).toBe(1);
    expect(await send('Title\nOne\n')).toMatchObject({ status: 202, body: { data: { id, state: 'DONE' } } });
    expect((await send('Title\nTwo\n')).status).toBe(409);
  });

  it('shares two queues with all others, so that two run at once, and one person has one of them', async () => {
    const queueOf = async (by: Person): Promise<string | undefined> => {
      const { id } = await newImport(by, BOARD);
      const [job] = await rows<{ queue: string }>(
        server,
        `select q.queue_name as queue from graphile_worker._private_jobs j
         join graphile_worker._private_job_queues q on q.id = j.job_queue_id where j.payload ->> 'id' = ?`,
        [id],
      );
      return job?.queue;
    };
    const people = [mara, jon, ...(await Promise.all(Array.from({ length: 4 }, () => newPerson(server))))];
    const queues = await Promise.all(people.map(queueOf));
    for (const queue of queues) expect(['export', 'import']).toContain(queue);
    await server.work();
    expect(await Promise.all(people.map(queueOf))).toEqual(queues);
    await server.work();
  });

  it('runs alone: another one that waits for its file gets none until then', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => (await mara.client.rest('post', '/imports', { source: 'TRELLO' })).body.data.id as string),
    );
    const send = async (id = '') => {
      const type = { 'content-type': 'application/octet-stream' };
      return (await mara.client.rest('put', `/imports/${id}/file`, BOARD, type)).status;
    };
    expect([await send(first), await send(second)]).toEqual([202, 409]);
    await ended(first ?? '');
    expect(await send(second)).toBe(202);
    await ended(second ?? '');
  });

  it('fails with a message if the person has left the project', async () => {
    const { id: projectId } = await newProject(jon);
    await addMember(jon, projectId, mara);
    const started = await mara.client.rest('post', '/imports', { source: 'TRELLO', projectId, dryRun: false });
    await jon.client.rest('delete', `/projects/${projectId}/members/${mara.id}`);
    const { id } = started.body.data;
    await mara.client.rest('put', `/imports/${id}/file`, BOARD, { 'content-type': 'application/octet-stream' });
    expect(await ended(id)).toMatchObject({
      failure: 'The project is no longer there, or you are no longer one of its members.',
      failureReason: { key: 'projectGone', params: {} },
    });
    expect(await tasksOf(projectId, jon)).toEqual([]);
  });

  it('shows nothing of a project that the person has left, or may no longer change, before it is checked', async () => {
    const { id: projectId } = await newProject(jon);
    for (const [leave, key] of [
      [() => jon.client.rest('delete', `/projects/${projectId}/members/${mara.id}`), 'projectGone'],
      [() => jon.client.rest('patch', `/projects/${projectId}/members/${mara.id}`, { role: 'VIEWER' }), 'noRight'],
    ] as const) {
      await addMember(jon, projectId, mara);
      const { id } = (await mara.client.rest('post', '/imports', { source: 'TRELLO', projectId })).body.data;
      expect((await leave()).status).toBeLessThan(300);
      await mara.client.rest('put', `/imports/${id}/file`, BOARD, { 'content-type': 'application/octet-stream' });
      expect(await ended(id)).toMatchObject({ state: 'FAILED', failureReason: { key, params: {} }, plan: null });
    }
  });

  it('names a comment whose id someone has taken in another project', async () => {
    const { id: projectId } = await newProject(mara);
    const { id: elsewhere } = await newTask(jon, (await newProject(jon)).id);
    const id = originId(originId(projectId, 'TRELLO', CARD_PLAN), 'comment', trelloId(62, '2024-04-02T10:00:00Z'));
    expect((await jon.client.rest('post', `/tasks/${elsewhere}/comments`, { id, text: 'Taken' })).status).toBe(201);
    const done = await imported(BOARD, { projectId });
    expect(done.report).toMatchObject({ made: { comments: 1 }, kept: { comments: 0 } });
    expect(JSON.stringify(await reportOf(done.id))).toContain('to another project');
  });

  it('stops when its person is suspended', async () => {
    const ines = await newPerson(server, 'Ines');
    const { id: projectId } = await newProject(ines);
    const started = await ines.client.rest('post', '/imports', { source: 'TRELLO', projectId, dryRun: false });
    const { id } = started.body.data;
    await suspend(server.resources, ines.email);
    const [found] = await rows(server, 'select state, finished_at is not null as ended from import where id = ?', [id]);
    expect(found).toEqual({ state: 'STOPPED', ended: true });
  });

  it('stops when the token that started it is revoked, and not with another one', async () => {
    const ines = await newPerson(server, 'Ines');
    const { id: projectId } = await newProject(ines);
    const [one, other] = [await newProgram(ines), await newProgram(ines)];
    const started = await one.client.rest('post', '/imports', { source: 'TRELLO', projectId, dryRun: false });
    const { id } = started.body.data;
    await one.client.rest('put', `/imports/${id}/file`, BOARD, { 'content-type': 'application/octet-stream' });
    await ines.client.rest('delete', `/auth/tokens/${other.id}`);
    expect((await read(id, ines)).state).toBe('RUNNING');
    await ines.client.rest('delete', `/auth/tokens/${one.id}`);
    await server.work();
    expect((await read(id, ines)).state).toBe('STOPPED');
    expect(await tasksOf(projectId, ines)).toEqual([]);
  });

  it('stops when the token that started it expires, and so does an undo', async () => {
    const ines = await newPerson(server, 'Ines');
    const { id: projectId } = await newProject(ines);
    const state = async (id: string) => (await rows(server, 'select state from import where id = ?', [id]))[0];
    const { id: made } = await imported(BOARD, { projectId }, ines);
    const [brief, revoked] = [
      await newProgram(ines, { expiresAt: inDays(0.5, now().getTime()) }),
      await newProgram(ines, { expiresAt: inDays(0.5, now().getTime()) }),
    ];
    expect((await revoked.client.rest('post', `/imports/${made}/undo`)).body.data.state).toBe('UNDOING');
    await ines.client.rest('delete', `/auth/tokens/${revoked.id}`);
    await server.work();
    expect(await state(made)).toEqual({ state: 'STOPPED' });
    expect(await tasksOf(projectId, ines)).toHaveLength(5);
    expect((await brief.client.rest('post', `/imports/${made}/undo`)).body.data.state).toBe('UNDOING');
    ahead = 24 * 3_600_000;
    await server.work();
    expect(await state(made)).toEqual({ state: 'STOPPED' });
    ahead = 0;
    const { id } = await newImport(ines, BOARD, { projectId, dryRun: false });
    await rows(server, 'update import set token_id = ? where id = ?', [brief.id, id]);
    ahead = 24 * 3_600_000;
    await server.work();
    expect(await state(id)).toEqual({ state: 'STOPPED' });
  });

  it('is removed with its lines when its week is over, however many there are', async () => {
    for (let n = 0; n < 12; n += 1) await endedImport(server, mara.id, null);
    await rows(server, "update import set expires_at = ?::timestamptz - interval '1 hour' where user_id = ?", [
      now(),
      mara.id,
    ]);
    await server.orm.em.fork().transactional((em) => addJob(em, 'removeImports'));
    await server.work();
    expect(await rows(server, 'select id from import where user_id = ?', [mara.id])).toEqual([]);
  });

  it('is made once for a repeated request', async () => {
    const headers = { 'idempotency-key': 'import-1' };
    const body = { source: 'TRELLO' };
    const [one, other] = [
      await mara.client.rest('post', '/imports', body, headers),
      await mara.client.rest('post', '/imports', body, headers),
    ];
    expect(other.body.data.id).toBe(one.body.data.id);
    expect(await get('/imports')).toHaveLength(1);
    // Also after another one was started.
    await mara.client.rest('post', '/imports', body);
    const again = await mara.client.rest('post', '/imports', body, headers);
    expect([again.status, again.body.data.id]).toEqual([201, one.body.data.id]);
  });
});
