import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { logOf, revisionOf } from '../../test/support/rows.js';
import { mutation } from '../../test/support/selections.js';

let server: TestServer;
let mara: Person;
let jon: Person;
let uma: Person;
let id: string;
beforeAll(async () => {
  server = await startServer();
  [mara, jon, uma] = [await newPerson(server), await newPerson(server, 'Jon'), await newPerson(server, 'Uma')];
});
beforeEach(async () => {
  ({ id } = await newProject(mara));
});
afterAll(() => server.close());

const add = (fields: unknown, who = mara) => who.client.rest('post', `/projects/${id}/members`, fields);
const remove = (userId: string, who = mara) => who.client.rest('delete', `/projects/${id}/members/${userId}`);
const setRole = (userId: string, role: string, who = mara) =>
  who.client.graphql(mutation('updateProjectMember', 'member { userId role } project { memberIds } revision'), {
    input: { projectId: id, userId, role },
  });
const members = async () =>
  (await mara.client.rest('get', `/projects/${id}/members`)).body.data.map((row: { userId: string; role: string }) => [
    row.userId,
    row.role,
  ]);

describe('adding a member', () => {
  it('answers the membership and shows the project to its new member', async () => {
    expect((await jon.client.rest('get', `/projects/${id}`)).status).toBe(404);
    const { status, body } = await add({ userId: jon.id });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ userId: jon.id, projectId: id, role: 'MEMBER', user: { firstName: 'Jon' } });
    expect((await jon.client.rest('get', `/projects/${id}`)).body.data).toMatchObject({
      viewerRole: 'MEMBER',
      memberIds: [mara.id, jon.id],
      memberCount: 2,
    });
    const [line] = await logOf(server, id, 1);
    expect(line).toMatchObject({
      entity: 'member',
      entityId: jon.id,
      action: 'created',
      fields: { role: [null, 'MEMBER'] },
    });
  });

  it('is CONFLICT with the membership when they are one already', async () => {
    await add({ userId: jon.id, role: 'OWNER' });
    const { status, body } = await add({ userId: jon.id });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'CONFLICT', data: { userId: jon.id, role: 'OWNER' } });
  });

  it.each([
    [{}, { userId: ['User is required'] }],
    [{ userId: 'jon' }, { userId: ['User must be an id'] }],
    [{ userId: randomUUID() }, { userId: ['User not found'] }],
    [{ userId: randomUUID(), role: 'GUEST' }, { role: ['Role must be OWNER, MEMBER, COMMENTER or VIEWER'] }],
  ])('refuses %j', async (fields, errors) => {
    const { status, body } = await add(fields);
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors });
    expect(await revisionOf(server, id)).toBe(1);
  });
});

it('several writes in one request each answer the project as they leave it', async () => {
  const add = (name: string) =>
    `${name}: addProjectMember(input: { projectId: $id, userId: $${name} }) { revision project { revision memberIds } }`;
  const { data } = await mara.client.graphql(
    `mutation($id: ID!, $jon: ID!, $uma: ID!) { ${add('jon')} ${add('uma')}
      gone: removeProjectMember(input: { projectId: $id, userId: $jon }) { revision project { revision memberIds } } }`,
    { id, jon: jon.id, uma: uma.id },
  );
  expect(data).toEqual({
    jon: { revision: 2, project: { revision: 2, memberIds: [mara.id, jon.id] } },
    uma: { revision: 3, project: { revision: 3, memberIds: [mara.id, jon.id, uma.id] } },
    gone: { revision: 4, project: { revision: 4, memberIds: [mara.id, uma.id] } },
  });
});

