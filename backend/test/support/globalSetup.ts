import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { fetchServer } from '../../src/backups/fetchServer.js';
import { startEmbedded } from '../../src/platform/database/embedded/startEmbedded.js';
import { memoryFolder } from './memoryFolder.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser URL of the run's shared PostgreSQL. */
    adminUrl: string;
    /** Prefix of all databases of the run. */
    databasePrefix: string;
  }
}

/** Keeps the compiled code of the programs and readers that tests start. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../../node_modules/.cache/compiled');

let teardownRun: () => Promise<void> = async () => undefined;

/**
 * Starts a PostgreSQL for the run, unless TEST_DATABASE_URL names one. TEST_POSTGRES=15 fetches and starts that major version
 * instead of the installed one. The run says on which version it tests.
 */
export async function setup(project: TestProject): Promise<void> {
  const prefix = `cairn_test_${randomBytes(4).toString('hex')}_`;
  const given = process.env.TEST_DATABASE_URL;
  project.provide('databasePrefix', prefix);
  const adminUrl = given || (await startOwn());
  project.provide('adminUrl', adminUrl);
  console.log(`The server's tests run on PostgreSQL ${await readVersion(adminUrl)}.`);
  if (given) teardownRun = () => dropAll(given, prefix);
}

export async function teardown(): Promise<void> {
  await teardownRun();
}

async function readVersion(adminUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
    return rows[0]?.version ?? 'unknown';
  } finally {
    await client.end();
  }
}

async function startOwn(): Promise<string> {
  const major = process.env.TEST_POSTGRES;
  const fetched = major === undefined ? undefined : await fetchServer(major);
  const dataDir = mkdtempSync(join(memoryFolder(), 'cairn-test-'));
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  // a second Ctrl-C ends the runner without its teardown
  const abandon = () => {
    try {
      process.kill(Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
    } catch {
      // not running
    }
    remove();
  };
  process.once('exit', abandon);
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const settings = { max_connections: '300', shared_buffers: '64MB' };
  const binaries = fetched && { binaries: fetched.binaries };
  const database = await startEmbedded({ dataDir, log, settings, durable: false, ...binaries });
  teardownRun = async () => {
    await database.stop();
    process.off('exit', abandon);
    remove();
    fetched?.remove();
  };
  return database.url;
}

async function dropAll(adminUrl: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  } finally {
    await client.end();
  }
}
