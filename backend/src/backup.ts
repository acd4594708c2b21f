import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { knownSecretKey } from './backups/secretKey.js';
import { BackupError } from './backups/backupError.js';
import { progressOn } from './backups/progress.js';
import { writeBackup } from './backups/writeBackup.js';
import { databaseBeside } from './databaseBeside.js';
import { clusterDir } from './db/embedded/cluster.js';
import { EnvError } from './env.js';
import { createLogger } from './kernel/logger.js';
import { live } from './lifecycle.js';

const USAGE = 'npm run backup -- FILE';
const MB = 1_000_000;
/** On the disk of the embedded database a backup leaves so much room: a full one would stop the app. */
const LEAVE_FREE = 500 * MB;

/** Is a new file on the disk of a folder? Where its folder is yet to be made, nobody knows. */
function onDiskOf(folder: string, file: string): boolean {
  const device = (name: string): number | undefined => statSync(name, { throwIfNoEntry: false })?.dev;
  return (device(dirname(resolve(file))) ?? device(folder)) === device(folder);
}

// `npm run backup`: all there is, into one new file. Also while the app runs.
await live(
  async (life) => {
    const { env, told, end } = life;
    const [file, ...more] = process.argv.slice(2);
    if (file === undefined || file.startsWith('-') || more.length > 0) throw new EnvError(`usage: ${USAGE}`);
    if (!env.databaseUrl && !existsSync(clusterDir(env.dataDir))) {
      throw new BackupError(`there is no database in ${env.dataDir}: set DATA_DIR or DATABASE_URL as the app has it`);
    }
    const url = await databaseBeside({ ...life, log: createLogger('warn') });
    const secretKey = knownSecretKey(env);
    const progress = progressOn(process.stderr);
    const leaveFree = env.databaseUrl || !onDiskOf(env.dataDir, file) ? 0 : LEAVE_FREE;
    // told to stop, it leaves nothing behind
    const { tables, leftOut } = await writeBackup({ url, file, secretKey, progress, signal: told, leaveFree });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.error(`Backed up ${rows.toLocaleString('en')} rows into ${file}. Keep it private: it holds SECRET_KEY.`);
    console.error('Left out:');
    for (const [name, why] of Object.entries(leftOut)) console.error(`  ${name.padEnd(22)} ${why}`);
    if (secretKey === undefined) {
      console.error('SECRET_KEY is not known here, so it is not in the backup: keep it yourself.');
    }
    end(0);
  },
  { failed: 'The backup failed', told: 1 },
);
