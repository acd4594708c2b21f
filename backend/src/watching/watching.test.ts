import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../contract/limits.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { type MailServer, startMailServer, subjectsTo } from '../../test/support/jobQueue.js';
import { lockWaits, rows } from '../../test/support/rows.js';
import { follow } from '../../test/support/socket.js';
import { mutation } from '../../test/support/selections.js';
import { scanDigests } from '../notifications/digest.job.js';
import { wakeSnoozed } from '../notifications/snooze.job.js';
import { scanDue } from '../notifications/dueScan.js';

let server: MailServer;
let mara: Person;
let jon: Person;
let wen: Person;
let projectId: string;
const START = Date.now();
let clock = START;
beforeAll(async () => {
  server = await startMailServer({ now: () => new Date(clock), env: { SESSION_DAYS: '3650' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [mara, jon, wen] = [await newPerson(server), await newPerson(server, 'Jon'), await newPerson(server, 'Wen')];
  projectId = (await newProject(mara)).id;
  for (const person of [jon, wen]) await addMember(mara, projectId, person);
  for (const person of [mara, jon, wen]) await person.client.rest('delete', '/notifications');
  await server.work();
});

const kinds = async (by: Person, query = ''): Promise<string[]> =>
  (await by.client.rest('get', `/notifications${query}`)).body.data.notifications.map(
    ({ kind }: { kind: string }) => kind,
  );
const watch = (by: Person, id: string) => by.client.rest('post', `/tasks/${id}/watch`);
const unwatch = (by: Person, id: string) => by.client.rest('delete', `/tasks/${id}/watch`);
const comment = (by: Person, id: string, text = 'Well') => by.client.rest('post', `/tasks/${id}/comments`, { text });
const move = (by: Person, id: string, status: string) => by.client.rest('patch', `/tasks/${id}/status`, { status });
const watchers = async (id: string, by = mara): Promise<string[]> =>
  (await by.client.rest('get', `/tasks/${id}/watchers`)).body.data.map((user: { id: string }) => user.id);

describe('a watched task', () => {
  it('notifies its watchers of comments and statuses', async () => {
    const { id } = await newTask(mara, projectId);
    await comment(mara, id);
    expect(await kinds(jon)).toEqual([]);
    expect((await watch(jon, id)).status).toBe(200);
    await comment(mara, id);
    await move(mara, id, 'DONE');
    expect(await kinds(jon)).toEqual(['TASK_STATUS', 'COMMENT']);
    expect(await kinds(wen)).toEqual([]);
    // Once for each change, also for those who are concerned in several ways.
    await comment(jon, id);
    await comment(mara, id);
    expect(await kinds(jon)).toHaveLength(3);
  });

  it('names its creator, assignee, commenters and watchers, the viewer first, without who has muted it', async () => {
    const { id } = await newTask(mara, projectId, { assigneeId: jon.id });
    expect(await watchers(id)).toEqual([mara.id, jon.id]);
    expect(await watchers(id, wen)).not.toContain(wen.id);
    await watch(wen, id);
    expect(await watchers(id, wen)).toEqual([wen.id, jon.id, mara.id]);
    await unwatch(jon, id);
    expect(await watchers(id, wen)).toEqual([wen.id, mara.id]);
    const { data } = await mara.client.graphql(mutation('watchTask', 'task { watchers { id } }'), {
      input: { taskId: id },
    });
    expect(data.watchTask.task.watchers).toEqual([{ id: mara.id }, { id: wen.id }]);
    await mara.client.rest('delete', `/projects/${projectId}/members/${wen.id}`);
    expect(await watchers(id)).toEqual([mara.id]);
  });

  it('lists up to 100 people, and notifies all of them', async () => {
    const { id } = await newTask(mara, projectId);
    await rows(
      server,
      `with made as (
         insert into account (id, first_name, last_name, username, email, password_hash, preferences, created_at, updated_at)
         select gen_random_uuid(), 'Ute', n::text, 'crowd' || n, 'crowd' || n || '@tern.example', '', '{"email": false}',
           now(), now()
         from generate_series(1, 110) n returning id)
       , joined as (
         insert into project_member (project_id, user_id, role, joined_at) select ?::uuid, id, 'MEMBER', now() from made)
       insert into task_watch (task_id, user_id, watches, at) select ?::uuid, id, true, now() from made`,
      [projectId, id],
    );
    expect(await watchers(id)).toHaveLength(100);
    expect((await watchers(id))[0]).toBe(mara.id);
    await comment(mara, id);
    const told = await rows(server, `select 1 from notification where task_id = ? and kind = 'COMMENT'`, [id]);
    expect(told).toHaveLength(110);
  });

  it('stays unknown to strangers and former members, who hear nothing of it', async () => {
    const { id } = await newTask(mara, projectId);
    await watch(jon, id);
    await mara.client.rest('delete', `/projects/${projectId}/members/${jon.id}`);
    await jon.client.rest('delete', '/notifications');
    await comment(mara, id);
    expect(await kinds(jon)).toEqual([]);
    for (const { status } of [await watch(jon, id), await unwatch(jon, id)]) expect(status).toBe(404);
    expect((await jon.client.rest('get', `/tasks/${id}/watchers`)).status).toBe(404);
  });
});

describe('a muted task', () => {
  it('notifies only of mentions and assignments, on all channels', async () => {
    const { id } = await newTask(mara, projectId, { dueDate: new Date(clock + 3_600_000).toISOString() });
    await jon.client.rest('put', '/auth/preferences', { projectUpdates: true });
    await unwatch(jon, id);
    await mara.client.rest('patch', `/tasks/${id}/assign`, { assigneeId: jon.id });
    await comment(mara, id);
    await move(mara, id, 'IN_PROGRESS');
    await comment(mara, id, `@${jon.username} look`);
    await scanDue(server.resources);
    await mara.client.rest('patch', `/tasks/${id}/assign`, { assigneeId: null });
    const heard = ['TASK_UNASSIGNED', 'MENTION', 'TASK_ASSIGNED'];
    expect(await kinds(jon)).toEqual(heard);
    expect(subjectsTo(await server.work(), jon.email)).toHaveLength(3);
    // Watched again, it tells of the rest.
    await watch(jon, id);
    await move(mara, id, 'DONE');
    expect(await kinds(jon)).toEqual(['TASK_STATUS', ...heard]);
  });
});

describe('a muted project', () => {
  const mute = (by: Person) => by.client.rest('post', `/projects/${projectId}/mute`);

  it('notifies only of mentions and assignments, sends no reminders, and is not in the digest', async () => {
    expect((await mute(jon)).body.data).toMatchObject({ viewerHasMuted: true });
    expect((await mara.client.rest('get', `/projects/${projectId}`)).body.data).toMatchObject({
      viewerHasMuted: false,
    });
    const { id } = await newTask(mara, projectId, {
      dueDate: new Date(clock + 3_600_000).toISOString(),
      assigneeId: jon.id,
    });
    await comment(mara, id);
    await move(mara, id, 'IN_REVIEW');
    await scanDue(server.resources);
    await comment(mara, id, `@${jon.username} look`);
    expect(await kinds(jon)).toEqual(['MENTION', 'TASK_ASSIGNED']);
    await newTask(mara, projectId, { status: 'DONE' });
    await server.work();
    // The next Monday morning, which tells of the seven days before.
    const day = new Date(START);
    clock = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + ((8 - day.getUTCDay()) % 7), 8);
    if (clock <= START) clock += 7 * DAY_MS;
    await scanDigests(server.resources);
    const mails = await server.work();
    clock = START;
    expect(subjectsTo(mails, jon.email).filter((subject) => /week/i.test(subject))).toEqual([]);
    // Wen has not muted it.
    expect(subjectsTo(mails, wen.email)).toHaveLength(1);
    expect((await jon.client.rest('delete', `/projects/${projectId}/mute`)).status).toBe(204);
    await comment(mara, id);
    expect(await kinds(jon)).toEqual(['COMMENT', 'MENTION', 'TASK_ASSIGNED']);
  });

  it('is muted by its members alone, and no longer after they have left and come back', async () => {
    await mute(jon);
    expect((await mute(jon)).status).toBe(200);
    await mara.client.rest('delete', `/projects/${projectId}/members/${jon.id}`);
    expect((await mute(jon)).status).toBe(404);
    await addMember(mara, projectId, jon);
    expect((await jon.client.rest('get', `/projects/${projectId}`)).body.data.viewerHasMuted).toBe(false);
  });

  it('is not found by someone who is removed from it at the same moment', async () => {
    const { muting } = await server.orm.em.fork().transactional(async (em) => {
      await em.execute('delete from project_member where project_id = ? and user_id = ?', [projectId, jon.id]);
      const asked = mute(jon);
      await expect.poll(() => lockWaits(server)).toHaveLength(1);
      return { muting: asked };
    });
    expect((await muting).status).toBe(404);
  });
});

describe('the channels of a kind', () => {
  it('restrict the switches, keep what is not named, and are each obeyed', async () => {
    const { id } = await newTask(mara, projectId, { assigneeId: jon.id });
    await jon.client.rest('delete', '/notifications');
    await server.work();
    const set = (channels: object[]) => jon.client.rest('put', '/auth/preferences', { kinds: channels });
    const of = (body: { data: { kinds: { kind: string }[] } }, kind: string) =>
      body.data.kinds.find((it) => it.kind === kind);
    const first = await set([{ kind: 'COMMENT', email: false }]);
    expect(of(first.body, 'COMMENT')).toEqual({ kind: 'COMMENT', app: true, email: false, push: true });
    const answers = await Promise.all([
      set([{ kind: 'COMMENT', app: false }]),
      set([{ kind: 'MENTION', push: false }]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await set([]);
    expect([of(body, 'COMMENT'), of(body, 'MENTION')]).toEqual([
      { kind: 'COMMENT', app: false, email: false, push: true },
      { kind: 'MENTION', app: true, email: true, push: false },
    ]);
    await comment(mara, id);
    await comment(mara, id, `@${jon.username} look`);
    expect(await kinds(jon)).toEqual(['MENTION']);
    expect(subjectsTo(await server.work(), jon.email)).toHaveLength(1);
    // They cannot allow what a switch forbids.
    await jon.client.rest('put', '/auth/preferences', { push: false, kinds: [{ kind: 'COMMENT', app: true }] });
    await comment(mara, id);
    expect(await kinds(jon)).toEqual(['MENTION']);
    expect((await set([{ kind: 'RAIN', app: false }])).status).toBe(422);
    expect((await set([{ kind: 'COMMENT', app: 'no' }])).status).toBe(422);
  });
});

describe('a snoozed notification', () => {
  const snooze = (by: Person, id: string, until: number | null, fields = {}) =>
    by.client.rest('patch', `/notifications/${id}/snooze`, {
      until: until === null ? null : new Date(until).toISOString(),
      ...fields,
    });
  const inbox = async (query = '') => (await jon.client.rest('get', `/notifications${query}`)).body.data;

  it('is hidden until its time, and then at the top as new and unread, also in open windows', async () => {
    const { id } = await newTask(mara, projectId, { assigneeId: jon.id });
    await comment(mara, id);
    const [latest, earliest] = (await inbox()).notifications;
    const live = follow<{ action: string; notificationId: string | null; unreadCount: number }>(
      server,
      'subscription { notificationChanged { action notificationId unreadCount } }',
      {
        token: jon.client.token,
      },
    );
    await live.until(1);
    const later = clock + 2 * 3_600_000;
    const { body } = await snooze(jon, earliest.id, later);
    expect(body.data).toMatchObject({ snoozedUntil: new Date(later).toISOString(), read: true });
    expect(await inbox()).toMatchObject({ unreadCount: 1, notifications: [{ id: latest.id }] });
    expect(await inbox('?snoozed=true')).toMatchObject({ notifications: [{ id: earliest.id }] });
    await jon.client.rest('delete', '/notifications');
    await wakeSnoozed(server.resources);
    expect(await inbox()).toMatchObject({ notifications: [] });
    clock = later;
    await wakeSnoozed(server.resources);
    expect(await inbox()).toMatchObject({
      unreadCount: 1,
      notifications: [{ id: earliest.id, read: false, snoozedUntil: null, createdAt: new Date(later).toISOString() }],
    });
    expect(
      (await live.until(4)).map(({ action, notificationId, unreadCount }) => [action, notificationId, unreadCount]),
    ).toEqual([
      ['SYNC', null, 2],
      ['REMOVED', earliest.id, 1],
      ['CLEARED', null, 0],
      ['ADDED', earliest.id, 1],
    ]);
    await live.stop();
    clock = START;
  });

  it('can be a group, comes back on request, and only within a year', async () => {
    const { id } = await newTask(mara, projectId, { assigneeId: jon.id });
    await comment(mara, id);
    const [latest] = (await inbox('?grouped=true')).notifications;
    expect(latest.group.size).toBe(2);
    expect((await snooze(jon, latest.id, clock + 3_600_000, { group: true })).status).toBe(200);
    expect(await inbox()).toMatchObject({ unreadCount: 0, notifications: [] });
    expect((await inbox('?snoozed=true&grouped=true')).notifications).toMatchObject([{ group: { size: 2 } }]);
    expect((await snooze(jon, latest.id, null)).body.data).toMatchObject({ snoozedUntil: null, read: false });
    expect(await inbox()).toMatchObject({ unreadCount: 1, notifications: [{ id: latest.id, group: { size: 1 } }] });
    expect((await snooze(jon, latest.id, clock - 1)).body.errors).toEqual({ until: ['Choose a time in the future'] });
    expect((await snooze(jon, latest.id, clock + 367 * 24 * 3_600_000)).body.errors).toEqual({
      until: ['A notification can be snoozed for 366 days at most'],
    });
    expect((await snooze(wen, latest.id, clock + 3_600_000)).status).toBe(404);
  });

  it('can be snoozed again, brought back and deleted as a group', async () => {
    const { id } = await newTask(mara, projectId, { assigneeId: jon.id });
    await comment(mara, id);
    const [latest] = (await inbox('?grouped=true')).notifications;
    const snoozed = async () =>
      (await inbox('?snoozed=true')).notifications.map((it: { snoozedUntil: string }) => it.snoozedUntil);
    for (const hours of [1, 2]) await snooze(jon, latest.id, clock + hours * 3_600_000, { group: true });
    const later = new Date(clock + 2 * 3_600_000).toISOString();
    expect(await snoozed()).toEqual([later, later]);
    await snooze(jon, latest.id, null, { group: true });
    expect(await inbox()).toMatchObject({ unreadCount: 2 });
    expect(await snoozed()).toEqual([]);
    await snooze(jon, latest.id, clock + 3_600_000, { group: true });
    expect((await jon.client.rest('delete', `/notifications/${latest.id}?group=true`)).status).toBe(204);
    expect(await snoozed()).toEqual([]);
  });

  it('stays away if what it is about is undone, and is snoozed once by a late repeat', async () => {
    const { id } = await newTask(mara, projectId);
    const assigned = await mara.client.rest('patch', `/tasks/${id}/assign`, { assigneeId: jon.id });
    const [notification] = (await inbox()).notifications;
    const until = new Date(clock + 3_600_000).toISOString();
    const body = { until };
    const send = () =>
      jon.client.rest('patch', `/notifications/${notification.id}/snooze`, body, { 'Idempotency-Key': `late-${id}` });
    expect((await send()).status).toBe(200);
    clock += 2 * 3_600_000;
    expect((await send()).status).toBe(200);
    const acts = [{ projectId, revision: assigned.body.data.version }];
    expect((await mara.client.rest('post', '/undo', { acts })).status).toBe(200);
    await wakeSnoozed(server.resources);
    expect(await inbox()).toMatchObject({ unreadCount: 0, notifications: [] });
    expect((await inbox('?snoozed=true')).notifications).toEqual([]);
    clock = START;
  });

  it('is not locked by an undo before its inbox, so that no two wait for each other', async () => {
    const { id } = await newTask(mara, projectId);
    const assigned = await mara.client.rest('patch', `/tasks/${id}/assign`, { assigneeId: jon.id });
    const moved = await move(mara, id, 'DONE');
    const [, earliest] = (await inbox()).notifications;
    await snooze(jon, earliest.id, clock + 3_600_000);
    const acts = [assigned, moved].map(({ body }) => ({ projectId, revision: body.data.version }));
    const { undone } = await server.orm.em.fork().transactional(async (em) => {
      await em.execute('select 1 from inbox where user_id = ? for update', [jon.id]);
      const doing = mara.client.rest('post', '/undo', { acts });
      await expect.poll(() => lockWaits(server)).toHaveLength(1);
      await em.execute('select 1 from notification where user_id = ? for update nowait', [jon.id]);
      return { undone: doing };
    });
    expect((await undone).status).toBe(200);
    expect(await inbox()).toMatchObject({ unreadCount: 0, notifications: [] });
    expect((await inbox('?snoozed=true')).notifications).toEqual([]);
  });
});
