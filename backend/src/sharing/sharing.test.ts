import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SHARE_LINKS } from '../../contract/limits.js';
import { inDays, newProgram } from '../../test/support/apiToken.js';
import {
  addMember,
  Client,
  newPerson,
  newProject,
  newTask,
  newView,
  type Person,
  type RestResult,
} from '../../test/support/client.js';
import { captureLog } from '../../test/support/capturedLog.js';
import { closeAfterTest, startServer, type TestServer } from '../../test/support/harness.js';
import { otherAddress } from '../../test/support/otherAddress.js';
import { rows } from '../../test/support/rows.js';
import { type Following, follow } from '../../test/support/socket.js';
import { suspend } from '../accounts/operator.service.js';
import { revokeShareLinksOf } from '../auth/endAccess.js';
import { createSchema } from '../api/graphql/schema.js';
import { LinkHub } from '../feed/linkHub.js';
import { isPublic } from '../platform/graphql/public.js';
import type { ValidLink } from './shareLink.reads.js';
import { FULL_RUN } from '../../test/support/testDepth.js';
import { onlyIf } from '../../test/support/onlyIf.js';

let server: TestServer;
let ahead = 0;
const { log, lines } = captureLog();
let mara: Person;
let projectId: string;

beforeAll(async () => {
  server = await startServer({
    env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' },
    log,
    now: () => new Date(Date.now() + ahead),
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  ahead = 0;
  // all people register from one address
  await rows(server, 'delete from rate');
  mara = await newPerson(server);
  ({ id: projectId } = await newProject(mara));
});

const askLink = (fields: object = {}, by = mara, headers = {}): Promise<RestResult> =>
  by.client.rest('post', `/projects/${projectId}/share-links`, fields, headers);

interface Link {
  id: string;
  token: string;
}

async function newLink(fields: object = {}, by = mara): Promise<Link> {
  const { status, body } = await askLink(fields, by);
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.data.url).toMatch(/\/s\/[A-Za-z0-9_-]{43}$/);
  return { id: body.data.shareLink.id, token: body.data.url.split('/').at(-1) };
}

const revoke = ({ id }: Link, by = mara) => by.client.rest('delete', `/projects/${projectId}/share-links/${id}`);

const read = ({ token }: Pick<Link, 'token'>, more: object = {}, headers = otherAddress()): Promise<RestResult> =>
  new Client(server).rest('post', '/shared/board', { token, ...more }, headers);

async function board(link: Pick<Link, 'token'>, more: object = {}): Promise<RestResult['body']> {
  const { status, body } = await read(link, more);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

const titles = (shown: { columns: { tasks: { title: string }[] }[] }): string[] =>
  shown.columns.flatMap(({ tasks }) => tasks.map(({ title }) => title));

const expectEnded = async (link: Pick<Link, 'token'>, more: object = {}): Promise<void> => {
  expect(await read(link, more)).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'This link does not exist, or it has ended' },
  });
};

const CHANGED = 'subscription($token: String!, $key: String) { sharedChanged(token: $token, key: $key) { revision } }';

const watch = ({ token }: Pick<Link, 'token'>, key: string | null = null): Following<{ revision: number }> =>
  follow(server, CHANGED, {
    params: { sharedLink: token, ...(key !== null && { key }) },
    variables: { token, key },
    headers: otherAddress(),
  });

