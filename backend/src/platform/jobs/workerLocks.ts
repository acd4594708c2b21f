import { DatabaseClient, PROBE_TIMEOUT_MS } from '../database/databaseClient.js';
import { withDeadline } from '../lib/deadline.js';
import type { Logger } from '../telemetry/logger.js';
import { RunningJobs } from './runningJobs.js';

/** The key space of the workers' advisory locks. */
const LOCK_SPACE = 7_262_170;
/** A job locked more recently can belong to a worker that is about to take its own lock. */
const MIN_LOCK_AGE = '10 seconds';
const RECOVER_MS = 60_000;
const RECONNECT_MS = 1_000;
/** How often the connection is probed: twice within SETTLED. */
const PROBE_MS = 4_000;
/**
 * A suspended process (SIGSTOP) keeps its connections but sends nothing: after this time others take over its jobs. It is
 * longer than most suspensions, because interrupted jobs then run again.
 */
const SILENCE_MS = 120_000;
/**
 * When the database restarts or fails over, all processes lose their locks. One that is back leaves the jobs of the others
 * alone for this time, which is longer than they need to connect again.
 */
const RETURN_MS = 15_000;
/** Makes the database notice a vanished process soon: until then it keeps the locks. */
const KEEPALIVE_SETTINGS =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/**
 * A killed worker's jobs would stay locked for hours. So each process holds an advisory lock per worker, on one connection,
 * which ends with the process. Any process unlocks the jobs of workers whose advisory lock is free. For its own workers a
 * process uses `RunningJobs` instead.
 */
export class WorkerLocks {
  readonly #ids = new Set<string>();
  /** Workers whose lock this connection has. */
  readonly #locked = new Set<string>();
  #client: DatabaseClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #probeTimer: NodeJS.Timeout | undefined;
  #closed = false;
  #isReconnecting = false;
  /** When the other processes have their locks again after this one's connection was lost. */
  #othersReturnAt = -Infinity;
  /** The connection runs one task at a time. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly log: Logger,
    private readonly runningJobs = new RunningJobs(),
    private readonly silenceMs = SILENCE_MS,
  ) {}

  /** Connects and recovers dead workers' jobs; repeats this every minute, and for own jobs after each reconnection. */
  async start(): Promise<void> {
    await this.#connect();
    await this.recover();
    this.#timer = setInterval(() => this.#recoverLater(), RECOVER_MS);
    this.#timer.unref();
    this.#probeTimer = setInterval(() => this.#lockLater(), PROBE_MS);
    this.#probeTimer.unref();
  }

  /** Adds a worker of this process and locks it. */
  register(workerId: string): void {
    this.#ids.add(workerId);
    this.#lockLater();
  }

  /** Unlocks the jobs of dead workers and reconciles our own. Returns the ids of dead workers. */
  recover(): Promise<string[]> {
    return this.#enqueue(async () => {
      const client = this.#client;
      if (!client) return [];
      await this.#reconcileOwn(client);
      return performance.now() < this.#othersReturnAt ? [] : this.#recover(client);
    });
  }

  #lockLater(): void {
    this.#enqueue(() => withDeadline(PROBE_TIMEOUT_MS, () => this.#lock())).catch((error: unknown) =>
      this.log.warn({ err: error }, 'worker lock not taken'),
    );
  }

  #recoverLater(): void {
    this.recover().catch((error: unknown) => this.log.warn({ err: error }, 'jobs could not be recovered'));
  }

  async #reconcileOwn(client: DatabaseClient): Promise<void> {
    const { removed, givenBack } = await this.runningJobs.reconcile(client, [...this.#ids]);
    if (removed.length + givenBack.length > 0) this.log.info({ removed, givenBack }, 'jobs of our own were settled');
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #recover(client: DatabaseClient): Promise<string[]> {
    const { rows } = await client.query<{ id: string }>(
      `select distinct locked_by as id from graphile_worker._private_jobs
       where locked_by is not null and locked_at < now() - $1::interval
       union select distinct locked_by from graphile_worker._private_job_queues
       where locked_by is not null and locked_at < now() - $1::interval`,
      [MIN_LOCK_AGE],
    );
    const dead: string[] = [];
    for (const { id } of rows) {
      if (this.#ids.has(id)) continue;
      const { rows: tried } = await client.query<{ free: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as free',
        [LOCK_SPACE, id],
      );
      if (!tried[0]?.free) continue;
      dead.push(id);
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK_SPACE, id]);
    }
    if (dead.length > 0) {
      await client.query('select graphile_worker.force_unlock_workers($1)', [dead]);
      this.log.info({ workers: dead }, 'jobs of dead workers were given back');
    }
    return dead;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    clearInterval(this.#probeTimer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  /** Takes the missing locks. The database can keep the locks of a silently dead connection for a while. */
  async #lock(): Promise<void> {
    const client = this.#client;
    for (const id of this.#ids) {
      if (this.#locked.has(id)) continue;
      const { rows } = (await client?.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as taken',
        [LOCK_SPACE, id],
      )) ?? { rows: [] };
      if (rows[0]?.taken) this.#locked.add(id);
    }
    await client?.query('select 1');
  }

  async #connect(): Promise<void> {
    const client = new DatabaseClient({ connectionString: this.url, application_name: 'cairn-jobs' });
    client.on('error', (error) => this.log.warn({ err: error }, 'worker lock connection lost'));
    await client.connect();
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined;
      this.#reconnectLater();
    });
    try {
      await client.query(`${KEEPALIVE_SETTINGS}; set idle_session_timeout = ${this.silenceMs}`);
    } catch (error) {
      client.cut();
      throw error;
    }
    if (this.#closed) return client.end();
    this.#client = client;
    this.#locked.clear();
    await this.#enqueue(() => this.#lock());
  }

  /**
   * Starts at most one reconnection. Several observers can notice a loss: with a pooler that accepts a client but has no
   * server, both the failing statement and the end of the connection do.
   */
  #reconnectLater(): void {
    if (this.#closed || this.#isReconnecting) return;
    this.#isReconnecting = true;
    setTimeout(() => void this.#reconnect(), RECONNECT_MS).unref();
  }

  async #reconnect(): Promise<void> {
    try {
      if (!this.#closed && !this.#client) {
        await this.#connect();
        this.#othersReturnAt = performance.now() + RETURN_MS;
      }
      this.#recoverLater();
    } catch {
      // retried below
    }
    this.#isReconnecting = false;
    if (!this.#client) this.#reconnectLater();
  }
}
