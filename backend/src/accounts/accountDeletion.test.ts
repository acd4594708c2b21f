import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addMember, Client, newPerson, newProject, newTask, type Person, signedIn } from '../../test/support/client.js';
import { closeAfterTest, startServer, type TestServer } from '../../test/support/harness.js';
import { subjectsTo } from '../../test/support/jobQueue.js';
import {
  DAY,
  type DeletionWorld,
  leave,
  projectOf,
  rolesIn,
  signIn,
  startDeletionWorld,
} from '../../test/support/accountDeletion.js';
import { everything, lockWaits, logOf, revisionOf, rows } from '../../test/support/rows.js';
import { follow } from '../../test/support/socket.js';
import { CODE_REFUSED, codeOf, enableTwoFactor, statuses } from '../../test/support/twoFactor.js';
import { deleteDueAccounts } from './accountDeletion.job.js';

let world: DeletionWorld;
let server: DeletionWorld['server'];
let other: TestServer;
beforeAll(async () => {
  world = await startDeletionWorld();
  ({ server, other } = world);
});
afterAll(() => world.close());
afterEach(() => void (world.clock.ahead = 0));

/** Mara with a project shared with Jon. */
async function team(): Promise<{ mara: Person; jon: Person; id: string }> {
  const [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
  const { id } = await newProject(mara);
  await addMember(mara, id, jon);
  return { mara, jon, id };
}

describe('the decisions about the projects of a deleted account', () => {
  it('are required for each project that would lose its owner, and must be valid', async () => {
    const { mara, jon, id } = await team();
    const stranger = await newPerson(server);
    const { id: foreign } = await newProject(stranger);
    const { id: alone } = await newProject(mara, { name: 'Mine' });
    const { id: shared } = await newProject(mara, { name: 'Ours' });
    await addMember(mara, shared, jon, 'OWNER');
    const before = await everything(server);
    const unsaid = '“Tern launch” needs a new owner or must be deleted';
    const none = await leave(mara);
    expect([none.status, none.body]).toEqual([
      422,
      {
        code: 'VALIDATION_FAILED',
        message: unsaid,
        errors: { projects: [unsaid] },
        reasons: [{ field: 'projects', key: 'ownerUndecided', params: { project: 'Tern launch' } }],
        data: { projects: [{ id, name: 'Tern launch' }] },
      },
    ]);
    const both = 'Give each project either a new owner or delete: true';
    const heir = '“Tern launch”: the new owner must be another member';
    const refused: [projects: object[], messages: string[]][] = [
      [[{ projectId: id }], [both]],
      [[{ projectId: id, newOwnerId: jon.id, delete: true }], [both]],
      [[{ projectId: id, delete: false }], [both]],
      [Array.from({ length: 2 }, () => ({ projectId: id, delete: true })), ['Name each project once']],
      [[{ projectId: id, newOwnerId: stranger.id }], [heir]],
      [[{ projectId: id, newOwnerId: randomUUID() }], [heir]],
      [[{ projectId: id, newOwnerId: mara.id }], [heir]],
      [[{ projectId: foreign, delete: true }], [`You do not own a project ${foreign}`, unsaid]],
      [[{ projectId: alone, newOwnerId: jon.id }], ['“Mine”: the new owner must be another member', unsaid]],
    ];
    for (const [projects, messages] of refused) {
      const { status, body } = await leave(mara, projects);
      expect([status, body.errors], JSON.stringify(projects)).toEqual([422, { projects: messages }]);
    }
    // a member owns nothing, and a foreign project looks like an absent one
    const absent = randomUUID();
    expect((await leave(jon, [{ projectId: absent, delete: true }])).body.errors.projects).toEqual([
      `You do not own a project ${absent}`,
    ]);
    expect(await everything(server)).toEqual(before);
    expect((await mara.client.rest('get', '/auth/me')).body.data.deletionAt).toBeNull();
  });

  it('are applied in one command, logged as the owner’s own act, and end all sessions', async () => {
    const { mara, jon, id } = await team();
    const uma = await newPerson(server, 'Uma');
    const { id: gone } = await newProject(mara, { name: 'To go' });
    await addMember(mara, gone, jon);
    const { id: shared } = await newProject(mara, { name: 'Ours' });
    await addMember(mara, shared, uma, 'OWNER');
    const { id: alone } = await newProject(mara, { name: 'Mine' });
    const before = await Promise.all([id, gone, shared, alone].map((it) => revisionOf(server, it)));
    const second = await signedIn(mara);
    const socket = (at: TestServer, token?: string) =>
      follow(at, 'subscription { notificationChanged { action } }', { token });
    const sockets = [socket(server, mara.client.token), socket(other, second.token)];
    const feed = follow<{ kind: string; projectId: string }>(server, 'subscription { changes { kind projectId } }', {
      token: jon.client.token,
    });
    for (const it of sockets) await it.until(1);
    // the project memberships come first
    await feed.until(2);
    await server.work();
    const answer = await leave(mara, [
      { projectId: id, newOwnerId: jon.id },
      { projectId: gone, delete: true },
    ]);
    expect(answer.status).toBe(200);
    const fortnight = Date.parse(answer.body.data.deletionAt) - Date.now();
    expect(Math.abs(fortnight - 14 * DAY)).toBeLessThan(60_000);
    for (const it of sockets) expect((await it.end()).code).toBe(4401);
    for (const client of [mara.client, second]) expect((await client.rest('get', '/auth/me')).status).toBe(401);

    expect(await rolesIn(jon, id)).toEqual({ [mara.id]: 'MEMBER', [jon.id]: 'OWNER' });
    expect([await projectOf(jon, gone), await projectOf(uma, shared)]).toEqual([404, 200]);
    expect(await rolesIn(uma, shared)).toEqual({ [mara.id]: 'OWNER', [uma.id]: 'OWNER' });
    const lines = await Promise.all([id, gone, shared, alone].map((it, n) => logOf(server, it, before[n])));
    expect(
      lines.map((of) => of.map(({ actorId, entity, action, fields }) => [actorId, entity, action, fields['role']])),
    ).toEqual([
      expect.arrayContaining([
        [mara.id, 'member', 'updated', ['OWNER', 'MEMBER']],
        [mara.id, 'member', 'updated', ['MEMBER', 'OWNER']],
      ]),
      [[mara.id, 'project', 'deleted', undefined]],
      [],
      [],
    ]);
    await expect
      .poll(() =>
        feed.events
          .slice(2)
          .map(({ kind, projectId }) => `${kind} ${projectId}`)
          .sort(),
      )
      .toEqual([`CHANGES ${id}`, `PROJECT_LEFT ${gone}`].sort());
    await feed.stop();
    const mails = await server.work();
    expect(subjectsTo(mails, mara.email)).toEqual(['Your Cairn account will be deleted']);
    const text = mails.find(({ subject }) => subject?.includes('will be deleted'))?.text ?? '';
    const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(answer.body.data.deletionAt),
    );
    expect(text).toContain(date);
    expect(text).toContain('Restore my account');
    expect(text).toContain('/login');
  });

  it('require password and code, reveal nothing to others, and use no code for an invalid plan', async () => {
    const { mara, id } = await team();
    const { secret, recoveryCodes } = await enableTwoFactor(mara);
    const fine = [{ projectId: id, delete: true }];
    const wrong = { currentPassword: 'Wrong1password', code: recoveryCodes[0] };
    const password = { currentPassword: ['Current password is incorrect'] };
    expect((await leave(mara, fine, wrong)).body.errors).toEqual(password);
    expect(Object.keys((await leave(mara, [], wrong)).body.errors)).toEqual(['currentPassword', 'projects']);
    expect((await leave(mara, fine)).body.errors).toEqual({ code: ['Code is required'] });
    expect((await leave(mara, fine, { code: 'abcde-fghjk' })).body.errors).toEqual(CODE_REFUSED);
    expect(Object.keys((await leave(mara, [], { code: recoveryCodes[0] })).body.errors)).toEqual(['projects']);
    expect((await leave(mara, fine, { code: recoveryCodes[0] })).status).toBe(200);
    // signing in takes the second factor as before
    const begun = await signIn(mara, server);
    const challenge: string = begun.body.data.challenge.token;
    const code = codeOf(secret, Date.now() + 30_000);
    const entered = await new Client(server).rest('post', '/auth/login/two-factor', { challenge, code });
    const client = new Client(server, entered.body.data.tokens.accessToken);
    expect((await client.rest('post', '/auth/restore-account')).status).toBe(200);
    expect(await projectOf({ client }, id)).toBe(200);
  });

  it('count each password and each code as an attempt', async () => {
    const counting = closeAfterTest(
      await startServer({ databaseUrl: server.databaseUrl, env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } }),
    );
    const secured = await newPerson(counting, 'Wen');
    await enableTwoFactor(secured);
    const counts = () => rows<{ points: number }>(server, `select points from rate where key like 'codePer%'`);
    for (let n = 0; n < 2; n += 1) await leave(secured, [], { code: 'abcde-fghjk' });
    expect(await counts()).toEqual([{ points: 2 }]);

    const person = await newPerson(counting);
    // the limit per address is separate
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
    const guess = () => person.client.rest('post', '/auth/delete-account', { currentPassword: 'Wrong1x' }, elsewhere);
    const tries: number[] = [];
    for (let n = 0; n < 11; n += 1) tries.push((await guess()).status);
    expect(tries).toEqual([...Array<number>(10).fill(422), 429]);
    expect((await signIn(person, counting)).status).toBe(429);
  });
});

