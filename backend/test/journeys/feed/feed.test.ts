import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../support/client.js';
import { FULL_RUN } from '../../support/testDepth.js';
import { startServer, type TestServer } from '../../support/harness.js';
import { revisionOf, rows } from '../../support/rows.js';
import { follow, type Following } from '../../support/socket.js';
import { type ChangeEvent, CHANGES, followChanges, pause, type Position, shape } from './changes.js';

let server: TestServer;
let mara: Person;
let ines: Person;

beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
  ines = await newPerson(server, 'Ines');
});
afterAll(() => server.close());

const followed = (person: Person, after?: Position[]) => followChanges(server, person, after);

const rename = (person: Person, projectId: string, name: string) =>
  person.client.rest('put', `/projects/${projectId}`, { name });

/** A project of a person without other projects, so that all events concern it. */
async function alone(firstName = 'Sole'): Promise<{ owner: Person; projectId: string }> {
  const owner = await newPerson(server, firstName);
  const { id } = await newProject(owner);
  return { owner, projectId: id };
}

// the test looks into events of several shapes
type Seen = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

describe('changes', () => {
  it('replay everything after a known revision, in order and once, and then follow', async () => {
    const { owner, projectId } = await alone();
    const task = await newTask(owner, projectId);
    await rename(owner, projectId, 'Two');
    await rename(owner, projectId, 'Three');
    const feed = followed(owner, [{ projectId, revision: 1 }]);
    await feed.until(3);
    await owner.client.rest('patch', `/tasks/${task.id}/status`, { status: 'DONE' });
    const events = await feed.until(4);
    expect(shape(events)).toEqual([
      ['CHANGES', 2],
      ['CHANGES', 3],
      ['CHANGES', 4],
      ['CHANGES', 5],
    ]);
    expect(events[1]?.changes[0]?.fields).toEqual({ name: ['Tern launch', 'Two'] });
    expect(events[3]?.changes[0]).toMatchObject({
      entity: 'TASK',
      entityId: task.id,
      action: 'UPDATED',
      fields: { status: ['TODO', 'DONE'] },
      task: { id: task.id, version: 5 },
    });
  });

  it('replay nothing to a client that is up to date', async () => {
    const { owner, projectId } = await alone();
    const feed = followed(owner, [{ projectId, revision: 1 }]);
    await pause(150);
    expect(feed.events).toEqual([]);
    await rename(owner, projectId, 'Next');
    expect(shape(await feed.until(1))).toEqual([['CHANGES', 2]]);
  });

  it('echo the id of the write', async () => {
    const { owner, projectId } = await alone();
    const feed = followed(owner, [{ projectId, revision: 1 }]);
    const mutationId = randomUUID();
    await owner.client.rest('put', `/projects/${projectId}`, { name: 'Keyed' }, { 'Idempotency-Key': mutationId });
    expect((await feed.until(1))[0]?.mutationId).toBe(mutationId);
  });

  it('show each viewer their own role and no address but their own', async () => {
    const { owner, projectId } = await alone();
    await addMember(owner, projectId, ines);
    const task = await newTask(owner, projectId);
    const revision = await revisionOf(server, projectId);
    const feeds = [owner, ines].map((person) => followed(person, [{ projectId, revision }]));
    await pause(200);
    await owner.client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId: ines.id });
    const seen = await Promise.all(
      feeds.map(async (feed) => {
        await expect.poll(() => feed.events.filter((event) => event.projectId === projectId)).toHaveLength(1);
        return feed.events.find((event) => event.projectId === projectId);
      }),
    );
    expect(seen.map((event) => event?.project?.viewerRole)).toEqual(['OWNER', 'MEMBER']);
    expect(seen.map((event) => event?.actor?.email)).toEqual([owner.email, null]);
    expect(seen.map((event) => event?.changes[0]?.task?.assignee?.email)).toEqual([null, ines.email]);
  });

  it('are shared within a role only for fields that do not depend on the viewer', async () => {
    const { owner, projectId } = await alone();
    const others = [await newPerson(server), await newPerson(server)];
    for (const person of others) await addMember(owner, projectId, person);
    const task = await newTask(owner, projectId, { assigneeId: others[0]?.id });
    const after = [{ projectId, revision: await revisionOf(server, projectId) }];
    const people = [owner, ...others];
    const documents: [string, Record<string, unknown>][] = [
      ['changes { task { title project { viewerRole } } }', {}],
      ['changes { task { assignee { email } } }', {}],
      ['revision @include(if: $flag) kind', { flag: true }],
      ['revision @include(if: $flag) kind', { flag: false }],
    ];
    const feeds = documents.map(([selection, variables]) =>
      people.map((person) => {
        const declared = 'flag' in variables ? ', $flag: Boolean!' : '';
        const query = `subscription ($after: [ChangeCursor!]${declared}) { changes(after: $after) { ${selection} project { viewerRole viewerCanDelete } } }`;
        return follow<ChangeEvent>(server, query, {
          token: person.client.token,
          variables: { after, ...variables },
        });
      }),
    );
    await expect.poll(() => feeds.flat().every(({ socket }) => socket?.readyState === 1)).toBe(true);
    await pause(150);
    await owner.client.rest('put', `/tasks/${task.id}`, { title: 'Shared' });
    const seen = await Promise.all(
      feeds.map((row) => Promise.all(row.map(async (feed) => (await feed.until(1)).at(-1) as unknown as Seen))),
    );
    for (const row of seen) {
      expect(row.map((event) => event['project'].viewerRole)).toEqual(['OWNER', 'MEMBER', 'MEMBER']);
      expect(row.map((event) => event['project'].viewerCanDelete)).toEqual([true, false, false]);
    }
    expect(seen[0]?.map((event) => event['changes'][0].task.project.viewerRole)).toEqual(['OWNER', 'MEMBER', 'MEMBER']);
    expect(seen[1]?.map((event) => event['changes'][0].task.assignee.email)).toEqual([null, others[0]?.email, null]);
    expect(seen[2]?.map((event) => 'revision' in event)).toEqual([true, true, true]);
    expect(seen[3]?.map((event) => 'revision' in event)).toEqual([false, false, false]);
  });

  it('answer RESYNC beyond 1,000 sets and for a position that never was, and go on from there', async () => {
    const { owner, projectId } = await alone();
    await rows(
      server,
      `insert into change (project_id, revision, n, entity, entity_id, action, actor_id, mutation_id, fields, at)
       select ?, r, 0, 'project', ?, 'updated', ?, null, '{}', now() from generate_series(2, 1002) r`,
      [projectId, projectId, owner.id],
    );
    await rows(server, 'update project set revision = 1002 where id = ?', [projectId]);
    const [far, near, never] = [1, 2, 5000].map((revision) => followed(owner, [{ projectId, revision }]));
    expect(shape((await far?.until(1)) ?? [])).toEqual([['RESYNC', 1002]]);
    expect(shape((await never?.until(1)) ?? [])).toEqual([['RESYNC', 1002]]);
    expect(shape((await near?.until(1000)) ?? [])).toEqual(
      Array.from({ length: 1000 }, (_, index) => ['CHANGES', 3 + index]),
    );
    await rename(owner, projectId, 'After');
    expect(shape((await far?.until(2)) ?? []).at(-1)).toEqual(['CHANGES', 1003]);
    expect(shape((await near?.until(1001)) ?? []).at(-1)).toEqual(['CHANGES', 1003]);
  });

  it('replay several long gaps without treating the client as too slow', async () => {
    const owner = await newPerson(server);
    const projects = await Promise.all(Array.from({ length: 4 }, () => newProject(owner)));
    for (const { id } of projects) {
      await rows(
        server,
        `insert into change (project_id, revision, n, entity, entity_id, action, actor_id, mutation_id, fields, at)
         select ?, r, 0, 'project', ?, 'updated', ?, null, '{}', now() from generate_series(2, 900) r`,
        [id, id, owner.id],
      );
      await rows(server, 'update project set revision = 900 where id = ?', [id]);
    }
    const feed = followed(
      owner,
      projects.map(({ id }) => ({ projectId: id, revision: 1 })),
    );
    const events = await feed.until(4 * 899);
    expect(feed.closed).toBeUndefined();
    for (const { id } of projects) {
      const mine = events.filter(({ projectId }) => projectId === id).map(({ revision }) => revision);
      expect(mine).toEqual(Array.from({ length: 899 }, (_, index) => index + 2));
    }
  });

  it('do not resync a client that has already seen its own write', async () => {
    const { owner, projectId } = await alone();
    const first = followed(owner);
    await first.until(1);
    for (let round = 0; round < 15; round += 1) {
      const { body } = await rename(owner, projectId, `Round ${round}`);
      const feed = followed(owner, [{ projectId, revision: body.data.revision }]);
      await expect.poll(() => feed.socket?.readyState).toBe(1);
      await pause(20);
      expect(shape(feed.events)).toEqual([]);
      await feed.stop();
    }
  });

  it('refuse more than 500 positions, malformed ids and malformed revisions', async () => {
    const token = mara.client.token;
    const wrong: [unknown, string][] = [
      [Array.from({ length: 501 }, () => ({ projectId: randomUUID(), revision: 1 })), 'VALIDATION_FAILED'],
      [[{ projectId: 'x', revision: 1 }], 'BAD_REQUEST'],
      [[{ projectId: randomUUID(), revision: 'x' }], 'BAD_REQUEST'],
      [[{ projectId: randomUUID(), revison: 1 }], 'BAD_REQUEST'],
    ];
    for (const [after, code] of wrong) {
      const feed = follow<ChangeEvent>(server, CHANGES, { token, variables: { after } });
      await expect.poll(() => feed.errors.length).toBeGreaterThan(0);
      for (const { extensions } of feed.errors) expect(extensions?.['code']).toBe(code);
      expect(JSON.stringify(feed.errors)).not.toContain('Did you mean');
      expect(feed.events).toEqual([]);
    }
    const fine = Array.from({ length: 500 }, () => ({ projectId: randomUUID(), revision: 1 }));
    const many = follow<ChangeEvent>(server, CHANGES, { token, variables: { after: fine } });
    expect(new Set((await many.until(500)).map(({ kind }) => kind))).toEqual(new Set(['PROJECT_LEFT']));
  });
});

