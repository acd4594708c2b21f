import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseClient } from './databaseClient.js';
import { isTransient } from './databaseErrors.js';
import type { Logger } from '../telemetry/logger.js';
import { requirePrimary } from './databasePool.js';

const WAIT_MS = 30_000;
const PAUSE_MS = 1_000;

/** The database did not come up in time; the message is the line to print. */
export class DatabaseUnreachable extends Error {}

/** Describes an error without the address and its password. */
const describe = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? 'unknown';
};

/**
 * Waits up to half a minute until the database accepts connections: a compose file starts both at the same time. Errors
 * that waiting cannot fix (wrong password, missing database) are thrown immediately.
 */
export async function waitForDatabase(url: string, log: Logger): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  for (let attempt = 1; ; attempt += 1) {
    const client = new DatabaseClient({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await requirePrimary(client);
      return;
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (attempt === 1) log.warn(`waiting for the database (${describe(error)})`);
      if (performance.now() + PAUSE_MS > deadline) {
        throw new DatabaseUnreachable(`the database cannot be reached (${describe(error)}): check DATABASE_URL`);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(PAUSE_MS);
  }
}