describe('concurrent account deletions', () => {
  it('two owners who leave at the same time do not leave a project without an owner', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { mara, jon, id } = await team();
      const uma = await newPerson(server, 'Uma');
      await addMember(mara, id, uma, 'OWNER');
      const elsewhere = { ...uma, client: new Client(other, uma.client.token) };
      const answers = await Promise.all([leave(mara), leave(elsewhere)]);
      expect(statuses(answers)).toEqual([200, 422]);
      expect(answers.find(({ status }) => status === 422)?.body.data.projects).toMatchObject([{ id }]);
      const stays = answers[0]?.status === 422 ? mara : uma;
      expect(await rolesIn(stays, id)).toMatchObject({ [stays.id]: 'OWNER', [jon.id]: 'MEMBER' });
    }
  });

  /** A direct connection, to act between two steps. */
  async function inTheMiddle(statement: string, params: unknown[], work: (db: pg.Client) => Promise<void>) {
    const db = new pg.Client({ connectionString: server.databaseUrl });
    await db.connect();
    try {
      await db.query('begin');
      await db.query(statement, params);
      await work(db);
      await db.query('commit');
    } finally {
      await db.end();
    }
  }

  it('a leaving account cannot become an owner', async () => {
    const { mara, jon, id } = await team();
    let asked: ReturnType<typeof leave> | undefined;
    await inTheMiddle('select 1 from project where id = $1 for update', [id], async (db) => {
      asked = leave(mara, [{ projectId: id, newOwnerId: jon.id }]);
      await expect.poll(() => lockWaits(server)).toHaveLength(1);
      await db.query('delete from project_member where project_id = $1 and user_id = $2', [id, jon.id]);
    });
    const answer = await asked;
    expect([answer?.status, answer?.body.errors]).toEqual([
      422,
      { projects: ['“Tern launch”: the new owner must be another member'] },
    ]);
  });

  it('a user who becomes the only owner meanwhile has to decide about the project', async () => {
    const { mara, jon, id } = await team();
    let asked: ReturnType<typeof leave> | undefined;
    // as the command that makes Jon an owner does
    await inTheMiddle('select 1 from account where id = $1 for share', [jon.id], async (db) => {
      asked = leave(jon);
      await expect.poll(() => lockWaits(server)).toHaveLength(1);
      await db.query(
        `update project_member set role = case user_id when $2::uuid then 'OWNER' else 'MEMBER' end::project_role
         where project_id = $1`,
        [id, jon.id],
      );
    });
    const answer = await asked;
    expect([answer?.status, answer?.body.data]).toEqual([422, { projects: [{ id, name: 'Tern launch' }] }]);
    expect(await rolesIn(mara, id)).toEqual({ [mara.id]: 'MEMBER', [jon.id]: 'OWNER' });
  });
});

