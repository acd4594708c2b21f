import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProgram } from '../../test/support/apiToken.js';
import { addMember, newPerson, newProject, newTask, type Person, type RestResult } from '../../test/support/client.js';
import { closeAfterTest, startServer } from '../../test/support/harness.js';
import { type MailServer, startMailServer } from '../../test/support/jobQueue.js';
import { insertManyTasks } from '../../test/support/insertManyTasks.js';
import { rows } from '../../test/support/rows.js';
import { mutation, REVISIONS } from '../../test/support/selections.js';

type Act = { projectId: string; revision: number };
type Fields = Record<string, unknown>;

let server: MailServer;
let mara: Person;
let ines: Person;
/** A member of no project. */
let stranger: Person;
beforeAll(async () => {
  server = await startMailServer();
  [mara, ines, stranger] = await Promise.all([
    newPerson(server, 'Mara'),
    newPerson(server, 'Ines'),
    newPerson(server, 'Odo'),
  ]);
});
afterAll(() => server.close());

/** A project of Mara's with Ines as a member: tasks in all columns, one done for long, and what was said about the first. */
interface World {
  projectId: string;
  otherId: string;
  tasks: string[];
  comments: string[];
  /** Of the checklist of the first task. */
  items: string[];
  /** A task that was deleted with what was said about it. */
  deleted: string;
  /** More than a hand has, half of them in either project. */
  many: () => Promise<string[]>;
}

async function newWorld(): Promise<World> {
  const [{ id: projectId }, { id: otherId }] = [
    await newProject(mara),
    await newProject(mara, { name: 'Harbour survey' }),
  ];
  await addMember(mara, projectId, ines);
  const statuses = ['TODO', 'TODO', 'TODO', 'IN_REVIEW', 'DONE'];
  const tasks: string[] = [];
  for (const [at, status] of statuses.entries()) {
    const fields = {
      title: `Task ${at}`,
      status,
      tags: ['paper'],
      dueDate: '2026-11-27T17:00:00Z',
      assigneeId: at % 2 ? ines.id : null,
    };
    tasks.push((await newTask(at % 2 ? ines : mara, projectId, fields)).id);
  }
  await rows(server, `update task set completed_at = '2026-10-01T10:00:00Z' where id = ?`, [tasks[4]]);
  const comments: string[] = [];
  for (const by of [mara, ines]) {
    const { body } = await by.client.rest('post', `/tasks/${tasks[0]}/comments`, { text: 'The tenth?' });
    comments.push(body.data.id);
  }
  const { id: deleted } = await newTask(mara, projectId);
  await mara.client.rest('post', `/tasks/${deleted}/comments`, { text: 'Why?' });
  await mara.client.rest('delete', `/tasks/${deleted}`);
  const many = async () => {
    for (const id of [projectId, otherId]) await insertManyTasks(server, id, mara.id, 100);
    const found = await rows<{ id: string }>(
      server,
      `select id from task where project_id in (?, ?) and title like 'Task of many%' or project_id = ?`,
      [projectId, otherId, otherId],
    );
    return found.map(({ id }) => id).slice(0, 200);
  };
  const { body: list } = await mara.client.rest('post', `/tasks/${tasks[0]}/checklist/bulk`, {
    items: ['Sand', 'Paint', 'Wax'].map((text) => ({ text })),
  });
  const items = list.data.checklistItems.map(({ id }: { id: string }) => id);
  return { projectId, otherId, tasks, comments, items, deleted, many };
}

const BOOKKEEPING = new Set(['version', 'updated_at', 'updatedAt', 'revision', 'deleted_revision']);
const without = (row: Fields): Fields =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !BOOKKEEPING.has(name)));

/** All that there is of Mara's and Ines's projects, as the database holds it and as both see it: rows, order, counts. */
async function state(): Promise<unknown> {
  const held = [
    `select p.* from project p where deleted_at is null order by id`,
    `select m.* from project_member m join project p on p.id = m.project_id and p.deleted_at is null order by 1, 2`,
    `select t.* from task t join project p on p.id = t.project_id and p.deleted_at is null
     where t.deleted_at is null order by t.project_id, t.rank, t.id`,
    `select c.* from comment c join project p on p.id = c.project_id and p.deleted_at is null
     where c.deleted_at is null order by c.created_at, c.id`,
    `select i.* from checklist_item i join project p on p.id = i.project_id and p.deleted_at is null
     where i.deleted_at is null order by i.task_id, i.rank`,
  ];
  const tables = await Promise.all(held.map(async (text) => (await rows<Fields>(server, text)).map(without)));
  const seen = await Promise.all(
    [mara, ines].flatMap(({ client }) =>
      ['/projects', '/tasks?orderBy=RANK_ASC', '/dashboard/stats'].map(async (path) => {
        const { body } = await client.rest('get', path);
        return Array.isArray(body.data) ? body.data.map(without) : body.data;
      }),
    ),
  );
  return { tables, seen };
}

