import { randomUUID } from 'node:crypto';
import { RRuleTemporal } from 'rrule-temporal';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allPages, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { countTurns } from '../../test/support/countTurns.js';
import { closeAfterTest, startServer, type TestServer } from '../../test/support/harness.js';
import { logOf, revisionOf, rows } from '../../test/support/rows.js';
import { startTeam } from '../../test/support/team.js';
import { mutation } from '../../test/support/selections.js';

let server: TestServer;
let mara: Person;
let jon: Person;
let projectId: string;
beforeAll(async () => {
  ({ server, mara, jon, projectId } = await startTeam());
});
afterAll(() => server.close());

const task = (title: string, more: object = {}) => ({ title, priority: 'LOW', ...more });
const make = (tasks: unknown) => mara.client.rest('post', '/tasks/bulk', { projectId, tasks });
const titlesOf = (list: readonly { title: string }[]) => list.map(({ title }) => title);
const counted = async (text: string): Promise<number> => (await rows<{ count: number }>(server, text))[0]?.count ?? 0;
const all = async () => [
  await counted('select count(*)::int as count from task'),
  await counted('select count(*)::int as count from comment'),
  await revisionOf(server, projectId),
];

describe('createTasks', () => {
  it('adds tasks with comments at the end, in the order given, as one change set', async () => {
    const { id } = await newProject(mara);
    await newTask(mara, id, { title: 'There before' });
    const before = await revisionOf(server, id);
    const titles = Array.from({ length: 200 }, (_, n) => `Task ${n}`);
    const comments = ['one', 'two', 'three', 'four', 'five'].map((text) => ({ text }));
    const { status, body } = await mara.client.rest('post', '/tasks/bulk', {
      projectId: id,
      tasks: titles.map((title, n) => task(title, { status: n % 2 ? 'DONE' : 'TODO', comments })),
    });
    expect([status, body.data.revision]).toEqual([201, before + 1]);
    expect(titlesOf(body.data.tasks)).toEqual(titles);
    expect(body.data.tasks[1]).toMatchObject({ commentCount: 5, version: before + 1, creatorId: mara.id });
    expect(body.data.tasks[1].completedAt).toBe(body.data.tasks[1].createdAt);
    await newTask(mara, id, { title: 'There after' });
    const found = ['There before', ...titles, 'There after'];
    const pages = await allPages<{ title: string }>(mara.client, `/tasks?projectId=${id}&orderBy=RANK_ASC`);
    expect(titlesOf(pages.flat())).toEqual(found);
    const said = await mara.client.rest('get', `/tasks/${body.data.tasks[7].id}/comments`);
    expect(said.body.data.map(({ text }: { text: string }) => text)).toEqual(['one', 'two', 'three', 'four', 'five']);
    const log = (await logOf(server, id, before)).filter(({ revision }) => revision === before + 1);
    expect(log.map(({ n }) => n)).toEqual(Array.from({ length: 1_200 }, (_, n) => n));
  });

  it('lets other requests run after each search for the first day of a rule', async () => {
    const { id } = await newProject(mara);
    const search = vi.spyOn(RRuleTemporal.prototype, 'next');
    let most = 0;
    const turns = countTurns(() => {
      most = Math.max(most, search.mock.calls.length);
      search.mockClear();
    });
    const fields = { dueDay: '2028-03-01', repeat: { rule: 'FREQ=DAILY', timeZone: 'UTC' } };
    const { status, body } = await mara.client.rest('post', '/tasks/bulk', {
      projectId: id,
      tasks: Array.from({ length: 60 }, (_, n) => task(`Task ${n}`, fields)),
    });
    turns.stop();
    search.mockRestore();
    expect([status, body.data.tasks.length, most]).toEqual([201, 60, 1]);
  });

  it('creates them once for repeats with the same key, which return those that still exist', async () => {
    const { id } = await newProject(mara);
    const key = { 'Idempotency-Key': randomUUID() };
    const sent = { projectId: id, tasks: [task('First'), task('Second'), task('Third')] };
    const [one, two] = await Promise.all([1, 2].map(() => mara.client.rest('post', '/tasks/bulk', sent, key)));
    expect([one?.status, two?.status]).toEqual([201, 201]);
    expect(two?.body).toEqual(one?.body);
    const [first, second] = (one?.body.data.tasks ?? []) as { id: string }[];
    await mara.client.rest('delete', `/tasks/${first?.id}`);
    await mara.client.rest('put', `/tasks/${second?.id}`, { title: 'Second thought' });
    const again = await mara.client.rest('post', '/tasks/bulk', sent, key);
    expect(titlesOf(again.body.data.tasks)).toEqual(['Second thought', 'Third']);
    expect(again.body.data.revision).toBe(one?.body.data.revision);
    expect((await mara.client.rest('get', `/tasks?projectId=${id}`)).body.data).toHaveLength(2);
    const other = await mara.client.rest('post', '/tasks/bulk', { ...sent, tasks: [task('First')] }, key);
    expect(other).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it('reports each invalid task by its path and creates none', async () => {
    const uma = await newPerson(server, 'Uma');
    const known = await newTask(mara, projectId);
    const before = await all();
    const id = randomUUID();
    const said = (many: number) => ({ comments: Array.from({ length: many }, () => ({ text: 'Said' })) });
    const good = task('Good', said(1));
    const times = (many: number, it: object = good) => Array.from({ length: many }, () => it);
    const refusals: [unknown, object][] = [
      [[], { tasks: ['Name at least one task'] }],
      ['many', { tasks: ['Tasks must be a list'] }],
      [times(201), { tasks: ['At most 200 tasks at once'] }],
      [[good, 'bad'], { tasks: ['Each task must be an object'] }],
      [
        [...times(17), { title: ' ', priority: 'SOON', dueDate: 'tomorrow' }],
        {
          'tasks.17.title': ['Title is required'],
          'tasks.17.priority': ['Priority is required'],
          'tasks.17.dueDate': ['Due date must be a date and time with a zone, like 2026-11-27T17:00:00Z'],
        },
      ],
      [
        [good, task('t'.repeat(201), { tags: ['fine', 'a,b'] })],
        {
          'tasks.1.title': ['Title must be less than 200 characters'],
          'tasks.1.tags': ['A tag cannot contain a comma'],
        },
      ],
      [
        [good, task('Bad', { comments: [{ text: 'Fine' }, { text: '  ' }] })],
        { 'tasks.1.comments.1.text': ['Comment is required'] },
      ],
      [[task('Bad', said(21))], { 'tasks.0.comments': ['A new task can have at most 20 comments'] }],
      [times(51, task('Bad', said(20))), { tasks: ['At most 1,000 comments at once'] }],
      [
        [good, task('Good', { assigneeId: jon.id }), task('Bad', { assigneeId: uma.id })],
        { 'tasks.2.assigneeId': ['Assignee must be a member of the project'] },
      ],
      [[task('Bad', { id }), good, task('Bad', { id })], { 'tasks.2.id': ['Another of these tasks has this id'] }],
    ];
    for (const [tasks, errors] of refusals) {
      const { status, body } = await make(tasks);
      expect({ status, errors: body.errors }, JSON.stringify(errors)).toEqual({ status: 422, errors });
    }
    const taken = await make([good, task('Bad', { id: known.id })]);
    expect([taken.status, taken.body.message, taken.body.data.id]).toEqual([
      409,
      'A task with this id already exists',
      known.id,
    ]);
    const { errors } = await mara.client.graphql(mutation('createTasks', 'revision'), {
      input: { projectId, tasks: [good, task(' ')] },
    });
    expect(errors?.[0]?.extensions.fields).toEqual({ 'tasks.1.title': ['Title is required'] });
    expect(await all()).toEqual(before);
  });

  it('sends each user one notification per kind, and one mail', async () => {
    await jon.client.rest('delete', '/notifications');
    const MAILS = `select count(*)::int as count from graphile_worker.jobs where task_identifier = 'mailNotification'`;
    const before = await counted(MAILS);
    const comments = [{ text: 'Have a look' }, { text: `You, @${jon.username}` }];
    const sent = await make(Array.from({ length: 30 }, (_, n) => task(`Rope ${n}`, { assigneeId: jon.id, comments })));
    expect(sent.status).toBe(201);
    const { body } = await jon.client.rest('get', '/notifications');
    const notifications = body.data.notifications as { kind: string; count: number }[];
    expect(notifications.map(({ kind, count }) => `${kind} ${count}`).sort()).toEqual([
      'COMMENT 30',
      'MENTION 30',
      'TASK_ASSIGNED 30',
    ]);
    expect((await counted(MAILS)) - before).toBe(1);
  });

  it('is rate-limited by tasks, comments and kilobytes; a repeat or an existing id costs one point', async () => {
    const limited = closeAfterTest(await startServer({ env: { RATE_LIMIT: 'on' } }));
    const ines = await newPerson(limited, 'Ines');
    const { id: projectId } = await newProject(ines);
    const left = async () => {
      const { headers } = await ines.client.rest('post', '/notifications', { title: 'Call the yard' });
      return Number(headers.get('ratelimit-remaining'));
    };
    const cost = async (tasks: object[], status: number, headers = {}) => {
      const before = await left();
      const sent = await ines.client.rest('post', '/tasks/bulk', { projectId, tasks }, headers);
      expect([sent.status, sent.body.message]).toEqual([status, status === 201 ? undefined : expect.any(String)]);
      return before - (await left()) - 1;
    };
    const some = (tasks: number, comments: number, size = 10) =>
      Array.from({ length: tasks }, (_, n) =>
        task(`Task ${n}`, {
          id: randomUUID(),
          comments: Array.from({ length: comments }, () => ({ text: 'é'.repeat(size) })),
        }),
      );
    expect(await cost(some(1, 0), 201)).toBe(2);
    expect(await cost(some(50, 3), 201)).toBe(3);
    expect(await cost(some(51, 5), 201)).toBe(5);
    expect(await cost(some(10, 10, 2_500), 201)).toBe(1 + 1 + 3);
    const import_ = some(200, 3);
    const key = { 'idempotency-key': 'the-import' };
    expect(await cost(import_, 201, key)).toBe(4 + 3 + 1);
    expect(await cost(import_, 201, key)).toBe(1);
    expect(await cost(import_, 409)).toBe(1);
    // a conflict before the points are counted gives none back
    expect(await cost(some(200, 3), 409, key)).toBe(1);
    expect(await cost([...some(199, 3), task('Mine', { id: ines.id })], 409)).toBe(1);
  });
});
