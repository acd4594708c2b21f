import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrateJobs } from '../kernel/jobs/worker.js';
import { createLogger, type Logger } from '../kernel/logger.js';

/** Any number that is ours: the key of the advisory lock under which one process migrates while others wait. */
const MIGRATION_LOCK = 7_262_170_001;

/**
 * Brings the schema up to date, and that of the job queue. The ORM's migrator takes no lock of its own, so processes that start together take turns
 * here; the lock goes with its connection, so a killed process leaves none.
 */
export async function migrate(orm: MikroORM, url: string, log: Logger = createLogger('silent')): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'cairn-migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await orm.em.fork().transactional(async (em) => {
      // an index on a large table takes longer than any request may
      await em.execute('set local statement_timeout = 0');
      const transaction = em.getTransactionContext();
      await orm.migrator.up({ transaction });
    });
    await migrateJobs(url, log);
  } finally {
    await client.end();
  }
}
