import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  TASK_DUES,
  TASK_GROUPINGS,
  TASK_ORDERS,
  TASK_PRIORITIES,
  TASK_STATUSES,
  type TaskOrder,
} from '../../contract/enums.js';
import { foldTask } from '../../contract/fold.js';
import { computeDays, dayAt, dueTimeOf } from '../../contract/localDays.js';
import { createGroupFilter, findGroupKey } from '../../contract/taskGroups.js';
import { compareTasks, type ListedTask, matchesFilter, type TaskListFilter } from '../../contract/taskList.js';
import type { TaskFilter } from '../../contract/tasks.js';
import { homeColumnId } from '../columns/homeColumns.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { cases, TEST_TIMEOUT_MS } from '../../test/support/testDepth.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const TASKS = 200;

/** Few values of each, so that many tasks share some. */
const WORDS =
  `sign off the carton Zürich ZURICH zu\u0308rich Straße strasse Ærø Łódź İzmir ΟΔΟΣ οδός が か 한 하 🚀 🚀🚀 ｆｕｌｌ ﬁn % _ \\
  100% snake_case \uFFFD \u{1F600} \uE000 A a é e 日本 Привет привет '`.split(/\s+/);
// Noon in Greenwich is the morning of the same Saturday in Havana.
const MOMENTS = [-40, -2, -1, -0.2, 0, 0.6, 1, 2, 40].map((days) =>
  new Date(NOW.getTime() + days * 86_400_000).toISOString(),
);
/** Days around the present one, due at 18:00 in the zones furthest from each other. */
const DUE_DAYS = ['2026-10-12', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-30', '2027-01-01'];
const WRITERS = ['Pacific/Kiritimati', 'America/Havana', 'Etc/GMT+12'];
const TAGS = ['deck', 'Deck', 'a b', 'null', 'Zoë'];
const ZONE = 'America/Havana';
/** Three tasks that are parents and block others. */
const PARENTS = [randomUUID(), randomUUID(), randomUUID()] as const;

const words = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }));
const sentence = fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ').trim() || 'blank');
const moment = fc.constantFrom(...MOMENTS);

let server: TestServer;
let mara: Person;
let jon: Person;
let people: string[];
let projects: string[];
let columns: string[];
let tasks: ListedTask[];

const dues: fc.Arbitrary<Pick<ListedTask, 'dueDate' | 'dueDay'>> = fc.oneof(
  fc.option(moment).map((dueDate) => ({ dueDate, dueDay: null })),
  fc.tuple(fc.constantFrom(...DUE_DAYS), fc.constantFrom(...WRITERS)).map(([dueDay, zone]) => ({
    dueDate: dueTimeOf(dueDay, zone).toISOString(),
    dueDay,
  })),
);

const taskOf = (): fc.Arbitrary<ListedTask> =>
  fc.tuple(dues, fieldsOf()).map(([due, fields]) => ({ ...fields, ...due }));

const fieldsOf = (): fc.Arbitrary<Omit<ListedTask, 'dueDate' | 'dueDay'>> =>
  fc.record({
    id: fc.uuid({ version: 7 }),
    title: sentence,
    description: fc.oneof(
      fc.constant(''),
      sentence,
      sentence.map((text) => `${text}\n${text}`),
    ),
    status: fc.constantFrom(...TASK_STATUSES),
    columnId: fc.constantFrom(null, ...columns).map((id) => id ?? ''),
    priority: fc.constantFrom(...TASK_PRIORITIES),
    startDate: fc.option(fc.constantFrom(...DUE_DAYS)),
    tags: fc.subarray(TAGS),
    rank: fc.constant(''),
    createdAt: moment,
    updatedAt: moment,
    completedAt: fc.option(moment),
    projectId: fc.constantFrom(...projects),
    creatorId: fc.constantFrom(...people),
    assigneeId: fc.option(fc.constantFrom(...people)),
    parentId: fc.option(fc.constantFrom(...PARENTS)),
    openBlockers: fc.constantFrom(0, 1, 2),
  });

