import { EmbeddedError } from '../db/embedded/embeddedError.js';
import { startEmbedded } from '../db/embedded/startEmbedded.js';
import { waitForDatabase } from '../db/waitForDatabase.js';
import type { Env } from '../env.js';
import type { Logger } from '../kernel/logger.js';

/** A database to fill, and how to let go of it. */
export interface OpenDatabase {
  url: string;
  close: () => Promise<void>;
}

/** The running app is the usual reason why the data folder cannot be had: says what to do about it. */
function withRemedy(error: unknown): unknown {
  if (!(error instanceof EmbeddedError) || !error.message.includes('is already used by')) return error;
  return new EmbeddedError(`${error.message} Stop the app first, run the demo, then start it again.`);
}

/** Opens the given database, or the one of our own in the data folder. */
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
