import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadBackup } from '../../../src/backups/loadBackup.js';
import type { Manifest } from '../../../src/backups/manifest.js';
import { BackupFile } from '../../../src/backups/readBackup.js';
import { BACKED_UP, EXCLUDED } from '../../../src/backups/tables.js';
import { writeBackup } from '../../../src/backups/writeBackup.js';
import { entities } from '../../../src/modules.js';
import { addMember, Client, newPerson, newProject, newTask, type Person, signedIn } from '../../support/client.js';
import { FULL_RUN } from '../../support/testDepth.js';
import { freshDatabase } from '../../support/harness.js';
import { type MailServer, startMailServer } from '../../support/jobQueue.js';
import { insertManyTasks } from '../../support/insertManyTasks.js';
import { rows } from '../../support/rows.js';
import { createDatabase, type TestDatabase } from '../../support/postgres.js';
import { follow } from '../../support/socket.js';
import { codeOf, enableTwoFactor, type Secured, STEP } from '../../support/twoFactor.js';
import { emptyDatabase, folderForTest, restoreInto } from './folders.js';

const WRITERS = 16;
/** Number of single-bit changes to try. */
const BITS = FULL_RUN ? 1_000 : 40;
const SECRET_KEY = 'a key for the secrets of tests, long enough';
const device = randomBytes(32).toString('base64url');

let server: MailServer;
let mara: Person;
let secured: Secured;
let jun: Person;
let projectId: string;
beforeAll(async () => {
  server = await startMailServer();
  mara = await newPerson(server);
  jun = await newPerson(server, 'Jun');
  secured = await enableTwoFactor(mara);
  const first = { email: `first-${mara.email}`, currentPassword: mara.password, code: secured.recoveryCodes[0] };
  await mara.client.rest('put', '/auth/profile', first);
  mara.email = first.email;
  ({ id: projectId } = await newProject(mara));
  await addMember(mara, projectId, jun);
  const task = await newTask(mara, projectId, { assigneeId: jun.id, tags: ['a\\b', '"quoted"'], title: 'Zürich\ttab' });
  await jun.client.rest('post', `/tasks/${task.id}/comments`, { text: 'Line one\nline two \\. \\N' });
  await signedIn(jun, { 'X-Device': device });
  await mara.client.rest('post', `/projects/${projectId}/invitations`, { email: 'ada@tern.example', role: 'MEMBER' });
  await server.work();
});
afterAll(() => server.close());

const backUp = (file: string, url: string = server.databaseUrl): Promise<Manifest> =>
  writeBackup({ url, file, secretKey: SECRET_KEY });

async function namesIn(url: string, query: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: found } = await client.query<{ name: string }>(query);
    return found.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

const tablesOf = (url: string): Promise<string[]> =>
  namesIn(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );

/** Indexes and rules, each in its own words. */
const rulesOf = (url: string): Promise<string[]> =>
  namesIn(
    url,
    `select indexdef as name from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
     from pg_constraint where connamespace = 'public'::regnamespace
     order by 1`,
  );

