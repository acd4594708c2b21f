import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, newAttachment, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { doJobs } from '../../test/support/jobQueue.js';
import { revisionOf, rows } from '../../test/support/rows.js';
import { mutation, TASK } from '../../test/support/selections.js';

const ZONE = 'Europe/Berlin';

let server: TestServer;
let mara: Person;
let jon: Person;
let projectId: string;
// A Tuesday.
let now = new Date('2026-11-24T09:00:00Z');
const at = (text: string): void => void (now = new Date(text));
beforeAll(async () => {
  server = await startServer({ now: () => now, env: { SESSION_DAYS: '3650' } });
  [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
  for (const person of [mara, jon]) await person.client.rest('put', '/auth/preferences', { timeZone: ZONE });
});
afterAll(() => server.close());
beforeEach(async () => {
  at('2026-11-24T09:00:00Z');
  projectId = (await newProject(mara)).id;
  await addMember(mara, projectId, jon);
});

type Made = Awaited<ReturnType<typeof newTask>>;
const weekly = { rule: 'FREQ=WEEKLY;BYDAY=TU', timeZone: ZONE };
const create = (fields: object): Promise<Made> => newTask(mara, projectId, { title: 'Water the plants', ...fields });
const repeating = (fields: object = {}, repeat: object = weekly): Promise<Made> =>
  create({ dueDay: '2026-11-24', ...fields, repeat });
const setRepeat = (id: string, repeat: object, by = mara) => by.client.rest('put', `/tasks/${id}/repeat`, repeat);
const done = (id: string, by = mara) => by.client.rest('patch', `/tasks/${id}/status`, { status: 'DONE' });
const undo = (revision: number) => mara.client.rest('post', '/undo', { acts: [{ projectId, revision }] });
/** The tasks of the project, in the order of their series. */
const list = async (): Promise<Made[]> => {
  const { body } = await mara.client.rest('get', `/tasks?projectId=${projectId}&limit=100`);
  return (body.data as Made[]).toSorted((a, b) => a.occurrence - b.occurrence);
};
/** Completes the last task of the only series, and returns the due day of the next one. */
const next = async (): Promise<string | null> => {
  const before = await list();
  expect((await done(before.at(-1)?.id ?? '')).status).toBe(200);
  const after = await list();
  return after.length > before.length ? (after.at(-1)?.dueDay ?? null) : null;
};

describe('a task that repeats', () => {
  it('is followed by the next one when it is done, with its checklist unticked, its files, tags and assignee', async () => {
    const parent = await create({ title: 'The garden' });
    const task = await repeating({
      assigneeId: jon.id,
      tags: ['garden'],
      parentId: parent.id,
      startDate: '2026-11-22',
      description: 'All of them',
    });
    const item = await mara.client.rest('post', `/tasks/${task.id}/checklist`, { text: 'The fern' });
    await mara.client.rest('patch', `/tasks/${task.id}/checklist/${item.body.data.id}`, { done: true });
    await newAttachment(mara, task.id, 'plan.txt');
    await done(task.id, jon);
    const [, first, second] = await list().then((tasks) => [undefined, ...tasks.filter(({ seriesId }) => seriesId)]);
    expect(first).toMatchObject({ id: task.id, status: 'DONE', occurrence: 1 });
    expect(second).toMatchObject({
      title: 'Water the plants',
      description: 'All of them',
      status: 'TODO',
      dueDay: '2026-12-01',
      startDate: '2026-11-29',
      tags: ['garden'],
      assigneeId: jon.id,
      parentId: parent.id,
      creatorId: mara.id,
      completedAt: null,
      occurrence: 2,
      seriesId: first?.seriesId,
      checklistTotal: 1,
      checklistDone: 0,
      attachmentCount: 1,
      repeat: { ...weekly, mode: 'FROM_DUE', until: null, count: null },
    });
    expect(second?.key).toMatch(/-\d+$/);
  });

  it('comes back once: if several people complete it at the same time, again, in a selection, by a drag or in a run', async () => {
    const { id } = await repeating();
    await Promise.all([done(id), done(id, jon), done(id)]);
    expect(await list()).toHaveLength(2);
    // Opened and done again, the next one is there already.
    await mara.client.rest('patch', `/tasks/${id}/status`, { status: 'TODO' });
    await done(id);
    expect(await list()).toHaveLength(2);
    const second = (await list())[1]?.id ?? '';
    await mara.client.rest('patch', '/tasks/bulk', { ids: [second], status: 'DONE' });
    expect(await list()).toHaveLength(3);
    const third = (await list())[2]?.id ?? '';
    expect((await mara.client.rest('patch', `/tasks/${third}/move`, { status: 'DONE' })).status).toBe(200);
    expect((await list()).map(({ occurrence, dueDay }) => [occurrence, dueDay])).toEqual([
      [1, '2026-11-24'],
      [2, '2026-12-01'],
      [3, '2026-12-08'],
      [4, '2026-12-15'],
    ]);
    const run = await mara.client.rest('post', '/bulk-runs', {
      filter: { projectId, statuses: ['TODO'] },
      status: 'DONE',
    });
    await doJobs(server);
    expect((await mara.client.rest('get', `/bulk-runs/${run.body.data.id}`)).body.data.state).toBe('DONE');
    expect(await list()).toHaveLength(5);
  });

  it('gets a place of its own if many are done at once, by a clock that is behind', async () => {
    at('2026-11-24T10:00:00Z');
    const tasks = await Promise.all(Array.from({ length: 8 }, () => repeating()));
    at('2026-11-24T09:00:00Z');
    const ids = tasks.map(({ id }) => id);
    expect((await mara.client.rest('patch', '/tasks/bulk', { ids, status: 'DONE' })).status).toBe(200);
    const following = (await list()).filter(({ occurrence }) => occurrence === 2);
    expect(following).toHaveLength(8);
    for (const { id } of following) {
      expect((await mara.client.rest('patch', `/tasks/${id}/move`, { status: 'DONE' })).status).toBe(200);
    }
    expect(await list()).toHaveLength(24);
  });

  it('stays a subtask only while its parent has space', async () => {
    const parent = await create({ title: 'The garden' });
    const subtask = { title: 'A', priority: 'LOW', parentId: parent.id };
    const tasks = Array.from({ length: 199 }, (_, index) => (index < 3 ? { ...subtask, repeat: weekly } : subtask));
    const { body } = await mara.client.rest('post', '/tasks/bulk', { projectId, tasks });
    const ids = body.data.tasks.slice(0, 3).map(({ id }: Made) => id);
    expect((await mara.client.rest('patch', '/tasks/bulk', { ids, status: 'DONE' })).status).toBe(200);
    const following = await rows<{ parent_id: string | null }>(
      server,
      'select parent_id from task where project_id = ? and occurrence = 2 order by parent_id',
      [projectId],
    );
    expect(following.map(({ parent_id: parentId }) => parentId)).toEqual([parent.id, null, null]);
  });

  it('is taken back by undo with the next one, unless someone has changed that', async () => {
    const { id } = await repeating();
    await done(id);
    expect((await undo(await revisionOf(server, projectId))).status).toBe(200);
    expect(await list()).toMatchObject([{ id, status: 'TODO' }]);
    await done(id);
    expect(await list()).toHaveLength(2);
    const revision = await revisionOf(server, projectId);
    await jon.client.rest('put', `/tasks/${(await list())[1]?.id}`, { title: 'Water them well' });
    const refused = await undo(revision);
    expect([refused.status, (await list()).length]).toEqual([409, 2]);
  });

  it('is not taken back by undo if someone has worked on the parts of the next one, who completed it included', async () => {
    const own = await repeating();
    await done(own.id);
    const made = await revisionOf(server, projectId);
    await mara.client.rest('post', `/tasks/${(await list())[1]?.id}/comments`, { text: 'I have begun' });
    expect((await undo(made)).body.data.conflicts).toMatchObject([{ entity: 'comment', by: { id: mara.id } }]);
    projectId = (await newProject(mara)).id;
    await addMember(mara, projectId, jon);
    const { id } = await repeating();
    await mara.client.rest('post', `/tasks/${id}/checklist`, { text: 'Fill the can' });
    await done(id);
    const revision = await revisionOf(server, projectId);
    const nextId = (await list())[1]?.id ?? '';
    const [item] = (await jon.client.rest('get', `/tasks/${nextId}/checklist`)).body.data;
    const ticked = await jon.client.rest('patch', `/tasks/${nextId}/checklist/${item.id}`, { done: true });
    expect(ticked.status).toBe(200);
    const refused = await undo(revision);
    expect([refused.status, refused.body.data.conflicts]).toMatchObject([
      409,
      [{ entity: 'checklist_item', id: item.id, field: 'done', now: true, by: { id: jon.id } }],
    ]);
  });

  it('exists once: a deleted one that is restored beside its successor no longer repeats', async () => {
    const { id } = await repeating();
    await done(id);
    const first = (await list())[1]?.id ?? '';
    await mara.client.rest('delete', `/tasks/${first}`);
    await mara.client.rest('patch', `/tasks/${id}/status`, { status: 'TODO' });
    await done(id);
    expect((await mara.client.rest('post', `/tasks/${first}/restore`)).body.data).toMatchObject({
      repeat: null,
      seriesId: null,
    });
    const live = (await list()).filter(({ status }) => status === 'TODO');
    expect(new Set(live.map(({ occurrence }) => occurrence))).toEqual(new Set([2, null]));
  });

  it('notifies its assignee once if someone else completes it, and not of the assignment of the next one', async () => {
    const { id } = await repeating({ assigneeId: jon.id });
    await jon.client.rest('delete', '/notifications');
    await done(id);
    expect((await list()).map(({ assigneeId }) => assigneeId)).toEqual([jon.id, jon.id]);
    const { body } = await jon.client.rest('get', '/notifications');
    expect(body.data.notifications.map(({ kind }: { kind: string }) => kind)).toEqual(['TASK_STATUS']);
  });

  it('is watched and muted like the one before it', async () => {
    const { id } = await repeating();
    await jon.client.rest('post', `/tasks/${id}/watch`);
    await mara.client.rest('delete', `/tasks/${id}/watch`);
    await done(id);
    const nextId = (await list())[1]?.id ?? '';
    const watchers = (await mara.client.rest('get', `/tasks/${nextId}/watchers`)).body.data;
    expect(watchers.map((person: { id: string }) => person.id)).toEqual([jon.id]);
  });

  it('is due on the next day of its rule that has not passed, or counted from the day it is done', async () => {
    await repeating({}, { rule: 'FREQ=DAILY', timeZone: ZONE });
    // Done early, then a week late: it does not come back for each missed day.
    at('2026-11-23T09:00:00Z');
    expect(await next()).toBe('2026-11-25');
    at('2026-12-02T09:00:00Z');
    expect(await next()).toBe('2026-12-02');
    projectId = (await newProject(mara)).id;
    await repeating({ dueDay: '2026-12-01' }, { rule: 'FREQ=DAILY;INTERVAL=3', mode: 'FROM_DONE', timeZone: ZONE });
    expect(await next()).toBe('2026-12-05');
    // In its time zone, the next day has begun.
    at('2026-12-05T23:30:00Z');
    expect(await next()).toBe('2026-12-09');
  });

  it('keeps the last day of months, and its hour when clocks change', async () => {
    await repeating({ dueDay: '2027-01-31' }, { rule: 'FREQ=MONTHLY;BYMONTHDAY=-1', timeZone: ZONE });
    // A day early: the end of this month does not come again.
    at('2027-01-30T12:00:00Z');
    expect(await next()).toBe('2027-02-28');
    at('2027-02-28T12:00:00Z');
    expect(await next()).toBe('2027-03-31');
    const { id } = await create({
      dueDate: '2027-03-27T08:00:00Z',
      repeat: { rule: 'FREQ=DAILY', timeZone: ZONE },
    });
    at('2027-03-27T12:00:00Z');
    const { body } = await done(id);
    const { data } = await mara.client.graphql(
      `{ tasks(filter: { projectId: "${projectId}" }) { nodes { ${TASK} } } }`,
    );
    const [following] = data.tasks.nodes.filter(
      ({ seriesId, occurrence }: Made) => seriesId === body.data.seriesId && occurrence === 2,
    );
    // Nine in the morning, in summer time from that day on.
    expect([following.dueDay, following.dueDate]).toEqual([null, '2027-03-28T07:00:00.000Z']);
  });

  it('returns on the last day of a month that is too short, counted from when it is done', async () => {
    const nextOf = async (when: string, rule: string): Promise<string | null> => {
      projectId = (await newProject(mara)).id;
      at(when);
      await repeating({ dueDay: when.slice(0, 10) }, { rule, mode: 'FROM_DONE', timeZone: ZONE });
      return next();
    };
    expect(await nextOf('2027-01-30T12:00:00Z', 'FREQ=MONTHLY')).toBe('2027-02-28');
    expect(await nextOf('2027-08-31T12:00:00Z', 'FREQ=MONTHLY;INTERVAL=3')).toBe('2027-11-30');
    expect(await nextOf('2028-02-29T12:00:00Z', 'FREQ=YEARLY')).toBe('2029-02-28');
    expect(await nextOf('2027-01-30T12:00:00Z', 'FREQ=MONTHLY;BYMONTHDAY=30')).toBe('2027-03-30');
  });

  it('returns to its time after a day on which the clocks skip it', async () => {
    const { id } = await create({ dueDate: '2027-03-27T01:30:00Z', repeat: { rule: 'FREQ=DAILY', timeZone: ZONE } });
    const due = async (occurrence: number): Promise<string | null | undefined> =>
      (await list()).find((it) => it.occurrence === occurrence)?.dueDate;
    at('2027-03-27T12:00:00Z');
    await done(id);
    expect(await due(2)).toBe('2027-03-28T01:30:00.000Z');
    at('2027-03-28T12:00:00Z');
    await done((await list())[1]?.id ?? '');
    // half past two again, in summer time
    expect(await due(3)).toBe('2027-03-29T00:30:00.000Z');
  });

  it('returns to that time when the day is skipped, or skipped to', async () => {
    const { id } = await create({ dueDate: '2027-03-26T01:30:00Z', repeat: { rule: 'FREQ=DAILY', timeZone: ZONE } });
    at('2027-03-26T12:00:00Z');
    const skip = async () => (await mara.client.rest('post', `/tasks/${id}/repeat/skip`)).body.data.dueDate;
    expect([await skip(), await skip(), await skip()]).toEqual([
      '2027-03-27T01:30:00.000Z',
      '2027-03-28T01:30:00.000Z',
      '2027-03-29T00:30:00.000Z',
    ]);
  });

  it('ends on its last day, after its number of times, or by hand', async () => {
    await repeating({}, { ...weekly, until: '2026-12-02' });
    expect([await next(), await next()]).toEqual(['2026-12-01', null]);
    projectId = (await newProject(mara)).id;
    await repeating({}, { ...weekly, count: 3 });
    expect([await next(), await next(), await next()]).toEqual(['2026-12-01', '2026-12-08', null]);
    projectId = (await newProject(mara)).id;
    const { id } = await repeating();
    expect((await mara.client.rest('delete', `/tasks/${id}/repeat`)).status).toBe(204);
    expect((await list())[0]?.repeat).toBeNull();
    expect(await next()).toBeNull();
  });

  it('begins to count again when it repeats after its end', async () => {
    await repeating();
    expect([await next(), await next()]).toEqual(['2026-12-01', '2026-12-08']);
    const third = (await list()).at(-1)?.id ?? '';
    await mara.client.rest('delete', `/tasks/${third}/repeat`);
    const { body } = await setRepeat(third, { ...weekly, count: 2 });
    expect(body.data).toMatchObject({ occurrence: 1 });
    await done(third);
    expect((await list()).filter(({ status }) => status === 'TODO')).toMatchObject([{ occurrence: 2 }]);
  });

  it('has its rule back as it was when its end or its change is undone', async () => {
    const { id, repeat } = await repeating();
    await mara.client.rest('delete', `/tasks/${id}/repeat`);
    expect((await undo(await revisionOf(server, projectId))).status).toBe(200);
    expect((await list())[0]?.repeat).toEqual(repeat);
    await setRepeat(id, { ...weekly, count: 3 });
    const changed = await revisionOf(server, projectId);
    const { body } = await mara.client.rest('get', `/tasks/${id}/history`);
    const [first] = body.data as { fields: { repeat: object } }[];
    expect(first?.fields.repeat).toEqual([repeat, { ...repeat, count: 3 }]);
    expect((await undo(changed)).status).toBe(200);
    expect((await list())[0]?.repeat).toEqual(repeat);
    expect(await next()).toBe('2026-12-01');
  });

  it('is followed at once if it begins to repeat when it is done already, and only once', async () => {
    const { id } = await create({ status: 'DONE' });
    expect((await setRepeat(id, weekly)).body.data).toMatchObject({ dueDay: null, occurrence: 1 });
    // Not today, when it was done.
    expect((await list()).map(({ status, dueDay }) => [status, dueDay])).toEqual([
      ['DONE', null],
      ['TODO', '2026-12-01'],
    ]);
    // Another rule would have no effect.
    expect((await setRepeat(id, { ...weekly, count: 5 })).status).toBe(409);
    expect((await undo(await revisionOf(server, projectId))).status).toBe(200);
    expect(await list()).toMatchObject([{ id, status: 'DONE', repeat: null }]);
  });

  it('is followed at once if it is done when it is created, and not again if it moves after that', async () => {
    const { id } = await repeating({ status: 'DONE' });
    const task = { title: 'Fill the can', priority: 'LOW', status: 'DONE', dueDay: '2026-11-24', repeat: weekly };
    const { status } = await mara.client.rest('post', '/tasks/bulk', { projectId, tasks: [task] });
    expect(status).toBe(201);
    const open = (await list()).filter((it) => it.status === 'TODO');
    expect(open.map(({ dueDay, occurrence }) => [dueDay, occurrence])).toEqual([
      ['2026-12-01', 2],
      ['2026-12-01', 2],
    ]);
    // The tasks that were created last.
    expect((await undo(await revisionOf(server, projectId))).status).toBe(200);
    expect((await list()).map((it) => [it.status, it.occurrence])).toEqual([
      ['DONE', 1],
      ['TODO', 2],
    ]);
    for (const next of open) await mara.client.rest('delete', `/tasks/${next.id}`);
    const other = (await newProject(mara)).id;
    expect((await mara.client.rest('patch', `/tasks/${id}/project`, { projectId: other })).status).toBe(200);
    projectId = other;
    expect(await list()).toMatchObject([{ id }]);
  });

  it('goes on if its next task was deleted with another project', async () => {
    const { id } = await repeating();
    const reopen = () => mara.client.rest('patch', `/tasks/${id}/status`, { status: 'TODO' });
    await done(id);
    const second = (await list())[1]?.id ?? '';
    await mara.client.rest('delete', `/tasks/${second}`);
    await reopen();
    await done(id);
    const moved = (await list())[1]?.id ?? '';
    const other = (await newProject(mara)).id;
    await mara.client.rest('patch', `/tasks/${moved}/project`, { projectId: other });
    expect((await mara.client.rest('delete', `/projects/${other}`)).status).toBe(204);
    await reopen();
    expect((await setRepeat(id, { ...weekly, count: 5 })).status).toBe(200);
    expect((await mara.client.rest('post', `/tasks/${second}/restore`)).body.data.repeat).toMatchObject(weekly);
    expect(await next()).toBe('2026-12-08');
    await mara.client.rest('delete', `/tasks/${second}`);
    await mara.client.rest('delete', `/tasks/${(await list()).at(-1)?.id}`);
    expect(await next()).toBe('2026-12-01');
  });

  it('exists once: one that is restored with its project beside its successor no longer repeats', async () => {
    const { id } = await repeating();
    await done(id);
    const moved = (await list())[1]?.id ?? '';
    const other = (await newProject(mara)).id;
    await mara.client.rest('patch', `/tasks/${moved}/project`, { projectId: other });
    const remove = async () => expect((await mara.client.rest('delete', `/projects/${other}`)).status).toBe(204);
    const restore = async () => {
      expect((await mara.client.rest('post', `/projects/${other}/restore`)).status).toBe(200);
      return (await mara.client.rest('get', `/tasks/${moved}`)).body.data;
    };
    await remove();
    expect(await restore()).toMatchObject({ repeat: weekly, occurrence: 2 });
    await remove();
    await mara.client.rest('patch', `/tasks/${id}/status`, { status: 'TODO' });
    expect(await next()).toBe('2026-12-01');
    expect(await restore()).toMatchObject({ repeat: null, seriesId: null, occurrence: null });
    expect((await list()).map(({ occurrence }) => occurrence)).toEqual([1, 2]);
    expect((await list())[1]?.repeat).toMatchObject(weekly);
  });

  it('ends with the task that is open now if a done one ends it', async () => {
    const { id } = await repeating();
    await done(id);
    expect((await mara.client.rest('delete', `/tasks/${id}/repeat`)).status).toBe(204);
    expect((await list()).map(({ repeat }) => repeat)).toEqual([null, null]);
    expect((await undo(await revisionOf(server, projectId))).status).toBe(200);
    expect((await list()).map(({ repeat }) => repeat?.rule)).toEqual([weekly.rule, weekly.rule]);
  });

  it('does not pretend to end by a done task whose next one is in another project', async () => {
    const { id } = await repeating();
    await done(id);
    const moved = (await list())[1]?.id ?? '';
    const other = (await newProject(mara)).id;
    await mara.client.rest('patch', `/tasks/${moved}/project`, { projectId: other });
    const refused = await mara.client.rest('delete', `/tasks/${id}/repeat`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The next task of this series is in another project. End the series there.',
    ]);
    expect((await mara.client.rest('delete', `/tasks/${moved}/repeat`)).status).toBe(204);
    expect((await mara.client.rest('delete', `/tasks/${id}/repeat`)).status).toBe(204);
  });

  it('is never due before its start, even if its due date was removed', async () => {
    const { id } = await repeating({ startDate: '2026-11-24' });
    await mara.client.rest('put', `/tasks/${id}`, { dueDay: null, startDate: '2026-12-10' });
    await done(id);
    expect((await list())[1]).toMatchObject({ startDate: '2026-12-10', dueDay: '2026-12-15' });
  });

  it('skips a day, and says so at its last one', async () => {
    const { id } = await repeating({}, { ...weekly, count: 2 });
    const skip = () => mara.client.rest('post', `/tasks/${id}/repeat/skip`);
    expect((await skip()).body.data).toMatchObject({ dueDay: '2026-12-01', occurrence: 2, status: 'TODO' });
    const last = await skip();
    expect([last.status, last.body.reasons]).toMatchObject([422, [{ key: 'noLaterDay' }]]);
    expect((await undo(await revisionOf(server, projectId))).status).toBe(200);
    expect((await list())[0]).toMatchObject({ dueDay: '2026-11-24', occurrence: 1 });
    // The next one is there already, because this one was done before.
    await done(id);
    await mara.client.rest('patch', `/tasks/${id}/status`, { status: 'TODO' });
    expect((await skip()).status).toBe(409);
    const plain = await create({});
    const refused = await mara.client.rest('post', `/tasks/${plain.id}/repeat/skip`);
    expect(refused.body.reasons).toMatchObject([{ key: 'notRepeating' }]);
  });

  it('gets its first due day from the rule if it has none, and changes by version', async () => {
    const { id } = await create({});
    const set = await setRepeat(id, { rule: 'rrule:freq=weekly;byday=fr', timeZone: ZONE });
    expect(set.body.data).toMatchObject({
      dueDay: '2026-11-27',
      repeat: { rule: 'FREQ=WEEKLY;BYDAY=FR' },
      occurrence: 1,
    });
    const { version } = set.body.data;
    expect((await setRepeat(id, { ...weekly, version })).status).toBe(200);
    expect((await setRepeat(id, { rule: 'FREQ=DAILY', timeZone: ZONE, version }, jon)).status).toBe(409);
    const { data } = await jon.client.graphql(
      mutation('setRepeat', 'task { repeat { rule until count timeZone mode } }'),
      {
        input: { id, ...weekly, mode: 'FROM_DONE', until: '2027-01-01', count: 7 },
      },
    );
    expect(data.setRepeat.task.repeat).toEqual({ ...weekly, mode: 'FROM_DONE', until: '2027-01-01', count: 7 });
  });

  it('is set once under an idempotency key, whose request is identified by the given fields', async () => {
    const { id } = await create({});
    const headers = { 'idempotency-key': `repeat-${id}` };
    const set = (repeat: object) => mara.client.rest('put', `/tasks/${id}/repeat`, repeat, headers);
    const first = await set(weekly);
    expect((await set(weekly)).body).toEqual(first.body);
    // Its default was not given.
    expect((await set({ ...weekly, mode: 'FROM_DUE' })).status).toBe(409);
  });

  it('refuses a rule that is finer than a day or has no day, and whatever is malformed', async () => {
    const { id } = await create({});
    const faults: [object, string][] = [
      [{ ...weekly, rule: 'FREQ=HOURLY' }, 'rule'],
      [{ ...weekly, rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'rule'],
      [{ ...weekly, timeZone: 'Mars/Olympus' }, 'timeZone'],
      [{ ...weekly, mode: 'LATER' }, 'mode'],
      [{ ...weekly, until: '2026-02-30' }, 'until'],
      [{ ...weekly, rule: 'FREQ=DAILY;INTERVAL=1000' }, 'rule'],
      [{ ...weekly, count: 0 }, 'count'],
      [{ ...weekly, count: 10_000 }, 'count'],
      [{}, 'rule'],
    ];
    for (const [repeat, field] of faults) {
      const { status, body } = await setRepeat(id, repeat);
      expect([status, Object.keys(body.errors)], JSON.stringify(repeat)).toEqual([
        422,
        expect.arrayContaining([field]),
      ]);
    }
    const days = Array.from({ length: 80 }, (_, n) => n + 1);
    const long = await setRepeat(id, { ...weekly, rule: `FREQ=YEARLY;BYYEARDAY=${days.join(',')}` });
    expect(long.body.errors).toEqual({ rule: ['The rule must be at most 200 characters'] });
    const nested = await mara.client.rest('post', '/tasks', {
      projectId,
      title: 'A',
      priority: 'LOW',
      repeat: { ...weekly, rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
    });
    expect([nested.status, Object.keys(nested.body.errors)]).toEqual([422, ['repeat.rule']]);
    const many = await mara.client.rest('post', '/tasks/bulk', {
      projectId,
      tasks: [{ title: 'A', priority: 'LOW', repeat: weekly }],
    });
    expect(many.body.data.tasks[0]).toMatchObject({ dueDay: '2026-11-24', occurrence: 1 });
  });

  it('cannot end before its first day', async () => {
    const { id } = await create({ dueDay: '2026-12-24' });
    const early = await setRepeat(id, { ...weekly, until: '2026-12-23' });
    expect([early.status, early.body.errors]).toEqual([422, { until: ['The last day must not be before 2026-12-24'] }]);
    expect(early.body.reasons).toMatchObject([{ field: 'until', key: 'beforeStart' }]);
    expect((await setRepeat(id, { ...weekly, until: '2026-12-24' })).status).toBe(200);
    // The first Tuesday is today.
    const undated = await create({});
    expect((await setRepeat(undated.id, { ...weekly, until: '2026-11-23' })).status).toBe(422);
    const task = { projectId, title: 'Dig', priority: 'LOW', repeat: { ...weekly, until: '2026-11-23' } };
    const { body } = await mara.client.rest('post', '/tasks', task);
    expect(body.reasons).toMatchObject([{ field: 'repeat.until', key: 'beforeStart' }]);
  });

  it('gets no due day before its start', async () => {
    const { id } = await create({ startDate: '2026-12-09' });
    const set = await setRepeat(id, { rule: 'FREQ=WEEKLY;BYDAY=FR', timeZone: ZONE });
    expect(set.body.data).toMatchObject({ startDate: '2026-12-09', dueDay: '2026-12-11' });
  });

  it('loses an assignee whose account is suspended, to whom nothing can be assigned', async () => {
    const wen = await newPerson(server, 'Wen');
    await addMember(mara, projectId, wen);
    const { id } = await repeating({ assigneeId: wen.id });
    await rows(server, 'update account set suspended_at = now() where id = ?', [wen.id]);
    await done(id);
    expect((await list())[1]).toMatchObject({ assigneeId: null });
  });

  it('loses an assignee who has left, and a rule of long ago begins today', async () => {
    const { id } = await repeating(
      { assigneeId: jon.id, dueDay: '2020-01-07' },
      { rule: 'FREQ=DAILY', timeZone: ZONE },
    );
    await mara.client.rest('delete', `/projects/${projectId}/members/${jon.id}`);
    await done(id);
    expect((await list())[1]).toMatchObject({ assigneeId: null, dueDay: '2026-11-24' });
  });
});
