import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAlive } from './postmaster.js';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from './startEmbedded.js';
import type { EmbeddedState } from './supervisor.js';

const limit = { timeout: 60_000 };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A data folder with a stopped database, made once because `initdb` takes longer than most tests. */
let template: string;
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'cairn-embedded-'));
  const database = await startEmbedded({ dataDir: template, log, durable: false });
  await database.stop();
}, 60_000);
afterAll(() => rmSync(template, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

/** Copies the template into the test's data folder. */
function copyDatabase(): void {
  for (const name of ['postgres', 'postgres.password']) {
    const [from, to] = [join(template, name), join(dataDir, name)];
    if (process.platform === 'win32') cpSync(from, to, { recursive: true });
    // `cp -a` keeps the owner, which differs from this user if the tests run as root
    else execFileSync('cp', ['-a', from, to]);
  }
}

let root: string;
let dataDir: string;
let running: EmbeddedPostgres[];
let owners: ChildProcess[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-embedded-'));
  dataDir = root;
  running = [];
  owners = [];
});

afterEach(async () => {
  for (const owner of owners) owner.kill('SIGKILL');
  await Promise.all(running.map((database) => database.stop()));
  const leftover = serverPid();
  if (leftover && isAlive(leftover)) process.kill(leftover, 'SIGKILL');
  rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}, 30_000);

/** Waits for the pid of a server that is starting. */
async function startingPid(): Promise<number> {
  for (;;) {
    const pid = serverPid();
    if (pid) return pid;
    await sleep(1);
  }
}

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const database = await startEmbedded({ dataDir, log, durable: false, ...options });
  running.push(database);
  return database;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function serverPid(): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

/** Starts the database in another process; resolves with the line it printed. */
async function startOwner(): Promise<{ owner: ChildProcess; answer: { url?: string; error?: string } }> {
  const script = join(import.meta.dirname, 'owner.fixture.mjs');
  const owner = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  owners.push(owner);
  const line = await new Promise<string>((resolve, reject) => {
    owner.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    owner.once('exit', (code) => reject(new Error(`the owner ended with ${code}`)));
  });
  return { owner, answer: JSON.parse(line) as { url?: string; error?: string } };
}

async function killAndWait(owner: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => owner.once('exit', resolve));
  owner.kill('SIGKILL');
  await ended;
}

async function until(condition: () => boolean, milliseconds: number): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await sleep(10);
  }
}

