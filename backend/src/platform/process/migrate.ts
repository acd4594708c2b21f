import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { ADVISORY_LOCKS } from '../database/advisoryLocks.js';
import { migrateJobs } from '../jobs/worker.js';
import { withoutDeadline } from '../lib/deadline.js';
import { createLogger, type Logger } from '../telemetry/logger.js';
import { VERSION } from '../lib/version.js';
import { migrations } from '../database/migrations.js';

export class SchemaTooNew extends Error {}

/** Throws if a newer version of the app made this database or backup; `what` names it in the message. */
export function requireKnownMigrations(names: readonly string[], what = 'the database'): void {
  const unknown = names.find((name) => !migrations.some((known) => known.name === name));
  if (unknown === undefined) return;
  throw new SchemaTooNew(
    `${what} was made by a newer version of the app (it has ${unknown}): start that version or a newer one. ` +
      'Nothing was changed.',
  );
}

/** Returns the executed migrations. An older app must not write to a newer schema, so it refuses. */
async function readExecuted(em: EntityManager): Promise<string[]> {
  const [{ made } = { made: false }] = await em.execute<{ made: boolean }[]>(
    "select to_regclass('mikro_orm_migrations') is not null as made",
  );
  if (!made) return [];
  const rows = await em.execute<{ name: string }[]>('select name from mikro_orm_migrations order by id');
  const done = rows.map(({ name }) => name);
  requireKnownMigrations(done);
  return done;
}

/**
 * Runs a schema change under an advisory lock, because the ORM's migrator takes none. A killed process releases the lock with
 * its connection.
 */
export async function withMigrationLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'cairn-migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
    return await work();
  } finally {
    await client.end();
  }
}

/** Migrates the schema and the job queue; logs an upgrade. */
export function migrate(orm: MikroORM, url: string, log: Logger = createLogger('silent')): Promise<void> {
  return withMigrationLock(url, async () => {
    const since = performance.now();
    // an index on a large table takes longer than the statement timeout
    const before = await withoutDeadline(() =>
      orm.em.fork().transactional(async (em) => {
        await em.execute('set local statement_timeout = 0');
        const transaction = em.getTransactionContext();
        const done = await readExecuted(em);
        // Every write to a project first locks its key and the project (write/command.ts). Writes of running processes wait
        // there, before they lock anything that a migration needs: otherwise both could deadlock.
        if (done.length > 0 && done.length < migrations.length) {
          await em.execute('lock table idempotency, project in exclusive mode');
        }
        await orm.migrator.up({ transaction });
        return done;
      }),
    );
    await migrateJobs(url, log);
    if (before.length === migrations.length) return;
    const ms = Math.round(performance.now() - since);
    const to = migrations.at(-1)?.name;
    const from = before.at(-1);
    if (from === undefined) log.info({ to, version: VERSION, ms }, 'the schema was created');
    else log.info({ from, to, version: VERSION, ms }, `the schema was upgraded from ${from} to ${to}`);
  });
}
