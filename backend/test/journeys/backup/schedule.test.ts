import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BackupLeadership } from '../../../src/backups/backupLeadership.js';
import { type Schedule, type ScheduleOptions, startSchedule } from '../../../src/backups/schedule.js';
import { entities } from '../../../src/modules.js';
import { createOrm } from '../../../src/platform/database/orm.js';
import { migrate } from '../../../src/platform/process/migrate.js';
import type { Logger } from '../../../src/platform/telemetry/logger.js';
import { built, buildServer } from '../../support/builtProgram.js';
import { emptyDatabase, folderForTest } from './folders.js';

const HOUR = 3_600_000;

/** A schedule whose clock and whose backups the test has in hand. */
async function scheduled(make?: ScheduleOptions['make'], leadership?: BackupLeadership) {
  const dataDir = folderForTest();
  const folder = path.join(dataDir, 'backups');
  mkdirSync(folder);
  const clock = { at: Date.parse('2026-11-22T10:00:00Z') };
  const said: [string, string][] = [];
  const log = {
    info: (_: object, text: string) => said.push(['info', text]),
    error: ({ reason }: { reason: string }, text: string) => said.push([text, reason]),
  } as unknown as Logger;
  const failing: boolean[] = [];
  const made: string[] = [];
  const begin = (): Schedule =>
    startSchedule({
      dataDir,
      hours: 6,
      keep: 7,
      leadership,
      log,
      onFailing: (isFailing) => failing.push(isFailing),
      now: () => new Date(clock.at),
      make:
        make ??
        (async (file) => {
          writeFileSync(file, 'backup');
          made.push(path.basename(file));
        }),
    });
  const schedule = begin();
  onTestFinished(() => schedule.close());
  await schedule.check();
  return { schedule, begin, clock, said, failing, made, folder };
}

