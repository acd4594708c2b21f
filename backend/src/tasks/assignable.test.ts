import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person, type RestResult } from '../../test/support/client.js';
import { leave } from '../../test/support/accountDeletion.js';
import { startServer, type TestServer } from '../../test/support/harness.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Creates two projects with Jon, who is deleting his account, and a user who is a member of neither. */
async function leavingWorld() {
  const [mara, jon, stranger] = [await newPerson(server), await newPerson(server), await newPerson(server)];
  const [{ id: projectId }, { id: other }] = [await newProject(mara), await newProject(mara)];
  await addMember(mara, projectId, jon);
  const [his, hers, deleted] = [
    await newTask(mara, projectId, { assigneeId: jon.id }),
    await newTask(mara, projectId),
    await newTask(mara, projectId, { assigneeId: jon.id }),
  ];
  await mara.client.rest('delete', `/tasks/${deleted.id}`);
  const unassigned = await mara.client.rest('patch', `/tasks/${his.id}/assign`, { assigneeId: null });
  await mara.client.rest('patch', `/tasks/${his.id}/assign`, { assigneeId: jon.id });
  const acts = [{ projectId, revision: unassigned.body.data.version as number }];
  return { mara, jon, stranger, projectId, other, his, hers, deleted, acts };
}
type World = Awaited<ReturnType<typeof leavingWorld>>;

const WAYS: readonly [way: string, assign: (world: World, to: Person) => Promise<RestResult>][] = [
  [
    'POST /tasks',
    ({ mara, projectId }, { id }) =>
      mara.client.rest('post', '/tasks', { projectId, title: 'Paint', priority: 'LOW', assigneeId: id }),
  ],
  [
    'POST /tasks/bulk',
    ({ mara, projectId }, { id }) =>
      mara.client.rest('post', '/tasks/bulk', {
        projectId,
        tasks: [{ title: 'Paint', priority: 'LOW', assigneeId: id }],
      }),
  ],
  ['PUT /tasks/{id}', ({ mara, hers }, { id }) => mara.client.rest('put', `/tasks/${hers.id}`, { assigneeId: id })],
  [
    'PATCH /tasks/{id}/assign',
    ({ mara, hers }, { id }) => mara.client.rest('patch', `/tasks/${hers.id}/assign`, { assigneeId: id }),
  ],
  [
    'PATCH /tasks/bulk',
    ({ mara, hers }, { id }) => mara.client.rest('patch', '/tasks/bulk', { ids: [hers.id], assigneeId: id }),
  ],
];

describe('the rule of who may be assigned a task', () => {
  it('allows members who are not deleting their account, in every operation that assigns', async () => {
    const world = await leavingWorld();
    const errorsOf = async (to: Person) => {
      const found: unknown[] = [];
      for (const [way, assign] of WAYS) {
        const { status, body } = await assign(world, to);
        found.push([way, status, Object.values(body.errors ?? {}).flat()]);
      }
      return found;
    };
    const all = (message: string) => WAYS.map(([way]) => [way, 422, [message]]);
    expect(await errorsOf(world.stranger)).toEqual(all('Assignee must be a member of the project'));
    await leave(world.jon);
    expect(await errorsOf(world.jon)).toEqual(all('This person is deleting their account'));
  });

  it('applies when a task moves to another project and when an assignment is undone', async () => {
    const world = await leavingWorld();
    const { mara, jon, other, his, acts } = world;
    const move = () => mara.client.rest('patch', `/tasks/${his.id}/project`, { projectId: other });
    expect((await move()).body.errors.assigneeId).toEqual([
      'The assignee is not a member of that project. Assign it to someone else, or to no one',
    ]);
    await addMember(mara, other, jon);
    await mara.client.rest('patch', `/tasks/${his.id}/assign`, { assigneeId: null });
    await leave(jon);
    const undone = await mara.client.rest('post', '/undo', { acts });
    expect([undone.status, undone.body.errors]).toEqual([
      422,
      { assigneeId: ['This person is deleting their account'] },
    ]);
  });

  it('lets a user who is deleting their account keep their tasks, also when a task is restored', async () => {
    const { mara, jon, other, projectId, his, deleted } = await leavingWorld();
    await addMember(mara, other, jon);
    await leave(jon);
    const edited = await mara.client.rest('put', `/tasks/${his.id}`, { title: 'Later', assigneeId: jon.id });
    expect([edited.status, edited.body.data.assigneeId]).toEqual([200, jon.id]);
    const restored = await mara.client.rest('post', `/tasks/${deleted.id}/restore`);
    expect(restored.body.data.assigneeId).toBe(jon.id);
    // A move to another project counts as a new assignment.
    const moved = await mara.client.rest('patch', `/tasks/${his.id}/project`, { projectId: other });
    expect([moved.status, moved.body.errors]).toEqual([
      422,
      { assigneeId: ['The assignee is deleting their account. Assign it to someone else, or to no one'] },
    ]);
    expect((await mara.client.rest('get', `/tasks/${his.id}`)).body.data.projectId).toBe(projectId);
  });

  it('unassigns a done task that is reopened after its assignee has left', async () => {
    const [mara, jon] = [await newPerson(server), await newPerson(server)];
    const { id: projectId } = await newProject(mara);
    await addMember(mara, projectId, jon);
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.push((await newTask(mara, projectId, { assigneeId: jon.id })).id);
    const [one, two, three, four] = ids;
    const setStatus = (id: string | undefined, status: string) =>
      mara.client.rest('patch', `/tasks/${id}/status`, { status });
    const revisions: number[] = [];
    for (const id of ids) revisions.push((await setStatus(id, 'DONE')).body.data.version);
    await mara.client.rest('delete', `/projects/${projectId}/members/${jon.id}`);
    const answers = [
      await setStatus(one, 'TODO'),
      await mara.client.rest('patch', `/tasks/${two}/move`, { status: 'IN_REVIEW' }),
      await mara.client.rest('patch', '/tasks/bulk', { ids: [three], status: 'TODO' }),
      await mara.client.rest('post', '/undo', { acts: [{ projectId, revision: revisions[3] }] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const id of [one, two, three, four]) {
      const { data } = (await mara.client.rest('get', `/tasks/${id}`)).body;
      expect([data.status === 'DONE', data.assigneeId]).toEqual([false, null]);
    }
  });
});
