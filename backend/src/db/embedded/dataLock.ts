import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedError } from './embeddedError.js';

/** Who uses a data folder. */
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
/** Not a database, or one that is damaged: the file holds nothing, so nothing is lost with it. */
const SQLITE_DAMAGED = [11, 26];

/**
 * Takes the data folder for this process, or says who has it.
 *
 * Node has no file locks of its own, but SQLite takes the kernel's: an open exclusive transaction holds one until the
 * process ends in whatever way, so there is nothing stale to judge, no pid that could have been given to another
 * program, and two containers sharing a volume see each other as well.
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
