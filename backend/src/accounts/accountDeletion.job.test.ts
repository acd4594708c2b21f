import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addMember, Client, newPerson, newProject, newTask, type Person, signedIn } from '../../test/support/client.js';
import { subjectsTo } from '../../test/support/jobQueue.js';
import {
  DAY,
  type DeletionWorld,
  leave,
  projectOf,
  rolesIn,
  startDeletionWorld,
} from '../../test/support/accountDeletion.js';
import { logOf, revisionOf, rows } from '../../test/support/rows.js';
import { enableTwoFactor } from '../../test/support/twoFactor.js';
import { deleteDueAccounts, DELETED_WITH_ACCOUNT } from './accountDeletion.job.js';

let world: DeletionWorld;
let server: DeletionWorld['server'];
beforeAll(async () => {
  world = await startDeletionWorld();
  ({ server } = world);
});
afterAll(() => world.close());
afterEach(() => void (world.clock.ahead = 0));

/** Tables that keep the account's public name and its past work. */
const STAYS = ['attachment', 'comment', 'file', 'project_member', 'task', 'task_relation'];
/** Emptied by another column of the person. */
const ACCEPTED = ['account_invitation', 'invitation'];

it('every table that references accounts is either emptied or listed as kept', async () => {
  const found = await rows<{ name: string }>(
    server,
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'account'::regclass`,
  );
  expect(found.map(({ name }) => name).sort()).toEqual([...DELETED_WITH_ACCOUNT, ...STAYS, ...ACCEPTED].sort());
});

it('blanks an account after 14 days and keeps its past work', async () => {
  const [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
  const { id } = await newProject(jon);
  await addMember(jon, id, mara);
  const { id: alone } = await newProject(mara, { name: 'Mine' });
  const { id: gone } = await newProject(mara, { name: 'To go' });
  await addMember(mara, gone, jon);
  const made = await newTask(mara, id, { title: 'Made by her' });
  const open = await newTask(jon, id, { assigneeId: mara.id });
  const done = await newTask(jon, id, { assigneeId: mara.id, status: 'DONE' });
  await mara.client.rest('post', `/tasks/${made.id}/comments`, { text: 'What she said' });
  await mara.client.rest('put', '/auth/preferences', { theme: 'DARK', timeZone: 'Europe/Berlin' });
  await mara.client.rest('put', '/auth/profile', { email: `x${mara.email}`, currentPassword: mara.password });
  await mara.client.rest('put', '/auth/profile', { email: mara.email, currentPassword: mara.password });
  // Ended invitations of her address, and an event in which she suspended another account.
  await rows(
    server,
    `insert into account_invitation (id, email, inviter_id, created_at, expires_at, ended_at)
     values (gen_random_uuid(), ?, ?, now(), now() + interval '7 days', now())`,
    [mara.email.toUpperCase(), jon.id],
  );
  await rows(
    server,
    `insert into invitation (id, project_id, email, role, inviter_id, created_at, expires_at, ended_at)
     values (gen_random_uuid(), ?, ?, 'MEMBER', ?, now(), now() + interval '7 days', now())`,
    [id, mara.email, jon.id],
  );
  await rows(
    server,
    `insert into security_event (id, kind, is_failure, user_id, actor_id, address, details, at)
     values (gen_random_uuid(), 'account_suspended', false, ?, ?, '203.0.113.9', '{}', now())`,
    [jon.id, mara.id],
  );
  const { recoveryCodes } = await enableTwoFactor(mara);
  const proof = { code: recoveryCodes[0] };
  expect((await leave(mara, [{ projectId: gone, delete: true }], proof)).status).toBe(200);
  await server.work();
  const before = await revisionOf(server, id);
  world.clock.ahead = 14 * DAY + 60_000;
  await rows(server, `select graphile_worker.add_job('accountDeletions')`);
  expect(subjectsTo(await server.work(), mara.email)).toEqual([]);
  jon.client = await signedIn(jon);

  // one change set: the membership ends and open tasks become unassigned
  const lines = await logOf(server, id, before);
  expect(lines.map(({ revision, actorId, entity, action }) => [revision, actorId, `${entity} ${action}`])).toEqual([
    [before + 1, mara.id, 'member deleted'],
    [before + 1, mara.id, 'task updated'],
  ]);
  const assignee = async (task: { id: string }) =>
    (await jon.client.rest('get', `/tasks/${task.id}`)).body.data.assigneeId;
  expect([await assignee(open), await assignee(done)]).toEqual([null, mara.id]);
  expect(await rolesIn(jon, id)).toEqual({ [jon.id]: 'OWNER' });

  const shown = 'id name username email avatar preferences { theme } deletionAt';
  const { data } = await jon.client.graphql(
    `query($id: ID!, $done: ID!) {
      task(id: $id) { creator { ${shown} } comments { nodes { text author { name } } } history { nodes { actor { name } } } }
      done: task(id: $done) { assignee { name } } }`,
    { id: made.id, done: done.id },
  );
  expect(data.task.creator).toEqual({
    id: mara.id,
    name: 'Deleted user',
    username: `deleted-account-${mara.id}`,
    email: null,
    avatar: null,
    preferences: null,
    deletionAt: null,
  });
  expect(data.task.comments.nodes).toEqual([{ text: 'What she said', author: { name: 'Deleted user' } }]);
  expect(new Set(data.task.history.nodes.map((it: { actor: { name: string } }) => it.actor.name))).toEqual(
    new Set(['Deleted user']),
  );
  expect(data.done.assignee.name).toBe('Deleted user');

  const [row] = await rows(server, 'select * from account where id = ?', [mara.id]);
  expect(row).toMatchObject({
    first_name: 'Deleted',
    last_name: 'user',
    email: null,
    password_hash: '',
    avatar: null,
    preferences: {},
  });
  for (const table of [...DELETED_WITH_ACCOUNT, 'project_member']) {
    expect(await rows(server, `select 1 from ${table} where user_id = ?`, [mara.id]), table).toEqual([]);
  }
  for (const table of ['account_invitation', 'invitation']) {
    expect(await rows(server, `select 1 from ${table} where lower(email) = ?`, [mara.email]), table).toEqual([]);
  }
  const addresses = 'select distinct address from security_event where coalesce(actor_id, user_id) = ?';
  expect(await rows(server, addresses, [mara.id])).toEqual([{ address: null }]);
  const deleted = await rows(server, 'select 1 from project where id in (?, ?) and deleted_at is not null', [
    alone,
    gone,
  ]);
  expect(deleted).toHaveLength(2);
  // no one becomes the owner of a deleted project
  const heirs = await rows(server, 'select user_id, role from project_member where project_id = ?', [gone]);
  expect(heirs).toEqual([{ user_id: jon.id, role: 'MEMBER' }]);

  // email and username are free again; the placeholder cannot be chosen
  const account = { firstName: 'Ines', lastName: 'Sol', password: 'Granite7stones' };
  const register = (username: string, email: string) =>
    new Client(server).rest('post', '/auth/register', { ...account, username, email });
  expect((await register(`deleted-account-${mara.id}`, `n${mara.email}`)).status).toBe(422);
  const fresh = await register(mara.username, mara.email);
  expect(fresh.status).toBe(201);
  expect(fresh.body.data.user.id).not.toBe(mara.id);
  expect(await projectOf({ client: new Client(server, fresh.body.data.tokens.accessToken) }, id)).toBe(404);
  const lookup = await jon.client.rest('get', `/users/lookup?emailOrUsername=deleted-account-${mara.id}`);
  expect(lookup.body.data).toBeNull();
  const added = await jon.client.rest('post', `/projects/${id}/members`, { userId: mara.id });
  expect(added.body.errors).toEqual({ userId: ['User not found'] });
});

it('completes an interrupted deletion, deletes each account once with two processes, and continues after a failure', async () => {
  const people: Person[] = [];
  const keeper = await newPerson(server, 'Jon');
  const projects: string[] = [];
  for (let n = 0; n < 3; n += 1) projects.push((await newProject(keeper)).id);
  for (let n = 0; n < 4; n += 1) {
    const person = await newPerson(server, 'Uma');
    for (const id of projects) await addMember(keeper, id, person);
    await leave(person);
    people.push(person);
  }
  world.clock.ahead = 15 * DAY;
  const [first] = people as [Person];
  // as if the process had died after the first project and before the last step
  const cut = (when: string) =>
    rows(
      server,
      `create or replace function cut() returns trigger language plpgsql as $$ begin
         if ${when} then raise 'cut'; end if; return coalesce(new, old); end $$`,
    );
  await cut(
    `to_jsonb(old) ->> 'user_id' = '${first.id}' and to_jsonb(old) ->> 'project_id' <> '${projects.sort()[0]}'`,
  );
  await rows(server, 'create trigger cut before delete on project_member for each row execute function cut()');
  await rows(server, 'create trigger cut before update on account for each row execute function cut()');
  expect(await deleteDueAccounts(server.resources)).toBe(3);
  const left = async () => (await rows(server, 'select 1 from project_member where user_id = ?', [first.id])).length;
  expect(await left()).toBe(2);
  await cut(`to_jsonb(new) ->> 'blanked_at' is not null`);
  expect([await deleteDueAccounts(server.resources), await left()]).toEqual([0, 0]);
  await rows(server, 'drop function cut() cascade');

  // another due account, for both processes
  world.clock.ahead = 0;
  const late = await newPerson(server);
  for (const id of projects) await addMember(keeper, id, late);
  await leave(late);
  world.clock.ahead = 15 * DAY;
  const both = [server, world.other].flatMap(({ resources }) => [resources, resources]);
  const done = await Promise.all(both.map(deleteDueAccounts));
  expect(done.reduce((sum, count) => sum + count, 0)).toBe(2);
  for (const id of projects) {
    const ended = (await logOf(server, id)).filter(({ entity, action }) => `${entity} ${action}` === 'member deleted');
    expect(ended.map(({ entityId }) => entityId).sort()).toEqual([...people, late].map((it) => it.id).sort());
  }
  const names = await rows(
    server,
    'select last_name as name from account where blanked_at is not null and id = any(?)',
    [`{${[...people, late].map((it) => it.id).join()}}`],
  );
  expect(names).toEqual(Array.from({ length: 5 }, () => ({ name: 'user' })));
});

it('promotes an owner for a project whose owner is deleted after another member was restored', async () => {
  const [mara, jon] = [await newPerson(server), await newPerson(server, 'Jon')];
  const { id } = await newProject(mara);
  await addMember(mara, id, jon);
  await leave(jon);
  // no member remains, so no decision is needed
  expect((await leave(mara)).status).toBe(200);
  jon.client = await signedIn(jon);
  await jon.client.rest('post', '/auth/restore-account');
  world.clock.ahead = 15 * DAY;
  await deleteDueAccounts(server.resources);
  expect(await rolesIn({ client: await signedIn(jon) }, id)).toEqual({ [jon.id]: 'OWNER' });
});
