import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person, type RestResult } from '../../test/client.js';
import { leave } from '../../test/leaving.js';
import { startServer, type TestServer } from '../../test/harness.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Two projects of Mara's with Jon, who is deleting his account, and with someone who is a member of neither. */
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

/** Every way to assign a task. */
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

describe('who may be assigned a task', () => {
  it('is one rule by every way: a member who is not deleting their account', async () => {
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

  it('is the same rule where a task moves to another project, and where an assignment is undone', async () => {
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

  it('leaves a task with whom it has: one who is deleting their account keeps it, also when it is restored', async () => {
    const { mara, jon, other, projectId, his, deleted } = await leavingWorld();
    await addMember(mara, other, jon);
    await leave(jon);
    const edited = await mara.client.rest('put', `/tasks/${his.id}`, { title: 'Later', assigneeId: jon.id });
    expect([edited.status, edited.body.data.assigneeId]).toEqual([200, jon.id]);
    const restored = await mara.client.rest('post', `/tasks/${deleted.id}/restore`);
    expect(restored.body.data.assigneeId).toBe(jon.id);
    // into another project nobody is assigned anything any more
    const moved = await mara.client.rest('patch', `/tasks/${his.id}/project`, { projectId: other });
    expect([moved.status, moved.body.errors]).toEqual([
      422,
      { assigneeId: ['The assignee is deleting their account. Assign it to someone else, or to no one'] },
    ]);
    expect((await mara.client.rest('get', `/tasks/${his.id}`)).body.data.projectId).toBe(projectId);
  });
});
