import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../support/client.js';
import { startServer, type TestServer } from '../../support/harness.js';
import { revisionOf } from '../../support/rows.js';
import { followChanges, pause, type Position, shape } from './changes.js';

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startServer();
  owner = await newPerson(server);
});
afterAll(() => server.close());

const followed = (person: Person, after?: Position[]) => followChanges(server, person, after);

const remove = (projectId: string, person: Person, by = owner) =>
  by.client.rest('delete', `/projects/${projectId}/members/${person.id}`);

const SECRET = 'Only for members';

describe('joining', () => {
  it('is sent for every project without a position, with the project as the viewer sees it', async () => {
    const ines = await newPerson(server, 'Ines');
    const { id } = await newProject(ines, { name: 'Hers' });
    const feed = followed(ines);
    const [event] = await feed.until(1);
    expect(event).toMatchObject({
      kind: 'PROJECT_JOINED',
      projectId: id,
      revision: 1,
      project: { name: 'Hers', viewerRole: 'OWNER', memberCount: 1 },
      changes: [],
    });
  });

  it('comes while connected, followed by later events in order', async () => {
    const ines = await newPerson(server, 'Ines');
    const feed = followed(ines);
    await expect.poll(() => feed.socket?.readyState).toBe(1);
    await pause(100);
    // without a subscriber
    const { id: quiet } = await newProject(owner);
    await addMember(owner, quiet, ines);
    await newTask(owner, quiet);
    // how many of its changes are included when the project is joined is not specified
    const last = (id: string) => feed.events.findLast(({ projectId }) => projectId === id)?.revision;
    await expect.poll(() => last(quiet)).toBe(3);
    // with a subscriber
    const mara = followed(owner, [{ projectId: quiet, revision: 3 }]);
    await expect.poll(() => mara.socket?.readyState).toBe(1);
    await pause(100);
    const { id: busy } = await newProject(owner);
    await addMember(owner, busy, ines);
    await Promise.all(Array.from({ length: 10 }, () => newTask(owner, busy)));
    await expect.poll(() => last(busy)).toBe(12);
    await pause(50);
    for (const id of [quiet, busy]) {
      const events = feed.events.filter(({ projectId }) => projectId === id);
      const [first] = events;
      expect(first?.kind).toBe('PROJECT_JOINED');
      const from = first?.revision ?? 0;
      expect(events.slice(1).map(({ kind, revision }) => [kind, revision])).toEqual(
        events.slice(1).map((_, index) => ['CHANGES', from + 1 + index]),
      );
      expect(events.at(-1)?.revision).toBe(await revisionOf(server, id));
    }
    // the maker of a project joins it, too
    await expect
      .poll(() => mara.events.some(({ kind, projectId }) => kind === 'PROJECT_JOINED' && projectId === busy))
      .toBe(true);
  });

  it('and leaving and joining again leave one socket with the present role', async () => {
    const ines = await newPerson(server, 'Ines');
    const { id } = await newProject(owner);
    const feed = followed(ines);
    await pause(100);
    await addMember(owner, id, ines);
    await feed.until(1);
    await remove(id, ines);
    await addMember(owner, id, ines, 'OWNER');
    await newTask(owner, id);
    await expect.poll(() => feed.events.at(-1)?.revision).toBe(5);
    await pause(50);
    expect(feed.events.at(-1)?.project?.viewerRole).toBe('OWNER');
    const kinds = feed.events.map(({ kind }) => kind);
    expect(kinds.slice(0, 3)).toEqual(['PROJECT_JOINED', 'PROJECT_LEFT', 'PROJECT_JOINED']);
  });
});

