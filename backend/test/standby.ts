import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '../src/db/embedded/startEmbedded.js';
import { createOrm } from '../src/db/orm.js';
import { migrate } from '../src/db/migrate.js';
import { entities } from '../src/entities.js';

const run = promisify(execFile);
const log = { info: () => undefined, warn: () => undefined, error: console.error };

/** A migrated database, and a standby that follows it by streaming. */
export interface Replicated {
  primaryUrl: string;
  standbyUrl: string;
  stop(): Promise<void>;
}

/**
 * Two servers of our own. The programs that come with the app can make no base backup by themselves, so the files are
 * copied between the two functions that PostgreSQL has for that.
 */
export async function startReplicated(): Promise<Replicated> {
  const [at, copy] = ['primary', 'standby'].map((name) => mkdtempSync(join(tmpdir(), `cairn-${name}-`))) as [
    string,
    string,
  ];
  const running: { stop: () => Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((one) => one.stop()));
    for (const dir of [at, copy]) rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  };
  try {
    const settings = { shared_buffers: '32MB' };
    const primary = await startEmbedded({ dataDir: at, log, settings, durable: false });
    running.push(primary);
    const orm = await createOrm({ url: primary.url, entities });
    await migrate(orm, primary.url);
    await orm.close(true);

    const admin = new pg.Client(primary.url);
    await admin.connect();
    await admin.query(`select pg_backup_start('standby', true)`);
    const files = join(copy, 'postgres');
    await run('cp', ['-a', join(at, 'postgres'), files]);
    await run('cp', ['-a', join(at, 'postgres.password'), copy]);
    const { rows } = await admin.query(`select labelfile from pg_backup_stop(false)`);
    await admin.end();
    // as it comes with the files: whose they are, too
    await run('cp', ['-a', join(files, 'PG_VERSION'), join(files, 'backup_label')]);
    writeFileSync(join(files, 'backup_label'), rows[0].labelfile);
    await run('cp', ['-a', join(files, 'PG_VERSION'), join(files, 'standby.signal')]);
    await run('sh', ['-c', `rm -f "$1/postmaster.pid" && find "$1/pg_wal" -type f -delete`, 'sh', files]);
    const { hostname, port, username, password } = new URL(primary.url);
    const from = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
    const follow = { ...settings, primary_conninfo: from, wal_retrieve_retry_interval: '100' };
    const standby = await startEmbedded({ dataDir: copy, log, settings: follow, durable: false });
    running.push(standby);
    return { primaryUrl: primary.url, standbyUrl: standby.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
