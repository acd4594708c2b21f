import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, newProject, newTask, type Person } from '../../test/client.js';
import { startServer, type TestServer } from '../../test/harness.js';
import { doJobs } from '../../test/jobQueue.js';
import { scanDigests } from './digest.job.js';

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

it('goes out on Monday from eight, by the clock of each person, once', async () => {
  now = MONDAY;
  const [berlin, newYork] = [
    await withWork({ timeZone: 'Europe/Berlin' }),
    await withWork({ timeZone: 'America/New_York' }),
  ];
  // half past seven in New York, as clocks were set back the day before
  await scanDigests(server.services);
  expect([(await mailsTo(berlin)).length, (await mailsTo(newYork)).length]).toEqual([1, 0]);
  now = new Date('2026-11-02T13:05:00Z');
  await Promise.all([scanDigests(server.services), scanDigests(server.services)]);
  expect([(await mailsTo(berlin)).length, (await mailsTo(newYork)).length]).toEqual([1, 1]);
});

it('says what is overdue, due and done, in both parts', async () => {
  now = MONDAY;
  const person = await withWork({ timeZone: 'Europe/Berlin' });
  await scanDigests(server.services);
  const [mail] = await mailsTo(person);
  expect(mail?.text).toContain('1 overdue, 1 due this week, 1 done last week');
  for (const title of ['Due on Thursday', 'Finished last week']) {
    expect(mail?.text).toContain(title);
    expect(mail?.html).toContain(title);
  }
  expect(mail?.html).toContain('Late &amp; open');
  expect(mail?.html).toContain('Tern &lt;launch&gt;');
  expect(mail?.text).not.toContain('Far away');
});

it('is not sent to those who do not want it, and not when there is nothing to say', async () => {
  now = MONDAY;
  const timeZone = 'Europe/Berlin';
  const without = await withWork({ timeZone, weeklyDigest: false });
  const noMails = await withWork({ timeZone, email: false });
  const idle = await newPerson(server);
  await prefer(idle, { timeZone });
  await scanDigests(server.services);
  for (const person of [without, noMails, idle]) expect(await mailsTo(person)).toEqual([]);
});

it('goes out once from two processes, at eight also on the day after clocks went forward', async () => {
  now = new Date('2027-03-29T05:59:00Z');
  const other = await startServer({ databaseUrl: server.databaseUrl, env: { DATA_DIR: dataDir }, now: () => now });
  try {
    const person = await newPerson(server);
    await prefer(person, { timeZone: 'Europe/Berlin' });
    await newTask(person, (await newProject(person)).id, { title: 'Late', dueDate: '2027-03-26T10:00:00Z' });
    const scan = () => Promise.all([server, other].map(({ services }) => scanDigests(services)));
    await scan();
    expect(await mailsTo(person)).toEqual([]);
    now = new Date('2027-03-29T06:00:00Z');
    await scan();
    await scan();
    expect(await mailsTo(person)).toHaveLength(1);
  } finally {
    await other.close();
  }
});
