import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../platform/lib/backupError.js';
import { fetchServer } from '../backups/fetchServer.js';
import { createProgress } from '../backups/progress.js';
import { BackupFile } from '../backups/readBackup.js';
import { restoreEmbedded } from '../backups/restoreEmbedded.js';
import { knownSecretKey } from '../backups/secretKey.js';
import { addQueuedMails, type QueuedMail, readQueuedMails } from '../backups/queuedMails.js';
import { writeBackup } from '../backups/writeBackup.js';
import { type Binaries, binariesIn, findBinaries } from '../platform/database/embedded/binaries.js';
import { clusterDir, readMajor } from '../platform/database/embedded/cluster.js';
import { lockDataDir } from '../platform/database/embedded/dataLock.js';
import { installRestored } from '../platform/database/embedded/restored.js';
import { startEmbedded } from '../platform/database/embedded/startEmbedded.js';
import { entities } from '../modules.js';
import { EnvError } from '../env.js';
import { createLogger } from '../platform/telemetry/logger.js';
import { type ProcessContext, runProcess } from '../platform/process/lifecycle.js';
import { resumeBulkRuns } from '../tasks/bulkRun.service.js';
import { resumeImports } from '../imports/import.service.js';

const USAGE = 'npm run upgrade [-- --server FOLDER]';

function parseServerFolder(): string | undefined {
  try {
    return parseArgs({ options: { server: { type: 'string' } } }).values.server;
  } catch (error) {
    throw new EnvError(`usage: ${USAGE}`, { cause: error });
  }
}

/** Returns the major versions of the database and of the app; null if they are equal. */
async function readMajors(dataDir: string): Promise<{ from: string; to: string } | null> {
  const dir = clusterDir(dataDir);
  if (!existsSync(dataDir)) throw new BackupError(`there is no database in ${dataDir}`);
  const lock = lockDataDir(dataDir);
  try {
    // a previous upgrade may be complete but not installed
    installRestored(dataDir);
    if (!existsSync(dir)) throw new BackupError(`there is no database in ${dataDir}`);
    const [from, { major: to }] = [readMajor(dir), await findBinaries()];
    if (Number(from) > Number(to)) {
      throw new BackupError(
        `${dir} was made by PostgreSQL ${from}, which is newer than ours (${to}). Nothing was changed.`,
      );
    }
    return from === to ? null : { from, to };
  } finally {
    lock.release();
  }
}

/** Returns programs that can open the old database. */
async function findServer(major: string, { onClose }: ProcessContext, given: string | undefined): Promise<Binaries> {
  if (given !== undefined) {
    const binaries = await binariesIn(given);
    if (binaries.major === major) return binaries;
    throw new BackupError(`${given} has PostgreSQL ${binaries.major}, but the database needs ${major}`);
  }
  console.error(`Fetching PostgreSQL ${major} …`);
  const { binaries, remove } = await fetchServer(major);
  onClose(() => Promise.resolve(remove()));
  return binaries;
}

// `npm run upgrade`: upgrades the embedded database to this version's PostgreSQL.
await runProcess(
  async (context) => {
    const { env, onClose, stopSignal, end } = context;
    const given = parseServerFolder();
    const { dataDir } = env;
    if (env.databaseUrl) {
      throw new BackupError(
        'DATABASE_URL is set: this command upgrades the embedded database only; use PostgreSQL’s own tools',
      );
    }
    const found = await readMajors(dataDir);
    if (!found) {
      console.error('The database already has this version’s PostgreSQL: there is nothing to do.');
      return end(0);
    }
    const log = createLogger('warn');
    const binaries = await findServer(found.from, context, given);
    const progress = createProgress(process.stderr);
    const at = new Date().toISOString().slice(0, 19).replaceAll(':', '');
    const file = path.join(dataDir, 'backups', `before-upgrade-from-${found.from}-${at}Z.zip`);
    const upgrade = async (): Promise<void> => {
      const old = await startEmbedded({ dataDir, log, binaries });
      let mails: QueuedMail[];
      try {
        await writeBackup({ url: old.url, file, secretKey: knownSecretKey(env), progress, signal: stopSignal });
        mails = await readQueuedMails(old.url);
      } finally {
        await old.stop();
      }
      const lock = lockDataDir(dataDir);
      const backup = await BackupFile.open(file);
      try {
        await backup.verify(progress);
        await restoreEmbedded({
          dataDir,
          log,
          entities,
          backup,
          progress,
          signal: stopSignal,
          // tokens stay: no time has passed in which one could have been revoked
          afterwards: async (em) => {
            await resumeBulkRuns(em);
            await resumeImports(em);
            await addQueuedMails(em, mails);
          },
        });
      } finally {
        await backup.close();
        lock.release();
      }
    };
    const work = upgrade();
    onClose(() => work.catch(() => undefined));
    await work;
    console.error(
      `The database has PostgreSQL ${found.to} now. The old one is kept in ${clusterDir(dataDir)}.${found.from}, the backup in ` +
        `${file}: delete them when all is well. Everyone has to sign in again.`,
    );
    end(0);
  },
  { failed: 'The upgrade failed', stopped: 1 },
);
