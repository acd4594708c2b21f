import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrateJobs } from '../kernel/jobs/worker.js';
import { withoutDeadline } from '../kernel/deadline.js';
import { createLogger, type Logger } from '../kernel/logger.js';
import { VERSION } from '../kernel/version.js';
import { migrations } from './migrations.js';

/** Any number that is ours: the key of the advisory lock under which one process migrates while others wait. */
const MIGRATION_LOCK = 7_262_170_001;

/** The database was made by a newer version of the app; the message is the one line to print. */
export class SchemaTooNew extends Error {}

/** Refuses what a newer version of the app has made; `what` of it, for the one line to print. */
export function refuseNewer(names: readonly string[], what = 'the database'): void {
  const unknown = names.find((name) => !migrations.some((known) => known.name === name));
  if (unknown === undefined) return;
  throw new SchemaTooNew(
    `${what} was made by a newer version of the app (it has ${unknown}): start that version or a newer one. ` +
      'Nothing was changed.',
  );
}

/** What was done. An older app would write rows that the newer one has another idea of, so it refuses. */
async function doneBefore(em: EntityManager): Promise<string[]> {
  const [{ made } = { made: false }] = await em.execute<{ made: boolean }[]>(
    "select to_regclass('mikro_orm_migrations') is not null as made",
  );
  if (!made) return [];
  const rows = await em.execute<{ name: string }[]>('select name from mikro_orm_migrations order by id');
  const done = rows.map(({ name }) => name);
  refuseNewer(done);
  return done;
}

/**
 * Does what changes the schema. The ORM's migrator takes no lock of its own, so processes that start together take turns
 * here; the lock goes with its connection, so a killed process leaves none.
 */
export async function inMigrationTurn<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'cairn-migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}

/** Brings the schema up to date, and that of the job queue; logs an upgrade. */
export function migrate(orm: MikroORM, url: string, log: Logger = createLogger('silent')): Promise<void> {
  return inMigrationTurn(url, async () => {
    const since = performance.now();
    // an index on a large table takes longer than any request may
    const before = await withoutDeadline(() =>
      orm.em.fork().transactional(async (em) => {
        await em.execute('set local statement_timeout = 0');
        const transaction = em.getTransactionContext();
        const done = await doneBefore(em);
        // Every write to a project begins with its key and the project (kernel/command.ts). Those of processes that serve
        // meanwhile wait there, where they hold nothing that a migration wants: else each could wait for the other.
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
