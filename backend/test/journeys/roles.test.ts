import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProjectRole } from '../../contract/enums.js';
import { newProgram } from '../support/apiToken.js';
import { followChanges } from './feed/changes.js';
import { addMember, Client, newPerson, newProject, newTask, PASSWORD, type Person } from '../support/client.js';
import { mutation } from '../support/selections.js';
import { type MailServer, startMailServer } from '../support/jobQueue.js';
import { everything, logOf, revisionOf, rows } from '../support/rows.js';
import { unzip } from '../support/unzip.js';

// Every single call is in access.test.ts, by role and in both transports. Here is what depends on more than one call.

let server: MailServer;
let owner: Person;
let commenter: Person;
let viewer: Person;
let projectId: string;
let taskId: string;

beforeAll(async () => {
  server = await startMailServer();
  [owner, commenter, viewer] = await Promise.all([newPerson(server), newPerson(server), newPerson(server)]);
});
afterAll(() => server.close());

const setRole = (person: Person, role: ProjectRole, id = projectId) =>
  rows(
    server,
    `insert into project_member (project_id, user_id, role, joined_at) values (?, ?, ?, now())
     on conflict (project_id, user_id) do update set role = excluded.role`,
    [id, person.id, role],
  );

beforeEach(async () => {
  projectId = (await newProject(owner)).id;
  await setRole(commenter, 'COMMENTER');
  await setRole(viewer, 'VIEWER');
  taskId = (await newTask(owner, projectId)).id;
});

const undo = (person: Person, ...revisions: number[]) =>
  person.client.rest('post', '/undo', { acts: revisions.map((revision) => ({ projectId, revision })) });
const comment = async (person: Person, text = 'Ours') =>
  (await person.client.rest('post', `/tasks/${taskId}/comments`, { text })).body.data;

describe('the four roles', () => {
  it('can be read by everyone, in both transports', async () => {
    // Two who have joined in the same millisecond are in the order of their ids.
    const roles = ['COMMENTER', 'OWNER', 'VIEWER'];
    for (const { client } of [owner, commenter, viewer]) {
      const { body } = await client.rest('get', `/projects/${projectId}/members`);
      expect(body.data.map(({ role }: { role: string }) => role).toSorted()).toEqual(roles);
      const { data } = await client.graphql(
        'query($id: ID!) { project(id: $id) { viewerRole viewerCanEdit viewerCanComment members { nodes { role } } } }',
        { id: projectId },
      );
      expect(data.project.members.nodes.map(({ role }: { role: string }) => role).toSorted()).toEqual(roles);
      const role = data.project.viewerRole;
      expect([data.project.viewerCanEdit, data.project.viewerCanComment]).toEqual([
        role === 'OWNER',
        role !== 'VIEWER',
      ]);
    }
  });

  it('name the reason of a refusal', async () => {
    const put = async ({ client }: Person) =>
      (await client.rest('put', `/tasks/${taskId}`, { title: 'X' })).body.message;
    expect(await put(viewer)).toBe('As a viewer you can only read this project');
    expect(await put(commenter)).toBe('As a commenter you can only read and comment in this project');
  });

  it('bound program tokens', async () => {
    const program = await newProgram(viewer);
    expect((await program.client.rest('get', `/tasks/${taskId}`)).status).toBe(200);
    const { status } = await program.client.rest('put', `/tasks/${taskId}`, { title: 'X' });
    expect(status).toBe(403);
  });

  it('let everyone leave', async () => {
    for (const { client, id } of [viewer, commenter]) {
      expect((await client.rest('delete', `/projects/${projectId}/members/${id}`)).status).toBe(204);
    }
  });

  it('let only owners and members be assigned', async () => {
    for (const { id } of [viewer, commenter]) {
      const { status, body } = await owner.client.rest('patch', `/tasks/${taskId}/assign`, { assigneeId: id });
      expect([status, body.errors]).toEqual([422, { assigneeId: ['Commenters and viewers can’t be assigned tasks'] }]);
      const many = await owner.client.rest('post', '/tasks/bulk', {
        projectId,
        tasks: [{ title: 'T', priority: 'LOW', assigneeId: id }],
      });
      expect(many.status).toBe(422);
    }
  });

  it('unassign a restored task of someone who may only read by now', async () => {
    const person = await newPerson(server);
    await addMember(owner, projectId, person);
    const task = await newTask(owner, projectId, { assigneeId: person.id });
    await owner.client.rest('delete', `/tasks/${task.id}`);
    await setRole(person, 'VIEWER');
    const { body } = await owner.client.rest('post', `/tasks/${task.id}/restore`);
    expect(body.data.assigneeId).toBeNull();
  });

  it('refuse to move a task into a project where its assignee may only read', async () => {
    const person = await newPerson(server);
    await addMember(owner, projectId, person);
    const task = await newTask(owner, projectId, { assigneeId: person.id });
    const other = (await newProject(owner)).id;
    await setRole(person, 'COMMENTER', other);
    const { status } = await owner.client.rest('patch', `/tasks/${task.id}/project`, { projectId: other });
    expect(status).toBe(422);
  });
});

