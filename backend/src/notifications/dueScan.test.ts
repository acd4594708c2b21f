import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { freshDatabase } from '../../test/support/harness.js';
import { type MailServer, startMailServer, subjectsTo } from '../../test/support/jobQueue.js';
import { rows } from '../../test/support/rows.js';
import { follow } from '../../test/support/socket.js';
import { scanDue } from './dueScan.js';

const HOUR = 3_600_000;
/** The day before the clocks go forward in Berlin. */
const START = Date.UTC(2026, 2, 28, 12);

let database: Awaited<ReturnType<typeof freshDatabase>>;
let one: MailServer;
let two: MailServer;
let owner: Person;
let member: Person;
let projectId: string;
let clock = START;

beforeAll(async () => {
  database = await freshDatabase();
  // sessions that outlive the moved clock
  const options = { databaseUrl: database.url, now: () => new Date(clock), env: { SESSION_DAYS: '3650' } };
  one = await startMailServer(options);
  // a database that lives in Berlin: the second server's connections begin after this
  await rows(
    one,
    `do $$ begin execute format('alter database %I set timezone to ''Europe/Berlin''', current_database()); end $$`,
  );
  two = await startMailServer(options);
  [owner, member] = [await newPerson(one), await newPerson(one, 'Ines')];
});
afterAll(async () => {
  await Promise.all([one.close(), two.close()]);
  await database.drop();
});
beforeEach(async () => {
  clock = START;
  await rows(one, 'delete from task');
  projectId = (await newProject(owner)).id;
  await addMember(owner, projectId, member);
  await forget();
});

const at = (hours: number): string => new Date(clock + hours * HOUR).toISOString();
const task = (dueDate: string, fields: object = {}, by = owner) =>
  newTask(by, projectId, { assigneeId: member.id, dueDate, ...fields });
const scan = async () => (await Promise.all([scanDue(one.resources), scanDue(two.resources)])).reduce((a, b) => a + b);
const forget = async (): Promise<void> => {
  for (const { client } of [owner, member]) await client.rest('delete', '/notifications');
};
interface DueRow {
  kind: string;
  title: string;
  message: string;
  count: number;
  taskId: string | null;
  projectId: string | null;
}
const dueRows = async ({ client }: Person): Promise<DueRow[]> =>
  (await client.rest('get', '/notifications')).body.data.notifications.filter(({ kind }: DueRow) =>
    ['DUE_SOON', 'OVERDUE'].includes(kind),
  );
const readNotified = async (person: Person): Promise<string[]> =>
  (await dueRows(person)).map(({ kind, title }) => `${kind} ${title}`).sort();
