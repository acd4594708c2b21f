import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteTokens } from '../backups/deleteTokens.js';
import { pauseWebhooks } from '../backups/pauseWebhooks.js';
import { BackupError } from '../platform/lib/backupError.js';
import { loadBackup } from '../backups/loadBackup.js';
import { createProgress } from '../backups/progress.js';
import { BackupFile } from '../backups/readBackup.js';
import { restoreEmbedded } from '../backups/restoreEmbedded.js';
import { adviseOnKey, installSecretKey } from '../backups/secretKey.js';
import { clusterDir } from '../platform/database/embedded/cluster.js';
import { lockDataDir } from '../platform/database/embedded/dataLock.js';
import { installRestored } from '../platform/database/embedded/restored.js';
import { waitForDatabase } from '../platform/database/waitForDatabase.js';
import { entities } from '../modules.js';
import { EnvError } from '../env.js';
import { createLogger } from '../platform/telemetry/logger.js';
import { makeFolder } from '../platform/lib/makeFolder.js';
import { runProcess } from '../platform/process/lifecycle.js';
import { resumeBulkRuns } from '../tasks/bulkRun.service.js';
import { resumeImports } from '../imports/import.service.js';

const USAGE = 'npm run restore -- [--keep-tokens] [--without-files] FILE';

/** Parses the command line. Throws EnvError. */
function readArguments(): { file: string; keepTokens: boolean; withoutFiles: boolean } {
  try {
    const options = { 'keep-tokens': { type: 'boolean' }, 'without-files': { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file !== undefined && more.length === 0) {
      return { file, keepTokens: values['keep-tokens'] === true, withoutFiles: values['without-files'] === true };
    }
  } catch {
    // an unknown option
  }
  throw new EnvError(`usage: ${USAGE}`);
}

/** Locks the data folder and requires that it has no database. */
function lockEmpty(dataDir: string): () => void {
  makeFolder(dataDir);
  const lock = lockDataDir(dataDir);
  try {
    // a previous restore may be complete but not installed
    installRestored(dataDir);
    const dir = clusterDir(dataDir);
    if (existsSync(dir)) {
      throw new BackupError(
        `${dataDir} has a database already: move ${dir} away, or set DATA_DIR to another folder. Nothing was changed.`,
      );
    }
    return () => lock.release();
  } catch (error) {
    lock.release();
    throw error;
  }
}

// `npm run restore`: loads a backup into an empty database.
await runProcess(
  async ({ env, onClose, stopSignal, end }) => {
    const { file, keepTokens, withoutFiles } = readArguments();
    const log = createLogger('warn');
    const { databaseUrl, dataDir } = env;
    const backup = await BackupFile.open(file);
    onClose(() => backup.close());
    if (databaseUrl) await waitForDatabase(databaseUrl, log);
    else {
      const release = lockEmpty(dataDir);
      onClose(() => Promise.resolve(release()));
    }
    const progress = createProgress(process.stderr);
    await backup.verify(progress);
    const key = await backup.secretKey();
    let paused = 0;
    const afterwards = async (em: EntityManager): Promise<void> => {
      await resumeBulkRuns(em);
      await resumeImports(em);
      paused = await pauseWebhooks(em);
      if (!keepTokens) await deleteTokens(em);
    };
    const options = { entities, backup, withoutFiles, progress, signal: stopSignal };
    const work = databaseUrl
      ? loadBackup({
          ...options,
          url: databaseUrl,
          afterwards: async (em) => {
            await afterwards(em);
            if (key !== undefined && key !== env.secretKey) installSecretKey(dataDir, key);
          },
        })
      : restoreEmbedded({ ...options, dataDir, log, afterwards });
    // when stopped, it first empties the database again, which can take a while
    onClose(() => work.catch(() => undefined));
    await work;
    const { createdAt, tables } = backup.manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.error(`Restored ${rows.toLocaleString('en')} rows as of ${createdAt}. Everyone has to sign in again.`);
    if (withoutFiles || backup.manifest.files === 'NONE') console.error('The contents of files are not there.');
    console.error(
      keepTokens
        ? 'Program tokens, shared links and calendar feeds are as in the backup, including those revoked since.'
        : 'Program tokens, shared links and calendar feeds have ended.',
    );
    if (paused > 0) {
      const [what, whose] =
        paused === 1 ? ['webhook is', 'Its owner starts it'] : ['webhooks are', 'Their owners start them'];
      console.error(`${paused} ${what} paused. ${whose} in the settings.`);
    }
    const advice = adviseOnKey(env, key);
    if (advice !== undefined) console.error(advice);
    end(0);
  },
  { failed: 'The backup cannot be restored', stopped: 1 },
);