async function write(field: string, input: Fields, by: Person = mara): Promise<Act[]> {
  const { data, errors } = await by.client.graphql(mutation(field, REVISIONS), { input });
  if (errors) throw new Error(JSON.stringify(errors));
  return data[field].revisions;
}
const undo = (acts: readonly Act[], by: Pick<Person, 'client'> = mara, key?: string): Promise<RestResult> =>
  by.client.rest('post', '/undo', { acts }, key === undefined ? {} : { 'Idempotency-Key': key });
/** Undoes it by either transport; answers what that left. */
const undone = async (acts: readonly Act[], by: Person = mara): Promise<Act[]> => {
  const { status, body } = await undo(acts, by);
  expect([status, body.code, body.message]).toEqual([200, undefined, undefined]);
  return body.data.revisions;
};

const ACTS: Record<string, (world: World) => Promise<Act[]>> = {
  'making a task': ({ projectId }) =>
    write('createTask', { projectId, title: 'New', priority: 'HIGH', assigneeId: ines.id }),
  'making many tasks with comments': ({ projectId }) =>
    write('createTasks', {
      projectId,
      tasks: ['One', 'Two'].map((title) => ({ title, priority: 'LOW', comments: [{ text: 'a' }, { text: 'b' }] })),
    }),
  'changing fields of a task': ({ tasks }) =>
    write('updateTask', {
      id: tasks[1],
      title: 'Other',
      description: 'More',
      priority: 'URGENT',
      tags: ['a', 'b'],
      dueDate: null,
    }),
  'opening a task that was done for long': ({ tasks }) => write('updateTaskStatus', { id: tasks[4], status: 'TODO' }),
  'finishing a task': ({ tasks }) => write('updateTaskStatus', { id: tasks[1], status: 'DONE' }),
  'giving a task to somebody else': ({ tasks }) => write('assignTask', { id: tasks[1], assigneeId: mara.id }),
  'moving a task to another place': ({ tasks }) =>
    write('moveTask', { id: tasks[2], status: 'IN_REVIEW', beforeId: tasks[3] }),
  'deleting a task with its comments': ({ tasks }) => write('deleteTask', { id: tasks[0] }),
  'saying something': ({ tasks }) => write('addComment', { taskId: tasks[1], text: 'Hello' }),
  'changing what one has said': ({ comments }) => write('updateComment', { id: comments[0], text: 'The eleventh?' }),
  'deleting what somebody has said': ({ comments }) => write('deleteComment', { id: comments[1] }),
  'making a project': () => write('createProject', { name: 'New project' }),
  'changing a project': ({ projectId }) => write('updateProject', { id: projectId, name: 'Renamed', color: '#4568b8' }),
  'deleting a project': ({ projectId }) => write('deleteProject', { id: projectId }),
  'moving a task to another project': ({ tasks, otherId }) =>
    write('moveTaskToProject', { id: tasks[0], projectId: otherId }),
  'adding items to a checklist': ({ tasks }) =>
    write('addChecklistItems', { taskId: tasks[1], items: [{ text: 'One' }, { text: 'Two' }] }),
  'ticking an item': ({ items }) => write('updateChecklistItem', { id: items[0], done: true }),
  'moving an item': ({ items }) => write('moveChecklistItem', { id: items[2], beforeId: items[0] }),
  'deleting an item': ({ items }) => write('deleteChecklistItem', { id: items[1] }),
  'archiving a project': ({ projectId }) => write('archiveProject', { id: projectId }),
  'restoring a task': ({ deleted }) => write('restoreTask', { id: deleted }),
  'adding somebody': ({ projectId }) => write('addProjectMember', { projectId, userId: stranger.id, role: 'OWNER' }),
  'giving somebody another role': ({ projectId }) =>
    write('updateProjectMember', { projectId, userId: ines.id, role: 'OWNER' }),
  'removing somebody with what they had to do': ({ projectId }) =>
    write('removeProjectMember', { projectId, userId: ines.id }),
  'changing 200 tasks of two projects': async ({ many }) =>
    write('bulkUpdateTasks', { ids: await many(), status: 'DONE', addTags: ['moved'], priority: 'URGENT' }),
  'deleting 200 tasks of two projects': async ({ many }) =>
    write('bulkUpdateTasks', { ids: await many(), delete: true }),
  'changing all tasks that match by a chain of jobs': async ({ projectId, many }) => {
    await many();
    const { body } = await mara.client.rest('post', '/bulk-runs', { filter: { projectId }, status: 'IN_PROGRESS' });
    await server.work();
    const { data } = (await mara.client.rest('get', `/bulk-runs/${body.data.id}`)).body;
    expect(data.state).toBe('DONE');
    return data.revisions;
  },
};

