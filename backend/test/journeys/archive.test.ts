import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInvitationLink } from '../../src/projects/invitationLink.service.js';
import { scanDue } from '../../src/notifications/dueScan.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { doJobs } from '../support/jobQueue.js';
import { followChanges } from './feed/changes.js';
import { logOf, rows } from '../support/rows.js';

const ARCHIVED = { code: 'FORBIDDEN', message: 'This project is archived: it can be read, but not changed' };

let server: TestServer;
let mara: Person;
let jon: Person;
let uma: Person;
beforeAll(async () => {
  server = await startServer();
  [mara, jon, uma] = (await Promise.all(['Mara', 'Jon', 'Uma'].map((name) => newPerson(server, name)))) as [
    Person,
    Person,
    Person,
  ];
});
afterAll(() => server.close());

const archive = ({ client }: Person, id: string, how = 'archive') => client.rest('post', `/projects/${id}/${how}`);
const ids = ({ body }: { body: { data: { id: string }[] } }): string[] => body.data.map(({ id }) => id);

/** A project of Mara's with Jon, a task, a comment and an invitation. */
async function scene() {
  const { id } = await newProject(mara);
  await addMember(mara, id, jon);
  const task = await newTask(jon, id, { assigneeId: jon.id, dueDate: new Date(Date.now() + 3_600_000).toISOString() });
  const said = await jon.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Ready?' });
  const asked = await mara.client.rest('post', `/projects/${id}/invitations`, { email: 'guest@yard.example' });
  const link = await createInvitationLink(server.resources, asked.body.data.id);
  return {
    id,
    taskId: task.id as string,
    commentId: said.body.data.id as string,
    invitationId: asked.body.data.id as string,
    token: link?.token ?? '',
  };
}