describe('comments', () => {
  it('are written, changed, deleted and undone by their commenter, but not by viewers', async () => {
    const { id } = await comment(commenter);
    const revision = await revisionOf(server, projectId);
    expect((await commenter.client.rest('put', `/comments/${id}`, { text: 'Again' })).status).toBe(200);
    expect((await undo(commenter, revision + 1)).status).toBe(200);
    expect((await commenter.client.rest('delete', `/comments/${id}`)).status).toBe(204);
    expect((await undo(commenter, revision + 3)).status).toBe(200);
    expect((await commenter.client.rest('get', `/tasks/${taskId}/comments`)).body.data[0].text).toBe('Ours');
    await setRole(commenter, 'VIEWER');
    const before = await everything(server);
    expect((await undo(commenter, revision + 3)).status).toBe(403);
    expect((await commenter.client.rest('delete', `/comments/${id}`)).status).toBe(403);
    expect(await everything(server)).toEqual(before);
  });

  it('show whether the viewer can change them', async () => {
    await comment(commenter);
    const read = async ({ client }: Person) => {
      const { data } = await client.graphql(
        'query($id: ID!) { task(id: $id) { comments { nodes { viewerCanEdit viewerCanDelete } } } }',
        { id: taskId },
      );
      return Object.values(data.task.comments.nodes[0]);
    };
    expect(await read(commenter)).toEqual([true, true]);
    await setRole(commenter, 'VIEWER');
    expect(await read(commenter)).toEqual([false, false]);
  });

  it('of others are not undone by commenters', async () => {
    await comment(owner);
    expect((await undo(commenter, await revisionOf(server, projectId))).status).toBe(403);
  });
});

