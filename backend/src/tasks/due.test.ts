import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { doJobs } from '../../test/support/jobQueue.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';

// The night in which clocks are set back in Los Angeles: it is 01:30 there, for the second time.
const START = new Date('2026-11-01T09:30:00Z');
const ZONES = {
  tokyo: 'Asia/Tokyo',
  berlin: 'Europe/Berlin',
  angeles: 'America/Los_Angeles',
  honolulu: 'Pacific/Honolulu',
};
type Place = keyof typeof ZONES;
const PLACES = Object.keys(ZONES) as Place[];

let server: TestServer;
let people: Record<Place, Person>;
let projectId: string;
let now = START;

beforeAll(async () => {
  server = await startServer({ now: () => now });
  const made = await Promise.all(PLACES.map((place) => newPerson(server, place)));
  people = Object.fromEntries(PLACES.map((place, at) => [place, made[at]])) as Record<Place, Person>;
  for (const place of PLACES) {
    await people[place].client.rest('put', '/auth/preferences', { timeZone: ZONES[place] });
  }
  projectId = (await newProject(people.tokyo)).id;
  for (const place of PLACES.slice(1)) await addMember(people.tokyo, projectId, people[place]);
});
afterAll(() => server.close());

const create = (by: Person, fields: object) => newTask(by, projectId, { ...fields });
const put = (by: Person, id: string, body: object) => by.client.rest('put', `/tasks/${id}`, body);
const due = ({ dueDate, dueDay }: { dueDate: string | null; dueDay: string | null }) => [dueDate, dueDay];
const logOf = async (id: string) =>
  (
    await rows<{ fields: Record<string, unknown> }>(
      server,
      'select fields from change where entity_id = ? order by revision desc limit 1',
      [id],
    )
  )[0]?.fields;
const undo = (by: Person, revision: number) => by.client.rest('post', '/undo', { acts: [{ projectId, revision }] });
/** Changes the due date as a version without due days does. */
const changeByOlderVersion = (id: string, from: string, to: string) =>
  rows(
    server,
    `with moved as (update project set revision = revision + 1 where id = ? returning id, revision),
       line as (insert into change (project_id, revision, n, entity, entity_id, action, actor_id, fields, at)
         select id, revision, 0, 'task', ?, 'updated', ?, ?::jsonb, ? from moved)
     update task set due_date = ?, version = (select revision from moved) where id = ?`,
    [projectId, id, people.berlin.id, JSON.stringify({ dueDate: [from, to] }), now.toISOString(), to, id],
  );

