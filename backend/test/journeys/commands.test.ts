import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createContextAt } from '../../src/demo/demoContext.js';
import type { Actor } from '../../src/write/actor.js';
import { command, type Command } from '../../src/write/command.js';
import { Membership } from '../../src/projects/membership.entity.js';
import { Project } from '../../src/projects/project.entity.js';
import { Task } from '../../src/tasks/task.entity.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { lockWaits, logOf, revisionOf, rows } from '../support/rows.js';

let server: TestServer;
let mara: Person;
let jon: Person;
let projectId: string;
beforeAll(async () => {
  server = await startServer();
  [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = (await newProject(mara)).id;
});

/** Runs one command on the project, with or without a viewer. */
const send = <T>(
  who: Person | null,
  run: Command<T>['run'],
  { mutationId, ...more }: Partial<Command<T>> & { mutationId?: string } = {},
) => {
  const context = createContextAt(server.resources, new Date(), who && { userId: who.id, sessionId: randomUUID() });
  return command<T>(
    { ...context, idempotencyKey: mutationId },
    {
      operation: 'test',
      input: {},
      projectIds: [projectId],
      run,
      receipt: () => ({}),
      repeat: () => Promise.resolve('repeated' as T),
      ...more,
    },
  );
};

const rename =
  (name: string): Command<void>['run'] =>
  async ({ em }) => {
    (await em.findOneOrFail(Project, { id: projectId })).name = name;
  };

const as = (kind: Exclude<Actor['kind'], 'system'>) => ({ actor: { kind } }) as const;
const notFound = { code: 'NOT_FOUND', message: 'Project not found' };

describe('the actor of a command', () => {
  it('is a member by default', async () => {
    await send(mara, rename('By a member'));
    await expect(send(jon, rename('By a stranger'))).rejects.toMatchObject(notFound);
    await expect(send(null, rename('By nobody'))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const log = await logOf(server, projectId, 1);
    expect(log.map(({ actorId, fields }) => [actorId, fields['name']?.[1]])).toEqual([[mara.id, 'By a member']]);
  });

  it('is in the role that they have when it is their turn, whatever was true when they began to wait', async () => {
    await addMember(mara, projectId, jon, 'OWNER');
    const other = new pg.Client(server.databaseUrl);
    await other.connect();
    /** Returns the result of Jon's command if another process changes his membership just before. */
    const meanwhile = async (change: string, act: Promise<unknown>): Promise<unknown> => {
      await expect.poll(() => lockWaits(server, 'from project p')).toHaveLength(1);
      await other.query(change);
      await other.query('commit');
      return act;
    };
    const lock = async () => {
      await other.query('begin');
      await other.query('update project set revision = revision where id = $1', [projectId]);
    };
    const mine = `where project_id = '${projectId}' and user_id = '${jon.id}'`;
    await lock();
    const path = `/projects/${projectId}`;
    const demoted = await meanwhile(
      `update project_member set role = 'MEMBER' ${mine}`,
      jon.client.rest('delete', path),
    );
    expect(demoted).toMatchObject({ status: 403, body: { message: 'Only an owner can delete the project' } });
    await lock();
    const removed = await meanwhile(
      `delete from project_member ${mine}`,
      jon.client.rest('put', path, { name: 'From outside' }),
    );
    expect(removed).toMatchObject({ status: 404, body: { message: 'Project not found' } });
    await other.end();
  });

  it('can be a guest who joins, but not in a deleted project', async () => {
    const join: Command<void>['run'] = ({ em, now }) => {
      em.create(Membership, { projectId, userId: jon.id, role: 'MEMBER', joinedAt: now });
      return Promise.resolve();
    };
    await expect(send(jon, join)).rejects.toMatchObject(notFound);
    await expect(send(jon, join, as('guest'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await send(jon, join, { ...as('guest'), needs: 'ANY' });
    expect((await jon.client.rest('get', `/projects/${projectId}`)).body.data.memberIds).toEqual([mara.id, jon.id]);
    expect((await logOf(server, projectId, 1)).map(({ actorId, entityId }) => [actorId, entityId])).toEqual([
      [jon.id, jon.id],
    ]);
    await mara.client.rest('delete', `/projects/${projectId}`);
    const uma = await newPerson(server);
    await expect(send(uma, rename('Too late'), { ...as('guest'), needs: 'ANY' })).rejects.toMatchObject(notFound);
  });

  it('may be a former owner, of a deleted project; members and strangers do not reach it', async () => {
    await addMember(mara, projectId, jon);
    const task = await newTask(mara, projectId);
    await mara.client.rest('delete', `/projects/${projectId}`);
    const restore: Command<void>['run'] = async ({ em }) => {
      const project = await em.findOneOrFail(Project, { id: projectId });
      Object.assign(project, { deletedAt: null, deletedBy: null, deletedRevision: null });
    };
    await expect(send(mara, restore)).rejects.toMatchObject(notFound);
    for (const kind of ['guest', 'formerOwner'] as const) {
      await expect(send(jon, restore, as(kind))).rejects.toMatchObject(notFound);
    }
    const { revision } = await send(mara, restore, as('formerOwner'));
    const [line] = await logOf(server, projectId, revision - 1);
    expect(line).toMatchObject({ entity: 'project', action: 'restored', actorId: mara.id });
    expect((await jon.client.rest('get', `/tasks/${task.id}`)).body.data).toEqual(task);
  });

  it('can be the system for a user without a session, whom the log names', async () => {
    const byDeadline: Actor = { kind: 'system', userId: jon.id };
    await send(null, rename('By the system'), { actor: byDeadline });
    await mara.client.rest('delete', `/projects/${projectId}`);
    await send(null, rename('Also when deleted'), { actor: byDeadline });
    const log = await logOf(server, projectId, 1);
    expect(log.map(({ actorId, action }) => [actorId, action])).toEqual([
      [jon.id, 'updated'],
      [mara.id, 'deleted'],
      [jon.id, 'updated'],
    ]);
  });
});

describe('a command', () => {
  it('that creates an object and then queries others loses nothing', async () => {
    const first = await newTask(mara, projectId);
    const before = await revisionOf(server, projectId);
    const id = randomUUID();
    const { revision, result } = await send(mara, async ({ em, now, viewer }) => {
      const { id: _, ...copied } = await em.findOneOrFail(Task, { id: first.id });
      em.create(Task, { ...copied, id, rank: `${first.rank}V`, creatorId: viewer.userId, createdAt: now, version: 0 });
      (await em.findOneOrFail(Project, { id: projectId })).name = 'Changed before a query';
      return [await em.count(Task, { projectId }), (await em.find(Task, { projectId })).length];
    });
    // not before the log has been read
    expect(result).toEqual([1, 1]);
    expect(revision).toBe(before + 1);
    const lines = await logOf(server, projectId, before);
    expect(lines.map(({ entity, action }) => `${entity} ${action}`).sort()).toEqual([
      'project updated',
      'task created',
    ]);
    const [task] = await rows(server, 'select version from task where id = ?', [id]);
    expect(task).toEqual({ version: revision });
  });

  it('that changes nothing takes no revision and leaves no line, but keeps its key', async () => {
    const before = await revisionOf(server, projectId);
    const mutationId = randomUUID();
    const nothing = () => send(mara, () => Promise.resolve('nothing'), { mutationId });
    expect(await nothing()).toEqual({ result: 'nothing', revision: before, revisions: [] });
    expect(await nothing()).toEqual({ result: 'repeated', revision: before, revisions: [] });
    expect(await revisionOf(server, projectId)).toBe(before);
    expect(await logOf(server, projectId, before)).toEqual([]);
  });

  it('that changes many rows numbers their lines after its own, in one revision', async () => {
    const tasks = [await newTask(mara, projectId), await newTask(mara, projectId)];
    const before = await revisionOf(server, projectId);
    await send(mara, (tx) => {
      for (const because of ['cascade', 'respaced'] as const) {
        tx.changeMany({
          projectId,
          entity: 'task',
          action: 'updated',
          because,
          statement: sql`update task set version = ${tx.revisionOf(projectId)} where project_id = ${projectId}
            returning id, jsonb_build_object('n', jsonb_build_array(null, 1)) as fields`,
        });
      }
      return rename('First')(tx);
    });
    const lines = await logOf(server, projectId, before);
    expect(lines.map(({ revision, n, entity }) => [revision, n, entity])).toEqual([
      [before + 1, 0, 'project'],
      ...[1, 2, 3, 4].map((n) => [before + 1, n, 'task']),
    ]);
    expect(new Set(lines.slice(1).map(({ entityId }) => entityId))).toEqual(new Set(tasks.map(({ id }) => id)));
  });
});