/** The values of each filter. One that is missing here does not compile. */
const filterValues = () =>
  ({
    projectId: fc.constantFrom(...projects, randomUUID()),
    projectIds: fc.subarray([...projects, randomUUID()]),
    archived: fc.option(fc.boolean()),
    status: fc.constantFrom(...TASK_STATUSES),
    statuses: fc.subarray(TASK_STATUSES),
    columnIds: fc.subarray([...columns, ...projects.flatMap((id) => TASK_STATUSES.map((it) => homeColumnId(id, it)))]),
    priorities: fc.subarray(TASK_PRIORITIES),
    assigneeId: fc.constantFrom(...people, 'me', 'none'),
    assigneeIds: fc.subarray([...people, 'me', 'none', randomUUID()]),
    creatorIds: fc.subarray(people),
    involving: fc.constantFrom(...people),
    search: fc.array(words, { maxLength: 3 }).map((parts) => parts.join(' ')),
    parentId: fc.constantFrom('none', ...PARENTS),
    blocked: fc.boolean(),
    tag: fc.constantFrom(...TAGS, 'DECK'),
    tags: fc.subarray(TAGS),
    overdue: fc.boolean(),
    due: fc.constantFrom(...TASK_DUES),
    dues: fc.subarray(TASK_DUES),
    timeZone: fc.option(fc.constantFrom(ZONE, 'Pacific/Kiritimati')),
    dueFrom: moment,
    dueTo: moment,
    dueDayFrom: fc.constantFrom(...DUE_DAYS),
    dueDayTo: fc.constantFrom(...DUE_DAYS),
    startDateFrom: fc.constantFrom(...DUE_DAYS),
    startDateTo: fc.constantFrom(...DUE_DAYS),
    updatedSince: moment,
    completedFrom: moment,
    completedTo: moment,
    completedWithinDays: fc.constantFrom(1, 2, 30, 366),
  }) satisfies { [Name in keyof TaskFilter]-?: fc.Arbitrary<TaskListFilter[Name]> };

const filters = (): fc.Arbitrary<TaskListFilter> => fc.record(filterValues(), { requiredKeys: [] });

