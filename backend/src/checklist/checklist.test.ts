import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { closeAfterTest, startServer, type TestServer } from '../../test/support/harness.js';
import { logOf, revisionOf, rows } from '../../test/support/rows.js';
import { CHECKLIST_ITEM, mutation } from '../../test/support/selections.js';
import { follow } from '../../test/support/socket.js';

let server: TestServer;
let mara: Person;
let jon: Person;
let projectId: string;
let taskId: string;

beforeAll(async () => {
  server = await startServer();
  [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
  projectId = (await newProject(mara)).id;
  await addMember(mara, projectId, jon);
});
afterAll(() => server.close());
beforeEach(async () => {
  taskId = (await newTask(mara, projectId)).id;
});

interface Item {
  id: string;
  text: string;
  done: boolean;
  version: number;
}

const add = (text: string, more: object = {}, headers: Record<string, string> = {}) =>
  mara.client.rest('post', `/tasks/${taskId}/checklist`, { text, ...more }, headers);
const addAll = (texts: readonly string[]) =>
  mara.client.rest('post', `/tasks/${taskId}/checklist/bulk`, { items: texts.map((text) => ({ text })) });
const item = async (text: string): Promise<Item> => (await add(text)).body.data;
const patch = ({ id }: Item, fields: object) => mara.client.rest('patch', `/tasks/${taskId}/checklist/${id}`, fields);
const move = ({ id }: Item, to: object) => mara.client.rest('post', `/tasks/${taskId}/checklist/${id}/move`, to);
const list = async (): Promise<Item[]> => (await jon.client.rest('get', `/tasks/${taskId}/checklist`)).body.data;
const texts = async () => (await list()).map(({ text }) => text);
const taskNow = async () => (await jon.client.rest('get', `/tasks/${taskId}`)).body.data;

describe('a checklist', () => {
  it('has ordered items that can be added, moved, checked, changed and deleted', async () => {
    const made = (await addAll(['Sand', 'Prime', 'Paint'])).body.data;
    const [sand, prime, paint] = made.checklistItems as [Item, Item, Item];
    const wash = await item(' Wash ');
    expect(await texts()).toEqual(['Sand', 'Prime', 'Paint', 'Wash']);
    await move(wash, { beforeId: sand.id });
    await move(sand, { afterId: prime.id, beforeId: paint.id });
    expect(await texts()).toEqual(['Wash', 'Prime', 'Sand', 'Paint']);
    await move(prime, {});
    await move(wash, { afterId: prime.id });
    expect(await texts()).toEqual(['Sand', 'Paint', 'Prime', 'Wash']);
    expect((await patch(paint, { done: true })).body.data).toMatchObject({ done: true, text: 'Paint' });
    await patch(paint, { text: 'Paint twice' });
    expect(await taskNow()).toMatchObject({ checklistTotal: 4, checklistDone: 1 });
    expect((await mara.client.rest('delete', `/tasks/${taskId}/checklist/${paint.id}`)).status).toBe(204);
    expect(await texts()).toEqual(['Sand', 'Prime', 'Wash']);
    expect(await taskNow()).toMatchObject({ checklistTotal: 3, checklistDone: 0 });
    const { data } = await jon.client.graphql(
      `{ tasks(filter: { projectId: "${projectId}" }, first: 1) { nodes { checklistTotal checklistDone checklist { ${CHECKLIST_ITEM} } } } }`,
    );
    expect(data.tasks.nodes).toEqual([{ checklistTotal: 3, checklistDone: 0, checklist: await list() }]);
  });

  it('refuses more than 100 items, adding several all or none, and texts of more than 200 characters', async () => {
    await addAll(Array.from({ length: 99 }, (_, n) => `No ${n}`));
    const [two, long, none] = [await addAll(['One', 'Two']), await add('t'.repeat(201)), await add(' ')];
    expect([two.status, two.body.errors]).toEqual([422, { items: ['A checklist can have at most 100 items'] }]);
    expect(long.body.errors).toEqual({ text: ['Item must be at most 200 characters'] });
    expect(none.body.errors).toEqual({ text: ['Item is required'] });
    expect((await add('The hundredth')).status).toBe(201);
    const more = await add('One more');
    expect([more.status, more.body.errors]).toEqual([422, { text: ['A checklist can have at most 100 items'] }]);
    expect(await list()).toHaveLength(100);
  });

  it('is changed once by repeats with the same key, and keeps a chosen id', async () => {
    const id = randomUUID();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await add('Sand', { id }, headers);
    expect((await add('Sand', { id }, headers)).body).toEqual(first.body);
    expect((await list()).map((it) => it.id)).toEqual([id]);
    const known = await add('Other', { id });
    expect([known.status, known.body.message, known.body.data.text]).toEqual([
      409,
      'A checklist item with this id already exists',
      'Sand',
    ]);
    const twins = await mara.client.rest('post', `/tasks/${taskId}/checklist/bulk`, {
      items: [
        { id: headers['idempotency-key'], text: 'One' },
        { id: headers['idempotency-key'], text: 'Two' },
      ],
    });
    expect(twins.body.errors).toEqual({ items: ['Two of these items have one id'] });
  });

  it('counts several new items as ten in the rate limit, and a repeat as one', async () => {
    const limited = closeAfterTest(await startServer({ env: { RATE_LIMIT: 'on' } }));
    const ines = await newPerson(limited, 'Ines');
    const task = await newTask(ines, (await newProject(ines)).id);
    const left = async () => {
      const { headers } = await ines.client.rest('post', '/notifications', { title: 'Call the yard' });
      return Number(headers.get('ratelimit-remaining'));
    };
    const cost = async () => {
      const before = await left();
      const items = ['Sand', 'Prime'].map((text) => ({ text }));
      const key = { 'Idempotency-Key': 'the-list' };
      const sent = await ines.client.rest('post', `/tasks/${task.id}/checklist/bulk`, { items }, key);
      expect(sent.status).toBe(201);
      return before - (await left()) - 1;
    };
    expect([await cost(), await cost()]).toEqual([10, 1]);
  });

  it('merges changes of different fields, and conflicts if the same field was changed', async () => {
    const sand = await item('Sand');
    await patch(sand, { done: true });
    expect((await patch(sand, { text: 'Sand it', version: sand.version })).body.data).toMatchObject({ done: true });
    const collided = await patch(sand, { text: 'Mine', version: sand.version });
    expect([collided.status, collided.body.data.text]).toEqual([409, 'Sand it']);
    expect((await patch(sand, { text: 'Sand it', version: sand.version })).status).toBe(200);
  });

  it('does not accept items of another task', async () => {
    const sand = await item('Sand');
    const other = await newTask(mara, projectId);
    const { status } = await mara.client.rest('patch', `/tasks/${other.id}/checklist/${sand.id}`, { done: true });
    expect(status).toBe(404);
    // A neighbor of another task is ignored.
    const foreign = (await mara.client.rest('post', `/tasks/${other.id}/checklist`, { text: 'Foreign' })).body.data;
    await item('Prime');
    await move(sand, { beforeId: foreign.id });
    expect(await texts()).toEqual(['Prime', 'Sand']);
  });

  it('keeps ranks short after many moves to the same place', async () => {
    const [top, middle, bottom] = (await addAll(['Top', 'Middle', 'Bottom'])).body.data.checklistItems as [
      Item,
      Item,
      Item,
    ];
    // As after some hundreds of moves between these two.
    await rows(server, "update checklist_item set rank = 'a1' where id = ?", [top.id]);
    await rows(server, "update checklist_item set rank = 'a1' || repeat('0', 195) || 'V' where id = ?", [middle.id]);
    const moving = [await item('One'), await item('Two')];
    for (let n = 0; n < 8; n += 1) await move(moving[n % 2] as Item, { afterId: top.id, beforeId: bottom.id });
    const [{ longest }] = (await rows<{ longest: number }>(
      server,
      'select max(length(rank)) as longest from checklist_item where task_id = ?',
      [taskId],
    )) as [{ longest: number }];
    expect(longest).toBeLessThanOrEqual(200);
    expect(await texts()).toEqual(['Top', 'Two', 'One', 'Middle', 'Bottom']);
  });
});

describe('changes of a checklist', () => {
  it('are logged for each item with its task, and appear in the task’s history and the feed', async () => {
    const start = await revisionOf(server, projectId);
    interface Event {
      revision: number;
      changes: { entity: string; action: string; checklistItem: object | null; task: object }[];
    }
    const feed = follow<Event>(
      server,
      `subscription($after: [ChangeCursor!]) { changes(after: $after) { revision
        changes { entity action checklistItem { text done } task { id checklistTotal checklistDone } } } }`,
      { token: jon.client.token, variables: { after: [{ projectId, revision: start }] } },
    );
    const sand = await item('Sand');
    await feed.until(1);
    await patch(sand, { done: true });
    await feed.until(2);
    await mara.client.graphql(mutation('deleteChecklistItem', 'revision'), { input: { id: sand.id } });
    await feed.until(3);
    expect(feed.events.flatMap(({ changes }) => changes)).toEqual([
      {
        entity: 'CHECKLIST_ITEM',
        action: 'CREATED',
        checklistItem: { text: 'Sand', done: false },
        task: { id: taskId, checklistTotal: 1, checklistDone: 0 },
      },
      {
        entity: 'CHECKLIST_ITEM',
        action: 'UPDATED',
        checklistItem: { text: 'Sand', done: true },
        task: { id: taskId, checklistTotal: 1, checklistDone: 1 },
      },
      {
        entity: 'CHECKLIST_ITEM',
        action: 'DELETED',
        checklistItem: null,
        task: { id: taskId, checklistTotal: 0, checklistDone: 0 },
      },
    ]);
    await feed.stop();
    const log = await logOf(server, projectId, start);
    expect(log.map(({ entity, action }) => `${entity} ${action}`)).toEqual([
      'checklist_item created',
      'checklist_item updated',
      'checklist_item deleted',
    ]);
    expect(log[0]?.fields).toMatchObject({ text: [null, 'Sand'], taskId: [null, taskId], done: [null, false] });
    const { body } = await jon.client.rest('get', `/tasks/${taskId}/history`);
    expect(
      body.data.map((line: { entity: string; action: string; taskId: string }) => [line.entity, line.action]),
    ).toEqual([
      ['CHECKLIST_ITEM', 'DELETED'],
      ['CHECKLIST_ITEM', 'UPDATED'],
      ['CHECKLIST_ITEM', 'CREATED'],
      ['TASK', 'CREATED'],
    ]);
    const activity = await jon.client.rest('get', `/projects/${projectId}/activity?limit=1`);
    expect(activity.body.data).toMatchObject([{ entity: 'CHECKLIST_ITEM', taskId, subject: 'Choose the launch date' }]);
    const pulled = await jon.client.rest('get', `/projects/${projectId}/changes?after=${start}`);
    expect(pulled.body.data.flatMap(({ changes }: Event) => changes.map(({ checklistItem }) => checklistItem))).toEqual(
      [null, null, null],
    );
    expect((await jon.client.rest('get', '/notifications')).body.data.notifications).not.toContainEqual(
      expect.objectContaining({ taskId }),
    );
  });

  it('include its deletion with the task, in the same revision', async () => {
    const [sand] = (await addAll(['Sand', 'Prime'])).body.data.checklistItems as [Item];
    await mara.client.rest('delete', `/tasks/${taskId}/checklist/${sand.id}`);
    await mara.client.rest('delete', `/tasks/${taskId}`);
    const at = await revisionOf(server, projectId);
    const marks = await rows(
      server,
      'select text, deleted_revision as at from checklist_item where task_id = ? order by rank',
      [taskId],
    );
    expect(marks).toEqual([
      { text: 'Sand', at: at - 1 },
      { text: 'Prime', at },
    ]);
    expect((await patch(sand, { done: true })).status).toBe(404);
  });
});
