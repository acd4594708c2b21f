// The bench also uses this file without a build, so it imports only types from the app.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { EmbeddedOptions, EmbeddedPostgres } from '../../src/platform/database/embedded/startEmbedded.js';

const run = promisify(execFile);

interface StandbyOptions extends Pick<EmbeddedOptions, 'log' | 'settings' | 'durable'> {
  start: (options: EmbeddedOptions) => Promise<EmbeddedPostgres>;
  /** The primary's URL and data folder. */
  primaryUrl: string;
  primaryDir: string;
  dataDir: string;
}

/**
 * Starts a streaming standby. The embedded programs lack pg_basebackup, so this copies the files between
 * `pg_backup_start` and `pg_backup_stop`.
 */
export async function startStandby(options: StandbyOptions): Promise<EmbeddedPostgres> {
  const { start, primaryUrl, primaryDir, dataDir, settings, ...others } = options;
  const files = join(dataDir, 'postgres');
  mkdirSync(dataDir, { recursive: true });
  const admin = new pg.Client(primaryUrl);
  await admin.connect();
  try {
    await admin.query(`select pg_backup_start('standby', true)`);
    await run('cp', ['-a', join(primaryDir, 'postgres'), join(primaryDir, 'postgres.password'), dataDir]);
    const { rows } = await admin.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    // copied from an existing file to keep its owner
    for (const made of ['backup_label', 'standby.signal']) {
      await run('cp', ['-a', join(files, 'PG_VERSION'), join(files, made)]);
    }
    writeFileSync(join(files, 'backup_label'), rows[0]?.label ?? '');
    await run('sh', ['-c', `rm -f "$1/postmaster.pid" && find "$1/pg_wal" -type f -delete`, 'sh', files]);
  } finally {
    await admin.end();
  }
  const { hostname, port, username, password } = new URL(primaryUrl);
  const from = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  return start({
    ...others,
    dataDir,
    settings: { ...settings, primary_conninfo: from, wal_retrieve_retry_interval: '100' },
  });
}
