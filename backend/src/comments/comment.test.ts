import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { logOf, revisionOf, rows } from '../../test/support/rows.js';
import { COMMENT, mutation } from '../../test/support/selections.js';
import { follow } from '../../test/support/socket.js';

let server: TestServer;
let owner: Person;
let member: Person;
let other: Person;
let projectId: string;
let taskId: string;

beforeAll(async () => {
  server = await startServer();
  [owner, member, other] = [await newPerson(server), await newPerson(server, 'Ines'), await newPerson(server, 'Jon')];
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = (await newProject(owner)).id;
  for (const person of [member, other]) await addMember(owner, projectId, person);
  taskId = (await newTask(owner, projectId)).id;
  for (const { client } of [owner, member, other]) await client.rest('delete', '/notifications');
});

const post = (by: Person, text: unknown, fields: object = {}, headers: Record<string, string> = {}) =>
  by.client.rest('post', `/tasks/${taskId}/comments`, { text, ...fields }, headers);
const said = async (by: Person, text = 'Shall we?') => (await post(by, text)).body.data;
const put = (by: Person, id: string, body: object) => by.client.rest('put', `/comments/${id}`, body);
const remove = (by: Person, id: string) => by.client.rest('delete', `/comments/${id}`);
const list = async (query = '') => (await owner.client.rest('get', `/tasks/${taskId}/comments${query}`)).body.data;
const countOf = async (id = taskId): Promise<number> =>
  (await owner.client.rest('get', `/tasks/${id}`)).body.data.commentCount;
const readInbox = async ({ client }: Person): Promise<[string, string][]> =>
  (await client.rest('get', '/notifications')).body.data.notifications
    .map(({ kind, message }: { kind: string; message: string }) => [kind, message])
    .toReversed();
const kinds = async (person: Person) => (await readInbox(person)).map(([kind]) => kind);