describe('undo', () => {
  it('checks the role for each line', async () => {
    const person = await newPerson(server);
    await addMember(owner, projectId, person);
    const start = await revisionOf(server, projectId);
    await comment(person);
    await person.client.rest('put', `/tasks/${taskId}`, { title: 'Theirs' });
    await person.client.rest('post', `/tasks/${taskId}/checklist`, { text: 'Theirs' });
    await person.client.rest('put', `/projects/${projectId}`, { name: 'Theirs' });
    await setRole(person, 'COMMENTER');
    const before = await everything(server);
    for (const revisions of [[start + 2], [start + 3], [start + 4], [start + 1, start + 2]]) {
      expect((await undo(person, ...revisions)).body).toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await everything(server)).toEqual(before);
    expect((await undo(person, start + 1)).status).toBe(200);
  });

  it('of what only owners may do is refused to members, by both transports', async () => {
    const person = await newPerson(server);
    await setRole(person, 'OWNER');
    const acts: [method: string, path: string, body: object][] = [
      ['post', `/projects/${projectId}/columns`, { name: 'Waiting', status: 'TODO' }],
      ['put', `/projects/${projectId}`, { key: 'KEYS' }],
      ['patch', `/projects/${projectId}/members/${viewer.id}`, { role: 'COMMENTER' }],
    ];
    const revisions: number[] = [];
    for (const [method, path, body] of acts) {
      expect((await person.client.rest(method, path, body)).status).toBeLessThan(300);
      revisions.push(await revisionOf(server, projectId));
    }
    await setRole(person, 'MEMBER');
    const before = await everything(server);
    for (const revision of revisions) {
      expect((await undo(person, revision)).body.code).toBe('FORBIDDEN');
      const { errors } = await person.client.graphql(mutation('undo', 'revisions { revision }'), {
        input: { acts: [{ projectId, revision }] },
      });
      expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    }
    expect(await everything(server)).toEqual(before);
    await setRole(person, 'OWNER');
    expect((await undo(person, ...revisions)).status).toBe(200);
  });

  it('of the creation or the restore of a project is refused to members, as they may not delete it', async () => {
    const person = await newPerson(server);
    await addMember(owner, projectId, person);
    await owner.client.rest('delete', `/projects/${projectId}`);
    expect((await owner.client.rest('post', `/projects/${projectId}/restore`)).status).toBe(200);
    const restored = await revisionOf(server, projectId);
    const before = await everything(server);
    for (const revision of [1, restored]) expect((await undo(person, revision)).body.code).toBe('FORBIDDEN');
    expect(await everything(server)).toEqual(before);
    expect((await undo(owner, restored)).status).toBe(200);
    expect((await owner.client.rest('get', `/projects/${projectId}`)).status).toBe(404);
  });

  it('of one’s own joining is leaving, in any role', async () => {
    const person = await newPerson(server);
    await addMember(owner, projectId, person);
    const revision = await revisionOf(server, projectId);
    await rows(server, 'update change set fields = jsonb_set(fields, ?, ?) where project_id = ? and revision = ?', [
      '{role,1}',
      '"VIEWER"',
      projectId,
      revision,
    ]);
    await setRole(person, 'VIEWER');
    expect((await undo(person, revision)).status).toBe(200);
    expect((await person.client.rest('get', `/projects/${projectId}`)).status).toBe(404);
  });
});

describe('a bulk change', () => {
  it('is refused if it includes a task that the viewer may only read', async () => {
    const own = await newTask(viewer, (await newProject(viewer)).id);
    const before = await everything(server);
    const { status } = await viewer.client.rest('patch', '/tasks/bulk', { ids: [own.id, taskId], priority: 'LOW' });
    expect(status).toBe(403);
    expect(await everything(server)).toEqual(before);
  });

  it('as a run skips these tasks and says why, also when the role changes while it runs', async () => {
    const own = await newTask(viewer, (await newProject(viewer)).id);
    const { body } = await viewer.client.rest('post', '/bulk-runs', { filter: {}, priority: 'URGENT' });
    await server.work();
    const read = async (id: string) => (await viewer.client.rest('get', `/bulk-runs/${id}`)).body.data;
    const run = await read(body.data.id);
    expect(run.state).toBe('DONE');
    expect(run.message).toMatch(/could not be changed: As a viewer you can only read this project$/);
    expect((await viewer.client.rest('get', `/tasks/${own.id}`)).body.data.priority).toBe('URGENT');
    expect((await viewer.client.rest('get', `/tasks/${taskId}`)).body.data.priority).toBe('MEDIUM');
    await setRole(viewer, 'MEMBER');
    const second = await viewer.client.rest('post', '/bulk-runs', { filter: { projectId }, priority: 'URGENT' });
    await setRole(viewer, 'VIEWER');
    await server.work();
    expect(await read(second.body.data.id)).toMatchObject({ state: 'FAILED', done: 0 });
    expect((await logOf(server, projectId)).filter(({ actorId }) => actorId === viewer.id)).toEqual([]);
  });
});

describe('the trash', () => {
  it('lists what viewers may read, of which they restore and purge nothing', async () => {
    const person = await newPerson(server);
    await addMember(owner, projectId, person);
    const task = await newTask(person, projectId);
    await person.client.rest('delete', `/tasks/${task.id}`);
    const mayPurge = async () => {
      const { data } = await person.client.graphql('{ trash { nodes { viewerCanPurge } } }');
      return data.trash.nodes.map(({ viewerCanPurge }: { viewerCanPurge: boolean }) => viewerCanPurge);
    };
    expect(await mayPurge()).toEqual([true]);
    await setRole(person, 'VIEWER');
    expect(await mayPurge()).toEqual([false]);
    expect((await person.client.rest('delete', `/trash/${task.id}`)).status).toBe(403);
    expect((await person.client.rest('post', `/tasks/${task.id}/restore`)).status).toBe(403);
  });
});