describe('the members of a project', () => {
  it('are listed in the order they joined, in pages that add up', async () => {
    for (const person of [jon, uma]) await addMember(mara, id, person);
    expect(await members()).toEqual([
      [mara.id, 'OWNER'],
      [jon.id, 'MEMBER'],
      [uma.id, 'MEMBER'],
    ]);
    const document = `query($id: ID!, $after: String) {
      project(id: $id) { members(first: 1, after: $after) {
        totalCount pageInfo { hasNextPage endCursor } edges { cursor node { id user { id } } } } } }`;
    const paged: string[] = [];
    let after: string | null = null;
    for (;;) {
      const { data } = await mara.client.graphql(document, { id, after });
      const page: any = data.project.members; // oxlint-disable-line typescript/no-explicit-any -- an answer of any shape
      expect(page.totalCount).toBe(3);
      expect(page.edges[0].cursor).toBe(page.pageInfo.endCursor);
      expect(page.edges[0].node.id).toBe(`${id}:${page.edges[0].node.user.id}`);
      paged.push(page.edges[0].node.user.id);
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(paged).toEqual([mara.id, jon.id, uma.id]);
  });
});

describe('roles', () => {
  it('can be changed by an owner, except for the last owner', async () => {
    await addMember(mara, id, jon);
    expect((await setRole(mara.id, 'MEMBER')).errors?.[0]?.extensions).toEqual({
      code: 'VALIDATION_FAILED',
      fields: { role: ['The last owner must stay an owner'] },
      reasons: [{ field: 'role', key: 'lastOwner', params: {} }],
    });
    const { data } = await setRole(jon.id, 'OWNER');
    expect(data.updateProjectMember).toEqual({
      member: { userId: jon.id, role: 'OWNER' },
      project: { memberIds: [mara.id, jon.id] },
      revision: 3,
    });
    expect((await setRole(mara.id, 'MEMBER', jon)).errors).toBeUndefined();
    expect(await members()).toEqual([
      [mara.id, 'MEMBER'],
      [jon.id, 'OWNER'],
    ]);
    expect((await logOf(server, id, 2)).map(({ fields }) => fields)).toEqual([
      { role: ['MEMBER', 'OWNER'] },
      { role: ['OWNER', 'MEMBER'] },
    ]);
  });

  it('write nothing if they stay the same', async () => {
    await addMember(mara, id, jon);
    expect((await setRole(jon.id, 'MEMBER')).data.updateProjectMember.revision).toBe(2);
    expect((await setRole(mara.id, 'OWNER')).data.updateProjectMember.revision).toBe(2);
    expect(await revisionOf(server, id)).toBe(2);
  });

  it('show in what the viewer may do', async () => {
    await addMember(mara, id, jon);
    const document = `query($id: ID!) {
      project(id: $id) { viewerRole viewerCanEdit viewerCanDelete viewerCanManageMembers viewerCanLeave } }`;
    expect((await mara.client.graphql(document, { id })).data.project).toEqual({
      viewerRole: 'OWNER',
      viewerCanEdit: true,
      viewerCanDelete: true,
      viewerCanManageMembers: true,
      viewerCanLeave: false,
    });
    expect((await jon.client.graphql(document, { id })).data.project).toEqual({
      viewerRole: 'MEMBER',
      viewerCanEdit: true,
      viewerCanDelete: false,
      viewerCanManageMembers: false,
      viewerCanLeave: true,
    });
    await setRole(jon.id, 'OWNER');
    expect((await mara.client.graphql(document, { id })).data.project.viewerCanLeave).toBe(true);
  });
});

describe('leaving a project', () => {
  it('is open to every member', async () => {
    await addMember(mara, id, jon);
    expect((await remove(jon.id, jon)).status).toBe(204);
    expect((await jon.client.rest('get', `/projects/${id}`)).status).toBe(404);
    expect(await members()).toEqual([[mara.id, 'OWNER']]);
  });

  it('is refused to the last owner', async () => {
    await addMember(mara, id, jon);
    const { status, body } = await remove(mara.id);
    expect(status).toBe(422);
    expect(body.errors).toEqual({ userId: ['The last owner cannot leave the project'] });
    await setRole(jon.id, 'OWNER');
    expect((await remove(mara.id)).status).toBe(204);
    expect((await mara.client.rest('get', `/projects/${id}`)).status).toBe(404);
  });

  it('answers GraphQL with no project any more', async () => {
    await addMember(mara, id, jon);
    const { data, errors } = await jon.client.graphql(
      mutation('removeProjectMember', 'projectId userId revision project { id }'),
      { input: { projectId: id, userId: jon.id } },
    );
    expect(errors).toBeUndefined();
    expect(data.removeProjectMember).toEqual({ projectId: id, userId: jon.id, revision: 3, project: null });
  });
});

describe('removing a member', () => {
  it('unassigns their open tasks in the same command; what is done keeps who did it, and others’ are left alone', async () => {
    for (const person of [jon, uma]) await addMember(mara, id, person);
    const his = await newTask(mara, id, { assigneeId: jon.id });
    const done = await newTask(mara, id, { assigneeId: jon.id, status: 'DONE' });
    const hers = await newTask(mara, id, { assigneeId: uma.id });
    const before = await revisionOf(server, id);
    expect((await remove(jon.id)).status).toBe(204);
    const { body } = await mara.client.rest('get', `/tasks?projectId=${id}&orderBy=CREATED_ASC`);
    expect(body.data.map((task: Record<string, unknown>) => [task['id'], task['assigneeId'], task['version']])).toEqual(
      [
        [his.id, null, before + 1],
        [done.id, jon.id, done.version],
        [hers.id, uma.id, hers.version],
      ],
    );
    const lines = await logOf(server, id, before);
    expect(
      lines.map(({ revision, n, entity, action, fields }) => [revision, n, `${entity} ${action}`, fields]),
    ).toEqual([
      [before + 1, 0, 'member deleted', { role: ['MEMBER', null], joinedAt: [expect.any(String), null] }],
      [before + 1, 1, 'task updated', { assigneeId: [jon.id, null] }],
    ]);
  });

  it('keeps what they made, and lets them come back', async () => {
    await addMember(mara, id, jon);
    const task = await newTask(jon, id);
    await remove(jon.id);
    expect((await mara.client.rest('get', `/tasks/${task.id}`)).body.data.creatorId).toBe(jon.id);
    await addMember(mara, id, jon);
    expect((await jon.client.rest('get', `/tasks/${task.id}`)).status).toBe(200);
  });

  it('answers 204 to a repeat under the same key and 404 without one', async () => {
    await addMember(mara, id, jon);
    const path = `/projects/${id}/members/${jon.id}`;
    const key = { 'idempotency-key': randomUUID() };
    expect((await jon.client.rest('delete', path, undefined, key)).status).toBe(204);
    expect((await jon.client.rest('delete', path, undefined, key)).status).toBe(204);
    expect((await mara.client.rest('delete', path)).status).toBe(404);
  });
});
