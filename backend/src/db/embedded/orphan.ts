import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Binaries } from './binaries.js';
import type { EmbeddedLog } from './embeddedLog.js';
import type { RunAs } from './osUser.js';
import { isAlive, stopPostmaster } from './postmaster.js';

/** Larger than any pid that can exist. */
const NO_PID = 2_147_483_647;

/**
 * Deals with what postmaster.pid says: a server that outlived a killed app is stopped (a fresh one certainly has this
 * version's settings, log and supervision), a file without its server is made harmless.
 * @returns true when a server was stopped
 */
export async function clearOrphan(dir: string, binaries: Binaries, user: RunAs, log: EmbeddedLog): Promise<boolean> {
  const pidFile = join(dir, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(pidFile, 'utf8').split('\n');
  } catch {
    return false;
  }
  const pid = Number(lines[0]);
  if (Number.isInteger(pid) && pid > 0 && isAlive(pid) && isPostgresOn(pid, dir)) {
    log.warn(`PostgreSQL (process ${pid}) outlived an app that was killed; stopping it before starting afresh.`);
    await stopPostmaster({ pid, dir, binaries, user });
    return true;
  }
  // PostgreSQL would refuse to start while any process has this pid: another program, or the dead server itself where
  // nobody collects it (a container without an init). Only the pid is replaced, because the other lines let PostgreSQL
  // check that no process of the old server still works on the data.
  writeFileSync(pidFile, [String(NO_PID), ...lines.slice(1)].join('\n'));
  return false;
}

/** Whether a living process is a PostgreSQL server that works in this folder. */
export function isPostgresOn(pid: number, dir: string): boolean {
  try {
    if (process.platform === 'linux') {
      const program = basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
      return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dir);
    }
    if (process.platform === 'win32') {
      const list = execFileSync('tasklist', ['/NH', '/FI', `PID eq ${pid}`], { encoding: 'utf8' });
      return /postgres\.exe/i.test(list);
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(dir);
  } catch {
    return false;
  }
}
