import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newProgram } from '../../test/support/apiToken.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { logOf, revisionOf, rows } from '../../test/support/rows.js';
import { follow } from '../../test/support/socket.js';

let server: TestServer;
/** Members of both projects, of the first and of the second. */
let both: Person;
let here: Person;
let there: Person;
let from: string;
let into: string;
let task: { id: string; version: number };

beforeAll(async () => {
  server = await startServer();
  [both, here, there] = (await Promise.all(['Ines', 'Mara', 'Jon'].map((name) => newPerson(server, name)))) as [
    Person,
    Person,
    Person,
  ];
});
afterAll(() => server.close());

beforeEach(async () => {
  from = (await newProject(both, { name: 'Tern launch' })).id;
  into = (await newProject(both, { name: 'Shed' })).id;
  await addMember(both, from, here);
  await addMember(both, into, there);
  task = await newTask(both, from, { title: 'Choose the date', assigneeId: both.id, tags: ['paper'] });
});

const move = (person: Person, id = task.id, projectId = into, headers: Record<string, string> = {}) =>
  person.client.rest('patch', `/tasks/${id}/project`, { projectId }, headers);

const comment = async (person: Person, text: string): Promise<string> =>
  (await person.client.rest('post', `/tasks/${task.id}/comments`, { text })).body.data.id;

