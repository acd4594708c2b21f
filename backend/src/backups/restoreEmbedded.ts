import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findBinaries } from '../platform/database/embedded/binaries.js';
import { clusterDir } from '../platform/database/embedded/cluster.js';
import type { EmbeddedLog } from '../platform/database/embedded/embeddedLog.js';
import { clearOrphan } from '../platform/database/embedded/orphan.js';
import { chooseUser, requireReachable } from '../platform/database/embedded/osUser.js';
import { markRestoreComplete, installRestored, restoreFolder } from '../platform/database/embedded/restored.js';
import { startEmbedded } from '../platform/database/embedded/startEmbedded.js';
import { type LoadOptions, loadBackup } from './loadBackup.js';

export interface EmbeddedRestoreOptions extends Omit<LoadOptions, 'url'> {
  /** Already locked by this process. */
  dataDir: string;
  log: EmbeddedLog;
}

/** Tables are created and filled in one transaction, so minimal WAL avoids writing them twice. */
const SETTINGS = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '2GB' };

/** Removes what a killed restore left behind, and stops its database. */
async function clearWorkFolder(dataDir: string, log: EmbeddedLog): Promise<void> {
  const workFolder = restoreFolder(dataDir);
  const cluster = clusterDir(workFolder);
  await clearOrphan(cluster, await findBinaries(), await chooseUser(cluster), log);
  rmSync(workFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Restores into the embedded database. It is built in another folder and installed when complete, so a failure changes nothing. */
export async function restoreEmbedded(options: EmbeddedRestoreOptions): Promise<void> {
  const { dataDir, log, backup } = options;
  const workFolder = restoreFolder(dataDir);
  await requireReachable(
    dataDir,
    await chooseUser(clusterDir(dataDir)),
    dataDir,
    'set DATA_DIR to a folder it can reach',
  );
  await clearWorkFolder(dataDir, log);
  try {
    const database = await startEmbedded({ dataDir: workFolder, log, settings: SETTINGS });
    try {
      await loadBackup({ ...options, url: database.url });
    } finally {
      await database.stop();
    }
    const key = await backup.secretKey();
    if (key !== undefined) {
      writeFileSync(path.join(workFolder, 'secret-key'), `${key}\n`, { mode: 0o600, flush: true });
    }
  } catch (error) {
    rmSync(workFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    throw error;
  }
  markRestoreComplete(dataDir);
  installRestored(dataDir);
}
