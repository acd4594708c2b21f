import { NOTIFICATION_KINDS } from '../../contract/notificationKinds.js';
import { LANGUAGES } from '../../contract/languages.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { type MailServer, startMailServer, subjectsTo } from '../../test/support/jobQueue.js';
import { rows } from '../../test/support/rows.js';
import { mutation, PREFERENCES } from '../../test/support/selections.js';
import { scanDue } from './dueScan.js';

const DEFAULTS = {
  email: true,
  push: true,
  taskReminders: true,
  projectUpdates: false,
  weeklyDigest: true,
  theme: 'LIGHT',
  timeZone: 'UTC',
  language: null,
  tips: true,
  kinds: NOTIFICATION_KINDS.map((kind) => ({ kind, app: true, email: true, push: true })),
};

let server: MailServer;
let owner: Person;

beforeAll(async () => {
  server = await startMailServer();
  owner = await newPerson(server);
});
afterAll(() => server.close());

const put = ({ client }: Person, body: unknown) => client.rest('put', '/auth/preferences', body);
const mine = async ({ client }: Person) =>
  (await client.graphql(`{ me { preferences { ${PREFERENCES} } } }`)).data.me.preferences;

describe('preferences', () => {
  it('start with the defaults, and an update changes only the given keys', async () => {
    const person = await newPerson(server);
    expect(await mine(person)).toEqual(DEFAULTS);
    expect((await put(person, {})).body.data).toEqual(DEFAULTS);
    expect((await put(person, { email: false, theme: 'DARK' })).body.data).toEqual({
      ...DEFAULTS,
      email: false,
      theme: 'DARK',
    });
    const all = {
      email: true,
      push: false,
      taskReminders: false,
      projectUpdates: true,
      weeklyDigest: false,
      theme: 'SYSTEM',
      timeZone: 'Europe/Zurich',
      language: 'pt-BR',
      tips: false,
    };
    const { kinds } = DEFAULTS;
    for (const [key, value] of Object.entries(all)) expect((await put(person, { [key]: value })).status).toBe(200);
    expect(await mine(person)).toEqual({ ...all, kinds });
    expect(await mine(owner)).toEqual(DEFAULTS);
  });

  it('keep both of two concurrent updates of different keys', async () => {
    const person = await newPerson(server);
    await Promise.all([{ push: false }, { theme: 'DARK' }, { timeZone: 'Asia/Tokyo' }].map((it) => put(person, it)));
    expect(await mine(person)).toEqual({ ...DEFAULTS, push: false, theme: 'DARK', timeZone: 'Asia/Tokyo' });
  });

  it.each([
    ...['email', 'push', 'taskReminders', 'projectUpdates', 'weeklyDigest', 'tips'].flatMap((key) =>
      ['yes', 1, null].map((value) => [key, value, `${key} must be true or false`] as const),
    ),
    ...['BLUE', 'dark', 1, null].map((value) => ['theme', value, 'theme must be LIGHT, DARK or SYSTEM'] as const),
    ...['Mars/Olympus', '', '+02:00', 'GMT+25', `Europe/${'B'.repeat(70)}`, 1, null].map(
      (value) => ['timeZone', value, 'timeZone must be a name like Europe/Berlin'] as const,
    ),
    ...['pt', 'de-AT', 'DE', '', 'tlh', 1].map(
      (value) => ['language', value, `language must be one of ${LANGUAGES.join(', ')}, or null`] as const,
    ),
  ])('refuse %s %j', async (key, value, message) => {
    const { status, body } = await put(owner, { push: false, [key]: value });
    expect([status, body.errors]).toEqual([422, { [key]: [message] }]);
    expect(await mine(owner)).toEqual(DEFAULTS);
  });

  it('take all values of a kind that is named twice', async () => {
    const person = await newPerson(server);
    const kinds = [
      { kind: 'COMMENT', email: false },
      { kind: 'COMMENT', push: false },
    ];
    expect((await put(person, { kinds })).body.data.kinds).toContainEqual({
      kind: 'COMMENT',
      app: true,
      email: false,
      push: false,
    });
  });

  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta', 'Europe/Kyiv', 'CTT', 'IST'])(
    'take %s',
    async (timeZone) => {
      const person = await newPerson(server);
      expect((await put(person, { timeZone })).body.data.timeZone).toBe(timeZone);
    },
  );

  it('ignore unknown keys and values', async () => {
    const person = await newPerson(server);
    expect((await put(person, { push: false, admin: true, locale: 'de' })).status).toBe(200);
    const kept = await rows(server, 'select preferences from account where id = ?', [person.id]);
    expect(kept).toEqual([{ preferences: { push: false } }]);
  });

  it('are visible only to their owner', async () => {
    const person = await newPerson(server);
    const { id } = await newProject(owner);
    await addMember(owner, id, person);
    const { data } = await owner.client.graphql(
      `query($id: ID!) { project(id: $id) { members { nodes { userId user { preferences { ${PREFERENCES} } } } } } }`,
      { id },
    );
    const seen = new Map(
      data.project.members.nodes.map((it: { userId: string; user: { preferences: unknown } }) => [
        it.userId,
        it.user.preferences,
      ]),
    );
    expect([seen.get(owner.id), seen.get(person.id)]).toEqual([DEFAULTS, null]);
    const { body } = await owner.client.rest('get', `/projects/${id}/members`);
    expect(JSON.stringify(body)).not.toContain('preferences');
    const refused = await person.client.graphql(mutation('updatePreferences', `preferences { ${PREFERENCES} }`), {
      input: { userId: owner.id, push: false },
    });
    expect(refused.errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
  });
});

