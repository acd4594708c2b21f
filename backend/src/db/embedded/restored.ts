import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clusterDir, passwordFile } from './cluster.js';
import { syncFolder } from './syncFolder.js';

/** Where a database is made from a backup. Not complete, whatever is in it. */
export const workshopOf = (dataDir: string): string => join(dataDir, 'restore.part');
/** Complete, and to be put in its place: a folder gets this name in one step. */
const completeOf = (dataDir: string): string => join(dataDir, 'restored');

/** A name nothing has yet, for what is put aside. */
function aside(path: string, mark: string): string {
  const name = `${path}.${mark}`;
  for (let n = 2; ; n += 1) {
    const free = n === 2 ? name : `${name}-${n}`;
    if (!existsSync(free)) return free;
  }
}

const same = (one: string, other: string): boolean =>
  readFileSync(one, 'utf8').trim() === readFileSync(other, 'utf8').trim();

/** Says that the database in the workshop is complete and stopped. From here on it is put in its place, whatever is killed. */
export function declareComplete(dataDir: string): void {
  syncFolder(workshopOf(dataDir));
  renameSync(workshopOf(dataDir), completeOf(dataDir));
  syncFolder(dataDir);
}

/**
 * Puts a restored database in its place. What stood there is kept beside it: the database of an older PostgreSQL as
 * `postgres.17`, another `secret-key` as `secret-key.before`. Every step can be the last before a kill; the next start goes
 * on. Call it with the data folder locked.
 */
export function putInPlace(dataDir: string): void {
  const complete = completeOf(dataDir);
  if (!existsSync(complete)) return;
  const [restored, place] = [clusterDir(complete), clusterDir(dataDir)];
  if (existsSync(restored)) {
    if (existsSync(place)) {
      const major = readFileSync(join(place, 'PG_VERSION'), 'utf8').trim();
      renameSync(place, aside(place, major));
    }
    for (const [file, target] of [
      [passwordFile(complete), passwordFile(dataDir)],
      [join(complete, 'secret-key'), join(dataDir, 'secret-key')],
    ] as const) {
      if (!existsSync(file)) continue;
      if (target.endsWith('secret-key') && existsSync(target) && !same(file, target)) {
        renameSync(target, aside(target, 'before'));
      }
      renameSync(file, target);
    }
    syncFolder(dataDir);
    renameSync(restored, place);
    syncFolder(dataDir);
  }
  rmSync(complete, { recursive: true, force: true, maxRetries: 5 });
}
