import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { clusterDir, DATABASE, readPassword } from './cluster.js';
import { isPostgresOn } from './orphan.js';
import { isAlive } from './postmaster.js';

/** The index of the line with the port in `postmaster.pid`. */
const PORT_LINE = 3;

/** Returns the URL of the running app's embedded database, for an operator's commands; undefined if none runs. */
export function findRunningUrl(dataDir: string): string | undefined {
  const folder = resolve(dataDir);
  const dir = clusterDir(folder);
  let lines: string[];
  try {
    lines = readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const [pid, port] = [Number(lines[0]), Number(lines[PORT_LINE])];
  const password = readPassword(folder);
  if (!(pid > 0) || !(port > 0) || password === undefined || !isAlive(pid) || !isPostgresOn(pid, dir)) return undefined;
  return `postgres://${DATABASE}:${encodeURIComponent(password)}@127.0.0.1:${port}/${DATABASE}`;
}