describe('what is in a backup', () => {
  it('is decided for each table: in it or left out (backups/tables.ts)', async () => {
    const database = await freshDatabase();
    const decided = [...BACKED_UP, ...Object.keys(EXCLUDED)];
    expect((await tablesOf(database.url)).filter((name) => !decided.includes(name))).toEqual([]);
    expect(new Set(decided).size).toBe(decided.length);
    await database.drop();
  });

  it('can be looked at with any program for ZIP files, and is for its owner alone', async () => {
    const file = path.join(folderForTest(), 'deep', 'backup.zip');
    const manifest = await backUp(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(file))).toEqual(['backup.zip']);
    const backup = await BackupFile.open(file);
    expect(backup.manifest).toEqual(manifest);
    expect(await backup.secretKey()).toBe(SECRET_KEY);
    await backup.close();
    expect(Object.keys(manifest.leftOut)).toEqual(expect.arrayContaining(['session', 'rate', 'graphile_worker']));
    expect(manifest.tables.map(({ name }) => name)).toEqual([...BACKED_UP].sort());
    expect(manifest.tables.find(({ name }) => name === 'task')).toMatchObject({ rows: 1 });
  });

  it('takes no other file’s place, and a failure leaves nothing behind', async () => {
    const folder = folderForTest();
    const file = path.join(folder, 'backup.zip');
    writeFileSync(file, 'mine');
    await expect(backUp(file)).rejects.toThrow('already exists and is not overwritten');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const other = path.join(folder, 'other.zip');
    writeFileSync(`${other}.part`, 'of another');
    await expect(backUp(other)).rejects.toThrow('another backup is writing it, or was killed');
    const stopped = path.join(folder, 'stopped.zip');
    const stop = new AbortController();
    const progress = { step: () => stop.abort(), done: () => undefined, end: () => undefined };
    const ended = writeBackup({
      url: server.databaseUrl,
      file: stopped,
      secretKey: SECRET_KEY,
      progress,
      signal: stop.signal,
    });
    await expect(ended).rejects.toThrow(/abort/i);
    await expect(
      writeBackup({ url: server.databaseUrl, file: stopped, secretKey: undefined, leaveFree: Number.MAX_SAFE_INTEGER }),
    ).rejects.toThrow('MB are left on the disk');
    const empty = await emptyDatabase();
    await expect(backUp(stopped, empty.url)).rejects.toThrow('there is nothing to back up: the database is empty');
    expect(readdirSync(folder).sort()).toEqual(['backup.zip', 'other.zip.part']);
  });
});

