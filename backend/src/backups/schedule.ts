import { spawn } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../platform/telemetry/logger.js';
import { makeFolder } from '../platform/lib/makeFolder.js';
import { contentsFolder, pruneContents } from './contents.js';
import type { BackupLeadership } from './backupLeadership.js';

const HOUR_MS = 3_600_000;
const CHECK_MS = 60_000;
/** A failed backup is retried after this time. */
const RETRY_MS = HOUR_MS;
/** A backup that takes longer is stuck. */
const TIMEOUT_MS = 6 * HOUR_MS;
/** The clocks of the app and the database can differ by this much. */
const CLOCKS_MS = HOUR_MS;
/** A lower process priority than the app's. */
const PRIORITY = 10;

/** How the line begins in which the program says why it failed. */
export const BACKUP_FAILED = 'The backup failed';

const NAME = /^cairn-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.zip$/;

const fileName = (at: Date): string => `cairn-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.zip`;

function parseTime(name: string): number {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day === undefined ? NaN : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
}

/** Returns the newest backup that BACKUP_EVERY made until this time: a wrong clock has made those from the future. */
const findNewest = (names: readonly string[], until: number): string | undefined =>
  names
    .filter((name) => parseTime(name) <= until)
    .sort()
    .at(-1);

/** Returns the newest backup that BACKUP_EVERY made in this folder, or null. */
export function findLastBackup(dataDir: string, now: Date): { at: Date; bytes: number } | null {
  const folder = path.join(dataDir, 'backups');
  try {
    const name = findNewest(readdirSync(folder), now.getTime());
    if (name === undefined) return null;
    return { at: new Date(parseTime(name)), bytes: statSync(path.join(folder, name)).size };
  } catch {
    // There is no folder, or it belongs to another user, which the schedule reports.
    return null;
  }
}

export interface ScheduleOptions {
  dataDir: string;
  hours: number;
  /** How many backups are kept; the oldest is removed when a new one is complete. */
  keep: number;
  /** Decides which of several processes on one database makes backups; undefined if this process has locked `dataDir`. */
  leadership?: BackupLeadership | undefined;
  log: Logger;
  /** Called after each try, and when another process is the leader: whether backups fail here. */
  onFailing?: (isFailing: boolean) => void;
  /** Makes one backup; rejects with a one-line message. */
  make: (file: string, signal: AbortSignal) => Promise<void>;
  now?: () => Date;
}

export interface Schedule {
  /** Makes a backup if one is due. Never rejects. */
  check: () => Promise<void>;
  close: () => Promise<void>;
}

/** Backs up at an interval that starts at the last existing backup, so that restarts do not change it. */
export function startSchedule({
  dataDir,
  hours,
  keep,
  leadership,
  log,
  onFailing = () => undefined,
  make,
  now = () => new Date(),
}: ScheduleOptions): Schedule {
  const folder = path.join(dataDir, 'backups');
  const stop = new AbortController();
  let notBefore = 0;
  let running: Promise<void> | undefined;

  const listBackups = (): string[] => readdirSync(folder).filter((name) => !Number.isNaN(parseTime(name)));
  /** Removes what a killed backup left behind: no other process makes backups here. */
  const removePartFiles = (): void => {
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.part') && NAME.test(name.slice(0, -'.part'.length))) rmSync(path.join(folder, name));
    }
  };
  const isDue = (at: number): boolean => {
    const newest = findNewest(listBackups(), at);
    const last = newest === undefined ? 0 : parseTime(newest);
    // A clock that was ahead must not put the next try off for longer.
    const isWaiting = at < notBefore && notBefore - at <= RETRY_MS;
    return !isWaiting && at - last >= hours * HOUR_MS;
  };

  const backUp = async (at: Date): Promise<void> => {
    const since = performance.now();
    const file = path.join(folder, fileName(at));
    await make(file, stop.signal);
    const bytes = statSync(file).size;
    // Keeps backups whose names are in the future: they were named by a wrong clock, or the clock of this machine is behind.
    const past = listBackups().filter((name) => parseTime(name) <= at.getTime());
    for (const name of past.sort().slice(0, -keep)) rmSync(path.join(folder, name));
    const oldest = Math.min(...listBackups().map(parseTime));
    await pruneContents(contentsFolder(file), new Date(oldest - CLOCKS_MS));
    log.info({ file, bytes, ms: Math.round(performance.now() - since) }, 'backed up');
  };

  const checkNow = async (): Promise<void> => {
    const at = now();
    try {
      makeFolder(folder);
      if (!isDue(at.getTime())) return;
      if (leadership && !(await leadership.isLeader())) return onFailing(false);
      removePartFiles();
      await backUp(at);
      onFailing(false);
    } catch (error) {
      if (stop.signal.aborted) return;
      notBefore = at.getTime() + RETRY_MS;
      onFailing(true);
      log.error({ reason: (error as Error).message, folder }, 'the backup failed; it is tried again in an hour');
    }
  };
  const check = (): Promise<void> =>
    (running ??= checkNow().finally(() => {
      running = undefined;
    }));

  const timer = setInterval(() => void check(), CHECK_MS);
  timer.unref();
  void check();
  return {
    check,
    close: async () => {
      clearInterval(timer);
      stop.abort();
      await running;
    },
  };
}

/** Makes a backup in a separate process of low priority, which cannot harm the app. */
export async function runBackup(file: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const program = fileURLToPath(new URL('../cli/backup.js', import.meta.url));
  const child = spawn(process.execPath, [program, '--files-beside', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: TIMEOUT_MS,
    windowsHide: true,
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000)));
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('spawn', () => {
        try {
          if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
        } catch {
          // it has ended, or the system has no priorities
        }
      });
      child.once('close', (code, ended) => {
        if (code === 0) return resolve();
        // other lines are its progress
        const line = output.split('\n').findLast((text) => text.startsWith(BACKUP_FAILED));
        reject(new Error(line ?? `it ended with ${ended ?? code}`));
      });
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
