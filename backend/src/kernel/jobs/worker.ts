import { EventEmitter } from 'node:events';
import {
  Logger as WorkerLogger,
  run,
  type Runner,
  type RunnerOptions,
  runMigrations,
  type TaskList,
} from 'graphile-worker';
import pg from 'pg';
import { DatabaseClient, keepAsking } from '../databaseClient.js';
import { withoutDeadline } from '../deadline.js';
import type { Metrics } from '../eyes/metrics.js';
import { tracing } from '../eyes/tracing.js';
import type { Logger } from '../logger.js';
import { inJobScope } from './jobScope.js';
import { WorkInHand } from './workInHand.js';
import { WorkerLocks } from './workerLocks.js';

export interface WorkerOptions {
  databaseUrl: string;
  log: Logger;
  tasks: TaskList;
  /** When which task runs by itself, in crontab form (UTC). */
  crontab: string;
  concurrency?: number;
  /** After how long without a sign of life others take over what this process is at; of tests. */
  silenceMs?: number;
  metrics?: Metrics | undefined;
}

export interface JobWorker {
  close: () => Promise<void>;
}

const RESTART_MS = 2_000;

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;

const workerLogger = (log: Logger): WorkerLogger =>
  new WorkerLogger(() => (level, message, meta) => log[LEVELS[level]]({ ...meta }, message));

/**
 * Connections for the queue. Ours rather than the library's, which ends its own without waiting, and deaf: one that the
 * database cut just then would end the process.
 */
function jobPool(connectionString: string, max: number, log: Logger): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, Client: DatabaseClient });
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a connection of the job workers was lost')),
  );
  // says the same once more, and would end the process if nobody listened
  pool.on('error', () => undefined);
  return pool;
}

/** Makes the tables of the queue; safe to run from many processes at once. */
export async function migrateJobs(databaseUrl: string, log: Logger): Promise<void> {
  const pool = jobPool(databaseUrl, 1, log);
  try {
    // a long queue may take longer to change than any statement of ours
    await withoutDeadline(() => runMigrations({ pgPool: pool, logger: workerLogger(log) }));
  } finally {
    await pool.end();
  }
}

/** Each job as a part of the trace of what made it. */
const traced = (tasks: TaskList): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, TaskList[string]] => [
      name,
      async (payload, helpers) => {
        const traces = tracing();
        if (!traces) return task?.(payload, helpers);
        const { traceparent } = (payload ?? {}) as { traceparent?: unknown };
        return traces.job(name, traceparent, async () => task?.(payload, helpers));
      },
    ]),
  );

/** Does jobs in this process, several at a time, until closed; those that began are finished first. */
export async function startWorker({
  databaseUrl,
  log,
  tasks,
  crontab,
  concurrency = 2,
  silenceMs,
  metrics,
}: WorkerOptions): Promise<JobWorker> {
  const inHand = new WorkInHand();
  const locks = new WorkerLocks(databaseUrl, log, inHand, silenceMs);
  await locks.start();
  const pool = jobPool(databaseUrl, concurrency + 2, log);
  metrics?.watchPool('jobs', pool);
  const events = new EventEmitter() as NonNullable<RunnerOptions['events']>;
  // jobs are locked in the name of the pool; the workers' own names serve those that are given one each
  events.on('pool:create', ({ workerPool }) => locks.hold(workerPool.id));
  events.on('worker:create', ({ worker }) => locks.hold(worker.workerId));
  events.on('job:start', ({ job }) => inHand.begun(job.id));
  events.on('job:success', ({ job }) => inHand.done(job.id));
  events.on('job:complete', ({ job }) => inHand.ended(job.id));
  if (metrics) {
    const tell = (task: string, outcome: 'done' | 'retried' | 'failed'): void => {
      const known = Object.hasOwn(tasks, task) ? task : 'other';
      metrics.jobs.inc({ task: known, outcome });
      if (outcome !== 'done' && known.startsWith('mail')) metrics.mails.inc({ outcome });
    };
    events.on('job:success', ({ job }) => tell(job.task_identifier, 'done'));
    events.on('job:error', ({ job }) => job.attempts < job.max_attempts && tell(job.task_identifier, 'retried'));
    events.on('job:failed', ({ job }) => tell(job.task_identifier, 'failed'));
  }
  // one of them listens for new jobs, and would not notice that nobody speaks any more
  let stopAsking = (): void => undefined;
  events.on('pool:listen:success', ({ client }) => (stopAsking = keepAsking(client)));
  events.on('pool:listen:release', () => stopAsking());
  let closed = false;
  let runner: Runner | undefined;
  let retry: NodeJS.Timeout | undefined;

  const begin = async (): Promise<void> => {
    runner = await run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2_000,
      taskList: inJobScope(traced(tasks)),
      crontab,
      events,
      logger: workerLogger(log),
    });
    // a database that is away for long ends the runner; it must neither take the process along nor stay ended
    runner.promise.then(() => again(), again);
  };
  const restart = (): void => void begin().catch(again);
  const again = (error?: unknown): void => {
    if (closed) return;
    log.warn({ err: error }, 'the job worker ended; starting it again');
    retry = setTimeout(restart, RESTART_MS);
  };

  await begin();
  return {
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await runner?.stop().catch(() => undefined);
      // waits for the statements under way: that the last jobs have ended is still to be said
      await pool.end();
      await locks.close();
    },
  };
}
