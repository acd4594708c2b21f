import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { doJobs } from '../../test/support/jobQueue.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { followChanges } from '../../test/journeys/feed/changes.js';
import { logOf, rows } from '../../test/support/rows.js';
import { seedTasks } from '../../test/support/seedTasks.js';
import { FULL_RUN } from '../../test/support/testDepth.js';
import { onlyIf } from '../../test/support/onlyIf.js';

const DAY = 86_400_000;

let server: TestServer;
let mara: Person;
let jon: Person;
/** What the server's clock is ahead by. */
let ahead = 0;
beforeAll(async () => {
  server = await startServer({ now: () => new Date(Date.now() + ahead), env: { SESSION_DAYS: '3650' } });
  mara = await newPerson(server);
  jon = await newPerson(server, 'Jon');
});
afterAll(() => server.close());

interface Entry {
  id: string;
  kind: string;
  title: string;
  projectId: string;
  deletedAt: string;
  deletedBy: string;
  until: string;
}

const trashOf = async ({ client }: Person): Promise<Entry[]> => (await client.rest('get', '/trash')).body.data;
const idsOf = async (person: Person): Promise<string[]> => (await trashOf(person)).map(({ id }) => id);
const remove = ({ client }: Person, path: string) => client.rest('delete', path);
const restore = ({ client }: Person, path: string) => client.rest('post', `${path}/restore`);

/** A project of Mara's with Jon. */
async function shared(): Promise<string> {
  const { id } = await newProject(mara);
  await addMember(mara, id, jon);
  return id;
}

const say = async (by: Person, taskId: string, text: string): Promise<string> =>
  (await by.client.rest('post', `/tasks/${taskId}/comments`, { text })).body.data.id;

/** Returns projects and their contents from the database, without versions and update times. */
async function contents(...projectIds: string[]): Promise<unknown> {
  const found = await Promise.all(
    ['project', 'project_member', 'task', 'comment'].map((table) => {
      const id = table === 'project' ? 'id' : 'project_id';
      return rows(
        server,
        `select to_jsonb(t) - array['version', 'revision', 'updated_at'] as row from ${table} t
         where ${id} = any(?::uuid[]) order by t::text`,
        [`{${projectIds.join()}}`],
      );
    }),
  );
  return found.map((all) => all.map(({ row }) => JSON.stringify(row)).sort());
}