describe('undoing', () => {
  /** Each case leaves the world as it was, so the next one uses it too; after a failed one there is a new world. */
  let left: World | undefined;

  it.each(Object.keys(ACTS))('%s gives exactly the former state, and doing it again the later one', async (name) => {
    // many tasks are inserted past the log, so figures that were read before would not count them
    const hasMany = name.includes('200') || name.includes('chain');
    const world = (hasMany ? undefined : left) ?? (await newWorld());
    left = undefined;
    if (hasMany) {
      // what they make is there before
      const ids = await world.many();
      world.many = () => Promise.resolve(ids);
    }
    const before = await state();
    const acts = await ACTS[name]?.(world);
    const after = await state();
    expect(after).not.toEqual(before);
    const back = await undone(acts ?? []);
    expect(back.map(({ projectId }) => projectId).sort()).toEqual(
      [...new Set(acts?.map(({ projectId }) => projectId))].sort(),
    );
    expect(await state()).toEqual(before);
    const again = await undone(back);
    expect(await state()).toEqual(after);
    await undone(again);
    expect(await state()).toEqual(before);
    if (!hasMany) left = world;
  });
});

const byGraphQL = (acts: readonly Act[], by: Pick<Person, 'client'> = mara) =>
  by.client.graphql(mutation('undo', REVISIONS), { input: { acts } });
/** Is refused by either transport with the same code, and leaves everything as it is. */
async function refused(
  acts: readonly Act[],
  code: string,
  by: Pick<Person, 'client'> = mara,
): Promise<RestResult['body']> {
  const revisions = () => rows(server, 'select id, revision from project order by id');
  const before = await revisions();
  const [{ body }, { errors }] = [await undo(acts, by), await byGraphQL(acts, by)];
  expect([body.code, errors?.[0]?.extensions.code]).toEqual([code, code]);
  expect(errors?.[0]?.extensions.data).toEqual(body.data);
  expect(await revisions()).toEqual(before);
  return body;
}

