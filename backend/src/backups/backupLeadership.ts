import { ADVISORY_LOCKS } from '../platform/database/advisoryLocks.js';
import { DatabaseClient, startHeartbeat } from '../platform/database/databaseClient.js';

/** Other processes try every minute, so the former leader gets a lost lock back first. */
const RETRY_MS = 1_000;

/**
 * Decides which of several processes on one database makes the scheduled backups: the first to take the lock keeps it,
 * also after the database has restarted. If they took turns, the backups would be spread over their data folders.
 */
export class BackupLeadership {
  readonly #url: string;
  #client: DatabaseClient | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(url: string) {
    this.#url = url;
  }

  /** Whether this process makes the backups. Rejects if the database does not answer. */
  async isLeader(): Promise<boolean> {
    if (this.#client) return true;
    const client = new DatabaseClient({ connectionString: this.#url, application_name: 'cairn-backups' });
    const lost = (): void => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.#retryLater();
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
  #retryLater(): void {
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => void this.isLeader().catch(() => this.#retryLater()), RETRY_MS).unref();
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
