import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purge } from '../../src/trash/hourlyPurge.js';
import { scanDue } from '../../src/notifications/dueScan.js';
import { kindsOf } from '../../src/write/kinds.js';
import { addMember, newAttachment, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { doJobs } from '../support/jobQueue.js';
import { rows, rowsWith } from '../support/rows.js';
import { unzip } from '../support/unzip.js';

const DAY = 86_400_000;

let server: TestServer;
let mara: Person;
let jon: Person;
beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
  jon = await newPerson(server, 'Jon');
});
afterAll(() => server.close());

/** Every word that begins with `canary`, in any row of any table of the database, by table. */
async function found(canary: string): Promise<string[]> {
  const words = new RegExp(`${canary}[a-z0-9-]*`, 'gi');
  const hits = await rowsWith(server, canary);
  return hits.flatMap(({ name, text }) => (text.match(words) ?? []).map((word) => `${name}: ${word}`));
}

/** Makes a text so long that the log has only its hash and excerpt. */
const long = (text: string): string => `${text} `.repeat(100);

const comment = async (by: Person, taskId: string, text: string): Promise<string> =>
  (await by.client.rest('post', `/tasks/${taskId}/comments`, { text })).body.data.id;

/** A task of Mara's with a canary in every text that it and its parts have or have had; it has moved between projects. */
async function newCanary(canary: string): Promise<{ taskId: string; projectId: string; from: string }> {
  const [{ id: from }, { id: projectId }] = [await newProject(mara), await newProject(mara)];
  for (const id of [from, projectId]) await addMember(mara, id, jon);
  const dueDate = new Date(Date.now() + 3_600_000).toISOString();
  const { id: taskId } = await newTask(mara, from, {
    title: `${canary}-title`,
    description: `${canary}-description`,
    tags: [`${canary}-tag`],
    assigneeId: jon.id,
    dueDate,
  });
  const put = (fields: object) => mara.client.rest('put', `/tasks/${taskId}`, fields);
  await put({ description: long(`${canary}-long`) });
  await comment(mara, taskId, long(`${canary}-long-comment`));
  await put({ title: `${canary}-title-2`, description: `${canary}-description-2`, tags: [`${canary}-tag-2`] });
  const file = await newAttachment(mara, taskId, `${canary}-file.txt`);
  await mara.client.rest('patch', `/attachments/${file}`, { name: `${canary}-file-2.txt` });
  const item = await mara.client.rest('post', `/tasks/${taskId}/checklist`, { text: `${canary}-item` });
  await mara.client.rest('patch', `/tasks/${taskId}/checklist/${item.body.data.id}`, { text: `${canary}-item-2` });
  await comment(mara, taskId, `${canary}-comment @${jon.username}`);
  await mara.client.rest('delete', `/comments/${await comment(mara, taskId, `${canary}-left-behind`)}`);
  // of several tasks together: the notification names them
  const { id: other } = await newTask(mara, from, { title: 'Another', assigneeId: jon.id, dueDate });
  const ids = [taskId, other];
  await mara.client.rest('patch', '/tasks/bulk', { ids, assigneeId: null });
  await mara.client.rest('patch', '/tasks/bulk', { ids, assigneeId: jon.id });
  await mara.client.rest('post', '/bulk-runs', {
    filter: { projectId: from, search: canary },
    addTags: [`${canary}-run`],
  });
  await mara.client.rest('patch', `/tasks/${taskId}/project`, { projectId });
  return { taskId, projectId, from };
}

/** Runs queued jobs and sends due notices; mails and pushes stay queued. */
async function doJobsWithoutSending(): Promise<void> {
  await scanDue(server.resources);
  await rows(
    server,
    `update graphile_worker._private_jobs set run_at = now() + interval '1 day' where payload::jsonb ? 'title'`,
  );
  await doJobs(server);
}

