import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedError } from './embeddedError.js';

/** The process that uses a data folder. */
export interface Holder {
  pid: number;
  host: string;
  since: string;
}

export interface DataLock {
  holder: Holder;
  release(): void;
}

const SQLITE_BUSY = 5;
/** SQLite's codes for a damaged file. It contains no data, so it can be deleted. */
const SQLITE_DAMAGED = [11, 26];

/**
 * Locks the data folder for this process, or throws with the holder's name.
 *
 * Node has no file locks, but SQLite uses the kernel's: an open exclusive transaction holds one until the process ends. So
 * locks are never stale, pids are not compared, and containers that share a volume see each other's locks.
 */
export function lockDataDir(dataDir: string): DataLock {
  const infoFile = join(dataDir, 'app.lock.json');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(dataDir, 'app.lock'));
    database.exec('begin exclusive');
  } catch (error) {
    database?.close();
    const { errcode } = error as { errcode?: number };
    if (errcode !== undefined && SQLITE_DAMAGED.includes(errcode)) {
      throw new EmbeddedError(
        `The file ${join(dataDir, 'app.lock')} is damaged: delete it if no other Cairn runs on this folder ` +
          '(it holds no data).',
      );
    }
    if (errcode !== SQLITE_BUSY) {
      throw new EmbeddedError(`The data folder ${dataDir} cannot be locked: ${(error as Error).message}.`);
    }
    throw new EmbeddedError(`The data folder ${dataDir} is already used by ${describeHolder(infoFile)}.`);
  }
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  writeFileSync(infoFile, `${JSON.stringify(holder)}\n`, { mode: 0o644 });
  const lock = database;
  return { holder, release: () => lock.close() };
}

function describeHolder(infoFile: string): string {
  try {
    const holder = JSON.parse(readFileSync(infoFile, 'utf8')) as Holder;
    const where = holder.host === hostname() ? '' : ` on ${holder.host}`;
    return `process ${holder.pid}${where}, running since ${holder.since}`;
  } catch {
    return 'another process';
  }
}
