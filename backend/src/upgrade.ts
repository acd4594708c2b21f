import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from './backups/backupError.js';
import { fetchServer } from './backups/fetchServer.js';
import { progressOn } from './backups/progress.js';
import { BackupFile } from './backups/readBackup.js';
import { restoreEmbedded } from './backups/restoreEmbedded.js';
import { knownSecretKey } from './backups/secretKey.js';
import { writeBackup } from './backups/writeBackup.js';
import { type Binaries, binariesIn, findBinaries } from './db/embedded/binaries.js';
import { clusterDir, majorOf } from './db/embedded/cluster.js';
import { lockDataDir } from './db/embedded/dataLock.js';
import { putInPlace } from './db/embedded/restored.js';
import { startEmbedded } from './db/embedded/startEmbedded.js';
import { entities } from './entities.js';
import { EnvError } from './env.js';
import { createLogger } from './kernel/logger.js';
import { type Life, live } from './lifecycle.js';
import { resumeBulkRuns } from './tasks/bulkRun.service.js';

const USAGE = 'npm run upgrade [-- --server FOLDER]';

function serverGiven(): string | undefined {
  try {
    return parseArgs({ options: { server: { type: 'string' } } }).values.server;
  } catch (error) {
    throw new EnvError(`usage: ${USAGE}`, { cause: error });
  }
}

/** The major of the database and of the app; null where there is nothing to do. */
async function majors(dataDir: string): Promise<{ from: string; to: string } | null> {
  const dir = clusterDir(dataDir);
  if (!existsSync(dataDir)) throw new BackupError(`there is no database in ${dataDir}`);
  const lock = lockDataDir(dataDir);
  try {
    // one that was taken over before, and not yet put in its place
    putInPlace(dataDir);
    if (!existsSync(dir)) throw new BackupError(`there is no database in ${dataDir}`);
    const [from, { major: to }] = [majorOf(dir), await findBinaries()];
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

/** The server that can open the old database. */
async function serverOf(major: string, { opened }: Life, given: string | undefined): Promise<Binaries> {
  if (given !== undefined) {
    const binaries = await binariesIn(given);
    if (binaries.major === major) return binaries;
    throw new BackupError(`in ${given} is PostgreSQL ${binaries.major}, but the database is of ${major}`);
  }
  console.error(`Fetching PostgreSQL ${major} …`);
  const { binaries, remove } = await fetchServer(major);
  opened(() => Promise.resolve(remove()));
  return binaries;
}

// `npm run upgrade`: takes the embedded database to the PostgreSQL that this version of the app brings.
await live(
  async (life) => {
    const { env, opened, told, end } = life;
    const given = serverGiven();
    const { dataDir } = env;
    if (env.databaseUrl) {
      throw new BackupError(
        'DATABASE_URL is set: this is for the embedded database; yours is upgraded by its own tools',
      );
    }
    const found = await majors(dataDir);
    if (!found) {
      console.error('The database is of the PostgreSQL that this version brings: there is nothing to do.');
      return end(0);
    }
    const log = createLogger('warn');
    const binaries = await serverOf(found.from, life, given);
    const progress = progressOn(process.stderr);
    const at = new Date().toISOString().slice(0, 19).replaceAll(':', '');
    const file = path.join(dataDir, 'backups', `before-upgrade-from-${found.from}-${at}Z.zip`);
    const takeOver = async (): Promise<void> => {
      const old = await startEmbedded({ dataDir, log, binaries });
      try {
        await writeBackup({ url: old.url, file, secretKey: knownSecretKey(env), progress, signal: told });
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
          signal: told,
          // tokens stay: no time has passed in which one could have been revoked
          afterwards: resumeBulkRuns,
        });
      } finally {
        await backup.close();
        lock.release();
      }
    };
    const work = takeOver();
    opened(() => work.catch(() => undefined));
    await work;
    console.error(
      `The database is of PostgreSQL ${found.to} now. The old one is kept in ${clusterDir(dataDir)}.${found.from}, the backup in ` +
        `${file}: delete them when all is well. Everybody signs in anew.`,
    );
    end(0);
  },
  { failed: 'The upgrade failed', told: 1 },
);
