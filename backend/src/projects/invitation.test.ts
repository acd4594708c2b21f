import { randomUUID } from 'node:crypto';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RATES } from '../../contract/limits.js';
import {
  addMember,
  Client,
  newPerson,
  newProject,
  newTask,
  type Person,
  type RestResult,
} from '../../test/support/client.js';
import { startServer } from '../../test/support/harness.js';
import { type MailServer, recipient, startMailServer } from '../../test/support/jobQueue.js';
import { logOf, revisionOf, rows } from '../../test/support/rows.js';
import { mutation } from '../../test/support/selections.js';
import { follow } from '../../test/support/socket.js';
import { sanitizeName } from '../platform/i18n/sanitizeName.js';

const DAY = 86_400_000;

let server: MailServer;
let clock = 0;
let mara: Person;
let jon: Person;
let uma: Person;
let id: string;
beforeAll(async () => {
  server = await startMailServer({ now: () => new Date(Date.now() + clock) });
  [mara, jon, uma] = [await newPerson(server), await newPerson(server, 'Jon'), await newPerson(server, 'Uma')];
});
beforeEach(async () => {
  clock = 0;
  ({ id } = await newProject(mara));
});
afterAll(() => server.close());

const newEmail = (): string => `i${randomUUID().slice(0, 18)}@yard.example`;
const invite = (email: string, role = 'MEMBER', who = mara, projectId = id): Promise<RestResult> =>
  who.client.rest('post', `/projects/${projectId}/invitations`, { email, role });
const pending = async (): Promise<
  { id: string; email: string; role: string; inviterId: string; expiresAt: string }[]
> => (await mara.client.rest('get', `/projects/${id}/invitations`)).body.data;
const resend = (invitationId: string) => mara.client.rest('post', `/projects/${id}/invitations/${invitationId}/resend`);
const revoke = (invitationId: string) => mara.client.rest('delete', `/projects/${id}/invitations/${invitationId}`);
const preview = (token: string) => new Client(server).rest('post', '/invitations/preview', { token });
const accept = (token: string, who: Pick<Person, 'client'>) =>
  who.client.rest('post', '/invitations/accept', { token });
const reasonOf = ({ status, body }: RestResult): unknown => (status === 422 ? body.errors.token[0] : status);
const memberIds = async (): Promise<string[]> => (await mara.client.rest('get', `/projects/${id}`)).body.data.memberIds;

const mailsTo = async (email: string): Promise<Email[]> =>
  (await server.work()).filter((mail) => recipient(mail)?.toLowerCase() === email.toLowerCase());
const tokenIn = (mail: Email | undefined): string => /\/invitation\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
/** Invites an address and returns the token of the mail. */
const invited = async (email = newEmail(), role = 'MEMBER', who = mara): Promise<string> => {
  expect((await invite(email, role, who)).status).toBe(201);
  const [mail] = await mailsTo(email);
  return tokenIn(mail);
};

const USED = 'This invitation was already used. Each works once.';
const WITHDRAWN = 'This invitation was withdrawn.';
const UNKNOWN = 'This invitation is no longer valid. Ask the person who invited you for a new one.';
const EXPIRED = 'This invitation has expired. Ask Mara Okafor for a new one.';

