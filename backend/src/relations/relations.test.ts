import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { logOf, revisionOf, rows } from '../../test/support/rows.js';
import { follow } from '../../test/support/socket.js';

let server: TestServer;
let mara: Person;
let jon: Person;
let stranger: Person;
let projectId: string;
let one: string;
let two: string;
let three: string;
beforeAll(async () => {
  server = await startServer();
  [mara, jon, stranger] = [await newPerson(server), await newPerson(server, 'Jon'), await newPerson(server, 'Odo')];
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = (await newProject(mara)).id;
  await addMember(mara, projectId, jon);
  [one, two, three] = [await task('One'), await task('Two'), await task('Three')];
});

const task = async (title: string): Promise<string> => (await newTask(mara, projectId, { title })).id;
const relate = (taskId: string, otherId: string, kind = 'BLOCKS', by = mara, headers: Record<string, string> = {}) =>
  by.client.rest('post', `/tasks/${taskId}/relations`, { otherId, kind }, headers);
const unrelate = (taskId: string, otherId: string, by = mara, query = '') =>
  by.client.rest('delete', `/tasks/${taskId}/relations/${otherId}${query}`);
const undo = async (...acts: unknown[]) => mara.client.rest('post', '/undo', { acts });
const lastAct = async (of = projectId) => ({ projectId: of, revision: await revisionOf(server, of) });
const relations = async (id: string): Promise<[string, string, string][]> =>
  (await mara.client.rest('get', `/tasks/${id}/relations`)).body.data.map(
    (row: { taskId: string; kind: string; otherId: string }) => [row.taskId, row.kind, row.otherId],
  );

interface Related {
  blocks: string[];
  blockedBy: string[];
  related: string[];
  openBlockers: number;
}

async function related(id: string, by = mara): Promise<Related> {
  const { data } = await by.client.graphql(
    'query($id: ID!) { task(id: $id) { blocks { id } blockedBy { id } related { id } openBlockers } }',
    { id },
  );
  const ids = (tasks: { id: string }[]) => tasks.map((each) => each.id);
  const { blocks, blockedBy, related: others, openBlockers } = data.task;
  return { blocks: ids(blocks), blockedBy: ids(blockedBy), related: ids(others), openBlockers };
}