/** All texts in an answer, the names of fields included. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inside] of Object.entries(value)) {
      yield name;
      yield* textsIn(inside);
    }
  }
}

describe('a shared link', () => {
  it('shows the tasks of a project to everyone who has it, and nothing else of them', async () => {
    const jon = await newPerson(server, 'Jon');
    await addMember(mara, projectId, jon);
    const text = `Secret beginning ${'word '.repeat(80)}the end`;
    const task = await newTask(mara, projectId, {
      title: 'Paint the hull',
      description: text,
      priority: 'HIGH',
      dueDay: '2026-12-24',
      tags: ['paint', 'hull'],
      assigneeId: jon.id,
    });
    await mara.client.rest('put', `/projects/${projectId}/tags/paint`, { color: '#2f8068' });
    await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Only for us' });
    for (const item of ['One', 'Two']) await mara.client.rest('post', `/tasks/${task.id}/checklist`, { text: item });
    const link = await newLink();
    const shown = await board(link);
    expect(shown).toMatchObject({ projectName: 'Tern launch', expiresAt: null, revision: expect.any(Number) });
    expect(
      shown.columns.map(({ name, status, taskCount }: Record<string, unknown>) => [name, status, taskCount]),
    ).toEqual([
      ['To Do', 'TODO', 1],
      ['In Progress', 'IN_PROGRESS', 0],
      ['In Review', 'IN_REVIEW', 0],
      ['Done', 'DONE', 0],
    ]);
    expect(shown.columns[0].tasks).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{16}$/),
        title: 'Paint the hull',
        excerpt: expect.stringMatching(/^Secret beginning (?:word )+w?o?r?d?$/),
        priority: 'HIGH',
        dueDay: '2026-12-24',
        tags: [
          { name: 'paint', color: '#2f8068' },
          { name: 'hull', color: null },
        ],
        checklistTotal: 2,
        checklistDone: 0,
        initials: null,
      },
    ]);
    const named = await board(await newLink({ initials: true }));
    expect(named.columns[0].tasks[0].initials).toBe('JO');
    // no ids of people, of the project or of its objects, whatever they are called
    for (const answer of [shown, named]) {
      const texts = [...textsIn(answer)].join('\n');
      expect(texts).not.toMatch(/[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}/i);
      for (const hidden of [mara, jon].flatMap(({ id, email, username }) => [id, email, username])) {
        expect(texts).not.toContain(hidden);
      }
      expect(texts).not.toMatch(/Only for us|Okafor|the end|creator|assignee|comment|description/);
    }
  });

  it('answers by GraphQL as by REST, in words that members’ types do not share', async () => {
    await newTask(mara, projectId, { title: 'Shown' });
    const link = await newLink();
    const { data } = await new Client(server).graphql(
      `query($token: String!) { sharedBoard(token: $token) { projectName color revision expiresAt
        columns { id name color status taskCount next tasks { id title excerpt priority dueDay tags { name color }
          checklistTotal checklistDone initials } } } }`,
      { token: link.token },
      otherAddress(),
    );
    expect(data.sharedBoard).toEqual(await board(link));
    // a new field of a task is not shown to visitors unless someone decides so
    const schema = createSchema();
    const reached = new Set<string>();
    const walk = (name: string): void => {
      if (reached.has(name)) return;
      const type = schema.getType(name);
      if (!type || !('getFields' in type)) return;
      reached.add(name);
      for (const field of Object.values(type.getFields())) walk(String(field.type).replaceAll(/[[\]!]/g, ''));
    };
    walk('SharedBoard');
    expect([...reached].sort()).toEqual(['SharedBoard', 'SharedColumn', 'SharedTag', 'SharedTask']);
  });

  it('shows tags whatever they are called', async () => {
    const tags = ['constructor', '__proto__', 'toString'];
    await newTask(mara, projectId, { title: 'Refactor', tags });
    await mara.client.rest('put', `/projects/${projectId}/tags/toString`, { color: '#2f8068' });
    const link = await newLink();
    const expected = tags.map((name) => ({ name, color: name === 'toString' ? '#2f8068' : null }));
    expect((await board(link)).columns[0].tasks[0].tags).toEqual(expected);
    const { data, errors } = await new Client(server).graphql(
      'query($token: String!) { sharedBoard(token: $token) { columns { tasks { tags { name color } } } } }',
      { token: link.token },
      otherAddress(),
    );
    expect([errors, data.sharedBoard.columns[0].tasks[0].tags]).toEqual([undefined, expected]);
  });

  it('copies the filter of its creator’s view, with themselves for “me”, and keeps it', async () => {
    const jon = await newPerson(server, 'Jon');
    await addMember(mara, projectId, jon, 'OWNER');
    await newTask(mara, projectId, { title: 'Mine', assigneeId: mara.id, tags: ['open'] });
    await newTask(mara, projectId, { title: 'His', assigneeId: jon.id, tags: ['closed'] });
    await newTask(mara, projectId, { title: 'Done', assigneeId: mara.id, status: 'DONE', tags: ['closed'] });
    const viewId = await newView(mara, {
      projectId,
      name: 'For the client',
      filter: { assigneeIds: ['me'], statuses: ['TODO'] },
    });
    const link = await newLink({ viewId });
    const shown = await board(link);
    expect(shown.columns.map(({ name }: { name: string }) => name)).toEqual(['To Do']);
    expect(titles(shown)).toEqual(['Mine']);
    expect([...textsIn(shown)].join()).not.toMatch(/closed|For the client/);
    await mara.client.rest('patch', `/views/${viewId}`, { filter: {} });
    await newTask(mara, projectId, { title: 'His, too', assigneeId: jon.id });
    expect(titles(await board(link))).toEqual(['Mine']);
    const [listed] = (await jon.client.rest('get', `/projects/${projectId}/share-links`)).body.data;
    expect(listed).toMatchObject({ id: link.id, viewName: 'For the client', creatorId: mara.id });
    // of others, and of other projects
    expect((await askLink({ viewId }, jon)).body.errors).toEqual({ viewId: ['View not found'] });
    const { id: other } = await newProject(mara);
    const elsewhereId = await newView(mara, { projectId: other });
    const { status, body } = await askLink({ viewId: elsewhereId });
    expect([status, body.reasons[0].key]).toEqual([422, 'viewOfOtherProject']);
  });

  it('shows long columns page by page, and done tasks by their completion', async () => {
    for (const from of [0, 40]) {
      await mara.client.rest('post', '/tasks/bulk', {
        projectId,
        tasks: Array.from({ length: 40 }, (_, at) => ({ title: `Task ${from + at}`, priority: 'LOW' })),
      });
    }
    for (const title of ['First', 'Last']) {
      const { id } = await newTask(mara, projectId, { title });
      await mara.client.rest('patch', `/tasks/${id}/status`, { status: 'DONE' });
    }
    const link = await newLink();
    const [toDo, , , done] = (await board(link)).columns;
    expect([toDo.taskCount, toDo.tasks.length]).toEqual([80, SHARE_LINKS.pageOfColumn]);
    expect(done.tasks.map(({ title }: { title: string }) => title)).toEqual(['Last', 'First']);
    const asked = { token: link.token, column: toDo.id, after: toDo.next };
    const { body } = await new Client(server).rest('post', '/shared/tasks', asked, otherAddress());
    expect(body.data.next).toBeNull();
    const all = [...toDo.tasks, ...body.data.tasks];
    expect(all.map(({ title }) => title)).toEqual(Array.from({ length: 80 }, (_, at) => `Task ${at}`));
    const wrong = async (more: object) =>
      (await new Client(server).rest('post', '/shared/tasks', { ...asked, ...more }, otherAddress())).status;
    expect(await wrong({ after: 'nothing' })).toBe(400);
    // nor can it be read, or used for another link
    expect(Buffer.from(toDo.next, 'base64url').toString('latin1')).not.toContain('RANK');
    const other = await newLink();
    expect(await wrong({ token: other.token, column: (await board(other)).columns[0].id })).toBe(400);
    expect(await wrong({ column: 'absent' })).toBe(404);
    expect(await wrong({ token: 'absent' })).toBe(404);
  });

  it('is read once for all its visitors, and again after a change', async () => {
    const link = await newLink();
    await newTask(mara, projectId, { title: 'One' });
    const readsOf = async (): Promise<number> => {
      const before = server.statements.length;
      await Promise.all([1, 2, 3, 4].map(() => board(link)));
      return server.statements.slice(before).filter((text) => /from task t/.test(text)).length;
    };
    const first = await readsOf();
    expect(first).toBeGreaterThan(0);
    expect(await readsOf()).toBe(0);
    await newTask(mara, projectId, { title: 'Two' });
    expect(await readsOf()).toBe(first);
    expect(titles(await board(link))).toEqual(['One', 'Two']);
  });

  it('is shown once, stored as a hash, and never logged', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const { body } = await askLink({ password: 'Granite8stones' }, mara, key);
    const token = body.data.url.split('/').at(-1);
    const again = await askLink({ password: 'Granite8stones' }, mara, key);
    expect([again.status, again.body.message]).toEqual([
      409,
      'This link was created before, and its address is shown only once. Revoke it and create another one.',
    ]);
    const [listed] = (await mara.client.rest('get', `/projects/${projectId}/share-links`)).body.data;
    expect(listed).toEqual({
      ...body.data.shareLink,
      hasPassword: true,
      initials: false,
      ending: token.slice(-4),
      viewName: null,
      expiresAt: null,
    });
    const stored = JSON.stringify(await rows(server, 'select * from share_link'));
    const keys = JSON.stringify(await rows(server, 'select * from idempotency'));
    const page = await fetch(`${server.url}/s/${token}`, { headers: otherAddress() });
    await page.text();
    await read({ token });
    await watch({ token }).end();
    await new Client(server).rest('post', '/shared/open', { token, password: 'Wrong8stones' }, otherAddress());
    expect(lines.join('')).toContain('"/s/…"');
    for (const text of [stored, keys, lines.join('')]) {
      expect(text).not.toContain(token);
      expect(text).not.toMatch(/(?:Granite|Wrong)8stones/);
    }
    expect(lines.join('')).toMatch(/"event":"share_link_made"/);
    expect(lines.join('')).toMatch(/"event":"share_link_password_refused"/);
    // neither search engines nor other sites get its address
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-cache');
  });

  it('is managed by owners alone, and not by programs', async () => {
    const link = await newLink();
    const jon = await newPerson(server, 'Jon');
    for (const role of ['MEMBER', 'COMMENTER', 'VIEWER']) {
      await addMember(mara, projectId, jon, role);
      const list = await jon.client.rest('get', `/projects/${projectId}/share-links`);
      expect([list.status, (await askLink({}, jon)).status, (await revoke(link, jon)).status]).toEqual([403, 403, 403]);
      await mara.client.rest('delete', `/projects/${projectId}/members/${jon.id}`);
    }
    expect([(await askLink({}, jon)).status, (await revoke(link, jon)).status]).toEqual([404, 404]);
    const { client } = await newProgram(mara);
    const tries = [
      client.rest('get', `/projects/${projectId}/share-links`),
      client.rest('post', `/projects/${projectId}/share-links`, {}),
      client.rest('delete', `/projects/${projectId}/share-links/${link.id}`),
      client.rest('post', '/shared/board', { token: link.token }),
    ];
    for (const tried of tries) expect((await tried).status).toBe(403);
    await board(link);
  });

  it('can be created 20 times in a project, also at once', async () => {
    for (let n = 1; n < SHARE_LINKS.max; n += 1) await newLink();
    const answers = await Promise.all([1, 2, 3].map(() => askLink()));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    await revoke({ id: answers.find(({ status }) => status === 201)?.body.data.shareLink.id, token: '' });
    await newLink();
  });

  it('expires, and refuses a past', async () => {
    const { body } = await askLink({ expiresAt: inDays(-1) });
    expect(body.errors).toEqual({ expiresAt: ['The expiry date must be in the future'] });
    const link = await newLink({ expiresAt: inDays(1) });
    expect((await board(link)).expiresAt).toMatch(/^20/);
    const socket = watch(link);
    await socket.until(1);
    ahead = 2 * 24 * 3_600_000;
    await expectEnded(link);
    expect(await socket.end()).toEqual({ code: 4401, reason: 'The link has ended' });
    ahead = 0;
  });
});

describe('a shared link ends', () => {
  /** Ends a link with an open socket. */
  async function expectEnd(link: Link, end: () => Promise<unknown>): Promise<void> {
    await board(link);
    const socket = watch(link);
    await socket.until(1);
    await end();
    await expectEnded(link);
    expect(await socket.end()).toEqual({ code: 4401, reason: 'The link has ended' });
  }

  const put = (path: string, body: object = {}) => mara.client.rest('post', `/projects/${projectId}${path}`, body);

  it('when it is revoked, once', async () => {
    const link = await newLink();
    const other = await newLink();
    await expectEnd(link, async () => expect((await revoke(link)).status).toBe(204));
    expect((await revoke(link)).status).toBe(404);
    await board(other);
    const { body } = await mara.client.rest('get', `/projects/${projectId}/share-links`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([other.id]);
  });

  it('with the project, for good', async () => {
    const link = await newLink();
    await expectEnd(link, () => mara.client.rest('delete', `/projects/${projectId}`));
    expect((await put('/restore')).status).toBe(200);
    await expectEnded(link);
  });

  it('with its archiving, for good, also if that is undone', async () => {
    const link = await newLink();
    await expectEnd(link, () => put('/archive'));
    expect((await put('/unarchive')).status).toBe(200);
    await expectEnded(link);
    const next = await newLink();
    const { headers } = await put('/archive');
    const [, revision] = (headers.get('revisions') ?? '').split('=');
    await mara.client.rest('post', '/undo', { acts: [{ projectId, revision: Number(revision) }] });
    await expectEnded(next);
  });

  it('with its creator’s ownership, for good, and with their membership', async () => {
    const jon = await newPerson(server, 'Jon');
    await addMember(mara, projectId, jon, 'OWNER');
    const [his, hers] = [await newLink({}, jon), await newLink()];
    const roleOf = (role: string) => mara.client.rest('patch', `/projects/${projectId}/members/${jon.id}`, { role });
    await expectEnd(his, () => roleOf('MEMBER'));
    expect((await roleOf('OWNER')).status).toBe(200);
    await expectEnded(his);
    const next = await newLink({}, jon);
    await expectEnd(next, () => mara.client.rest('delete', `/projects/${projectId}/members/${jon.id}`));
    await addMember(mara, projectId, jon, 'OWNER');
    await expectEnded(next);
    await board(hers);
  });

  it('with its creator’s account: suspended, being deleted, or by the function for it', async () => {
    const make = async (): Promise<[Person, Link]> => {
      const jon = await newPerson(server, 'Jon');
      await addMember(mara, projectId, jon, 'OWNER');
      return [jon, await newLink({}, jon)];
    };
    const [jon, his] = await make();
    await expectEnd(his, () => suspend(server.resources, jon.email));
    await rows(server, 'update account set suspended_at = null where id = ?', [jon.id]);
    await expectEnded(his);

    const [ines, hers] = await make();
    await expectEnd(hers, () =>
      ines.client.rest('post', '/auth/delete-account', { currentPassword: ines.password, projects: [] }),
    );
    await rows(server, 'update account set deletion_at = null where id = ?', [ines.id]);
    await expectEnded(hers);

    const [lea, theirs] = await make();
    expect(lea.id).not.toBe(ines.id);
    const em = server.orm.em.fork();
    await expectEnd(theirs, () => em.transactional((tx) => revokeShareLinksOf(tx, lea.id, new Date())));
    // also where nothing has ended it
    const [tom, last] = await make();
    await expectEnd(last, () => rows(server, 'update account set suspended_at = now() where id = ?', [tom.id]));
  });

  it('for a task with its move to another project, and with its deletion', async () => {
    const { id: other } = await newProject(mara);
    const [moved, deleted] = [await newTask(mara, projectId, { title: 'Moved' }), await newTask(mara, projectId)];
    const link = await newLink();
    expect(titles(await board(link))).toHaveLength(2);
    expect((await mara.client.rest('patch', `/tasks/${moved.id}/project`, { projectId: other })).status).toBe(200);
    await mara.client.rest('delete', `/tasks/${deleted.id}`);
    expect(titles(await board(link))).toEqual([]);
  });
});

