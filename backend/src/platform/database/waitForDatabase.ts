import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { DatabaseClient } from './databaseClient.js';
import { isTransient } from './databaseErrors.js';
import type { Logger } from '../telemetry/logger.js';
import { requirePrimary } from './databasePool.js';

const WAIT_MS = 30_000;
const PAUSE_MS = 1_000;

/** The database did not come up in time, or cannot be used; the message is the line to print. */
export class DatabaseUnreachable extends Error {}

const OLDEST_MAJOR = 15;

async function requireVersion(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return;
  throw new Error(`PostgreSQL ${OLDEST_MAJOR} or newer is needed, this is ${version}`);
}

/** Describes an error without the address and its password. */
const describe = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? 'unknown';
};

const refused = (error: unknown): DatabaseUnreachable =>
  new DatabaseUnreachable(`DATABASE_URL is refused: ${(error as Error).message}`, { cause: error });

/** Throws if the URL names a certificate that cannot be read, or has a `%` that encodes no character. */
function createClient(url: string): DatabaseClient {
  try {
    return new DatabaseClient({ connectionString: url });
  } catch (error) {
    throw refused(error);
  }
}

/**
 * Waits up to half a minute until the database accepts connections: a compose file starts both at the same time. Errors
 * that waiting cannot fix (wrong password, missing database, an old version) are thrown immediately.
 */
export async function waitForDatabase(url: string, log: Logger): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  for (let attempt = 1; ; attempt += 1) {
    const client = createClient(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await requirePrimary(client);
      await requireVersion(client);
      return;
    } catch (error) {
      if (!isTransient(error)) throw refused(error);
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
