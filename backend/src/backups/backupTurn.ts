import { ADVISORY_LOCKS } from '../platform/database/advisoryLocks.js';
import { DatabaseClient, startHeartbeat } from '../platform/database/databaseClient.js';

/** Other processes ask for the turn every minute, so its owner is sooner. */
const RETAKE_MS = 1_000;

/**
 * Decides which of several processes on one database makes the scheduled backups: the first to take the lock keeps it,
 * also after the database has restarted. If they took turns, the backups would be spread over their data folders.
 */
export class BackupTurn {
  readonly #url: string;
  #client: DatabaseClient | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(url: string) {
    this.#url = url;
  }

  /** Whether this process makes the backups. Rejects if the database does not answer. */
  async isOurs(): Promise<boolean> {
    if (this.#client) return true;
    const client = new DatabaseClient({ connectionString: this.#url, application_name: 'cairn-backups' });
    const lost = (): void => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.#retakeLater();
    };
    client.on('error', lost);
    client.once('end', lost);
    try {
      await client.connect();
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
        ADVISORY_LOCKS.backups,
      ]);
      if (rows[0]?.taken && !this.#isClosed) {
        this.#client = client;
        // A proxy ends connections that are idle for an hour, and the lock with them.
        startHeartbeat(client);
      }
    } finally {
      if (this.#client !== client) await client.end().catch(() => undefined);
    }
    // Another call can have been faster.
    return this.#client !== undefined;
  }

  /** Takes a lost lock again, until the database answers. */
  #retakeLater(): void {
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => void this.isOurs().catch(() => this.#retakeLater()), RETAKE_MS).unref();
  }

  /** Releases the lock, so that another process makes the next backup. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }
}
