import { existsSync } from 'node:fs';
import { clusterDir } from '../platform/database/embedded/cluster.js';
import { hasRestored } from '../platform/database/embedded/restored.js';
import { EnvError } from '../env.js';
import { findRunningUrl } from '../platform/database/embedded/running.js';
import { startEmbedded } from '../platform/database/embedded/startEmbedded.js';
import { waitForDatabase } from '../platform/database/waitForDatabase.js';
import type { ProcessContext } from '../platform/process/lifecycle.js';

/** Returns the database for an operator's command: DATABASE_URL, the running app's, or an embedded one started for it. */
export async function resolveDatabaseUrl({ env, log, onClose, stopSignal }: ProcessContext): Promise<string> {
  if (env.databaseUrl) {
    await waitForDatabase(env.databaseUrl, log);
    return env.databaseUrl;
  }
  const running = findRunningUrl(env.dataDir);
  if (running !== undefined) return running;
  // a mistyped folder would get an empty database
  if (!existsSync(clusterDir(env.dataDir)) && !hasRestored(env.dataDir)) {
    throw new EnvError(`there is no database in ${env.dataDir}: set DATA_DIR or DATABASE_URL as they are for the app`);
  }
  const embedded = await startEmbedded({ dataDir: env.dataDir, log, signal: stopSignal });
  onClose(() => embedded.stop());
  return embedded.url;
}