describe('what prevents an undo', () => {
  it('is a field that anyone has changed since: nothing is undone, and the conflict has the field, the values and the actor', async () => {
    const { tasks, projectId } = await newWorld();
    const first = await write('updateTask', { id: tasks[0], title: 'Mine', priority: 'URGENT' });
    const second = await write('updateProject', { id: projectId, name: 'Mine' });
    await write('updateTask', { id: tasks[0], title: 'Theirs' }, ines);
    const { data, message } = await refused([...first, ...second], 'CONFLICT');
    expect(message).toBe('This cannot be undone: something has changed since');
    expect(data.conflicts).toEqual([
      {
        projectId,
        entity: 'task',
        id: tasks[0],
        field: 'title',
        mine: 'Mine',
        now: 'Theirs',
        by: {
          id: ines.id,
          firstName: 'Ines',
          lastName: 'Okafor',
          name: 'Ines Okafor',
          username: ines.username,
          avatar: null,
        },
      },
    ]);
    // what is as it was left goes back, one's own later changes in their order
    await undone(second);
    const last = await write('updateTask', { id: tasks[0], title: 'Mine' });
    await write('updateTaskStatus', { id: tasks[0], status: 'DONE' }, ines);
    await undone(last);
  });

  it('is a task that was deleted or restored since', async () => {
    const { tasks } = await newWorld();
    const changed = await write('updateTask', { id: tasks[0], title: 'Mine' });
    const deleted = await write('deleteTask', { id: tasks[0] }, ines);
    expect((await refused(changed, 'CONFLICT')).data.conflicts).toMatchObject([
      { field: 'deletedAt', by: { id: ines.id } },
    ]);
    await undone(deleted, ines);
    expect((await refused(deleted, 'CONFLICT')).data.conflicts).toMatchObject([{ field: 'deletedAt', now: null }]);
    await undone(changed);
  });

  it('is not a restore that is undone: what was deleted before comes back, with its parts', async () => {
    const { tasks } = await newWorld();
    const before = await state();
    const deleted = await write('deleteTask', { id: tasks[0] });
    const restored = await write('restoreTask', { id: tasks[0] });
    await undone(restored);
    await undone(deleted);
    expect(await state()).toEqual(before);
  });

  it('is what others have added to a created object, not what the viewer has added', async () => {
    const made = await write('createProject', { name: 'Shared' });
    const projectId = made[0]?.projectId ?? '';
    const own = await newTask(mara, projectId);
    const task = await write('createTask', { projectId, title: 'A', priority: 'LOW' });
    const { body } = await mara.client.rest('get', `/tasks?projectId=${projectId}`);
    const id = body.data.find(({ title }: { title: string }) => title === 'A').id;
    await mara.client.rest('post', `/tasks/${id}/comments`, { text: 'Mine' });
    await undone(await undone(task));
    const added = await write('addProjectMember', { projectId, userId: ines.id });
    const said = await write('addComment', { taskId: id, text: 'Hers' }, ines);
    // Another process, whose clock is behind, can have written it.
    const line = `project_id = ? and actor_id = ? and entity = 'comment'`;
    await rows(server, `update change set at = at - interval '1 minute' where ${line}`, [projectId, ines.id]);
    expect((await refused(task, 'CONFLICT')).data.conflicts).toMatchObject([
      { entity: 'comment', now: 'Hers', by: { id: ines.id } },
    ]);
    await newTask(ines, projectId, { title: 'Her own' });
    expect((await refused(made, 'CONFLICT')).data.conflicts).toMatchObject([
      { entity: 'task', now: 'Her own' },
      { entity: 'comment', now: 'Hers' },
      { entity: 'member', id: ines.id, by: { id: mara.id } },
    ]);
    await write('assignTask', { id: own.id, assigneeId: ines.id });
    expect((await refused(added, 'CONFLICT')).data.conflicts).toMatchObject([
      { entity: 'task', id: own.id, field: 'assigneeId' },
    ]);
    await undone(said, ines);
  });

  it('is a subtask that another member has added, and that anyone has added to the next task of a series', async () => {
    const { projectId, tasks } = await newWorld();
    const [own, hers, later] = tasks;
    const id = randomUUID();
    const made = await write('createTask', { id, projectId, title: 'A', priority: 'LOW' });
    await write('setParent', { id: own, parentId: id });
    await undone(await undone(made));
    const added = await write('setParent', { id: hers, parentId: id }, ines);
    expect((await refused(made, 'CONFLICT')).data.conflicts).toMatchObject([
      { entity: 'task', id: hers, field: 'parentId', now: id, by: { id: ines.id } },
    ]);
    // If both are undone together, the subtask is no conflict.
    await undone([...made, ...added]);
    const repeat = { rule: 'FREQ=DAILY', timeZone: 'UTC' };
    const first = randomUUID();
    await write('createTask', { id: first, projectId, title: 'Water', priority: 'LOW', dueDay: '2026-12-01', repeat });
    const done = await write('updateTaskStatus', { id: first, status: 'DONE' });
    const { body } = await mara.client.rest('get', `/tasks?projectId=${projectId}&search=water&status=TODO`);
    await write('setParent', { id: later, parentId: body.data[0].id });
    expect((await refused(done, 'CONFLICT')).data.conflicts).toMatchObject([
      { entity: 'task', id: later, field: 'parentId', by: { id: mara.id } },
    ]);
  });

  it('is an item of a checklist that another member has added, also to a task that was moved since', async () => {
    const [made, other] = [
      await write('createProject', { name: 'From' }),
      await write('createProject', { name: 'To' }),
    ];
    const [from, to] = [made[0]?.projectId ?? '', other[0]?.projectId ?? ''];
    for (const projectId of [from, to]) await addMember(mara, projectId, ines);
    const task = await write('createTask', { projectId: from, title: 'A', priority: 'LOW' });
    const { body } = await mara.client.rest('get', `/tasks?projectId=${from}`);
    const { id } = body.data[0];
    const item = await ines.client.rest('post', `/tasks/${id}/checklist`, { text: 'Hers' });
    const hersId = item.body.data.id;
    const hers = { entity: 'checklist_item', id: hersId, now: 'Hers', by: { id: ines.id } };
    const member = { entity: 'member', id: ines.id };
    expect((await refused(made, 'CONFLICT')).data.conflicts).toMatchObject([hers, member]);
    const moved = await write('moveTaskToProject', { id, projectId: to });
    expect((await refused([...moved, ...task], 'CONFLICT')).data.conflicts).toMatchObject([hers]);
    expect((await refused(other, 'CONFLICT')).data.conflicts).toMatchObject([{ id: hersId, now: 'Hers' }, member]);
    expect(await undone(moved)).toHaveLength(2);
  });

  it('is a policy that refuses the same change by hand', async () => {
    const { projectId, tasks, comments } = await newWorld();
    const removed = await write('updateProjectMember', { projectId, userId: ines.id, role: 'OWNER' });
    await undone(removed);
    const again = await write('updateProjectMember', { projectId, userId: ines.id, role: 'OWNER' });
    await write('updateProjectMember', { projectId, userId: ines.id, role: 'MEMBER' });
    await refused(again, 'FORBIDDEN', ines);
    await refused(await write('updateComment', { id: comments[1], text: 'Hers' }, ines), 'FORBIDDEN');
    await refused(await write('addComment', { taskId: tasks[0], text: 'Mine' }), 'FORBIDDEN', ines);
    // every member may change a task, so also change it back
    await undone(await write('updateTask', { id: tasks[0], title: 'Mine' }), ines);
    for (const acts of [again, await write('updateTask', { id: tasks[0], title: 'Mine' })])
      await refused(acts, 'NOT_FOUND', stranger);
    await refused([{ projectId, revision: 9999 }], 'NOT_FOUND');
    await refused([{ projectId, revision: 0 }], 'VALIDATION_FAILED');
    const gone = await write('deleteProject', { id: projectId });
    for (const acts of [gone, again]) await refused(acts, 'NOT_FOUND', ines);
    await refused(again, 'NOT_FOUND');
    expect(await undone(gone)).toHaveLength(1);
  });

  it('is a key that another project has by now', async () => {
    const [{ projectId }] = (await write('createProject', { name: 'Pier', key: 'PIER' })) as [Act];
    const changed = await write('updateProject', { id: projectId, key: 'QUAY' });
    const [other] = (await write('createProject', { name: 'Pier again', key: 'PIER' })) as [Act];
    expect((await refused(changed, 'VALIDATION_FAILED')).reasons).toMatchObject([{ field: 'acts', key: 'keyTaken' }]);
    await write('updateProject', { id: other.projectId, key: 'JETTY' });
    await undone(await undone(await undone(changed)));
  });

  it('is every other rule: the last owner, an assignee who has left, and having left a project', async () => {
    const { projectId, tasks } = await newWorld();
    const raised = await write('updateProjectMember', { projectId, userId: ines.id, role: 'OWNER' });
    await write('updateProjectMember', { projectId, userId: mara.id, role: 'MEMBER' }, ines);
    await refused(raised, 'FORBIDDEN');
    await refused(raised, 'VALIDATION_FAILED', ines);
    await write('updateProjectMember', { projectId, userId: mara.id, role: 'OWNER' }, ines);
    const unassigned = await write('assignTask', { id: tasks[1], assigneeId: null });
    const deleted = await write('deleteTask', { id: tasks[3] });
    const left = await write('removeProjectMember', { projectId, userId: ines.id }, ines);
    await refused(left, 'FORBIDDEN');
    const { errors } = await refused(unassigned, 'VALIDATION_FAILED');
    expect(errors).toEqual({ assigneeId: ['Assignee must be a member of the project'] });
    // the deleted task comes back nevertheless, without an assignee
    await undone(deleted);
    const { body } = await mara.client.rest('get', `/tasks/${tasks[3]}`);
    expect(body.data.assigneeId).toBeNull();
  });

  it('is a checklist that would get more than 100 items, also if it is empty now', async () => {
    const { tasks } = await newWorld();
    const items = Array.from({ length: 100 }, (_, at) => ({ text: `Item ${at}` }));
    const gone: Act[][] = [];
    for (let round = 0; round < 2; round += 1) {
      gone.push(await undone(await write('addChecklistItems', { taskId: tasks[1], items })));
    }
    const { errors } = await refused(gone.flat(), 'VALIDATION_FAILED');
    expect(errors).toEqual({ acts: ['A checklist can have at most 100 items'] });
    await undone(gone[0] ?? []);
  });

  it('is a color of a tag if 200 others have one by now', async () => {
    const { projectId } = await newWorld();
    await rows(
      server,
      `update project set tag_colors = (
         select jsonb_object_agg('Tag ' || n, '#2f8068') from generate_series(1, 199) n) where id = ?`,
      [projectId],
    );
    const paint = (name: string, color: string | null) => write('setTagColor', { projectId, name, color });
    await paint('Wax', '#4568b8');
    const removed = await paint('Wax', null);
    await paint('Sand', '#4568b8');
    const { errors } = await refused(removed, 'VALIDATION_FAILED');
    expect(errors).toEqual({ acts: ['At most 200 tags of a project can have a color'] });
    await paint('Sand', null);
    await undone(removed);
  });

  it('is a purged object, or a change set older than 30 days', async () => {
    const { tasks } = await newWorld();
    const [acts, old] = [await write('deleteTask', { id: tasks[0] }), await write('deleteTask', { id: tasks[1] })];
    const purged = await write('purge', { id: tasks[0] });
    for (const gone of [acts, purged]) await refused(gone, 'NOT_FOUND');
    await rows(server, `update change set at = at - interval '31 days' where project_id = ? and revision = ?`, [
      old[0]?.projectId,
      old[0]?.revision,
    ]);
    expect((await refused(old, 'VALIDATION_FAILED')).errors.acts).toEqual([
      'Only what was done in the last 30 days can be undone',
    ]);
  });

  it('is more than 10,000 changes at once', async () => {
    const { tasks } = await newWorld();
    const acts = await write('updateTask', { id: tasks[0], title: 'Mine' });
    const changeSet = [acts[0]?.projectId, acts[0]?.revision];
    await rows(
      server,
      `insert into change (project_id, revision, n, entity, entity_id, action, actor_id, fields, at)
       select project_id, revision, n + more, entity, entity_id, action, actor_id, fields, at
       from change, generate_series(1, 10000) more where project_id = ? and revision = ?`,
      changeSet,
    );
    const { errors } = await refused(acts, 'VALIDATION_FAILED');
    expect(errors).toEqual({ acts: ['This is too much to be undone at once: more than 10,000 changes'] });
    await rows(server, 'delete from change where project_id = ? and revision = ? and n > 0', changeSet);
    await undone(acts);
  });

  it('is told by up to 50 conflicts', async () => {
    const { many } = await newWorld();
    const ids = (await many()).slice(0, 60);
    const acts = await write('bulkUpdateTasks', { ids, priority: 'URGENT' });
    await write('bulkUpdateTasks', { ids, priority: 'HIGH' });
    expect((await refused(acts, 'CONFLICT')).data.conflicts).toHaveLength(50);
  });

  it('is half a move between projects, and an assignee who is no member where it came from', async () => {
    const { otherId, tasks } = await newWorld();
    const acts = await write('moveTaskToProject', { id: tasks[0], projectId: otherId });
    expect(acts).toHaveLength(2);
    for (const act of acts) await refused([act], 'VALIDATION_FAILED');
    // ines is a member of the one project alone
    await refused(acts, 'NOT_FOUND', ines);
    await addMember(mara, otherId, stranger);
    const given = await write('assignTask', { id: tasks[0], assigneeId: stranger.id });
    await refused(acts, 'VALIDATION_FAILED');
    await undone([...acts, ...given]);
    const { body } = await ines.client.rest('get', `/tasks/${tasks[0]}/comments`);
    expect(body.data).toHaveLength(2);
  });

  it('is not that a task was moved and created or deleted at once: its parts stay with it', async () => {
    const { projectId, otherId } = await newWorld();
    const made = await write('createTask', { projectId, title: 'Nomad', priority: 'LOW' });
    const { body } = await mara.client.rest('get', `/tasks?projectId=${projectId}&search=nomad`);
    const [{ id }] = body.data as [{ id: string }];
    await write('addChecklistItem', { taskId: id, text: 'Pack' });
    await write('addComment', { taskId: id, text: 'Where to?' });
    const places = () =>
      rows(
        server,
        `select t.project_id, t.deleted_at is null as is_there, array(
           select distinct (part.project_id, part.deleted_at is null)::text from (
             select project_id, deleted_at from comment where task_id = t.id
             union all select project_id, deleted_at from checklist_item where task_id = t.id) part) as parts
         from task t where t.id = ?`,
        [id],
      );
    const isIn = (project: string, isThere = true) => [
      { project_id: project, is_there: isThere, parts: [`(${project},${isThere ? 't' : 'f'})`] },
    ];
    const moved = await write('moveTaskToProject', { id, projectId: otherId });
    const deleted = await write('deleteTask', { id });
    const back = await undone([...moved, ...deleted]);
    expect(await places()).toEqual(isIn(projectId));
    const gone = await undone(back);
    expect(await places()).toEqual(isIn(otherId, false));
    await undone(gone);
    expect(await places()).toEqual(isIn(projectId));
    const away = await write('moveTaskToProject', { id, projectId: otherId });
    const unmade = await undone([...made, ...away]);
    expect(await places()).toEqual(isIn(projectId, false));
    const again = await undone(unmade);
    expect(await places()).toEqual(isIn(otherId));
    await undone(again);
    expect((await mara.client.rest('post', `/tasks/${id}/restore`)).status).toBe(200);
    expect(await places()).toEqual(isIn(projectId));
    // Created and deleted, it stays deleted, also when that is undone in turn.
    const removed = await write('deleteTask', { id });
    const still = await undone([...made, ...removed]);
    expect(await places()).toEqual(isIn(projectId, false));
    await undone(still);
    expect(await places()).toEqual(isIn(projectId, false));
    expect((await mara.client.rest('post', `/tasks/${id}/restore`)).status).toBe(200);
    expect(await places()).toEqual(isIn(projectId));
  });

  it('is an archived project, except for changes that are allowed there by hand', async () => {
    const { projectId, tasks } = await newWorld();
    const task = await write('updateTask', { id: tasks[0], title: 'Mine' });
    const [added, renamed] = [
      await write('addProjectMember', { projectId, userId: stranger.id }),
      await write('updateProject', { id: projectId, name: 'Mine' }),
    ];
    const archived = await write('archiveProject', { id: projectId });
    for (const acts of [task, renamed]) await refused(acts, 'FORBIDDEN');
    await refused(archived, 'FORBIDDEN', ines);
    const removed = await undone(added);
    await refused(removed, 'FORBIDDEN');
    await undone(archived);
    expect(await undone(task)).toHaveLength(1);
  });

  it('is an API token that may not make the same change by hand', async () => {
    const { projectId, otherId, tasks } = await newWorld();
    const task = await write('updateTask', { id: tasks[0], title: 'Mine' });
    const [read, writing, elsewhere] = await Promise.all([
      newProgram(mara, { scope: 'READ' }),
      newProgram(mara, { scope: 'WRITE' }),
      newProgram(mara, { scope: 'WRITE', projectIds: [otherId] }),
    ]);
    await refused(task, 'FORBIDDEN', read);
    await refused(task, 'NOT_FOUND', elsewhere);
    for (const [field, input] of [
      ['updateProjectMember', { projectId, userId: ines.id, role: 'OWNER' }],
      ['createProject', { name: 'New' }],
      ['deleteProject', { id: otherId }],
    ] as const) {
      await refused(await write(field, input), 'FORBIDDEN', writing);
    }
    expect((await undo(task, writing)).status).toBe(200);
  });
});

