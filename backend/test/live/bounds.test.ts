import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.js';
import { contextAt } from '../../src/demo/stage.js';
import { command } from '../../src/kernel/command.js';
import { Project } from '../../src/projects/project.entity.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../client.js';
import { startServer, type TestServer } from '../harness.js';
import { revisionOf, rows } from '../rows.js';
import { follow, type Following } from '../socket.js';
import { manyTasks } from '../manyTasks.js';
import { type ChangeEvent, followChanges, type Position, shape } from './changes.js';

let server: TestServer;
let owner: Person;
let ines: Person;
let projectId: string;
const open: Following<unknown>[] = [];

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  for (const following of open) await following.stop();
  await server.close();
});

/** A project of people who have no other. */
async function scene(): Promise<void> {
  [owner, ines] = [await newPerson(server), await newPerson(server, 'Ines')];
  projectId = (await newProject(owner)).id;
  await addMember(owner, projectId, ines);
}

function followed(person: Person, after?: Position[]): Following<ChangeEvent> {
  const following = followChanges(server, person, after);
  open.push(following);
  return following;
}

const from = (revision: number): Position[] => [{ projectId, revision }];

describe('a change set of more lines than may be sent', () => {
  it('is RESYNC to who follows and to who was away; what comes after it is told as ever', async () => {
    await scene();
    await manyTasks(server, projectId, owner.id, LIMITS.replayLines + 1, { assigneeId: ines.id });
    const [live, leaving] = [followed(owner, from(2)), followed(ines, from(2))];
    await owner.client.rest('put', `/projects/${projectId}`, { name: 'Both are there' });
    await Promise.all([live.until(1), leaving.until(1)]);
    expect((await owner.client.rest('delete', `/projects/${projectId}/members/${ines.id}`)).status).toBe(204);
    expect(shape(await live.until(2)).at(-1)).toEqual(['RESYNC', 4]);
    expect(shape(await leaving.until(2)).at(-1)).toEqual(['PROJECT_LEFT', 4]);
    const away = followed(owner, from(2));
    expect(shape(await away.until(1))).toEqual([['RESYNC', 4]]);
    await newTask(owner, projectId);
    for (const feed of [live, away]) await expect.poll(() => shape(feed.events).at(-1)).toEqual(['CHANGES', 5]);
  });

  it('tells nobody of each task, and is told in full as long as it may be', async () => {
    await scene();
    await manyTasks(server, projectId, owner.id, 50, { assigneeId: ines.id });
    const feed = followed(owner, from(2));
    await owner.client.rest('delete', `/projects/${projectId}/members/${ines.id}`);
    const [set] = await feed.until(1);
    expect(set?.changes.map(({ entity }) => entity)).toEqual(['MEMBER', ...Array.from({ length: 50 }, () => 'TASK')]);
    const told = await rows(server, 'select kind from notification where project_id = ?', [projectId]);
    expect(told).toEqual([{ kind: 'MEMBER_ADDED' }, { kind: 'MEMBER_REMOVED' }]);
  });
});

describe('revisions that skip', () => {
  /** As a task does that comes over from a project which is far ahead. */
  const leap = async (to: number): Promise<void> => {
    await rows(server, 'update project set revision = ? where id = ?', [to - 1, projectId]);
    await owner.client.rest('put', `/projects/${projectId}`, { name: `At ${to}` });
  };

  it('are no gap, neither to who follows nor in a replay', async () => {
    await scene();
    const live = followed(owner, from(1));
    await live.until(1);
    await leap(5_000);
    await leap(90_000);
    const expected: [string, number][] = [
      ['CHANGES', 2],
      ['CHANGES', 5_000],
      ['CHANGES', 90_000],
    ];
    expect(shape(await live.until(3))).toEqual(expected);
    expect(shape(await followed(ines, from(1)).until(3))).toEqual(expected);
    expect(shape(await followed(ines, from(3_000)).until(2))).toEqual(expected.slice(1));
  });
});

describe('what the log of a project tells', () => {
  it('does not follow an object into another project', async () => {
    await scene();
    const task = await newTask(owner, projectId, { title: 'Went away' });
    const { body } = await owner.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Went along' });
    const { id: other } = await newProject(owner);
    await rows(server, 'update task set project_id = ? where id = ?', [other, task.id]);
    await rows(server, 'update comment set project_id = ? where id = ?', [other, body.data.id]);
    const query = `subscription ($after: [ChangeCursor!]) { changes(after: $after) {
      changes { entityId task { title } comment { text } } } }`;
    const feed = follow<ChangeEvent>(server, query, {
      token: ines.client.token,
      variables: { after: from(2) },
    });
    open.push(feed);
    expect((await feed.until(2)).flatMap(({ changes }) => changes)).toEqual([
      { entityId: task.id, task: null, comment: null },
      { entityId: body.data.id, task: null, comment: null },
    ]);
    const activity = (await ines.client.rest('get', `/projects/${projectId}/activity`)).body.data.slice(0, 2);
    expect(activity).toMatchObject([
      { entityId: body.data.id, subject: null, taskId: null },
      { entityId: task.id, subject: null, taskId: null },
    ]);
  });
});

describe('a project that is restored', () => {
  const setDeleted = (deletedAt: Date | null) =>
    command(contextAt(server.resources, new Date(), { userId: owner.id, sessionId: randomUUID() }), {
      operation: 'test',
      input: {},
      projectIds: [projectId],
      actor: { kind: 'formerOwner' },
      run: async ({ em, viewer, revisionOf: at }) => {
        const project = await em.findOneOrFail(Project, { id: projectId });
        project.deletedAt = deletedAt;
        project.deletedBy = deletedAt && viewer.userId;
        project.deletedRevision = deletedAt && at(projectId);
      },
      receipt: () => ({}),
      repeat: () => Promise.resolve(),
    });

  it('joins everybody it had again, with what was in it', async () => {
    await scene();
    const task = await newTask(ines, projectId);
    const feeds = [followed(owner), followed(ines)];
    for (const feed of feeds) await feed.until(1);
    for (let round = 0; round < 2; round += 1) {
      await setDeleted(new Date());
      const deletedAt = await revisionOf(server, projectId);
      for (const feed of feeds) {
        await expect.poll(() => shape(feed.events).at(-1)).toEqual(['PROJECT_LEFT', deletedAt]);
      }
      await setDeleted(null);
      for (const feed of feeds) {
        await expect.poll(() => shape(feed.events).at(-1)).toEqual(['PROJECT_JOINED', deletedAt + 1]);
        expect(feed.events.at(-1)?.project?.memberCount).toBe(2);
      }
    }
    expect((await ines.client.rest('get', `/tasks/${task.id}`)).body.data).toEqual(task);
    await newTask(owner, projectId);
    for (const feed of feeds) await expect.poll(() => feed.events.at(-1)?.kind).toBe('CHANGES');
  });
});
