import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/limits.js';
import { createContextAt } from '../../../src/demo/demoContext.js';
import { readProjectStates } from '../../../src/feed/changeSets.js';
import { EventQueue } from '../../../src/feed/eventQueue.js';
import type { ProjectEvent } from '../../../src/feed/projectEvent.js';
import { type Cursor, ProjectFeed } from '../../../src/feed/projectFeed.js';
import { command } from '../../../src/write/command.js';
import { Project } from '../../../src/projects/project.entity.js';
import { addMember, allPages, newPerson, newProject, newTask, type Person } from '../../support/client.js';
import { startServer, type TestServer } from '../../support/harness.js';
import { revisionOf, rows } from '../../support/rows.js';
import { follow } from '../../support/socket.js';
import { insertManyTasks } from '../../support/insertManyTasks.js';
import { type ChangeEvent, followChanges, type Position, shape } from './changes.js';

let server: TestServer;
let owner: Person;
let ines: Person;
let projectId: string;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** A project whose members have no other project. */
async function scene(): Promise<void> {
  [owner, ines] = [await newPerson(server), await newPerson(server, 'Ines')];
  projectId = (await newProject(owner)).id;
  await addMember(owner, projectId, ines);
}

const followed = (person: Person, after?: Position[]) => followChanges(server, person, after);

const from = (revision: number): Position[] => [{ projectId, revision }];