describe('a task that is moved into another project', () => {
  it('is deleted in the old one and created in the new one, whose revision exceeds both', async () => {
    for (const title of ['One', 'Two', 'Three']) await newTask(both, from, { title });
    const last = await newTask(both, into, { title: 'Last' });
    const [before, target] = [await revisionOf(server, from), await revisionOf(server, into)];
    expect(before).toBeGreaterThan(target);
    const { status, body } = await move(both);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: task.id, projectId: into, version: before + 1, title: 'Choose the date' });
    expect(body.data.rank > last.rank).toBe(true);
    expect([await revisionOf(server, from), await revisionOf(server, into)]).toEqual([before + 1, before + 1]);
    expect(await logOf(server, from, before)).toMatchObject([
      { entity: 'task', entityId: task.id, action: 'deleted', fields: { projectId: [from, into] } },
    ]);
    const [line, ...others] = await logOf(server, into, target);
    expect(others).toEqual([]);
    expect(line).toMatchObject({ revision: before + 1, entity: 'task', entityId: task.id, action: 'created' });
    expect(line?.fields).toEqual({
      projectId: [from, into],
      title: [null, 'Choose the date'],
      description: [null, ''],
      status: [null, 'TODO'],
      columnId: [null, null],
      priority: [null, 'MEDIUM'],
      dueDate: [null, null],
      startDate: [null, null],
      completedAt: [null, null],
      tags: [null, ['paper']],
      rank: [null, body.data.rank],
      creatorId: [null, both.id],
      assigneeId: [null, both.id],
      parentId: [null, null],
      repeat: [null, null],
      seriesId: [null, null],
      occurrence: [null, null],
      deletedAt: [null, null],
    });
    // On the way back the source has the smaller revision.
    await both.client.rest('put', `/projects/${into}`, { name: 'Boathouse' });
    await move(both, task.id, from);
    expect([await revisionOf(server, from), await revisionOf(server, into)]).toEqual([before + 3, before + 3]);
  });

  it('takes its comments and checklist along, except deleted ones', async () => {
    const kept = await comment(both, 'Ask the printer');
    const gone = await comment(both, 'Never mind');
    await both.client.rest('delete', `/comments/${gone}`);
    const item = await both.client.rest('post', `/tasks/${task.id}/checklist`, { text: 'Sand' });
    await move(both);
    const { body } = await there.client.rest('get', `/tasks/${task.id}/comments`);
    expect(body.data).toMatchObject([{ id: kept, projectId: into, text: 'Ask the printer' }]);
    expect(body.data[0].updatedAt).toBe(body.data[0].createdAt);
    const list = await there.client.rest('get', `/tasks/${task.id}/checklist`);
    expect(list.body.data).toMatchObject([{ id: item.body.data.id, projectId: into, text: 'Sand' }]);
    const stayed = await rows(server, 'select project_id from comment where id = ?', [gone]);
    expect(stayed).toEqual([{ project_id: from }]);
    // Both logs have them, so that readers of either log notice the move.
    const lines = async (projectId: string) =>
      (await logOf(server, projectId))
        .filter(({ fields }) => 'projectId' in fields)
        .map(({ entity, action }) => `${entity} ${action}`);
    expect([await lines(from), await lines(into)]).toEqual([
      ['task deleted', 'checklist_item deleted', 'comment deleted'],
      ['task created', 'checklist_item created', 'comment created'],
    ]);
    const again = await here.client.rest('put', `/comments/${kept}`, { text: 'Mine' });
    expect(again.status).toBe(404);
  });

  it('keeps its assignee, who must be a member there', async () => {
    await both.client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId: here.id });
    const { status, body } = await move(both);
    expect([status, body.errors]).toEqual([
      422,
      { assigneeId: ['The assignee is not a member of that project. Assign it to someone else, or to no one'] },
    ]);
    await both.client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId: there.id });
  });

  it('names the subtasks whose assignees cannot be assigned there', async () => {
    const subtasks = await Promise.all(
      [here.id, both.id, here.id].map((assigneeId) => newTask(both, from, { parentId: task.id, assigneeId })),
    );
    const { status, body } = await move(both);
    const [first, , last] = subtasks.map(({ id }) => id);
    expect([status, new Set(body.data.taskIds)]).toEqual([422, new Set([first, last])]);
    const ids = body.data.taskIds;
    expect((await both.client.rest('patch', '/tasks/bulk', { ids, assigneeId: null })).status).toBe(200);
    expect((await move(both)).status).toBe(200);
  });

  it.each([
    ['who is no member of the other project', () => here, 404],
    ['who is no member of its own', () => there, 404],
  ])('cannot be moved by a user %s', async (_, who, status) => {
    expect((await move(who())).status).toBe(status);
    expect((await both.client.rest('get', `/tasks/${task.id}`)).body.data.projectId).toBe(from);
  });

  it('cannot be moved with an API token limited to one of the projects', async () => {
    for (const id of [from, into]) {
      const { client } = await newProgram(both, { projectIds: [id] });
      expect((await move({ ...both, client })).status).toBe(404);
    }
    const { client } = await newProgram(both, { projectIds: [from, into] });
    expect((await move({ ...both, client })).status).toBe(200);
  });

  it('stays unchanged if it is already there or the move is repeated with the same key', async () => {
    const before = await revisionOf(server, from);
    expect((await move(both, task.id, from)).body.data.version).toBe(task.version);
    expect(await revisionOf(server, from)).toBe(before);
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [await move(both, task.id, into, headers), await move(both, task.id, into, headers)];
    expect(second.body).toEqual(first.body);
    expect(await revisionOf(server, into)).toBe(first.body.data.version);
  });

  it('causes no notification about a new assignment', async () => {
    await both.client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId: null });
    await addMember(both, from, there);
    await both.client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId: there.id });
    await there.client.rest('delete', '/notifications');
    await move(both);
    expect((await there.client.rest('get', '/notifications')).body.data.notifications).toEqual([]);
  });

  it('can be opened from an earlier notification only by users with access to it', async () => {
    await addMember(both, into, here);
    await both.client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId: here.id });
    await move(both);
    const seen = async () =>
      (await here.client.graphql('{ notifications(first: 1) { nodes { kind task { id projectId } } } }')).data
        .notifications.nodes;
    expect(await seen()).toEqual([{ kind: 'TASK_ASSIGNED', task: { id: task.id, projectId: into } }]);
    await both.client.rest('delete', `/projects/${into}/members/${here.id}`);
    expect(
      (await here.client.graphql('{ notifications(first: 9) { nodes { kind task { id } } } }')).data.notifications
        .nodes,
    ).toContainEqual({ kind: 'TASK_ASSIGNED', task: null });
  });
});