describe('granting', () => {
  const members = () => `/projects/${projectId}/members`;
  const ofTask = async (id: string) => (await owner.client.rest('get', `/tasks/${id}`)).body.data;

  it.each(['COMMENTER', 'VIEWER'] as const)('%s is possible in every way, in both transports', async (role) => {
    const [first, second, third] = await Promise.all([newPerson(server), newPerson(server), newPerson(server)]);
    const { client } = owner;
    const add = await client.rest('post', members(), { userId: first.id, role });
    expect([add.status, add.body.data.role]).toEqual([201, role]);
    const added = await client.graphql(mutation('addProjectMember', 'member { role }'), {
      input: { projectId, userId: second.id, role },
    });
    expect(added.data.addProjectMember.member.role).toBe(role);
    const path = `${members()}/${first.id}`;
    expect((await client.rest('patch', path, { role: 'MEMBER' })).body.data.role).toBe('MEMBER');
    const changed = await client.graphql(mutation('updateProjectMember', 'member { role }'), {
      input: { projectId, userId: first.id, role },
    });
    expect(changed.data.updateProjectMember.member.role).toBe(role);
    expect((await client.rest('patch', `${members()}/${second.id}`, { role })).status).toBe(200);
    const invited = await client.rest('post', `/projects/${projectId}/invitations`, { email: third.email, role });
    expect([invited.status, invited.body.data.role]).toEqual([201, role]);
    const mail = (await server.work()).find(
      ({ to, subject }) => to?.some(({ address }) => address === third.email) && subject?.includes('invites you'),
    );
    expect(mail?.text).toContain(role === 'VIEWER' ? 'to view the project' : 'to read and comment on the project');
    const [, token = ''] = /invitation\?token=([\w%-]+)/.exec(mail?.text ?? '') ?? [];
    const preview = await new Client(server).rest('post', '/invitations/preview', { token });
    expect(preview.body.data.role).toBe(role);
    expect((await third.client.rest('post', '/invitations/accept', { token })).body.data.role).toBe(role);
    expect((await third.client.rest('put', `/tasks/${taskId}`, { title: 'X' })).status).toBe(403);
  });

  it('refuses other roles with a message', async () => {
    const { status, body } = await owner.client.rest('patch', `${members()}/${viewer.id}`, { role: 'GUEST' });
    expect([status, body.errors]).toEqual([422, { role: ['Role must be OWNER, MEMBER, COMMENTER or VIEWER'] }]);
  });

  it('a lesser role unassigns open tasks, and its undo assigns them again', async () => {
    const person = await newPerson(server);
    await addMember(owner, projectId, person);
    const open = await newTask(owner, projectId, { assigneeId: person.id });
    const done = await newTask(owner, projectId, { assigneeId: person.id, status: 'DONE' });
    const path = `${members()}/${person.id}`;
    await owner.client.rest('patch', path, { role: 'COMMENTER' });
    const demoted = await revisionOf(server, projectId);
    expect([(await ofTask(open.id)).assigneeId, (await ofTask(done.id)).assigneeId]).toEqual([null, person.id]);
    expect((await logOf(server, projectId, demoted - 1)).map(({ entity }) => entity)).toEqual(['member', 'task']);
    expect((await undo(owner, demoted)).status).toBe(200);
    expect((await ofTask(open.id)).assigneeId).toBe(person.id);
    // The undo of the undo demotes again.
    expect((await undo(owner, demoted + 1)).status).toBe(200);
    expect((await ofTask(open.id)).assigneeId).toBeNull();
    expect((await owner.client.rest('patch', path, { role: 'VIEWER' })).status).toBe(200);
    expect((await revisionOf(server, projectId)) - demoted).toBe(3);
  });

  it('undo of a promotion unassigns the tasks assigned since', async () => {
    const path = `${members()}/${viewer.id}`;
    await owner.client.rest('patch', path, { role: 'MEMBER' });
    const promoted = await revisionOf(server, projectId);
    const task = await newTask(owner, projectId, { assigneeId: viewer.id });
    expect((await undo(owner, promoted)).status).toBe(200);
    expect((await ofTask(task.id)).assigneeId).toBeNull();
    const { body } = await owner.client.rest('get', members());
    const roleOf = (id: string) => body.data.find(({ userId }: { userId: string }) => userId === id).role;
    expect(roleOf(viewer.id)).toBe('VIEWER');
  });

  it('undo does not assign a task to someone who may only read by now', async () => {
    const person = await newPerson(server);
    await addMember(owner, projectId, person);
    await owner.client.rest('patch', `/tasks/${taskId}/assign`, { assigneeId: person.id });
    await owner.client.rest('patch', `/tasks/${taskId}/assign`, { assigneeId: null });
    const unassigned = await revisionOf(server, projectId);
    await owner.client.rest('patch', `${members()}/${person.id}`, { role: 'VIEWER' });
    const demoted = await revisionOf(server, projectId);
    expect((await undo(owner, unassigned)).status).toBe(422);
    expect((await undo(owner, demoted, unassigned)).status).toBe(200);
    expect((await ofTask(taskId)).assigneeId).toBe(person.id);
  });
});

