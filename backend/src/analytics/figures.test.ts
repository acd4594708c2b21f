import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { FULL_RUN } from '../../test/support/testDepth.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';
import { seededRandom } from '../demo/seededRandom.js';
import { monthBefore, percentChange } from './monthAgo.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const BEGIN = Date.UTC(2026, 7, 3, 9);
const STATUSES = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE'];

let server: TestServer;
let clock = BEGIN;
beforeAll(async () => {
  // sessions that outlive the moved clock
  server = await startServer({ now: () => new Date(clock), env: { SESSION_DAYS: '3650' } });
});
afterAll(() => server.close());

const stats = async ({ client }: Person) => (await client.rest('get', '/dashboard/stats')).body.data;

interface Line {
  id: string;
  action: string;
  fields: Record<string, [unknown, unknown]>;
  at: number;
}

interface TaskThen {
  status: string;
  due: number | null;
  day: string | null;
  deleted: boolean;
  doneAt: number;
}

/** All log lines about the tasks of projects, in order. */
async function linesOf(projectIds: readonly string[]): Promise<Line[]> {
  const found = await rows<Line>(
    server,
    `select entity_id as id, action, fields, extract(epoch from at)::float8 * 1000 as at from change
     where project_id = any(?::uuid[]) and entity = 'task' order by project_id, revision, n`,
    [`{${projectIds.join(',')}}`],
  );
  return found.map((line) => ({ ...line, at: Math.round(line.at) }));
}

/** The state of all tasks at a time, replayed from the log's beginning. */
function tasksAt(lines: readonly Line[], moment: number): TaskThen[] {
  const tasks = new Map<string, TaskThen>();
  for (const { id, fields, at } of lines) {
    if (at > moment) continue;
    const task = tasks.get(id) ?? { status: 'TODO', due: null, day: null, deleted: false, doneAt: 0 };
    const { status, dueDate, dueDay, deletedAt } = fields;
    if (status) task.status = String(status[1]);
    if (status?.[1] === 'DONE') task.doneAt = at;
    if (dueDate) task.due = dueDate[1] === null ? null : Date.parse(dueDate[1] as string);
    if (dueDate) task.day = (dueDay?.[1] ?? null) as string | null;
    if (deletedAt) task.deleted = deletedAt[1] !== null;
    tasks.set(id, task);
  }
  return [...tasks.values()].filter(({ deleted }) => !deleted);
}

const isLate = ({ due, day }: TaskThen, moment: number, offset: number): boolean =>
  day === null ? due !== null && due < moment : day < new Date(moment + offset).toISOString().slice(0, 10);

const count = (tasks: readonly TaskThen[], moment: number, offset: number): number[] => [
  tasks.length,
  tasks.filter(({ status }) => status === 'IN_PROGRESS').length,
  tasks.filter(({ status }) => status === 'DONE').length,
  tasks.filter((task) => task.status !== 'DONE' && isLate(task, moment, offset)).length,
];

/** Counts directly from the log; `offset` belongs to a zone without summer time. */
function countedFromLog(lines: readonly Line[], offset: number) {
  const then = monthBefore(new Date(clock)).getTime();
  const present = tasksAt(lines, clock);
  const [now, before] = [count(present, clock, offset), count(tasksAt(lines, then), then, offset)];
  const [total, inProgress, completed, overdue] = now.map((each, index) => percentChange(before[index] ?? 0, each));
  // 1970-01-05 was a Monday
  const week = (at: number): number => Math.floor((at + offset - 4 * DAY) / (7 * DAY));
  const done = present.filter(({ status }) => status === 'DONE');
  return {
    totalTasks: now[0],
    inProgressTasks: now[1],
    completedTasks: now[2],
    overdueTasks: now[3],
    changes: { total, inProgress, completed, overdue },
    completedByWeek: Array.from({ length: 8 }, (_, index) => {
      const nth = week(clock) - 7 + index;
      const weekStart = new Date(nth * 7 * DAY + 4 * DAY).toISOString().slice(0, 10);
      return { weekStart, completed: done.filter(({ doneAt }) => week(doneAt) === nth).length };
    }),
  };
}

/** Open tasks of one project, counted from the log. */
async function countedOfProject(projectId: string, offset: number) {
  const [total = 0, , completed = 0, overdue] = count(tasksAt(await linesOf([projectId]), clock), clock, offset);
  return { projectId, open: total - completed, overdue };
}

/** Restores a task by SQL: row, revision and log line. */
async function restore(projectId: string, id: string): Promise<void> {
  await rows(server, 'update task set deleted_at = null, deleted_by = null, deleted_revision = null where id = ?', [
    id,
  ]);
  await rows(
    server,
    `with moved as (update project set revision = revision + 1 where id = ? returning id, revision)
     insert into change (project_id, revision, n, entity, entity_id, action, actor_id, fields, at)
     select id, revision, 0, 'task', ?, 'restored', ?, '{"deletedAt": ["then", null]}', ? from moved`,
    [projectId, id, randomUUID(), new Date(clock).toISOString()],
  );
}

