import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, allPages, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { HISTORY } from '../../test/support/selections.js';
import { purge } from '../trash/hourlyPurge.js';

interface Line {
  id: string;
  entity: string;
  entityId: string;
  action: string;
  actorId: string;
  actor: { firstName: string; email: string | null } | null;
  fields: Record<string, [unknown, unknown]>;
  revision: number;
  at: string;
  subject: string | null;
  taskId: string | null;
}

let server: TestServer;
let owner: Person;
let member: Person;
let projectId: string;
let taskId: string;

beforeAll(async () => {
  server = await startServer();
  [owner, member] = [await newPerson(server), await newPerson(server, 'Ines')];
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = (await newProject(owner, { name: 'Venue' })).id;
  await addMember(owner, projectId, member);
  taskId = (await newTask(owner, projectId, { title: 'Stage' })).id;
});

const of = async (path: string, { client } = owner): Promise<Line[]> => (await client.rest('get', path)).body.data;
const ofTask = (query = '') => of(`/tasks/${taskId}/history${query}`);
const ofProject = (query = '') => of(`/projects/${projectId}/activity${query}`);
const put = (by: Person, body: object) => by.client.rest('put', `/tasks/${taskId}`, body);

describe('the history of a task', () => {
  it('has the actor, the values before and after, and the time of each change, newest first', async () => {
    const before = Date.now();
    await put(member, { status: 'IN_REVIEW', priority: 'HIGH' });
    await owner.client.rest('patch', `/tasks/${taskId}/assign`, { assigneeId: member.id });
    const lines = await ofTask();
    expect(lines.map(({ action, entity, entityId, actorId }) => [action, entity, entityId, actorId])).toEqual([
      ['UPDATED', 'TASK', taskId, owner.id],
      ['UPDATED', 'TASK', taskId, member.id],
      ['CREATED', 'TASK', taskId, owner.id],
    ]);
    expect(lines.map(({ fields }) => fields)).toMatchObject([
      { assigneeId: [null, member.id] },
      { status: ['TODO', 'IN_REVIEW'], priority: ['MEDIUM', 'HIGH'] },
      { title: [null, 'Stage'], status: [null, 'TODO'] },
    ]);
    expect(lines.map(({ revision }) => revision)).toEqual([5, 4, 3]);
    // people see only their own email address
    expect(lines.map(({ actor }) => actor)).toMatchObject([
      { firstName: 'Mara', email: owner.email },
      { firstName: 'Ines', email: null },
      { firstName: 'Mara', email: owner.email },
    ]);
    for (const { at } of lines.slice(0, 2)) expect(Date.parse(at)).toBeGreaterThanOrEqual(before);
  });

  it('leaves out moves within a column and keeps moves to another column', async () => {
    const above = (await newTask(owner, projectId)).id;
    const move = (status: string, body: object = {}) =>
      owner.client.rest('patch', `/tasks/${taskId}/move`, { status, ...body });
    expect((await move('TODO', { afterId: above })).status).toBe(200);
    expect((await move('TODO', { beforeId: above })).status).toBe(200);
    expect((await ofTask()).map(({ action }) => action)).toEqual(['CREATED']);
    await move('DONE');
    const [last] = await ofTask();
    expect(last?.fields).toMatchObject({ status: ['TODO', 'DONE'] });
    expect((await ofProject()).filter(({ entityId }) => entityId === taskId)).toHaveLength(2);
  });

  it('has no entry for a write that was refused or changed nothing', async () => {
    await put(member, { title: '' });
    await put(member, { title: 'Stage' });
    await put(await newPerson(server), { title: 'Mine' });
    expect(await ofTask()).toHaveLength(1);
  });

  it('is paged without gaps over GraphQL and REST', async () => {
    for (let n = 1; n <= 5; n += 1) await put(owner, { title: `Stage ${n}` });
    const all = (await ofTask()).map(({ id }) => id);
    expect(all).toHaveLength(6);
    expect(new Set(all).size).toBe(6);
    const seen = (await allPages<Line>(owner.client, `/tasks/${taskId}/history?limit=4`)).flat();
    expect(seen.map(({ id }) => id)).toEqual(all);
    const page = `query($id: ID!, $after: String) { task(id: $id) { history(first: 4, after: $after) {
      nodes { ${HISTORY} } totalCount pageInfo { endCursor hasNextPage } } } }`;
    const first = (await owner.client.graphql(page, { id: taskId })).data.task.history;
    const second = (await owner.client.graphql(page, { id: taskId, after: first.pageInfo.endCursor })).data.task
      .history;
    expect([...first.nodes, ...second.nodes].map(({ id }: Line) => id)).toEqual(all);
    expect([first.totalCount, first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([6, true, false]);
    expect((await owner.client.rest('get', `/tasks/${taskId}/history?after=nonsense`)).status).toBe(400);
  });

  it('is paged without gaps where an undo has lines of one revision in two projects', async () => {
    const other = await newProject(owner, { name: 'Yard' });
    const revisionsOf = ({ headers }: { headers: Headers }) =>
      (headers.get('revisions') ?? '').split(', ').map((act) => {
        const [id = '', revision] = act.split('=');
        return { projectId: id, revision: Number(revision) };
      });
    const moved = await owner.client.rest('patch', `/tasks/${taskId}/project`, { projectId: other.id });
    const deleted = await owner.client.rest('delete', `/tasks/${taskId}`);
    const acts = [...revisionsOf(moved), ...revisionsOf(deleted)];
    expect((await owner.client.rest('post', '/undo', { acts })).status).toBe(200);
    const all = await ofTask();
    const [one, two] = all;
    expect(one?.revision).toBe(two?.revision);
    expect(one?.id).not.toBe(two?.id);
    const seen = (await allPages<Line>(owner.client, `/tasks/${taskId}/history?limit=1`)).flat();
    expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });
});

describe('the activity of a project', () => {
  it('has all changes, also several of one write', async () => {
    const { body } = await member.client.rest('post', `/tasks/${taskId}/comments`, { text: 'Well?' });
    await owner.client.rest('put', `/projects/${projectId}`, { color: '#2c89a0' });
    await owner.client.rest('delete', `/projects/${projectId}/members/${member.id}`);
    const lines = await ofProject();
    expect(lines.map(({ entity, action, entityId }) => [entity, action, entityId])).toEqual([
      ['MEMBER', 'DELETED', member.id],
      ['PROJECT', 'UPDATED', projectId],
      ['COMMENT', 'CREATED', body.data.id],
      ['TASK', 'CREATED', taskId],
      ['MEMBER', 'CREATED', member.id],
      ...lines.slice(5).map(({ entity, action, entityId }) => [entity, action, entityId]),
    ]);
    // the first revision created the project and its owner's membership
    const firsts = lines.slice(5);
    expect(firsts.map(({ revision }) => revision)).toEqual([1, 1]);
    expect(firsts.map(({ entity }) => entity).sort()).toEqual(['MEMBER', 'PROJECT']);
    // a page can end within a revision
    const pages = await allPages<Line>(owner.client, `/projects/${projectId}/activity?limit=6`);
    expect(pages.flat()).toEqual(lines);
  });

  it('has the present name of each object', async () => {
    const { body } = await member.client.rest('post', `/tasks/${taskId}/comments`, { text: 'Well?' });
    await put(owner, { title: 'Big stage' });
    await owner.client.rest('put', `/projects/${projectId}`, { name: 'Hall' });
    const told = async () =>
      (await ofProject()).map(({ entity, entityId, subject, taskId: about }) => [entity, entityId, subject, about]);
    expect(await told()).toEqual([
      ['PROJECT', projectId, 'Hall', null],
      ['TASK', taskId, 'Big stage', taskId],
      ['COMMENT', body.data.id, 'Big stage', taskId],
      ['TASK', taskId, 'Big stage', taskId],
      ['MEMBER', member.id, 'Ines Okafor', null],
      expect.anything(),
      expect.anything(),
    ]);
    // a deleted task has a name, but no id to open
    await owner.client.rest('delete', `/tasks/${taskId}`);
    for (const [entity, , subject, about] of await told()) {
      if (entity === 'TASK' || entity === 'COMMENT') expect([subject, about]).toEqual(['Big stage', null]);
    }
  });

  it('is not visible to strangers and former members', async () => {
    const stranger = await newPerson(server);
    await owner.client.rest('delete', `/projects/${projectId}/members/${member.id}`);
    for (const { client } of [stranger, member]) {
      expect((await client.rest('get', `/projects/${projectId}/activity`)).status).toBe(404);
      expect((await client.rest('get', `/tasks/${taskId}/history`)).status).toBe(404);
    }
    await owner.client.rest('delete', `/tasks/${taskId}`);
    expect((await owner.client.rest('get', `/tasks/${taskId}/history`)).status).toBe(404);
    expect((await ofProject())[0]).toMatchObject({ entity: 'TASK', entityId: taskId, action: 'DELETED' });
    await owner.client.rest('delete', `/projects/${projectId}`);
    expect((await owner.client.rest('get', `/projects/${projectId}/activity`)).status).toBe(404);
  });

  it('has no text of purged objects', async () => {
    await put(owner, { title: 'Secret' });
    await owner.client.rest('delete', `/tasks/${taskId}`);
    expect(JSON.stringify(await ofProject())).toContain('Secret');
    await purge(server.orm, new Date(Date.now() + 31 * 86_400_000));
    const lines = (await ofProject()).filter(({ entityId }) => entityId === taskId);
    expect(lines.map(({ action, fields, actorId }) => [action, fields, actorId])).toEqual([
      ['DELETED', {}, owner.id],
      ['CREATED', {}, owner.id],
    ]);
    expect(JSON.stringify(await ofProject())).not.toMatch(/Secret|Stage/);
  });
});

describe('an undo', () => {
  type Act = { projectId: string; revision: number };
  const undo = async (acts: Act[]): Promise<Act[]> => {
    const { status, body } = await owner.client.rest('post', '/undo', { acts });
    expect(status).toBe(200);
    return body.data.revisions;
  };
  const setDue = async (ids: string[], dueDate: string): Promise<Act[]> =>
    (await owner.client.rest('patch', '/tasks/bulk', { ids, dueDate })).body.data.revisions;
  const overGraphql = async (): Promise<{ activity: Shown; project: { activity: Shown } }> =>
    (
      await owner.client.graphql(
        `query($id: ID!) {
          activity(projectId: $id) { nodes { id } totalCount }
          project(id: $id) { activity { nodes { id } totalCount } } }`,
        { id: projectId },
      )
    ).data;
  type Shown = { nodes: { id: string }[]; totalCount: number };
  const ids = (lines: { id: string }[]) => lines.map(({ id }) => id);

  it('leaves activity with what it undid, and comes back to it with the redo', async () => {
    const others = [(await newTask(owner, projectId)).id, (await newTask(owner, projectId)).id];
    const before = ids(await ofProject());
    const acts = await setDue([taskId, ...others], '2026-11-30T09:00:00Z');
    const during = ids(await ofProject());
    expect(during).toHaveLength(before.length + 3);

    let last = acts;
    for (const isUndone of [true, false, true, false]) {
      last = await undo(last);
      const shown = isUndone ? before : during;
      expect(ids(await ofProject())).toEqual(shown);
      expect(ids(await of(`/activity?projectId=${projectId}`))).toEqual(shown);
      const { activity, project } = await overGraphql();
      for (const { nodes, totalCount } of [activity, project.activity]) {
        expect(ids(nodes)).toEqual(shown);
        expect(totalCount).toBe(shown.length);
      }
    }
    // The task's own history keeps all of it.
    expect((await ofTask()).filter(({ action }) => action === 'UPDATED')).toHaveLength(5);
  });

  it('of several change sets leaves with all of them, and leaves full pages', async () => {
    const first = await setDue([taskId], '2026-11-30T09:00:00Z');
    await put(owner, { title: 'Stage two' });
    const second = await setDue([taskId], '2026-12-01T09:00:00Z');
    await undo([...second, ...first]);
    await newTask(owner, projectId);
    const all = ids(await ofProject());
    const pages = await allPages<Line>(owner.client, `/activity?projectId=${projectId}&limit=2`);
    expect(ids(pages.flat())).toEqual(all);
    expect(pages.slice(0, -1).every((page) => page.length === 2)).toBe(true);
    expect((await ofProject()).slice(0, 3).map(({ action, fields }) => [action, Object.keys(fields)])).toMatchObject([
      ['CREATED', expect.anything()],
      ['UPDATED', ['title']],
      ['CREATED', expect.anything()],
    ]);
  });

  it('from before the marks is shown with what it undid', async () => {
    const before = (await ofProject()).length;
    await undo(await setDue([taskId], '2026-11-30T09:00:00Z'));
    await server.orm.em.getConnection().execute('update change set undone = null where project_id = ?', [projectId]);
    expect(await ofProject()).toHaveLength(before + 2);
  });
});
