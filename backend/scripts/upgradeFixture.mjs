// `npm run upgrade-fixture` makes a release's test data for all later versions: it fills today's app through its API, and stores
// a backup with the app's responses in backend/test/journeys/upgrade. From then on `npm test` restores it with each newer
// version, which has to return the same (and can return more).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { TOTP } from 'otpauth';
import { restClient } from '../bench/seed.mjs';
import { startProgram } from '../bench/processes.mjs';
import { buildStale, root } from './build.mjs';
import { recordWrites } from './fixtureWrites.mjs';
import { sendRecorded } from '../test/support/sendRecorded.ts';
import { requireNode } from './nodeVersion.mjs';

requireNode();
if (!(await buildStale())) process.exit(1);
const built = (name) => path.join(root, 'dist/backend/src', `${name}.js`);
const { migrations } = await import(pathToFileURL(built('platform/database/migrations')).href);
const target = path.join(root, 'backend/test/journeys/upgrade', migrations.at(-1).name);
if (existsSync(`${target}.zip`)) {
  console.error(`${target}.zip already exists: this schema has its data.`);
  process.exit(1);
}

const PASSWORD = 'Granite7stones';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const codeOf = (secret, at = Date.now()) =>
  new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: at });

async function register(url, firstName) {
  const email = `${firstName.toLowerCase()}@tern.example`;
  const account = { firstName, lastName: 'Okafor', username: firstName.toLowerCase(), email, password: PASSWORD };
  const { user, tokens } = await restClient(url)('POST', '/auth/register', account);
  return {
    id: user.id,
    email,
    password: PASSWORD,
    token: tokens.accessToken,
    call: restClient(url, tokens.accessToken),
  };
}

/** Creates a little of everything that is stored, to find what an upgrade breaks. */
async function fill(url) {
  const [mara, jun, ada] = [await register(url, 'Mara'), await register(url, 'Jun'), await register(url, 'Ada')];
  const { secret } = await mara.call('POST', '/auth/two-factor', { currentPassword: PASSWORD });
  await mara.call('POST', '/auth/two-factor/confirm', { code: codeOf(secret) });
  mara.secret = secret;
  await jun.call('PUT', '/auth/preferences', { theme: 'DARK' });
  const picture = await fetch(`${url}/api/auth/avatar`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${jun.token}`, 'content-type': 'image/png' },
    body: PIXEL,
  });
  if (!picture.ok) throw new Error(`the picture was answered ${picture.status}: ${await picture.text()}`);

  const launch = await mara.call('POST', '/projects', { name: 'Tern launch', description: 'Zürich, “autumn”' });
  const other = await jun.call('POST', '/projects', { name: 'Workshop' });
  const gone = await jun.call('POST', '/projects', { name: 'Given up' });
  await mara.call('POST', `/projects/${launch.id}/members`, { userId: jun.id, role: 'MEMBER' });
  await mara.call('POST', `/projects/${launch.id}/members`, { userId: ada.id, role: 'OWNER' });
  await mara.call('POST', `/projects/${launch.id}/invitations`, { email: 'lin@tern.example', role: 'MEMBER' });
  const statuses = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE'];
  const priorities = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'];
  const tasks = [];
  for (let n = 0; n < 24; n += 1) {
    tasks.push(
      await mara.call('POST', '/tasks', {
        projectId: launch.id,
        title: `Task ${n}: ${['paint the hull', 'ask the press\tagain', 'Größe prüfen', '日本語の題'][n % 4]}`,
        description: n % 2 ? `First line\nsecond \\ line ${n}` : '',
        status: statuses[n % 4],
        priority: priorities[(n >> 2) % 4],
        dueDate: n % 3 ? new Date(Date.UTC(2026, 11, 1 + n)).toISOString() : null,
        tags: ['launch', 'press', 'a "quote"'].slice(0, n % 4),
        assigneeId: n % 3 ? jun.id : null,
      }),
    );
  }
  const [first, second, third, fourth] = tasks;
  await mara.call('PATCH', `/tasks/${first.id}/move`, { status: 'IN_REVIEW', beforeId: null });
  await jun.call('PUT', `/tasks/${second.id}`, { title: 'Ask the press for the last time', dueDate: null });
  await jun.call('PATCH', `/tasks/${second.id}/status`, { status: 'DONE' });
  await jun.call('PATCH', `/tasks/${second.id}/status`, { status: 'TODO' });
  const said = await jun.call('POST', `/tasks/${third.id}/comments`, { text: 'What about the venue?' });
  await jun.call('PUT', `/comments/${said.id}`, { text: 'What about the venue, @mara?' });
  const taken = await mara.call('POST', `/tasks/${third.id}/comments`, { text: 'Taken back' });
  await mara.call('DELETE', `/comments/${taken.id}`);
  await mara.call('DELETE', `/tasks/${fourth.id}`);
  await mara.call('DELETE', `/projects/${launch.id}/members/${ada.id}`);
  await jun.call('DELETE', `/projects/${gone.id}`);
  await mara.call('PATCH', '/tasks/bulk', { ids: tasks.slice(8, 14).map(({ id }) => id), priority: 'URGENT' });
  return { people: [mara, jun, ada], launch, other, tasks: [first, second, third] };
}

/** Reads what people see, except what depends on the day. */
async function read({ people, launch, other, tasks }) {
  const own = ['/auth/me', '/auth/preferences', '/projects', '/tasks?limit=100&orderBy=CREATED_ASC', '/notifications'];
  const shared = [
    ...['', '/members', '/activity', '/comments', '/changes?after=0'].map((path) => `/projects/${launch.id}${path}`),
    ...tasks.flatMap(({ id }) => ['', '/comments', '/history'].map((path) => `/tasks/${id}${path}`)),
  ];
  const reads = [];
  for (const [by, { call }] of people.slice(0, 2).entries()) {
    const paths = [...own, ...(by === 0 ? shared : [`/projects/${other.id}`])];
    for (const from of paths) reads.push({ by, path: from, data: await call('GET', from) });
  }
  return reads;
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'cairn-fixture-'));
const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', DATABASE_URL: '', LOG_LEVEL: 'info' };
let app;
try {
  app = await startProgram(built('main'), env);
  const made = await fill(app.url);
  const requests = await recordWrites(app.url, made.people);
  const reads = await read(made);
  const writes = [];
  // a repeat returns the current state, so the responses to the repeats are stored
  for (const request of requests) {
    const answer = await sendRecorded(app.url, made.people[request.by].token, request);
    writes.push({ ...request, answer });
  }
  const people = made.people.map(({ email, password, secret }) => ({ email, password, secret }));
  const { status } = spawnSync(process.execPath, [built('cli/backup'), `${target}.zip`], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the backup failed');
  // a restored database has another epoch
  const withoutEpoch = (name, value) => (name === 'epoch' ? undefined : value);
  writeFileSync(
    `${target}.json`,
    `${JSON.stringify({ projectId: made.launch.id, people, reads, writes }, withoutEpoch)}\n`,
  );
  console.log(`Commit ${target}.zip and .json with the release.`);
} finally {
  await app?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
