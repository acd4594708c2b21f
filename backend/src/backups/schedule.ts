import { spawn } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../kernel/logger.js';
import { makeFolder } from '../kernel/makeFolder.js';
import type { BackupTurn } from './backupTurn.js';

const HOUR_MS = 3_600_000;
const LOOK_MS = 60_000;
/** After a failure nobody tries again at once. */
const RETRY_MS = HOUR_MS;
/** A backup that takes longer hangs. */
const MOST_MS = 6 * HOUR_MS;
/** Lower than that of the app, which people wait for. */
const PRIORITY = 10;

const NAME = /^cairn-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.zip$/;

const nameFor = (at: Date): string => `cairn-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.zip`;

function timeOf(name: string): number {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day === undefined ? NaN : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
}

export interface ScheduleOptions {
  dataDir: string;
  hours: number;
  /** How many are kept; the oldest is removed when a new one is complete. */
  keep: number;
  /** Decides which of several processes on one database makes them; unset: `dataDir` is locked by this process. */
  turn?: BackupTurn | undefined;
  log: Logger;
  /** Makes one backup; fails with one line. */
  make: (file: string, signal: AbortSignal) => Promise<void>;
  now?: () => Date;
}

export interface Schedule {
  /** Makes a backup if one is due. Never fails. */
  look: () => Promise<void>;
  close: () => Promise<void>;
}

/** Backs up every so many hours, counted from the last backup there is, so restarts neither delay nor hasten it. */
export function startSchedule({
  dataDir,
  hours,
  keep,
  turn,
  log,
  make,
  now = () => new Date(),
}: ScheduleOptions): Schedule {
  const folder = path.join(dataDir, 'backups');
  const stop = new AbortController();
  let notBefore = 0;
  let underWay: Promise<void> | undefined;

  const own = (): string[] => readdirSync(folder).filter((name) => !Number.isNaN(timeOf(name)));
  /** Removes what a killed one has left: no other process makes backups here. */
  const removeHalves = (): void => {
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.part') && NAME.test(name.slice(0, -'.part'.length))) rmSync(path.join(folder, name));
    }
  };
  const isDue = (at: number): boolean => {
    // one of the future, from a clock that was wrong, says nothing
    const last = Math.max(
      0,
      ...own()
        .map(timeOf)
        .filter((time) => time <= at),
    );
    return at >= notBefore && at - last >= hours * HOUR_MS;
  };

  const backUp = async (at: Date): Promise<void> => {
    const since = performance.now();
    const file = path.join(folder, nameFor(at));
    await make(file, stop.signal);
    const bytes = statSync(file).size;
    for (const name of own().sort().slice(0, -keep)) rmSync(path.join(folder, name));
    log.info({ file, bytes, ms: Math.round(performance.now() - since) }, 'backed up');
  };

  const lookNow = async (): Promise<void> => {
    const at = now();
    try {
      makeFolder(folder);
      if (!isDue(at.getTime())) return;
      if (turn && !(await turn.isOurs())) return;
      removeHalves();
      await backUp(at);
    } catch (error) {
      if (stop.signal.aborted) return;
      notBefore = at.getTime() + RETRY_MS;
      log.error({ reason: (error as Error).message, folder }, 'the backup failed; it is tried again in an hour');
    }
  };
  const look = (): Promise<void> =>
    (underWay ??= lookNow().finally(() => {
      underWay = undefined;
    }));

  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  void look();
  return {
    look,
    close: async () => {
      clearInterval(timer);
      stop.abort();
      await underWay;
    },
  };
}

/** Makes a backup in a process of its own, of low priority: what it needs or does wrong is not the app's. */
export async function backupBeside(file: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const program = fileURLToPath(new URL('../backup.js', import.meta.url));
  const child = spawn(process.execPath, [program, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: MOST_MS,
    windowsHide: true,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('spawn', () => {
        try {
          if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
        } catch {
          // it has ended, or the system knows no priorities
        }
      });
      child.once('close', (code, ended) => {
        if (code === 0) return resolve();
        const line = said.trim().split('\n').at(-1)?.trim();
        reject(new Error(line || `it ended with ${ended ?? code}`));
      });
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
