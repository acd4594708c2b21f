import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';
import { follow } from '../../test/support/socket.js';
import { scanDue } from './dueScan.js';
import { groupKey } from './notification.reads.js';

const START = Date.UTC(2026, 4, 4, 9);
const HOUR = 3_600_000;
let clock = START;
let server: TestServer;
let mara: Person;
let wen: Person;
let projectId: string;

beforeAll(async () => {
  server = await startServer({ now: () => new Date(clock), env: { SESSION_DAYS: '3650' } });
  [mara, wen] = [await newPerson(server), await newPerson(server, 'Wen')];
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = (await newProject(mara)).id;
  await addMember(mara, projectId, wen);
  await wen.client.rest('delete', '/notifications');
});

interface Row {
  id: string;
  kind: string;
  title: string;
  read: boolean;
  createdAt: string;
  group: { id: string; size: number; unreadCount: number; count: number };
}
const GROUPED = `query ($first: Int, $after: String) { notifications(grouped: true, first: $first, after: $after) {
  totalCount unreadCount pageInfo { hasNextPage endCursor }
  nodes { id kind title read createdAt group { id size unreadCount count } } } }`;
const grouped = async (variables: Record<string, unknown> = {}) =>
  (await wen.client.graphql(GROUPED, variables)).data.notifications as {
    totalCount: number;
    unreadCount: number;
    pageInfo: { hasNextPage: boolean; endCursor: string };
    nodes: Row[];
  };
const summarize = ({ nodes }: { nodes: Row[] }) =>
  nodes.map(({ title, group: { size, unreadCount, count } }) => [title, size, unreadCount, count]);
const comment = async (taskId: string, text: string): Promise<void> => {
  clock += 1000;
  await mara.client.rest('post', `/tasks/${taskId}/comments`, { text });
};
const newTaskOf = async (title: string): Promise<string> => {
  clock += 1000;
  return (await newTask(mara, projectId, { title, assigneeId: wen.id })).id;
};

