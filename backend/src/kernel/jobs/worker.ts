import { EventEmitter } from 'node:events';
import {
  Logger as WorkerLogger,
  run,
  type Runner,
  type RunnerOptions,
  runMigrations,
  type TaskList,
} from 'graphile-worker';
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

const RESTART_MS = 2_000;

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
  // jobs are locked in the name of the pool; the workers' own names serve those that are given one each
  events.on('pool:create', ({ workerPool }) => locks.hold(workerPool.id));
  events.on('worker:create', ({ worker }) => locks.hold(worker.workerId));
  let closed = false;
  let runner: Runner | undefined;
  let retry: NodeJS.Timeout | undefined;

  const begin = async (): Promise<void> => {
    runner = await run({
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
      await locks.close();
    },
  };
}
