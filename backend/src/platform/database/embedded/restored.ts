import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clusterDir, passwordFile } from './cluster.js';
import { syncFolder } from './syncFolder.js';

/** The folder where a database is restored from a backup; incomplete until it is renamed. */
export const restoreFolder = (dataDir: string): string => join(dataDir, 'restore.part');
/** A complete restored database that waits to be installed; a rename makes it appear in one step. */
const restoredFolder = (dataDir: string): string => join(dataDir, 'restored');

/** Whether a complete restored database waits to be installed. */
export const hasRestored = (dataDir: string): boolean => existsSync(restoredFolder(dataDir));

/** Returns a free name to move a file or folder to. */
function findFreeName(path: string, mark: string): string {
  const name = `${path}.${mark}`;
  for (let n = 2; ; n += 1) {
    const free = n === 2 ? name : `${name}-${n}`;
    if (!existsSync(free)) return free;
  }
}

const haveSameText = (one: string, other: string): boolean =>
  readFileSync(one, 'utf8').trim() === readFileSync(other, 'utf8').trim();

/** Marks the restored database as complete. From here on the next start installs it, even after a kill. */
export function markRestoreComplete(dataDir: string): void {
  syncFolder(restoreFolder(dataDir));
  renameSync(restoreFolder(dataDir), restoredFolder(dataDir));
  syncFolder(dataDir);
}

/**
 * Installs a restored database and keeps the previous files beside it: the database as `postgres.17` (its version), a
 * different `secret-key` as `secret-key.before`. After a kill at any step the next start continues. Call it with the data
 * folder locked.
 */
export function installRestored(dataDir: string): void {
  const complete = restoredFolder(dataDir);
  if (!existsSync(complete)) return;
  const [restored, place] = [clusterDir(complete), clusterDir(dataDir)];
  if (existsSync(restored)) {
    if (existsSync(place)) {
      const major = readFileSync(join(place, 'PG_VERSION'), 'utf8').trim();
      renameSync(place, findFreeName(place, major));
    }
    for (const [file, target] of [
      [passwordFile(complete), passwordFile(dataDir)],
      [join(complete, 'secret-key'), join(dataDir, 'secret-key')],
    ] as const) {
      if (!existsSync(file)) continue;
      if (target.endsWith('secret-key') && existsSync(target) && !haveSameText(file, target)) {
        renameSync(target, findFreeName(target, 'before'));
      }
      renameSync(file, target);
    }
    syncFolder(dataDir);
    renameSync(restored, place);
    syncFolder(dataDir);
  }
  rmSync(complete, { recursive: true, force: true, maxRetries: 5 });
}