describe('notifications by group', () => {
  it('are one row per task, ordered by the newest, and appear once across pages', async () => {
    const [lamp, shed] = [await newTaskOf('Lamp'), await newTaskOf('Shed')];
    await comment(lamp, 'One');
    await wen.client.rest('post', '/notifications', { title: 'A note' });
    await comment(lamp, 'Two');
    const all = await grouped();
    expect(summarize(all)).toEqual([
      ['Lamp', 3, 3, 3],
      ['A note', 1, 1, 1],
      ['Shed', 1, 1, 1],
    ]);
    expect([all.totalCount, all.unreadCount]).toEqual([3, 5]);
    expect(all.nodes[0]?.kind).toBe('COMMENT');

    const first = await grouped({ first: 1 });
    // A new notification of a task on a later page moves its group to the front, so the page does not repeat it.
    await comment(shed, 'Three');
    const rest = await grouped({ first: 5, after: first.pageInfo.endCursor });
    expect(summarize(first)).toEqual([['Lamp', 3, 3, 3]]);
    expect(summarize(rest)).toEqual([['A note', 1, 1, 1]]);
    expect(summarize(await grouped())[0]).toEqual(['Shed', 2, 2, 2]);

    const id = first.nodes[0]?.id ?? '';
    const { body } = await wen.client.rest('get', `/notifications?groupOf=${id}&limit=2`);
    expect(body.data.notifications.map(({ message }: { message: string }) => message)).toEqual([
      'Mara Okafor commented on “Lamp”: Two',
      'Mara Okafor commented on “Lamp”: One',
    ]);
    // the id of another person's notification matches no group
    const foreign = await mara.client.rest('get', `/notifications?groupOf=${id}`);
    expect(foreign.body.data.notifications).toEqual([]);
  });

  it('are listed by their newest unread one if only unread ones are asked for', async () => {
    const lamp = await newTaskOf('Lamp');
    await comment(lamp, 'One');
    await comment(lamp, 'Two');
    const [newest] = (await grouped()).nodes;
    await wen.client.rest('patch', `/notifications/${newest?.id}/read`);
    const { body } = await wen.client.rest('get', '/notifications?grouped=true&unreadOnly=true');
    expect(body.data.unreadCount).toBe(2);
    expect(body.data.notifications.map(({ message }: { message: string }) => message)).toEqual([
      'Mara Okafor commented on “Lamp”: One',
    ]);
  });

  it('combine the reminders of a day by kind and count each of them', async () => {
    await rows(server, 'delete from task where project_id <> ?', [projectId]);
    for (const [title, hours] of [
      ['a', 1],
      ['b', 2],
      ['c', 2],
    ] as const) {
      await newTask(mara, projectId, {
        title,
        assigneeId: wen.id,
        dueDate: new Date(clock + hours * HOUR).toISOString(),
      });
    }
    await wen.client.rest('delete', '/notifications');
    await scanDue(server.resources);
    clock += 1.5 * HOUR;
    await scanDue(server.resources);
    clock += HOUR;
    await scanDue(server.resources);
    const all = await grouped();
    expect(all.nodes.map(({ kind, group }) => [kind, group.size, group.count])).toEqual([
      ['OVERDUE', 2, 3],
      ['DUE_SOON', 1, 3],
    ]);
    const { body } = await wen.client.rest('get', `/notifications?groupOf=${all.nodes[0]?.id}`);
    expect(body.data.notifications.map(({ title }: Row) => title)).toEqual(['2 tasks are overdue', 'a']);
  });

  it('are read and deleted up to the notification given, with a live event and a count for each', async () => {
    const lamp = await newTaskOf('Lamp');
    await newTaskOf('Shed');
    await comment(lamp, 'One');
    const seen = (await grouped()).nodes.find(({ title }) => title === 'Lamp');
    await comment(lamp, 'Later');
    const following = follow<{ action: string; unreadCount: number; notification: Row | null }>(
      server,
      `subscription { notificationChanged { action unreadCount notification { id group { id size unreadCount } } } }`,
      { token: wen.client.token },
    );
    await following.until(1);

    const mutationId = randomUUID();
    const mark = () =>
      wen.client.graphql(
        `mutation ($input: MarkNotificationReadInput!) { markNotificationRead(input: $input) {
          unreadCount notification { read group { size unreadCount } } } }`,
        { input: { id: seen?.id, group: true, mutationId } },
      );
    const answered = { unreadCount: 2, notification: { read: true, group: { size: 3, unreadCount: 1 } } };
    expect((await mark()).data.markNotificationRead).toEqual(answered);
    expect((await mark()).data.markNotificationRead).toEqual(answered);
    const events = await following.until(3);
    expect(events.slice(1).map(({ action, unreadCount }) => [action, unreadCount])).toEqual([
      ['READ', 3],
      ['READ', 2],
    ]);
    expect(events[2]?.notification?.group).toMatchObject({ size: 3, unreadCount: 1 });

    // Other people and other groups are not affected.
    expect((await mara.client.rest('delete', `/notifications/${seen?.id}?group=true`)).status).toBe(404);
    expect((await wen.client.rest('delete', `/notifications/${seen?.id}?group=maybe`)).status).toBe(422);
    expect((await wen.client.rest('delete', `/notifications/${seen?.id}?group=true`)).status).toBe(204);
    expect(summarize(await grouped())).toEqual([
      ['Lamp', 1, 1, 1],
      ['Shed', 1, 1, 1],
    ]);
    const after = await following.until(5);
    expect(after.slice(3).map(({ action, unreadCount }) => [action, unreadCount])).toEqual([
      ['REMOVED', 2],
      ['REMOVED', 2],
    ]);
    await following.stop();
  });

  it('have an index over the same expression: a new kind of reminder needs a migration of the index', async () => {
    const { sql: text } = groupKey('probe').compile(server.orm.em.getKysely());
    await rows(server, 'create table probe (like notification)');
    await rows(server, `create index probe_index on probe (user_id, (${text}))`);
    const [kept, probe] = await Promise.all(
      ['notification_group_index', 'probe_index'].map((name) =>
        rows(server, `select pg_get_expr(indexprs, indrelid) as text from pg_index where indexrelid = ?::regclass`, [
          name,
        ]),
      ),
    );
    await rows(server, 'drop table probe');
    expect(kept).toEqual(probe);
    expect(kept).toHaveLength(1);
  });
});