describe('a restored database', () => {
  let restored: MailServer;
  let database: TestDatabase;
  let manifest: Manifest;
  /** The stored position of jun's device, and its epoch. */
  let before: { epoch: string; positions: { projectId: string; revision: number }[] };
  let bulkRun: { id: string; projectId: string };
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'cairn-backup-'));
    const { id } = await newProject(jun);
    await insertManyTasks(server, id, jun.id, 450);
    const run = await jun.client.rest('post', '/bulk-runs', { filter: { projectId: id }, status: 'DONE' });
    bulkRun = { id: run.body.data.id, projectId: id };
    const projects = [projectId, ...(await Promise.all([1, 2, 3].map(async () => (await newProject(mara)).id)))];
    const over = new AbortController();
    let written = 0;
    const writers = Array.from({ length: WRITERS }, async (_, n) => {
      while (!over.signal.aborted) {
        const task = await newTask(mara, projects[n % projects.length] ?? '');
        await mara.client.rest('put', `/tasks/${task.id}`, { status: 'DONE' });
        await mara.client.rest('post', `/tasks/${task.id}/comments`, { text: `Comment ${n}` });
        written += 1;
      }
    });
    try {
      await vi.waitUntil(() => written > WRITERS, 60_000);
      manifest = await backUp(path.join(folder, 'one.zip'));
      const during = written;
      await vi.waitUntil(() => written > during, 60_000);
    } finally {
      over.abort();
      await Promise.all(writers);
    }
    const me = await jun.client.graphql('{ me { epoch positions { projectId revision } } }');
    before = me.data.me;
    database = await createDatabase();
  }, 120_000);
  afterAll(async () => {
    await restored?.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is all or nothing: a restore that fails at its end leaves the place empty', async () => {
    const backup = await BackupFile.open(path.join(folder, 'one.zip'));
    const afterwards = () => Promise.reject(new Error('the power fails'));
    await expect(loadBackup({ url: database.url, entities, backup, afterwards })).rejects.toThrow('the power fails');
    await backup.close();
    expect(await tablesOf(database.url)).toEqual(['mikro_orm_migrations']);
  });

  it(`has the same hashes, and is one moment of all that ${WRITERS} writers did meanwhile`, async () => {
    await restoreInto(database.url, path.join(folder, 'one.zip'));
    const again = await backUp(path.join(folder, 'two.zip'), database.url);
    expect(again.tables).toEqual(manifest.tables);
    expect(again.migrations).toEqual(manifest.migrations);
    expect(again.epoch).not.toBe(manifest.epoch);
    // without which it was filled, and a slow or lawless database would look the same at first
    expect(await rulesOf(database.url)).toEqual(await rulesOf(server.databaseUrl));
    restored = await startMailServer({ databaseUrl: database.url });
    // the log and the rows are from the same time
    expect(
      await rows(
        restored,
        `select 1 from project p where revision <> (select max(revision) from change c where c.project_id = p.id)
         union all select 1 from task t where exists (select 1 from change c where c.entity_id = t.id) and version <> (
           select max(revision) from change c where c.entity_id = t.id and c.entity = 'task')
         union all select 1 from change c where entity = 'comment' and action = 'created' and not exists (
           select 1 from comment where id = c.entity_id)`,
      ),
    ).toEqual([]);
  });

  it('contains no sessions, but all accounts with devices, second factors and invitations', async () => {
    const old = new Client(restored, jun.client.token);
    expect((await old.rest('get', '/auth/me')).status).toBe(401);
    await signedIn(jun, { 'X-Device': device }, restored);
    // no device mails are sent, and queued mails are dropped
    expect(await mailsWaiting()).toEqual([]);

    const login = await new Client(restored).rest('post', '/auth/login', pick(mara));
    const code = codeOf(secured.secret, Date.now() + STEP);
    const challenge = login.body.data.challenge.token as string;
    const done = await new Client(restored).rest('post', '/auth/login/two-factor', { challenge, code });
    expect(done.status).toBe(200);
    const owner = new Client(restored, done.body.data.tokens.accessToken);
    expect((await owner.rest('get', `/projects/${projectId}/invitations`)).body.data).toHaveLength(1);
    // sequences continue after the restored rows: two former addresses in order
    const rename = { email: `new-${mara.email}`, currentPassword: mara.password, code: secured.recoveryCodes[1] };
    expect((await owner.rest('put', '/auth/profile', rename)).status).toBe(200);
    const [order] = await rows<{ all: string; different: string }>(
      restored,
      'select count(*) as all, count(distinct n) as different from email_revert',
    );
    expect(order).toEqual({ all: '2', different: '2' });
  });

  it('answers earlier positions with RESYNC, also after later writes', async () => {
    const signedInAgain = { ...jun, client: await signedIn(jun, { 'X-Device': device }, restored) };
    const { data } = await signedInAgain.client.graphql('{ me { epoch positions { projectId revision } } }');
    expect(data.me.epoch).not.toBe(before.epoch);
    const feed = follow<{ projectId: string; revision: number; kind: string; epoch: string }>(
      restored,
      `subscription ($after: [ChangeCursor!], $epoch: ID) {
         changes(after: $after, epoch: $epoch) { projectId revision kind epoch } }`,
      {
        token: signedInAgain.client.token,
        variables: { after: before.positions, epoch: before.epoch },
        timeout: 20_000,
      },
    );
    onTestFinished(() => feed.stop());
    await feed.until(before.positions.length);
    for (const { projectId, revision } of data.me.positions as typeof before.positions) {
      expect(feed.events).toContainEqual({ projectId, revision, kind: 'RESYNC', epoch: data.me.epoch });
      // writers went on after the backup: the place is behind where they were
      const then = before.positions.find((position) => position.projectId === projectId);
      expect(then?.revision).toBeGreaterThanOrEqual(revision);
    }
    await newTask(signedInAgain, projectId);
    await expect.poll(() => feed.events.at(-1)).toMatchObject({ projectId, kind: 'CHANGES', epoch: data.me.epoch });
  });

  it('goes on with a change of many tasks that was under way', async () => {
    const count = () =>
      rows(restored, `select count(*)::int as count from task where project_id = ? and status = 'DONE'`, [
        bulkRun.projectId,
      ]);
    expect(await count()).toEqual([{ count: 0 }]);
    await restored.work();
    expect(await count()).toEqual([{ count: 450 }]);
    expect(await rows(restored, 'select state from bulk_run where id = ?', [bulkRun.id])).toEqual([{ state: 'DONE' }]);
  });

  const pick = ({ email, password }: Person) => ({ email, password });
  const mailsWaiting = () =>
    rows(restored, `select task_identifier from graphile_worker.jobs where task_identifier like 'mail%'`);
});