describe('a deleted task', () => {
  it('is restored with its place, its fields and its comments, except those deleted before it', async () => {
    const projectId = await shared();
    const tasks = [];
    for (const title of ['One', 'Two', 'Three']) {
      tasks.push(await newTask(jon, projectId, { title, assigneeId: jon.id, tags: ['paint'], status: 'DONE' }));
    }
    const { id } = tasks[1];
    const [gone] = [await say(mara, id, 'Wrong'), await say(mara, id, 'First'), await say(jon, id, 'Second')];
    await remove(mara, `/comments/${gone}`);
    const before = await contents(projectId);
    const { version: _, updatedAt: __, ...was } = (await mara.client.rest('get', `/tasks/${id}`)).body.data;

    const feed = followChanges(server, jon);
    await feed.until(1);
    await remove(mara, `/tasks/${id}`);
    const at = (await feed.until(2)).at(-1)?.revision ?? 0;
    const { status, body } = await restore(jon, `/tasks/${id}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ ...was, commentCount: 2 });
    expect(await contents(projectId)).toEqual(before);
    // all members get the event, with the task
    expect((await feed.until(3)).at(-1)).toMatchObject({
      revision: at + 1,
      kind: 'CHANGES',
      changes: [
        { entity: 'TASK', action: 'RESTORED', task: { id } },
        { entity: 'COMMENT', action: 'RESTORED' },
        { entity: 'COMMENT', action: 'RESTORED' },
      ],
    });
    await feed.stop();
    const column = await mara.client.rest('get', `/tasks?projectId=${projectId}&status=DONE&orderBy=RANK_ASC`);
    expect(column.body.data.map(({ title }: { title: string }) => title)).toEqual(['One', 'Two', 'Three']);
    // a second restore changes nothing
    expect((await restore(mara, `/tasks/${id}`)).body.data).toEqual(body.data);
    expect(await logOf(server, projectId, at + 1)).toEqual([]);
  });

  it('is unassigned on restore if its assignee has left, unless it is done, without notifications', async () => {
    const [ines, projectId] = [await newPerson(server, 'Ines'), await shared()];
    await addMember(mara, projectId, ines);
    const [open, done] = [
      await newTask(mara, projectId, { assigneeId: ines.id }),
      await newTask(mara, projectId, { assigneeId: ines.id, status: 'DONE' }),
    ];
    for (const { id } of [open, done]) await remove(mara, `/tasks/${id}`);
    await remove(ines, `/projects/${projectId}/members/${ines.id}`);
    const told = async () => (await rows(server, 'select id from notification')).length;
    const before = await told();
    expect((await restore(jon, `/tasks/${open.id}`)).body.data.assigneeId).toBeNull();
    expect((await restore(jon, `/tasks/${done.id}`)).body.data.assigneeId).toBe(ines.id);
    expect(await told()).toBe(before);
    const [line] = await logOf(server, projectId, (await newTask(mara, projectId)).version - 3);
    expect(line).toMatchObject({ action: 'restored', fields: { assigneeId: [ines.id, null] } });
  });

  it('cannot be restored while its project is deleted or archived', async () => {
    const projectId = await shared();
    const { id } = await newTask(mara, projectId);
    await remove(mara, `/tasks/${id}`);
    await mara.client.rest('post', `/projects/${projectId}/archive`);
    expect((await restore(jon, `/tasks/${id}`)).body).toEqual({
      code: 'CONFLICT',
      message: 'This project is archived: it can be read, but not changed. Unarchive it first.',
    });
    await remove(mara, `/projects/${projectId}`);
    expect((await restore(jon, `/tasks/${id}`)).body).toEqual({
      code: 'CONFLICT',
      message: 'Its project is deleted. Restore the project first.',
    });
    expect((await restore(await newPerson(server), `/tasks/${id}`)).status).toBe(404);
    await restore(mara, `/projects/${projectId}`);
    await mara.client.rest('post', `/projects/${projectId}/unarchive`);
    expect((await restore(jon, `/tasks/${id}`)).status).toBe(200);
  });

  it('is restored once per idempotency key', async () => {
    const projectId = await shared();
    const { id } = await newTask(mara, projectId);
    const key = { 'idempotency-key': randomUUID() };
    const removed = { 'idempotency-key': randomUUID() };
    await remove(mara, `/tasks/${id}`);
    expect((await mara.client.rest('post', `/tasks/${id}/restore`, undefined, key)).status).toBe(200);
    await remove(mara, `/tasks/${id}`);
    expect((await mara.client.rest('post', `/tasks/${id}/restore`, undefined, key)).status).toBe(404);
    expect((await mara.client.rest('delete', `/trash/${id}`, undefined, removed)).status).toBe(204);
    expect((await mara.client.rest('delete', `/trash/${id}`, undefined, removed)).status).toBe(204);
    expect((await remove(mara, `/trash/${id}`)).status).toBe(404);
  });
});

describe('a deleted project', () => {
  it.each(
    onlyIf(
      FULL_RUN,
      'with 5,000 tasks is restored unchanged except versions, as fast as an empty one, and all members join it again',
    ),
  )('%s', async () => {
    const projectId = await seedTasks(mara, server.databaseUrl, 5_000);
    await addMember(mara, projectId, jon);
    const [task] = (await jon.client.rest('get', `/tasks?projectId=${projectId}&limit=1`)).body.data;
    await say(jon, task.id, 'Ready?');
    // tasks deleted before the project stay deleted
    await remove(mara, `/tasks/${(await newTask(mara, projectId)).id}`);
    const before = await contents(projectId);
    const feed = followChanges(server, jon);
    await feed.until(1);
    await remove(mara, `/projects/${projectId}`);
    await expect.poll(() => feed.events.at(-1)).toMatchObject({ kind: 'PROJECT_LEFT', projectId });
    expect((await jon.client.rest('get', `/tasks?projectId=${projectId}`)).body.data).toEqual([]);
    const sent = server.statements.length;
    const { body } = await restore(mara, `/projects/${projectId}`);
    // the number of statements does not depend on the contents
    expect(server.statements.length - sent).toBeLessThan(25);
    expect(body.data).toMatchObject({ id: projectId, memberIds: [mara.id, jon.id], viewerRole: 'OWNER' });
    await expect
      .poll(() => feed.events.at(-1))
      .toMatchObject({
        kind: 'PROJECT_JOINED',
        projectId,
        project: { memberCount: 2, viewerRole: 'MEMBER' },
      });
    await feed.stop();
    expect(await contents(projectId)).toEqual(before);
    expect((await jon.client.rest('get', `/tasks?projectId=${projectId}&limit=1`)).body.data).toEqual([
      { ...task, commentCount: 1 },
    ]);
    await remove(mara, `/projects/${projectId}`);
  });

  it('can only be restored by its former owners', async () => {
    const projectId = await shared();
    expect((await restore(jon, `/projects/${projectId}`)).body).toEqual({
      code: 'FORBIDDEN',
      message: 'Only an owner can restore the project',
    });
    await remove(mara, `/projects/${projectId}`);
    expect((await restore(jon, `/projects/${projectId}`)).status).toBe(404);
    expect((await restore(mara, `/projects/${projectId}`)).status).toBe(200);
    // a second restore changes nothing
    const after = (await restore(mara, `/projects/${projectId}`)).body.data.revision;
    expect(await logOf(server, projectId, after)).toEqual([]);
  });
});

describe('the trash', () => {
  it('lists deleted tasks of the viewer’s projects and projects they owned, last deleted first, with deleter and dates', async () => {
    const [ines, uma] = [await newPerson(server, 'Ines'), await newPerson(server, 'Uma')];
    const { id: projectId } = await newProject(ines);
    await addMember(ines, projectId, uma);
    const { id: other } = await newProject(ines, { name: 'Barn' });
    await addMember(ines, other, uma);
    const [first, second] = [await newTask(ines, projectId, { title: 'Order tins' }), await newTask(ines, projectId)];
    const inside = await newTask(uma, other);
    for (const path of [`/tasks/${first.id}`, `/tasks/${inside.id}`, `/projects/${other}`]) await remove(ines, path);
    await remove(uma, `/tasks/${second.id}`);
    expect(await idsOf(ines)).toEqual([second.id, other, first.id]);
    expect(await idsOf(uma)).toEqual([second.id, first.id]);
    expect(await idsOf(await newPerson(server))).toEqual([]);
    const [, project, task] = await trashOf(ines);
    expect(project).toMatchObject({ kind: 'PROJECT', title: 'Barn', projectId: other, deletedBy: ines.id });
    expect(task).toMatchObject({ kind: 'TASK', title: 'Order tins', projectId, deletedBy: ines.id });
    for (const { deletedAt, until } of [project, task] as Entry[]) {
      expect(Date.parse(until) - Date.parse(deletedAt)).toBe(30 * DAY);
    }
    const { data } = await uma.client.graphql(`{ trash { totalCount nodes {
      id deleter { id } project { id name } viewerCanPurge } } }`);
    expect(data.trash).toEqual({
      totalCount: 2,
      nodes: [
        {
          id: second.id,
          deleter: { id: uma.id },
          project: { id: projectId, name: 'Tern launch' },
          viewerCanPurge: false,
        },
        {
          id: first.id,
          deleter: { id: ines.id },
          project: { id: projectId, name: 'Tern launch' },
          viewerCanPurge: false,
        },
      ],
    });
    // former members see nothing of it
    await remove(uma, `/projects/${projectId}/members/${uma.id}`);
    expect(await idsOf(uma)).toEqual([]);
  });

  it('refuses a restore after 30 days, even before the purge job has run', async () => {
    const projectId = await shared();
    const [{ id: task }, { id: project }] = [await newTask(mara, projectId), await newProject(mara)];
    await remove(mara, `/tasks/${task}`);
    await remove(mara, `/projects/${project}`);
    ahead = 30 * DAY - 60_000;
    expect(await idsOf(mara)).toEqual(expect.arrayContaining([task, project]));
    ahead = 30 * DAY + 60_000;
    try {
      expect(await idsOf(mara)).toEqual([]);
      expect((await restore(mara, `/tasks/${task}`)).status).toBe(404);
      expect((await restore(mara, `/projects/${project}`)).status).toBe(404);
      expect((await remove(mara, `/trash/${project}`)).status).toBe(404);
    } finally {
      ahead = 0;
    }
  });
});

describe('a purge', () => {
  const purge = (by: Person, id: string) => remove(by, `/trash/${id}`);

  it('is allowed to owners, and to the creator of a task that no other person changed', async () => {
    const projectId = await shared();
    const made = async (by: Person) => (await newTask(by, projectId)).id as string;
    const untouched = await made(jon);
    await jon.client.rest('put', `/tasks/${untouched}`, { title: 'Mine' });
    await say(jon, untouched, 'Mine alone');
    const [edited, said, hers] = [await made(jon), await made(jon), await made(mara)];
    await mara.client.rest('put', `/tasks/${edited}`, { title: 'Ours' });
    await remove(mara, `/comments/${await say(mara, said, 'Ours')}`);
    for (const id of [untouched, edited, said, hers]) await remove(jon, `/tasks/${id}`);
    const refusal = {
      code: 'FORBIDDEN',
      message:
        'Only an owner can permanently delete a task that others have changed. It is deleted automatically after 30 days',
    };
    for (const id of [edited, said, hers]) expect((await purge(jon, id)).body).toEqual(refusal);
    const list = await jon.client.graphql('{ trash { nodes { id viewerCanPurge } } }');
    expect(list.data.trash.nodes.slice(0, 4)).toEqual([
      { id: hers, viewerCanPurge: false },
      { id: said, viewerCanPurge: false },
      { id: edited, viewerCanPurge: false },
      { id: untouched, viewerCanPurge: true },
    ]);
    expect((await purge(jon, untouched)).status).toBe(204);
    for (const id of [edited, said, hers]) expect((await purge(mara, id)).status).toBe(204);
    // objects that are not deleted cannot be purged
    const { id: live } = await newTask(mara, projectId);
    expect((await purge(mara, live)).status).toBe(404);
    expect((await purge(mara, projectId)).status).toBe(404);
  });

  it('is allowed only to owners if others wrote its checklist or changed it before a move to another project', async () => {
    const [projectId, other] = [await shared(), await shared()];
    const ines = await newPerson(server, 'Ines');
    for (const id of [projectId, other]) await addMember(mara, id, ines);
    const made = async (): Promise<string> => (await newTask(jon, projectId)).id;
    const [listed, ticked, moved, movedBy] = [await made(), await made(), await made(), await made()];
    await ines.client.rest('post', `/tasks/${listed}/checklist`, { text: 'Hers' });
    const item = await jon.client.rest('post', `/tasks/${ticked}/checklist`, { text: 'His' });
    await ines.client.rest('patch', `/tasks/${ticked}/checklist/${item.body.data.id}`, { done: true });
    await ines.client.rest('put', `/tasks/${moved}`, { description: 'Hers' });
    await jon.client.rest('patch', `/tasks/${moved}/project`, { projectId: other });
    await ines.client.rest('patch', `/tasks/${movedBy}/project`, { projectId: other });
    const his = await made();
    await jon.client.rest('post', `/tasks/${his}/checklist`, { text: 'His' });
    await jon.client.rest('patch', `/tasks/${his}/project`, { projectId: other });
    const theirs = [listed, ticked, moved, movedBy];
    for (const id of [...theirs, his]) await remove(jon, `/tasks/${id}`);
    const { data } = await jon.client.graphql('{ trash { nodes { id viewerCanPurge } } }');
    const mayPurge = Object.fromEntries(
      (data.trash.nodes as { id: string; viewerCanPurge: boolean }[]).map((it) => [it.id, it.viewerCanPurge]),
    );
    const byGraphql = 'mutation($input: PurgeInput!) { purge(input: $input) { id } }';
    for (const id of theirs) {
      expect(mayPurge[id]).toBe(false);
      expect((await purge(jon, id)).status).toBe(403);
      const { errors } = await jon.client.graphql(byGraphql, { input: { id } });
      expect(errors?.[0]?.extensions?.['code']).toBe('FORBIDDEN');
    }
    expect(mayPurge[his]).toBe(true);
    expect((await purge(jon, his)).status).toBe(204);
    for (const id of theirs) expect((await purge(mara, id)).status).toBe(204);
  });

  it('erases the text of the log lines and records who did it', async () => {
    const projectId = await shared();
    const { id } = await newTask(mara, projectId, { title: 'Secret plan', assigneeId: jon.id });
    await say(jon, id, 'Secret words');
    await remove(jon, `/tasks/${id}`);
    await remove(mara, `/trash/${id}`);
    const lines = await logOf(server, projectId);
    expect(JSON.stringify(lines)).not.toMatch(/Secret/);
    expect(lines.slice(-4)).toMatchObject([
      { entity: 'comment', action: 'created', fields: {} },
      { entity: 'task', action: 'deleted', fields: {}, actorId: jon.id },
      { entity: 'comment', action: 'deleted', fields: {} },
      { entity: 'task', action: 'deleted', actorId: mara.id, fields: { purgedAt: [null, expect.any(String)] } },
    ]);
    const activity = await jon.client.rest('get', `/projects/${projectId}/activity?limit=1`);
    expect(activity.body.data).toMatchObject([{ action: 'DELETED', subject: null, actorId: mara.id }]);
    expect(await rows(server, 'select 1 from task where id = ?', [id])).toEqual([]);
    expect(await rows(server, 'select 1 from comment where task_id = ?', [id])).toEqual([]);
    const { body } = await jon.client.rest('get', '/notifications');
    const told = body.data.notifications.filter(({ title }: { title: string }) => title === '');
    expect(told.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['COMMENT', 'TASK_ASSIGNED']);
    for (const it of told) expect(it).toMatchObject({ message: '', taskId: null });
    expect((await restore(mara, `/tasks/${id}`)).status).toBe(404);
  });

  it('removes a project from the trash immediately, and its contents in batches by a job', async () => {
    const projectId = await seedTasks(mara, server.databaseUrl, 1_200);
    await addMember(mara, projectId, jon);
    await remove(mara, `/projects/${projectId}`);
    expect((await purge(jon, projectId)).status).toBe(404);
    expect((await purge(mara, projectId)).status).toBe(204);
    expect(await idsOf(mara)).not.toContain(projectId);
    expect((await restore(mara, `/projects/${projectId}`)).status).toBe(404);
    await doJobs(server);
    for (const table of ['task', 'change', 'project_member']) {
      expect(await rows(server, `select 1 from ${table} where project_id = ?`, [projectId])).toEqual([]);
    }
    expect(await rows(server, 'select 1 from project where id = ?', [projectId])).toEqual([]);
  });
});
