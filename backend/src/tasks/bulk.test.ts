import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';

let server: TestServer;
let mara: Person;
let jonas: Person;

beforeAll(async () => {
  server = await startServer();
  [mara, jonas] = [await newPerson(server, 'Mara'), await newPerson(server, 'Jonas')];
});
afterAll(() => server.close());

const bulk = (body: Record<string, unknown>, headers?: Record<string, string>) =>
  mara.client.rest('patch', '/tasks/bulk', body, headers);
const read = async (id: string) => (await mara.client.rest('get', `/tasks/${id}`)).body.data;
const revisionOf = async (id: string) =>
  (await mara.client.rest('get', `/projects/${id}`)).body.data.revision as number;

describe('bulkUpdateTasks', () => {
  it('changes tasks of several projects as one revision per project', async () => {
    const projects = [await newProject(mara), await newProject(mara, { name: 'Website' })];
    const tasks = await Promise.all(
      projects.flatMap(({ id }) => [newTask(mara, id), newTask(mara, id, { tags: ['a', 'b'] })]),
    );
    const before = await Promise.all(projects.map(({ id }) => revisionOf(id)));
    const { status, body } = await bulk({
      ids: tasks.map(({ id }) => id),
      status: 'IN_REVIEW',
      priority: 'HIGH',
      addTags: ['c', 'a'],
      removeTags: ['b'],
    });
    expect(status).toBe(200);
    expect(body.data.deletedIds).toEqual([]);
    for (const { id } of tasks) {
      const task = await read(id);
      expect([task.status, task.priority, task.tags.toSorted()]).toEqual(['IN_REVIEW', 'HIGH', ['a', 'c']]);
    }
    expect(await Promise.all(projects.map(({ id }) => revisionOf(id)))).toEqual(before.map((revision) => revision + 1));
    const revisions = new Map(
      body.data.revisions.map((r: { projectId: string; revision: number }) => [r.projectId, r.revision]),
    );
    expect(projects.map(({ id }) => revisions.get(id))).toEqual(before.map((revision) => revision + 1));
  });

  it('keeps the revision of a project in which nothing changes', async () => {
    const [one, two] = [await newProject(mara), await newProject(mara)];
    const [todo, done] = [await newTask(mara, one.id), await newTask(mara, two.id, { status: 'DONE' })];
    const before = [await revisionOf(one.id), await revisionOf(two.id)];
    const { body } = await bulk({ ids: [todo.id, done.id], status: 'DONE' });
    const after = [await revisionOf(one.id), await revisionOf(two.id)];
    expect(after).toEqual([(before[0] ?? 0) + 1, before[1]]);
    // Otherwise an undo of this change could undo another one.
    expect(body.data.revisions).toEqual([{ projectId: one.id, revision: after[0] }]);
  });

  it('deletes tasks and answers a repeat the same', async () => {
    const project = await newProject(mara);
    const tasks = [await newTask(mara, project.id), await newTask(mara, project.id)];
    const ids = tasks.map(({ id }) => id as string);
    const headers = { 'Idempotency-Key': 'bulk-delete-1' };
    const [first, second] = [await bulk({ ids, delete: true }, headers), await bulk({ ids, delete: true }, headers)];
    expect(first.status).toBe(200);
    expect(first.body.data.deletedIds.toSorted()).toEqual(ids.toSorted());
    expect(second.body).toEqual(first.body);
    expect((await mara.client.rest('get', `/tasks/${ids[0]}`)).status).toBe(404);
  });

  it('changes nothing when one task is foreign, absent or deleted', async () => {
    const [mine, theirs] = [await newProject(mara), await newProject(jonas)];
    const [task, foreign] = [await newTask(mara, mine.id), await newTask(jonas, theirs.id)];
    for (const other of [foreign.id, '01a1fdee-0000-7000-8000-000000000000']) {
      expect((await bulk({ ids: [task.id, other], status: 'DONE' })).status).toBe(404);
    }
    expect((await read(task.id)).status).toBe('TODO');
  });

  it('refuses an assignee who is not a member of all the projects', async () => {
    const [one, two] = [await newProject(mara), await newProject(mara)];
    await addMember(mara, one.id, jonas);
    const tasks = [await newTask(mara, one.id), await newTask(mara, two.id)];
    const { status, body } = await bulk({ ids: tasks.map(({ id }) => id), assigneeId: jonas.id });
    expect([status, body.errors]).toEqual([422, { assigneeId: ['Assignee must be a member of the project'] }]);
    expect((await read(tasks[0].id)).assigneeId).toBeNull();
  });

  it('refuses no tasks, too many tasks and too many tags', async () => {
    const project = await newProject(mara);
    const full = await newTask(mara, project.id, { tags: Array.from({ length: 20 }, (_, i) => `t${i}`) });
    expect((await bulk({ ids: [] })).body.errors).toEqual({ ids: ['Name at least one task'] });
    const many = Array.from({ length: 201 }, (_, i) => `01a1fdee-0000-7000-8000-${String(i).padStart(12, '0')}`);
    expect((await bulk({ ids: many })).body.errors).toEqual({ ids: ['At most 200 tasks at once'] });
    expect((await bulk({ ids: [full.id], addTags: ['one more'] })).body.errors).toEqual({
      addTags: ['A task can have at most 20 tags'],
    });
  });
});