describe('backups by themselves (BACKUP_EVERY)', () => {
  it('are made when the last one is so old, whenever the app was started, and seven are kept', async () => {
    const { schedule, begin, clock, made, folder } = await scheduled();
    expect(made).toEqual(['cairn-2026-11-22T100000Z.zip']);
    clock.at += 6 * HOUR - 1;
    await schedule.check();
    await schedule.close();
    const next = begin();
    onTestFinished(() => next.close());
    await next.check();
    expect(made).toHaveLength(1);
    writeFileSync(path.join(folder, 'mine.zip'), 'of the host');
    // left by a wrong clock or a killed process
    writeFileSync(path.join(folder, 'cairn-2099-01-01T000000Z.zip'), 'future');
    writeFileSync(path.join(folder, 'cairn-2026-11-22T103000Z.zip.part'), 'half');
    clock.at += 1;
    for (let n = 0; n < 9; n += 1) {
      // concurrent checks share one run
      await Promise.all([next.check(), next.check()]);
      clock.at += 6 * HOUR;
    }
    expect(made).toHaveLength(10);
    expect(readdirSync(folder).sort()).toEqual([...made.slice(-7), 'cairn-2099-01-01T000000Z.zip', 'mine.zip']);
  });

  it('survive a clock that is wrong for a while', async () => {
    const fail = { now: false };
    const { schedule, clock, made, folder } = await scheduled(async (file) => {
      if (fail.now) throw new Error('no room');
      writeFileSync(file, 'backup');
    });
    for (let n = 0; n < 7; n += 1) {
      clock.at += 6 * HOUR;
      await schedule.check();
    }
    const kept = readdirSync(folder);
    expect([kept.length, made]).toEqual([7, []]);
    const right = clock.at;
    // Behind: what it makes is the oldest, and removes none of the others.
    clock.at = Date.parse('2000-01-01T00:00:00Z');
    await schedule.check();
    expect(readdirSync(folder)).toEqual(['cairn-2000-01-01T000000Z.zip', ...kept]);
    // Ahead: the failure there puts nothing off after the clock is right again.
    fail.now = true;
    clock.at = right + 400 * 24 * HOUR;
    await schedule.check();
    fail.now = false;
    clock.at = right + 6 * HOUR;
    await schedule.check();
    expect(readdirSync(folder)).toHaveLength(7);
    expect(readdirSync(folder).at(-1)).toBe('cairn-2026-11-24T100000Z.zip');
  });

  it('are logged in one line and measured if they fail, keep the older ones, and are retried in an hour', async () => {
    let fails = false;
    let tries = 0;
    const { schedule, clock, said, failing, folder } = await scheduled(async (file) => {
      tries += 1;
      if (fails) throw new Error('The backup failed: there is no room left');
      writeFileSync(file, 'backup');
    });
    fails = true;
    clock.at += 7 * HOUR;
    await schedule.check();
    clock.at += HOUR - 1;
    await schedule.check();
    expect(tries).toBe(2);
    clock.at += 1;
    fails = false;
    await schedule.check();
    expect(readdirSync(folder)).toHaveLength(2);
    expect(said).toEqual([
      ['info', 'backed up'],
      ['the backup failed; it is tried again in an hour', 'The backup failed: there is no room left'],
      ['info', 'backed up'],
    ]);
    expect(failing).toEqual([false, true, false]);
  });

  it('of several processes on one database are made by one, whatever their folders, and by another when it ends', async () => {
    const { url } = await emptyDatabase();
    const both = [new BackupLeadership(url), new BackupLeadership(url)] as const;
    onTestFinished(() => Promise.all(both.map((leadership) => leadership.close())).then(() => undefined));
    const one = await scheduled(undefined, both[0]);
    const two = await scheduled(undefined, both[1]);
    one.clock.at += 6 * HOUR;
    await Promise.all([one.schedule.check(), two.schedule.check()]);
    expect([one.made.length, two.made.length]).toEqual([2, 0]);
    await one.schedule.close();
    await both[0].close();
    await expect
      .poll(async () => {
        await two.schedule.check();
        return two.made.length;
      })
      .toBe(1);
  });

  it('stay with their process when the database has closed all connections', async () => {
    const { url } = await emptyDatabase();
    const [maker, other] = [new BackupLeadership(url), new BackupLeadership(url)];
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => Promise.all([maker.close(), other.close(), client.end()]).then(() => undefined));
    const readOwner = async (): Promise<number | undefined> => {
      const { rows } = await client.query<{ pid: number }>(
        `select l.pid from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
         where l.locktype = 'advisory' and l.granted`,
      );
      return rows[0]?.pid;
    };
    expect(await maker.isLeader()).toBe(true);
    const before = await readOwner();
    expect(before).toBeTypeOf('number');
    await client.query('select pg_terminate_backend($1)', [before]);
    // Its next backup is due only hours later, and other processes ask before.
    await expect.poll(async () => [undefined, before].includes(await readOwner())).toBe(false);
    expect([await other.isLeader(), await maker.isLeader()]).toEqual([false, true]);
  });

  it('say why they fail also where no one expected it', async () => {
    await buildServer();
    const { url } = await emptyDatabase();
    const orm = await createOrm({ url, entities });
    await migrate(orm, url);
    await orm.em.fork().execute('alter table epoch rename column id to other');
    await orm.close(true);
    vi.stubEnv('DATABASE_URL', url);
    vi.stubEnv('SECRET_KEY', 'a key for the secrets of tests, long enough');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { runBackup } = (await import(built('backups/schedule'))) as { runBackup: ScheduleOptions['make'] };
    const made = () => runBackup(path.join(folderForTest(), 'backup.zip'), new AbortController().signal);
    await expect(made()).rejects.toThrow(/^The backup failed: column "id" does not exist$/);
    // killed for its memory: its last line is how far it was
    const killed = `console.error('Backing up: 1 of 2 MB'); process.kill(process.pid, 'SIGKILL');`;
    vi.stubEnv('NODE_OPTIONS', `--import data:text/javascript,${encodeURIComponent(killed)}`);
    await expect(made()).rejects.toThrow(/^it ended with SIGKILL$/);
  });

  it('end with the app, which waits until nothing of a half one is left', async () => {
    let stopped = false;
    const { schedule, clock, said } = await scheduled(async (file, signal) => {
      if (file.includes('T100000Z')) return writeFileSync(file, 'backup');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      stopped = true;
      throw new Error('stopped');
    });
    clock.at += 7 * HOUR;
    void schedule.check();
    await schedule.close();
    expect(stopped).toBe(true);
    expect(said).toEqual([['info', 'backed up']]);
  });
});
