import ical from 'node-ical';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CALENDAR_FEEDS } from '../../contract/limits.js';
import { addDays } from '../../contract/localDays.js';
import { leave } from '../../test/support/accountDeletion.js';
import { newProgram } from '../../test/support/apiToken.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { captureLog } from '../../test/support/capturedLog.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { otherAddress } from '../../test/support/otherAddress.js';
import { rows } from '../../test/support/rows.js';
import { suspend } from '../accounts/operator.service.js';

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

const create = (fields: object = {}, by = mara) =>
  by.client.rest('post', '/calendar-feeds', { name: 'My tasks', as: 'EVENTS', ...fields });
const addressOf = async (fields: object = {}, by = mara): Promise<string> => {
  const { status, body } = await create(fields, by);
  expect(status).toBe(201);
  return new URL(body.data.url).pathname;
};
const download = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { method, headers: { ...otherAddress(), ...headers } });
const textOf = async (path: string): Promise<string> => {
  const answer = await download(path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  return answer.text();
};
/** The entries of a feed as another program reads them, by title. */
async function entriesOf(path: string): Promise<Map<string, Record<string, unknown>>> {
  const parsed = Object.values(ical.sync.parseICS(await textOf(path)));
  const entries = parsed.filter((it) => it !== undefined && (it.type === 'VEVENT' || it.type === 'VTODO'));
  return new Map(entries.map((it) => [String((it as { summary: unknown }).summary), it as never]));
}
/** Of a parsed date, which has the server's zone: the day that it says. */
const dayOf = (value: unknown): string => {
  const at = value as Date;
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};
const today = (): string => new Date().toISOString().slice(0, 10);

describe('a feed of events', () => {
  it.each(['Asia/Tokyo', 'Europe/Berlin', 'America/Los_Angeles'])(
    'has a due day as that day and a due time as that moment, for someone in %s',
    async (timeZone) => {
      await mara.client.rest('put', '/auth/preferences', { timeZone });
      const day = addDays(today(), 10);
      const moment = `${addDays(today(), 11)}T15:30:00.000Z`;
      await newTask(mara, projectId, { title: 'On a day', dueDay: day });
      await newTask(mara, projectId, { title: 'At a time', dueDate: moment });
      await newTask(mara, projectId, { title: 'Without a date' });
      const path = await addressOf();
      const found = await entriesOf(path);
      expect([...found.keys()].toSorted()).toEqual(['At a time', 'On a day']);
      const onDay = found.get('On a day');
      expect([onDay?.['datetype'], dayOf(onDay?.['start']), dayOf(onDay?.['end'])]).toEqual([
        'date',
        day,
        addDays(day, 1),
      ]);
      const atTime = found.get('At a time');
      expect([atTime?.['datetype'], (atTime?.['start'] as Date | undefined)?.toISOString()]).toEqual([
        'date-time',
        moment,
      ]);
      const text = await textOf(path);
      expect(text).toContain(`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}\r\n`);
    },
  );

  it('survives emoji, separators, line breaks and long texts, folded at 75 octets', async () => {
    const title = `👩‍👩‍👧‍👦 Größe; Komma, Strich \\ und ${'日本語の長い題名'.repeat(8)}`;
    const description = `First line\n\nSecond; with, marks \\ and ${'ü'.repeat(90)}\u0007`;
    const task = await newTask(mara, projectId, {
      title,
      description,
      dueDay: addDays(today(), 1),
      tags: ['a;b', 'plain'],
      priority: 'URGENT',
    });
    const path = await addressOf({ name: 'Mine; and, yours \\ 🗓' });
    const text = await textOf(path);
    const lines = text.split('\r\n');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u);
    const [entry] = [...(await entriesOf(path)).values()];
    expect(entry).toMatchObject({ summary: title, uid: `${task.id}@localhost`, priority: '1', sequence: task.version });
    expect(entry?.['categories']).toEqual(['a;b', 'plain']);
    expect(String(entry?.['description'])).toMatch(/^First line Second; with, marks \\ and ü+\n\n[A-Z0-9]+-1 http/);
    expect(String(entry?.['url'])).toMatch(new RegExp(`^http://localhost:\\d+/tasks/${task.id}$`));
    expect(text.replaceAll('\r\n ', '')).toContain('X-WR-CALNAME:Mine\\; and\\, yours \\\\ 🗓\r\n');
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
  });

  it('has the last 90 and the next 400 days, and marks what is done', async () => {
    for (const days of [-91, -90, 400, 401]) {
      await newTask(mara, projectId, { title: `In ${days}`, dueDay: addDays(today(), days) });
    }
    await newTask(mara, projectId, { title: 'Finished', dueDay: today(), status: 'DONE' });
    const titles = [...(await entriesOf(await addressOf())).keys()];
    expect(titles).toEqual(['In -90', '✓ Finished', 'In 400']);
  });

  it('has at most 2,000 tasks: those from today on, and then the latest before them', async () => {
    await newTask(mara, projectId, { title: 'Long ago', dueDay: addDays(today(), -80) });
    await newTask(mara, projectId, { title: 'Today', dueDay: today() });
    await newTask(mara, projectId, { title: 'Next month', dueDay: addDays(today(), 30) });
    await rows(
      server,
      `insert into task (id, project_id, creator_id, title, description, folded, status, priority, tags, rank, version,
         created_at, updated_at, due_date)
       select gen_random_uuid(), ?, ?, 'Task ' || n, '', 'task ' || n, 'TODO', 'LOW', '{}', 'z' || lpad(n::text, 6, '0'), 1,
         now(), now(), now() - interval '2 days' from generate_series(1, ${CALENDAR_FEEDS.tasksMax + 5}) n`,
      [projectId, mara.id],
    );
    const titles = [...(await entriesOf(await addressOf())).keys()];
    expect(titles).toHaveLength(CALENDAR_FEEDS.tasksMax);
    expect(titles.slice(-2)).toEqual(['Today', 'Next month']);
    expect(titles).not.toContain('Long ago');
    await rows(server, `update task set due_date = now() + interval '2 days' where due_date < now()`);
    expect([...(await entriesOf(await addressOf())).keys()]).toHaveLength(CALENDAR_FEEDS.tasksMax);
  });

  it('has only what its filter says', async () => {
    const other = await newProject(mara);
    const dueDay = addDays(today(), 3);
    await newTask(mara, projectId, { title: 'Mine', dueDay, assigneeId: mara.id });
    await newTask(mara, projectId, { title: 'No one’s', dueDay });
    await newTask(mara, other.id, { title: 'Elsewhere', dueDay, assigneeId: mara.id });
    await newTask(mara, projectId, { title: 'Later', dueDay: addDays(dueDay, 9), assigneeId: mara.id });
    const filter = { projectIds: [projectId], assigneeIds: ['me'], dueDayTo: addDays(dueDay, 1) };
    expect([...(await entriesOf(await addressOf({ filter }))).keys()]).toEqual(['Mine']);
  });
});

