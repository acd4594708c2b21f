import { runningUrl } from './db/embedded/running.js';
import { startEmbedded } from './db/embedded/startEmbedded.js';
import { waitForDatabase } from './db/waitForDatabase.js';
import type { Life } from './lifecycle.js';

/** For what an operator does beside the app: the given database, that of the app that runs, or one started for this. */
export async function databaseBeside({ env, log, opened }: Life): Promise<string> {
  if (env.databaseUrl) {
    await waitForDatabase(env.databaseUrl, log);
    return env.databaseUrl;
  }
  const running = runningUrl(env.dataDir);
  if (running !== undefined) return running;
  const embedded = await startEmbedded({ dataDir: env.dataDir, log });
  opened(() => embedded.stop());
  return embedded.url;
}
