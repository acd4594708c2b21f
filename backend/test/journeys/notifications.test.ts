import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanDue } from '../../src/notifications/dueScan.js';
import { addMember, Client, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { freshDatabase, startServer, type TestServer } from '../support/harness.js';
import { pause } from './feed/changes.js';
import { rows } from '../support/rows.js';
import { follow } from '../support/socket.js';

interface Notification {
  id: string;
  kind: string;
  title: string;
  message: string;
  params: Record<string, unknown> | null;
  read: boolean;
  actorId: string | null;
  taskId: string | null;
  projectId: string | null;
  count: number;
}

interface InboxEvent {
  action: string;
  unreadCount: number;
  notificationId: string | null;
  notification: { id: string; kind: string; read: boolean } | null;
}

const CHANGED = `subscription { notificationChanged {
  action unreadCount notificationId notification { id kind read actor { email } task { title } project { name viewerRole } }
} }`;
const LIST = `query ($unreadOnly: Boolean, $first: Int, $after: String) {
  notifications(unreadOnly: $unreadOnly, first: $first, after: $after) {
    nodes { id kind title read } totalCount unreadCount pageInfo { hasNextPage endCursor } } }`;

let database: Awaited<ReturnType<typeof freshDatabase>>;
let server: TestServer;
let two: TestServer;
let owner: Person;

beforeAll(async () => {
  database = await freshDatabase();
  server = await startServer({ databaseUrl: database.url });
  two = await startServer({ databaseUrl: database.url });
  owner = await newPerson(server);
});
afterAll(async () => {
  await Promise.all([server.close(), two.close()]);
  await database.drop();
});

const followed = (person: Person, at = server) => follow<InboxEvent>(at, CHANGED, { token: person.client.token });

async function inbox(person: Person): Promise<Notification[]> {
  const { body } = await person.client.rest('get', '/notifications');
  expect(body.data.unreadCount).toBe(body.data.notifications.filter(({ read }: Notification) => !read).length);
  return body.data.notifications;
}

const kinds = async (person: Person): Promise<string[]> => (await inbox(person)).map(({ kind }) => kind).toReversed();

const note = async (person: Person, title = 'Call the venue'): Promise<Notification> => {
  const { status, body } = await person.client.rest('post', '/notifications', { title });
  expect(status).toBe(201);
  return body.data;
};

/** A project with a member who has no notifications. */
async function team(): Promise<{ projectId: string; member: Person }> {
  const member = await newPerson(server, 'Ines');
  const { id: projectId } = await newProject(owner);
  await addMember(owner, projectId, member);
  await member.client.rest('delete', '/notifications');
  return { projectId, member };
}

describe('the recipients of notifications', () => {
  it('include a person who is added, assigned, unassigned or removed, or whose task moves', async () => {
    const member = await newPerson(server, 'Ines');
    const { id: projectId } = await newProject(owner, { name: 'Venue' });
    await addMember(owner, projectId, member);
    const task = await newTask(owner, projectId, { title: 'Stage', assigneeId: member.id });
    await owner.client.rest('patch', `/tasks/${task.id}/status`, { status: 'IN_REVIEW' });
    await owner.client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId: null });
    await owner.client.rest('delete', `/projects/${projectId}/members/${member.id}`);
    const all = (await inbox(member)).toReversed();
    expect(all.map(({ kind, title, message }) => [kind, title, message])).toEqual([
      ['MEMBER_ADDED', 'Venue', 'Mara Okafor added you to “Venue”'],
      ['TASK_ASSIGNED', 'Stage', 'Mara Okafor assigned “Stage” to you'],
      ['TASK_STATUS', 'Stage', 'Mara Okafor moved “Stage” to In Review'],
      ['TASK_UNASSIGNED', 'Stage', 'Mara Okafor unassigned you from “Stage”'],
      ['MEMBER_REMOVED', 'Venue', 'Mara Okafor removed you from “Venue”'],
    ]);
    expect(all.map(({ actorId }) => actorId)).toEqual(all.map(() => owner.id));
    expect(all.map(({ taskId }) => taskId)).toEqual([null, task.id, task.id, task.id, null]);
    // inaccessible objects are not shown through it
    const { data } = await member.client.graphql(
      '{ notifications { nodes { kind task { id } project { id } actor { email } } } }',
    );
    for (const { task: seen, project, actor } of data.notifications.nodes) {
      expect([seen, project, actor.email]).toEqual([null, null, null]);
    }
  });

  it('exclude the person who acts', async () => {
    const { projectId, member } = await team();
    await owner.client.rest('delete', '/notifications');
    const task = await newTask(member, projectId, { assigneeId: member.id });
    await member.client.rest('patch', `/tasks/${task.id}/status`, { status: 'DONE' });
    await member.client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId: null });
    await member.client.rest('delete', `/projects/${projectId}/members/${member.id}`);
    expect([await kinds(member), await kinds(owner)]).toEqual([[], []]);
  });

  it('get one notification of one change: an assignment with a new status is an assignment', async () => {
    const { projectId, member } = await team();
    const task = await newTask(owner, projectId);
    await owner.client.rest('put', `/tasks/${task.id}`, { assigneeId: member.id, status: 'DONE' });
    expect(await kinds(member)).toEqual(['TASK_ASSIGNED']);
    // the creator is assignee as well
    const own = await newTask(member, projectId, { assigneeId: member.id });
    await owner.client.rest('patch', `/tasks/${own.id}/move`, { status: 'DONE' });
    expect(await kinds(member)).toEqual(['TASK_ASSIGNED', 'TASK_STATUS']);
  });

  it('include both people when a task is reassigned', async () => {
    const { projectId, member } = await team();
    const other = await newPerson(server, 'Yara');
    await addMember(owner, projectId, other);
    const task = await newTask(owner, projectId, { assigneeId: member.id });
    await owner.client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId: other.id });
    expect(await kinds(member)).toEqual(['TASK_ASSIGNED', 'TASK_UNASSIGNED']);
    expect(await kinds(other)).toEqual(['MEMBER_ADDED', 'TASK_ASSIGNED']);
  });

  it('include a removed member only for the removal', async () => {
    const { projectId, member } = await team();
    const task = await newTask(member, projectId, { title: 'Made by who left', assigneeId: member.id });
    await owner.client.rest('delete', `/projects/${projectId}/members/${member.id}`);
    await owner.client.rest('patch', `/tasks/${task.id}/status`, { status: 'DONE' });
    await owner.client.rest('put', `/tasks/${task.id}`, { title: 'Secret', status: 'TODO' });
    expect(await kinds(member)).toEqual(['MEMBER_REMOVED']);
  });

  it('exclude refused, repeated and empty changes', async () => {
    const { projectId, member } = await team();
    const stranger = await newPerson(server);
    const task = await newTask(owner, projectId);
    const assign = (assigneeId: string, headers = {}) =>
      owner.client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId }, headers);
    expect((await assign(stranger.id)).status).toBe(422);
    const key = { 'Idempotency-Key': randomUUID() };
    expect((await assign(member.id, key)).status).toBe(200);
    expect((await assign(member.id, key)).status).toBe(200);
    expect((await assign(member.id)).status).toBe(200);
    await owner.client.rest('put', `/tasks/${task.id}`, { title: 'Only the title' });
    await owner.client.rest('delete', `/tasks/${task.id}`);
    expect(await kinds(member)).toEqual(['TASK_ASSIGNED']);
    expect(await kinds(stranger)).toEqual([]);
  });
});