describe('an invitation', () => {
  it('is a mail whose link makes the signed-in user a member, logged as their own act', async () => {
    const email = newEmail();
    const { status, body } = await invite(email);
    expect({ status, data: body.data }).toMatchObject({
      status: 201,
      data: { projectId: id, email, role: 'MEMBER', inviterId: mara.id, inviter: { name: 'Mara Okafor' } },
    });
    expect(Date.parse(body.data.expiresAt) - Date.parse(body.data.createdAt)).toBe(14 * DAY);
    expect(await pending()).toEqual([body.data]);
    // the project's log is unchanged
    expect([await revisionOf(server, id), await logOf(server, id, 1)]).toEqual([1, []]);

    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Mara Okafor invites you to “Tern launch”');
    const token = tokenIn(mail);
    expect(mail?.html).toContain(`/invitation?token=${token}`);
    // the database does not contain the token
    const links = await rows<{ hash: string }>(server, 'select token_hash as hash from invitation_link');
    expect(links.some(({ hash }) => hash === token)).toBe(false);
    expect((await preview(token)).body.data).toEqual({
      projectName: 'Tern launch',
      inviter: 'Mara Okafor',
      email,
      role: 'MEMBER',
      expiresAt: body.data.expiresAt,
    });

    const feed = follow<{ kind: string; projectId: string; revision: number }>(
      server,
      'subscription { changes(after: []) { kind projectId revision } }',
      { token: jon.client.token },
    );
    await expect.poll(() => feed.socket?.readyState).toBe(1);
    const joined = await accept(token, jon);
    expect(joined.status).toBe(200);
    expect(joined.body.data).toMatchObject({ projectId: id, userId: jon.id, role: 'MEMBER' });
    await expect.poll(() => feed.events).toContainEqual({ kind: 'PROJECT_JOINED', projectId: id, revision: 2 });
    await feed.stop();
    expect(await memberIds()).toEqual([mara.id, jon.id]);
    expect(await pending()).toEqual([]);
    expect(await logOf(server, id, 1)).toMatchObject([
      { entity: 'member', entityId: jon.id, action: 'created', actorId: jon.id, fields: { role: [null, 'MEMBER'] } },
    ]);
    const { notifications } = (await mara.client.rest('get', '/notifications')).body.data;
    expect(notifications[0]).toMatchObject({
      kind: 'MEMBER_ADDED',
      message: 'Jon Okafor joined “Tern launch”',
      params: expect.objectContaining({ actor: 'Jon Okafor', project: 'Tern launch', joined: true }),
      actorId: jon.id,
      projectId: id,
    });
    const theirs = (await jon.client.rest('get', '/notifications')).body.data.notifications;
    expect(theirs.filter(({ projectId }: { projectId: string }) => projectId === id)).toEqual([]);
  });

  it('works once: not for a second person, not after its member has left, and not twice at once in two processes', async () => {
    const token = await invited();
    expect((await accept(token, jon)).status).toBe(200);
    // the invited person gets the same answer when repeating the request
    expect((await accept(token, jon)).body.data).toMatchObject({ userId: jon.id });
    expect(reasonOf(await preview(token))).toBe(USED);
    expect(reasonOf(await accept(token, uma))).toBe(USED);
    await mara.client.rest('delete', `/projects/${id}/members/${jon.id}`);
    expect(reasonOf(await accept(token, jon))).toBe(USED);

    const another = await invited();
    const other = await startServer({ databaseUrl: server.databaseUrl });
    const there = { client: new Client(other, uma.client.token) };
    const answers = await Promise.all([accept(another, jon), accept(another, there)]);
    await other.close();
    expect(new Set(answers.map(reasonOf))).toEqual(new Set([200, USED]));
    expect(await memberIds()).toHaveLength(2);
  });

  it('is sent, accepted and revoked once by a write that is repeated, which is answered the same', async () => {
    const token = await invited();
    const key = { 'idempotency-key': randomUUID() };
    const once = await jon.client.rest('post', '/invitations/accept', { token }, key);
    const twice = await jon.client.rest('post', '/invitations/accept', { token }, key);
    expect(twice.body).toEqual(once.body);
    const email = newEmail();
    const send = () => mara.client.rest('post', `/projects/${id}/invitations`, { email }, key);
    const first = await send();
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await send()).body).toEqual(first.body);
    expect(await mailsTo(email)).toEqual([]);
    const invitationId = (await pending())[0]?.id ?? '';
    const end = () =>
      mara.client.rest('delete', `/projects/${id}/invitations/${invitationId}`, undefined, {
        'idempotency-key': `end-${invitationId}`,
      });
    expect([(await end()).status, (await end()).status]).toEqual([204, 204]);
  });

  it('as owner requires the invited address, in any case', async () => {
    const token = await invited(uma.email.toUpperCase(), 'OWNER');
    const refused = await accept(token, jon);
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    expect(refused.body.message).toContain('Only');
    // the refusal does not use up the invitation
    expect((await accept(token, uma)).body.data).toMatchObject({ userId: uma.id, role: 'OWNER' });
  });

  it('is refused for a present member, whose use of its link does not use it up', async () => {
    await addMember(mara, id, jon);
    expect((await invite(jon.email.toUpperCase())).body).toEqual({
      code: 'CONFLICT',
      message: 'This person is already a member',
    });
    const token = await invited();
    expect((await accept(token, jon)).body.data).toMatchObject({ userId: jon.id, role: 'MEMBER' });
    expect((await accept(token, uma)).status).toBe(200);
  });
});