describe('the figures', () => {
  it.each(Array.from({ length: FULL_RUN ? 12 : 3 }, (_, seed) => seed + 1))(
    'are those of the log, whatever is written and however much time passes (history %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      clock = BEGIN;
      const [owner, member] = [await newPerson(server), await newPerson(server)];
      await member.client.rest('put', '/auth/preferences', { timeZone: 'Asia/Kolkata' });
      const projects: string[] = [];
      for (const name of ['one', 'two', 'three']) projects.push((await newProject(owner, { name })).id);
      for (const id of projects.slice(1)) await addMember(owner, id, member);
      const there: { id: string; projectId: string }[] = [];
      const deleted: { id: string; projectId: string }[] = [];
      const due = (): { dueDate: string | null } | { dueDay: string } => {
        if (random() < 0.3) return { dueDate: null };
        const moment = new Date(clock + Math.round((random() * 50 - 10) * DAY)).toISOString();
        return random() < 0.5 ? { dueDate: moment } : { dueDay: moment.slice(0, 10) };
      };
      const acts: (() => Promise<unknown>)[] = [
        async () => {
          const projectId = oneOf(projects);
          const { id } = await newTask(owner, projectId, { status: oneOf(STATUSES), ...due() });
          there.push({ id, projectId });
        },
        () => owner.client.rest('put', `/tasks/${oneOf(there).id}`, { status: oneOf(STATUSES) }),
        () => owner.client.rest('put', `/tasks/${oneOf(there).id}`, { ...due(), title: `At ${clock}` }),
        () => owner.client.rest('put', `/tasks/${oneOf(there).id}`, { priority: oneOf(['LOW', 'HIGH']) }),
        async () => {
          const [task] = there.splice(Math.floor(random() * there.length), 1);
          if (!task) return;
          deleted.push(task);
          await owner.client.rest('delete', `/tasks/${task.id}`);
        },
        async () => {
          const task = deleted.pop();
          if (!task) return;
          there.push(task);
          await restore(task.projectId, task.id);
        },
      ];
      for (let step = 0; step < 60; step += 1) {
        clock += Math.round(oneOf([0, 20_000, 3 * MINUTE, DAY / 3, 2 * DAY, 9 * DAY]) * random());
        // sometimes only time passes
        const writes = there.length < 3 ? 3 : Math.floor(random() * 3);
        for (let n = 0; n < writes; n += 1) await (there.length < 3 ? acts[0] : oneOf(acts))?.();
        const look = random() < 0.3 ? [] : [owner, member];
        for (const person of look) {
          const theirs = person === owner ? projects : projects.slice(1);
          const offset = person === owner ? 0 : 5.5 * 3_600_000;
          const { byProject, firstSteps: _, ...figures } = await stats(person);
          expect(figures, `step ${step}`).toEqual(countedFromLog(await linesOf(theirs), offset));
          const counted = await Promise.all(theirs.map((id) => countedOfProject(id, offset)));
          expect(new Set(byProject), `step ${step}`).toEqual(new Set(counted));
        }
      }
    },
  );

  it('cost what was written: nothing where all is as it was, and one project’s where one has changed', async () => {
    clock = BEGIN;
    const owner = await newPerson(server);
    const [changed, still] = [(await newProject(owner)).id, (await newProject(owner)).id];
    const task = await newTask(owner, changed);
    await newTask(owner, still, { status: 'DONE' });
    const reading = async (people: Person[]) => {
      const before = server.statements.length;
      await Promise.all(people.map(stats));
      return server.statements.slice(before).filter((text) => /from (task|change)\b|join (task|change)\b/.test(text));
    };
    expect(await reading([owner])).toHaveLength(3);
    expect(await reading([owner])).toEqual([]);
    await owner.client.rest('put', `/tasks/${task.id}`, { status: 'DONE' });
    // three reads for all viewers: past changes, present figures and completions
    expect(await reading(Array.from({ length: 8 }, () => owner))).toHaveLength(3);
    clock += 30 * MINUTE;
    expect(await reading([owner])).toEqual([]);
    expect((await stats(owner)).completedTasks).toBe(2);
  });
});

describe('the time zone', () => {
  it('of the figures is the reader’s, as in the lists they link to, or that of the preferences', async () => {
    clock = Date.UTC(2026, 10, 23, 10, 30);
    const person = await newPerson(server);
    const { id } = await newProject(person);
    // A Monday: in Samoa still Sunday, on Kiritimati already Tuesday.
    await newTask(person, id, { dueDay: '2026-11-23' });
    await newTask(person, id, { status: 'DONE' });
    const read = async (query = '') => {
      const { body } = await person.client.rest('get', `/dashboard/stats${query}`);
      const { overdueTasks, byProject, completedByWeek } = body.data;
      const [{ overdue }] = byProject;
      return { overdueTasks, overdue, week: completedByWeek.at(-1) };
    };
    const [before, week] = ['2026-11-16', '2026-11-23'].map((weekStart) => ({ weekStart, completed: 1 }));
    expect(await read()).toEqual({ overdueTasks: 0, overdue: 0, week });
    expect(await read('?timeZone=Pacific/Kiritimati')).toEqual({ overdueTasks: 1, overdue: 1, week });
    expect(await read('?timeZone=Pacific/Pago_Pago')).toEqual({ overdueTasks: 0, overdue: 0, week: before });
    const { data } = await person.client.graphql(
      '{ dashboardStats(timeZone: "Pacific/Kiritimati") { overdueTasks } tasks(filter: { overdue: true, timeZone: "Pacific/Kiritimati" }) { totalCount } }',
    );
    expect(data).toEqual({ dashboardStats: { overdueTasks: 1 }, tasks: { totalCount: 1 } });
    expect((await person.client.rest('get', '/dashboard/stats?timeZone=Mars')).body.errors).toHaveProperty('timeZone');
  });
});
