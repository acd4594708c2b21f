import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { readPast } from './figures.reads.js';
import { monthBefore, percentChange } from './monthAgo.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 9, 15, 12);
const THEN = Date.UTC(2026, 8, 15, 12);

let server: TestServer;
let clock = NOW;

beforeAll(async () => {
  // sessions that outlive the moved clock
  server = await startServer({ now: () => new Date(clock), env: { SESSION_DAYS: '3650' } });
});
afterAll(() => server.close());

const daysAfter = (days: number): void => void (clock = THEN + days * DAY);
const due = (days: number): string => new Date(THEN + days * DAY).toISOString();
const stats = async ({ client }: Person) => {
  clock = NOW;
  return (await client.rest('get', '/dashboard/stats')).body.data;
};
const monthAgo = async ({ client }: Person): Promise<number[]> => {
  const { body } = await client.rest('get', '/projects');
  const ids = (body.data as { id: string }[]).map(({ id }) => id);
  const sum = [0, 0, 0, 0];
  for (const figures of (
    await readPast(server.orm.em.fork(), ids, { now: new Date(THEN), today: new Date(THEN).toISOString().slice(0, 10) })
  ).values()) {
    const { totalTasks, inProgressTasks, completedTasks, overdueTasks } = figures;
    for (const [index, count] of [totalTasks, inProgressTasks, completedTasks, overdueTasks].entries()) {
      sum[index] = (sum[index] ?? 0) + count;
    }
  }
  return sum;
};

/** Creates a person with an old project. */
async function early(): Promise<{ person: Person; projectId: string }> {
  daysAfter(-40);
  const person = await newPerson(server);
  return { person, projectId: (await newProject(person)).id };
}