it('reveals to outsiders no change of memberships, not even by its limits', async () => {
  const limited = closeAfterTest(await startServer({ env: { RATE_LIMIT: 'on' } }));
  const [owner, jon, odo] = [await newPerson(limited), await newPerson(limited), await newPerson(limited)];
  const { id: projectId } = await newProject(owner);
  await addMember(owner, projectId, jon);
  const { body } = await owner.client.rest('get', `/projects/${projectId}`);
  const { revision } = body.data;
  const limitOf = async (by: Person, act: Act) => {
    const { status, headers } = await by.client.rest('post', '/undo', { acts: [act] });
    return [status, headers.get('ratelimit-limit')];
  };
  const absent = await limitOf(odo, { projectId: randomUUID(), revision });
  expect(absent[0]).toBe(404);
  expect(await limitOf(odo, { projectId, revision })).toEqual(absent);
  // the owner’s undo removes the member, which is limited
  expect(await limitOf(owner, { projectId, revision })).toEqual([200, '10']);
  expect(await limitOf(jon, { projectId, revision })).toEqual(absent);
});

describe('an undo', () => {
  it('is a change set like others: it has a name and is in the log, the feed and the history', async () => {
    const { projectId, tasks } = await newWorld();
    const { headers, body: task } = await mara.client.rest('put', `/tasks/${tasks[0]}`, { title: 'Mine' });
    expect(headers.get('revisions')).toMatch(new RegExp(`^${projectId}=\\d+$`));
    expect(
      (await mara.client.rest('put', `/tasks/${tasks[0]}`, { title: 'Mine' })).headers.get('revisions'),
    ).toBeNull();
    const revision = task.data.version;
    const [left] = await undone([{ projectId, revision }]);
    const { body: pulled } = await mara.client.rest('get', `/projects/${projectId}/changes?after=${revision}`);
    expect(pulled.data).toMatchObject([{ revision: left?.revision, undoOf: [revision] }]);
    const { body: history } = await mara.client.rest('get', `/tasks/${tasks[0]}/history`);
    expect(history.data[0]).toMatchObject({ undoOf: [revision], fields: { title: ['Mine', 'Task 0'] } });
    expect(history.data[1].undoOf).toBeNull();
  });

  it('reverts up to 50 change sets at once, newest first, also if they build on each other', async () => {
    const { projectId, tasks, otherId } = await newWorld();
    const before = await state();
    const acts = [...(await write('createTask', { projectId: otherId, title: 'A', priority: 'LOW' }))];
    for (let at = 1; at < 50; at += 1) {
      const statuses = ['IN_PROGRESS', 'DONE', 'TODO'];
      acts.push(
        ...(await write('moveTask', { id: tasks[0], status: statuses[at % 3], ...(at % 2 && { beforeId: tasks[1] }) })),
      );
    }
    const { body } = await undo([...acts, { projectId, revision: 1 }]);
    expect(body.errors.acts).toEqual(['At most 50 acts at once']);
    const left = await undone(acts);
    expect(left).toHaveLength(2);
    expect(await state()).toEqual(before);
  });

  it('of several change sets can be undone, with everything that they changed in one task', async () => {
    const { projectId, otherId } = await newWorld();
    const id = randomUUID();
    const made = await write('createTask', { id, projectId, title: 'Draft', priority: 'LOW', dueDay: '2026-12-01' });
    const task = async () => {
      const { body } = await mara.client.rest('get', `/tasks/${id}`);
      const { title, status, dueDay, rank, projectId: place } = body.data;
      return { title, status, dueDay, rank, projectId: place };
    };
    const edit = async (title: string) => [
      ...(await write('updateTask', { id, title, status: 'IN_REVIEW', dueDate: '2026-12-24T08:30:00Z' })),
      ...(await write('moveTask', { id, status: 'IN_REVIEW' })),
    ];
    const edited = await edit('Fair copy');
    const fair = await task();
    const unmade = await undone([...made, ...edited]);
    await undone(unmade);
    expect(await task()).toEqual(fair);

    const deleted = await write('deleteTask', { id });
    const back = await undone([...edited, ...deleted]);
    expect(await task()).toMatchObject({ title: 'Draft', status: 'TODO', dueDay: '2026-12-01' });
    await undone(back);
    expect((await mara.client.rest('post', `/tasks/${id}/restore`)).status).toBe(200);
    expect(await task()).toEqual(fair);

    const renamed = await edit('Final');
    const moved = await write('moveTaskToProject', { id, projectId: otherId });
    const due = await write('updateTask', { id, dueDay: '2026-12-31', title: 'Printed' });
    const printed = await task();
    const home = await undone([...renamed, ...moved, ...due]);
    expect(await task()).toEqual(fair);
    await undone(home);
    expect(await task()).toEqual(printed);
  });

  it('of several change sets reverts parts that were added before the deletion of their task or after its restore', async () => {
    const { tasks } = await newWorld();
    const [id] = tasks;
    const before = await state();
    const item = async () => write('addChecklistItem', { taskId: id, text: 'Varnish' });
    const added = await item();
    const deleted = await write('deleteTask', { id });
    const back = await undone([...added, ...deleted]);
    expect(await state()).toEqual(before);
    await undone(back);
    expect((await mara.client.rest('get', `/tasks/${id}`)).status).toBe(404);
    const restored = await write('restoreTask', { id });
    await undone([...added, ...deleted, ...restored, ...(await item())]);
    expect(await state()).toEqual(before);
  });

  it('of a parent that was given and then deleted leaves a task as it was', async () => {
    const { tasks } = await newWorld();
    const [id, parentId] = tasks;
    const parent = async () => (await mara.client.rest('get', `/tasks/${id}`)).body.data.parentId;
    const given = await write('setParent', { id, parentId });
    const deleted = await write('deleteTask', { id: parentId });
    const back = await undone([...given, ...deleted]);
    expect(await parent()).toBeNull();
    await undone(back);
    expect((await mara.client.rest('get', `/tasks/${parentId}`)).status).toBe(404);
    expect(await parent()).toBeNull();
  });

  it('is applied once per idempotency key, and by one of two concurrent requests', async () => {
    const { tasks } = await newWorld();
    const acts = await write('updateTask', { id: tasks[0], title: 'Mine' });
    const key = randomUUID();
    const [first, second] = await Promise.all([undo(acts, mara, key), undo(acts, mara, key)]);
    expect([first.status, second.body]).toEqual([200, first.body]);
    const again = first.body.data.revisions;
    expect((await undo(again, mara, key)).body.code).toBe('CONFLICT');
    const two = await Promise.all([undo(again), undo(again, ines)]);
    expect(two.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('puts a card next to its old neighbors if its old rank is taken or marks another place', async () => {
    const { projectId, tasks } = await newWorld();
    const order = async () =>
      (
        await rows<{ id: string }>(
          server,
          'select id from task where project_id = ? and deleted_at is null order by rank',
          [projectId],
        )
      ).map(({ id }) => id);
    const before = await order();
    const [{ rank } = { rank: '' }] = await rows<{ rank: string }>(server, 'select rank from task where id = ?', [
      tasks[1],
    ]);
    const moved = await write('moveTask', { id: tasks[1], status: 'DONE' });
    const other = await newTask(ines, projectId);
    await rows(server, 'update task set rank = ? where id = ?', [rank, other.id]);
    await undone(moved);
    expect(await order()).toEqual([tasks[0], tasks[1], other.id, ...tasks.slice(2)]);
    await rows(server, 'delete from task where id = ?', [other.id]);
    expect(await order()).toEqual(before);
    // so many drops into one gap that the keys around it are replaced
    const away = await write('moveTask', { id: tasks[1], status: 'TODO' });
    await rows(server, `update task set rank = ? where id = ?`, [`${rank}${'0'.repeat(230)}V`, tasks[2]]);
    await rows(server, `update task set rank = ? where id = ?`, [`${rank}${'0'.repeat(229)}V`, tasks[3]]);
    const third = await newTask(mara, projectId);
    await write('moveTask', { id: third.id, status: 'TODO', afterId: tasks[2], beforeId: tasks[3] });
    expect(
      await rows(server, `select 1 from change where project_id = ? and because = 'respaced'`, [projectId]),
    ).not.toEqual([]);
    await undone(away);
    expect(await order()).toEqual([tasks[0], tasks[1], tasks[2], third.id, tasks[3], tasks[4]]);
  });

  it('sends no new notifications, and withdraws unread ones and unsent mails', async () => {
    const { tasks } = await newWorld();
    await server.work();
    const told = async () => (await ines.client.rest('get', '/notifications')).body.data;
    const { unreadCount } = await told();
    const acts = await write('assignTask', { id: tasks[0], assigneeId: ines.id });
    expect((await told()).unreadCount).toBe(unreadCount + 1);
    const [{ id } = { id: '' }] = (await told()).notifications;
    const again = await undone(acts);
    expect((await told()).unreadCount).toBe(unreadCount);
    expect((await told()).notifications.map((it: { id: string }) => it.id)).not.toContain(id);
    const [event] = await rows(
      server,
      `select action, notification_id as "notificationId", unread_count as "unreadCount"
      from notification_event where user_id = ? order by revision desc limit 1`,
      [ines.id],
    );
    expect(event).toEqual({ action: 'REMOVED', notificationId: id, unreadCount });
    expect(await server.work()).toEqual([]);
    await undone(again);
    expect(await server.work()).toEqual([]);
    expect((await told()).unreadCount).toBe(unreadCount);
    // what was read stays
    const read = await write('assignTask', { id: tasks[2], assigneeId: ines.id });
    await ines.client.rest('patch', '/notifications/read-all');
    const { notifications } = await told();
    await undone(read);
    expect((await told()).notifications).toEqual(notifications);
  });

  it.each([
    ['first', 0],
    ['second', 1],
  ])('keeps a notification about two change sets, and its mail, after an undo of the %s', async (_, at) => {
    const { otherId, tasks } = await newWorld();
    await addMember(mara, otherId, ines);
    const other = await newTask(mara, otherId);
    await ines.client.rest('delete', '/notifications');
    await server.work();
    const told = async (): Promise<string[]> =>
      (await ines.client.rest('get', '/notifications')).body.data.notifications.map(({ title }: Fields) => title);
    const assign = () => write('bulkUpdateTasks', { ids: [tasks[0], other.id], assigneeId: ines.id });
    const title = 'Mara Okafor assigned 2 tasks to you';
    const acts = await assign();
    expect(await told()).toEqual([title]);
    await undone(acts.slice(at, at + 1));
    expect(await told()).toEqual([title]);
    expect((await server.work()).map(({ subject }) => subject)).toEqual([title]);
    await undone(acts.slice(1 - at, 2 - at));
    expect(await told()).toEqual([]);
    // both at once
    await undone(await assign());
    expect([await told(), await server.work()]).toEqual([[], []]);
  });
});