describe('leaving', () => {
  it('reaches removed and leaving members, and all members when the project is deleted', async () => {
    const [ines, yara] = [await newPerson(server, 'Ines'), await newPerson(server, 'Yara')];
    const { id } = await newProject(owner);
    for (const person of [ines, yara]) await addMember(owner, id, person);
    await newTask(owner, id);
    const feeds = [owner, ines, yara].map((person) => followed(person, [{ projectId: id, revision: 3 }]));
    const mine = (index: number): [string, number][] =>
      shape(feeds[index]?.events.filter(({ projectId }) => projectId === id) ?? []);
    const toldLast = async (index: number, what: [string, number]): Promise<void> => {
      await expect.poll(() => mine(index).at(-1)).toEqual(what);
    };
    // subscribes the person who will be notified of the task
    for (const index of feeds.keys()) await toldLast(index, ['CHANGES', 4]);
    // one after another: a member who leaves within a batch gets only that event
    await remove(id, ines);
    await toldLast(0, ['CHANGES', 5]);
    await toldLast(1, ['PROJECT_LEFT', 5]);
    await remove(id, yara, yara);
    await toldLast(0, ['CHANGES', 6]);
    await toldLast(2, ['PROJECT_LEFT', 6]);
    await owner.client.rest('delete', `/projects/${id}`);
    await toldLast(0, ['PROJECT_LEFT', 7]);
    expect([0, 1, 2].map((index) => mine(index).map(([, revision]) => revision))).toEqual([
      [4, 5, 6, 7],
      [4, 5],
      [4, 5, 6],
    ]);
    const left = feeds[1]?.events.at(-1);
    expect(left).toMatchObject({ actor: null, project: null, changes: [], mutationId: null });
  });

  it('while away comes with the next subscription, without missed events', async () => {
    const ines = await newPerson(server, 'Ines');
    const { id } = await newProject(owner);
    await addMember(owner, id, ines);
    await newTask(owner, id, { title: SECRET });
    await remove(id, ines);
    const feed = followed(ines, [{ projectId: id, revision: 2 }]);
    await feed.until(1);
    await pause(100);
    expect(shape(feed.events)).toEqual([['PROJECT_LEFT', 2]]);
    expect(JSON.stringify(feed.events)).not.toContain(SECRET);
  });

  it('looks the same to a stranger and for a project that never was', async () => {
    const stranger = await newPerson(server, 'Kell');
    const { id } = await newProject(owner);
    await newTask(owner, id, { title: SECRET });
    const never = randomUUID();
    const feed = followed(stranger, [
      { projectId: id, revision: 1 },
      { projectId: never, revision: 1 },
    ]);
    await feed.until(2);
    await newTask(owner, id, { title: SECRET });
    await pause(150);
    expect(feed.events.map(({ kind, projectId, revision }) => [kind, projectId, revision])).toEqual([
      ['PROJECT_LEFT', id, 1],
      ['PROJECT_LEFT', never, 1],
    ]);
    const [one, two] = feed.events.map((event) => ({ ...event, projectId: '' }));
    expect(one).toEqual(two);
    expect(JSON.stringify(feed.events)).not.toContain(SECRET);
  });

  it('ends all events: concurrent writes do not reach the removed member', async () => {
    const ines = await newPerson(server, 'Ines');
    for (let round = 0; round < 8; round += 1) {
      const { id } = await newProject(owner);
      const task = await newTask(owner, id);
      await addMember(owner, id, ines);
      const feed = followed(ines, [{ projectId: id, revision: 3 }]);
      await pause(80);
      // the removal, with writes before and after it that are read together
      await Promise.all([
        owner.client.rest('put', `/tasks/${task.id}`, { title: 'Before' }),
        remove(id, ines),
        owner.client.rest('put', `/tasks/${task.id}`, { title: SECRET }),
        owner.client.rest('put', `/projects/${id}`, { name: SECRET }),
      ]);
      await expect.poll(() => feed.events.at(-1)?.kind).toBe('PROJECT_LEFT');
      await pause(30);
      const mine = feed.events.filter(({ projectId }) => projectId === id);
      expect(mine.at(-1)?.kind).toBe('PROJECT_LEFT');
      const at = mine.at(-1)?.revision ?? 0;
      for (const { revision } of mine) expect(revision).toBeLessThanOrEqual(at);
      // the queue may have let a write go first, which the member could then see
      const { body } = await owner.client.rest('get', `/projects/${id}`);
      expect(body.data.name).toBe(SECRET);
      if (at === 4) expect(JSON.stringify(mine)).not.toContain(SECRET);
      await feed.stop();
    }
  });

  it('and coming back shows no more than the present to a socket that slept', async () => {
    const ines = await newPerson(server, 'Ines');
    const { id } = await newProject(owner);
    await addMember(owner, id, ines);
    const feed = followed(ines, [{ projectId: id, revision: 2 }]);
    await pause(100);
    feed.socket?.pause();
    await newTask(owner, id, { title: 'While a member' });
    await remove(id, ines);
    await newTask(owner, id, { title: SECRET });
    await pause(150);
    feed.socket?.resume();
    await expect.poll(() => feed.events.at(-1)?.kind).toBe('PROJECT_LEFT');
    expect(JSON.stringify(feed.events)).not.toContain(SECRET);
  });
});