/** How often each of twelve people writes. */
const WRITES = FULL_RUN ? 17 : 5;

describe('a gapless sequence', () => {
  it('reaches five subscribers who come and go while twelve people write by both interfaces', async () => {
    const { owner, projectId } = await alone();
    const people = await Promise.all(Array.from({ length: 11 }, () => newPerson(server, 'Writer')));
    for (const person of people) await addMember(owner, projectId, person);
    const task = await newTask(owner, projectId);
    const start = await revisionOf(server, projectId);
    const writers = [owner, ...people];
    const state = { writing: true };

    const subscribers = writers.slice(0, 5).map(async (person, index) => {
      const seen: number[] = [];
      let cursor = start;
      const cutAfter = (): number => 5 + Math.floor(Math.random() * 60);
      while (state.writing || cursor < (await revisionOf(server, projectId))) {
        const feed = followChanges(server, person, [{ projectId, revision: cursor }]);
        const until = performance.now() + cutAfter() + index;
        while (performance.now() < until || (!state.writing && cursor < (await revisionOf(server, projectId)))) {
          await pause(3);
          const fresh = feed.events.splice(0);
          for (const { revision, kind, project } of fresh) {
            if (project?.id !== projectId || revision <= cursor) continue;
            expect(kind).toBe('CHANGES');
            seen.push(revision);
            cursor = revision;
          }
        }
        await feed.stop();
      }
      return seen;
    });

    await Promise.all(
      writers.map(async ({ client }, writer) => {
        for (let n = 0; n < WRITES; n += 1) {
          const title = `${writer} ${n}`;
          const { status } =
            n % 2
              ? await client.rest('put', `/tasks/${task.id}`, { title })
              : await client.graphql('mutation($input: UpdateTaskInput!) { updateTask(input: $input) { revision } }', {
                  input: { id: task.id, title },
                });
          expect(status).toBe(200);
        }
      }),
    );
    state.writing = false;
    const expected = Array.from({ length: 12 * WRITES }, (_, index) => start + 1 + index);
    for (const seen of await Promise.all(subscribers)) expect(seen).toEqual(expected);
  }, 120_000);
});

