import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { endApiTokens } from './backups/apiTokens.js';
import { BackupError } from './backups/backupError.js';
import { loadBackup } from './backups/loadBackup.js';
import { progressOn } from './backups/progress.js';
import { BackupFile } from './backups/readBackup.js';
import { restoreEmbedded } from './backups/restoreEmbedded.js';
import { adviceOnKey, placeSecretKey } from './backups/secretKey.js';
import { clusterDir } from './db/embedded/cluster.js';
import { lockDataDir } from './db/embedded/dataLock.js';
import { putInPlace } from './db/embedded/restored.js';
import { waitForDatabase } from './db/waitForDatabase.js';
import { entities } from './entities.js';
import { EnvError } from './env.js';
import { createLogger } from './kernel/logger.js';
import { makeFolder } from './kernel/makeFolder.js';
import { live } from './lifecycle.js';
import { resumeBulkRuns } from './tasks/bulkRun.service.js';

const USAGE = 'npm run restore -- [--keep-tokens] FILE';

/** What the command line asks for. Throws EnvError. */
function readArguments(): { file: string; keepTokens: boolean } {
  try {
    const options = { 'keep-tokens': { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file !== undefined && more.length === 0) return { file, keepTokens: values['keep-tokens'] === true };
  } catch {
    // an unknown option
  }
  throw new EnvError(`usage: ${USAGE}`);
}

/** The folder is ours for as long as this runs, and has no database yet. */
function lockEmpty(dataDir: string): () => void {
  makeFolder(dataDir);
  const lock = lockDataDir(dataDir);
  try {
    // one that was restored before and not yet put in its place
    putInPlace(dataDir);
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

// `npm run restore`: what a backup holds, into an empty place.
await live(
  async ({ env, opened, told, end }) => {
    const { file, keepTokens } = readArguments();
    const log = createLogger('warn');
    const { databaseUrl, dataDir } = env;
    const backup = await BackupFile.open(file);
    opened(() => backup.close());
    if (databaseUrl) await waitForDatabase(databaseUrl, log);
    else {
      const release = lockEmpty(dataDir);
      opened(() => Promise.resolve(release()));
    }
    const progress = progressOn(process.stderr);
    await backup.verify(progress);
    const key = await backup.secretKey();
    const settle = async (em: EntityManager): Promise<void> => {
      await resumeBulkRuns(em);
      if (!keepTokens) await endApiTokens(em);
    };
    const options = { entities, backup, progress, signal: told };
    const work = databaseUrl
      ? loadBackup({
          ...options,
          url: databaseUrl,
          afterwards: async (em) => {
            await settle(em);
            if (key !== undefined && key !== env.secretKey) placeSecretKey(dataDir, key);
          },
        })
      : restoreEmbedded({ ...options, dataDir, log, afterwards: settle });
    // told to stop, it leaves the place empty, which may take longer than others' end
    opened(() => work.catch(() => undefined));
    await work;
    const { createdAt, tables } = backup.manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.error(`Restored ${rows.toLocaleString('en')} rows as of ${createdAt}. Everybody signs in anew.`);
    if (keepTokens) console.error('Tokens for programs are as they were in the backup, those revoked since included.');
    const advice = adviceOnKey(env, key);
    if (advice !== undefined) console.error(advice);
    end(0);
  },
  { failed: 'The backup cannot be restored', told: 1 },
);
