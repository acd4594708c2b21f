import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseClient } from '../kernel/databaseClient.js';
import { isPassing } from '../kernel/databaseErrors.js';
import type { Logger } from '../kernel/logger.js';
import { requirePrimary } from './poolHealth.js';

const WAIT_MS = 30_000;
const PAUSE_MS = 1_000;

/** A database that did not come up in time; the message is the one line to print. */
export class DatabaseUnreachable extends Error {}

/** Why the connection failed, without the address and its password. */
const reason = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? 'unknown';
};

/**
 * Waits until the database takes connections: in a compose file both start at once. Says once what it waits for, and
 * gives up after half a minute. What waiting cannot mend (a wrong password, a missing database) fails at once.
 */
export async function waitForDatabase(url: string, log: Logger, waitMs = WAIT_MS): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (let attempt = 1; ; attempt += 1) {
    const client = new DatabaseClient({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await requirePrimary(client);
      return;
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (attempt === 1) log.warn(`waiting for the database (${reason(error)})`);
      if (performance.now() + PAUSE_MS > deadline) {
        throw new DatabaseUnreachable(`the database cannot be reached (${reason(error)}): check DATABASE_URL`);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(PAUSE_MS);
  }
}