it('a feed of to-dos has their states, priorities and days', async () => {
  const dueDay = addDays(today(), 2);
  await newTask(mara, projectId, { title: 'Open', dueDay, priority: 'LOW' });
  await newTask(mara, projectId, { title: 'Begun', dueDay, status: 'IN_REVIEW' });
  await newTask(mara, projectId, { title: 'Finished', dueDay, status: 'DONE' });
  const text = await textOf(await addressOf({ as: 'TODOS' }));
  expect(text).not.toContain('VEVENT');
  const parts = new Map(
    text
      .split('BEGIN:VTODO')
      .slice(1)
      .map((part) => [/SUMMARY:(.*)\r/.exec(part)?.[1], part]),
  );
  const due = `DUE;VALUE=DATE:${dueDay.replaceAll('-', '')}\r\n`;
  expect(parts.get('Open')).toContain(due);
  expect(parts.get('Open')).toMatch(/PRIORITY:9\r\nSTATUS:NEEDS-ACTION\r\nPERCENT-COMPLETE:0\r\nEND:VTODO/);
  expect(parts.get('Begun')).toContain('STATUS:IN-PROCESS\r\n');
  expect(parts.get('Finished')).toMatch(/STATUS:COMPLETED\r\nPERCENT-COMPLETE:100\r\nCOMPLETED:\d{8}T\d{6}Z\r\n/);
});

describe('a download', () => {
  it('answers 304 until something changes, and HEAD', async () => {
    const task = await newTask(mara, projectId, { dueDay: today() });
    const path = await addressOf();
    const first = await download(path);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect((await download(path, { 'if-none-match': etag })).status).toBe(304);
    const head = await download(path, {}, 'HEAD');
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    await mara.client.rest('patch', `/tasks/${task.id}`, { title: 'Changed' });
    const again = await download(path, { 'if-none-match': etag });
    expect([again.status, (await again.text()).includes('SUMMARY:Changed')]).toEqual([200, true]);
  });

  it('is recorded to the minute', async () => {
    const path = await addressOf();
    const last = async () => (await mara.client.rest('get', '/calendar-feeds')).body.data[0].lastFetchedAt;
    expect(await last()).toBeNull();
    await download(path);
    const first = await last();
    await download(path);
    expect([Number.isNaN(Date.parse(first)), await last()]).toEqual([false, first]);
    ahead = 61_000;
    await download(path);
    expect(Date.parse(await last())).toBeGreaterThan(Date.parse(first));
  });

  it('is refused after 60 in an hour, from all addresses together', async () => {
    const path = await addressOf();
    const other = await addressOf();
    const all = await Promise.all(Array.from({ length: 60 }, () => download(path)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await download(path);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await download(other)).status).toBe(200);
  });

  it('shows what its owner can see at that moment', async () => {
    const lea = await newPerson(server);
    await addMember(mara, projectId, lea);
    await newTask(mara, projectId, { title: 'Shared', dueDay: today() });
    const path = await addressOf({}, lea);
    expect([...(await entriesOf(path)).keys()]).toEqual(['Shared']);
    await mara.client.rest('delete', `/projects/${projectId}/members/${lea.id}`);
    expect((await entriesOf(path)).size).toBe(0);
  });

  it('leaves no token in the log', async () => {
    const path = await addressOf();
    await download(path);
    expect(lines.join('')).toContain('/calendar/…');
    expect(lines.join('')).not.toContain(path.split('/').at(-1)?.slice(0, 43));
  });
});

