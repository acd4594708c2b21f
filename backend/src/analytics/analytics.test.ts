import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TASK_STATUSES } from '../../contract/enums.js';
import { CYCLE_HOURS } from '../../contract/figures.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { cases, TEST_TIMEOUT_MS } from '../../test/support/testDepth.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { revisionOf, rows } from '../../test/support/rows.js';
import { ANALYTICS } from '../../test/support/selections.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Number of acts after which the figures are compared. */
const LOOK = 8;

let server: TestServer;
/** Ten days before clocks change in Berlin, two weeks before they do in New York. */
let clock = Date.parse('2026-10-15T09:00:00Z');

beforeAll(async () => {
  server = await startServer({ now: () => new Date(clock), env: { SESSION_DAYS: '3650' } });
});
afterAll(() => server.close());

const inZone = async ({ client }: Person, timeZone: string): Promise<void> => {
  expect((await client.rest('put', '/auth/preferences', { timeZone })).status).toBe(200);
};
const figures = async ({ client }: Person, query: Record<string, string>) => {
  const { status, body } = await client.rest('get', `/analytics?${new URLSearchParams(query).toString()}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};

/** A log line about a task. */
interface Line {
  projectId: string;
  taskId: string;
  action: 'created' | 'updated' | 'deleted' | 'restored';
  at: number;
  fields: Record<string, [unknown, unknown] | undefined>;
}
interface TaskThen {
  isHere: boolean;
  status?: string;
  assigneeId?: string | null;
  completedAt?: string | null;
}

/** The tasks before a time, by project and task, replayed from the log's beginning. */
function replayed(lines: readonly Line[], isBefore: (line: Line) => boolean): Map<string, TaskThen> {
  const tasks = new Map<string, TaskThen>();
  for (const line of lines.filter(isBefore)) {
    const key = `${line.projectId} ${line.taskId}`;
    const task = tasks.get(key) ?? { isHere: false };
    for (const name of ['status', 'assigneeId', 'completedAt'] as const) {
      if (line.fields[name]) task[name] = line.fields[name][1] as string;
    }
    if (line.action !== 'updated') task.isHere = line.action !== 'deleted';
    tasks.set(key, task);
  }
  return tasks;
}

/** The same figures, computed directly from the log. */
async function straight(person: Person, query: Record<string, string>, zone: string) {
  const { from = '', to = '', projectId, assigneeId } = query;
  const readable = await rows<{ id: string; archived: boolean }>(
    server,
    `select p.id, p.archived_at is not null as archived from project p join project_member m on m.project_id = p.id
     where m.user_id = ? and p.deleted_at is null`,
    [person.id],
  );
  const ids = readable.map(({ id }) => id);
  const counted = projectId ? [projectId] : readable.filter(({ archived }) => !archived).map(({ id }) => id);
  const all = (
    await rows<Omit<Line, 'at'> & { at: string | Date }>(
      server,
      `select project_id as "projectId", entity_id as "taskId", action, at, fields from change
       where entity = 'task' and project_id = any(?::uuid[]) order by at, project_id, revision, n`,
      [`{${ids.join()}}`],
    )
  ).map((line): Line => ({ ...line, at: new Date(line.at).getTime() }));
  const lines = all.filter((line) => counted.includes(line.projectId));
  const madeAt = new Map(
    (await rows<{ id: string; at: string | Date }>(server, 'select id, created_at as at from task')).map(
      ({ id, at }): [string, number] => [id, new Date(at).getTime()],
    ),
  );
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  const dayOf = (at: number): string => calendar.format(at);
  const whose = assigneeId === 'me' ? person.id : assigneeId;
  const isWanted = (task: TaskThen): boolean =>
    whose === undefined || (whose === 'none' ? !task.assigneeId : task.assigneeId === whose);

  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (day <= dayOf(clock)) days.push(day);
  }
  const flow = days.map((day) => {
    const count = { TODO: 0, IN_PROGRESS: 0, IN_REVIEW: 0, DONE: 0 };
    for (const task of replayed(lines, ({ at }) => dayOf(at) <= day).values()) {
      if (task.isHere && task.status && isWanted(task)) count[task.status as keyof typeof count] += 1;
    }
    return { day, todo: count.TODO, inProgress: count.IN_PROGRESS, inReview: count.IN_REVIEW, done: count.DONE };
  });

  const mondayOf = (day: string): string => {
    const back = (new Date(day).getUTCDay() + 6) % 7;
    return new Date(Date.parse(day) - back * DAY_MS).toISOString().slice(0, 10);
  };
  const weeks = new Map(days.map((day) => [mondayOf(day), 0]));
  const hours: number[] = [];
  const people = new Map<string | null, { completed: number; open: number }>();
  const of = (id: string | null | undefined) => {
    const known = people.get(id ?? null) ?? { completed: 0, open: 0 };
    people.set(id ?? null, known);
    return known;
  };
  for (const [key, task] of replayed(lines, () => true)) {
    if (!task.isHere || !isWanted(task)) continue;
    if (task.status !== 'DONE') {
      of(task.assigneeId).open += 1;
      continue;
    }
    const doneAt = Date.parse(task.completedAt ?? '');
    const week = weeks.get(mondayOf(dayOf(doneAt)));
    if (week === undefined || dayOf(doneAt) < from || dayOf(doneAt) > to) continue;
    weeks.set(mondayOf(dayOf(doneAt)), week + 1);
    of(task.assigneeId).completed += 1;
    const id = key.split(' ')[1] ?? '';
    const started = all.find(
      ({ taskId, fields, at }) => taskId === id && fields['status']?.[1] === 'IN_PROGRESS' && at <= doneAt,
    );
    hours.push(Math.max(0, doneAt - (started?.at ?? madeAt.get(id) ?? NaN)) / HOUR_MS);
  }
  hours.sort((a, b) => a - b);
  const percentile = (share: number): number | null =>
    hours.length === 0 ? null : Math.round((hours[Math.ceil(share * hours.length) - 1] ?? 0) * 100) / 100;
  return {
    completedByWeek: [...weeks].map(([week, count]) => ({ week, count })),
    flow,
    cycleTime: {
      tasks: hours.length,
      p50Hours: percentile(0.5),
      p85Hours: percentile(0.85),
      classes: [0, ...CYCLE_HOURS].map((fromHours, index) => {
        const toHours = CYCLE_HOURS[index] ?? null;
        const tasks = hours.filter((each) => each >= fromHours && (toHours === null || each < toHours)).length;
        return { fromHours, toHours, tasks };
      }),
    },
    people: Object.fromEntries(people),
  };
}

type Act =
  | { kind: 'create'; into: number; status: string; to: number }
  | { kind: 'status'; task: number; status: string }
  | { kind: 'move' | 'assign'; task: number; to: number }
  | { kind: 'delete' | 'restore' | 'purge'; task: number }
  | { kind: 'undo'; into: number };

const natural = fc.nat({ max: 1_000 });
const status = fc.constantFrom(...TASK_STATUSES);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create' as const), into: natural, status, to: natural }) },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('status' as const), task: natural, status }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('move', 'assign'), task: natural, to: natural }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('delete', 'restore'), task: natural }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const), task: natural }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), into: natural }) },
);
const story = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), act), { minLength: 30, maxLength: 60 });

describe('figures over time', () => {
  it(
    'equal a straight computation over the log: reopened, moved, deleted, restored, purged and undone',
    { timeout: TEST_TIMEOUT_MS },
    async () => {
      const [jon, mara] = [await newPerson(server, 'Jon'), await newPerson(server, 'Mara')];
      const begun = new Date(clock).toISOString().slice(0, 10);
      const done = new Map<string, number>();

      await fc.assert(
        fc.asyncProperty(story, fc.nat({ max: 20 }), fc.nat({ max: 2 }), async (acts, early, zone) => {
          // Mara is a member of two of three projects and never reads the third
          const projects = [await newProject(jon), await newProject(jon), await newProject(jon)].map(
            ({ id }) => id as string,
          );
          for (const id of projects.slice(0, 2)) await addMember(jon, id, mara);
          const tasks: string[] = [];
          const { client } = jon;
          const people = [null, jon.id, mara.id];
          const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
          const doAct = async (it: Act): Promise<number> => {
            if (it.kind === 'create') {
              const assigneeId = pick([null, jon.id], it.to);
              const { id } = await newTask(jon, pick(projects, it.into), { status: it.status, assigneeId });
              tasks.push(id);
              return 201;
            }
            if (it.kind === 'undo') {
              const projectId = pick(projects, it.into);
              // only tasks count, not projects or members
              const revision = await revisionOf(server, projectId);
              if (revision <= 2) return 404;
              return (await client.rest('post', '/undo', { acts: [{ projectId, revision }] })).status;
            }
            const id = tasks.length > 0 ? pick(tasks, it.task) : 'none';
            const patch = async (what: string, body: object) =>
              (await client.rest('patch', `/tasks/${id}/${what}`, body)).status;
            if (it.kind === 'status') return patch('status', { status: it.status });
            if (it.kind === 'move') return patch('project', { projectId: pick(projects, it.to) });
            if (it.kind === 'assign') return patch('assign', { assigneeId: pick(people, it.to) });
            // tasks already in the trash stay there
            const deleted = (await client.rest('delete', `/tasks/${id}`)).status;
            if (it.kind === 'delete') return deleted;
            clock += HOUR_MS;
            if (it.kind === 'restore') return (await client.rest('post', `/tasks/${id}/restore`)).status;
            return (await client.rest('delete', `/trash/${id}`)).status;
          };
          const timeZone = ['Europe/Berlin', 'America/New_York', 'UTC'][zone] ?? 'UTC';
          await inZone(mara, timeZone);
          const compare = async (query: Record<string, string>): Promise<void> => {
            const { byPerson, ...others } = await figures(mara, query);
            const { people: expected, ...rest } = await straight(mara, query, timeZone);
            expect(others, JSON.stringify(query)).toEqual({ from: query['from'], to: query['to'], ...rest });
            const counts = byPerson.map(({ userId, completed, open }: Record<string, unknown>) => [
              String(userId),
              { completed, open },
            ]);
            expect(Object.fromEntries(counts), JSON.stringify(query)).toEqual(expected);
          };
          for (const [index, [hours, it]] of acts.entries()) {
            clock += hours * HOUR_MS;
            const answered = await doAct(it);
            if (answered < 300) done.set(it.kind, (done.get(it.kind) ?? 0) + 1);
            else expect([400, 404, 409, 422], it.kind).toContain(answered);
            if (index % LOOK !== LOOK - 1) continue;
            // cached figures are extended with later writes, first for the last days, then for all
            const to = new Date(clock).toISOString().slice(0, 10);
            const since = index > 2 * LOOK ? begun : to;
            await compare({
              from: new Date(Math.max(Date.parse(since), clock - 365 * DAY_MS)).toISOString().slice(0, 10),
              to,
            });
          }

          clock += HOUR_MS;
          const to = new Date(clock + 2 * DAY_MS).toISOString().slice(0, 10);
          const first = new Date(Math.max(Date.parse(begun), Date.parse(to) - 365 * DAY_MS)).toISOString().slice(0, 10);
          const later = new Date(Date.parse(to) - early * DAY_MS).toISOString().slice(0, 10);
          const queries: Record<string, string>[] = [
            { from: first, to },
            { from: later, to, projectId: projects[0] ?? '' },
            { from: first, to: later, assigneeId: jon.id },
            { from: later, to, assigneeId: 'none', projectId: projects[1] ?? '' },
            { from: first, to, assigneeId: 'me' },
          ];
          for (const query of queries) await compare(query);
        }),
        // later cases build on earlier ones, so a smaller case would differ
        { ...cases(2), endOnFailure: true },
      );
      // each kind of act was tried
      expect([...done.keys()].sort()).toEqual([
        'assign',
        'create',
        'delete',
        'move',
        'purge',
        'restore',
        'status',
        'undo',
      ]);
    },
  );

  it('refuse days that are none, too many of them, and an end before the beginning', async () => {
    const { client } = await newPerson(server);
    const ask = async (query: string) => (await client.rest('get', `/analytics?${query}`)).body;
    expect((await ask('from=2026-01-01&to=2027-01-01')).data.flow.length).toBeGreaterThan(200);
    for (const [query, field, message] of [
      ['from=2026-01-01&to=2027-01-02', 'to', 'At most 366 days at once'],
      ['from=2026-02-30&to=2026-03-02', 'from', 'From must be a day, like 2026-11-22'],
      ['from=2026-03-02', 'to', 'To must be a day, like 2026-11-22'],
      ['from=2026-03-02&to=2026-03-01', 'to', 'To must not be before from'],
      ['from=2026-03-01&to=2026-03-02&assigneeId=you', 'assigneeId', 'Assignee must be a user id, "me" or "none"'],
    ] as const) {
      expect(await ask(query)).toMatchObject({ code: 'VALIDATION_FAILED', errors: { [field]: [message] } });
    }
    expect(await ask('from=2026-03-01&to=2026-03-02&person=me')).toMatchObject({ code: 'BAD_REQUEST' });
    const { errors } = await client.graphql(`{ analytics(from: "today", to: "today") { ${ANALYTICS} } }`);
    expect(errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
  });

  it('name the hundred people who have most to do', async () => {
    const person = await newPerson(server);
    const { id: projectId } = await newProject(person);
    await rows(
      server,
      `with made as (
         insert into account (id, first_name, last_name, username, email, password_hash, preferences, created_at, updated_at)
         select gen_random_uuid(), 'Ute', n::text, 'crowd' || n, 'crowd' || n || '@tern.example', '', '{}', now(), now()
         from generate_series(1, 101) n returning id, last_name)
       insert into task (id, project_id, title, description, status, priority, tags, rank, version, creator_id, assignee_id,
         created_at, updated_at, folded)
       select gen_random_uuid(), ?, 'Sand', '', 'TODO', 'LOW', '{}', 'a1' || lpad(last_name, 4, '0') || task || 'V', 1, ?, id,
         now(), now(), E'sand\\n'
       from made, generate_series(1, case last_name when '101' then 2 else 1 end) task`,
      [projectId, person.id],
    );
    const day = new Date(clock).toISOString().slice(0, 10);
    const { byPerson } = await figures(person, { from: day, to: day, projectId });
    expect(byPerson.map(({ open }: { open: number }) => open)).toEqual([2, ...Array<number>(99).fill(1)]);
  });

  it('are of the projects one belongs to now, of archived ones only where these are named', async () => {
    const [owner, person] = [await newPerson(server), await newPerson(server)];
    const { id: projectId } = await newProject(owner);
    await newTask(owner, projectId, { status: 'DONE' });
    const today = new Date(clock).toISOString().slice(0, 10);
    const done = async (query = {}) => (await figures(person, { from: today, to: today, ...query })).flow[0].done;
    expect(await done()).toBe(0);
    await addMember(owner, projectId, person);
    expect(await done()).toBe(1);
    await owner.client.rest('post', `/projects/${projectId}/archive`);
    expect([await done(), await done({ projectId })]).toEqual([0, 1]);
    await owner.client.rest('post', `/projects/${projectId}/unarchive`);
    await owner.client.rest('delete', `/projects/${projectId}/members/${person.id}`);
    expect(await done()).toBe(0);
  });

  it('cost as many statements whatever there is', async () => {
    const [person, other] = [await newPerson(server), await newPerson(server)];
    const ask = async (): Promise<number> => {
      const before = server.asked.length;
      await figures(person, { from: '2026-01-01', to: '2026-12-31' });
      expect((await person.client.rest('get', '/people')).status).toBe(200);
      expect((await person.client.rest('get', '/activity')).status).toBe(200);
      return server.asked.length - before;
    };
    const addProject = async () => {
      const { id } = await newProject(person);
      await addMember(person, id, other);
      for (const assigneeId of [person.id, other.id]) await newTask(person, id, { assigneeId, status: 'DONE' });
      return id as string;
    };
    const projectId = await addProject();
    // the first request of a minute records a visit
    await person.client.rest('get', '/auth/me');
    const few = await ask();
    for (let n = 0; n < 3; n += 1) await addProject();
    expect(await ask()).toBeLessThanOrEqual(few);
    expect(few).toBeLessThanOrEqual(14);
    // cached data is not read again; a write costs reading that write alone
    const readings = async (query = {}) => {
      const before = server.statements.length;
      await figures(person, { from: '2026-03-01', to: '2026-12-31', ...query });
      const logs = server.statements.slice(before).filter((text) => text.includes('with line as'));
      return logs.map((text) => (text.includes('as known(') ? 'grown' : 'new'));
    };
    expect(await readings()).toEqual([]);
    expect(await readings({ assigneeId: 'me' })).toEqual([]);
    await inZone(person, 'America/New_York');
    expect(await readings()).toEqual([]);
    await newTask(person, projectId);
    expect(await readings()).toEqual(['grown']);
    expect(await readings({ from: '2025-10-01', to: '2026-02-01' })).toEqual(['new']);
    // nothing is cached for a restored database
    await rows(server, 'update epoch set id = gen_random_uuid()');
    expect(await readings()).toEqual(['new']);
  });

  it('are computed once for five concurrent viewers', async () => {
    const person = await newPerson(server);
    const { id } = await newProject(person);
    await newTask(person, id, { status: 'DONE' });
    const before = server.statements.length;
    const today = new Date(clock).toISOString().slice(0, 10);
    const seen = await Promise.all(
      ['me', 'none', person.id, 'me', 'none'].map((assigneeId) =>
        figures(person, { from: today, to: today, assigneeId }),
      ),
    );
    expect(seen.map(({ flow }) => flow[0].done)).toEqual([0, 1, 0, 0, 1]);
    expect(server.statements.slice(before).filter((text) => text.includes('with line as'))).toHaveLength(1);
  });
});

describe('people', () => {
  it('are those with whom one shares projects, and oneself, with what they have to do there', async () => {
    const mara = await newPerson(server, 'Mara');
    await inZone(mara, 'America/New_York');
    const [ben, ann, far] = await Promise.all(['Ben', 'Ann', 'Far'].map((name) => newPerson(server, name)));
    if (!ben || !ann || !far) throw new Error('nobody came');
    // Projects are listed by age, not by the ids that programs choose.
    const [a, b] = [`ffffffff${randomUUID().slice(8)}`, `00000000${randomUUID().slice(8)}`];
    for (const id of [a, b]) {
      await newProject(mara, { id });
      clock += 1_000;
    }
    const { id: c } = await newProject(ben);
    for (const id of [a, b]) await addMember(mara, id, ben);
    await addMember(mara, b, ann);
    await addMember(ben, c, far);
    const due = new Date(clock - HOUR_MS).toISOString();
    await newTask(ben, a, { assigneeId: ben.id, dueDate: due });
    await newTask(ben, b, { assigneeId: ben.id });
    await newTask(ben, c, { assigneeId: ben.id });
    // the Monday after, at half past three in Greenwich, is Sunday evening in New York
    clock += ((8 - new Date(clock).getUTCDay()) % 7) * DAY_MS;
    clock = Date.parse(`${new Date(clock).toISOString().slice(0, 10)}T03:30:00Z`) + 7 * DAY_MS;
    await newTask(ben, a, { assigneeId: ben.id, status: 'DONE' });
    clock += 2 * HOUR_MS;
    await newTask(ben, b, { assigneeId: ben.id, status: 'DONE' });
    const people = async () => {
      const { body } = await mara.client.rest('get', '/people');
      return body.data.map(({ user, userId: _id, ...rest }: { user: { firstName: string }; userId: string }) => ({
        name: user.firstName,
        ...rest,
      }));
    };
    expect(await people()).toEqual([
      { name: 'Ann', open: 0, overdue: 0, completedThisWeek: 0, projectIds: [b] },
      { name: 'Ben', open: 2, overdue: 1, completedThisWeek: 1, projectIds: [a, b] },
      { name: 'Mara', open: 0, overdue: 0, completedThisWeek: 0, projectIds: [a, b] },
    ]);
    await mara.client.rest('post', `/projects/${b}/archive`);
    expect(await people()).toMatchObject([
      { name: 'Ben', open: 1, completedThisWeek: 0, projectIds: [a] },
      { name: 'Mara' },
    ]);
    const { data } = await mara.client.graphql(
      '{ people(first: 1) { totalCount nodes { projects { id } user { email } } } }',
    );
    expect(data.people).toEqual({ totalCount: 2, nodes: [{ projects: [{ id: a }], user: { email: null } }] });
  });
});

describe('activity over all projects', () => {
  it('is newest first, by person, project and time, with comments’ text, and only of what one may read', async () => {
    const [mara, ben] = [await newPerson(server, 'Mara'), await newPerson(server, 'Ben')];
    const [a, b, foreign] = [await newProject(mara), await newProject(mara), await newProject(ben)].map(
      ({ id }) => id as string,
    );
    if (!a || !b || !foreign) throw new Error('no projects');
    for (const id of [a, b]) await addMember(mara, id, ben);
    clock += DAY_MS;
    const from = new Date(clock).toISOString();
    const one = await newTask(ben, a, { title: 'One' });
    clock += HOUR_MS;
    const two = await newTask(ben, b, { title: 'Two' });
    await newTask(ben, foreign, { title: 'Secret' });
    clock += HOUR_MS;
    const said = (await ben.client.rest('post', `/tasks/${one.id}/comments`, { text: 'Two coats, then?' })).body.data;
    const to = new Date(clock + 1).toISOString();
    clock += DAY_MS;
    await mara.client.rest('patch', `/tasks/${two.id}/status`, { status: 'DONE' });

    const ask = async (query: Record<string, string>) => {
      const { body } = await mara.client.rest('get', `/activity?${new URLSearchParams(query).toString()}`);
      return body.data.map((line: Record<string, unknown>) => [line['subject'], line['action'], line['commentText']]);
    };
    const ofBen = [
      ['One', 'CREATED', 'Two coats, then?'],
      ['Two', 'CREATED', null],
      ['One', 'CREATED', null],
    ];
    expect(await ask({ actorId: ben.id })).toEqual(ofBen);
    expect(await ask({ from })).toEqual([['Two', 'UPDATED', null], ...ofBen]);
    expect(await ask({ from, to })).toEqual(ofBen);
    expect(await ask({ actorId: 'me', from })).toEqual([['Two', 'UPDATED', null]]);
    expect(await ask({ actorId: ben.id, projectId: a })).toEqual([ofBen[0], ofBen[2]]);
    const { data } = await mara.client.graphql(
      '{ activity(first: 1) { nodes { project { id } actor { firstName } } } }',
    );
    expect(data.activity.nodes).toEqual([{ project: { id: b }, actor: { firstName: 'Mara' } }]);
    // undone acts are not listed
    await ben.client.rest('delete', `/comments/${said.id}`);
    expect(await ask({ actorId: ben.id, projectId: a })).toMatchObject([
      ['One', 'DELETED', null],
      ['One', 'CREATED', null],
      ['One', 'CREATED', null],
    ]);
    await mara.client.rest('post', `/projects/${a}/archive`);
    expect((await ask({ from })).map(([title]: string[]) => title)).toEqual(['Two', 'Two']);
    expect(await ask({ actorId: ben.id, projectId: a })).toHaveLength(3);
    for (const query of ['actorId=you', 'from=yesterday', 'after=nonsense', 'until=2026-01-01']) {
      expect((await mara.client.rest('get', `/activity?${query}`)).status, query).toBeGreaterThanOrEqual(400);
    }
  });
});