describe('an invitation ends', () => {
  it('when it is revoked, and where it is sent again works in all its mails', async () => {
    const email = newEmail();
    const first = await invited(email);
    const invitationId = (await pending())[0]?.id ?? '';
    clock = 13 * DAY;
    expect((await resend(invitationId)).status).toBe(200);
    const second = tokenIn((await mailsTo(email))[0]);
    expect(second).not.toBe(first);
    clock = 20 * DAY;
    expect([(await preview(first)).status, (await preview(second)).status]).toEqual([200, 200]);
    expect((await revoke(invitationId)).status).toBe(204);
    for (const token of [first, second]) {
      expect([reasonOf(await preview(token)), reasonOf(await accept(token, jon))]).toEqual([WITHDRAWN, WITHDRAWN]);
    }
    expect([(await revoke(invitationId)).status, (await resend(invitationId)).status]).toEqual([404, 404]);
    expect(await pending()).toEqual([]);
  });

  it('after 14 days, and is valid again when it is resent', async () => {
    const email = newEmail();
    const token = await invited(email);
    clock = 14 * DAY - 60_000;
    expect((await preview(token)).status).toBe(200);
    clock = 14 * DAY;
    expect([reasonOf(await preview(token)), reasonOf(await accept(token, jon))]).toEqual([EXPIRED, EXPIRED]);
    const [waiting] = await pending();
    expect(Date.parse(waiting?.expiresAt ?? '')).toBeLessThan(Date.now() + clock);
    await resend(waiting?.id ?? '');
    expect((await accept(token, jon)).status).toBe(200);
  });

  it('with its inviter, who is removed, leaves or is no owner any more; those of others stay', async () => {
    for (const end of [
      () => mara.client.rest('delete', `/projects/${id}/members/${uma.id}`),
      () => uma.client.rest('delete', `/projects/${id}/members/${uma.id}`),
      () => mara.client.rest('patch', `/projects/${id}/members/${uma.id}`, { role: 'MEMBER' }),
    ]) {
      await addMember(mara, id, uma, 'OWNER');
      const [theirs, mine] = [await invited(undefined, 'MEMBER', uma), await invited()];
      expect((await end()).status).toBeLessThan(300);
      expect([UNKNOWN, WITHDRAWN]).toContain(reasonOf(await accept(theirs, jon)));
      expect((await preview(mine)).status).toBe(200);
    }
    await mara.client.rest('patch', `/projects/${id}/members/${uma.id}`, { role: 'OWNER' });
    expect((await pending()).map(({ inviterId }) => inviterId)).toEqual([mara.id, mara.id, mara.id]);
  });

  it('with the project, and when the invited person is added in another way', async () => {
    const [first, second] = [await invited(jon.email), await invited()];
    await addMember(mara, id, jon);
    expect((await pending()).map(({ email }) => email)).not.toContain(jon.email);
    expect(reasonOf(await preview(first))).toBe(WITHDRAWN);
    // a member's own link still leads to the project
    expect((await accept(first, jon)).body.data).toMatchObject({ projectId: id });
    await mara.client.rest('delete', `/projects/${id}`);
    expect([reasonOf(await preview(second)), reasonOf(await accept(second, uma))]).toEqual([UNKNOWN, UNKNOWN]);
    const over = await rows(server, 'select 1 from invitation where project_id = ? and ended_at is null', [id]);
    expect(over).toEqual([]);
  });
});

