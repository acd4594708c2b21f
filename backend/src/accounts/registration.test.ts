import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Client, newAccount, newPerson, newProject, type Person, register } from '../../test/support/client.js';
import { closeAfterTest } from '../../test/support/harness.js';
import { type MailServer, recipient, startMailServer } from '../../test/support/jobQueue.js';
import { statuses } from '../../test/support/twoFactor.js';
import { logOf, rows } from '../../test/support/rows.js';
import { BackupLeadership } from '../backups/backupLeadership.js';

/** Starts a server whose first account exists. */
async function startWith(env: Record<string, string>): Promise<{ server: MailServer; owner: Person }> {
  const server = closeAfterTest(await startMailServer({ env }));
  // the first account can always be created
  return { server, owner: await newPerson(server) };
}

const GRAPHQL = `mutation ($input: RegisterInput!) {
  register(input: $input) { user { id email } tokens { accessToken } } }`;

/** Invites an address and returns the token of the mail. */
async function invited(server: MailServer, owner: Person, projectId: string, email: string, role = 'MEMBER') {
  const answer = await owner.client.rest('post', `/projects/${projectId}/invitations`, { email, role });
  expect(answer.status).toBe(201);
  const mail = (await server.work()).find((it) => recipient(it) === email);
  return /\/invitation\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

const REFUSED = {
  invited: 'You need an invitation to create an account here. Ask someone who owns a project to invite you.',
  closed: 'Sign-up is closed on this server. Ask the people who run it.',
};

describe('SIGN_UP=invited', () => {
  it('requires an invitation and its address, in REST and GraphQL, and joins the project in the same step', async () => {
    const { server, owner } = await startWith({ SIGN_UP: 'invited' });
    const { id } = await newProject(owner);
    for (const refused of [await register(server, newAccount()), await register(server, newAccount(owner.email))]) {
      expect([refused.status, refused.body.message]).toEqual([403, REFUSED.invited]);
    }
    const byGraphql = await new Client(server).graphql(GRAPHQL, { input: newAccount() });
    expect(byGraphql.errors).toMatchObject([{ message: REFUSED.invited, extensions: { code: 'FORBIDDEN' } }]);

    const email = `Uma-${randomUUID()}@yard.example`;
    const invitation = await invited(server, owner, id, email);
    const wrong = await register(server, { ...newAccount(), invitation: 'x'.repeat(43) });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['invitation']]);
    const other = await register(server, { ...newAccount(), invitation });
    expect([other.status, other.body.errors]).toEqual([422, { email: [`This invitation is for ${email}`] }]);
    const taken = await register(server, { ...newAccount(email), username: owner.username, invitation });
    expect([taken.status, taken.body.errors]).toEqual([422, { username: ['Username is already taken'] }]);

    const { status, body } = await register(server, { ...newAccount(email.toLowerCase()), invitation });
    expect(status).toBe(201);
    const project = await new Client(server, body.data.tokens.accessToken).rest('get', `/projects/${id}`);
    expect(project.body.data.memberIds).toEqual([owner.id, body.data.user.id]);
    expect((await logOf(server, id)).at(-1)).toMatchObject({ entity: 'member', action: 'created' });
    const again = await register(server, { ...newAccount(), invitation });
    expect([again.status, again.body.errors]).toEqual([
      422,
      { invitation: ['This invitation was already used. Each works once.'] },
    ]);

    const owned = await invited(server, owner, id, 'jon@yard.example', 'OWNER');
    const input = { ...newAccount('jon@yard.example'), invitation: owned };
    const { data } = await new Client(server).graphql(GRAPHQL, { input });
    expect(data.register.user.email).toBe('jon@yard.example');
  });

  it('creates one account for two concurrent uses of an invitation', async () => {
    const { server, owner } = await startWith({ SIGN_UP: 'invited' });
    const { id } = await newProject(owner);
    const email = `${randomUUID()}@yard.example`;
    const invitation = await invited(server, owner, id, email);
    const both = await Promise.all([1, 2].map(() => register(server, { ...newAccount(email), invitation })));
    expect(statuses(both)).toEqual([201, 422]);
    expect(await rows(server, `select 1 from account where email = '${email}'`)).toHaveLength(1);
  });
});

describe('SIGN_UP=closed', () => {
  it('refuses everyone except the first account, which is created once', async () => {
    const server = closeAfterTest(await startMailServer({ env: { SIGN_UP: 'closed' } }));
    const both = await Promise.all([register(server, newAccount()), register(server, newAccount())]);
    expect(statuses(both)).toEqual([201, 403]);
    const taken: string = both.find(({ status }) => status === 201)?.body.data.user.email;
    const [unknown, known] = [await register(server, newAccount()), await register(server, newAccount(taken))];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect([unknown.status, unknown.body.message]).toEqual([403, REFUSED.closed]);
  });

  it('lets owners invite only addresses that have accounts', async () => {
    const { server, owner } = await startWith({});
    const guest = await newPerson(server);
    const other = closeAfterTest(
      await startMailServer({ env: { SIGN_UP: 'closed' }, databaseUrl: server.databaseUrl }),
    );
    const client = new Client(other, owner.client.token);
    const { id } = await newProject(owner);
    const invite = (email: string) => client.rest('post', `/projects/${id}/invitations`, { email, role: 'MEMBER' });
    const stranger = await invite('nobody@yard.example');
    expect([stranger.status, stranger.body.errors]).toEqual([
      422,
      { email: ['There is no account with this address, and sign-up is closed on this server'] },
    ]);
    expect((await invite(guest.email)).status).toBe(201);
  });
});

describe('SIGN_UP=open', () => {
  it('lets an invited account join immediately, and applies SIGN_UP_DOMAINS to others', async () => {
    const { server, owner } = await startWith({ SIGN_UP_DOMAINS: 'Yard.example, münchen.example' });
    const { id } = await newProject(owner);
    expect((await register(server, newAccount(`${randomUUID()}@YARD.example`))).status).toBe(201);
    expect((await register(server, newAccount(`${randomUUID()}@münchen.example`))).status).toBe(201);
    for (const email of ['ines@tern.example', 'ines@sub.yard.example', 'yard.example@tern.example']) {
      const { status, body } = await register(server, newAccount(email));
      expect([status, body.errors]).toEqual([
        422,
        { email: ['Only addresses at yard.example or xn--mnchen-3ya.example can sign up here'] },
      ]);
    }
    const invitation = await invited(server, owner, id, 'uma@tern.example');
    const joined = await register(server, { ...newAccount('uma@tern.example'), invitation });
    expect(joined.status).toBe(201);
    expect((await owner.client.rest('get', `/projects/${id}`)).body.data.memberIds).toContain(joined.body.data.user.id);
  });
});

it('creates the first account while this server makes the scheduled backups', async () => {
  const server = closeAfterTest(await startMailServer());
  const leadership = closeAfterTest(new BackupLeadership(server.databaseUrl));
  expect(await leadership.isLeader()).toBe(true);
  const first = await register(server, newAccount());
  expect(first.status).toBe(201);
  const instance = await new Client(server, first.body.data.tokens.accessToken).rest('get', '/admin/instance');
  expect([instance.status, instance.body.data.administrators]).toEqual([200, 1]);
});