describe('a change of a moved task', () => {
  it('merges across the move, and conflicts if the same field was changed', async () => {
    await both.client.rest('put', `/tasks/${task.id}`, { description: 'By others' });
    await move(both);
    const put = (fields: object) => both.client.rest('put', `/tasks/${task.id}`, { ...fields, version: task.version });
    expect((await put({ title: 'Mine' })).body.data).toMatchObject({ title: 'Mine', description: 'By others' });
    const collided = await put({ description: 'Mine' });
    expect([collided.status, collided.body.data.description]).toEqual([409, 'By others']);
  });

  it('is retried in the new project if the task is moved while it waits', async () => {
    const writes = Array.from({ length: 12 }, (_, n) =>
      n % 3 === 0
        ? move(both, task.id, n % 2 ? from : into)
        : both.client.rest('post', `/tasks/${task.id}/comments`, { text: `No ${n}` }),
    );
    expect((await Promise.all(writes)).map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
    const { body } = await both.client.rest('get', `/tasks/${task.id}/comments`);
    const { projectId } = (await both.client.rest('get', `/tasks/${task.id}`)).body.data;
    expect(body.data).toHaveLength(8);
    expect(new Set(body.data.map((said: { projectId: string }) => said.projectId))).toEqual(new Set([projectId]));
  });
});

describe('the history of a moved task', () => {
  const historyFor = async (person: Person) =>
    (await person.client.rest('get', `/tasks/${task.id}/history`)).body.data.map(
      ({ action, fields }: { action: string; fields: object }) => [action, Object.keys(fields).join()],
    );

  it('includes both projects for members of both, and only the current one for others', async () => {
    await both.client.rest('put', `/tasks/${task.id}`, { title: 'Choose the day' });
    await move(both);
    await both.client.rest('put', `/tasks/${task.id}`, { priority: 'LOW' });
    expect(await historyFor(there)).toEqual([
      ['UPDATED', 'priority'],
      ['CREATED', expect.stringContaining('projectId')],
    ]);
    expect(await historyFor(both)).toEqual([
      ['UPDATED', 'priority'],
      ['CREATED', expect.stringContaining('projectId')],
      ['UPDATED', 'title'],
      ['CREATED', expect.not.stringContaining('projectId')],
    ]);
    const { client } = await newProgram(both, { projectIds: [into] });
    expect(await historyFor({ ...both, client })).toHaveLength(2);
    // Members of only the old project see the title it had there.
    await there.client.rest('put', `/tasks/${task.id}`, { title: 'Not for Mara' });
    const { body } = await here.client.rest('get', `/projects/${from}/activity?limit=1`);
    expect(body.data).toMatchObject([{ action: 'DELETED', subject: 'Choose the day', taskId: null }]);
  });

  it('does not change the figures of a month ago or the completions by week', async () => {
    const ago = new Date(Date.now() - 35 * 86_400_000);
    await both.client.rest('patch', `/tasks/${task.id}/status`, { status: 'DONE' });
    // Created and completed five weeks ago.
    await rows(server, 'update change set at = ? where project_id = any(?::uuid[])', [ago, `{${from},${into}}`]);
    await rows(server, 'update task set created_at = ?, completed_at = ? where id = ?', [ago, ago, task.id]);
    const stats = async (person: Person) => {
      const { body } = await person.client.rest('get', '/dashboard/stats');
      const weeks = body.data.completedByWeek.map(({ completed }: { completed: number }) => completed);
      return { completed: body.data.completedTasks, change: body.data.changes.completed, weeks };
    };
    const [one, other] = [await newPerson(server, 'Uma'), await newPerson(server, 'Ole')];
    await addMember(both, from, one);
    await addMember(both, into, other);
    const before = await stats(one);
    expect(before).toMatchObject({ completed: 1, change: 0 });
    await move(both);
    expect(await stats(other)).toEqual({ ...before, change: 0 });
    expect(await stats(one)).toMatchObject({ completed: 0, change: -100 });
    await move(both, task.id, from);
    expect(await stats(one)).toEqual(before);
  });
});

describe('moves seen through subscriptions', () => {
  interface Event {
    kind: string;
    projectId: string;
    revision: number;
    changes: { entity: string; entityId: string; action: string; task: object | null; comment: object | null }[];
  }
  const FEED = `subscription($after: [ChangeCursor!]) { changes(after: $after) { kind projectId revision
    changes { entity entityId action fields task { id projectId version title rank } comment { id text } } } }`;
  const SEEN = `{ tasks(first: 100) { nodes { id projectId version title rank } } }`;
  type Seen = Record<string, { projectId: string; version: number }>;

  /** Returns what a client shows after applying all events to what it had read. */
  const applied = (start: Seen, events: readonly Event[]): Seen => {
    const shown = { ...start };
    for (const { projectId, changes } of events) {
      for (const { entity, entityId, action, task: now } of changes) {
        if (entity !== 'TASK') continue;
        if (now && (shown[entityId]?.version ?? 0) <= (now as Seen[string]).version)
          shown[entityId] = now as Seen[string];
        if (action === 'DELETED' && shown[entityId]?.projectId === projectId) delete shown[entityId];
      }
    }
    return shown;
  };

  it('leave every client with the state of the server, without events of foreign projects', async () => {
    const second = await newPerson(server, 'Sol');
    for (const id of [from, into]) await addMember(both, id, second);
    for (const projectId of [from, into])
      for (const title of ['Beside', 'Under']) await newTask(both, projectId, { title });
    const people = [both, second, here, there];
    const read = async ({ client }: Person): Promise<Seen> => {
      const { data } = await client.graphql(SEEN);
      return Object.fromEntries(data.tasks.nodes.map((it: { id: string }) => [it.id, it]));
    };
    const starts = await Promise.all(people.map(read));
    const after = await Promise.all(
      [from, into].map(async (projectId) => ({ projectId, revision: await revisionOf(server, projectId) })),
    );
    const mine = [after, after, after.slice(0, 1), after.slice(1)];
    const feeds = people.map(({ client }, at) =>
      follow<Event>(server, FEED, { token: client.token, variables: { after: mine[at] } }),
    );
    for (const feed of feeds) await expect.poll(() => feed.socket?.readyState).toBe(1);
    const act = async (person: Person, n: number) => {
      const target = n % 2 ? from : into;
      const moved = await move(person, task.id, target);
      expect(moved.status).toBe(200);
      // Only members of its current project may see its title and comments.
      await person.client.rest('put', `/tasks/${task.id}`, { title: `No ${n}` });
    };
    await Promise.all(
      [both, second].map(async (person, who) => {
        for (let n = 0; n < 12; n += 1) await act(person, n + who);
      }),
    );
    await move(both, task.id, into);
    await comment(both, 'For the shed alone');
    await both.client.rest('put', `/tasks/${task.id}`, { title: 'The last word' });
    const ends = await Promise.all([from, into].map((id) => revisionOf(server, id)));
    const isThere = (feed: (typeof feeds)[number], at: number) =>
      [from, into].every(
        (id, n) =>
          !mine[at]?.some(({ projectId }) => projectId === id) ||
          feed.events.some((it) => it.projectId === id && it.revision === ends[n]),
      );
    for (const [at, feed] of feeds.entries()) await expect.poll(() => isThere(feed, at)).toBe(true);
    for (const [at, person] of people.entries()) {
      expect(applied(starts[at] ?? {}, feeds[at]?.events ?? [])).toEqual(await read(person));
    }
    const [, , left, right] = feeds;
    expect(JSON.stringify(left?.events)).not.toMatch(/The last word|For the shed alone/);
    expect(left?.events.some(({ projectId }) => projectId === into)).toBe(false);
    expect(right?.events.some(({ projectId }) => projectId === from)).toBe(false);
    // Each feed has only events from the time when the task was in its project.
    const titles = async (projectId: string) =>
      new Set((await logOf(server, projectId)).flatMap(({ fields }) => fields['title']?.flat() ?? []));
    const sent = (feed = left) =>
      new Set(
        feed?.events.flatMap(({ changes }) =>
          changes.flatMap((it) => (it.task ? [(it.task as { title: string }).title] : [])),
        ),
      );
    for (const [feed, projectId] of [
      [left, from],
      [right, into],
    ] as const) {
      const allowed = await titles(projectId);
      expect([...sent(feed)].filter((title) => !allowed.has(title))).toEqual([]);
    }
    for (const feed of feeds) await feed.stop();
  });
});