/** Returns what a person with these preferences gets of all kinds of events: kinds of notifications, subjects of mails. */
async function heard(preferences: Record<string, unknown>): Promise<{ rows: string[]; mails: string[] }> {
  const person = await newPerson(server, 'Ines');
  await put(person, preferences);
  const { id: projectId } = await newProject(owner, { name: 'Venue' });
  await server.work();
  await addMember(owner, projectId, person);
  const task = await newTask(owner, projectId, { title: 'Given', assigneeId: person.id });
  await owner.client.rest('patch', `/tasks/${task.id}/status`, { status: 'IN_REVIEW' });
  await owner.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Well?' });
  await newTask(owner, projectId, { title: 'Soon', assigneeId: person.id, dueDate: inHours(2) });
  await scanDue(server.resources);
  await newTask(owner, projectId, { title: 'Late', assigneeId: person.id, dueDate: inHours(-2) });
  await scanDue(server.resources);
  await owner.client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId: null });
  await owner.client.rest('delete', `/projects/${projectId}/members/${person.id}`);
  const { body } = await person.client.rest('get', '/notifications');
  const kinds: string[] = body.data.notifications.map(
    ({ kind, title }: { kind: string; title: string }) => `${kind} ${title}`,
  );
  return { rows: kinds.sort(), mails: subjectsTo(await server.work(), person.email) };
}
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const REMINDERS = ['DUE_SOON Soon', 'OVERDUE Late'];
const OTHERS = [
  'COMMENT Given',
  'MEMBER_ADDED Venue',
  'MEMBER_REMOVED Venue',
  'TASK_ASSIGNED Given',
  'TASK_ASSIGNED Late',
  'TASK_ASSIGNED Soon',
  'TASK_STATUS Given',
  'TASK_UNASSIGNED Given',
];
const ALL = [...OTHERS, ...REMINDERS].sort();
/** The subjects of the mails about these. */
const about = (subjects: readonly string[], without: readonly string[] = []): string[] =>
  subjects
    .filter((it) => !without.some((prefix) => it.startsWith(prefix)))
    .map((it) => it.split(' ')[1] ?? '')
    .sort();
const UPDATES = ['MEMBER_', 'TASK_STATUS'];

describe('a person', () => {
  it('gets all kinds in the app by default, and mails except for project updates', async () => {
    expect(await heard({})).toEqual({ rows: ALL, mails: about(ALL, UPDATES) });
  });

  it('with project updates gets those by mail, too', async () => {
    expect(await heard({ projectUpdates: true })).toEqual({ rows: ALL, mails: about(ALL) });
  });

  it('without push gets no notifications in the app', async () => {
    expect(await heard({ push: false })).toEqual({ rows: [], mails: about(ALL, UPDATES) });
  });

  it('without email gets no notifications by mail', async () => {
    expect(await heard({ email: false, projectUpdates: true })).toEqual({ rows: ALL, mails: [] });
  });

  it('without reminders gets none, in the app or by mail', async () => {
    expect(await heard({ taskReminders: false })).toEqual({ rows: OTHERS, mails: about(OTHERS, UPDATES) });
  });

  it('without push and email gets nothing', async () => {
    expect(await heard({ push: false, email: false })).toEqual({ rows: [], mails: [] });
  });

  it('gets no mails that were waiting when they turned them off', async () => {
    const person = await newPerson(server, 'Ines');
    const { id: projectId } = await newProject(owner);
    await addMember(owner, projectId, person);
    const task = await newTask(owner, projectId);
    await server.work();
    const assign = (assigneeId: string | null) =>
      owner.client.rest('patch', `/tasks/${task.id}/assign`, { assigneeId });
    await assign(person.id);
    await put(person, { kinds: [{ kind: 'TASK_ASSIGNED', email: false }] });
    expect(subjectsTo(await server.work(), person.email)).toEqual([]);
    await assign(null);
    expect(subjectsTo(await server.work(), person.email)).toHaveLength(1);
    await put(person, { kinds: [{ kind: 'TASK_ASSIGNED', email: true }] });
    await assign(person.id);
    await put(person, { email: false });
    expect(subjectsTo(await server.work(), person.email)).toEqual([]);
  });

  it('always gets the mails about their account', async () => {
    const person = await newPerson(server);
    await put(person, { push: false, email: false });
    await server.work();
    const body = { currentPassword: person.password, newPassword: 'Basalt8cliffs' };
    await person.client.rest('put', '/auth/change-password', body);
    await person.client.rest('post', '/auth/forgot-password', { email: person.email });
    expect(subjectsTo(await server.work(), person.email)).toEqual([
      'Reset your Cairn password',
      'Your Cairn password was changed',
    ]);
  });
});
