import { realpathSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import pg from 'pg';
import { makeFolder } from '../../lib/makeFolder.js';
import { type Binaries, findBinaries } from './binaries.js';
import { clusterDir, DATABASE, openCluster } from './cluster.js';
import { type Holder, lockDataDir } from './dataLock.js';
import { EmbeddedError } from './embeddedError.js';
import type { EmbeddedLog } from './embeddedLog.js';
import { clearOrphan } from './orphan.js';
import { chooseUser, requireReachable } from './osUser.js';
import { freePort, type PostmasterOptions, rotateLog } from './postmaster.js';
import { installRestored } from './restored.js';
import { type EmbeddedState, Supervisor } from './supervisor.js';

/** How often the size of the server's log is checked. */
const ROTATION_MS = 3_600_000;

export interface EmbeddedOptions {
  dataDir: string;
  log: EmbeddedLog;
  /** Called when the database ends unexpectedly, and when it is back or given up. */
  onState?: (state: EmbeddedState) => void;
  /** Server settings beyond the defaults. */
  settings?: Record<string, string>;
  /** False makes a faster database for tests, which does not survive a crash. */
  durable?: boolean;
  /** Programs of another version than the installed one. */
  binaries?: Binaries;
  /** Gives up the start, and stops the server if it is starting. */
  signal?: AbortSignal;
}

export interface EmbeddedPostgres {
  /** The superuser's connection to the app's database; stays the same across restarts of PostgreSQL. */
  url: string;
  /** The state in which the data folder was found, and this process's lock. */
  ownership: Holder & { found: 'created' | 'opened' | 'recovered' };
  stop(): Promise<void>;
}

/**
 * Runs a PostgreSQL server in `<dataDir>/postgres` until this process ends.
 * @throws EmbeddedError with one line for the operator
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = createDataDir(options.dataDir);
  const lock = lockDataDir(dataDir);
  try {
    const { postmaster, found } = await prepare(dataDir, options);
    const running = await Supervisor.start(postmaster, options);
    try {
      await ensureDatabase(serverUrl(postmaster, 'postgres'));
    } catch (error) {
      await running.stop();
      throw error;
    }
    const rotation = setInterval(() => rotateSafely(postmaster.logFile, options.log), ROTATION_MS);
    rotation.unref();
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      clearInterval(rotation);
      return running.stop().finally(() => lock.release());
    };
    return {
      url: serverUrl(postmaster, DATABASE),
      ownership: { ...lock.holder, found },
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A full disk must not end the process, nor keep it from starting. */
function rotateSafely(logFile: string, log: EmbeddedLog): void {
  try {
    rotateLog(logFile);
  } catch (error) {
    log.warn(`${logFile} cannot be rotated: ${(error as Error).message}.`);
  }
}

function createDataDir(path: string): string {
  const dataDir = resolve(path);
  try {
    makeFolder(dataDir);
    return realpathSync(dataDir);
  } catch (error) {
    throw new EmbeddedError(`The data folder ${dataDir} cannot be created: ${(error as Error).message}.`);
  }
}

async function prepare(dataDir: string, options: EmbeddedOptions) {
  const { log, settings = {}, durable = true, binaries = await findBinaries() } = options;
  installRestored(dataDir);
  const user = await chooseUser(clusterDir(dataDir));
  const checkout = binaries.postgres.slice(0, binaries.postgres.indexOf(`${sep}node_modules${sep}`));
  await requireReachable(binaries.postgres, user, checkout, 'install the app in a folder that all users can enter');
  await requireReachable(dataDir, user, dataDir, 'set DATA_DIR to a folder it can reach');
  const recovered = await clearOrphan(clusterDir(dataDir), binaries, user, log);
  const cluster = await openCluster({ dataDir, binaries, user, durable });
  const logFile = join(dataDir, 'postgres.log');
  rotateSafely(logFile, log);
  const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const postmaster: PostmasterOptions = {
    dir: cluster.dir,
    binaries,
    user,
    port: await freePort(),
    password: cluster.password,
    role: DATABASE,
    logFile,
    settings: { ...(durable ? { fsync: 'on' } : fast), ...settings },
  };
  const found: EmbeddedPostgres['ownership']['found'] = cluster.created
    ? 'created'
    : recovered
      ? 'recovered'
      : 'opened';
  return { postmaster, found };
}

function serverUrl({ role, password, port }: PostmasterOptions, database: string): string {
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ isStandby: boolean; isThere: boolean }>(
      `select pg_is_in_recovery() as "isStandby", exists (select from pg_database where datname = $1) as "isThere"`,
      [DATABASE],
    );
    // a standby has what its primary has
    if (rows[0]?.isStandby) return;
    if (!rows[0]?.isThere) await client.query(`create database ${DATABASE}`);
    // without the details of errors, which can contain whole rows
    await client.query(`alter database ${DATABASE} set log_error_verbosity = terse`);
  } finally {
    await client.end();
  }
}
