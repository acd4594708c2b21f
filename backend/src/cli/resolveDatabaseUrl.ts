import { findRunningUrl } from '../platform/database/embedded/running.js';
import { startEmbedded } from '../platform/database/embedded/startEmbedded.js';
import { waitForDatabase } from '../platform/database/waitForDatabase.js';
import type { ProcessContext } from '../platform/process/lifecycle.js';

/** Returns the database for an operator's command: DATABASE_URL, the running app's, or an embedded one started for it. */
export async function resolveDatabaseUrl({ env, log, onClose }: ProcessContext): Promise<string> {
  if (env.databaseUrl) {
    await waitForDatabase(env.databaseUrl, log);
    return env.databaseUrl;
  }
  const running = findRunningUrl(env.dataDir);
  if (running !== undefined) return running;
  const embedded = await startEmbedded({ dataDir: env.dataDir, log });
  onClose(() => embedded.stop());
  return embedded.url;
}