describe('a due day', () => {
  it.each<[Place, string, string]>([
    ['tokyo', '2026-11-01', '2026-11-01T09:00:00.000Z'],
    ['berlin', '2026-10-25', '2026-10-25T17:00:00.000Z'],
    ['berlin', '2026-10-24', '2026-10-24T16:00:00.000Z'],
    ['angeles', '2026-11-01', '2026-11-02T02:00:00.000Z'],
    ['angeles', '2026-03-08', '2026-03-09T01:00:00.000Z'],
    ['honolulu', '2026-11-01', '2026-11-02T04:00:00.000Z'],
  ])('is due at 18:00 of that day where it was set: in %s on %s', async (place, dueDay, dueDate) => {
    const task = await create(people[place], { dueDay });
    expect(due(task)).toEqual([dueDate, dueDay]);
    const { body } = await people.tokyo.client.rest('get', `/tasks/${task.id}`);
    expect(due(body.data)).toEqual([dueDate, dueDay]);
  });

  it('and its due time are one: another time clears the day, the same one and the same day change nothing', async () => {
    const { berlin, honolulu } = people;
    const { id, dueDate } = await create(berlin, { dueDay: '2026-11-25' });
    expect((await put(berlin, id, { dueDate })).headers.get('revisions')).toBeNull();
    expect((await put(honolulu, id, { dueDay: '2026-11-25' })).headers.get('revisions')).toBeNull();
    const other = await put(honolulu, id, { dueDay: '2026-11-26' });
    expect(due(other.body.data)).toEqual(['2026-11-27T04:00:00.000Z', '2026-11-26']);
    const timed = await put(berlin, id, { dueDate: '2026-11-26T08:00:00.000Z' });
    expect(due(timed.body.data)).toEqual(['2026-11-26T08:00:00.000Z', null]);
    expect((await put(berlin, id, { dueDay: null })).headers.get('revisions')).toBeNull();
    const dayAgain = await put(berlin, id, { dueDay: '2026-11-26' });
    expect(due(dayAgain.body.data)).toEqual(['2026-11-26T17:00:00.000Z', '2026-11-26']);
    const sameTime = await put(berlin, id, { dueDate: '2026-11-26T17:00:00.000Z', dueDay: null });
    expect(due(sameTime.body.data)).toEqual(['2026-11-26T17:00:00.000Z', null]);
    await put(berlin, id, { dueDay: '2026-11-26' });
    expect(due((await put(berlin, id, { dueDay: null })).body.data)).toEqual([null, null]);
    await put(berlin, id, { dueDay: '2026-11-26' });
    expect(due((await put(berlin, id, { dueDate: null })).body.data)).toEqual([null, null]);
  });

  it('is refused together with a due date, and unless it is a day', async () => {
    const { berlin } = people;
    const { id } = await create(berlin, {});
    const both = { dueDay: '2026-11-25', dueDate: '2026-11-25T10:00:00Z' };
    const title = { title: 'Rope', priority: 'LOW' };
    const calls: [string, string, object, string?][] = [
      ['put', `/tasks/${id}`, both],
      ['post', '/tasks', { projectId, ...title, ...both }],
      ['patch', '/tasks/bulk', { ids: [id], ...both }],
      ['post', '/bulk-runs', { filter: { projectId }, ...both }],
      ['post', '/tasks/bulk', { projectId, tasks: [{ ...title }, { ...title, ...both }] }, 'tasks.1.dueDay'],
    ];
    for (const [method, path, body, field = 'dueDay'] of calls) {
      const answer = await berlin.client.rest(method, path, body);
      expect([answer.status, answer.body.errors], path).toEqual([
        422,
        { [field]: ['Give a due day or a due date, not both'] },
      ]);
    }
    for (const dueDay of ['2026-02-30', '2026-11-25T10:00', '', 'tomorrow', '9999-12-31', 20261125]) {
      expect((await put(berlin, id, { dueDay })).status, String(dueDay)).toBe(422);
    }
  });

  it('is set for many tasks, at once and in a run, and for new ones', async () => {
    const { honolulu } = people;
    const ids = [(await create(honolulu, {})).id, (await create(honolulu, { dueDay: '2026-11-02' })).id];
    const bulk = await honolulu.client.graphql(
      'mutation($input: BulkUpdateTasksInput!) { bulkUpdateTasks(input: $input) { tasks { dueDate dueDay } } }',
      { input: { ids, dueDay: '2026-11-03' } },
    );
    const expected = { dueDate: '2026-11-04T04:00:00.000Z', dueDay: '2026-11-03' };
    expect(bulk.data.bulkUpdateTasks.tasks).toEqual([expected, expected]);
    const made = await honolulu.client.rest('post', '/tasks/bulk', {
      projectId,
      tasks: [
        { title: 'One', priority: 'LOW', dueDay: '2026-11-03' },
        { title: 'Two', priority: 'LOW', dueDate: '2026-11-03T10:00:00.000Z' },
      ],
    });
    expect(made.body.data.tasks.map(due)).toEqual([Object.values(expected), ['2026-11-03T10:00:00.000Z', null]]);
    const { id: other } = await newProject(honolulu);
    const { id } = await newTask(honolulu, other, {});
    await honolulu.client.rest('post', '/bulk-runs', { filter: { projectId: other }, dueDay: '2026-11-03' });
    // Older versions read the due time alone.
    const [run] = await rows<{ change: object }>(server, `select change from bulk_run where state = 'RUNNING'`);
    expect(run?.change).toEqual(expected);
    await doJobs(server);
    const { body } = await honolulu.client.rest('get', `/tasks/${id}`);
    expect(due(body.data)).toEqual(Object.values(expected));
  });

  it('and its due time are one field of the log, of versions and of undo', async () => {
    const { berlin, tokyo } = people;
    const { id, version } = await create(berlin, { dueDate: '2026-11-25T17:00:00.000Z' });
    const dayed = await put(berlin, id, { dueDay: '2026-11-25' });
    const both = { dueDate: ['2026-11-25T17:00:00.000Z', '2026-11-25T17:00:00.000Z'], dueDay: [null, '2026-11-25'] };
    expect(await logOf(id)).toEqual(both);
    // Others who saw the time, and change it
    expect((await put(tokyo, id, { version, dueDate: '2026-11-26T10:00:00.000Z' })).body.code).toBe('CONFLICT');
    expect((await put(tokyo, id, { version, dueDay: '2026-11-26' })).body.code).toBe('CONFLICT');
    expect((await put(tokyo, id, { version, dueDay: '2026-11-25', title: 'Rope' })).status).toBe(200);
    const timed = await put(tokyo, id, { dueDate: '2026-11-26T10:00:00.000Z' });
    expect(await logOf(id)).toEqual({
      dueDate: ['2026-11-25T17:00:00.000Z', '2026-11-26T10:00:00.000Z'],
      dueDay: ['2026-11-25', null],
    });
    await undo(tokyo, timed.body.data.version);
    const read = async () => due((await tokyo.client.rest('get', `/tasks/${id}`)).body.data);
    expect(await read()).toEqual(['2026-11-25T17:00:00.000Z', '2026-11-25']);
    await undo(tokyo, dayed.body.data.version);
    expect(await read()).toEqual(['2026-11-25T17:00:00.000Z', null]);
    await put(tokyo, id, { dueDate: '2026-11-30T10:00:00.000Z' });
    expect(await logOf(id)).toEqual({ dueDate: ['2026-11-25T17:00:00.000Z', '2026-11-30T10:00:00.000Z'] });
  });

  it('does not count after an older version has changed the due date, and counts again when that is undone', async () => {
    const { berlin } = people;
    const { id } = await create(berlin, { dueDay: '2026-11-25' });
    const [before, after] = ['2026-11-25T17:00:00.000Z', '2026-11-28T09:00:00.000Z'];
    await changeByOlderVersion(id, before, after);
    const read = async () => (await berlin.client.rest('get', `/tasks/${id}`)).body.data;
    const { version, ...changed } = await read();
    expect(due(changed)).toEqual([after, null]);
    const listed = await berlin.client.rest(
      'get',
      `/tasks?projectId=${projectId}&dueDayFrom=2026-11-25&dueDayTo=2026-11-25`,
    );
    expect(listed.body.data.map((task: { id: string }) => task.id)).not.toContain(id);
    expect((await undo(berlin, version)).status).toBe(200);
    expect(due(await read())).toEqual([before, '2026-11-25']);
    await changeByOlderVersion(id, before, after);
    const dayed = await put(berlin, id, { dueDay: '2026-11-25' });
    expect(due(dayed.body.data)).toEqual([before, '2026-11-25']);
    expect(await logOf(id)).toEqual({ dueDate: [after, before], dueDay: [null, '2026-11-25'] });
  });

  it('moves to another project with its task, and back', async () => {
    const { berlin } = people;
    const { id: other } = await newProject(berlin);
    const { id } = await create(berlin, { dueDay: '2026-11-25' });
    const moved = await berlin.client.rest('patch', `/tasks/${id}/project`, { projectId: other });
    expect(moved.body.data.dueDay).toBe('2026-11-25');
    expect(await logOf(id)).toMatchObject({ dueDay: [null, '2026-11-25'] });
    const acts = moved.headers
      .get('revisions')
      ?.split(',')
      .map((act) => act.trim().split('='))
      .map(([project, revision]) => ({ projectId: project, revision: Number(revision) }));
    expect((await berlin.client.rest('post', '/undo', { acts })).status).toBe(200);
    expect(due((await berlin.client.rest('get', `/tasks/${id}`)).body.data)).toEqual([
      '2026-11-25T17:00:00.000Z',
      '2026-11-25',
    ]);
  });
});

