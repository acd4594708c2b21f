import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, type Client, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { expectGapless, type Pair, startPair, times } from '../support/serverPair.js';

const STATUSES = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE'];
const MOVE = `mutation ($input: MoveTaskInput!) { moveTask(input: $input) { revision task { id rank } } }`;
const CREATE = `mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { id } } }`;

let pair: Pair;
let mara: Person;

beforeAll(async () => {
  pair = await startPair();
  mara = await newPerson(pair.one);
});
afterAll(() => pair.close());

/** The ids of a column as this client lists it. */
async function column(client: Client, projectId: string, status: string): Promise<string[]> {
  const { body } = await client.rest('get', `/tasks?orderBy=RANK_ASC&projectId=${projectId}&status=${status}`);
  return (body.data as { id: string }[]).map(({ id }) => id);
}

describe('many people on one board', () => {
  it('see one order after 100 concurrent moves by five clients, in REST and GraphQL', async () => {
    const { id: projectId } = await newProject(mara);
    const others = await times(4, () => newPerson(pair.one));
    for (const person of others) await addMember(mara, projectId, person);
    const tasks: string[] = [];
    for (let i = 0; i < 24; i += 1) tasks.push((await newTask(mara, projectId, { status: STATUSES[i % 4] })).id);

    const answers = await Promise.all(
      [mara, ...others].map(async (person, who) => {
        const client = pair.either(person, who);
        const statuses: number[] = [];
        for (let i = 0; i < 20; i += 1) {
          // every client strides through the cards in a way of its own, so neighbors are often just moving too
          const at = (step: number) => tasks[(who * 5 + i * (who + 1) + step) % tasks.length];
          const input = {
            id: at(0),
            status: STATUSES[(who + i) % 4],
            ...(i % 3 !== 0 && { afterId: at(7) }),
            ...(i % 3 !== 1 && { beforeId: at(11) }),
          };
          const { id, ...body } = input;
          const answer =
            i % 2 ? await client.graphql(MOVE, { input }) : await client.rest('patch', `/tasks/${id}/move`, body);
          statuses.push(answer.status === 200 && !('errors' in answer) ? 200 : 0);
        }
        return statuses;
      }),
    );
    expect(answers.flat().filter((status) => status === 200)).toHaveLength(100);

    const stored = await pair.rows<{ id: string; status: string; rank: string }>(
      'select id, status, rank from task where project_id = $1 order by rank, id',
      [projectId],
    );
    expect(new Set(stored.map(({ rank }) => rank)).size).toBe(tasks.length);
    for (const status of STATUSES) {
      const expected = stored.filter((task) => task.status === status).map(({ id }) => id);
      for (const person of [mara, ...others]) {
        expect(await column(person.client, projectId, status)).toEqual(expected);
        expect(await column(pair.either(person, 1), projectId, status)).toEqual(expected);
      }
    }
    await expectGapless(pair, projectId);
  });

  it('two cards dropped between the same two cards both land there', async () => {
    const { id: projectId } = await newProject(mara);
    for (let round = 0; round < 10; round += 1) {
      const [upper, lower, first, second] = [
        await newTask(mara, projectId, { status: 'DONE' }),
        await newTask(mara, projectId, { status: 'DONE' }),
        await newTask(mara, projectId),
        await newTask(mara, projectId),
      ];
      const answers = await times(2, (index) =>
        pair.either(mara, index).rest('patch', `/tasks/${[first.id, second.id][index]}/move`, {
          status: 'DONE',
          afterId: upper.id,
          beforeId: lower.id,
        }),
      );
      const [a, b] = answers.map(({ body }) => body.data.rank as string) as [string, string];
      expect(a).not.toBe(b);
      for (const rank of [a, b]) expect(upper.rank < rank && rank < lower.rank).toBe(true);
    }
  });
});