describe('a change set of more lines than may be sent', () => {
  it('is RESYNC for connected and returning clients, followed by normal events', async () => {
    await scene();
    await insertManyTasks(server, projectId, owner.id, LIMITS.replayLines + 1, { assigneeId: ines.id });
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

  it('notifies of no single task, and is sent in full up to the limit', async () => {
    await scene();
    await insertManyTasks(server, projectId, owner.id, 50, { assigneeId: ines.id });
    const feed = followed(owner, from(2));
    await owner.client.rest('delete', `/projects/${projectId}/members/${ines.id}`);
    const [set] = await feed.until(1);
    expect(set?.changes.map(({ entity }) => entity)).toEqual(['MEMBER', ...Array.from({ length: 50 }, () => 'TASK')]);
    const told = await rows(server, 'select kind from notification where project_id = ?', [projectId]);
    expect(told).toEqual([{ kind: 'MEMBER_ADDED' }, { kind: 'MEMBER_REMOVED' }]);
  });
});

describe('changes of more than 8 MB', () => {
  const MEGABYTE = 1_000_000;
  /** Writes change sets of a megabyte each with this many lines, as long texts do. */
  async function longEdits(count: number, lines = 1): Promise<void> {
    const { id } = await newTask(owner, projectId);
    const before = await revisionOf(server, projectId);
    await rows(
      server,
      `insert into change (project_id, revision, n, entity, entity_id, action, actor_id, fields, at)
       select ?, ?::int + (i - 1) / ?::int, (i - 1) % ?::int, 'task', ?, 'updated', ?,
         jsonb_build_object('description', jsonb_build_array('', repeat(md5(i::text), ?::int / 32))), now()
       from generate_series(1, ?::int) i`,
      [projectId, before + 1, lines, lines, id, owner.id, MEGABYTE, count],
    );
    await rows(server, 'update project set revision = ? where id = ?', [before + count / lines, projectId]);
  }

  it('are RESYNC for returning clients', async () => {
    await scene();
    const before = await revisionOf(server, projectId);
    await longEdits(10);
    const present = await revisionOf(server, projectId);
    expect(shape(await followed(owner, from(before)).until(1))).toEqual([['RESYNC', present]]);
    // sets within the limit are sent in full
    const rest = await followed(ines, from(present - 5)).until(5);
    expect(shape(rest).map(([kind]) => kind)).toEqual(Array<string>(5).fill('CHANGES'));
  });

  it('are RESYNC as well if the changed objects have them, each of which counts once', async () => {
    await scene();
    const text = (id: string) => rows(server, `update task set description = repeat('x', 50000) where id = ?`, [id]);
    const { id } = await newTask(owner, projectId);
    await text(id);
    const before = await revisionOf(server, projectId);
    for (let n = 0; n < 3; n += 1) await owner.client.rest('patch', `/tasks/${id}`, { title: `Title ${n}` });
    await rows(
      server,
      `insert into change (project_id, revision, n, entity, entity_id, action, actor_id, fields, at)
       select ?, ?::int + i, 0, 'task', ?, 'updated', ?, '{}', now() from generate_series(1, 300) i`,
      [projectId, await revisionOf(server, projectId), id, owner.id],
    );
    await rows(server, 'update project set revision = revision + 300 where id = ?', [projectId]);
    const one = await followed(owner, from(before)).until(303);
    expect(new Set(shape(one).map(([kind]) => kind))).toEqual(new Set(['CHANGES']));

    await scene();
    const present = await revisionOf(server, projectId);
    await insertManyTasks(server, projectId, owner.id, 200);
    await rows(server, `update task set description = repeat('x', 50000) where project_id = ?`, [projectId]);
    await rows(
      server,
      `insert into change (project_id, revision, n, entity, entity_id, action, actor_id, fields, at)
       select ?, ?::int, row_number() over (order by id), 'task', id, 'updated', ?, '{}', now() from task where project_id = ?`,
      [projectId, present + 1, owner.id, projectId],
    );
    await rows(server, 'update project set revision = revision + 1 where id = ?', [projectId]);
    const now = await revisionOf(server, projectId);
    expect(shape(await followed(ines, from(present)).until(1))).toEqual([['RESYNC', now]]);
  });

  it('are shorter pages, each with its next, whichever end they are read from', async () => {
    await scene();
    const before = await revisionOf(server, projectId);
    await longEdits(10);
    const present = await revisionOf(server, projectId);
    const wanted = Array.from({ length: present - before }, (_, n) => before + 1 + n);
    for (const start of [`after=${before}`, `after=${before}&before=${present + 1}`]) {
      const path = `/projects/${projectId}/changes?limit=100&${start}`;
      const read = await allPages<{ revision: number }>(owner.client, path);
      for (const page of read) expect(JSON.stringify(page).length).toBeLessThan(LIMITS.replayBytes + MEGABYTE);
      expect(read.length).toBeGreaterThan(1);
      const revisions = read.flat().map(({ revision }) => revision);
      expect(revisions.toSorted((one, other) => one - other)).toEqual(wanted);
    }
  });

  it('do not wait for a replay that does not move on: its client has to reconnect', async () => {
    await scene();
    const [state] = await readProjectStates(server.orm.em.fork(), [projectId]);
    if (!state) throw new Error('the project has no state');
    const feed = new ProjectFeed(server.orm, 'epoch', state, () => undefined);
    const ignore = (): void => undefined;
    const queue = new EventQueue<ProjectEvent>(ignore, ignore, ({ bytes }) => bytes);
    const cursors = new Map<string, Cursor>();
    feed.follow({ userId: owner.id, only: null, queue, known: new Map(), isStale: false, cursors }, []);
    const ended: boolean[] = [];
    for (let times = 0; times < 3; times += 1) {
      await longEdits(4);
      await feed.readUpTo(await revisionOf(server, projectId));
      ended.push(queue.ended);
    }
    expect(ended).toEqual([false, false, true]);
  });

  it('by one write are RESYNC', async () => {
    await scene();
    await longEdits(9, 9);
    const present = await revisionOf(server, projectId);
    const { body } = await owner.client.rest('get', `/projects/${projectId}/changes?after=${present - 1}`);
    expect(body.data).toEqual([expect.objectContaining({ kind: 'RESYNC', revision: present })]);
  });
});

describe('a page of a list', () => {
  it('ends at a million characters of texts, with its next', async () => {
    await scene();
    const { id } = await newTask(owner, projectId);
    await rows(
      server,
      `insert into comment (id, project_id, task_id, author_id, text, version, created_at, updated_at)
       select gen_random_uuid(), ?, ?, ?, repeat('word ', 8000), 1, now(), now() from generate_series(1, 60)`,
      [projectId, id, owner.id],
    );
    const read = await allPages<{ id: string }>(owner.client, `/tasks/${id}/comments?limit=100`);
    expect(read.map(({ length }) => length)).toEqual([26, 26, 8]);
    expect(new Set(read.flat().map((comment) => comment.id)).size).toBe(60);
  });
});

describe('revisions that skip', () => {
  /** As a task does that comes over from a project which is far ahead. */
  const leap = async (to: number): Promise<void> => {
    await rows(server, 'update project set revision = ? where id = ?', [to - 1, projectId]);
    await owner.client.rest('put', `/projects/${projectId}`, { name: `At ${to}` });
  };

  it('leave no gap, neither live nor in a replay', async () => {
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

describe('the log of a project', () => {
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
    command(createContextAt(server.resources, new Date(), { userId: owner.id, sessionId: randomUUID() }), {
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

  it('adds its former members again, with its contents', async () => {
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