describe('an account in its 14 days of grace', () => {
  it('does not count as an owner, cannot be assigned, and cannot be found', async () => {
    const { mara, jon, id } = await team();
    const uma = await newPerson(server, 'Uma');
    const { id: elsewhere } = await newProject(jon);
    await addMember(mara, id, uma, 'OWNER');
    const task = await newTask(jon, id, { assigneeId: mara.id });
    await leave(mara);
    const remove = (userId: string) => uma.client.rest('delete', `/projects/${id}/members/${userId}`);
    const leaving = { userId: ['The last owner cannot leave the project'] };
    expect((await remove(uma.id)).body.errors).toEqual(leaving);
    const { data } = await uma.client.graphql('query($id: ID!) { project(id: $id) { viewerCanLeave } }', { id });
    expect(data.project.viewerCanLeave).toBe(false);
    expect((await leave(uma)).body.data.projects).toEqual([{ id, name: 'Tern launch' }]);
    expect((await leave(uma, [{ projectId: id, newOwnerId: mara.id }])).status).toBe(422);
    const gone = { assigneeId: ['This person is deleting their account'] };
    const assign = (assigneeId: string | null) => jon.client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId });
    // it stays assigned until the end, but cannot be assigned again
    expect((await jon.client.rest('put', `/tasks/${task.id}`, { title: 'Later' })).status).toBe(200);
    expect((await assign(null)).status).toBe(200);
    expect((await assign(mara.id)).body.errors).toEqual(gone);
    const add = await jon.client.rest('post', `/projects/${elsewhere}/members`, { userId: mara.id });
    expect(add.body.errors).toEqual({ userId: ['User not found'] });
    for (const name of [mara.email, mara.username]) {
      const found = await jon.client.rest('get', `/users/lookup?emailOrUsername=${encodeURIComponent(name)}`);
      expect(found.body.data).toBeNull();
    }
    const role = (value: string) => uma.client.rest('patch', `/projects/${id}/members/${mara.id}`, { role: value });
    expect((await role('MEMBER')).status).toBe(200);
    expect((await role('OWNER')).body.errors).toEqual({ role: ['This person is deleting their account'] });
    expect((await remove(mara.id)).status).toBe(204);
  });

  it('can sign in to see only itself and the deadline, and gets no mails about work', async () => {
    const { mara, jon, id } = await team();
    const task = await newTask(jon, id, { assigneeId: mara.id });
    const { body } = await leave(mara, [{ projectId: id, newOwnerId: jon.id }]);
    await server.work();
    const client = await signedIn(mara);
    const me = await client.rest('get', '/auth/me');
    expect(me.body.data).toEqual({
      user: expect.objectContaining({ id: mara.id, email: mara.email }),
      deletionAt: body.data.deletionAt,
    });
    const own = 'me { id email deletionAt positions { projectId } epoch preferences { theme } twoFactor }';
    const { data, errors } = await client.graphql(`{ ${own} }`);
    expect(errors).toBeUndefined();
    expect(data.me).toEqual({
      id: mara.id,
      email: mara.email,
      deletionAt: body.data.deletionAt,
      positions: null,
      epoch: null,
      preferences: null,
      twoFactor: null,
    });
    const socket = follow(server, 'subscription { changes { kind } }', { token: client.token });
    await expect.poll(() => socket.errors.map(({ extensions }) => extensions?.['code'])).toEqual(['FORBIDDEN']);
    await socket.stop();
    await jon.client.rest('post', `/tasks/${task.id}/comments`, { text: `@${mara.username}, are you there?` });
    const mails = await server.work();
    // the sign-in is mailed nonetheless
    expect(subjectsTo(mails, mara.email).filter((subject) => !/sign-in/.test(subject))).toEqual([]);
    expect((await client.rest('post', '/auth/logout')).status).toBe(204);
  });
});