beforeAll(async () => {
  server = await startServer({ now: () => NOW });
  [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
  people = [mara.id, jon.id];
  await mara.client.rest('put', '/auth/preferences', { timeZone: ZONE });
  projects = [(await newProject(mara)).id, (await newProject(mara)).id, (await newProject(jon)).id];
  for (const id of projects.slice(0, 2)) await addMember(mara, id, jon);
  const { id: archived } = await newProject(mara);
  projects.push(archived);
  columns = [];
  for (const [id, by] of projects.map((id, at) => [id, at === 2 ? jon : mara] as const)) {
    const made = await by.client.rest('post', `/projects/${id}/columns`, { name: 'Next', status: 'TODO' });
    columns.push(made.body.data.id);
  }
  await mara.client.rest('post', `/projects/${archived}/archive`);
  // In a project that no one lists.
  const apart = await newProject(jon);
  for (const id of PARENTS) await newTask(jon, apart.id, { id });
  // The third project is not Mara's, and the fourth is archived.
  const { seed = 7 } = cases(1);
  tasks = fc
    .sample(taskOf(), { seed, numRuns: TASKS })
    .filter((task, index, all) => all.findIndex(({ id }) => id === task.id) === index)
    .map((task, index, all) => {
      // The same ranks in each project, as on a board of several projects.
      const n = all.slice(0, index).filter(({ projectId }) => projectId === task.projectId).length;
      // The stored column counts only within its project and for its status.
      const isCurrent = columns.indexOf(task.columnId) === projects.indexOf(task.projectId) && task.status === 'TODO';
      const current = isCurrent ? task.columnId : homeColumnId(task.projectId, task.status);
      return { ...task, rank: `${'aZz0'[n % 4]}${n}`, columnId: current, column_id: task.columnId || null };
    });
  await rows(
    server,
    `insert into task (id, project_id, title, description, folded, status, priority, due_date, due_day, due_day_time, start_date, tags, rank, version,
       column_id, creator_id, assignee_id, parent_id, created_at, updated_at, completed_at)
     select id, project_id, title, description, folded, status::task_status, priority::task_priority, due_date, due_day, due_day_time, start_date,
       array(select jsonb_array_elements_text(tags)), rank, 1, column_id, creator_id, assignee_id, parent_id, created_at, updated_at, completed_at
     from jsonb_to_recordset(?::jsonb) as row (id uuid, project_id uuid, title text, description text, folded text,
       status text, priority text, due_date timestamptz, due_day date, due_day_time timestamptz, start_date date, tags jsonb, rank text, column_id uuid, creator_id uuid, assignee_id uuid,
       parent_id uuid, created_at timestamptz, updated_at timestamptz, completed_at timestamptz)`,
    [
      JSON.stringify(
        tasks.map((task) => ({
          ...task,
          folded: foldTask(task),
          project_id: task.projectId,
          due_date: task.dueDate,
          due_day: task.dueDay,
          due_day_time: task.dueDay && task.dueDate,
          start_date: task.startDate,
          creator_id: task.creatorId,
          assignee_id: task.assigneeId,
          parent_id: task.parentId,
          created_at: task.createdAt,
          updated_at: task.updatedAt,
          completed_at: task.completedAt,
        })),
      ),
    ],
  );
  await rows(
    server,
    `insert into task_relation (id, project_id, task_id, other_id, kind, creator_id, created_at, version)
     select gen_random_uuid(), row.project_id, blocker, row.id, 'BLOCKS', ?::uuid, now(), 1
     from jsonb_to_recordset(?::jsonb) as row (id uuid, project_id uuid, blockers uuid[]), unnest(row.blockers) blocker`,
    [
      mara.id,
      JSON.stringify(
        tasks.map(({ id, projectId, openBlockers }) => ({
          id,
          project_id: projectId,
          blockers: PARENTS.slice(0, openBlockers),
        })),
      ),
    ],
  );
});
afterAll(() => server.close());

/** Reads all ids of the list, page by page, in the server's order. */
async function listed(filter: TaskListFilter, orderBy: TaskOrder, first: number): Promise<string[]> {
  const document = `query($filter: TaskFilter, $orderBy: TaskOrder, $first: Int, $after: String) {
    tasks(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
      totalCount nodes { id } pageInfo { hasNextPage endCursor } } }`;
  const ids: string[] = [];
  let after: string | null = null;
  for (;;) {
    const { data, errors } = await mara.client.graphql(document, { filter, orderBy, first, after });
    if (errors) throw new Error(JSON.stringify(errors));
    ids.push(...data.tasks.nodes.map(({ id }: { id: string }) => id));
    if (!data.tasks.pageInfo.hasNextPage) {
      expect(data.tasks.totalCount).toBe(ids.length);
      return ids;
    }
    after = data.tasks.pageInfo.endCursor;
  }
}

const contextIn = (zone: string) => ({
  userId: mara.id,
  days: computeDays(NOW, zone),
  dayAt: (time: Date) => dayAt(time, zone),
});

/** Computes the list by the contract. */
const expected = (filter: TaskListFilter, orderBy: TaskOrder): string[] =>
  tasks
    .filter(({ projectId }) => projectId !== projects[2])
    .filter((task) =>
      matchesFilter(task, filter, NOW, contextIn(filter.timeZone ?? ZONE), {
        isArchived: task.projectId === projects[3],
        isTemplate: false,
      }),
    )
    .sort(compareTasks[orderBy])
    .map(({ id }) => id);

interface GroupCount {
  key: string;
  count: number;
}

describe('the server and the contract agree', () => {
  it.each(TASK_ORDERS)(
    'on the order %s, over all pages',
    async (orderBy) => {
      expect(expected({}, orderBy).length).toBeGreaterThan(80);
      expect(await listed({}, orderBy, 7)).toEqual(expected({}, orderBy));
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'on which tasks any filter lets through, in any order',
    () =>
      fc.assert(
        fc.asyncProperty(filters(), fc.constantFrom(...TASK_ORDERS), async (filter, orderBy) => {
          expect(await listed(filter, orderBy, 40)).toEqual(expected(filter, orderBy));
        }),
        cases(40),
      ),
    TEST_TIMEOUT_MS,
  );

  // Where both ignore a filter, they agree, too.
  it('on tasks that each filter keeps out', () => {
    const { seed = 7 } = cases(1);
    const all = expected({}, 'CREATED_ASC').length;
    const keepsOut = ([name, values]: [string, fc.Arbitrary<unknown>]): boolean =>
      fc.sample(values, { seed, numRuns: 20 }).some((value) => expected({ [name]: value }, 'CREATED_ASC').length < all);
    const idle = Object.entries(filterValues()).filter((entry) => !keepsOut(entry));
    // A time zone alone is no condition.
    expect(idle.map(([name]) => name)).toEqual(['timeZone']);
  });

  it(
    'on the groups of any list, by any days, and on what each of them has',
    () =>
      fc.assert(
        fc.asyncProperty(
          filters(),
          fc.constantFrom(...TASK_GROUPINGS),
          fc.constantFrom(ZONE, 'Pacific/Kiritimati', undefined),
          async ({ due: _due, overdue: _late, dueDayFrom: _first, dueDayTo: _last, ...filter }, groupBy, timeZone) => {
            const days = computeDays(NOW, timeZone ?? filter.timeZone ?? ZONE);
            const found = new Set(expected(filter, 'CREATED_ASC'));
            const groups = Map.groupBy(
              tasks.filter(({ id }) => found.has(id)),
              (task) => findGroupKey(task, groupBy, NOW, days),
            );
            const { data } = await mara.client.graphql(
              `query($filter: TaskFilter, $groupBy: TaskGrouping!, $timeZone: String) {
                taskGroups(filter: $filter, groupBy: $groupBy, timeZone: $timeZone) { key count } }`,
              { filter, groupBy, timeZone },
            );
            const counts = Object.fromEntries(data.taskGroups.map(({ key, count }: GroupCount) => [key, count]));
            expect(counts).toEqual(Object.fromEntries([...groups].map(([key, { length }]) => [key, length])));
            const [some] = data.taskGroups as GroupCount[];
            if (!some) return;
            // A filter has one time zone.
            if (groupBy === 'DUE' && timeZone && filter.dues && timeZone !== (filter.timeZone ?? ZONE)) return;
            const ofGroup = {
              ...filter,
              ...createGroupFilter(groupBy, some.key, days),
              ...(groupBy === 'DUE' && { timeZone: timeZone ?? filter.timeZone }),
            };
            const ids = await listed(ofGroup, 'CREATED_ASC', 100);
            expect(ids.toSorted()).toEqual((groups.get(some.key) ?? []).map(({ id }) => id).toSorted());
          },
        ),
        {
          ...cases(30),
          // The filter's time zone, and groups in another one.
          examples: [
            [{ dues: ['NEXT_WEEK'], timeZone: 'Pacific/Kiritimati' }, 'STATUS', ZONE],
            [{ dues: ['TODAY'], timeZone: 'Pacific/Kiritimati' }, 'DUE', ZONE],
          ],
        },
      ),
    TEST_TIMEOUT_MS,
  );

  it(
    'on which tasks a search finds',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 6 }), async (parts) => {
          const search = parts.join(' ');
          expect(await listed({ search }, 'TITLE_ASC', 100)).toEqual(expected({ search }, 'TITLE_ASC'));
        }),
        cases(40),
      ),
    TEST_TIMEOUT_MS,
  );
});

