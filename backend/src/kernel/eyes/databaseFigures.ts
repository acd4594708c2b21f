import { DatabaseClient } from '../databaseClient.js';
import { withDeadline } from '../deadline.js';
import type { Metrics, Reading } from './metrics.js';

/** For so long an answer of the database is told again. */
const FRESH_MS = 5_000;
/** So long the page waits for one. */
const PATIENCE_MS = 1_500;

/** By task: how many jobs are in which state, and since when the oldest of those waits that could be done now. */
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
 * What only the database knows: the jobs. It is asked on a connection of its own, so never waits behind the pool, by one
 * statement every few seconds, however many ask. When it does not answer, the page does without, and says so.
 */
export class DatabaseFigures {
  readonly #url: string;
  /** Tasks that this version has; whatever else stands in the queue counts as `other`. */
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

  /** Looks, unless it has just looked; answers in any case, when there is patience no longer. */
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
    await this.#letGo();
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
      await this.#letGo();
    }
    this.#readAt = performance.now();
    if (this.#closed) await this.#letGo();
  }

  async #connect(): Promise<DatabaseClient> {
    const client = new DatabaseClient({ connectionString: this.#url, application_name: 'cairn-metrics' });
    const gone = (): void => {
      if (this.#client === client) this.#client = undefined;
    };
    // lost between two looks: the next one tells of it
    client.on('error', gone);
    client.once('end', gone);
    await client.connect();
    await client.query(`set statement_timeout = ${PATIENCE_MS}; set max_parallel_workers_per_gather = 0`);
    return client;
  }

  async #letGo(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #sum(value: (row: JobRow) => number, add = (a: number, b: number): number => a + b): Reading[] {
    // a queue that is empty says so, of each task
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
