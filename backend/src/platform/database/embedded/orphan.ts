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
 * Cleans up after a killed app: stops a server that outlived it (a new one has this version's settings and supervision),
 * or makes a stale pid file harmless.
 * @returns true if a server was stopped
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
  // PostgreSQL refuses to start while any process has this pid: another program, or the dead server itself in a container
  // whose init does not reap it. The other lines stay: PostgreSQL uses them to detect processes of the old server.
  writeFileSync(pidFile, [String(NO_PID), ...lines.slice(1)].join('\n'));
  return false;
}

/** Whether the process is a PostgreSQL server on this folder. */
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
    // without `-ww`, some systems cut long lines
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    // the server is started with the real path (`startEmbedded`)
    return command.includes('postgres') && command.includes(realpathSync(dir));
  } catch {
    return false;
  }
}
