import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EntityManager, EntitySchema } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withMigrationLock } from '../platform/process/migrate.js';
import type { DatabaseClient } from '../platform/database/databaseClient.js';
import { createOrm } from '../platform/database/orm.js';
import { withoutDeadline } from '../platform/lib/deadline.js';
import { migrateJobs } from '../platform/jobs/worker.js';
import { createLogger } from '../platform/telemetry/logger.js';
import { BackupError } from '../platform/lib/backupError.js';
import { findUserTable, quoteName, advanceSequences, withoutIndexes } from './catalog.js';
import { contentsFolder, countContents, forgetContents, loadContents } from './contents.js';
import { CONTENTS } from './tables.js';
import { withBackupConnection, prepareForTables } from './connection.js';
import { noProgress, type Progress } from './progress.js';
import type { BackupFile } from './readBackup.js';

export interface LoadOptions {
  /** The URL of an empty database. */
  url: string;
  entities: EntitySchema[];
  /** Already verified. */
  backup: BackupFile;
  /** Runs in the same transaction, with today's schema. */
  afterwards: (em: EntityManager) => Promise<void>;
  /** Leaves out the contents of files. */
  withoutFiles?: boolean;
  progress?: Progress;
  signal?: AbortSignal;
}

/** A restore never mixes two histories. */
async function requireEmpty(client: ClientBase): Promise<void> {
  const found = await findUserTable(client);
  if (found === undefined) return;
  throw new BackupError(
    `the database is not empty (it has the table ${found}): a backup is restored into an empty one. Nothing was changed.`,
  );
}

async function loadRows(
  client: ClientBase,
  name: string,
  { backup, progress = noProgress, signal }: LoadOptions,
): Promise<void> {
  const table = backup.manifest.tables.find((it) => it.name === name);
  if (!table || table.rows === 0) return;
  const { columns, rows, format } = table;
  const list = columns.map(quoteName).join(', ');
  const copy = client.query(copyFrom(`copy ${quoteName(name)} (${list}) from stdin (format ${format})`));
  const countBytes = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of backup.rows(name)) {
      progress.done(chunk.length);
      yield chunk;
    }
  };
  await pipeline(Readable.from(countBytes(), { objectMode: false }), copy, { signal });
  if (copy.rowCount !== rows) throw new Error(`${name} has ${copy.rowCount} rows instead of ${rows}`);
}

async function loadTables(client: ClientBase, options: LoadOptions): Promise<void> {
  const { backup, withoutFiles = false, progress = noProgress, signal } = options;
  const names = backup.manifest.tables.map(({ name }) => name).filter((name) => name !== CONTENTS || !withoutFiles);
  const work = async (): Promise<void> => {
    for (const name of names) {
      await loadRows(client, name, options);
      signal?.throwIfAborted();
    }
  };
  await withoutIndexes(client, names, { progress, work });
  await advanceSequences(client, names);
  if (!names.includes('file')) return;
  if (backup.manifest.files === 'BESIDE' && !withoutFiles) {
    progress.step('Restoring files', await countContents(client));
    await loadContents(client, contentsFolder(backup.file), { progress, signal });
  }
  await forgetContents(client);
}

/**
 * Loads a backup into an empty database: creates the schema of the backup, loads its rows, and migrates to today's schema. All
 * is one transaction, so after a failure or a kill the database is still empty.
 * @throws BackupError with one line for the operator
 */
export async function loadBackup(options: LoadOptions): Promise<void> {
  const { url, entities, backup, afterwards, progress = noProgress, signal } = options;
  await withBackupConnection(url, requireEmpty);
  await migrateJobs(url, createLogger('silent'));
  let connection: DatabaseClient | undefined;
  // a single connection, so that plain statements run in the ORM's transaction
  const orm = await createOrm({
    url,
    entities,
    poolSize: 1,
    onPool: (pool) => pool.on('connect', (client) => (connection = client as unknown as DatabaseClient)),
  });
  // an index or a later migration can take minutes, and notices no signal
  const cut = (): void => connection?.cut();
  signal?.addEventListener('abort', cut);
  try {
    await withMigrationLock(url, () =>
      withoutDeadline(async () => {
        // creates the migrator's table before the transaction, because it uses another connection
        await orm.migrator.getExecuted();
        await orm.em.fork().transactional(async (em) => {
          await em.execute('select 1');
          const client = connection;
          if (!client) throw new Error('the transaction has no connection');
          signal?.throwIfAborted();
          await prepareForTables(client);
          await client.query(`set maintenance_work_mem = '256MB'`);
          // another restore may have been faster
          await requireEmpty(client);
          const transaction = em.getTransactionContext();
          await orm.migrator.up({ transaction, migrations: backup.manifest.migrations });
          progress.step(
            'Restoring',
            backup.manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0),
          );
          await loadTables(client, options);
          await orm.migrator.up({ transaction });
          await afterwards(em);
          await client.query('analyze');
          signal?.throwIfAborted();
        });
      }),
    );
  } finally {
    signal?.removeEventListener('abort', cut);
    progress.end();
    await orm.close(true);
  }
}
