import { DatabaseClient, SIGN_OF_LIFE_MS } from '../databaseClient.js';
import { withDeadline } from '../deadline.js';
import type { Logger } from '../logger.js';
import { WorkInHand } from './workInHand.js';

/** The space of advisory locks that stand for workers. */
const LOCK_SPACE = 7_262_170;
/** A job locked more recently may belong to a worker that is just taking its own lock. */
const SETTLED = '10 seconds';
const RECOVER_MS = 60_000;
const RECONNECT_MS = 1_000;
/** How often the connection is asked whether it lives: twice within the time that a job is left alone. */
const ASK_MS = 4_000;
/**
 * A process that is stopped keeps its connections, but asks for nothing any more: after so long others take over what it was
 * at. Longer than most things stop for, as what it was in the middle of is then done again.
 */
const SILENCE_MS = 120_000;
/** The database shall notice soon, too, that we are gone without a word: until then it keeps the locks. */
const NOTICE = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/**
 * A worker that is killed keeps its jobs locked for hours. So each process holds an advisory lock for each of its
 * workers, on one connection: the lock goes with the process. Whoever finds jobs locked by a worker whose lock is free
 * gives them back. Of its own workers each process knows what they are at, see `WorkInHand`.
 */
export class WorkerLocks {
  readonly #ids = new Set<string>();
  /** Those whose lock this connection has. */
  readonly #held = new Set<string>();
  #client: DatabaseClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;
  #closed = false;
  #isReconnecting = false;
  /** The connection does one thing at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly log: Logger,
    private readonly inHand = new WorkInHand(),
    private readonly silenceMs = SILENCE_MS,
  ) {}

  /** Connects, gives back what dead workers hold, and does so again every minute and after every reconnection. */
  async start(): Promise<void> {
    await this.#connect();
    await this.recover();
    this.#timer = setInterval(() => this.#recoverLater(), RECOVER_MS);
    this.#timer.unref();
    this.#asking = setInterval(() => this.#lockLater(), ASK_MS);
    this.#asking.unref();
  }

  /** Says that this worker lives. */
  hold(workerId: string): void {
    this.#ids.add(workerId);
    this.#lockLater();
  }

  /** Gives back the jobs of workers that are dead, and those that our own have let go of. Answers who is dead. */
  recover(): Promise<string[]> {
    return this.#inTurn(async () => {
      const client = this.#client;
      if (!client) return [];
      await this.#settleOwn(client);
      return this.#recover(client);
    });
  }

  #lockLater(): void {
    this.#inTurn(() => withDeadline(SIGN_OF_LIFE_MS, () => this.#lock())).catch((error: unknown) =>
      this.log.warn({ err: error }, 'worker lock not taken'),
    );
  }

  #recoverLater(): void {
    this.recover().catch((error: unknown) => this.log.warn({ err: error }, 'jobs could not be recovered'));
  }

  async #settleOwn(client: DatabaseClient): Promise<void> {
    const { removed, givenBack } = await this.inHand.settle(client, [...this.#ids]);
    if (removed.length + givenBack.length > 0) this.log.info({ removed, givenBack }, 'jobs of our own were settled');
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #recover(client: DatabaseClient): Promise<string[]> {
    const { rows } = await client.query<{ id: string }>(
      `select distinct locked_by as id from graphile_worker._private_jobs
       where locked_by is not null and locked_at < now() - $1::interval
       union select distinct locked_by from graphile_worker._private_job_queues
       where locked_by is not null and locked_at < now() - $1::interval`,
      [SETTLED],
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
    clearInterval(this.#asking);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  /** Takes the locks it has not: of a connection that died silently the database may keep them for a while. */
  async #lock(): Promise<void> {
    const client = this.#client;
    for (const id of this.#ids) {
      if (this.#held.has(id)) continue;
      const { rows } = (await client?.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as taken',
        [LOCK_SPACE, id],
      )) ?? { rows: [] };
      if (rows[0]?.taken) this.#held.add(id);
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
      await client.query(`${NOTICE}; set idle_session_timeout = ${this.silenceMs}`);
    } catch (error) {
      client.cut();
      throw error;
    }
    if (this.#closed) return client.end();
    this.#client = client;
    this.#held.clear();
    await this.#inTurn(() => this.#lock());
  }

  /**
   * One at a time, however many notice that the connection is lost: where a pooler lets one in and then has no database, both
   * the statement that fails and the end of the connection do, and each would begin anew with two.
   */
  #reconnectLater(): void {
    if (this.#closed || this.#isReconnecting) return;
    this.#isReconnecting = true;
    setTimeout(() => void this.#reconnect(), RECONNECT_MS).unref();
  }

  async #reconnect(): Promise<void> {
    try {
      if (!this.#closed && !this.#client) await this.#connect();
      this.#recoverLater();
    } catch {
      // the next try is below
    }
    this.#isReconnecting = false;
    if (!this.#client) this.#reconnectLater();
  }
}