describe('the folded text of a task', () => {
  let projectId: string;
  beforeAll(async () => {
    projectId = (await newProject(mara)).id;
  });
  const stored = async (id: string) =>
    (await rows<{ folded: string }>(server, 'select folded from task where id = ?', [id]))[0]?.folded;

  it('is written when the task is created and at every change of its texts', async () => {
    const { id } = await newTask(mara, projectId, { title: 'Flug nach ZÜRICH', description: 'Große Straße' });
    expect(await stored(id)).toBe('flug nach zurich\ngrosse strasse');
    await mara.client.rest('put', `/tasks/${id}`, { title: 'Łódź' });
    expect(await stored(id)).toBe('lodz\ngrosse strasse');
    await mara.client.rest('put', `/tasks/${id}`, { description: '' });
    expect(await stored(id)).toBe('lodz\n');
    await mara.client.rest('patch', `/tasks/${id}/status`, { status: 'DONE' });
    expect(await stored(id)).toBe('lodz\n');
    await mara.client.rest('delete', `/tasks/${id}`);
  });

  it('is not exposed in responses or in the log', async () => {
    const { id, ...shown } = await newTask(mara, projectId, { title: 'Quay' });
    await mara.client.rest('put', `/tasks/${id}`, { title: 'Key' });
    expect(Object.keys(shown)).not.toContain('folded');
    const log = await rows<{ fields: object }>(
      server,
      'select fields from change where entity_id = ? order by revision',
      [id],
    );
    expect(log.map(({ fields }) => Object.keys(fields).includes('folded'))).toEqual([false, false]);
    expect(log[1]?.fields).toEqual({ title: ['Quay', 'Key'] });
    await mara.client.rest('delete', `/tasks/${id}`);
  });

  it('can be as long as the longest texts become by folding', async () => {
    const title = 'ﷺ'.repeat(200);
    const { id } = await newTask(mara, projectId, { title, description: 'ﷺ'.repeat(1_000) });
    expect((await stored(id))?.length).toBeGreaterThan(20_000);
    expect(await listed({ search: 'ﷺ' }, 'TITLE_ASC', 1)).toEqual([id]);
    await mara.client.rest('delete', `/tasks/${id}`);
  });
});