describe('a comment', () => {
  it('has 1 to 10,000 characters without white space around them', async () => {
    for (const text of [undefined, null, 7, '', ' \n ']) {
      expect((await post(owner, text)).body.errors).toEqual({ text: ['Comment is required'] });
    }
    expect((await post(owner, 't'.repeat(10_001))).body.errors).toEqual({
      text: ['Comment must be at most 10000 characters'],
    });
    expect((await post(owner, 'nul\u0000')).status).toBe(422);
    expect((await post(owner, ` ${'t'.repeat(10_000)}\n`)).body.data.text).toHaveLength(10_000);
    expect((await post(owner, 'Two\nlines <b>&</b>')).body.data.text).toBe('Two\nlines <b>&</b>');
  });

  it('is created once for repeats with the same key or id', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const twice = await Promise.all([1, 2].map(() => post(member, 'Once', {}, key)));
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    expect(twice[0]?.body).toEqual(twice[1]?.body);
    const id = randomUUID();
    expect((await post(member, 'Mine', { id })).body.data.id).toBe(id);
    expect((await post(member, 'Mine', { id })).status).toBe(409);
    expect((await list()).map(({ text }: { text: string }) => text)).toEqual(['Once', 'Mine']);
  });

  it('is listed oldest first in pages, by GraphQL and REST', async () => {
    const made = [];
    for (const by of [owner, member, other, owner, member]) made.push((await said(by, `No. ${made.length}`)).id);
    const page = await owner.client.rest('get', `/tasks/${taskId}/comments?limit=2`);
    expect(page.body.data.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 2));
    const next = /<\/api([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const second = await owner.client.rest('get', next);
    expect(second.body.data.map(({ id }: { id: string }) => id)).toEqual(made.slice(2, 4));
    const { data } = await owner.client.graphql(
      'query($id: ID!) { task(id: $id) { commentCount comments(first: 3) { totalCount nodes { id author { name } } } } }',
      { id: taskId },
    );
    expect(data.task.commentCount).toBe(5);
    expect(data.task.comments.totalCount).toBe(5);
    expect(data.task.comments.nodes.map(({ author }: { author: { name: string } }) => author.name)).toEqual([
      'Mara Okafor',
      'Ines Okafor',
      'Jon Okafor',
    ]);
  });

  it('is counted on its task, in one statement for a list of tasks', async () => {
    const second = (await newTask(owner, projectId)).id;
    const { id } = await said(member);
    await said(other);
    expect([await countOf(), await countOf(second)]).toEqual([2, 0]);
    const before = server.statements.length;
    const { body } = await owner.client.rest('get', `/tasks?projectId=${projectId}`);
    const counts = new Map(body.data.map((task: { id: string; commentCount: number }) => [task.id, task.commentCount]));
    expect([counts.get(taskId), counts.get(second)]).toEqual([2, 0]);
    expect(server.statements.slice(before).filter((text) => text.includes('from comment'))).toHaveLength(1);
    await remove(member, id);
    expect(await countOf()).toBe(1);
  });

  it('is deleted with its task, in the same revision', async () => {
    const { id } = await said(member);
    const revision = (await revisionOf(server, projectId)) + 1;
    await owner.client.rest('delete', `/tasks/${taskId}`);
    expect((await owner.client.rest('get', `/tasks/${taskId}/comments`)).status).toBe(404);
    expect([(await put(member, id, { text: 'Still?' })).status, (await remove(member, id)).status]).toEqual([404, 404]);
    expect((await post(member, 'Too late')).status).toBe(404);
    const kept = await rows(server, 'select deleted_revision as at, deleted_by as by from comment where id = ?', [id]);
    expect(kept).toEqual([{ at: revision, by: owner.id }]);
  });

  it('can be changed only by its author, and deleted by its author or an owner', async () => {
    const { id } = await said(member);
    for (const by of [owner, other]) {
      const { status, body } = await put(by, id, { text: 'Not mine' });
      expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await remove(other, id)).status).toBe(403);
    expect((await put(member, id, { text: 'Mine' })).status).toBe(200);
    expect((await remove(owner, id)).status).toBe(204);
    expect((await remove(owner, id)).status).toBe(404);
    const own = (await said(member)).id;
    expect((await remove(member, own)).status).toBe(204);
    expect(await list()).toEqual([]);
  });

  it('tells each viewer whether they can edit or delete it', async () => {
    await said(member);
    const rights = async ({ client }: Person) => {
      const { data } = await client.graphql(
        'query($id: ID!) { task(id: $id) { comments { nodes { viewerCanEdit viewerCanDelete } } } }',
        { id: taskId },
      );
      const [{ viewerCanEdit, viewerCanDelete }] = data.task.comments.nodes;
      return [viewerCanEdit, viewerCanDelete];
    };
    expect([await rights(member), await rights(owner), await rights(other)]).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
  });

  it('stays when its author leaves, who can no longer change it', async () => {
    const { id } = await said(member);
    await owner.client.rest('delete', `/projects/${projectId}/members/${member.id}`);
    expect((await put(member, id, { text: 'Still mine?' })).status).toBe(404);
    expect((await remove(member, id)).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  it('answers CONFLICT with the current comment if it was changed meanwhile, unless the text is the same', async () => {
    const { id, version } = await said(member, 'One');
    const changed = await put(member, id, { text: 'Two', version });
    expect(changed.body.data).toMatchObject({ text: 'Two', version: version + 1 });
    const late = await put(member, id, { text: 'Three', version });
    expect([late.status, late.body.code, late.body.data]).toEqual([409, 'CONFLICT', changed.body.data]);
    expect((await put(member, id, { text: 'Two', version })).body.data).toEqual(changed.body.data);
    const { errors } = await member.client.graphql(mutation('updateComment', `comment { ${COMMENT} }`), {
      input: { id, text: 'Three', version },
    });
    expect(errors?.[0]?.extensions).toEqual({ code: 'CONFLICT', data: changed.body.data });
    expect((await put(member, id, { text: 'Three' })).body.data.text).toBe('Three');
  });

  it('is logged with all its changes', async () => {
    const revision = await revisionOf(server, projectId);
    const { id } = await said(member, 'One');
    await put(member, id, { text: 'Two' });
    await remove(owner, id);
    const lines = await logOf(server, projectId, revision);
    expect(lines.map(({ entity, entityId, action, actorId }) => [entity, entityId, action, actorId])).toEqual([
      ['comment', id, 'created', member.id],
      ['comment', id, 'updated', member.id],
      ['comment', id, 'deleted', owner.id],
    ]);
    expect(lines[1]?.fields).toEqual({ text: ['One', 'Two'] });
  });
});

describe('the notifications about a comment', () => {
  it('go to the creator, the assignee and earlier commenters of the task, once each, and not to the author', async () => {
    await owner.client.rest('patch', `/tasks/${taskId}/assign`, { assigneeId: member.id });
    const fourth = await newPerson(server, 'Yara');
    await addMember(owner, projectId, fourth);
    for (const by of [other, other, owner]) await said(by);
    for (const { client } of [owner, member, other, fourth]) await client.rest('delete', '/notifications');
    await said(owner, 'Ready\n\nto go');
    const message = 'Mara Okafor commented on “Choose the launch date”: Ready to go';
    expect([await readInbox(member), await readInbox(other)]).toEqual([[['COMMENT', message]], [['COMMENT', message]]]);
    expect([await readInbox(owner), await readInbox(fourth)]).toEqual([[], []]);
  });

  it('are not sent when it is changed or deleted, nor to users whose comments are deleted', async () => {
    const { id } = await said(member);
    await remove(member, id);
    await owner.client.rest('delete', '/notifications');
    const mine = (await said(owner)).id;
    await put(owner, mine, { text: 'Another text' });
    await remove(owner, mine);
    expect([await readInbox(member), await readInbox(owner)]).toEqual([[], []]);
  });

  it('name a mention, in any case, rather than a comment on the user’s task', async () => {
    await post(member, `Ask @${other.username.toUpperCase()}, (@${owner.username}) and "@${member.username}".`);
    expect([await kinds(other), await kinds(owner), await kinds(member)]).toEqual([['MENTION'], ['MENTION'], []]);
    expect((await readInbox(other))[0]?.[1]).toMatch(/^Ines Okafor mentioned you on “Choose the launch date”: Ask @/);
  });

  it.each([
    ['inside a word', (name: string) => `over@${name}`],
    ['in an address', (name: string) => `${name}@tern.example or mail@${name}.example`],
    ['as the beginning of another name', (name: string) => `@${name}x`],
    ['of two names in one', (name: string) => `@${name}@tern.example`],
    ['with a gap', (name: string) => `@ ${name}`],
  ])('do not take a name %s for a mention', async (_, text) => {
    await post(owner, text(other.username));
    expect(await readInbox(other)).toEqual([]);
  });

  it.each([
    ['at the start', (name: string) => `@${name} please`],
    ['in a new line', (name: string) => `Please\n@${name}`],
    ['before punctuation', (name: string) => `Thanks, @${name}!`],
    ['twice', (name: string) => `@${name} @${name.toUpperCase()}`],
  ])('take a name %s for one mention', async (_, text) => {
    await post(owner, text(other.username));
    expect(await kinds(other)).toEqual(['MENTION']);
  });

  it.each(['İlker', 'ΟΔΟΣ'])('find %s, whose lower case is another one in JavaScript', async (prefix) => {
    const username = `${prefix}.${member.username}.Σ`.slice(0, 50);
    expect((await other.client.rest('put', '/auth/profile', { username })).status).toBe(200);
    await post(owner, `@${username}, look`);
    await other.client.rest('put', '/auth/profile', { username: other.username });
    expect(await kinds(other)).toEqual(['MENTION']);
  });

  it('go to the member with the longest of the names that a mention can mean', async () => {
    const [username, stranger] = [`${other.username}_`, await newPerson(server)];
    const rename = (person: Person, name: string) => person.client.rest('put', '/auth/profile', { username: name });
    await rename(member, username);
    await said(owner, `@${username} look`);
    expect([await kinds(member), await kinds(other)]).toEqual([['MENTION'], []]);
    // A name that only someone else has does not count.
    await rename(member, member.username);
    expect((await rename(stranger, username)).status).toBe(200);
    await said(owner, `@${username} look`);
    expect(await kinds(other)).toEqual(['MENTION']);
  });

  it('go to users whom a change of the comment newly mentions', async () => {
    const { id } = await said(owner, `@${member.username} look`);
    await put(owner, id, { text: `@${member.username} and @${other.username} look` });
    await put(owner, id, { text: `@${other.username} look again` });
    expect([await kinds(member), await kinds(other)]).toEqual([['MENTION'], ['MENTION']]);
  });

  it('never go to users who are not members', async () => {
    const stranger = await newPerson(server);
    await owner.client.rest('delete', `/projects/${projectId}/members/${other.id}`);
    await other.client.rest('delete', '/notifications');
    await post(owner, `@${stranger.username} @${other.username}`);
    expect([await readInbox(stranger), await readInbox(other)]).toEqual([[], []]);
  });
});

describe('the feed of comments', () => {
  it('has the comment and its task as they are now', async () => {
    const revision = await revisionOf(server, projectId);
    interface Event {
      changes: {
        entity: string;
        action: string;
        comment: { text: string; author: { name: string } } | null;
        task: { commentCount: number };
      }[];
    }
    const feed = follow<Event>(
      server,
      `subscription($after: [ChangeCursor!]) { changes(after: $after) {
        changes { entity action comment { text author { name } } task { commentCount } } } }`,
      { token: other.client.token, variables: { after: [{ projectId, revision }] } },
    );
    const changes = async (count: number) =>
      (await feed.until(count)).flatMap((event) => event.changes).filter(({ entity }) => entity === 'COMMENT');
    const { id } = await said(member, 'One');
    await expect.poll(() => changes(1)).toHaveLength(1);
    await put(member, id, { text: 'Two' });
    await expect.poll(() => changes(2)).toHaveLength(2);
    await remove(member, id);
    await expect.poll(() => changes(3)).toHaveLength(3);
    const author = { name: 'Ines Okafor' };
    expect(await changes(3)).toEqual([
      { entity: 'COMMENT', action: 'CREATED', comment: { text: 'One', author }, task: { commentCount: 1 } },
      { entity: 'COMMENT', action: 'UPDATED', comment: { text: 'Two', author }, task: { commentCount: 1 } },
      { entity: 'COMMENT', action: 'DELETED', comment: null, task: { commentCount: 0 } },
    ]);
    await feed.stop();
  });

  it('shows users who have left nothing of a comment that was changed later', async () => {
    const { id } = await said(member, 'While Jon was here');
    const before = await revisionOf(server, projectId);
    await put(member, id, { text: 'Jon may read this' });
    await owner.client.rest('delete', `/projects/${projectId}/members/${other.id}`);
    await put(member, id, { text: 'Jon has left' });
    const feed = follow<{ kind: string; projectId: string }>(
      server,
      `subscription($after: [ChangeCursor!]) { changes(after: $after) {
        kind projectId changes { fields comment { text } } } }`,
      { token: other.client.token, variables: { after: [{ projectId, revision: before - 1 }] } },
    );
    const here = () => feed.events.filter((event) => event.projectId === projectId);
    await expect.poll(() => here().map(({ kind }) => kind)).toEqual(['PROJECT_LEFT']);
    expect(JSON.stringify(feed.events)).not.toContain('Jon has left');
    await feed.stop();
  });
});