describe('restoring an account', () => {
  it('works on the 13th day except for transferred projects, and is idempotent', async () => {
    const { mara, jon, id } = await team();
    const { id: gone } = await newProject(mara, { name: 'To go' });
    await addMember(mara, gone, jon);
    const { id: before } = await newProject(mara, { name: 'Deleted before' });
    await mara.client.rest('delete', `/projects/${before}`);
    const mine = await newTask(jon, id, { assigneeId: mara.id });
    const feed = follow<{ kind: string; projectId: string }>(server, 'subscription { changes { kind projectId } }', {
      token: jon.client.token,
    });
    await feed.until(2);
    await leave(mara, [
      { projectId: id, newOwnerId: jon.id },
      { projectId: gone, delete: true },
    ]);
    await feed.until(4);
    world.clock.ahead = 13 * DAY;
    expect(await deleteDueAccounts(server.resources)).toBe(0);
    const client = await signedIn(mara);
    const { data } = await client.graphql(
      'mutation { restoreAccount { user { id deletionAt positions { projectId } } } }',
    );
    expect(data.restoreAccount.user.deletionAt).toBeNull();
    expect(data.restoreAccount.user.positions).toHaveLength(2);
    expect(await Promise.all([id, gone, before].map((it) => projectOf({ client }, it)))).toEqual([200, 200, 404]);
    expect(await rolesIn({ client }, id)).toEqual({ [mara.id]: 'MEMBER', [jon.id]: 'OWNER' });
    expect((await client.rest('get', `/tasks/${mine.id}`)).body.data.assigneeId).toBe(mara.id);
    await feed.until(5);
    expect(feed.events.at(-1)).toEqual({ kind: 'PROJECT_JOINED', projectId: gone });
    await feed.stop();
    const revisions = await Promise.all([id, gone].map((it) => revisionOf(server, it)));
    expect((await client.rest('post', '/auth/restore-account')).status).toBe(200);
    expect(await Promise.all([id, gone].map((it) => revisionOf(server, it)))).toEqual(revisions);
    world.clock.ahead = 15 * DAY;
    await deleteDueAccounts(server.resources);
    expect((await client.rest('get', '/auth/me')).body.data.user.email).toBe(mara.email);
  });

  it('is refused on the 15th day, whether the job has run or not', async () => {
    const { mara, jon, id } = await team();
    await leave(mara, [{ projectId: id, newOwnerId: jon.id }]);
    const client = await signedIn(mara);
    world.clock.ahead = 15 * DAY;
    expect((await client.rest('post', '/auth/restore-account')).status).toBe(401);
    const unknown = await signIn({ ...mara, email: `nobody-${mara.email}` }, server);
    const late = await signIn(mara, server);
    expect([late.status, late.body]).toEqual([401, unknown.body]);
    await new Client(server).rest('post', '/auth/forgot-password', { email: mara.email });
    expect(subjectsTo(await server.work(), mara.email).filter((it) => /Reset/.test(it))).toEqual([]);
  });
});
