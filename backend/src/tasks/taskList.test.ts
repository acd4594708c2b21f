import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TASK_ORDERS, type TaskOrder } from '../../contract/enums.js';
import { addMember, allPages, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';

interface Row {
  id: string;
  title: string;
  priority: string;
  status: string;
  rank: string;
  dueDate: string | null;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
}

const NOW = new Date('2026-11-21T12:00:00Z').getTime();
const DAY = 24 * 3600 * 1000;
const at = (days: number): string => new Date(NOW + days * DAY).toISOString();

let server: TestServer;
let mara: Person;
let jon: Person;
let projectId: string;
let time = NOW;
const titles = new Map<string, string>();

beforeAll(async () => {
  server = await startServer({ now: () => new Date(time) });
  [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
  ({ id: projectId } = await newProject(mara));
  await addMember(mara, projectId, jon);
  const other = await newProject(jon, { name: 'Jon’s own' });
  const make = async (by: Person, title: string, fields: Record<string, unknown> = {}, project = projectId) => {
    time += 1000;
    const { id } = await newTask(by, project, { title, ...fields });
    titles.set(id, title);
    return id;
  };
  await make(mara, 'anchor', { priority: 'LOW', dueDate: at(-2), tags: ['deck', 'a b'] });
  await make(mara, 'Buoy', { priority: 'URGENT', dueDate: at(-1), status: 'DONE', assigneeId: jon.id });
  await make(jon, 'Capstan', { priority: 'URGENT', status: 'IN_PROGRESS', tags: ['deck'] });
  await make(jon, 'davit', { priority: 'MEDIUM', dueDate: at(3), status: 'IN_REVIEW', assigneeId: mara.id });
  const engine = await make(mara, 'Engine', { priority: 'HIGH', dueDate: at(3), tags: ['null'] });
  const flag = await make(mara, 'Flag');
  await make(jon, 'Elsewhere', { tags: ['deck'] }, other.id);
  const gone = await make(mara, 'Gone', { tags: ['deck'] });
  await mara.client.rest('delete', `/tasks/${gone}`);
  time += 1000;
  await mara.client.rest('put', `/tasks/${engine}`, { description: 'Changed last but one' });
  time += 1000;
  await mara.client.rest('patch', `/tasks/${flag}/move`, { status: 'TODO', beforeId: engine });
});
afterAll(() => server.close());

const list = (query: string, who = mara) => who.client.rest('get', `/tasks?${query}`);
const found = async (query: string, who = mara): Promise<string[]> =>
  (await list(query, who)).body.data.map(({ title }: Row) => title).sort();

describe('the task list', () => {
  it('has the tasks of the viewer’s projects that are not deleted', async () => {
    const mine = ['Buoy', 'Capstan', 'Engine', 'Flag', 'anchor', 'davit'];
    expect(await found('')).toEqual(mine);
    expect(await found('', jon)).toEqual([...mine, 'Elsewhere'].sort());
  });

  it.each<[string, string[]]>([
    ['status=TODO', ['Engine', 'Flag', 'anchor']],
    ['status=DONE', ['Buoy']],
    ['statuses=DONE,%20IN_REVIEW,', ['Buoy', 'davit']],
    ['priorities=URGENT', ['Buoy', 'Capstan']],
    ['priorities=LOW,HIGH&statuses=TODO', ['Engine', 'anchor']],
    ['priorities=LOW&priorities=HIGH&statuses=TODO', ['Engine', 'anchor']],
    ['statuses=DONE&statuses=IN_REVIEW,DONE', ['Buoy', 'davit']],
    ['tag=deck', ['Capstan', 'anchor']],
    ['tag=a%20b', ['anchor']],
    ['tags=null,a%20b', ['Engine', 'anchor']],
    ['tags=deck&tags=null', ['Capstan', 'Engine', 'anchor']],
    ['tags=deck,null&tag=deck&status=TODO', ['anchor']],
    ['tags=&statuses=&assigneeIds=,&due=', ['Buoy', 'Capstan', 'Engine', 'Flag', 'anchor', 'davit']],
    ['tag=null', ['Engine']],
    ['tag=DECK', []],
    ['overdue=true', ['anchor']],
    ['overdue=false', ['Buoy', 'Capstan', 'Engine', 'Flag', 'davit']],
    [`dueFrom=${at(-1)}`, ['Buoy', 'Engine', 'davit']],
    [`dueTo=${at(3)}`, ['Buoy', 'anchor']],
    [`dueFrom=${at(-1)}&dueTo=${at(0)}`, ['Buoy']],
    ['status=&tag=&projectId=', ['Buoy', 'Capstan', 'Engine', 'Flag', 'anchor', 'davit']],
  ])('filters by %s', async (query, wanted) => {
    expect(await found(query)).toEqual(wanted);
  });

  it('shows tasks that match both status and statuses', async () => {
    expect(await found('status=DONE&statuses=TODO,DONE')).toEqual(await found('status=DONE'));
    expect(await found('status=DONE')).not.toEqual([]);
    expect(await found('status=DONE&statuses=TODO')).toEqual([]);
  });

  it.each(['statuss=DONE', 'statuses[]=DONE', 'first=2', 'archive=true', 'filter=x'])(
    'refuses the unknown parameter in %s',
    async (query) => {
      const { status, body } = await list(`limit=1&${query}`);
      const [name] = query.split('=');
      expect({ status, body }).toEqual({
        status: 400,
        body: { code: 'BAD_REQUEST', message: `Unknown parameter ${name}` },
      });
    },
  );

  it('filters by several assignees, by "me" and by "none"', async () => {
    const nobodys = ['Capstan', 'Engine', 'Flag', 'anchor'];
    expect(await found('assigneeIds=none')).toEqual(nobodys);
    expect(await found('assigneeIds=me')).toEqual(['davit']);
    expect(await found('assigneeIds=me', jon)).toEqual(['Buoy']);
    expect(await found(`assigneeIds=none,${jon.id.toUpperCase()}`)).toEqual(['Buoy', ...nobodys]);
    expect(await found(`assigneeIds=me&assigneeIds=${jon.id}`)).toEqual(['Buoy', 'davit']);
    expect(await found('assigneeId=none')).toEqual(nobodys);
    expect(await found('assigneeId=me', jon)).toEqual(['Buoy']);
    const { data } = await mara.client.graphql('{ tasks(filter: { assigneeId: "me" }) { nodes { title } } }');
    expect(data.tasks.nodes).toEqual([{ title: 'davit' }]);
    // The single and the plural filter together.
    expect(await found(`assigneeIds=me,none&assigneeId=${mara.id}`)).toEqual(['davit']);
    expect(await found(`assigneeIds=none&assigneeId=${mara.id}`)).toEqual([]);
    expect(await found(`creatorIds=${jon.id}`)).toEqual(['Capstan', 'davit']);
    expect(await found(`creatorIds=${jon.id},${mara.id}&creatorIds=${randomUUID()}`)).toHaveLength(6);
  });

  it('filters by the time of the last change, with a minute’s overlap, and by completion', async () => {
    const [buoy] = (await list('status=DONE')).body.data as Row[];
    expect(buoy?.completedAt).toBe(buoy?.createdAt);
    const flag = (await list('orderBy=UPDATED_DESC')).body.data[0] as Row;
    const later = (ms: number) => new Date(Date.parse(flag.updatedAt) + ms).toISOString();
    expect(await found(`updatedSince=${later(60_000)}`)).toEqual(['Flag']);
    expect(await found(`updatedSince=${later(60_001)}`)).toEqual([]);
    expect(await found(`completedFrom=${buoy?.completedAt}`)).toEqual(['Buoy']);
    expect(await found(`completedTo=${buoy?.completedAt}`)).toEqual([]);
    expect(await found(`completedTo=${later(0)}`)).toEqual(['Buoy']);
  });

  it('filters by days of the viewer’s time zone: a task due today in one is due tomorrow in another', async () => {
    const own = await newProject(mara);
    // 21 November 2026 is a Saturday. At noon in Greenwich it is already Sunday on Kiritimati.
    const moments = { late: -1, tonight: 9 / 24, sunday: 1, monday: 2, nextSunday: 8.2 };
    for (const [title, days] of Object.entries(moments)) await newTask(mara, own.id, { title, dueDate: at(days) });
    await newTask(mara, own.id, { title: 'early and done', dueDate: at(-0.4), status: 'DONE' });
    await newTask(mara, own.id, { title: 'undated' });
    const due = async () => {
      const answers = ['OVERDUE', 'TODAY', 'WEEK', 'LATER', 'NONE'].map(async (name) => {
        const { body } = await list(`projectId=${own.id}&due=${name}`);
        return [name, body.data.map(({ title }: Row) => title).sort()];
      });
      return Object.fromEntries(await Promise.all(answers)) as Record<string, string[]>;
    };
    const fixed = { OVERDUE: ['late'], NONE: ['undated'] };
    expect(await due()).toEqual({
      ...fixed,
      TODAY: ['early and done', 'tonight'],
      WEEK: ['sunday'],
      LATER: ['monday', 'nextSunday'],
    });
    await mara.client.rest('put', '/auth/preferences', { timeZone: 'Pacific/Kiritimati' });
    expect(await due()).toEqual({ ...fixed, TODAY: ['tonight'], WEEK: [], LATER: ['monday', 'nextSunday', 'sunday'] });
    const nested = await mara.client.graphql(
      `{ project(id: "${own.id}") { tasks(filter: { due: TODAY, assigneeIds: ["none"] }) { nodes { title } } } }`,
    );
    expect(nested.data.project.tasks.nodes).toEqual([{ title: 'tonight' }]);
    // Several periods together, and the filter's own time zone.
    const dues = (query: string) => found(`projectId=${own.id}&${query}`);
    expect(await dues('dues=OVERDUE,TODAY,NONE')).toEqual(['late', 'tonight', 'undated']);
    expect(await dues('dues=THIS_WEEK&timeZone=UTC')).toEqual(['early and done', 'sunday', 'tonight']);
    expect(await dues('dues=NEXT_WEEK')).toEqual(['monday', 'sunday']);
    expect(await dues('dues=NEXT_WEEK&timeZone=UTC')).toEqual(['monday', 'nextSunday']);
    expect(await dues('dues=TODAY,WEEK&due=TODAY&timeZone=UTC')).toEqual(['early and done', 'tonight']);
    await mara.client.rest('put', '/auth/preferences', { timeZone: 'UTC' });
    await mara.client.rest('delete', `/projects/${own.id}`);
  });

  it('filters by people and project', async () => {
    expect(await found(`assigneeId=${jon.id}`)).toEqual(['Buoy']);
    expect(await found(`involving=${jon.id}`)).toEqual(['Buoy', 'Capstan', 'davit']);
    expect(await found(`involving=${jon.id.toUpperCase()}&status=DONE`)).toEqual(['Buoy']);
    expect(await found(`projectId=${projectId}&tag=deck`, jon)).toEqual(['Capstan', 'anchor']);
    expect(await found(`projectId=${randomUUID()}`)).toEqual([]);
  });

  it('filters by several projects, archived ones included, and by days since completion', async () => {
    const [one, two] = [await newProject(mara), await newProject(mara)];
    await newTask(mara, one.id, { title: 'in one', status: 'DONE' });
    await newTask(mara, two.id, { title: 'in two' });
    const both = `projectIds=${one.id},${two.id.toUpperCase()}`;
    expect(await found(both)).toEqual(['in one', 'in two']);
    expect(await found(`${both}&projectId=${two.id}`)).toEqual(['in two']);
    expect(await found(both, jon)).toEqual([]);
    await mara.client.rest('post', `/projects/${two.id}/archive`);
    expect(await found(both)).toEqual(['in one', 'in two']);
    expect(await found(`${both}&archived=false`)).toEqual(['in one']);
    await rows(server, "update task set completed_at = completed_at - interval '49 hours' where project_id = ?", [
      one.id,
    ]);
    expect(await found(`${both}&completedWithinDays=3`)).toEqual(['in one']);
    expect(await found(`${both}&completedWithinDays=2`)).toEqual([]);
    const { body } = await mara.client.rest('post', '/bulk-runs', { filter: { projectIds: [two.id] }, delete: true });
    expect(body.code).toBe('FORBIDDEN');
    for (const { id } of [one, two]) await mara.client.rest('delete', `/projects/${id}`);
  });

  it('returns the same for the same filter in GraphQL', async () => {
    const document = `query($filter: TaskFilter, $orderBy: TaskOrder) {
      tasks(filter: $filter, orderBy: $orderBy) { totalCount nodes { title } } }`;
    const ask = async (filter: unknown) => (await mara.client.graphql(document, { filter })).data.tasks;
    for (const filter of [{}, null, { projectId: null, statuses: null, overdue: null, dueFrom: null }]) {
      expect(await ask(filter)).toMatchObject({ totalCount: 6 });
    }
    const none = { statuses: [], priorities: [], assigneeIds: [], creatorIds: [], tags: [] };
    expect(await ask(none)).toMatchObject({ totalCount: 6 });
    expect(await ask({ statuses: ['TODO'], dueTo: at(0) })).toEqual({ totalCount: 1, nodes: [{ title: 'anchor' }] });
  });

  it.each([
    ['status=LATER', { status: ['Status must be TODO, IN_PROGRESS, IN_REVIEW or DONE'] }],
    ['priorities=SOON', { priorities: ['Priority must be LOW, MEDIUM, HIGH or URGENT'] }],
    ['projectId=here', { projectId: ['Project must be an id'] }],
    ['overdue=yes', { overdue: ['Overdue must be true or false'] }],
    ['dueFrom=today', { dueFrom: ['A due bound must be a date and time with a zone, like 2026-11-27T17:00:00Z'] }],
    [`orderBy=SIZE`, { orderBy: [`orderBy must be one of ${TASK_ORDERS.join(', ')}`] }],
    [
      'dueTo=2026-02-30T00:00:00Z',
      { dueTo: ['A due bound must be a date and time with a zone, like 2026-11-27T17:00:00Z'] },
    ],
    ['status=TODO&statuses=LATER', { statuses: ['Status must be TODO, IN_PROGRESS, IN_REVIEW or DONE'] }],
    ['tags=a,' + 'b'.repeat(31), { tags: ['A tag must be at most 30 characters'] }],
    ['tag=a,b', { tag: ['A tag cannot contain a comma'] }],
    ['assigneeId=nobody', { assigneeId: ['Assignee must be a user id, "me" or "none"'] }],
    ['assigneeIds=me,nobody', { assigneeIds: ['Assignees must be user ids, "me" or "none"'] }],
    ['creatorIds=me', { creatorIds: ['Creators must be user ids'] }],
    ['due=SOON', { due: ['Due must be one of OVERDUE, TODAY, WEEK, THIS_WEEK, NEXT_WEEK, LATER, NONE'] }],
    ['dues=SOON', { dues: ['Due must be one of OVERDUE, TODAY, WEEK, THIS_WEEK, NEXT_WEEK, LATER, NONE'] }],
    ['timeZone=Mars', { timeZone: ['timeZone must be the name of a time zone, like Europe/Berlin'] }],
    ['completedWithinDays=0', { completedWithinDays: ['completedWithinDays must be a whole number from 1 to 366'] }],
    ['completedWithinDays=367', { completedWithinDays: ['completedWithinDays must be a whole number from 1 to 366'] }],
    ['completedWithinDays=1e2', { completedWithinDays: ['completedWithinDays must be a whole number from 1 to 366'] }],
    [
      'updatedSince=now',
      { updatedSince: ['updatedSince must be a date and time with a zone, like 2026-11-27T17:00:00Z'] },
    ],
    ['completedTo=1', { completedTo: ['completedTo must be a date and time with a zone, like 2026-11-27T17:00:00Z'] }],
    [`tags=${'t,'.repeat(101)}`, { tags: ['At most 100 tags'] }],
    [`statuses=${'TODO,'.repeat(100)}DONE`, { statuses: ['At most 100 statuses'] }],
    ['limit=0x10', { limit: ['limit must be between 1 and 100'] }],
    ['limit=1e1', { limit: ['limit must be between 1 and 100'] }],
    ['limit=0', { limit: ['limit must be between 1 and 100'] }],
    ['limit=101', { limit: ['limit must be between 1 and 100'] }],
    ['limit=abc', { limit: ['limit must be between 1 and 100'] }],
    ['limit=1.5', { limit: ['limit must be between 1 and 100'] }],
  ])('refuses %s', async (query, errors) => {
    const { status, body } = await list(query);
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors });
  });

  it.each(['status', 'limit', 'after', 'before', 'projectId', 'overdue', 'orderBy', 'tag', 'due', 'updatedSince'])(
    'refuses %s given twice',
    async (name) => {
      expect(await list(`${name}=1&${name}=2`)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    },
  );
});

const byText = (a: string, b: string): number => Number(a > b) - Number(a < b);
const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'];

/** An independent definition of each order. Ties are broken by id, in the same direction; no date comes last in both. */
const inBoth = (name: string, compare: (a: Row, b: Row) => number, dateOf: (row: Row) => string | null = () => '') => {
  const undated = (a: Row, b: Row) => Number(dateOf(a) === null) - Number(dateOf(b) === null);
  return {
    [`${name}_ASC`]: (a: Row, b: Row) => undated(a, b) || compare(a, b) || byText(a.id, b.id),
    [`${name}_DESC`]: (a: Row, b: Row) => undated(a, b) || compare(b, a) || byText(b.id, a.id),
  };
};
const COMPARE = {
  ...inBoth('CREATED', (a, b) => byText(a.createdAt, b.createdAt)),
  ...inBoth('UPDATED', (a, b) => byText(a.updatedAt, b.updatedAt)),
  ...inBoth(
    'DUE',
    (a, b) => byText(a.dueDate ?? '', b.dueDate ?? ''),
    ({ dueDate }) => dueDate,
  ),
  ...inBoth('PRIORITY', (a, b) => PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority)),
  ...inBoth('TITLE', (a, b) => byText(a.title.toLowerCase(), b.title.toLowerCase())),
  ...inBoth(
    'COMPLETED',
    (a, b) => byText(a.completedAt ?? '', b.completedAt ?? ''),
    ({ completedAt }) => completedAt,
  ),
  RANK_ASC: (a: Row, b: Row) => byText(a.rank, b.rank) || byText(a.id, b.id),
} as Record<TaskOrder, (a: Row, b: Row) => number>;