describe('on November 1 at 09:30 UTC', () => {
  let days: Record<string, string>;
  let own: string;
  beforeAll(async () => {
    own = (await newProject(people.tokyo)).id;
    for (const place of PLACES.slice(1)) await addMember(people.tokyo, own, people[place]);
    days = {};
    for (const day of ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-08', '2026-11-09']) {
      // Set where its due time is earliest or latest
      const by = Number(day.slice(-1)) % 2 ? people.tokyo : people.honolulu;
      days[day] = (await newTask(by, own, { title: day, dueDay: day, assigneeId: by.id })).id;
    }
  });

  const list = async (place: Place, query: string): Promise<string[]> => {
    const { body } = await people[place].client.rest('get', `/tasks?projectId=${own}&orderBy=TITLE_ASC&${query}`);
    return body.data.map(({ title }: { title: string }) => title.slice(5));
  };

  it.each<[Place, { late: string[]; today: string[]; week: string[] }]>([
    ['tokyo', { late: ['10-30', '10-31'], today: ['11-01'], week: [] }],
    ['berlin', { late: ['10-30', '10-31'], today: ['11-01'], week: [] }],
    ['angeles', { late: ['10-30', '10-31'], today: ['11-01'], week: [] }],
    ['honolulu', { late: ['10-30'], today: ['10-31'], week: ['11-01'] }],
  ])('filters, groups and figures use the day in %s', async (place, { late, today, week }) => {
    expect(await list(place, 'overdue=true')).toEqual(late);
    expect(await list(place, 'dues=OVERDUE')).toEqual(late);
    expect(await list(place, 'dues=TODAY')).toEqual(today);
    expect(await list(place, 'dues=WEEK')).toEqual(week);
    expect(await list(place, 'dueDayFrom=2026-10-31&dueDayTo=2026-11-01')).toEqual(['10-31', '11-01']);
    const { data } = await people[place].client.graphql(
      'query($id: ID) { taskGroups(filter: { projectId: $id }, groupBy: DUE) { key count } }',
      { id: own },
    );
    const count = (key: string) => data.taskGroups.find((group: { key: string }) => group.key === key)?.count ?? 0;
    expect([count('OVERDUE'), count('TODAY'), count('WEEK')]).toEqual([late.length, today.length, week.length]);
    const stats = await people[place].client.rest('get', '/dashboard/stats');
    expect(stats.body.data.byProject.find((figures: { projectId: string }) => figures.projectId === own).overdue).toBe(
      late.length,
    );
    const analytics = await people[place].client.rest(
      'get',
      `/analytics?from=2026-10-26&to=2026-11-01&projectId=${own}`,
    );
    const sum = analytics.body.data.byPerson.reduce((total: number, of: { overdue: number }) => total + of.overdue, 0);
    expect(sum).toBe(late.length);
  });

  it('a time is on the day of the reader’s zone, or of the zone that the filter names', async () => {
    const { id } = await newTask(people.berlin, own, { title: '2026-time', dueDate: '2026-11-03T05:00:00Z' });
    expect(await list('berlin', 'dueDayFrom=2026-11-03&dueDayTo=2026-11-03')).toEqual(['time']);
    expect(await list('angeles', 'dueDayFrom=2026-11-03&dueDayTo=2026-11-03')).toEqual([]);
    expect(await list('angeles', 'dueDayFrom=2026-11-02&dueDayTo=2026-11-02')).toEqual(['11-02', 'time']);
    expect(await list('angeles', 'dueDayFrom=2026-11-03&dueDayTo=2026-11-03&timeZone=Asia/Tokyo')).toEqual(['time']);
    await people.berlin.client.rest('delete', `/tasks/${id}`);
  });

  it('orders and times compare the due time, as before', async () => {
    expect(await list('berlin', 'dueFrom=2026-11-01T09:00:00Z&dueTo=2026-11-02T05:00:00Z')).toEqual(['11-01']);
    const { body } = await people.tokyo.client.rest('get', `/tasks?projectId=${own}&orderBy=DUE_ASC`);
    const dates = body.data.map((task: { dueDate: string }) => task.dueDate);
    expect(dates).toEqual(dates.toSorted());
  });

  it('figures follow when the day ends, without a write', async () => {
    const overdueIn = async (place: Place) => {
      const { body } = await people[place].client.rest('get', '/dashboard/stats');
      return body.data.byProject.find((figures: { projectId: string }) => figures.projectId === own).overdue;
    };
    const before = [await overdueIn('honolulu'), await overdueIn('tokyo')];
    // Midnight in Honolulu, and in Tokyo
    now = new Date('2026-11-01T10:00:00Z');
    expect([await overdueIn('honolulu'), await overdueIn('tokyo')]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    now = new Date('2026-11-01T15:00:00Z');
    expect([await overdueIn('honolulu'), await overdueIn('tokyo')]).toEqual([
      (before[0] ?? 0) + 1,
      (before[1] ?? 0) + 1,
    ]);
    now = START;
  });
});

it('an idempotency key answers a repeat of a due day', async () => {
  const { tokyo } = people;
  const key = randomUUID();
  const body = { projectId, title: 'Rope', priority: 'LOW', dueDay: '2026-11-25' };
  const call = () => tokyo.client.rest('post', '/tasks', body, { 'idempotency-key': key });
  const [first, second] = [await call(), await call()];
  expect([first.status, second.body]).toEqual([201, first.body]);
});
