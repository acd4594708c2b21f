import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findBinaries } from '../db/embedded/binaries.js';
import { clusterDir } from '../db/embedded/cluster.js';
import type { EmbeddedLog } from '../db/embedded/embeddedLog.js';
import { clearOrphan } from '../db/embedded/orphan.js';
import { chooseUser, requireReachable } from '../db/embedded/osUser.js';
import { declareComplete, putInPlace, workshopOf } from '../db/embedded/restored.js';
import { startEmbedded } from '../db/embedded/startEmbedded.js';
import { type LoadOptions, loadBackup } from './loadBackup.js';

export interface EmbeddedRestoreOptions extends Omit<LoadOptions, 'url'> {
  /** Locked by us. */
  dataDir: string;
  log: EmbeddedLog;
}

/** One transaction makes the tables and fills them, so nothing of it has to be written twice. */
const SETTINGS = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '2GB' };

/** Removes what an earlier try has left that was killed, and ends its database. */
async function clearWorkshop(dataDir: string, log: EmbeddedLog): Promise<void> {
  const workshop = workshopOf(dataDir);
  const cluster = clusterDir(workshop);
  await clearOrphan(cluster, await findBinaries(), await chooseUser(cluster), log);
  rmSync(workshop, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/**
 * Makes the embedded database from a backup. It grows in a folder beside, which takes its place in one step when it is
 * complete: whatever fails or is killed before that changes nothing.
 */
export async function restoreEmbedded(options: EmbeddedRestoreOptions): Promise<void> {
  const { dataDir, log, backup } = options;
  const workshop = workshopOf(dataDir);
  await requireReachable(
    dataDir,
    await chooseUser(clusterDir(dataDir)),
    dataDir,
    'set DATA_DIR to a folder it can reach',
  );
  await clearWorkshop(dataDir, log);
  try {
    const database = await startEmbedded({ dataDir: workshop, log, settings: SETTINGS });
    try {
      await loadBackup({ ...options, url: database.url });
    } finally {
      await database.stop();
    }
    const key = await backup.secretKey();
    if (key !== undefined) {
      writeFileSync(path.join(workshop, 'secret-key'), `${key}\n`, { mode: 0o600, flush: true });
    }
  } catch (error) {
    rmSync(workshop, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    throw error;
  }
  declareComplete(dataDir);
  putInPlace(dataDir);
}
