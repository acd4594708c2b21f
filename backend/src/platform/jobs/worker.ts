import { EventEmitter } from 'node:events';
import {
  type Job,
  Logger as WorkerLogger,
  run,
  type Runner,
  type RunnerOptions,
  runMigrations,
  type TaskList,
} from 'graphile-worker';
import pg from 'pg';
import { DatabaseClient, startHeartbeat } from '../database/databaseClient.js';
import { withoutDeadline } from '../lib/deadline.js';
import type { Metrics } from '../telemetry/metrics.js';
import { tracing } from '../telemetry/tracing.js';
import type { Logger } from '../telemetry/logger.js';
import { inJobScope } from './jobScope.js';
import { RunningJobs } from './runningJobs.js';
import { WorkerLocks } from './workerLocks.js';

export interface WorkerOptions {
  databaseUrl: string;
  log: Logger;
  tasks: TaskList;
  /** The schedule of tasks in crontab form (UTC). */
  crontab: string;
  /** Jobs that run once, soon after the start. */
  atStart?: readonly string[];
  concurrency?: number;
  /** After how much silence other processes take over this one's jobs; for tests. */
  silenceMs?: number;
  metrics?: Metrics | undefined;
}

export interface JobWorker {
  close: () => Promise<void>;
}

/** One more than the number of queues for long jobs (`LONG_JOBS`, `import`), so short jobs never wait for long ones. */
const JOBS_AT_ONCE = 3;
const RESTART_MS = 2_000;
/** A difference between times that only a wrong clock explains. */
const CLOCK_MS = 300_000;

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;

/** Describes a job for the log without its payload, which contains texts and addresses of people. */
function describeMeta(meta: object | undefined): object {
  const { job, error, duration } = (meta ?? {}) as { job?: Job; error?: unknown; duration?: number };
  return {
    ...(job && { job: job.id, task: job.task_identifier, attempt: job.attempts }),
    ...(error !== undefined && { err: error }),
    ...(duration !== undefined && { duration }),
  };
}

const workerLogger = (log: Logger): WorkerLogger =>
  new WorkerLogger(() => (level, message, meta) => log[LEVELS[level]](describeMeta(meta), message));

/** Creates the queue's pool. The library ends its own without waiting and without listeners: a cut connection would end the process. */
function jobPool(connectionString: string, max: number, log: Logger): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, Client: DatabaseClient });
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a connection of the job workers was lost')),
  );
  // repeats the client's error; without a listener it would end the process
  pool.on('error', () => undefined);
  return pool;
}

/** Creates the queue's tables; safe to run from many processes at the same time. */
export async function migrateJobs(databaseUrl: string, log: Logger): Promise<void> {
  const pool = jobPool(databaseUrl, 1, log);
  try {
    // a long queue can take longer to migrate than our statement timeout
    await withoutDeadline(() => runMigrations({ pgPool: pool, logger: workerLogger(log) }));
  } finally {
    await pool.end();
  }
}

/** Makes each job a span of the trace that added it. */
const withTraces = (tasks: TaskList): TaskList =>
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

/** Forgets when scheduled jobs ran while the clock was ahead: until then, the library would not run them again. */
const forgetFutureRuns = (pool: pg.Pool): Promise<unknown> =>
  pool.query(
    'update graphile_worker._private_known_crontabs set last_execution = null where last_execution > $1::timestamptz',
    [new Date(Date.now() + CLOCK_MS).toISOString()],
  );

/** Runs several jobs at a time until closed; running ones finish first. */
export async function startWorker({
  databaseUrl,
  log,
  tasks,
  crontab,
  atStart = [],
  concurrency = JOBS_AT_ONCE,
  silenceMs,
  metrics,
}: WorkerOptions): Promise<JobWorker> {
  const runningJobs = new RunningJobs();
  const locks = new WorkerLocks(databaseUrl, log, runningJobs, silenceMs);
  await locks.start();
  const pool = jobPool(databaseUrl, concurrency + 2, log);
  metrics?.watchPool('jobs', pool);
  const events = new EventEmitter() as NonNullable<RunnerOptions['events']>;
  // jobs are locked by the pool's id, or by the worker's own if it was given one job
  events.on('pool:create', ({ workerPool }) => locks.register(workerPool.id));
  events.on('worker:create', ({ worker }) => locks.register(worker.workerId));
  events.on('job:start', ({ job }) => runningJobs.onStart(job.id));
  events.on('job:success', ({ job }) => runningJobs.onSuccess(job.id));
  events.on('job:complete', ({ job }) => runningJobs.onEnd(job.id));
  if (metrics) {
    const count = (task: string, outcome: 'done' | 'retried' | 'failed'): void => {
      const known = Object.hasOwn(tasks, task) ? task : 'other';
      metrics.jobs.inc({ task: known, outcome });
      if (outcome !== 'done' && known.startsWith('mail')) metrics.mails.inc({ outcome });
    };
    events.on('job:success', ({ job }) => count(job.task_identifier, 'done'));
    events.on('job:error', ({ job }) => job.attempts < job.max_attempts && count(job.task_identifier, 'retried'));
    events.on('job:failed', ({ job }) => count(job.task_identifier, 'failed'));
  }
  // one client only listens for new jobs, and would not notice a dead connection
  let stopHeartbeat = (): void => undefined;
  events.on('pool:listen:success', ({ client }) => (stopHeartbeat = startHeartbeat(client)));
  events.on('pool:listen:release', () => stopHeartbeat());
  let closed = false;
  let runner: Runner | undefined;
  /** Settled when no stopped runner has a job any more. */
  let stopped: Promise<unknown> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  const stop = (): void => {
    stopped = Promise.allSettled([stopped, runner?.stop()]);
    runner = undefined;
  };
  const checkClock = (times: { currentTimestamp: number; expectedTimestamp: number }): void => {
    if (Math.abs(times.currentTimestamp - times.expectedTimestamp) <= CLOCK_MS) return;
    log.warn('the clock has jumped, or the machine was asleep');
    stop();
    // mails do not wait until a long job of the stopped runner ends
    again();
  };
  // the library would wait until the clock shows the former time again
  events.on('cron:prematureTimer', checkClock);
  // the library would add the jobs of each minute that was missed, and all others would wait for them
  events.on('cron:overdueTimer', checkClock);

  const begin = async (): Promise<void> => {
    await forgetFutureRuns(pool);
    const begun = await run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2_000,
      taskList: inJobScope(withTraces(tasks)),
      crontab,
      events,
      logger: workerLogger(log),
    });
    runner = begun;
    // a long outage of the database ends the runner; restart it instead of ending the process
    const onEnd = (error?: unknown): void => {
      if (runner === begun) again(error);
    };
    begun.promise.then(() => onEnd(), onEnd);
  };
  const restart = (): void => void begin().catch(again);
  const again = (error?: unknown): void => {
    if (closed) return;
    log.warn({ err: error }, 'the job worker ended; starting it again');
    retry = setTimeout(restart, RESTART_MS);
  };

  await begin();
  // several processes may start together; because of the key, only one job runs
  for (const task of atStart) {
    await pool.query('select graphile_worker.add_job($1, job_key => $2)', [task, `atStart ${task}`]);
  }
  return {
    close: async () => {
      closed = true;
      clearTimeout(retry);
      stop();
      await stopped;
      // waits for running statements, which report the end of the last jobs
      await pool.end();
      await locks.close();
    },
  };
}
