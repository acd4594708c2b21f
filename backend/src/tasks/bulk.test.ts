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

  it('places tasks one after another in the order of the ids, in one step that undo takes back', async () => {
    const { id: projectId } = await newProject(mara);
    const [a, b, c, d, e] = [
      await newTask(mara, projectId, { title: 'A' }),
      await newTask(mara, projectId, { title: 'B' }),
      await newTask(mara, projectId, { title: 'C' }),
      await newTask(mara, projectId, { title: 'D' }),
      await newTask(mara, projectId, { title: 'E' }),
    ];
    const titles = async (): Promise<string[]> =>
      (await mara.client.rest('get', `/tasks?projectId=${projectId}&orderBy=RANK_ASC`)).body.data.map(
        ({ title }: { title: string }) => title,
      );
    const { body } = await bulk({ ids: [e.id, a.id], status: 'IN_REVIEW', afterId: b.id, beforeId: c.id });
    const acts = body.data.revisions as { projectId: string; revision: number }[];
    expect(acts).toHaveLength(1);
    expect(await titles()).toEqual(['B', 'E', 'A', 'C', 'D']);
    expect((await read(e.id)).status).toBe('IN_REVIEW');
    // The neighbor above was deleted meanwhile; the one below counts.
    await mara.client.rest('delete', `/tasks/${b.id}`);
    await bulk({ ids: [d.id, c.id], afterId: b.id, beforeId: e.id });
    expect(await titles()).toEqual(['D', 'C', 'E', 'A']);
    const undone = await mara.client.rest('post', '/undo', { acts });
    expect(undone.status).toBe(200);
    expect((await read(e.id)).status).toBe('TODO');
  });

  it('places tasks of several projects in one order', async () => {
    const [one, two] = [await newProject(mara), await newProject(mara)];
    const above = await newTask(mara, one.id, { title: 'Above' });
    const x = await newTask(mara, two.id, { title: 'X' });
    const y = await newTask(mara, one.id, { title: 'Y' });
    const z = await newTask(mara, two.id, { title: 'Z' });
    const below = await newTask(mara, two.id, { title: 'Below' });
    await bulk({ ids: [z.id, y.id, x.id], afterId: above.id, beforeId: below.id });
    const { body } = await mara.client.rest('get', `/tasks?projectIds=${one.id},${two.id}&orderBy=RANK_ASC`);
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Above', 'Z', 'Y', 'X', 'Below']);
  });

  it('moves tasks to a column of their project, and refuses one of another project', async () => {
    const [one, two] = [await newProject(mara), await newProject(mara)];
    const created = await mara.client.rest('post', `/projects/${one.id}/columns`, {
      name: 'Waiting',
      status: 'IN_PROGRESS',
    });
    const columnId = created.body.data.id as string;
    const [first, second, foreign] = [
      await newTask(mara, one.id),
      await newTask(mara, one.id),
      await newTask(mara, two.id),
    ];
    expect((await bulk({ ids: [first.id, foreign.id], columnId })).body.errors).toHaveProperty('columnId');
    expect((await bulk({ ids: [first.id, second.id], columnId })).status).toBe(200);
    const task = await read(first.id);
    expect([task.status, task.columnId]).toEqual(['IN_PROGRESS', columnId]);
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