describe('a purge leaves a text nowhere in the database', () => {
  it('of a task and its parts that someone removes from the trash, in every table there is', async () => {
    const { taskId } = await newCanary('canaryone');
    await doJobsWithoutSending();
    const before = new Set((await found('canaryone')).map((line) => line.split(':')[0]));
    const kinds = kindsOf(server.orm.em).filter(({ isSoftDeleted }) => isSoftDeleted);
    for (const table of ['change', 'notification', 'text_version', ...kinds.map(({ tableName }) => tableName)]) {
      // Columns belong to no task; the tests below purge them. Relations have no text.
      if (table === 'column' || table === 'task_relation') continue;
      expect(before, 'newCanary writes a text of every kind').toContain(`public.${table}`);
    }
    expect(before).toContain('graphile_worker._private_jobs');
    await mara.client.rest('delete', `/tasks/${taskId}`);
    expect((await mara.client.rest('delete', `/trash/${taskId}`)).status).toBe(204);
    expect(await found('canaryone')).toEqual([]);
    // group notifications keep their headline, and all of them still exist
    const { body } = await jon.client.rest('get', '/notifications');
    const several = body.data.notifications.filter(({ count }: { count: number }) => count > 1);
    expect(several.map(({ message }: { message: string }) => message)).toEqual(several.map(() => ''));
    expect(several[0].title).toMatch(/2 tasks/);
  });

  it('of what the hourly job purges, a comment that was deleted by itself included', async () => {
    const { taskId, projectId } = await newCanary('canarytwo');
    const { id: alone } = await newTask(mara, projectId, { assigneeId: jon.id });
    const columns = `/projects/${projectId}/columns`;
    const column = await mara.client.rest('post', columns, { name: 'canarytwo-column', status: 'TODO' });
    const { id: columnId } = column.body.data;
    await mara.client.rest('put', `/columns/${columnId}`, { name: 'canarytwo-column-2' });
    const [toDo] = (await mara.client.rest('get', columns)).body.data;
    expect((await mara.client.rest('delete', `/columns/${columnId}?moveTasksTo=${toDo.id}`)).status).toBe(204);
    const gone = await comment(mara, alone, `canarytwo-alone @${jon.username}`);
    await mara.client.rest('delete', `/comments/${gone}`);
    await mara.client.rest('delete', `/tasks/${taskId}`);
    await doJobsWithoutSending();
    await purge(server.orm, new Date(Date.now() + 29 * DAY));
    expect((await found('canarytwo')).length).toBeGreaterThan(0);
    await purge(server.orm, new Date(Date.now() + 31 * DAY));
    expect(await found('canarytwo')).toEqual([]);
    expect((await mara.client.rest('get', `/tasks/${alone}`)).status).toBe(200);
  });

  it('of a project with everything in it, and what its tasks left in projects where they were before', async () => {
    const { id: projectId } = await newProject(mara, {
      name: 'canarythree-name',
      description: 'canarythree-description',
    });
    await addMember(mara, projectId, jon);
    await mara.client.rest('put', `/projects/${projectId}`, { name: 'canarythree-name-2' });
    const columns = `/projects/${projectId}/columns`;
    await mara.client.rest('post', columns, { name: 'canarythree-column', status: 'TODO' });
    const { taskId } = await newCanary('canarythree');
    expect((await mara.client.rest('patch', `/tasks/${taskId}/project`, { projectId })).status).toBe(200);
    await mara.client.rest('delete', `/projects/${projectId}`);
    await doJobsWithoutSending();
    expect((await mara.client.rest('delete', `/trash/${projectId}`)).status).toBe(204);
    await doJobs(server);
    expect(await found('canarythree')).toEqual([]);
  });

  it('of what older versions left: lines of the log and notifications about what does not exist any more', async () => {
    const { taskId, projectId } = await newCanary('canaryfour');
    await doJobsWithoutSending();
    const [before] = await rows<{ lines: number }>(
      server,
      `select count(*)::int as lines from change where fields = '{}'`,
    );
    // as they purged: the row goes with its parts, and nothing else changes
    await rows(server, 'update notification set about = null');
    await rows(server, `update notification set created_at = now() - interval '2 days' where count > 1`);
    // A process without params erases the texts only.
    await rows(
      server,
      `update notification set message = '', title = case when count = 1 then '' else title end
       where kind in ('COMMENT', 'TASK_ASSIGNED') and params::text like '%canaryfour%'`,
    );
    await rows(server, 'delete from task where id = ?', [taskId]);
    await rows(server, `delete from graphile_worker._private_jobs where payload::text like '%canaryfour%'`);
    await rows(server, 'delete from sweep');
    await purge(server.orm, new Date());
    expect(await found('canaryfour')).toEqual([]);
    const sweptAt = () => rows(server, 'select at from sweep');
    const at = await sweptAt();
    await purge(server.orm, new Date());
    expect(await sweptAt()).toEqual(at);
    // and of what exists nothing is erased
    const left = await rows<{ title: unknown }>(
      server,
      `select c.fields -> 'title' as title from change c join task t on t.id = c.entity_id where c.action = 'created'`,
    );
    expect(left.every(({ title }) => title !== null)).toBe(true);
    expect(before?.lines).toBeGreaterThan(0);
    expect((await jon.client.rest('get', `/projects/${projectId}`)).status).toBe(200);
  });
});

