import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { FULL_RUN } from '../../test/support/testDepth.js';
import { closeAfterTest, startServer, type TestServer } from '../../test/support/harness.js';
import { doJobs } from '../../test/support/jobQueue.js';
import { rows } from '../../test/support/rows.js';
import { scanDigests } from './digest.job.js';
import { onlyIf } from '../../test/support/onlyIf.js';

// the Monday after daylight saving ended in New York
const MONDAY = new Date('2026-11-02T12:30:00Z');
let server: TestServer;
let now = MONDAY;
const dataDir = mkdtempSync(join(tmpdir(), 'cairn-digest-'));
const mailFolder = join(dataDir, 'mail');

beforeAll(async () => {
  server = await startServer({ env: { DATA_DIR: dataDir }, now: () => now });
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const prefer = (person: Person, preferences: Record<string, unknown>) =>
  person.client.rest('put', '/auth/preferences', preferences);

async function mailsTo(person: Person): Promise<{ subject: string; text: string; html: string }[]> {
  await doJobs(server);
  const mails = [];
  for (const file of readdirSync(mailFolder).toSorted()) {
    const mail = await PostalMime.parse(readFileSync(join(mailFolder, file)));
    if (mail.to?.[0]?.address !== person.email) continue;
    mails.push({ subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' });
  }
  return mails.filter(({ subject }) => subject.startsWith('Your week'));
}

async function withWork(preferences: Record<string, unknown>): Promise<Person> {
  const person = await newPerson(server);
  await prefer(person, preferences);
  const project = await newProject(person, { name: 'Tern <launch>' });
  await newTask(person, project.id, { title: 'Late & open', dueDate: '2026-10-30T10:00:00Z' });
  await newTask(person, project.id, { title: 'Due on Thursday', dueDate: '2026-11-05T10:00:00Z' });
  await newTask(person, project.id, { title: 'Far away', dueDate: '2026-12-24T10:00:00Z' });
  const done = await newTask(person, project.id, { title: 'Finished last week' });
  await person.client.rest('patch', `/tasks/${done.id}/status`, { status: 'DONE' });
  return person;
}

it('the weekly digest goes out once, on Monday from eight in each person’s time zone', async () => {
  now = MONDAY;
  const [berlin, newYork] = [
    await withWork({ timeZone: 'Europe/Berlin' }),
    await withWork({ timeZone: 'America/New_York' }),
  ];
  // half past seven in New York, as clocks were set back the day before
  await scanDigests(server.resources);
  expect([(await mailsTo(berlin)).length, (await mailsTo(newYork)).length]).toEqual([1, 0]);
  now = new Date('2026-11-02T13:05:00Z');
  await Promise.all([scanDigests(server.resources), scanDigests(server.resources)]);
  expect([(await mailsTo(berlin)).length, (await mailsTo(newYork)).length]).toEqual([1, 1]);
});

it('the weekly digest lists overdue, due and done tasks in the text and in the HTML', async () => {
  now = MONDAY;
  const person = await withWork({ timeZone: 'Europe/Berlin' });
  await scanDigests(server.resources);
  const [mail] = await mailsTo(person);
  expect(mail?.text).toContain('1 overdue, 1 due this week and 1 done last week.');
  for (const title of ['Due on Thursday', 'Finished last week']) {
    expect(mail?.text).toContain(title);
    expect(mail?.html).toContain(title);
  }
  expect(mail?.html).toContain('Late &amp; open');
  expect(mail?.html).toContain('Tern &lt;launch&gt;');
  expect(mail?.text).not.toContain('Far away');
});

it('the weekly digest goes out after mails that someone waits for', async () => {
  now = MONDAY;
  const person = await withWork({ timeZone: 'Europe/Berlin' });
  await doJobs(server);
  await scanDigests(server.resources);
  await person.client.rest('post', '/auth/forgot-password', { email: person.email });
  const waiting = await rows(server, 'select task_identifier as task from graphile_worker.jobs order by priority, id');
  expect(waiting.map(({ task }) => task)).toEqual(['mailPasswordReset', 'mailDigest']);
  expect(await mailsTo(person)).toHaveLength(1);
});

it('the weekly digest leaves templates out', async () => {
  now = MONDAY;
  const [person, planner] = [await withWork({ timeZone: 'Europe/Berlin' }), await newPerson(server)];
  await prefer(planner, { timeZone: 'Europe/Berlin' });
  for (const each of [person, planner]) {
    const { id } = await newProject(each);
    await newTask(each, id, { title: 'Of a pattern', dueDate: '2026-10-30T10:00:00Z' });
    const done = await newTask(each, id, { title: 'Of a pattern' });
    await each.client.rest('patch', `/tasks/${done.id}/status`, { status: 'DONE' });
    expect((await each.client.rest('patch', `/projects/${id}`, { isTemplate: true })).status).toBe(200);
  }
  await scanDigests(server.resources);
  const [mail] = await mailsTo(person);
  expect(mail?.text).toContain('1 overdue, 1 due this week and 1 done last week.');
  expect(mail?.text).not.toContain('Of a pattern');
  expect(await mailsTo(planner)).toEqual([]);
});

it('the weekly digest is not sent to people who turned it off, or without any tasks', async () => {
  now = MONDAY;
  const timeZone = 'Europe/Berlin';
  const without = await withWork({ timeZone, weeklyDigest: false });
  const noMails = await withWork({ timeZone, email: false });
  const idle = await newPerson(server);
  await prefer(idle, { timeZone });
  await scanDigests(server.resources);
  for (const person of [without, noMails, idle]) expect(await mailsTo(person)).toEqual([]);
});

it('the weekly digest goes out although the clock of the server was ahead before', async () => {
  now = MONDAY;
  const person = await withWork({ timeZone: 'Europe/Berlin' });
  await rows(server, `insert into digest_notice (user_id, week) values (?, '2027-11-01')`, [person.id]);
  for (let n = 0; n < 2; n += 1) await scanDigests(server.resources);
  expect(await mailsTo(person)).toHaveLength(1);
});

it('the weekly digest goes out once from two processes, at eight also after the clocks went forward', async () => {
  now = new Date('2027-03-29T05:59:00Z');
  const other = closeAfterTest(
    await startServer({ databaseUrl: server.databaseUrl, env: { DATA_DIR: dataDir }, now: () => now }),
  );
  const person = await newPerson(server);
  await prefer(person, { timeZone: 'Europe/Berlin' });
  await newTask(person, (await newProject(person)).id, { title: 'Late', dueDate: '2027-03-26T10:00:00Z' });
  const scan = () => Promise.all([server, other].map(({ resources }) => scanDigests(resources)));
  await scan();
  expect(await mailsTo(person)).toEqual([]);
  now = new Date('2027-03-29T06:00:00Z');
  await scan();
  await scan();
  expect(await mailsTo(person)).toHaveLength(1);
});

/** Names that Intl accepts but does not list: old, short and alternative ones. PostgreSQL lacks many of them. */
const ALIASES =
  'CTT IST ACT AST BST EST PST JST SST VST GMT GMT0 UCT Zulu utc Asia/Kolkata Asia/calcutta Europe/Kyiv US/Pacific US/Hawaii ' +
  'Asia/Ho_Chi_Minh Asia/Kathmandu America/Argentina/Buenos_Aires Asia/Yangon Brazil/East Etc/GMT+12 Etc/GMT-14 PST8PDT Japan Eire';
/** The long run tries every zone, the short one each eighth of those that Intl lists. */
const LISTED = Intl.supportedValuesOf('timeZone').filter((_, index) => FULL_RUN || index % 8 === 0);
const ZONES = [...new Set([...LISTED, ...ALIASES.split(' ')])];

describe('the weekly digest in every time zone', () => {
  /** What a clock on a wall there shows, read another way than the server does. */
  const shows = (zone: string): string =>
    now.toLocaleString('en-GB', { timeZone: zone, weekday: 'long', hour: '2-digit' });
  const peopleWith = (preferences: readonly object[]) =>
    rows(
      server,
      `insert into account (id, first_name, last_name, username, email, password_hash, preferences, created_at, updated_at)
       select gen_random_uuid(), 'Z', 'Z', 'zone' || md5(it::text), md5(it::text) || '@tern.example', '', it, now(), now()
       from jsonb_array_elements(?::text::jsonb) as it`,
      [JSON.stringify(preferences)],
    );
  const mailedZones = async (): Promise<string[]> =>
    (
      await rows<{ zone: string }>(
        server,
        `select preferences ->> 'timeZone' as zone from digest_notice join account on id = user_id
         where username like 'zone%'`,
      )
    )
      .map(({ zone }) => zone)
      .sort();
  const forgetAll = () => rows(server, `delete from account where username like 'zone%'`);

  it('goes out on the person’s own Monday from eight, and no SQL statement names a time zone', async () => {
    await peopleWith(ZONES.map((timeZone) => ({ timeZone })));
    const before = server.statements.length;
    const expected = new Set<string>();
    for (const hour of [-7, -6, 0, 5, 12, 20, 31, 35, 37]) {
      now = new Date(Date.UTC(2026, 10, 2, hour));
      await scanDigests(server.resources);
      for (const zone of ZONES) if (/^Monday.*(0[89]|1\d|2\d)$/.test(shows(zone))) expected.add(zone);
      expect(await mailedZones()).toEqual([...expected].sort());
    }
    expect(expected.size).toBe(ZONES.length);
    expect(server.statements.slice(before).filter((text) => /at time zone|timezone\(/i.test(text))).toEqual([]);
    await forgetAll();
  });

  it('accepts every name that a browser gives a time zone', async () => {
    const person = await newPerson(server);
    for (const timeZone of ZONES) {
      const { status, body } = await prefer(person, { timeZone });
      expect([status, body.data?.timeZone]).toEqual([200, timeZone]);
    }
  });

  it('is sent to all others if one person has an invalid time zone, which is logged once', async () => {
    now = MONDAY;
    const odd = [{ timeZone: 'Mars/Olympus' }, { timeZone: 5 }, { timeZone: 'UTC', weeklyDigest: 'perhaps' }];
    await peopleWith([...odd, { timeZone: 'Europe/Berlin' }, { timeZone: 'UTC', email: null, theme: 7 }]);
    const warnings: unknown[] = [];
    const log = Object.assign(Object.create(server.resources.log), { warn: (of: object) => warnings.push(of) });
    for (let n = 0; n < 2; n += 1) await scanDigests({ ...server.resources, log });
    expect(await mailedZones()).toEqual(['5', 'Europe/Berlin', 'Mars/Olympus', 'UTC', 'UTC']);
    expect(warnings).toEqual(
      expect.arrayContaining([
        { userId: expect.any(String), timeZone: 'Mars/Olympus' },
        { userId: expect.any(String), timeZone: 5 },
      ]),
    );
    expect(warnings).toHaveLength(2);
    await forgetAll();
  });

  it('is sent to more people than one batch holds', async () => {
    now = MONDAY;
    await peopleWith(Array.from({ length: 1_100 }, (_, n) => ({ timeZone: 'UTC', theme: `theme ${n}` })));
    await scanDigests(server.resources);
    expect(await mailedZones()).toHaveLength(1_100);
    await forgetAll();
  });
});

it.each(onlyIf(FULL_RUN, 'the digest lists due days by the day in each person’s time zone'))('%s', async () => {
  // Monday at 08:30 in Tokyo, and Sunday at 13:30 in Honolulu
  now = new Date('2026-11-08T23:30:00Z');
  const zones = ['Asia/Tokyo', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Honolulu'];
  const people = await Promise.all(zones.map(() => newPerson(server)));
  for (const [at, timeZone] of zones.entries()) {
    const person = people[at] as Person;
    await prefer(person, { timeZone });
    const { id } = await newProject(person);
    for (const dueDay of ['2026-11-08', '2026-11-09', '2026-11-15', '2026-11-16']) {
      await newTask(person, id, { title: `Due ${dueDay}`, dueDay });
    }
  }
  const mondays = ['2026-11-08T23:30:00Z', '2026-11-09T07:30:00Z', '2026-11-09T16:30:00Z', '2026-11-09T18:30:00Z'];
  for (const [at, moment] of mondays.entries()) {
    now = new Date(moment);
    await scanDigests(server.resources);
    const [mail] = await mailsTo(people[at] as Person);
    const lines =
      mail?.text
        .split('\n')
        .filter((line) => /Due 2026|Overdue ·|Due this week ·/.test(line))
        .join(' ') ?? '';
    expect(mail?.text, zones[at]).toContain('1 overdue, 2 due this week');
    expect(lines).toContain('2026-11-08');
    expect(lines).not.toContain('2026-11-16');
  }
});