describe('SHARED_LINKS=off', () => {
  it('refuses new links, and ends those that exist as long as it is off', async () => {
    const link = await newLink();
    const off = closeAfterTest(await startServer({ env: { SHARED_LINKS: 'off' }, databaseUrl: server.databaseUrl }));
    const client = new Client(off, mara.client.token);
    const { status, body } = await client.rest('post', `/projects/${projectId}/share-links`, {});
    expect([status, body.message]).toEqual([403, 'Shared links are turned off on this server']);
    expect((await new Client(off).rest('post', '/shared/board', { token: link.token })).status).toBe(404);
    expect((await client.rest('get', `/projects/${projectId}/share-links`)).body.data).toHaveLength(1);
    expect((await client.rest('delete', `/projects/${projectId}/share-links/${link.id}`)).status).toBe(204);
  });
});

describe('the password of a shared link', () => {
  const PASSWORD = 'Granite8stones';
  const open = ({ token }: Link, password: string, headers = otherAddress()) =>
    new Client(server).rest('post', '/shared/open', { token, password }, headers);

  it('opens it for 12 hours, by a key that is for this link alone', async () => {
    const [link, other] = [await newLink({ password: PASSWORD }), await newLink({ password: PASSWORD })];
    const closed = await read(link);
    expect([closed.status, closed.body]).toEqual([
      401,
      { code: 'UNAUTHENTICATED', message: 'This link needs its password' },
    ]);
    const wrong = await open(link, 'Wrong8stones');
    expect([wrong.status, wrong.body.reasons]).toEqual([
      422,
      [{ field: 'password', key: 'wrongPassword', params: {} }],
    ]);
    const { key, expiresAt } = (await open(link, PASSWORD)).body.data;
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(11.9 * 3_600_000);
    await board(link, { key });
    for (const forged of [`${key}x`, key.slice(1), `z${key}`, '.', '', key.replace(/^./, 'x')]) {
      expect((await read(link, { key: forged })).status, forged).toBeOneOf([401, 422]);
    }
    expect((await read(other, { key })).status).toBe(401);
    // nor does a socket open without it
    expect(await watch(link).end()).toMatchObject({ code: 4401 });
    const socket = watch(link, key);
    await socket.until(1);
    await socket.stop();
    const signedIn = follow(server, CHANGED, { token: mara.client.token, variables: { token: link.token } });
    await expect.poll(() => signedIn.errors[0]?.message).toBe('This link needs its password');
    await signedIn.stop();
    ahead = 12 * 3_600_000;
    expect((await read(link, { key })).status).toBe(401);
    ahead = 0;
    await revoke(link);
    await expectEnded(link, { key });
    expect((await open(link, PASSWORD)).status).toBe(404);
  });

  it('can be guessed ten times in 15 minutes, from all addresses together, at which those who have a key go on', async () => {
    const link = await newLink({ password: PASSWORD });
    const { key } = (await open(link, PASSWORD)).body.data;
    // a right one does not count
    for (let n = 0; n < 12; n += 1) expect((await open(link, PASSWORD)).status).toBe(200);
    for (let n = 0; n < 10; n += 1) expect((await open(link, `Wrong${n}stones`)).status).toBe(422);
    const refused = await open(link, PASSWORD);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 800]).toEqual([429, true]);
    await board(link, { key });
    expect((await open(await newLink({ password: PASSWORD }), PASSWORD)).status).toBe(200);
  });

  it('keeps to the rules of passwords', async () => {
    for (const password of ['short', 'Password1', 'x'.repeat(80)]) {
      const { status, body } = await askLink({ password });
      expect([status, Object.keys(body.errors)], password).toEqual([422, ['password']]);
    }
  });
});

