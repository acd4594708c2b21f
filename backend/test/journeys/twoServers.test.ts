import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../src/env.js';
import { command } from '../../src/write/command.js';
import type { Context } from '../../src/request/context.js';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import { Project } from '../../src/projects/project.entity.js';
import { createResources } from '../../src/resources.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { expectGapless, lockWaiters, type Pair, startPair, times } from '../support/serverPair.js';

const STATUSES = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE'];

let pair: Pair;
let mara: Person;

beforeAll(async () => {
  pair = await startPair();
  mara = await newPerson(pair.one);
});
afterAll(() => pair.close());

describe('the log under parallel writers', () => {
  it('has no gap after 60 writers on two servers, refused ones among them', async () => {
    const { id: projectId } = await newProject(mara);
    const task = await newTask(mara, projectId);
    const stranger = await newPerson(pair.one);
    const answers = await times(60, async (index) => {
      const client = pair.either(mara, index);
      if (index % 5 === 0) return client.rest('post', '/tasks', { projectId, title: `${index}`, priority: 'LOW' });
      if (index % 5 === 1) return client.rest('put', `/tasks/${task.id}`, { title: `Title ${index}` });
      if (index % 5 === 2) return client.rest('patch', `/tasks/${task.id}/move`, { status: STATUSES[index % 4] });
      // refused inside the transaction, with the revision already taken
      if (index % 5 === 3) return client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId: stranger.id });
      // changes nothing
      return client.rest('put', `/tasks/${task.id}`, { description: '' });
    });
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(201), count(200), count(422)]).toEqual([12, 36, 12]);
    // the project, the task, and everything that changed something
    expect(await expectGapless(pair, projectId)).toBe(2 + 36);
  });

  it('has no trace of a failed writer, which does not delay later ones', async () => {
    const { id: projectId } = await newProject(mara);
    const task = await newTask(mara, projectId);
    const stranger = await newPerson(pair.one);
    const key = randomUUID();
    const refused = { title: 'Never', assigneeId: stranger.id };
    const [failed, next] = await Promise.all([
      mara.client.rest('put', `/tasks/${task.id}`, refused, { 'Idempotency-Key': key }),
      mara.client.rest('put', `/tasks/${task.id}`, { priority: 'URGENT' }),
    ]);
    expect(failed.status).toBe(422);
    expect(failed.body.errors).toEqual({ assigneeId: ['Assignee must be a member of the project'] });
    expect(next.body.data).toEqual({
      ...task,
      priority: 'URGENT',
      version: task.version + 1,
      updatedAt: next.body.data.updatedAt,
    });
    expect(await pair.rows('select 1 from idempotency where key = $1', [key])).toEqual([]);
    expect(await expectGapless(pair, projectId)).toBe(3);
    // the key is free: a refusal is not kept
    const again = await mara.client.rest('put', `/tasks/${task.id}`, { title: 'Now' }, { 'Idempotency-Key': key });
    expect(again.status).toBe(200);
  });
});

describe('two servers on one database', () => {
  it('do not lock each other out of one project', async () => {
    const { id: projectId } = await newProject(mara);
    const tasks = await times(4, () => newTask(mara, projectId));
    const answers = await times(80, (index) => {
      const client = pair.either(mara, index);
      const { id } = tasks[index % 4] ?? {};
      const headers = { 'Idempotency-Key': `key-${projectId}-${index >> 2}` };
      return index % 8 < 4
        ? client.rest('patch', `/tasks/${id}/move`, { status: 'DONE', afterId: tasks[(index + 1) % 4].id })
        : client.rest('put', `/tasks/${tasks[0].id}`, { title: `Title ${index >> 2}` }, headers);
    });
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    await expectGapless(pair, projectId);
  });

  it('never deadlock over several projects', async () => {
    const projects = [await newProject(mara), await newProject(mara)].map(({ id }) => id as string);
    const env = readEnv({ JWT_SECRET: 'x'.repeat(32), SECRET_KEY: 'x'.repeat(32), LOG_LEVEL: 'silent' });
    const log = createLogger('silent');
    const both = await times(2, () => createResources({ env, log, databaseUrl: pair.databaseUrl, bcryptCost: 4 }));
    try {
      await times(40, async (index) => {
        const resources = both[index % 2];
        if (!resources) throw new Error('no such server');
        const ctx: Context = {
          resources,
          requestId: 'test',
          log,
          em: resources.orm.em.fork(),
          viewer: { userId: mara.id, sessionId: randomUUID() },
          userAgent: '',
          language: null,
          idempotencyKey: undefined,
          changeSets: [],
          loaders: new Map(),
        };
        await command(ctx, {
          operation: 'test',
          input: {},
          // half of them name the projects the other way round
          projectIds: index % 4 < 2 ? projects : projects.toReversed(),
          run: async ({ em }) => {
            for (const id of projects) (await em.findOneOrFail(Project, { id })).name = `Name ${index}`;
          },
          receipt: () => ({}),
          repeat: () => Promise.resolve(),
        });
      });
    } finally {
      for (const resources of both) {
        await resources.wakeUps.settle();
        await resources.close();
      }
    }
    for (const id of projects) expect(await expectGapless(pair, id)).toBe(41);
  });

  it('refuse the queued writes of a member who is removed before their turn comes, as NOT_FOUND', async () => {
    const { id: projectId } = await newProject(mara);
    const ines = await newPerson(pair.one, 'Ines');
    await addMember(mara, projectId, ines);
    const task = await newTask(mara, projectId);
    const revision = await expectGapless(pair, projectId);

    await pair.db.query('begin');
    await pair.db.query('select 1 from project where id = $1 for update', [projectId]);
    const removal = mara.client.rest('delete', `/projects/${projectId}/members/${ines.id}`);
    await lockWaiters(pair, 1);
    // ten wait in the queue of the first server, ten in that of the second, whose first one waits for the row
    const writes = times(20, (index) => {
      const client = pair.either(ines, index);
      return index % 4 < 2
        ? client.rest('put', `/tasks/${task.id}`, { title: `Title ${index}` })
        : client.rest('post', '/tasks', { projectId, title: `Task ${index}`, priority: 'LOW' });
    });
    await lockWaiters(pair, 2);
    await pair.db.query('rollback');

    expect((await removal).status).toBe(204);
    for (const { status, body } of await writes) expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    expect(await expectGapless(pair, projectId)).toBe(revision + 1);
    expect(await pair.rows('select title from task where project_id = $1', [projectId])).toEqual([
      { title: task.title },
    ]);
  });
});