/** Periodic polling of the server does not count for the event. */
const BACKGROUND = /from session|from epoch|notification_event|select id as "projectId", revision|m\.user_id = any/;

describe('an event for many sockets', () => {
  it('costs as many statements for 100 as for 10', async () => {
    const { owner, projectId } = await alone();
    const others = [await newPerson(server), await newPerson(server)];
    for (const person of others) await addMember(owner, projectId, person);
    const task = await newTask(owner, projectId);
    const costs: number[] = [];
    const feeds: Following<ChangeEvent>[] = [];
    for (const sockets of [10, 100]) {
      const revision = await revisionOf(server, projectId);
      while (feeds.length < sockets) {
        const person = [owner, ...others][feeds.length % 3] ?? owner;
        feeds.push(followed(person, [{ projectId, revision }]));
      }
      // their own write arrives after all others
      await pause(700);
      const counts = feeds.map(({ events }) => events.length);
      await rename(owner, projectId, `Warm ${sockets}`);
      await Promise.all(feeds.map((feed, index) => feed.until((counts[index] ?? 0) + 1)));
      const writes: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const before = feeds.map(({ events }) => events.length);
        await pause(50);
        const sent = server.statements.length;
        await owner.client.rest('put', `/tasks/${task.id}`, { title: `${sockets} ${round}` });
        await Promise.all(feeds.map((feed, index) => feed.until((before[index] ?? 0) + 1)));
        writes.push(server.statements.slice(sent).filter((text) => !BACKGROUND.test(text)).length);
      }
      costs.push(Math.min(...writes));
    }
    expect(costs[1]).toBe(costs[0]);
    for (const feed of feeds) await feed.stop();
  });
});