describe('a change of many tasks', () => {
  const bulk = (ids: string[], fields: object) => owner.client.rest('patch', '/tasks/bulk', { ids, ...fields });
  const tasksOf = async (projectId: string, count: number): Promise<string[]> => {
    const made = await Promise.all(
      Array.from({ length: count }, (_, n) => newTask(owner, projectId, { title: `Task ${n}` })),
    );
    return made.map(({ id }) => id);
  };

  it('is one notification a person, and one mail', async () => {
    const { projectId, member } = await team();
    const ids = await tasksOf(projectId, 60);
    await rows(server, 'delete from graphile_worker._private_jobs');
    const before = server.statements.length;
    expect((await bulk(ids, { assigneeId: member.id })).status).toBe(200);
    expect(server.statements.slice(before).filter((text) => text.includes('add_job'))).toHaveLength(1);
    const [row, ...others] = await inbox(member);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      kind: 'TASK_ASSIGNED',
      title: 'Mara Okafor assigned 60 tasks to you',
      count: 60,
      taskId: null,
      projectId,
      actorId: owner.id,
    });
    expect(row?.message).toMatch(/^“Task \d+”, “Task \d+”, “Task \d+” and 57 more$/);
    const jobs = await rows<{ payload: { title: string; items: unknown[]; count: number } }>(
      server,
      `select payload from graphile_worker._private_jobs`,
    );
    expect(jobs.map(({ payload }) => [payload.title, payload.count, payload.items.length])).toEqual([
      ['Mara Okafor assigned 60 tasks to you', 60, 10],
    ]);
    await bulk(ids, { status: 'DONE' });
    expect((await inbox(member))[0]).toMatchObject({ title: 'Mara Okafor moved 60 tasks to Done', count: 60 });
  });

  it('in several projects names none of them, and a single task has its usual notification', async () => {
    const [one, other] = [await team(), await team()];
    await addMember(owner, other.projectId, one.member);
    await one.member.client.rest('delete', '/notifications');
    const ids = [...(await tasksOf(one.projectId, 2)), ...(await tasksOf(other.projectId, 1))];
    await bulk(ids, { assigneeId: one.member.id });
    expect(await inbox(one.member)).toMatchObject([
      { title: 'Mara Okafor assigned 3 tasks to you', count: 3, taskId: null, projectId: null },
    ]);
    const { data } = await one.member.client.graphql(
      '{ notifications { nodes { count task { id } project { id } } } }',
    );
    expect(data.notifications.nodes).toEqual([{ count: 3, task: null, project: null }]);
    await bulk([ids[0] ?? ''], { assigneeId: null });
    expect((await inbox(one.member))[0]).toMatchObject({ kind: 'TASK_UNASSIGNED', count: 1, taskId: ids[0] });
  });
});

