import { EventEmitter } from 'node:events';
import { Logger as WorkerLogger, run, type RunnerOptions, runMigrations, type TaskList } from 'graphile-worker';
import type { Logger } from '../logger.js';
import { WorkerLocks } from './workerLocks.js';

export interface WorkerOptions {
  databaseUrl: string;
  log: Logger;
  tasks: TaskList;
  /** When which task runs by itself, in crontab form (UTC). */
  crontab: string;
  concurrency?: number;
}

export interface JobWorker {
  close: () => Promise<void>;
}

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;

const workerLogger = (log: Logger): WorkerLogger =>
  new WorkerLogger(() => (level, message, meta) => log[LEVELS[level]]({ ...meta }, message));

/** Makes the tables of the queue; safe to run from many processes at once. */
export const migrateJobs = (databaseUrl: string, log: Logger): Promise<void> =>
  runMigrations({ connectionString: databaseUrl, logger: workerLogger(log) });

/** Does jobs in this process, several at a time, until closed; those that began are finished first. */
export async function startWorker({
  databaseUrl,
  log,
  tasks,
  crontab,
  concurrency = 2,
}: WorkerOptions): Promise<JobWorker> {
  const locks = new WorkerLocks(databaseUrl, log);
  await locks.start();
  const events = new EventEmitter() as NonNullable<RunnerOptions['events']>;
  events.on('worker:create', ({ worker }) => locks.hold(worker.workerId));
  const runner = await run({
    connectionString: databaseUrl,
    concurrency,
    maxPoolSize: concurrency + 2,
    noHandleSignals: true,
    pollInterval: 2_000,
    taskList: tasks,
    crontab,
    events,
    logger: workerLogger(log),
  });
  // the runner's own end (a lost database) must not take the process along; it is supervised by its pool's retries
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'the job worker ended'));
  return {
    close: async () => {
      await runner.stop().catch(() => undefined);
      await locks.close();
    },
  };
}
