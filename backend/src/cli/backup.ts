import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Manifest } from '../backups/manifest.js';
import { knownSecretKey } from '../backups/secretKey.js';
import { createProgress } from '../backups/progress.js';
import { BACKUP_FAILED } from '../backups/schedule.js';
import { writeBackup } from '../backups/writeBackup.js';
import { resolveDatabaseUrl } from './resolveDatabaseUrl.js';
import { EnvError } from '../env.js';
import { createLogger } from '../platform/telemetry/logger.js';
import { runProcess } from '../platform/process/lifecycle.js';

const USAGE = 'npm run backup -- [--without-files] FILE';
const MB = 1_000_000;
/** Free space that a backup leaves on the embedded database's disk, because a full disk would stop the app. */
const MIN_FREE_BYTES = 500 * MB;

/** Whether a new file is on a folder's disk; assumed if the file's folder does not exist yet. */
function isOnDisk(folder: string, file: string): boolean {
  const device = (name: string): number | undefined => statSync(name, { throwIfNoEntry: false })?.dev;
  return (device(dirname(resolve(file))) ?? device(folder)) === device(folder);
}

/** Parses the command line. Throws EnvError. */
function readArguments(): { file: string; files: Manifest['files'] } {
  try {
    // Scheduled backups keep the contents of files in one folder for all.
    const options = { 'without-files': { type: 'boolean' }, 'files-beside': { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file !== undefined && more.length === 0) {
      return { file, files: values['without-files'] ? 'NONE' : values['files-beside'] ? 'BESIDE' : 'INSIDE' };
    }
  } catch {
    // an unknown option
  }
  throw new EnvError(`usage: ${USAGE}`);
}

// `npm run backup`: writes everything into one new file, also while the app runs.
await runProcess(
  async (context) => {
    const { env, stopSignal, end } = context;
    const { file, files } = readArguments();
    const url = await resolveDatabaseUrl({ ...context, log: createLogger('warn') });
    const secretKey = knownSecretKey(env);
    const progress = createProgress(process.stderr);
    const leaveFree = env.databaseUrl || !isOnDisk(env.dataDir, file) ? 0 : MIN_FREE_BYTES;
    // when stopped, it leaves nothing behind
    const { tables, leftOut } = await writeBackup({
      url,
      file,
      files,
      secretKey,
      progress,
      leaveFree,
      signal: stopSignal,
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.error(`Backed up ${rows.toLocaleString('en')} rows into ${file}. Keep it private: it contains SECRET_KEY.`);
    console.error('Left out:');
    for (const [name, why] of Object.entries(leftOut)) console.error(`  ${name.padEnd(22)} ${why}`);
    if (secretKey === undefined) {
      console.error('SECRET_KEY is not known here, so it is not in the backup: keep it yourself.');
    }
    end(0);
  },
  { failed: BACKUP_FAILED, stopped: 1 },
);