describe.each(TASK_ORDERS)('the task list in order %s', (orderBy) => {
  it('is sorted, and its pages add up to the whole list, in both transports', async () => {
    const whole: Row[] = (await list(`orderBy=${orderBy}`)).body.data;
    expect(whole).toHaveLength(6);
    expect(whole.map(({ title }) => title)).toEqual([...whole].sort(COMPARE[orderBy]).map(({ title }) => title));

    const paged = (await allPages<Row>(mara.client, `/tasks?limit=2&orderBy=${orderBy}`)).flat();
    expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));

    const document = `query($orderBy: TaskOrder, $after: String) { tasks(orderBy: $orderBy, first: 1, after: $after) {
      totalCount nodes { id } edges { cursor node { id } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
    let after: string | null = null;
    for (const [index, { id }] of whole.entries()) {
      const { data } = await mara.client.graphql(document, { orderBy, after });
      const [edge] = data.tasks.edges as [{ cursor: string }];
      expect(data.tasks).toEqual({
        totalCount: 6,
        nodes: [{ id }],
        edges: [{ cursor: edge.cursor, node: { id } }],
        pageInfo: {
          hasNextPage: index < 5,
          hasPreviousPage: index > 0,
          startCursor: edge.cursor,
          endCursor: edge.cursor,
        },
      });
      after = edge.cursor;
    }
    const beyond = await mara.client.graphql(document, { orderBy, after });
    expect(beyond.data.tasks).toMatchObject({
      totalCount: 6,
      nodes: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    });
  });
});

describe('the orders of the task list', () => {
  it('match their names', async () => {
    const order = async (orderBy: string) =>
      (await list(`orderBy=${orderBy}`)).body.data.map(({ title }: Row) => title).join(' ');
    expect(await order('TITLE_ASC')).toBe('anchor Buoy Capstan davit Engine Flag');
    expect(await order('CREATED_ASC')).toBe('anchor Buoy Capstan davit Engine Flag');
    expect(await order('CREATED_DESC')).toBe('Flag Engine davit Capstan Buoy anchor');
    expect(await order('RANK_ASC&status=TODO')).toBe('anchor Flag Engine');
    expect(await order('UPDATED_DESC')).toMatch(/^Flag Engine davit/);
    expect(await order('DUE_ASC')).toMatch(/^anchor Buoy (davit Engine|Engine davit) (Capstan Flag|Flag Capstan)$/);
    expect((await list('')).body.data).toEqual((await list('orderBy=CREATED_DESC')).body.data);
  });
});

/** A field of a type, as introspection describes it. */
interface FieldOfType {
  name: string;
  args: { type: { kind: string } }[];
  type: unknown;
}

describe('the fields of the task list', () => {
  it('are the same whether they are selected alone or with all others', async () => {
    const { id: project } = await newProject(mara, { name: 'Fields' });
    const { id: parent } = await newTask(mara, project, { title: 'Parent' });
    await newTask(mara, project, {
      title: 'Child',
      parentId: parent,
      startDate: '2026-11-20',
      dueDay: '2026-11-25',
      repeat: { rule: 'FREQ=WEEKLY', mode: 'FROM_DUE', timeZone: 'Europe/Berlin' },
      assigneeId: mara.id,
      tags: ['deck'],
    });
    const { data } = await mara.client.graphql(`{ __type(name: "Task") { fields {
      name args { type { kind } } type { kind ofType { kind ofType { kind ofType { kind } } } } } } }`);
    const select = ({ name, type }: FieldOfType): string =>
      JSON.stringify(type).includes('"OBJECT"') ? `${name} { __typename }` : name;
    const fields = (data.__type.fields as FieldOfType[]).filter(({ args }) =>
      args.every(({ type }) => type.kind !== 'NON_NULL'),
    );
    const ask = async (selection: string, more = '') => {
      const answer = await mara.client.graphql(
        `{ tasks(filter: { projectId: "${project}" ${more} }, orderBy: TITLE_ASC, first: 2) { nodes { ${selection} } } }`,
      );
      expect(answer.errors).toBeUndefined();
      return answer.data.tasks.nodes as Record<string, unknown>[];
    };
    expect(fields.length).toBeGreaterThan(40);
    const all = await ask(fields.map(select).join(' '));
    // The plan of the second list is not kept, so the computed fields come from another statement.
    for (const more of ['', 'statuses: [TODO, DONE]']) {
      for (const field of fields) {
        const wanted = all.map((row) => ({ [field.name]: row[field.name] }));
        expect(await ask(select(field), more), field.name).toEqual(wanted);
      }
    }
    expect(all[0]).toMatchObject({ startDate: '2026-11-20', dueDay: '2026-11-25', parentId: parent, occurrence: 1 });
    await mara.client.rest('delete', `/projects/${project}`);
  });
});

describe('a cursor of the task list', () => {
  const encode = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
  it.each([
    ['no cursor at all', 'abc'],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['of another shape', Buffer.from('{"a":1}').toString('base64url')],
    ['of another order', encode('TITLE_ASC', 'anchor', randomUUID())],
    ['with a text for a time', encode('CREATED_DESC', 'soon', randomUUID())],
    ['with a number for a time', encode('CREATED_DESC', 7, randomUUID())],
    ['with SQL for an id', encode('CREATED_DESC', at(0), "' or true")],
    ['out of range', encode('CREATED_DESC', '999999-01-01', randomUUID())],
    ['with NUL', encode('CREATED_DESC', 'a\u0000', randomUUID())],
  ])('is refused if it is forged: %s', async (_, cursor) => {
    expect(await list(`after=${cursor}`)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    const { errors } = await mara.client.graphql('query($after: String) { tasks(after: $after) { nodes { id } } }', {
      after: cursor,
    });
    expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
  });

  it('still works after its task was deleted', async () => {
    const { id } = await newProject(mara);
    const made = [];
    for (let i = 0; i < 3; i += 1) made.push(await newTask(mara, id));
    const { headers } = await list(`projectId=${id}&orderBy=CREATED_ASC&limit=1`);
    const next = /^<\/api([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? '';
    await mara.client.rest('delete', `/tasks/${made[0].id}`);
    const { body } = await mara.client.rest('get', next.replace('limit=1', 'limit=9'));
    expect(body.data.map((task: Row) => task.id)).toEqual([made[1].id, made[2].id]);
  });
});

describe('the GraphQL page size', () => {
  it.each([0, 101, -1])('refuses %i', async (first) => {
    const { errors } = await mara.client.graphql('query($first: Int) { tasks(first: $first) { nodes { id } } }', {
      first,
    });
    expect(errors?.[0]?.extensions).toEqual({
      code: 'VALIDATION_FAILED',
      fields: { first: ['first must be between 1 and 100'] },
      reasons: [{ field: 'first', key: 'outOfRange', params: { min: 1, max: 100 } }],
    });
  });
});

describe('the dashboard', () => {
  // None of its data is a month old.
  const UNCHANGED = { total: 0, inProgress: 0, completed: 0, overdue: 0 };

  it('counts the tasks of the viewer’s projects with the same definition of overdue', async () => {
    const { body } = await mara.client.rest('get', '/dashboard/stats');
    const [inProgress, done, overdue] = await Promise.all(
      ['projectId=&status=IN_PROGRESS', 'status=DONE', 'overdue=true'].map((query) => found(query)),
    );
    expect(body.data).toMatchObject({
      totalTasks: (await found('')).length,
      inProgressTasks: inProgress?.length,
      completedTasks: done?.length,
      overdueTasks: overdue?.length,
      changes: UNCHANGED,
    });
    expect(body.data).toMatchObject({ inProgressTasks: 1, completedTasks: 1, overdueTasks: 1 });
    const newcomer = await newPerson(server);
    expect((await newcomer.client.rest('get', '/dashboard/stats')).body.data).toMatchObject({
      totalTasks: 0,
      inProgressTasks: 0,
      completedTasks: 0,
      overdueTasks: 0,
      changes: UNCHANGED,
    });
  });
});