describe('a download', () => {
  const ask = async (by: Person): Promise<string> => {
    const { body } = await by.client.rest('post', '/auth/export');
    await doJobs(server);
    return body.data.id;
  };
  const statusOf = async (by: Person, id: string): Promise<string> =>
    (await by.client.rest('get', `/auth/export/${id}`)).body.data.status;
  const fileOf = (by: Person, id: string) =>
    fetch(`${server.url}/api/auth/export/${id}/file`, { headers: { authorization: `Bearer ${by.client.token}` } });

  it('that was prepared before is withdrawn by a purge, of everyone who could see it, and of no one else', async () => {
    const [owner, member, stranger] = [await newPerson(server), await newPerson(server), await newPerson(server)];
    const { id: projectId } = await newProject(owner);
    await addMember(owner, projectId, member);
    const { id: taskId } = await newTask(owner, projectId, { title: 'canaryfive' });
    const [hers, theirs] = [await ask(member), await ask(stranger)];
    expect(unzip(Buffer.from(await (await fileOf(member, hers)).arrayBuffer())).get('tasks.json')).toContain(
      'canaryfive',
    );
    await owner.client.rest('delete', `/tasks/${taskId}`);
    await owner.client.rest('delete', `/trash/${taskId}`);
    expect([await statusOf(member, hers), await statusOf(stranger, theirs)]).toEqual(['FAILED', 'READY']);
    expect((await fileOf(member, hers)).status).toBe(404);
    expect(await rows(server, 'select 1 from export_part where export_id = ?', [hers])).toEqual([]);
    expect((await fileOf(stranger, theirs)).status).toBe(200);
  });

  it('has no words of what is deleted, so that the hourly job has none to look through', async () => {
    const [owner, member] = [await newPerson(server), await newPerson(server)];
    const { id: projectId } = await newProject(owner);
    await addMember(owner, projectId, member);
    const { id: taskId } = await newTask(owner, projectId, { title: 'canarysix', assigneeId: member.id });
    await owner.client.rest('post', `/tasks/${taskId}/checklist`, { text: 'canarysix' });
    const { id: there } = await newTask(owner, projectId, { title: 'Still there', assigneeId: member.id });
    await owner.client.rest('delete', `/comments/${await comment(owner, there, `canarysix @${member.username}`)}`);
    await owner.client.rest('delete', `/tasks/${taskId}`);
    const files = unzip(Buffer.from(await (await fileOf(member, await ask(member))).arrayBuffer()));
    const all = [...files.values()].join('\n');
    expect(all).not.toContain('canarysix');
    expect(files.get('notifications.json')).toContain('Still there');
    expect(files.get('history.json')).toContain('Still there');
  });
});