describe('comments and mentions', () => {
  it('can be posted with an emoji at any position, and are quoted up to a whole character', async () => {
    const { projectId, member } = await team();
    const { id } = await newTask(owner, projectId, { assigneeId: member.id });
    for (const emoji of ['😀', '👩‍👩‍👧‍👦', '🇩🇪', 'e\u0301']) {
      for (let before = 136; before <= 141; before += 1) {
        const text = `${'a'.repeat(before)}${emoji} the rest, @${member.username}`;
        expect((await owner.client.rest('post', `/tasks/${id}/comments`, { text })).status).toBe(201);
      }
    }
    const excerpts = (await inbox(member)).map(({ message }) => message.split(': ')[1] ?? '');
    expect(excerpts.length).toBe(25);
    for (const excerpt of excerpts.slice(0, 24)) {
      expect(excerpt.isWellFormed()).toBe(true);
      expect(excerpt).toMatch(/^a{136,140}(😀|👩‍👩‍👧‍👦|🇩🇪|e\u0301)?.{0,4}…$/u);
    }
  });
});

describe('the params of a notification', () => {
  const NONE = {
    actor: 'Mara Okafor',
    project: 'Tern launch',
    task: null,
    status: null,
    column: null,
    comment: null,
    joined: false,
    names: [],
    more: 0,
  };
  const paramsOf = async (person: Person): Promise<unknown[]> => (await inbox(person)).map(({ params }) => params);

  it('have the names, the status, the column and the text of an event', async () => {
    const member = await newPerson(server, 'Ines');
    const { id: projectId } = await newProject(owner);
    await addMember(owner, projectId, member);
    const { body: waiting } = await owner.client.rest('post', `/projects/${projectId}/columns`, {
      name: 'Waiting',
      status: 'IN_REVIEW',
    });
    const { id } = await newTask(owner, projectId, { title: 'Stage', assigneeId: member.id });
    await owner.client.rest('patch', `/tasks/${id}/status`, { status: 'IN_PROGRESS' });
    await owner.client.rest('patch', `/tasks/${id}/move`, { columnId: waiting.data.id });
    await owner.client.rest('post', `/tasks/${id}/comments`, { text: 'Is it **high** enough?' });
    const task = { ...NONE, task: 'Stage' };
    expect((await paramsOf(member)).toReversed()).toEqual([
      NONE,
      task,
      { ...task, status: 'IN_PROGRESS' },
      { ...task, status: 'IN_REVIEW', column: 'Waiting' },
      { ...task, comment: 'Is it high enough?' },
    ]);
    const { data } = await member.client.graphql(
      '{ notifications(first: 2) { nodes { params { actor project task status column comment joined names more } } } }',
    );
    expect(data.notifications.nodes.map(({ params }: Notification) => params)).toEqual([
      { ...task, comment: 'Is it high enough?' },
      { ...task, status: 'IN_REVIEW', column: 'Waiting' },
    ]);
  });

  it('have the first names of several events, and what they share', async () => {
    const { projectId, member } = await team();
    const made = [];
    for (const title of ['A', 'B', 'C', 'D', 'E']) made.push(await newTask(owner, projectId, { title }));
    const ids = made.map(({ id }) => id);
    await owner.client.rest('patch', '/tasks/bulk', { ids, assigneeId: member.id });
    await owner.client.rest('patch', '/tasks/bulk', { ids, status: 'DONE' });
    const several = { ...NONE, names: ['A', 'B', 'C'], more: 2 };
    expect(await paramsOf(member)).toEqual([{ ...several, status: 'DONE' }, several]);
  });

  it('are null for a note, and have no actor in a reminder', async () => {
    const person = await newPerson(server);
    await note(person);
    const { id } = await newProject(person);
    await newTask(person, id, { title: 'Stage', dueDate: new Date(Date.now() + 3_600_000).toISOString() });
    await scanDue(server.resources);
    expect(await paramsOf(person)).toEqual([{ ...NONE, actor: null, task: 'Stage' }, null]);
  });
});