describe('restoring', { timeout: 60_000 }, () => {
  it('refuses torn, cut, damaged, foreign or newer files before anything changes', async () => {
    const folder = folderForTest();
    const file = path.join(folder, 'backup.zip');
    const manifest = await backUp(file);
    const whole = readFileSync(file);
    const changed = (change: (bytes: Buffer) => Buffer): Buffer => change(Buffer.from(whole));
    const flipped = (at: number): Buffer =>
      changed((bytes) => {
        bytes[at] = (bytes[at] ?? 0) ^ 0x10;
        return bytes;
      });
    const database = await emptyDatabase();
    const attempt = async (bytes: Buffer | string): Promise<string> => {
      writeFileSync(path.join(folder, 'attempt.zip'), bytes);
      return restoreInto(database.url, path.join(folder, 'attempt.zip')).then(
        () => 'restored',
        (error: Error) => error.message,
      );
    };
    const part = Math.floor(whole.length / 16);
    const cut = [0, 1, 100, part, whole.length - 1].map((length) => whole.subarray(0, length));
    const refused = [
      ...cut,
      whole.subarray(1),
      Buffer.concat([whole, Buffer.from('more')]),
      Buffer.concat([Buffer.from('more'), whole]),
      // a hole in the middle, as a torn copy leaves
      changed((bytes) => bytes.fill(0, part * 7, part * 9)),
      'a letter to somebody',
      randomBytes(5_000),
    ];
    for (const bytes of refused) {
      expect(await attempt(bytes)).toMatch(/not a complete backup of Cairn|is damaged/);
    }
    // each kind of byte: refused, or without meaning (a time, file permissions)
    const bit = path.join(folder, 'bit.zip');
    let noticed = 0;
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / BITS)) {
      writeFileSync(bit, flipped(at));
      const backup = await BackupFile.open(bit).catch((error: Error) => error);
      if (backup instanceof Error) {
        expect(backup.message).toMatch(/not a complete backup of Cairn|is damaged|not a backup of Cairn/);
        noticed += 1;
        continue;
      }
      expect(backup.manifest).toEqual(manifest);
      const verified = await backup.verify().then(() => backup.secretKey(), String);
      expect(verified).toMatch(/is damaged|^a key for the secrets of tests, long enough$/);
      if (verified !== SECRET_KEY) noticed += 1;
      await backup.close();
    }
    // About one in six says nothing, and which are asked depends on how long the file became.
    expect(noticed).toBeGreaterThan(BITS / 2);
    await expect(restoreInto(database.url, path.join(folder, 'nowhere.zip'))).rejects.toThrow(
      'cannot be read (ENOENT)',
    );
    await expect(restoreInto(database.url, folder)).rejects.toThrow('cannot be read (EISDIR)');
    expect(await tablesOf(database.url)).toEqual([]);
  });

  it('ends at once when it is stopped, also while it makes indexes', async () => {
    const file = path.join(folderForTest(), 'backup.zip');
    await backUp(file);
    const database = await emptyDatabase();
    const backup = await BackupFile.open(file);
    onTestFinished(() => backup.close());
    const stop = new AbortController();
    let indexes = 0;
    const progress = {
      step: (name: string) => void (name === 'Making indexes' && stop.abort()),
      done: () => void (indexes += Number(stop.signal.aborted)),
      end: () => undefined,
    };
    const afterwards = () => Promise.resolve();
    const { signal } = stop;
    await expect(
      loadBackup({ url: database.url, entities, backup, afterwards, progress, signal }),
    ).rejects.toBeInstanceOf(Error);
    expect([signal.aborted, indexes]).toEqual([true, 0]);
    expect(await tablesOf(database.url)).toEqual(['mikro_orm_migrations']);
  });

  it('refuses a backup of a newer version, and a place that holds something', async () => {
    const folder = folderForTest();
    const file = path.join(folder, 'newer.zip');
    const newer = await freshDatabase();
    onTestFinished(() => newer.drop());
    const client = new pg.Client({ connectionString: newer.url });
    await client.connect();
    await client.query(`insert into mikro_orm_migrations (name) values ('Migration20991231000000_future')`);
    await client.end();
    await expect(backUp(file, newer.url)).rejects.toThrow(/made by a newer version .* Migration20991231000000_future/);
    expect(existsSync(file)).toBe(false);

    await backUp(file);
    await expect(restoreInto(server.databaseUrl, file)).rejects.toThrow(
      /^the database is not empty \(it has the table /,
    );
    expect((await mara.client.rest('get', '/auth/me')).status).toBe(200);
  });
});
