import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { logOf, revisionOf, rows } from '../support/rows.js';

let server: TestServer;
let mara: Person;
let jon: Person;
beforeAll(async () => {
  server = await startServer();
  [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
});
afterAll(() => server.close());

/** One write of each kind, with empty and refused writes in between. */
async function live(projectId: string): Promise<number> {
  const { client } = mara;
  await addMember(mara, projectId, jon);
  const task = await newTask(mara, projectId, { assigneeId: jon.id, tags: ['a;b'], dueDate: '2027-03-01T09:30:00Z' });
  const other = await newTask(jon, projectId);
  await client.rest('put', `/tasks/${task.id}`, { title: task.title });
  await client.rest('put', `/tasks/${task.id}`, { title: 'Changed' });
  await client.rest('put', `/tasks/${task.id}`, { title: '' });
  await client.rest('patch', `/tasks/${task.id}/status`, { status: 'TODO' });
  await client.rest('patch', `/tasks/${task.id}/status`, { status: 'DONE' });
  await client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId: '00000000-0000-4000-8000-000000000000' });
  await client.rest('patch', `/tasks/${task.id}/move`, { status: 'TODO', beforeId: other.id });
  await client.rest('put', `/projects/${projectId}`, { name: 'Renamed' });
  await client.rest('put', `/projects/${projectId}`, { name: 'Renamed' });
  await jon.client.rest('delete', `/projects/${projectId}`);
  await client.rest('delete', `/projects/${projectId}/members/${jon.id}`);
  await client.rest('delete', `/tasks/${other.id}`);
  await client.rest('delete', `/tasks/${other.id}`);
  // made, joined, two tasks, title, status, move, name, left, deleted
  return 10;
}

describe('the log of a project', () => {
  it('has one change set a command, numbered without gaps, and none for what changed nothing or was refused', async () => {
    const { id } = await newProject(mara);
    const writes = await live(id);
    const log = await logOf(server, id);
    const revisions = [...new Set(log.map(({ revision }) => revision))];
    expect(revisions).toEqual(Array.from({ length: writes }, (_, i) => i + 1));
    expect(await revisionOf(server, id)).toBe(writes);
    for (const revision of revisions) {
      const numbers = log.filter((line) => line.revision === revision).map(({ n }) => n);
      expect(numbers).toEqual(numbers.map((_, i) => i));
    }
    expect(log.map(({ entity, action }) => `${entity} ${action}`)).toEqual([
      'project created',
      'member created',
      'member created',
      'task created',
      'task created',
      'task updated',
      'task updated',
      'task updated',
      'project updated',
      expect.stringMatching(/^(task updated|member deleted)$/),
      expect.stringMatching(/^(task updated|member deleted)$/),
      'task deleted',
    ]);
  });

  it('can be replayed from the beginning to rebuild every task', async () => {
    const { id } = await newProject(mara);
    await live(id);
    const made = new Map<string, Record<string, unknown>>();
    for (const { entity, entityId, action, fields, revision } of await logOf(server, id)) {
      if (entity !== 'task') continue;
      const task = made.get(entityId) ?? {};
      for (const [name, [before, after]] of Object.entries(fields)) {
        expect(before, `${name} at ${revision}`).toEqual(task[name] ?? null);
        if (action === 'updated') expect(after).not.toEqual(before);
        task[name] = after;
      }
      made.set(entityId, { completedAt: null, ...task, version: revision });
    }
    const found = await rows(
      server,
      `select id, title, description, status, priority, due_date as "dueDate", tags, rank, version,
         creator_id as "creatorId", column_id as "columnId", assignee_id as "assigneeId", parent_id as "parentId",
         start_date::text as "startDate", repeat, series_id as "seriesId", occurrence, deleted_at as "deletedAt",
         completed_at as "completedAt"
       from task where project_id = ?`,
      [id],
    );
    const plain = (JSON.parse(JSON.stringify(found)) as { id: string }[]).map(({ id: taskId, ...task }) => [
      taskId,
      task,
    ]);
    const time = (value: unknown) => (typeof value === 'string' ? new Date(value).toISOString() : null);
    expect(plain).toHaveLength(2);
    for (const [taskId, task] of plain as [string, Record<string, unknown>][]) {
      const times = ['dueDate', 'deletedAt', 'completedAt'].map((name) => [name, time(task[name])]);
      const asLogged = { ...task, ...Object.fromEntries(times) };
      expect(made.get(taskId)).toEqual(asLogged);
    }
  });

  it('has the actor and the time that the objects have', async () => {
    const { id } = await newProject(mara);
    await addMember(mara, id, jon);
    const task = await newTask(jon, id);
    const [line] = await rows(
      server,
      'select actor_id as actor, at = (select created_at from task where id = ?) as same from change where entity_id = ?',
      [task.id, task.id],
    );
    expect(line).toEqual({ actor: jon.id, same: true });
  });

  it('has the beginning of each membership', async () => {
    const { id } = await newProject(mara);
    await addMember(mara, id, jon);
    const { joinedAt } = (await mara.client.rest('get', `/projects/${id}/members`)).body.data[1];
    const [line] = await logOf(server, id, 1);
    expect(line).toMatchObject({
      entity: 'member',
      action: 'created',
      fields: { role: [null, 'MEMBER'], joinedAt: [null, joinedAt] },
    });
  });

  it('loses no concurrent write', async () => {
    const { id } = await newProject(mara);
    await addMember(mara, id, jon);
    const people = [mara, jon];
    await Promise.all(Array.from({ length: 20 }, (_, i) => newTask(people[i % 2] ?? mara, id, { title: `T${i}` })));
    const log = await logOf(server, id, 2);
    expect(log.map(({ revision }) => revision)).toEqual(Array.from({ length: 20 }, (_, i) => i + 3));
    expect(new Set(log.map(({ fields }) => fields['title']?.[1])).size).toBe(20);
  });
});