describe('the list', () => {
  it('comes in pages, newest first, by both interfaces, and unread only on request', async () => {
    const person = await newPerson(server);
    const made: Notification[] = [];
    for (let n = 0; n < 5; n += 1) made.unshift(await note(person, `Note ${n}`));
    await person.client.rest('patch', `/notifications/${made[1]?.id}/read`);
    const ids = made.map(({ id }) => id);
    const page = await person.client.rest('get', '/notifications?limit=2');
    expect(page.body.data.notifications.map(({ id }: Notification) => id)).toEqual(ids.slice(0, 2));
    expect(page.body.data.unreadCount).toBe(4);
    const next = /<\/api([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await person.client.rest('get', next);
    expect(rest.body.data.notifications.map(({ id }: Notification) => id)).toEqual(ids.slice(2, 4));
    for (const wrong of ['1', 'yes', 'TRUE']) {
      expect(await person.client.rest('get', `/notifications?unreadOnly=${wrong}`)).toMatchObject({
        status: 422,
        body: { errors: { unreadOnly: ['unreadOnly must be true or false'] } },
      });
    }
    const unread = await person.client.rest('get', '/notifications?unreadOnly=true');
    expect(unread.body.data.notifications.map(({ id }: Notification) => id)).toEqual(ids.filter((_, n) => n !== 1));

    const first = await person.client.graphql(LIST, { first: 3 });
    expect(first.data.notifications).toMatchObject({ totalCount: 5, unreadCount: 4, pageInfo: { hasNextPage: true } });
    const { endCursor } = first.data.notifications.pageInfo;
    const last = await person.client.graphql(LIST, { first: 3, after: endCursor });
    expect([...first.data.notifications.nodes, ...last.data.notifications.nodes].map(({ id }) => id)).toEqual(ids);
    const some = await person.client.graphql(LIST, { unreadOnly: true });
    expect(some.data.notifications).toMatchObject({ totalCount: 4, unreadCount: 4 });
  });

  it('of another person is NOT_FOUND everywhere, and nothing changes', async () => {
    const [mine, stranger] = [await newPerson(server), await newPerson(server)];
    const { id } = await note(mine);
    for (const missing of [id, randomUUID()]) {
      expect((await stranger.client.rest('patch', `/notifications/${missing}/read`)).status).toBe(404);
      expect((await stranger.client.rest('delete', `/notifications/${missing}`)).status).toBe(404);
      for (const field of ['markNotificationRead', 'deleteNotification']) {
        const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`;
        const { errors } = await stranger.client.graphql(
          `mutation ($input: ${type}!) { ${field}(input: $input) { unreadCount } }`,
          { input: { id: missing } },
        );
        expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
      }
    }
    await stranger.client.rest('patch', '/notifications/read-all');
    await stranger.client.rest('delete', '/notifications');
    expect((await inbox(mine)).map(({ read }) => read)).toEqual([false]);
  });

  it('refuses notes without a title or with one too long', async () => {
    const person = await newPerson(server);
    for (const body of [{}, { title: '' }, { title: 'x'.repeat(201) }, { title: 'x', message: 'x'.repeat(1_001) }]) {
      expect((await person.client.rest('post', '/notifications', body)).status).toBe(422);
    }
    const key = { 'Idempotency-Key': randomUUID() };
    const twice = await Promise.all(
      [1, 2].map(() => person.client.rest('post', '/notifications', { title: 'Once' }, key)),
    );
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    expect(await inbox(person)).toHaveLength(1);
  });
});

describe('notificationChanged', () => {
  it('begins with the count and sends the same to every tab at every process', async () => {
    const person = await newPerson(server);
    const first = await note(person);
    const tabs = [followed(person), followed(person), followed(person, two)];
    for (const tab of tabs) await tab.until(1);
    const second = await note(person);
    const { client } = person;
    await client.rest('patch', `/notifications/${first.id}/read`);
    // reading it again changes no count and sends no event
    await client.rest('patch', `/notifications/${first.id}/read`);
    await client.rest('delete', `/notifications/${second.id}`);
    const third = await note(person);
    await client.rest('patch', '/notifications/read-all');
    await client.rest('patch', '/notifications/read-all');
    await client.rest('delete', '/notifications');
    await client.rest('delete', '/notifications');
    const last = await note(person);
    for (const tab of tabs) {
      const events = await tab.until(8);
      expect(events.map(({ action, notificationId, unreadCount }) => [action, notificationId, unreadCount])).toEqual([
        ['SYNC', null, 1],
        ['ADDED', second.id, 2],
        ['READ', first.id, 1],
        ['REMOVED', second.id, 0],
        ['ADDED', third.id, 1],
        ['READ_ALL', null, 0],
        ['CLEARED', null, 0],
        ['ADDED', last.id, 1],
      ]);
      expect(events.at(-1)?.notification).toMatchObject({ id: last.id, kind: 'NOTE', read: false });
    }
  });

  it('sends nothing to other people', async () => {
    const [person, other] = [await newPerson(server), await newPerson(server)];
    const feed = followed(other);
    await feed.until(1);
    await note(person);
    await pause(150);
    expect(feed.events).toHaveLength(1);
  });

  it('keeps the count exact under 30 parallel writes at two servers', async () => {
    const person = await newPerson(server);
    const notes = await Promise.all(Array.from({ length: 10 }, (_, n) => note(person, `Note ${n}`)));
    const tabs = [followed(person), followed(person, two)];
    for (const tab of tabs) await tab.until(1);
    const elsewhere = new Client(two, person.client.token);
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => {
        const client = n % 2 ? person.client : elsewhere;
        const { id } = notes[n % 10] ?? notes[0]!;
        if (n < 10) return client.rest('post', '/notifications', { title: `More ${n}` });
        return n < 20
          ? client.rest('patch', `/notifications/${id}/read`)
          : client.rest('delete', `/notifications/${id}`);
      }),
    );
    const { body } = await person.client.rest('get', '/notifications?unreadOnly=true');
    expect(body.data.unreadCount).toBe(10);
    for (const tab of tabs) {
      await expect.poll(() => tab.events.filter(({ action }) => action === 'REMOVED').length).toBe(10);
      await expect.poll(() => tab.events.filter(({ action }) => action === 'ADDED').length).toBe(10);
      expect(tab.events.at(-1)?.unreadCount).toBe(10);
      expect(tab.events[0]).toMatchObject({ action: 'SYNC', unreadCount: 10 });
      let count = 10;
      for (const { action, unreadCount } of tab.events.slice(1)) {
        if (action === 'ADDED') count += 1;
        if (action === 'READ') count -= 1;
        // an unread one that is deleted counts, a read one does not
        if (action === 'REMOVED') expect([count, count - 1]).toContain(unreadCount);
        count = action === 'REMOVED' ? unreadCount : count;
        expect(unreadCount).toBe(count);
      }
    }
    expect(tabs[0]?.events.map(({ action }) => action)).toEqual(tabs[1]?.events.map(({ action }) => action));
  });
});
