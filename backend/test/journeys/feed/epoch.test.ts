import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, newProject, newTask, type Person } from '../../support/client.js';
import { startServer, type TestServer } from '../../support/harness.js';
import { rows } from '../../support/rows.js';
import { follow } from '../../support/socket.js';
import type { Position } from './changes.js';

let server: TestServer;
let mara: Person;

beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
});
afterAll(() => server.close());

interface Event {
  kind: string;
  projectId: string;
  revision: number;
  epoch: string;
}

const CHANGES = `subscription ($after: [ChangeCursor!], $epoch: ID) { changes(after: $after, epoch: $epoch) {
  kind projectId revision epoch } }`;

const followed = (after: Position[], epoch?: string) =>
  follow<Event>(server, CHANGES, { token: mara.client.token, variables: { after, epoch } });

const epochNow = async (): Promise<string> => (await mara.client.rest('get', '/auth/me')).body.data.epoch;

/** Simulates a restore under a running server. */
async function restored(): Promise<string> {
  const epoch = randomUUID();
  await rows(server, 'update epoch set id = ?', [epoch]);
  return epoch;
}

describe('the epoch', () => {
  it('is visible to the user alone, in both transports, as stored in the database', async () => {
    const { id } = await newProject(mara);
    const task = await newTask(mara, id);
    const before = await epochNow();
    const ask = `query ($id: ID!) { me { epoch } task(id: $id) { creator { epoch } } }`;
    expect((await mara.client.graphql(ask, { id: task.id })).data).toEqual({
      me: { epoch: before },
      task: { creator: { epoch: before } },
    });
    const jon = await newPerson(server);
    const { data } = await jon.client.graphql(`query ($who: String!) { userLookup(emailOrUsername: $who) { epoch } }`, {
      who: mara.username,
    });
    expect(data.userLookup.epoch).toBeNull();
    const after = await restored();
    expect(await epochNow()).toBe(after);
    expect((await mara.client.graphql('{ me { epoch } }')).data.me.epoch).toBe(after);
  });

  it('comes with the first event; its positions are replayed as usual', async () => {
    const { id } = await newProject(mara);
    const task = await newTask(mara, id);
    const epoch = await epochNow();
    const event = { projectId: id, epoch };
    const fresh = followed([]);
    await expect.poll(() => fresh.events).toContainEqual({ ...event, kind: 'PROJECT_JOINED', revision: 2 });
    const held = followed([{ projectId: id, revision: 1 }], epoch);
    await expect.poll(() => held.events).toContainEqual({ ...event, kind: 'CHANGES', revision: 2 });
    await mara.client.rest('put', `/tasks/${task.id}`, { title: 'Next' });
    for (const feed of [fresh, held]) {
      await expect.poll(() => feed.events.at(-1)).toEqual({ ...event, kind: 'CHANGES', revision: 3 });
    }
  });

  it('that differs from the client’s answers RESYNC for each project', async () => {
    const projects = [await newProject(mara), await newProject(mara)];
    for (const { id } of projects) await newTask(mara, id);
    const after = projects.map(({ id }, index) => ({ projectId: id as string, revision: 2 - index }));
    const feed = followed(after, randomUUID());
    const epoch = await epochNow();
    for (const { projectId } of after) {
      const mine = () => feed.events.filter((event) => event.projectId === projectId);
      // this process may not have heard of the last write yet
      await expect.poll(() => mine().at(-1)?.revision).toBe(2);
      expect(mine()[0]).toMatchObject({ kind: 'RESYNC', epoch });
    }
    await newTask(mara, projects[0].id);
    await expect.poll(() => feed.events.at(-1)).toMatchObject({ kind: 'CHANGES', revision: 3, epoch });
  });

  it('that changes under a server disconnects all clients, which then start again', async () => {
    const { id } = await newProject(mara);
    for (let n = 0; n < 3; n += 1) await newTask(mara, id);
    const before = await epochNow();
    const feed = followed([{ projectId: id, revision: 1 }], before);
    await feed.until(3);
    const inbox = follow<{ action: string }>(server, 'subscription { notificationChanged { action } }', {
      token: mara.client.token,
    });
    await inbox.until(1);
    // an older state comes back: the project is where it was
    await rows(server, 'delete from change where project_id = ? and revision > 2', [id]);
    await rows(server, 'update project set revision = 2 where id = ?', [id]);
    const epoch = await restored();
    await Promise.all([feed.end(), inbox.end()]);
    const again = followed([{ projectId: id, revision: 4 }], before);
    const mine = () => again.events.filter(({ projectId }) => projectId === id);
    await expect.poll(mine).toEqual([{ kind: 'RESYNC', projectId: id, revision: 2, epoch }]);
    await mara.client.rest('put', `/projects/${id}`, { name: 'After the restore' });
    await expect.poll(() => mine().at(-1)).toEqual({ kind: 'CHANGES', projectId: id, revision: 3, epoch });
  });

  it('is renewed if the database has lost announced writes, so that no client continues from a lost state', async () => {
    const { id } = await newProject(mara);
    for (let n = 0; n < 3; n += 1) await newTask(mara, id);
    const before = await epochNow();
    const feed = followed([{ projectId: id, revision: 1 }], before);
    await feed.until(3);
    // a standby that lagged behind has taken the primary's place, and knows nothing of the last two writes
    await rows(
      server,
      `with gone as (delete from change where project_id = ? and revision > 2)
       update project set revision = 2 where id = ?`,
      [id, id],
    );
    await feed.end();
    const epoch = await epochNow();
    expect(epoch).not.toBe(before);
    const again = followed([{ projectId: id, revision: 4 }], before);
    const mine = () => again.events.filter(({ projectId }) => projectId === id);
    await expect.poll(mine).toEqual([{ kind: 'RESYNC', projectId: id, revision: 2, epoch }]);
  });
});