describe('a relation', () => {
  it('is seen from both tasks, found by a filter, and removed from either', async () => {
    const { status, body } = await relate(one, two);
    expect([status, body.data]).toMatchObject([
      201,
      { kind: 'BLOCKS', taskId: one, otherId: two, projectId, creatorId: mara.id },
    ]);
    await relate(three, two, 'RELATES');
    await relate(one, three, 'DUPLICATES');
    expect(await related(one)).toEqual({ blocks: [two], blockedBy: [], related: [three], openBlockers: 0 });
    expect(await related(two, jon)).toEqual({ blocks: [], blockedBy: [one], related: [three], openBlockers: 1 });
    expect(await relations(two)).toEqual([
      [one, 'BLOCKS', two],
      [three, 'RELATES', two],
    ]);
    const blocked = async (value: boolean) =>
      (await mara.client.rest('get', `/tasks?projectId=${projectId}&blocked=${value}&orderBy=RANK_ASC`)).body.data;
    expect(await blocked(true)).toMatchObject([{ id: two, openBlockers: 1 }]);
    expect(await blocked(false)).toMatchObject([{ id: one }, { id: three }]);
    await mara.client.rest('patch', `/tasks/${one}/status`, { status: 'DONE' });
    expect(await related(two)).toMatchObject({ blockedBy: [one], openBlockers: 0 });
    expect(await blocked(true)).toEqual([]);
    expect((await unrelate(two, one)).status).toBe(204);
    expect(await related(two)).toMatchObject({ blockedBy: [], related: [three] });
    expect((await unrelate(two, one)).status).toBe(404);
    expect((await unrelate(three, one, mara, '?kind=BLOCKS')).status).toBe(404);
    expect((await unrelate(three, one, mara, '?kind=DUPLICATES')).status).toBe(204);
  });

  it('is made once, whichever task is named first if they are only related', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await relate(one, two, 'RELATES', mara, headers);
    expect((await relate(one, two, 'RELATES', mara, headers)).body.data.id).toBe(first.body.data.id);
    const revision = await revisionOf(server, projectId);
    expect((await relate(two, one, 'RELATES')).body.data.id).toBe(first.body.data.id);
    expect(await revisionOf(server, projectId)).toBe(revision);
  });

  it('accepts keys of tasks', async () => {
    const keyOf = async (id: string) => (await mara.client.rest('get', `/tasks/${id}`)).body.data.key;
    const made = await relate(await keyOf(one), await keyOf(two));
    expect(made.body.data).toMatchObject({ taskId: one, otherId: two });
    expect((await unrelate(await keyOf(one), await keyOf(two))).status).toBe(204);
  });

  it('needs two tasks of one project, and a member who may write', async () => {
    const { id: elsewhere } = await newTask(mara, (await newProject(mara)).id);
    const { id: foreign } = await newTask(stranger, (await newProject(stranger)).id);
    for (const id of [elsewhere, foreign, randomUUID()]) {
      expect((await relate(one, id)).body.errors).toEqual({
        otherId: ['The other task must be a task of the same project'],
      });
    }
    expect((await relate(one, one)).body.errors).toEqual({ otherId: ['A task can’t be related to itself'] });
    expect((await relate(one, two, 'HATES')).body.errors).toEqual({
      kind: ['Kind must be one of BLOCKS, RELATES, DUPLICATES'],
    });
    expect((await relate(one, two, 'BLOCKS', stranger)).status).toBe(404);
    await relate(one, two);
    expect((await unrelate(one, two, stranger)).status).toBe(404);
    await mara.client.rest('patch', `/projects/${projectId}/members/${jon.id}`, { role: 'COMMENTER' });
    expect((await unrelate(one, two, jon)).status).toBe(403);
    expect((await relate(two, three, 'RELATES', jon)).status).toBe(403);
  });

  it('that blocks or duplicates forms no cycle, also by two concurrent writers', async () => {
    await relate(one, two);
    await relate(two, three);
    const circle = { otherId: ['The other task already depends on this one. Remove that relation first.'] };
    for (const id of [two, three]) expect((await relate(id, one)).body.errors).toEqual(circle);
    expect((await relate(three, one, 'RELATES')).status).toBe(201);
    expect((await relate(three, one, 'DUPLICATES')).status).toBe(201);
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await task('A'), await task('B')];
      const answers = await Promise.all([relate(a, b), relate(b, a, 'BLOCKS', jon)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
    }
  });

  it('is one of at most 100 of a task', async () => {
    const tasks = Array.from({ length: 101 }, () => ({ title: 'Other', priority: 'LOW' }));
    const { body } = await mara.client.rest('post', '/tasks/bulk', { projectId, tasks });
    const ids = body.data.tasks.map((row: { id: string }) => row.id) as string[];
    for (const id of ids.slice(0, 100)) expect((await relate(one, id)).status).toBe(201);
    const full = await relate(ids[100] ?? '', one, 'RELATES');
    expect(full.body.errors).toEqual({ otherId: ['A task can have at most 100 relations'] });
    // Also if another one takes the place of a deleted one, which then comes back without it.
    const [gone = '', first = '', second = '', ...others] = ids;
    const restored = async (id: string) => {
      expect((await mara.client.rest('post', `/tasks/${id}/restore`)).status).toBe(200);
      return [(await relations(one)).length, (await relations(id)).length];
    };
    await mara.client.rest('delete', `/tasks/${gone}`);
    expect(await restored(gone)).toEqual([100, 1]);
    await mara.client.rest('delete', `/tasks/${gone}`);
    expect((await relate(one, ids[100] ?? '')).status).toBe(201);
    expect(await restored(gone)).toEqual([100, 0]);
    // Of two tasks that were deleted together, the one that comes back has room, and the other one none after that.
    await mara.client.rest('patch', '/tasks/bulk', { ids: [first, second], delete: true });
    expect((await relate(one, gone)).status).toBe(201);
    expect(await restored(first)).toEqual([100, 1]);
    expect(await restored(second)).toEqual([100, 0]);
    // Of the two relations of one task, the one for which there is room comes back.
    for (const id of others.slice(0, 2)) await mara.client.rest('delete', `/tasks/${id}`);
    expect((await relate(one, first, 'RELATES')).status).toBe(201);
    await mara.client.rest('delete', `/tasks/${first}`);
    for (const id of [second, two]) expect((await relate(one, id)).status).toBe(201);
    expect(await restored(first)).toEqual([100, 1]);
  });

  it('leads to tasks of up to 25 MB of text in one request, because the lists do not end early', async () => {
    const titles = [...Array.from({ length: 20 }, () => 'Long'), ...Array.from({ length: 9 }, () => 'Short')];
    const tasks = titles.map((title) => ({ title, priority: 'LOW' }));
    await mara.client.rest('post', '/tasks/bulk', { projectId, tasks });
    const long = `update task set description = repeat('漢', 50000) where project_id = ? and title = 'Long'`;
    await rows(server, long, [projectId]);
    // Each of the nine is blocked by all of the others, with 3 MB.
    await rows(
      server,
      `insert into task_relation (id, project_id, task_id, other_id, kind, creator_id, created_at, version)
       select gen_random_uuid(), a.project_id, a.id, b.id, 'BLOCKS', a.creator_id, now(), 1
       from task a join task b on b.project_id = a.project_id and b.title = 'Short'
       where a.project_id = ? and a.title = 'Long'`,
      [projectId],
    );
    const read = (first: number, selection: string) =>
      mara.client.graphql(
        `{ tasks(filter: { projectId: "${projectId}", blocked: true }, first: ${first}) { nodes { ${selection} } } }`,
      );
    const { data } = await read(8, 'blockedBy { id }');
    const counts = data.tasks.nodes.map(({ blockedBy }: Pick<Related, 'blockedBy'>) => blockedBy.length);
    expect(counts).toEqual(Array.from({ length: 8 }, () => 20));
    for (const selection of ['blockedBy { id }', 'relations { task { id } }', 'relations { ... { other { id } } }']) {
      expect((await read(9, selection)).errors?.[0]?.extensions.code, selection).toBe('BAD_REQUEST');
    }
    expect((await read(9, 'relations { taskId otherId }')).errors).toBeUndefined();
  });

  it('is deleted and restored with either task, and shown only while both exist', async () => {
    await relate(one, two);
    await mara.client.rest('delete', `/tasks/${one}`);
    expect(await related(two)).toMatchObject({ blockedBy: [], openBlockers: 0 });
    await mara.client.rest('delete', `/tasks/${two}`);
    await mara.client.rest('post', `/tasks/${one}/restore`);
    expect(await related(one)).toMatchObject({ blocks: [] });
    await mara.client.rest('post', `/tasks/${two}/restore`);
    expect(await related(one)).toMatchObject({ blocks: [two] });
  });

  it('comes back with the last of its tasks, in whose change set it is', async () => {
    await relate(one, two);
    const restored = async (id: string) => {
      const from = await revisionOf(server, projectId);
      expect((await mara.client.rest('post', `/tasks/${id}/restore`)).status).toBe(200);
      return (await logOf(server, projectId, from)).map(({ entity, action }) => `${entity} ${action}`);
    };
    for (const [first, second] of [
      [one, two],
      [two, one],
    ] as const) {
      await mara.client.rest('delete', `/tasks/${first}`);
      await mara.client.rest('delete', `/tasks/${second}`);
      expect(await restored(first)).toEqual(['task restored']);
      expect(await restored(second)).toEqual(['task restored', 'task_relation restored']);
      await mara.client.rest('patch', '/tasks/bulk', { ids: [first, second], delete: true });
      expect(await restored(first)).toEqual(['task restored']);
      // Deleted again, the first task leaves the relation to the second, and the second to the first.
      await mara.client.rest('delete', `/tasks/${first}`);
      expect(await restored(second)).toEqual(['task restored']);
      expect(await restored(first)).toEqual(['task restored', 'task_relation restored']);
      expect(await related(one)).toMatchObject({ blocks: [two] });
    }
  });

  it('is not restored if it would close a cycle or the same relation exists', async () => {
    await relate(one, two);
    await relate(two, three);
    await mara.client.rest('delete', `/tasks/${two}`);
    await relate(three, one);
    await mara.client.rest('post', `/tasks/${two}/restore`);
    expect(await related(two)).toMatchObject({ blocks: [], blockedBy: [] });
    await unrelate(three, one);
    const removal = await lastAct();
    await relate(one, three);
    const refused = await undo(removal);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['acts']]);
    await unrelate(one, three);
    expect((await undo(removal)).status).toBe(200);
    expect(await related(three)).toMatchObject({ blocks: [one] });
  });

  it('is not restored by undo beyond 100 of a task in both directions, or twice at once', async () => {
    const tasks = Array.from({ length: 100 }, () => ({ title: 'Other', priority: 'LOW' }));
    const { body } = await mara.client.rest('post', '/tasks/bulk', { projectId, tasks });
    const [last = '', ...others] = body.data.tasks.map((row: { id: string }) => row.id) as string[];
    await rows(
      server,
      `insert into task_relation (id, project_id, task_id, other_id, kind, creator_id, created_at, version)
       select gen_random_uuid(), project_id, id, ?::uuid, 'BLOCKS', creator_id, created_at, 1
       from task where id = any(?::uuid[])`,
      [one, `{${others.join()}}`],
    );
    expect((await relate(one, two)).status).toBe(201);
    await unrelate(one, two);
    const removal = await lastAct();
    expect((await relate(last, one)).status).toBe(201);
    const full = await undo(removal);
    expect([full.status, full.body.errors]).toEqual([422, { acts: ['A task can have at most 100 relations'] }]);
    const removals = [];
    for (let round = 0; round < 2; round += 1) {
      await relate(three, two);
      await unrelate(three, two);
      removals.push(await lastAct());
    }
    expect((await undo(...removals)).status).toBe(422);
    expect((await undo(removals[0])).status).toBe(200);
    expect(await relations(three)).toEqual([[three, 'BLOCKS', two]]);
  });

  it('does not come back if the other task is in another project by then', async () => {
    await relate(one, two);
    await mara.client.rest('delete', `/tasks/${one}`);
    const into = (await newProject(mara)).id;
    await mara.client.rest('patch', `/tasks/${two}/project`, { projectId: into });
    expect((await mara.client.rest('post', `/tasks/${one}/restore`)).status).toBe(200);
    expect(await related(two)).toEqual({ blocks: [], blockedBy: [], related: [], openBlockers: 0 });
    expect((await mara.client.rest('get', `/tasks?projectId=${into}&blocked=true`)).body.data).toEqual([]);
  });

  it('can be undone and redone', async () => {
    await relate(one, two);
    const act = await lastAct();
    expect((await undo(act)).status).toBe(200);
    expect(await related(two)).toMatchObject({ blockedBy: [] });
    expect((await undo(await lastAct())).status).toBe(200);
    expect(await related(two)).toMatchObject({ blockedBy: [one] });
    await unrelate(one, two);
    expect((await undo(await lastAct())).status).toBe(200);
    expect(await related(two)).toMatchObject({ blockedBy: [one] });
  });

  it('moves with both tasks, ends if one of them leaves the project, and comes back by undo', async () => {
    await mara.client.rest('put', `/tasks/${two}/parent`, { parentId: one });
    await relate(one, two);
    await relate(one, three);
    const into = (await newProject(mara)).id;
    await mara.client.rest('patch', `/tasks/${one}/project`, { projectId: into });
    expect(await related(one)).toMatchObject({ blocks: [two] });
    expect(await related(three)).toMatchObject({ blockedBy: [] });
    // Those who stay do not read the title that the other task has elsewhere.
    const { body } = await jon.client.rest('get', `/tasks/${three}/history`);
    const told = body.data.filter(({ entity }: { entity: string }) => entity === 'TASK_RELATION');
    expect(told.map(({ relation }: { relation: unknown }) => relation)).toEqual([null]);
    const lines = (await logOf(server, projectId)).filter(({ entity }) => entity === 'task_relation').slice(-2);
    expect(lines.map(({ action, fields }) => [action, Object.keys(fields)])).toEqual([
      ['deleted', ['projectId']],
      ['deleted', ['deletedAt']],
    ]);
    expect((await undo(await lastAct(into), await lastAct())).status).toBe(200);
    expect((await related(one)).blocks.toSorted()).toEqual([two, three].toSorted());
    expect(await related(three)).toMatchObject({ blockedBy: [one] });
  });

  it('is in the history of both tasks, in the activity, and in the feed', async () => {
    const start = await revisionOf(server, projectId);
    const feed = follow<{ changes: object[] }>(
      server,
      `subscription($after: [ChangeCursor!]) { changes(after: $after) {
        changes { entity action task { id } taskRelation { kind task { id } other { id openBlockers } } } } }`,
      { token: jon.client.token, variables: { after: [{ projectId, revision: start }] } },
    );
    // His other projects are announced as well.
    const changes = () => feed.events.flatMap((event) => event.changes);
    const seen = async (count: number) => {
      await expect.poll(() => changes().length).toBe(count);
    };
    await relate(one, two);
    await seen(1);
    await unrelate(one, two);
    await seen(2);
    await relate(one, two);
    await seen(3);
    await feed.stop();
    const created = {
      entity: 'TASK_RELATION',
      action: 'CREATED',
      task: { id: one },
      taskRelation: { kind: 'BLOCKS', task: { id: one }, other: { id: two, openBlockers: 1 } },
    };
    const deleted = { entity: 'TASK_RELATION', action: 'DELETED', task: { id: one }, taskRelation: null };
    expect(changes()).toEqual([created, deleted, created]);
    for (const id of [one, two]) {
      const { body } = await mara.client.rest('get', `/tasks/${id}/history`);
      expect(body.data[0]).toMatchObject({
        entity: 'TASK_RELATION',
        action: 'CREATED',
        relation: { kind: 'BLOCKS', taskId: one, otherId: two, title: 'One', otherTitle: 'Two' },
      });
    }
    const { body } = await mara.client.rest('get', `/activity?projectId=${projectId}`);
    expect(body.data[0]).toMatchObject({ entity: 'TASK_RELATION', subject: 'One' });
    await mara.client.rest('delete', `/tasks/${two}`);
    const { body: after } = await mara.client.rest('get', `/tasks/${one}/history`);
    expect(after.data.find((row: { entity: string }) => row.entity === 'TASK_RELATION').relation).toBeNull();
  });
});