describe('visitors', () => {
  it('can read 120 times a minute from an address, by all calls together', async () => {
    const link = await newLink();
    const here = otherAddress();
    for (let n = 0; n < 60; n += 1) {
      expect((await read(link, {}, here)).status).toBe(200);
      expect((await read({ token: 'absent' }, {}, here)).status).toBe(404);
    }
    const refused = await read(link, {}, here);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    const socket = follow(server, CHANGED, { params: { sharedLink: link.token }, headers: here });
    expect(await socket.end()).toMatchObject({ code: 4429 });
    await board(link);
  });

  it('get only revisions by a socket', async () => {
    const link = await newLink();
    const visitor = watch(link);
    const member = follow<{ revision: number }>(server, CHANGED, {
      token: mara.client.token,
      variables: { token: link.token },
    });
    const [before] = await visitor.until(1);
    await member.until(1);
    const task = await newTask(mara, projectId, { title: 'Not in the event' });
    const [, event] = await visitor.until(2);
    expect(event).toEqual({ revision: (before?.revision ?? 0) + 1 });
    expect((await member.until(2))[1]).toEqual(event);
    // several changes can be one event, and the last one is sent
    for (let n = 0; n < 5; n += 1) await mara.client.rest('put', `/tasks/${task.id}`, { title: `Title ${n}` });
    await expect.poll(() => visitor.events.at(-1)?.revision).toBe((event?.revision ?? 0) + 5);
    expect(visitor.events.length).toBeLessThan(7);
    await revoke(link);
    // the socket of a member stays
    expect(await visitor.end()).toMatchObject({ code: 4401 });
    await member.stop();
  });

  it('get a revision that was sent between the read of the link and the subscription', async () => {
    const found: ValidLink = {
      id: randomUUID(),
      projectId,
      creatorId: mara.id,
      passwordHash: null,
      filter: {},
      initials: false,
      expiresAt: null,
      projectName: 'Harbor',
      projectColor: '#336699',
      tagColors: {},
      revision: 7,
    };
    const hub = new LinkHub(server.orm, log, () => new Date());
    try {
      hub.follow({ ...found, revision: 8 }, { onEnd: () => undefined, isSocket: true });
      expect((await hub.subscribe(found, false).next()).value).toMatchObject({ revision: 8 });
    } finally {
      hub.close();
    }
  });

  it('can do nothing else with a link, by either transport or a socket', async () => {
    const link = await newLink();
    const bearer = new Client(server, link.token);
    const { body: me } = await bearer.rest('get', '/auth/me', undefined, otherAddress());
    expect(me.code).toBe('UNAUTHENTICATED');
    const schema = createSchema();
    const named = [
      ['query', schema.getQueryType()?.getFields() ?? {}],
      ['subscription', schema.getSubscriptionType()?.getFields() ?? {}],
    ] as const;
    // every field that needs a sign-in refuses the token, in the header and in its arguments
    for (const path of [
      `/projects/${projectId}`,
      `/projects/${projectId}/members`,
      `/projects/${projectId}/share-links`,
      `/projects/${projectId}/changes`,
      '/tasks',
      '/projects',
      '/trash',
      '/nodes?ids=' + projectId,
    ]) {
      expect((await bearer.rest('get', path, undefined, otherAddress())).status, path).toBe(401);
    }
    for (const [kind, fields] of named) {
      for (const field of Object.values(fields)) {
        const { name, args, type } = field;
        const isFilled = args.every(({ type: of }) => !String(of).endsWith('!') || /^(?:ID|String)!$/.test(String(of)));
        if (isPublic(field) || !isFilled) continue;
        const given = args
          .filter(({ type: of }) => String(of).endsWith('!'))
          .map((arg) => `${arg.name}: "${link.token}"`);
        const list = given.length > 0 ? `(${given.join(', ')})` : '';
        const selection = /^(?:\[?)(?:ID|String|Int|Boolean|Float)\b/.test(String(type)) ? '' : '{ __typename }';
        const document = `${kind} { ${name}${list} ${selection} }`;
        if (kind === 'query') {
          const { errors } = await bearer.graphql(document, {}, otherAddress());
          expect(errors?.[0]?.message, document).toBe('Please sign in');
        } else {
          const socket = follow(server, document, { params: { sharedLink: link.token }, headers: otherAddress() });
          await expect.poll(() => socket.errors[0]?.message).toBe('Please sign in');
          expect(socket.events).toEqual([]);
          await socket.stop();
        }
      }
    }
    for (const params of [
      { token: link.token },
      { Authorization: `Bearer ${link.token}` },
      { sharedLink: 'absent' },
      { sharedLink: 7 },
    ]) {
      const socket = follow(server, CHANGED, { params, variables: { token: link.token }, headers: otherAddress() });
      expect(await socket.end()).toMatchObject({ code: 4401 });
    }
    // without the variables that it needs
    const bare = follow(server, CHANGED, { params: { sharedLink: link.token }, headers: otherAddress() });
    await expect.poll(() => bare.errors[0]?.message).toContain('"$token" of required type "String!" was not provided');
    await bare.stop();
    // sockets take subscriptions only
    const socket = follow(server, `{ sharedBoard(token: "${link.token}") { projectName } }`, {
      params: { sharedLink: link.token },
      headers: otherAddress(),
    });
    await expect.poll(() => socket.errors[0]?.message).toMatch(/^Sockets take subscriptions only/);
    await socket.stop();
  });

  it.each(onlyIf(FULL_RUN, 'can open 500 sockets of one link'))(
    '%s',
    async () => {
      const [link, other] = [await newLink(), await newLink()];
      const sockets: Following<unknown>[] = [];
      try {
        for (let n = 0; n < SHARE_LINKS.sockets / 50; n += 1) {
          const more = Array.from({ length: 50 }, () => watch(link));
          sockets.push(...more);
          await Promise.all(more.map((socket) => socket.until(1)));
        }
        expect(await watch(link).end()).toMatchObject({ code: 4429 });
        const beside = watch(other);
        sockets.push(beside);
        await beside.until(1);
        await sockets.shift()?.stop();
        // the place of one who has left
        await expect
          .poll(
            async () => {
              const next = watch(link);
              sockets.push(next);
              return Promise.race([next.until(1).then(() => 'open'), next.end().then(() => 'closed')]);
            },
            { timeout: 5_000 },
          )
          .toBe('open');
        await revoke(link);
        await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBeGreaterThan(499);
      } finally {
        await Promise.all(sockets.map((socket) => socket.stop()));
      }
    },
    60_000,
  );
});
