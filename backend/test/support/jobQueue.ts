import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runOnce } from 'graphile-worker';
import pg from 'pg';
import PostalMime, { type Email } from 'postal-mime';
import { jobTasks } from '../../src/jobs.js';
import { startServer, type TestServer, type TestServerOptions } from './harness.js';
import { rows } from './rows.js';

/** A server whose jobs run on demand and whose mails are files. */
export interface MailServer extends TestServer {
  /** Runs `doJobs` and returns the mails written meanwhile. */
  work(): Promise<Email[]>;
  /** Makes all jobs that wait for a retry due now. */
  retryNow(): Promise<void>;
}

const silent = new Logger(() => () => undefined);

const isQueued = async (server: TestServer): Promise<boolean> => {
  const due = await rows(
    server,
    `select 1 from graphile_worker._private_jobs
     where job_queue_id is not null and locked_by is null and run_at <= now() and attempts < max_attempts limit 1`,
  );
  return due.length > 0;
};

/**
 * Connections for the jobs of each server. To start them takes longer than most jobs, so calls that follow each other
 * use the same. They end by themselves when they are idle, or with their database.
 */
const pools = new WeakMap<TestServer['resources'], pg.Pool>();

function poolOf({ databaseUrl, resources }: TestServer): pg.Pool {
  const known = pools.get(resources);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: databaseUrl, idleTimeoutMillis: 1_000 });
  for (const event of ['error', 'connect'] as const) pool.on(event, () => undefined);
  pools.set(resources, pool);
  return pool;
}

/** Runs all due jobs, including those they add, until the database has recorded their results. */
export async function doJobs(server: TestServer): Promise<void> {
  const pgPool = poolOf(server);
  const once = async (): Promise<void> => {
    await runOnce({
      pgPool,
      taskList: jobTasks(server.resources),
      noHandleSignals: true,
      concurrency: 2,
      logger: silent,
    });
    // The library does not wait until a result is recorded.
    while (pgPool.waitingCount > 0 || pgPool.idleCount < pgPool.totalCount) await sleep(1);
  };
  await once();
  // the next job of a queue is hidden until the one before it is recorded as done
  while (await isQueued(server)) await once();
}

/** Starts a mail server, whose mails are deleted when it closes. */
export async function startMailServer(options: TestServerOptions = {}): Promise<MailServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cairn-mail-'));
  const server = await startServer({ ...options, env: { DATA_DIR: folder, ...options.env } });
  const seen = new Set<string>();
  const newMails = async (): Promise<Email[]> => {
    const files = await readdir(path.join(folder, 'mail')).catch(() => []);
    const fresh = files.filter((name) => !seen.has(name)).sort();
    for (const name of fresh) seen.add(name);
    return Promise.all(fresh.map(async (name) => PostalMime.parse(await readFile(path.join(folder, 'mail', name)))));
  };
  return {
    ...server,
    work: async () => {
      await doJobs(server);
      return newMails();
    },
    retryNow: async () => {
      await rows(server, 'update graphile_worker._private_jobs set run_at = now() where attempts > 0');
    },
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const recipient = ({ to }: Email): string | undefined => to?.[0]?.address;

/** Returns the subjects of mails in alphabetical order. */
export const subjects = (mails: readonly Email[]): string[] => mails.map(({ subject }) => subject ?? '').sort();

/** Returns the subjects of mails to one address in alphabetical order. */
export const subjectsTo = (mails: readonly Email[], address: string): string[] =>
  subjects(mails.filter((mail) => recipient(mail) === address));