describe('commenters and viewers', () => {
  it('have what they can read in a download', async () => {
    await comment(owner, 'Read by all');
    for (const { client } of [commenter, viewer]) {
      const { body } = await client.rest('post', '/auth/export', { currentPassword: PASSWORD });
      await server.work();
      const answer = await fetch(`${server.url}/api/auth/export/${body.data.id}/file`, {
        headers: { authorization: `Bearer ${client.token}` },
      });
      const files = unzip(Buffer.from(await answer.arrayBuffer()));
      expect(files.get('tasks.json')).toContain(taskId);
      expect(files.get('comments.json')).toContain('Read by all');
      expect(files.get('members.json')).toContain('VIEWER');
    }
  });

  it('keep views, notifications, downloads and read tokens', async () => {
    for (const person of [commenter, viewer]) {
      const { client } = person;
      expect((await client.rest('post', '/views', { name: 'Mine', projectId })).status).toBe(201);
      await owner.client.rest('post', `/tasks/${taskId}/comments`, { text: `For @${person.username}` });
      const { body } = await client.rest('get', '/notifications');
      expect(JSON.stringify(body.data)).toContain('MENTION');
      expect((await client.rest('post', '/auth/export', { currentPassword: PASSWORD })).status).toBeLessThan(300);
      const program = await newProgram(person, { scope: 'READ' });
      expect((await program.client.rest('get', `/tasks/${taskId}`)).status).toBe(200);
    }
  });

  it('follow the feed, and learn of a new role', async () => {
    const after = await revisionOf(server, projectId);
    await owner.client.rest('patch', `/projects/${projectId}/members/${viewer.id}`, { role: 'COMMENTER' });
    const { data } = await viewer.client.graphql(
      `query($id: ID!, $after: String) { project(id: $id) { viewerRole changes(after: $after) { nodes { changes { entity entityId } } } } }`,
      { id: projectId, after: String(after) },
    );
    expect(data.project.viewerRole).toBe('COMMENTER');
    expect(data.project.changes.nodes.at(-1).changes).toEqual([{ entity: 'MEMBER', entityId: viewer.id }]);
  });

  it('follow the feed over a socket, where each learns of their new role and of the tasks they lose', async () => {
    const person = await newPerson(server);
    await addMember(owner, projectId, person);
    await owner.client.rest('patch', `/tasks/${taskId}/assign`, { assigneeId: person.id });
    const position = { projectId, revision: await revisionOf(server, projectId) };
    const feeds = [person, viewer].map((each) => followChanges(server, each, [position]));
    await owner.client.rest('patch', `/projects/${projectId}/members/${person.id}`, { role: 'VIEWER' });
    const demoted = await revisionOf(server, projectId);
    for (const feed of feeds) {
      const ofDemotion = () => feed.events.find(({ kind, revision }) => kind === 'CHANGES' && revision === demoted);
      await expect.poll(ofDemotion).toBeDefined();
      const event = ofDemotion();
      expect(event?.project?.viewerRole).toBe('VIEWER');
      expect(event?.changes.map(({ entity, entityId }) => [entity, entityId])).toEqual([
        ['MEMBER', person.id],
        ['TASK', taskId],
      ]);
      expect(event?.changes[1]?.task?.assignee).toBeNull();
      await feed.stop();
    }
  });
});