describe('the embedded database', () => {
  it('is created in the data folder, durable, in UTF-8 and closed to others', limit, async () => {
    const database = await start({ durable: true });
    expect(database.ownership).toMatchObject({ found: 'created', pid: process.pid });
    const [facts] = await query(
      database.url,
      `select current_setting('fsync') as fsync, current_setting('server_encoding') as encoding,
        current_setting('listen_addresses') as addresses, current_setting('password_encryption') as passwords,
        (select datlocale from pg_database where datname = current_database()) as locale,
        current_database() as name, lower('ÄÖ') as lowered`,
    );
    expect(facts).toEqual({
      fsync: 'on',
      encoding: 'UTF8',
      addresses: '127.0.0.1',
      passwords: 'scram-sha-256',
      locale: 'C.UTF-8',
      name: 'cairn',
      lowered: 'äö',
    });
    await query(database.url, 'create extension pg_trgm');
    expect(await query(database.url, `select cardinality(show_trgm('Привет')) as n`)).toEqual([{ n: 7 }]);
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
    const wrong = new URL(database.url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it('keeps its rows across a stop and a start', limit, async () => {
    copyDatabase();
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    const pid = serverPid()!;
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    const second = await start();
    expect(second.ownership.found).toBe('opened');
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('refuses a second app on the same data folder and names the first', limit, async () => {
    copyDatabase();
    await start();
    await expect(start()).rejects.toThrow(`already used by process ${process.pid}, running since 20`);
    const { answer } = await startOwner();
    expect(answer.error).toContain(`already used by process ${process.pid}`);
    expect(answer.error).not.toContain('\n');
  });

  it('takes over after its app was killed', limit, async () => {
    copyDatabase();
    const { owner, answer } = await startOwner();
    await query(answer.url!, 'create table kept as select 7 as answer');
    const orphan = serverPid()!;
    await killAndWait(owner);
    expect(isAlive(orphan)).toBe(true);
    const database = await start();
    expect(database.ownership.found).toBe('recovered');
    expect(isAlive(orphan)).toBe(false);
    expect(await query(database.url, 'select answer from kept')).toEqual([{ answer: 7 }]);
    const pid = serverPid()!;
    await database.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('takes over after its app and its server were both killed', limit, async () => {
    copyDatabase();
    const { owner } = await startOwner();
    const server = serverPid()!;
    await killAndWait(owner);
    process.kill(server, 'SIGKILL');
    const database = await start();
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.each([
    ['of a process that is gone', 2_000_000_000],
    ['of a process that is another program', process.pid],
  ])('is not stopped by a stale pid file %s', limit, async (_, pid) => {
    copyDatabase();
    const first = await start();
    const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    await first.stop();
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), [String(pid), ...lines.slice(1)].join('\n'));
    const second = await start();
    expect(second.ownership.found).toBe('opened');
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts cleanly after being killed while it created the database', limit, async () => {
    const script = join(import.meta.dirname, 'owner.fixture.mjs');
    const owner = spawn(process.execPath, [script, dataDir], { stdio: 'ignore' });
    owners.push(owner);
    await until(() => readdirSync(dataDir).some((name) => name.startsWith('postgres.init-')), 20_000);
    await sleep(150);
    await killAndWait(owner);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    const database = await start();
    expect(database.ownership.found).toBe('created');
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
    await start();
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.init-'))).toEqual([]);
  });

  it('stops the server when its start is given up, also during a long recovery', limit, async () => {
    copyDatabase();
    const stop = new AbortController();
    const starting = startEmbedded({ dataDir, log, durable: false, signal: stop.signal });
    const pid = await startingPid();
    // answers nothing for a while
    process.kill(pid, 'SIGSTOP');
    await sleep(200);
    stop.abort();
    process.kill(pid, 'SIGCONT');
    await expect(starting).rejects.toThrow('PostgreSQL did not start');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('waits for a recovery that takes longer than any other start', limit, async () => {
    copyDatabase();
    // Without queries, a standby refuses connections as a server does that recovers. The copy keeps the owner.
    const files = join(dataDir, 'postgres');
    execFileSync('cp', ['-a', join(files, 'PG_VERSION'), join(files, 'standby.signal')]);
    const stop = new AbortController();
    let isStarting = true;
    const starting = startEmbedded({
      dataDir,
      log,
      durable: false,
      settings: { hot_standby: 'off' },
      signal: stop.signal,
    }).finally(() => {
      isStarting = false;
    });
    starting.catch(() => undefined);
    const pid = await startingPid();
    await sleep(500);
    const [date, time] = [Date.now(), performance.now()];
    vi.spyOn(Date, 'now').mockReturnValue(date + 3_600_000);
    vi.spyOn(performance, 'now').mockReturnValue(time + 3_600_000);
    await sleep(1_000);
    vi.restoreAllMocks();
    expect([isStarting, isAlive(pid)]).toEqual([true, true]);
    stop.abort();
    await expect(starting).rejects.toThrow('PostgreSQL did not start');
  });

  it('restarts the server on the same port when it dies', limit, async () => {
    copyDatabase();
    const states: EmbeddedState[] = [];
    const database = await start({ durable: true, onState: (state) => states.push(state) });
    await query(database.url, 'create table kept as select 1 as one');
    process.kill(serverPid()!, 'SIGKILL');
    await until(() => states.includes('up'), 30_000);
    expect(states).toEqual(['down', 'up']);
    expect(await query(database.url, 'select one from kept')).toEqual([{ one: 1 }]);
    const pid = serverPid()!;
    await database.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('can be stopped while the server is down', limit, async () => {
    copyDatabase();
    const states: EmbeddedState[] = [];
    const database = await start({ onState: (state) => states.push(state) });
    process.kill(serverPid()!, 'SIGKILL');
    await until(() => states.includes('down'), 10_000);
    await database.stop();
    expect(states).not.toContain('failed');
    await start();
  });

  it('ends connections that are busy when it is stopped', limit, async () => {
    copyDatabase();
    const database = await start();
    const busy = query(database.url, 'select pg_sleep(60)').catch((error: Error) => error.message);
    await sleep(200);
    await database.stop();
    expect(await busy).toMatch(/terminat/i);
  });

  it('leaves the folder of another version alone', limit, async () => {
    mkdirSync(join(dataDir, 'postgres'), { mode: 0o755 });
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '9.6\n');
    await expect(start()).rejects.toThrow(/made by PostgreSQL 9\.6, but this version brings PostgreSQL 18/);
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['PG_VERSION']);
  });

  it('leaves a folder that is not a database alone', limit, async () => {
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'dear reader');
    await expect(start()).rejects.toThrow(/is not a PostgreSQL database folder/);
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['letter.txt']);
  });

  it('sets a new password when the password file is missing', limit, async () => {
    copyDatabase();
    const first = await start();
    await first.stop();
    rmSync(join(dataDir, 'postgres.password'));
    const second = await start();
    expect(second.url).not.toBe(first.url);
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  const asRoot = process.getuid?.() === 0;

  it.runIf(asRoot)('gives the server’s group search permission on temporary folders of root', limit, async () => {
    dataDir = join(root, 'private', 'data');
    mkdirSync(join(root, 'private'), { mode: 0o700 });
    await start();
    expect(statSync(join(root, 'private')).mode & 0o777).toBe(0o710);
    expect(statSync(dataDir).mode & 0o777).toBe(0o710);
  });

  it.runIf(asRoot)('leaves a closed folder that it does not own alone and names it', limit, async () => {
    dataDir = join(root, 'private', 'data');
    mkdirSync(join(root, 'private'), { mode: 0o700 });
    chmodSync(root, 0o755);
    const usual = process.env.TMPDIR;
    process.env.TMPDIR = '/var';
    try {
      await expect(start()).rejects.toThrow(`may not enter ${join(root, 'private')}: set DATA_DIR`);
    } finally {
      if (usual === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = usual;
    }
    expect(statSync(join(root, 'private')).mode & 0o777).toBe(0o700);
  });

  it('rotates its log', limit, async () => {
    copyDatabase();
    writeFileSync(join(dataDir, 'postgres.log'), Buffer.alloc(11 * 1024 * 1024, 'x'));
    await start();
    expect(statSync(join(dataDir, 'postgres.log')).size).toBeLessThan(100_000);
    expect(existsSync(join(dataDir, 'postgres.log.1'))).toBe(true);
  });

  it('starts although its log cannot be rotated, as on a full disk', limit, async () => {
    copyDatabase();
    writeFileSync(join(dataDir, 'postgres.log'), Buffer.alloc(11 * 1024 * 1024, 'x'));
    mkdirSync(join(dataDir, 'postgres.log.1'));
    const warnings: string[] = [];
    const { url } = await start({ log: { ...log, warn: (line: string) => void warnings.push(line) } });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(warnings).toEqual([expect.stringContaining('postgres.log cannot be rotated: ')]);
  });

  it('keeps rows out of its log', limit, async () => {
    copyDatabase();
    const { url } = await start();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("create table moon (name text constraint never check (name <> 'The secret'))");
    await expect(client.query('insert into moon values ($1)', ['The secret'])).rejects.toThrow('never');
    await client.end();
    const text = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    expect(text).toContain('violates check constraint "never"');
    expect(text).not.toContain('The secret');
  });

  it('rotates its log while it runs', limit, async () => {
    copyDatabase();
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const { url } = await start();
    const logFile = join(dataDir, 'postgres.log');
    appendFileSync(logFile, Buffer.alloc(11 * 1024 * 1024, 'x'));
    vi.advanceTimersByTime(3_600_000);
    vi.useRealTimers();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await expect(client.query('select later_error')).rejects.toThrow('later_error');
    await client.end();
    const text = readFileSync(logFile, 'utf8');
    expect([text.includes('later_error'), text.includes('xxxxx')]).toEqual([true, false]);
    expect(statSync(`${logFile}.1`).size).toBeGreaterThan(11 * 1024 * 1024);
  });
});
