import { EmbeddedError } from '../platform/database/embedded/embeddedError.js';
import { startEmbedded } from '../platform/database/embedded/startEmbedded.js';
import { waitForDatabase } from '../platform/database/waitForDatabase.js';
import type { Env } from '../env.js';
import type { Logger } from '../platform/telemetry/logger.js';

export interface OpenDatabase {
  url: string;
  close: () => Promise<void>;
}

/** Adds a remedy to the usual error: the running app has locked the data folder. */
function withRemedy(error: unknown): unknown {
  if (!(error instanceof EmbeddedError) || !error.message.includes('is already used by')) return error;
  return new EmbeddedError(`${error.message} Stop the app first, run the demo, then start it again.`);
}

export async function openDatabase({ databaseUrl, dataDir }: Env, log: Logger): Promise<OpenDatabase> {
  if (databaseUrl) {
    await waitForDatabase(databaseUrl, log);
    return { url: databaseUrl, close: () => Promise.resolve() };
  }
  try {
    const embedded = await startEmbedded({ dataDir, log });
    return { url: embedded.url, close: () => embedded.stop() };
  } catch (error) {
    throw withRemedy(error);
  }
}
