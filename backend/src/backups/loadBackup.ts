import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EntityManager, EntitySchema } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { inMigrationTurn } from '../db/migrate.js';
import { createOrm } from '../db/orm.js';
import { withoutDeadline } from '../kernel/deadline.js';
import { migrateJobs } from '../kernel/jobs/worker.js';
import { createLogger } from '../kernel/logger.js';
import { BackupError } from './backupError.js';
import { firstTable, quoted, settleSequences, withoutUpkeep } from './catalog.js';
import { onOwnConnection, prepareForTables } from './connection.js';
import { type Progress, silent } from './progress.js';
import type { BackupFile } from './readBackup.js';

export interface LoadOptions {
  /** Of an empty database. */
  url: string;
  entities: EntitySchema[];
  /** Verified. */
  backup: BackupFile;
  /** What else belongs to it, in the same transaction, with the schema of today. */
  afterwards: (em: EntityManager) => Promise<void>;
  progress?: Progress;
  signal?: AbortSignal;
}

/** Restoring never mixes two pasts. */
async function requireEmpty(client: ClientBase): Promise<void> {
  const found = await firstTable(client);
  if (found === undefined) return;
  throw new BackupError(
    `the database is not empty (it has the table ${found}): a backup is restored into an empty one. Nothing was changed.`,
  );
}

async function loadRows(
  client: ClientBase,
  name: string,
  { backup, progress = silent, signal }: LoadOptions,
): Promise<void> {
  const { columns, rows } = backup.manifest.tables.find((table) => table.name === name) ?? { columns: [], rows: 0 };
  if (rows === 0) return;
  const copy = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`));
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of backup.rows(name)) {
      progress.done(chunk.length);
      yield chunk;
    }
  };
  await pipeline(Readable.from(counted(), { objectMode: false }), copy, { signal });
  if (copy.rowCount !== rows) throw new Error(`${name} has ${copy.rowCount} rows instead of ${rows}`);
}

async function loadTables(client: ClientBase, options: LoadOptions): Promise<void> {
  const { backup, progress = silent, signal } = options;
  const names = backup.manifest.tables.map(({ name }) => name);
  const work = async (): Promise<void> => {
    for (const name of names) {
      await loadRows(client, name, options);
      signal?.throwIfAborted();
    }
  };
  await withoutUpkeep(client, names, { progress, work });
  await settleSequences(client, names);
}

/**
 * Makes an empty database what a backup says: the schema that it was made with, its rows, then the schema of today. All in one
 * transaction, so whatever fails or is killed leaves it empty.
 * @throws BackupError with one line for the person at the terminal
 */
export async function loadBackup(options: LoadOptions): Promise<void> {
  const { url, entities, backup, afterwards, progress = silent, signal } = options;
  await onOwnConnection(url, requireEmpty);
  await migrateJobs(url, createLogger('silent'));
  let connection: ClientBase | undefined;
  // one connection, so that what is not said by the ORM is said in its transaction
  const orm = await createOrm({
    url,
    entities,
    poolSize: 1,
    onPool: (pool) => pool.on('connect', (client) => (connection = client)),
  });
  try {
    await inMigrationTurn(url, () =>
      withoutDeadline(async () => {
        // the migrator's own list is made before the transaction: it asks for another connection
        await orm.migrator.getExecuted();
        await orm.em.fork().transactional(async (em) => {
          await em.execute('select 1');
          const client = connection;
          if (!client) throw new Error('the transaction has no connection');
          await prepareForTables(client);
          await client.query(`set maintenance_work_mem = '256MB'`);
          // another restore may have been quicker
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
    progress.end();
    await orm.close(true);
  }
}