describe('an archived project', () => {
  it('can be read, and every write in it is FORBIDDEN with the reason', async () => {
    const { id, taskId, commentId, invitationId, token } = await scene();
    const before = await jon.client.rest('get', `/tasks/${taskId}`);
    const { status, body } = await archive(mara, id);
    expect([status, typeof body.data.archivedAt]).toEqual([200, 'string']);
    const log = await logOf(server, id, body.data.revision);

    const at = (path: string) => `/projects/${id}${path}`;
    const writes: [method: string, path: string, body?: object, by?: Person][] = [
      ['put', at(''), { name: 'Other' }],
      ['post', at('/members'), { userId: uma.id }],
      ['patch', at(`/members/${jon.id}`), { role: 'OWNER' }],
      ['post', at('/invitations'), { email: 'other@yard.example' }],
      ['post', at(`/invitations/${invitationId}/resend`)],
      ['post', '/invitations/accept', { token }, uma],
      ['post', '/tasks', { projectId: id, title: 'More', priority: 'LOW' }],
      ['post', '/tasks/bulk', { projectId: id, tasks: [{ title: 'More', priority: 'LOW' }] }],
      ['put', `/tasks/${taskId}`, { title: 'Other' }],
      ['patch', `/tasks/${taskId}/assign`, { assigneeId: null }],
      ['patch', `/tasks/${taskId}/status`, { status: 'DONE' }],
      ['patch', `/tasks/${taskId}/move`, { status: 'DONE' }],
      ['delete', `/tasks/${taskId}`],
      ['patch', '/tasks/bulk', { ids: [taskId], priority: 'LOW' }],
      ['post', '/bulk-runs', { filter: { projectId: id }, priority: 'LOW' }],
      ['post', '/bulk-runs', { filter: { archived: true }, priority: 'LOW' }],
      ['post', `/tasks/${taskId}/comments`, { text: 'More' }],
      ['post', `/tasks/${taskId}/checklist`, { text: 'More' }],
      ['post', `/tasks/${taskId}/duplicate`, {}],
      ['post', '/uploads', { taskId, name: 'plan.txt', size: 8 }],
      ['post', at('/columns'), { name: 'Waiting', status: 'TODO' }],
      ['post', at('/share-links'), {}],
      ['post', '/imports', { source: 'CSV', projectId: id }],
      ['put', `/comments/${commentId}`, { text: 'Other' }, jon],
      ['delete', `/comments/${commentId}`, undefined, jon],
    ];
    for (const [method, path, sent, by = mara] of writes) {
      const answer = await by.client.rest(method, path, sent);
      expect([`${method} ${path}`, answer.status, answer.body]).toEqual([`${method} ${path}`, 403, ARCHIVED]);
    }
    expect(await logOf(server, id, body.data.revision)).toEqual(log);

    expect((await jon.client.rest('get', `/tasks/${taskId}`)).body).toEqual(before.body);
    for (const path of ['', '/members', '/activity', '/comments', '/changes?after=1']) {
      expect((await jon.client.rest('get', at(path))).status).toBe(200);
    }
    const fields = 'viewerCanEdit viewerCanManageMembers viewerCanRemoveMembers viewerCanArchive viewerCanLeave';
    const can = async ({ client }: Person) =>
      (
        await client.graphql(
          `query($id: ID!) { project(id: $id) { ${fields} comments { nodes { viewerCanEdit viewerCanDelete } } } }`,
          {
            id,
          },
        )
      ).data.project;
    const comments = { nodes: [{ viewerCanEdit: false, viewerCanDelete: false }] };
    expect(await can(mara)).toEqual({
      viewerCanEdit: false,
      viewerCanManageMembers: false,
      viewerCanRemoveMembers: true,
      viewerCanArchive: true,
      viewerCanLeave: false,
      comments,
    });
    expect(await can(jon)).toMatchObject({
      viewerCanArchive: false,
      viewerCanRemoveMembers: false,
      viewerCanLeave: true,
    });
  });

  it('lets people leave and be removed, invitations be revoked, and itself be deleted and restored', async () => {
    const { id, taskId, invitationId } = await scene();
    await addMember(mara, id, uma);
    await archive(mara, id);
    const del = ({ client }: Person, path: string) => client.rest('delete', `/projects/${id}${path}`);
    expect((await del(mara, `/members/${uma.id}`)).status).toBe(204);
    expect((await del(jon, `/members/${jon.id}`)).status).toBe(204);
    expect((await del(mara, `/invitations/${invitationId}`)).status).toBe(204);
    expect((await mara.client.rest('get', `/tasks/${taskId}`)).body.data.assigneeId).toBeNull();
    expect((await del(mara, '')).status).toBe(204);
    const restored = await mara.client.rest('post', `/projects/${id}/restore`);
    expect(restored.body.data.archivedAt).not.toBeNull();
    expect((await archive(mara, id, 'unarchive')).body.data.archivedAt).toBeNull();
    expect((await mara.client.rest('put', `/tasks/${taskId}`, { title: 'Other' })).status).toBe(200);
  });

  it('is archived for all members, by an owner alone, and idempotently', async () => {
    const { id } = await scene();
    const feed = followChanges(server, jon);
    await feed.until(1);
    expect((await archive(jon, id)).body.code).toBe('FORBIDDEN');
    const { body } = await archive(mara, id);
    expect((await archive(mara, id)).body).toEqual(body);
    await archive(mara, id, 'unarchive');
    const { archivedAt, revision } = body.data;
    await expect
      .poll(() => feed.events.filter(({ projectId }) => projectId === id).slice(-2))
      .toMatchObject([
        { revision, changes: [{ entity: 'PROJECT', action: 'UPDATED', fields: { archivedAt: [null, archivedAt] } }] },
        { revision: revision + 1, changes: [{ fields: { archivedAt: [archivedAt, null] } }] },
      ]);
    await feed.stop();
  });

  it('is skipped by lists, figures, searches and due notices unless they ask for it', async () => {
    const ines = await newPerson(server, 'Ines');
    const due = { dueDate: new Date(Date.now() + 3_600_000).toISOString(), assigneeId: ines.id };
    const [{ id: old }, { id: live }] = [await newProject(ines), await newProject(ines)];
    const [kept, task] = [await newTask(ines, old, due), await newTask(ines, live, due)];
    await archive(ines, old);
    const { client } = ines;
    const get = async (path: string) => ids(await client.rest('get', path));
    expect(await get('/projects')).toEqual([live]);
    expect(await get('/projects?archived=true')).toEqual([old]);
    expect(await get('/tasks')).toEqual([task.id]);
    expect(await get('/tasks?search=launch')).toEqual([task.id]);
    expect(await get('/tasks?archived=true')).toEqual([kept.id]);
    expect(await get('/tasks?archived=false')).toEqual([task.id]);
    expect(await get(`/tasks?projectId=${old}`)).toEqual([kept.id]);
    expect(await get(`/tasks?projectId=${old}&archived=false`)).toEqual([]);
    expect((await client.rest('get', '/projects?archived=maybe')).body.errors).toEqual({
      archived: ['Archived must be true or false'],
    });
    const nested = async (filter: string) =>
      (await client.graphql(`{ project(id: "${old}") { tasks(filter: ${filter}) { totalCount } } }`)).data.project.tasks
        .totalCount as number;
    expect([await nested('{}'), await nested('{ archived: true }'), await nested('{ archived: false }')]).toEqual([
      1, 1, 0,
    ]);
    expect((await client.rest('get', '/dashboard/stats')).body.data.totalTasks).toBe(1);
    await scanDue(server.resources);
    const told = await rows<{ task_id: string }>(server, 'select task_id from due_notice where user_id = ?', [ines.id]);
    expect(told.map((row) => row.task_id)).toEqual([task.id]);
    // a bulk change of all tasks skips it
    const run = await client.rest('post', '/bulk-runs', { filter: {}, priority: 'URGENT' });
    expect(run.body.data.total).toBe(1);
    await doJobs(server);
    expect((await client.rest('get', `/tasks/${kept.id}`)).body.data.priority).toBe('MEDIUM');
    // a project archived during a bulk run is left out
    const second = await client.rest('post', '/bulk-runs', { filter: {}, priority: 'LOW' });
    await archive(ines, live);
    await doJobs(server);
    expect((await client.rest('get', `/bulk-runs/${second.body.data.id}`)).body.data).toMatchObject({
      state: 'FAILED',
      done: 0,
    });
  });

  it('can be transferred when its owner deletes their account', async () => {
    const ines = await newPerson(server, 'Ines');
    const { id } = await newProject(ines);
    await addMember(ines, id, jon);
    await archive(ines, id);
    const left = await ines.client.rest('post', '/auth/delete-account', {
      currentPassword: ines.password,
      projects: [{ projectId: id, newOwnerId: jon.id }],
    });
    expect(left.status).toBe(200);
    expect((await archive(jon, id, 'unarchive')).status).toBe(200);
  });
});