describe('many writers of one task', () => {
  it('from one version: one of 40 wins the field, 39 get CONFLICT with the task as it is now', async () => {
    const { id: projectId } = await newProject(mara);
    const task = await newTask(mara, projectId);
    const answers = await times(40, (index) =>
      pair.either(mara, index).rest('put', `/tasks/${task.id}`, { title: `Title ${index}`, version: task.version }),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status, body }) => status === 409 && body.code === 'CONFLICT');
    expect([won.length, lost.length]).toEqual([1, 39]);
    for (const { body } of lost) expect(body.data).toEqual(won[0]?.body.data);
    const { body } = await mara.client.rest('get', `/tasks/${task.id}`);
    expect(body.data).toEqual(won[0]?.body.data);
    await expectGapless(pair, projectId);
  });

  it('from a version that is still to come, as after a restored database: CONFLICT, and the same value is none', async () => {
    const { id: projectId } = await newProject(mara);
    const task = await newTask(mara, projectId);
    const { body: project } = await mara.client.rest('get', `/projects/${projectId}`);
    const comment = (await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Ready' })).body.data;
    const version = comment.version + 1;
    for (const [path, patch, current] of [
      [`/tasks/${task.id}`, { title: 'Lost' }, { title: task.title }],
      [`/comments/${comment.id}`, { text: 'Lost' }, { text: 'Ready' }],
      [`/projects/${projectId}`, { name: 'Lost' }, { name: project.data.name }],
    ] as const) {
      expect(await mara.client.rest('put', path, { ...patch, version })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', data: current },
      });
      expect((await mara.client.rest('put', path, { ...current, version })).status).toBe(200);
      expect((await mara.client.rest('put', path, { ...current, version: version - 1 })).status).toBe(200);
    }
  });

  it('collide by what was changed of it, not of something else under its id', async () => {
    const task = await newTask(mara, (await newProject(mara)).id);
    const foreign = await newProject(await newPerson(pair.one, 'Uma'));
    await pair.rows(
      `insert into change (project_id, revision, n, entity, entity_id, action, actor_id, fields, at)
       select project_id, revision + 1000, n, 'project', $1, 'updated', actor_id, '{"description": ["", "Mine"]}', at
       from change where project_id = $2 limit 1`,
      [task.id, foreign.id],
    );
    await mara.client.rest('put', `/tasks/${task.id}`, { title: 'Newer' });
    const { status } = await mara.client.rest('put', `/tasks/${task.id}`, {
      description: 'Read',
      version: task.version,
    });
    expect(status).toBe(200);
  });

  it('of different fields from one version: both changes are kept', async () => {
    const { id: projectId } = await newProject(mara);
    for (let round = 0; round < 10; round += 1) {
      const { id, version } = await newTask(mara, projectId);
      const answers = await Promise.all([
        mara.client.rest('put', `/tasks/${id}`, { title: 'Renamed', version }),
        pair.either(mara, 1).rest('put', `/tasks/${id}`, { priority: 'URGENT', version }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { body } = await mara.client.rest('get', `/tasks/${id}`);
      expect(body.data).toMatchObject({ title: 'Renamed', priority: 'URGENT' });
    }
  });
});

describe('the same write sent many times concurrently', () => {
  it('makes one row and answers it to all, over both transports and two servers', async () => {
    const { id: projectId } = await newProject(mara);
    const key = randomUUID();
    const input = { projectId, title: 'Sent twenty times', priority: 'LOW', tags: ['one'] };
    const ids = await times(20, async (index) => {
      const client = pair.either(mara, index >> 1);
      if (index % 2) {
        const { data } = await client.graphql(CREATE, { input: { ...input, mutationId: key } });
        return data.createTask.task.id as string;
      }
      const { body } = await client.rest('post', '/tasks', input, { 'Idempotency-Key': key });
      return body.data.id as string;
    });
    expect(new Set(ids).size).toBe(1);
    expect(await pair.rows('select id from task where project_id = $1', [projectId])).toEqual([{ id: ids[0] }]);
    expect(await expectGapless(pair, projectId)).toBe(2);
  });
});
