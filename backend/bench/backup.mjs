import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { fillMine, fillOthers, withoutIndexes } from './volumeData.mjs';

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
async function run(program, env, file) {
  const since = performance.now();
  const child = spawn(process.execPath, [program, file], {
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
