import { DatabaseClient } from './databaseClient.js';
import { withDeadline } from '../lib/deadline.js';
import type { Metrics, Reading } from '../telemetry/metrics.js';

/** How long an answer of the database is reused. */
const FRESH_MS = 5_000;
/** How long the metrics page waits for the database. */
const PATIENCE_MS = 1_500;

/** Jobs by task and state, with the age of the oldest due one. */
const JOBS = `
  select t.identifier as task, s.state, count(*)::int as count,
    coalesce(extract(epoch from now() - min(j.run_at)), 0)::float8 as age
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  cross join lateral (select case
    when j.locked_at is not null then 'running'
    when j.attempts >= j.max_attempts then 'failed'
    when j.attempts > 0 then 'retrying'
    when j.run_at > now() then 'later'
    else 'waiting' end as state) s
  group by t.identifier, s.state`;

interface JobRow {
  task: string;
  state: string;
  count: number;
  age: number;
}

/**
 * The state of the job queue. It is read on a separate connection, so it never waits for the pool, and at most once every
 * few seconds. Without an answer the page omits it and reports the database as down.
 */
export class DatabaseMetrics {
  readonly #url: string;
  /** Tasks of this version; any other task counts as `other`. */
  readonly #tasks: ReadonlySet<string>;
  readonly #freshMs: number;
  #client: DatabaseClient | undefined;
  #rows: readonly JobRow[] = [];
  #isUp = false;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;
  #closed = false;

  constructor(metrics: Metrics, url: string, tasks: Iterable<string>, freshMs = FRESH_MS) {
    this.#url = url;
    this.#freshMs = freshMs;
    this.#tasks = new Set(tasks);
    metrics.watch('cairn_database_up', 'Whether the database answers this process', [], () => [
      [{}, this.#isUp ? 1 : 0],
    ]);
    metrics.watch('cairn_jobs', 'Jobs in the queue', ['task', 'state'], () => this.#sum(({ count }) => count));
    metrics.watch('cairn_job_oldest_seconds', 'Since when the oldest job of a state is due', ['task', 'state'], () =>
      this.#sum(({ age }) => Math.max(0, age), Math.max).filter(
        ([{ state }]) => state !== 'later' && state !== 'failed',
      ),
    );
  }

  /** Reads the queue unless the last answer is fresh. Resolves after PATIENCE_MS at the latest. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#readAt < this.#freshMs) return;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#isUp = false;
        resolve();
      }, PATIENCE_MS);
    });
    await Promise.race([this.#reading, late]).finally(() => clearTimeout(timer));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#disconnect();
  }

  async #read(): Promise<void> {
    try {
      this.#client ??= await this.#connect();
      const client = this.#client;
      const { rows } = await withDeadline(PATIENCE_MS, () => client.query<JobRow>(JOBS));
      this.#rows = rows;
      this.#isUp = true;
    } catch {
      this.#rows = [];
      this.#isUp = false;
      await this.#disconnect();
    }
    this.#readAt = performance.now();
    if (this.#closed) await this.#disconnect();
  }

  async #connect(): Promise<DatabaseClient> {
    const client = new DatabaseClient({ connectionString: this.#url, application_name: 'cairn-metrics' });
    const onLost = (): void => {
      if (this.#client === client) this.#client = undefined;
    };
    // the next read reports a connection that was lost in between
    client.on('error', onLost);
    client.once('end', onLost);
    await client.connect();
    await client.query(`set statement_timeout = ${PATIENCE_MS}; set max_parallel_workers_per_gather = 0`);
    return client;
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #sum(value: (row: JobRow) => number, add = (a: number, b: number): number => a + b): Reading[] {
    // an empty queue is reported as zero for each task
    const none = this.#isUp ? [...this.#tasks] : [];
    const sums = new Map(none.map((task): [string, Reading] => [`${task} waiting`, [{ task, state: 'waiting' }, 0]]));
    for (const row of this.#rows) {
      const task = this.#tasks.has(row.task) ? row.task : 'other';
      const key = `${task} ${row.state}`;
      const before = sums.get(key)?.[1];
      const own = value(row);
      sums.set(key, [{ task, state: row.state }, before === undefined ? own : add(before, own)]);
    }
    return [...sums.values()];
  }
}