describe('the figures of a month ago', () => {
  it('are those of then, whatever has happened since', async () => {
    const { person, projectId } = await early();
    const make = async (fields: Record<string, unknown> = {}) =>
      (await newTask(person, projectId, fields)).id as string;
    const put = (id: string, fields: object) => person.client.rest('put', `/tasks/${id}`, fields);
    daysAfter(-30);
    await make({ title: 'never touched' });
    const [started, reopened, deleted, doneTwice] = [await make(), await make(), await make(), await make()];
    const [delayed, nowDue, dated, undated] = [
      await make({ dueDate: due(-2) }),
      await make({ dueDate: due(20) }),
      await make(),
      await make({ dueDate: due(-1) }),
    ];
    const overdueAndDone = await make({ dueDate: due(-3) });
    const deletedBefore = await make();
    daysAfter(-10);
    await put(started, { status: 'IN_PROGRESS' });
    await put(reopened, { status: 'DONE' });
    await put(overdueAndDone, { status: 'DONE' });
    await person.client.rest('delete', `/tasks/${deletedBefore}`);
    // then: 10 tasks, 1 in progress, 2 done, and 2 overdue
    expect(await monthAgo(person)).toEqual([10, 1, 2, 2]);

    daysAfter(1);
    await put(started, { status: 'DONE' });
    await put(reopened, { status: 'IN_REVIEW' });
    await put(doneTwice, { status: 'DONE' });
    await put(delayed, { dueDate: due(200) });
    await put(nowDue, { dueDate: due(10) });
    await put(dated, { dueDate: due(5) });
    await put(undated, { dueDate: null });
    daysAfter(2);
    await put(doneTwice, { status: 'TODO', title: 'Another title' });
    await put(doneTwice, { status: 'DONE' });
    await put(started, { priority: 'HIGH' });
    await put(overdueAndDone, { status: 'IN_PROGRESS' });
    await put(deleted, { status: 'IN_PROGRESS' });
    await person.client.rest('delete', `/tasks/${deleted}`);
    await make({ title: 'made since', status: 'IN_PROGRESS' });
    const madeAndGone = await make();
    await put(madeAndGone, { status: 'DONE' });
    await person.client.rest('delete', `/tasks/${madeAndGone}`);
    expect(await monthAgo(person)).toEqual([10, 1, 2, 2]);

    // now: 10 tasks, in progress overdueAndDone and the new one, done started and doneTwice, overdue three
    expect(await stats(person)).toEqual({
      totalTasks: 10,
      inProgressTasks: 2,
      completedTasks: 2,
      overdueTasks: 3,
      changes: { total: 0, inProgress: 100, completed: 0, overdue: 50 },
      completedByWeek: expect.any(Array),
      byProject: [{ projectId: expect.any(String), open: 8, overdue: 3 }],
      firstSteps: { project: true, task: true, people: false },
    });
  });

  it('change in whole percents, and not at all where nothing was', async () => {
    const { person, projectId } = await early();
    expect((await stats(person)).changes).toEqual({ total: 0, inProgress: 0, completed: 0, overdue: 0 });
    daysAfter(-20);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await newTask(person, projectId, { status: 'IN_PROGRESS' })).id);
    daysAfter(5);
    await newTask(person, projectId, { status: 'DONE' });
    await person.client.rest('patch', `/tasks/${ids[0]}/status`, { status: 'DONE' });
    await newTask(person, projectId, { dueDate: due(6) });
    expect((await stats(person)).changes).toEqual({ total: 67, inProgress: -33, completed: 0, overdue: 0 });
    await person.client.rest('patch', `/tasks/${ids[1]}/status`, { status: 'DONE' });
    await person.client.rest('patch', `/tasks/${ids[2]}/status`, { status: 'DONE' });
    expect((await stats(person)).changes.inProgress).toBe(-100);
  });

  it('are those of the projects visible now: without left and deleted ones, with joined ones as they were', async () => {
    const { person: owner, projectId } = await early();
    const { person, projectId: own } = await early();
    const left = (await newProject(owner)).id;
    await addMember(owner, left, person);
    const gone = (await newProject(person)).id;
    daysAfter(-20);
    for (const id of [left, gone, own]) await newTask(person, id, { status: 'IN_PROGRESS' });
    const joined = (await newTask(owner, projectId)).id;
    expect((await monthAgo(person))[0]).toBe(3);
    daysAfter(5);
    await person.client.rest('delete', `/projects/${left}/members/${person.id}`);
    await person.client.rest('delete', `/projects/${gone}`);
    await owner.client.rest('patch', `/tasks/${joined}/status`, { status: 'IN_PROGRESS' });
    await addMember(owner, projectId, person);
    expect(await monthAgo(person)).toEqual([2, 1, 0, 0]);
    expect(await stats(person)).toMatchObject({ totalTasks: 2, inProgressTasks: 2, changes: { inProgress: 100 } });
    expect((await stats(owner)).totalTasks).toBe(2);
  });

  it('of a task deleted before and of one made later are nothing', async () => {
    const { person, projectId } = await early();
    daysAfter(-5);
    const { id } = await newTask(person, projectId, { status: 'DONE' });
    daysAfter(-4);
    await person.client.rest('delete', `/tasks/${id}`);
    daysAfter(0.001);
    await newTask(person, projectId, { status: 'DONE' });
    expect(await monthAgo(person)).toEqual([0, 0, 0, 0]);
  });
});

describe('a month before', () => {
  it.each([
    ['2026-10-15T12:00:00.000Z', '2026-09-15T12:00:00.000Z'],
    ['2026-03-31T23:59:59.999Z', '2026-02-28T23:59:00.000Z'],
    ['2028-03-30T08:00:00.000Z', '2028-02-29T08:00:00.000Z'],
    ['2026-07-31T00:00:00.000Z', '2026-06-30T00:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', '2025-12-31T10:00:00.000Z'],
  ])('%s is %s', (now, then) => {
    expect(monthBefore(new Date(now)).toISOString()).toBe(then);
  });
});

describe('a change in percents', () => {
  it.each([
    [0, 0, 0],
    [0, 7, 0],
    [4, 4, 0],
    [3, 4, 33],
    [3, 5, 67],
    [8, 9, 13],
    [5, 0, -100],
    [1, 250, 24_900],
  ])('from %i to %i is %i', (before, now, percent) => {
    expect(percentChange(before, now)).toBe(percent);
  });
});