describe('inviting', () => {
  it('answers and does the same whether the address has an account, in statements too', async () => {
    const shape = async (email: string): Promise<unknown> => {
      const before = server.asked.length;
      const { status, body } = await invite(email);
      const { id: made, email: told, createdAt: _at, expiresAt: _until, ...rest } = body.data;
      expect([typeof made, told]).toEqual(['string', email]);
      return { status, rest, statements: server.asked.slice(before) };
    };
    await shape(newEmail());
    expect(await shape(jon.email)).toEqual(await shape(newEmail()));
    const mails = await server.work();
    const words = mails.map(({ text, subject }) => [subject, text?.replace(/token=[\w-]+/, '')]);
    expect(new Set(words.map(String)).size).toBe(1);
  });

  it('the same address again renews its one invitation, with the role and the owner of the last time', async () => {
    await addMember(mara, id, uma, 'OWNER');
    const email = newEmail();
    const first = await invited(email, 'OWNER');
    clock = DAY;
    const second = await invited(email.toUpperCase(), 'MEMBER', uma);
    const [waiting, ...others] = await pending();
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({ email, role: 'MEMBER', inviterId: uma.id });
    expect((await preview(first)).body).toEqual((await preview(second)).body);
    // one act for all its links
    expect((await accept(first, jon)).status).toBe(200);
    expect(reasonOf(await preview(second))).toBe(USED);
  });

  it.each([
    [{}, { email: ['Email is required'] }],
    [{ email: 'two@tern.example, three@tern.example' }, { email: ['Invalid email'] }],
    [{ email: 'a@tern.example\nBcc: b@tern.example' }, { email: ['Invalid email'] }],
    [{ email: 'a@tern.example', role: 'GUEST' }, { role: ['Role must be OWNER, MEMBER, COMMENTER or VIEWER'] }],
  ])('refuses %j', async (fields, errors) => {
    const { status, body } = await mara.client.rest('post', `/projects/${id}/invitations`, fields);
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors });
  });

  it('keeps the domain of an address in its ASCII form', async () => {
    expect((await invite('x@münchen.example')).body.data.email).toBe('x@xn--mnchen-3ya.example');
  });

  it('does not turn names into links or headers', async () => {
    const name = 'http://evil.example/pay\r\nBcc: all@tern.example <script>alert(1)</script>';
    const { id: projectId } = await newProject(mara, { name });
    const email = newEmail();
    await invite(email, 'MEMBER', mara, projectId);
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect([mail?.to, mail?.bcc, mail?.cc]).toEqual([[{ address: email, name: '' }], undefined, undefined]);
    const links = [mail?.text, mail?.html].flatMap((part) => part?.match(/\w+:\/\/[^\s"<]+/g) ?? []);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !/\/invitation\?token=[\w-]+$/.test(link))).toEqual([]);
    expect([mail?.subject, mail?.text].join()).not.toMatch(/evil\.example|tern\.example/);
    expect(mail?.html).not.toMatch(/<script|evil\.example|tern\.example/);
    expect((await preview(tokenIn(mail))).body.data.projectName).toBe(name);
  });

  it.each([
    ['http://evil.example/x', 'http: evil. example/x'],
    ['Buy now: www.evil.example', 'Buy now: www. evil. example'],
    ['evil。example', 'evil。 example'],
    ['a\r\nb\u2028c\u202ed', 'a b c d'],
    ['Firmware 2.0', 'Firmware 2.0'],
    ['Ана‑Мария O’Neil', 'Ана‑Мария O’Neil'],
  ])('writes %j as %j', (name, plain) => {
    expect(sanitizeName(name)).toBe(plain);
  });
});

describe('suggested members', () => {
  const OFFERED = `query($id: ID!, $first: Int, $after: String) { project(id: $id) {
    suggestedMembers(first: $first, after: $after) { totalCount pageInfo { endCursor hasNextPage } nodes { name email } } } }`;

  it('are people from the owner’s other projects who are not members or deleted, by name', async () => {
    const [ann, bob, cy] = [
      await newPerson(server, 'ann'),
      await newPerson(server, 'Bob'),
      await newPerson(server, 'Cy'),
    ];
    const owner = await newPerson(server, 'Zoe');
    const { id: here } = await newProject(owner);
    const [{ id: there }, { id: gone }] = [await newProject(owner), await newProject(owner)];
    for (const person of [bob, ann]) await addMember(owner, there, person);
    await addMember(owner, gone, cy);
    const list = () => owner.client.rest('get', `/projects/${here}/suggested-members`);
    const names = async () => (await list()).body.data.map(({ firstName }: { firstName: string }) => firstName);
    expect(await names()).toEqual(['ann', 'Bob', 'Cy']);
    const { data } = await owner.client.graphql(OFFERED, { id: here, first: 1 });
    const { endCursor } = data.project.suggestedMembers.pageInfo;
    const next = await owner.client.graphql(OFFERED, { id: here, first: 1, after: endCursor });
    expect(next.data.project.suggestedMembers).toMatchObject({
      totalCount: 3,
      nodes: [{ name: 'Bob Okafor', email: null }],
    });
    await owner.client.rest('delete', `/projects/${gone}`);
    await addMember(owner, here, ann);
    expect(await names()).toEqual(['Bob']);
    // People who are deleting their accounts cannot be added.
    await bob.client.rest('post', '/auth/delete-account', { currentPassword: bob.password, projects: [] });
    expect(await names()).toEqual([]);
    // a member gets no suggestions
    expect((await ann.client.rest('get', `/projects/${here}/suggested-members`)).status).toBe(403);
    const refused = await ann.client.graphql(OFFERED, { id: here });
    expect(refused.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});

describe('limits', () => {
  let limited: MailServer;
  beforeAll(async () => {
    limited = await startMailServer({ env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } });
  });
  afterAll(() => limited.close());
  const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

  it('of waiting invitations: the 51st of a project is refused until one ends, whoever sends it', async () => {
    for (const n of times(50)) {
      const { status } = await invite(`${n}@yard.example`);
      expect(status).toBe(201);
    }
    const refused = await invite(newEmail());
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 429, code: 'RATE_LIMITED' });
    expect(refused.body.message).toBe('50 invitations to this project are pending. Revoke one first.');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(13 * 86_400);
    // a pending one can be renewed, and an expired one does not count
    expect((await invite('7@yard.example')).status).toBe(201);
    const [newest] = await pending();
    await revoke(newest?.id ?? '');
    expect((await invite(newEmail())).status).toBe(201);
    clock = 14 * DAY;
    expect((await invite(newEmail())).status).toBe(201);
  });

  it('of mails: the 21st of a person within a day is refused, over all their projects; what was refused costs none', async () => {
    const owner = await newPerson(limited);
    const [{ id: one }, { id: two }] = [await newProject(owner), await newProject(owner)];
    const send = (projectId: string, email: string) => invite(email, 'MEMBER', owner, projectId);
    for (const _ of times(25)) expect((await send(one, owner.email)).status).toBe(409);
    const first = await send(one, newEmail());
    expect(first.status).toBe(201);
    const again = `/projects/${one}/invitations/${first.body.data.id}/resend`;
    for (const n of times(10)) expect((await owner.client.rest('post', again)).status, `${n}`).toBe(200);
    for (const _ of times(9)) expect((await send(two, newEmail())).status).toBe(201);
    const refused = await send(two, newEmail());
    expect({ status: refused.status, message: refused.body.message }).toEqual({
      status: 429,
      message: 'Too many requests. Please try again in 24 hours.',
    });
    expect((await owner.client.rest('post', again)).status).toBe(429);
    // of resends that were not mailed yet, one is mailed
    expect(await limited.work()).toHaveLength(11);
  });

  it('of addresses that are tried out: that one is a member’s can be asked as often as by looking people up', async () => {
    const owner = await newPerson(limited);
    const { id: projectId } = await newProject(owner);
    const { points } = RATES.lookupPerPerson;
    for (const _ of times(points)) expect((await invite(owner.email, 'MEMBER', owner, projectId)).status).toBe(409);
    expect((await invite(owner.email, 'MEMBER', owner, projectId)).status).toBe(429);
    expect((await owner.client.rest('get', '/users/lookup?emailOrUsername=jon')).status).toBe(429);
  });

  it('of mails to one address: further ones are not sent, without telling the sender', async () => {
    const email = newEmail();
    const owner = await newPerson(limited);
    for (const _ of times(11)) {
      const { id: projectId } = await newProject(owner);
      expect((await invite(email, 'MEMBER', owner, projectId)).status).toBe(201);
    }
    const mails = await limited.work();
    expect(mails.filter((mail) => recipient(mail) === email)).toHaveLength(10);
  });

  it('of guesses at links: an address has so many an hour, looks and tries together', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const person = await newPerson(limited);
    const { points } = RATES.invitationPerAddress;
    const guess = (n: number) =>
      n % 2 === 0
        ? new Client(limited).rest('post', '/invitations/preview', { token: `guess${n}` }, from)
        : person.client.rest('post', '/invitations/accept', { token: `guess${n}` }, from);
    for (const n of times(points)) expect(reasonOf(await guess(n))).toBe(UNKNOWN);
    for (const n of [0, 1]) expect((await guess(n)).status).toBe(429);
    expect(reasonOf(await new Client(limited).rest('post', '/invitations/preview', { token: 'guess' }))).toBe(UNKNOWN);
  });
});

it('joining by a link is one write like others: in the feed with its id, and with the project as it is then', async () => {
  const token = await invited();
  await newTask(mara, id);
  const mutationId = randomUUID();
  const { data } = await jon.client.graphql(
    mutation('acceptInvitation', 'revision member { role user { id } } project { revision memberIds viewerRole }'),
    { input: { token, mutationId } },
  );
  expect(data.acceptInvitation).toEqual({
    revision: 3,
    member: { role: 'MEMBER', user: { id: jon.id } },
    project: { revision: 3, memberIds: [mara.id, jon.id], viewerRole: 'MEMBER' },
  });
  expect(await logOf(server, id, 2)).toMatchObject([{ mutationId, actorId: jon.id }]);
});