describe('a feed ends', () => {
  const ends: [string, (path: string) => Promise<unknown>][] = [
    [
      'when it is revoked',
      async () => {
        const [{ id }] = (await mara.client.rest('get', '/calendar-feeds')).body.data;
        expect((await mara.client.rest('delete', `/calendar-feeds/${id}`)).status).toBe(204);
        expect((await mara.client.rest('delete', `/calendar-feeds/${id}`)).status).toBe(404);
      },
    ],
    ['with the suspension of its owner', () => suspend(server.resources, mara.email)],
    ['when its owner leaves', () => leave(mara)],
  ];
  it.each(ends)('%s', async (_, end) => {
    const path = await addressOf();
    expect((await download(path)).status).toBe(200);
    await end(path);
    const answer = await download(path);
    expect([answer.status, (await answer.json()) as object]).toEqual([
      404,
      expect.objectContaining({ message: 'Calendar not found' }),
    ]);
    const [row] = await rows(server, 'select revoked_at from calendar_feed where user_id = ?', [mara.id]);
    expect(row?.['revoked_at']).not.toBeNull();
  });

  it('and never was, for anyone who guesses; other paths stay the app’s', async () => {
    for (const token of ['x', 'a'.repeat(43), '%00', '..%2f..%2fapi']) {
      expect((await download(`/calendar/${token}.ics`)).status).toBe(404);
    }
    expect((await download('/calendar', { accept: 'text/html' })).status).not.toBe(404);
  });

  it('guesses from one address are limited', async () => {
    const guess = () =>
      fetch(`${server.url}/calendar/${'b'.repeat(43)}.ics`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    const first = await Promise.all(Array.from({ length: 600 }, guess));
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([404]));
    expect((await guess()).status).toBe(429);
  });
});

describe('feeds', () => {
  it('are 20 per person, also of two that come at once', async () => {
    for (let count = 0; count < CALENDAR_FEEDS.max - 1; count += 1) await addressOf();
    const two = await Promise.all([create(), create()]);
    expect(two.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    expect((await mara.client.rest('get', '/calendar-feeds')).body.data).toHaveLength(CALENDAR_FEEDS.max);
  });

  it('have a name, a kind and a filter that exists', async () => {
    const refused = async (fields: object) => (await create(fields)).body.errors;
    expect(await refused({ name: ' ' })).toEqual({ name: ['Name is required'] });
    expect(await refused({ name: 'n'.repeat(101) })).toEqual({ name: ['Name must be at most 100 characters'] });
    expect(await refused({ as: 'CHIPS' })).toEqual({ as: ['as must be EVENTS or TODOS'] });
    const misspelled = await create({ filter: { asignees: [] } });
    expect([misspelled.status, misspelled.body.message]).toEqual([400, 'Unknown filter asignees']);
    expect((await create({ filter: { statuses: ['NEVER'] } })).status).toBe(422);
  });

  it('show their address once, and not again for a repeated call', async () => {
    const key = { 'Idempotency-Key': 'feed-1' };
    const fields = { name: 'Once', as: 'EVENTS' };
    expect((await mara.client.rest('post', '/calendar-feeds', fields, key)).status).toBe(201);
    const repeat = await mara.client.rest('post', '/calendar-feeds', fields, key);
    expect([repeat.status, repeat.body.message]).toEqual([409, expect.stringContaining('shown only once')]);
    const [feed] = (await mara.client.rest('get', '/calendar-feeds')).body.data;
    expect(Object.keys(feed).toSorted()).toEqual(['as', 'createdAt', 'filter', 'id', 'lastFetchedAt', 'name']);
    const { rows: stored } = { rows: await rows(server, 'select * from calendar_feed where user_id = ?', [mara.id]) };
    expect(JSON.stringify(stored)).not.toContain('.ics');
  });

  it('are closed to tokens and to other people', async () => {
    await addressOf();
    const [{ id }] = (await mara.client.rest('get', '/calendar-feeds')).body.data;
    const program = await newProgram(mara, { scope: 'WRITE' });
    expect((await program.client.rest('get', '/calendar-feeds')).status).toBe(403);
    expect((await program.client.rest('post', '/calendar-feeds', { name: 'x', as: 'EVENTS' })).status).toBe(403);
    const other = await newPerson(server);
    expect((await other.client.rest('get', '/calendar-feeds')).body.data).toEqual([]);
    expect((await other.client.rest('delete', `/calendar-feeds/${id}`)).status).toBe(404);
  });
});