/** Copies a task by SQL; `changes` sets the columns that differ (SQL, by the number `n` of the copy). */
const copies = async (from: string, count: number, changes: string): Promise<void> => {
  await rows(
    one,
    `insert into task select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
       'rank', gen_random_uuid(), ${changes}))).* from task t, generate_series(1, ?::int) n where t.id = ?`,
    [count, from],
  );
};
describe('the scan of due dates', () => {
  it('notifies once of tasks due within 24 hours and of overdue tasks, with any number of processes', async () => {
    await task(at(23), { title: 'tomorrow' });
    await task(at(25), { title: 'later' });
    await task(at(-1), { title: 'late' });
    expect(await scan()).toBe(2);
    expect(await readNotified(member)).toEqual(['DUE_SOON tomorrow', 'OVERDUE late']);
    expect(await readNotified(owner)).toEqual([]);
    for (let n = 0; n < 3; n += 1) expect(await scan()).toBe(0);
    expect(await readNotified(member)).toHaveLength(2);
    const { body } = await member.client.rest('get', '/notifications?limit=1');
    expect(body.data.notifications[0]).toMatchObject({ projectId, actorId: null, read: false });
  });

  it('notifies again when a task becomes overdue or gets a new due date, but not for an earlier due date', async () => {
    const { id } = await task(at(20), { title: 'Stage' });
    await scan();
    clock += 21 * HOUR;
    await scan();
    expect(await readNotified(member)).toEqual(['DUE_SOON Stage', 'OVERDUE Stage']);
    const move = (dueDate: string) => owner.client.rest('put', `/tasks/${id}`, { dueDate });
    const [before, after] = [at(-1), at(10)];
    await move(after);
    await scan();
    expect(await readNotified(member)).toEqual(['DUE_SOON Stage', 'DUE_SOON Stage', 'OVERDUE Stage']);
    await move(before);
    expect(await scan()).toBe(0);
    await move(after);
    expect(await scan()).toBe(0);
  });

  it('leaves out tasks that are done, deleted, without a due date, or overdue for more than a week', async () => {
    const [done, deleted] = [await task(at(5)), await task(at(5))];
    await owner.client.rest('patch', `/tasks/${done.id}/status`, { status: 'DONE' });
    await owner.client.rest('delete', `/tasks/${deleted.id}`);
    await newTask(owner, projectId, { assigneeId: member.id });
    await task(at(-24 * 8));
    const gone = await newProject(owner);
    await newTask(owner, gone.id, { dueDate: at(5) });
    await owner.client.rest('delete', `/projects/${gone.id}`);
    expect(await scan()).toBe(0);
    await owner.client.rest('patch', `/tasks/${done.id}/status`, { status: 'TODO' });
    expect(await scan()).toBe(1);
  });

  it('notifies the assignee, else the creator, and no former member', async () => {
    await task(at(1), { title: 'mine' }, member);
    await task(at(1), { title: 'unassigned', assigneeId: null }, owner);
    await task(at(1), { title: 'made by who left', assigneeId: null }, member);
    await task(at(1), { title: 'had by who left' });
    await owner.client.rest('delete', `/projects/${projectId}/members/${member.id}`);
    await scan();
    expect(await readNotified(member)).toEqual([]);
    // their unassigned tasks belong to the creator
    expect(await readNotified(owner)).toEqual(['DUE_SOON 2 tasks are due within 24 hours']);
    const [row] = await dueRows(owner);
    for (const title of ['had by who left', 'unassigned']) expect(row?.message).toContain(`“${title}”`);
  });

  it('notifies of a due day before its due time, and when it has ended for the recipient', async () => {
    const prefer = (person: Person, timeZone: string) => person.client.rest('put', '/auth/preferences', { timeZone });
    await prefer(owner, 'Pacific/Honolulu');
    await prefer(member, 'Asia/Tokyo');
    // At noon in Greenwich it is 21:00 in Tokyo and 02:00 in Honolulu. Due at 18:00 in Honolulu: 16 hours later.
    await newTask(owner, projectId, { title: 'theirs', dueDay: '2026-03-28', assigneeId: member.id });
    await newTask(owner, projectId, { title: 'own', dueDay: '2026-03-28' });
    await newTask(owner, projectId, { title: 'yesterday', dueDay: '2026-03-27' });
    await scan();
    expect(await readNotified(member)).toEqual(['DUE_SOON theirs']);
    expect(await readNotified(owner)).toEqual(['DUE_SOON own', 'OVERDUE yesterday']);
    // Midnight in Tokyo, 16 hours before the due time
    clock = Date.UTC(2026, 2, 28, 15);
    await scan();
    expect(await readNotified(member)).toEqual(['DUE_SOON theirs', 'OVERDUE theirs']);
    // After the due time, and before midnight in Honolulu
    clock = Date.UTC(2026, 2, 29, 9, 59);
    expect(await scan()).toBe(0);
    clock = Date.UTC(2026, 2, 29, 10);
    await scan();
    expect(await readNotified(owner)).toEqual(['DUE_SOON own', 'OVERDUE own', 'OVERDUE yesterday']);
    expect(await scan()).toBe(0);
    for (const person of [owner, member]) await prefer(person, 'UTC');
  });

  it('counts the seven days of a due day from its end, not from its due time', async () => {
    // At 20:00, the due time of a week ago is more than seven days ago, and the end of that day is not.
    clock = Date.UTC(2026, 2, 28, 20);
    const dueOn = (dueDay: string, title: string) =>
      newTask(owner, projectId, { title, dueDay, assigneeId: member.id });
    await dueOn('2026-03-21', 'in the week');
    await dueOn('2026-03-20', 'before the week');
    await scan();
    expect(await readNotified(member)).toEqual(['OVERDUE in the week']);
    expect(await scan()).toBe(0);
  });

  it('counts 24 hours and seven days independently of daylight saving', async () => {
    await task('2026-03-29T11:59:00Z', { title: 'within' });
    await task('2026-03-29T12:01:00Z', { title: 'beyond' });
    for (const { resources } of [two, one]) await scanDue(resources);
    expect(await readNotified(member)).toEqual(['DUE_SOON within']);
    clock += 2 * 60_000;
    for (const { resources } of [two, one]) await scanDue(resources);
    expect(await readNotified(member)).toEqual(['DUE_SOON beyond', 'DUE_SOON within']);
    clock = Date.UTC(2026, 3, 2, 12);
    await task('2026-03-26T12:30:00Z', { title: 'in the week' });
    await task('2026-03-26T11:59:00Z', { title: 'before the week' });
    await forget();
    await scanDue(two.resources);
    expect(await dueRows(member)).toMatchObject([
      { title: '3 tasks are overdue', message: '“in the week”, “within” and “beyond”' },
    ]);
  });

  it('sends one notification and one mail for many tasks, once from two processes', async () => {
    const { id } = await task(at(1), { title: 'Task 0' });
    await one.work();
    await copies(id, 449, `'title', 'Task ' || n, 'due_date', t.due_date + n * interval '1 second'`);
    expect(await scan()).toBe(450);
    expect(await scan()).toBe(0);
    expect(await dueRows(member)).toMatchObject([
      {
        kind: 'DUE_SOON',
        title: '450 tasks are due within 24 hours',
        message: '“Task 0”, “Task 1”, “Task 2” and 447 more',
        count: 450,
        taskId: null,
        projectId,
      },
    ]);
    const mails = await one.work();
    expect(subjectsTo(mails, member.email)).toEqual(['450 tasks are due within 24 hours']);
    const text = mails[0]?.text ?? '';
    for (let n = 0; n < 10; n += 1) expect(text).toContain(`- Task ${n}\n`);
    expect(text).not.toContain('- Task 10\n');
    expect(text).toContain('and 440 more');
    expect(text).toContain('/tasks?sort=DUE_ASC');
  });

  it('sends one mail for overdue tasks and tasks due soon', async () => {
    await task(at(-1), { title: 'late' });
    await task(at(-2), { title: 'later' });
    await task(at(1), { title: 'soon' });
    await one.work();
    await scan();
    expect(await readNotified(member)).toEqual(['DUE_SOON soon', 'OVERDUE 2 tasks are overdue']);
    const mails = await one.work();
    expect(subjectsTo(mails, member.email)).toEqual(['3 tasks are due or overdue']);
    expect(mails[0]?.text).toContain('2 tasks are overdue; “soon” is due within 24 hours.');
    for (const title of ['late', 'later', 'soon']) expect(mails[0]?.text).toContain(`- ${title}\n`);
  });

  it('notifies all others when one person fails, and that person later, without loss or duplicates', async () => {
    const others = await Promise.all([1, 2].map(() => newPerson(one)));
    for (const person of others) await addMember(owner, projectId, person);
    for (const person of [member, ...others]) await task(at(2), { title: 'Stage', assigneeId: person.id });
    const [{ source } = { source: '' }] = await rows<{ source: string }>(
      one,
      `select 'DUE_SOON:' || id || ':' || due_date as source from task where assignee_id = ?`,
      [member.id],
    );
    // makes the insert fail: a person has one notification per source
    const block = `insert into notification (id, user_id, kind, title, message, read, source, created_at)
      values (gen_random_uuid(), ?, 'NOTE', '', '', true, ?, now())`;
    const seen = await rows<{ dueDate: string }>(one, `select due_date::text as "dueDate" from task`);
    expect(seen).toHaveLength(3);
    await rows(one, block, [member.id, source]);
    await one.work();
    expect(await scan()).toBe(2);
    for (const person of others) expect(await readNotified(person)).toEqual(['DUE_SOON Stage']);
    expect(await readNotified(member)).toEqual([]);
    expect(await rows(one, 'select 1 from due_notice where user_id = ?', [member.id])).toEqual([]);
    expect(subjectsTo(await one.work(), member.email)).toEqual([]);

    await rows(one, 'delete from notification where source = ?', [source]);
    expect(await scan()).toBe(1);
    expect(await scan()).toBe(0);
    expect(await readNotified(member)).toEqual(['DUE_SOON Stage']);
    expect(subjectsTo(await one.work(), member.email)).toEqual(['Stage']);
  });

  it('notifies more people than one page holds', async () => {
    const people = 130;
    const { id } = await task(at(3), { title: 'Theirs' });
    await rows(
      one,
      `insert into account (id, first_name, last_name, username, email, password_hash, created_at, updated_at)
       select gen_random_uuid(), 'P', 'P', 'crowd' || n, 'crowd' || n || '@tern.example', '', now(), now()
       from generate_series(1, ?::int) n`,
      [people - 1],
    );
    await rows(
      one,
      `insert into project_member (project_id, user_id, role, joined_at)
       select ?, id, 'MEMBER', now() from account where username like 'crowd%'`,
      [projectId],
    );
    await copies(id, people - 1, `'assignee_id', (select id from account where username = 'crowd' || n)`);
    expect(await scan()).toBe(people);
    const [{ count } = { count: 0 }] = await rows<{ count: number }>(
      one,
      `select count(distinct user_id)::int as count from notification where project_id = ? and title = 'Theirs'`,
      [projectId],
    );
    expect(count).toBe(people);
  });

  it('runs as a job that wakes connected people and sends mails', async () => {
    await one.work();
    const feed = follow<{ action: string; unreadCount: number }>(
      one,
      'subscription { notificationChanged { action unreadCount } }',
      { token: member.client.token },
    );
    await feed.until(1);
    await task(at(1), { title: 'Stage' });
    await feed.until(2);
    await one.work();
    await rows(two, `select graphile_worker.add_job('dueScan')`);
    const mails = await two.work();
    expect(subjectsTo(mails, member.email)).toEqual(['Stage']);
    expect(mails[0]?.text).toContain('“Stage” is due within 24 hours.');
    expect((await feed.until(3)).map(({ action, unreadCount }) => [action, unreadCount])).toEqual([
      ['SYNC', 0],
      ['ADDED', 1],
      ['ADDED', 2],
    ]);
    await feed.stop();
  });
});
