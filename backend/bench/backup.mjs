import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { fillMine, fillOthers, withoutIndexes } from './volumeData.mjs';

const GB = 1_000_000_000;
/** The bytes of files of the measurement with files. */
const FILE_BYTES = Number(process.env.FILE_GB ?? 2) * GB;
const TASKS = 1_000_000;
const FEW = 10_000;
const TABLES = ['task', 'change', 'comment'];

/** Fills a new database in a folder. */
async function fill({ load, log }, dataDir, tasks) {
  const { startEmbedded } = await load('platform/database/embedded/startEmbedded');
  const { createOrm } = await load('platform/database/orm');
  const { entities } = await load('modules');
  const { migrate } = await load('platform/process/migrate');
  const database = await startEmbedded({ dataDir, log });
  const orm = await createOrm({ url: database.url, entities });
  await migrate(orm, database.url);
  await orm.close(true);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await fillMine(client);
  await withoutIndexes(client, TABLES, () => fillOthers(client, tasks));
  const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes');
  await client.end();
  await database.stop();
  return rows[0].bytes;
}

/** Runs a program; returns its duration and peak memory. */
async function run(program, env, ...args) {
  const since = performance.now();
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const timer = setInterval(() => {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      peak = Math.max(peak, Number(kilobytes ?? 0) * 1024);
    } catch {
      // the process has ended
    }
  }, 50);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return { seconds: (performance.now() - since) / 1_000, peak };
}

/** Backs up and restores a small and a large database, each step in a separate process. */
export async function measureBackup(bench, built) {
  const results = [];
  for (const tasks of [FEW, TASKS]) {
    const [from, to] = ['from', 'to'].map((name) => path.join(bench.dataDir, `${name}-${tasks}`));
    const file = path.join(bench.dataDir, `${tasks}.zip`);
    const env = (dataDir) => ({ DATA_DIR: dataDir, DATABASE_URL: '', SECRET_KEY: bench.secret });
    const database = await fill(bench, from, tasks);
    const backup = await run(built('cli/backup'), env(from), file);
    const restore = await run(built('cli/restore'), env(to), file);
    results.push({ tasks, database, file: statSync(file).size, backup, restore });
  }
  return results;
}

const MB = 1_000_000;
const mb = (bytes) => `${Math.round(bytes / MB)} MB`.padStart(9);

export function printBackup(results) {
  console.log('\nBackup         tasks  database      file  backup     peak  restore     peak');
  for (const { tasks, database, file, backup, restore } of results) {
    const of = ({ seconds, peak }) => `${seconds.toFixed(0)} s`.padStart(8) + mb(peak);
    console.log(tasks.toLocaleString('en').padStart(20) + mb(database) + mb(file) + of(backup) + of(restore));
  }
}

const CONTENT_BYTES = 20_000_000;
const PART_BYTES = 256 * 1024;

/** Fills a new database with files of 20 MB, whose bytes cannot be compressed. */
async function fillFiles(bench, dataDir) {
  await fill(bench, dataDir, FEW);
  const { startEmbedded } = await bench.load('platform/database/embedded/startEmbedded');
  const database = await startEmbedded({ dataDir, log: bench.log });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select id from account limit 1');
  for (let done = 0; done < FILE_BYTES; done += CONTENT_BYTES) {
    const [id, bytes] = [randomUUID(), randomBytes(CONTENT_BYTES)];
    const sha256 = createHash('sha256').update(bytes).digest();
    await client.query(
      `insert into file (id, user_id, sha256, size, type, created_at, touched_at)
       values ($1, $2, $3, $4, 'application/octet-stream', now(), now())`,
      [id, rows[0].id, sha256, CONTENT_BYTES],
    );
    for (let n = 0; n * PART_BYTES < CONTENT_BYTES; n += 1) {
      const part = bytes.subarray(n * PART_BYTES, (n + 1) * PART_BYTES);
      await client.query('insert into file_part (file_id, n, bytes) values ($1, $2, $3)', [id, n, part]);
    }
  }
  await client.end();
  await database.stop();
}

/** Backs up and restores a database with files, in the backup and beside it, and once more beside it. */
export async function measureFiles(bench, built) {
  const [from, folder] = ['files', 'kept'].map((name) => path.join(bench.dataDir, name));
  const env = (dataDir) => ({ DATA_DIR: dataDir, DATABASE_URL: '', SECRET_KEY: bench.secret });
  await fillFiles(bench, from);
  const results = [];
  for (const [kind, name, ...flags] of [
    ['in the backup', 'inside'],
    ['beside it', 'beside', '--files-beside'],
    ['beside it, again', 'again', '--files-beside'],
  ]) {
    const file = path.join(folder, `${name}.zip`);
    const to = path.join(bench.dataDir, `to-${name}`);
    const backup = await run(built('cli/backup'), env(from), ...flags, file);
    const restore = await run(built('cli/restore'), env(to), file);
    rmSync(to, { recursive: true, force: true });
    // the disk need not hold a second backup; the files beside one are needed by the next
    rmSync(file);
    results.push({ kind, backup, restore });
  }
  return results;
}

export function printFiles(results) {
  const gigabytes = FILE_BYTES / GB;
  console.log(`\nFiles (${gigabytes} GB)      backup     peak  restore     peak   20 GB: backup  restore`);
  for (const { kind, backup, restore } of results) {
    const of = ({ seconds, peak }) => `${seconds.toFixed(0)} s`.padStart(8) + mb(peak);
    const of20 = ({ seconds }) => `${((seconds * 20) / gigabytes / 60).toFixed(1)} min`.padStart(13);
    console.log(kind.padEnd(18) + of(backup) + of(restore) + of20(backup) + of20(restore));
  }
}
