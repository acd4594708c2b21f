import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type { ClientBase, Pool } from 'pg';
import { STATEMENT_MS } from './databaseClient.js';
import { DatabasePool, requirePrimary } from './databasePool.js';
import { PooledClient } from './pooledClient.js';
import { withDeadline } from '../lib/deadline.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { Replica } from './replica.js';
import { migrations } from './migrations.js';
import { ReadGate } from './readGate.js';
import { createReplicaPool } from './replicaPool.js';

export interface OrmOptions {
  url: string;
  entities: EntitySchema[];
  /** The most connections. Writers queue before they take one, so few are enough. */
  poolSize?: number;
  replica?: Replica | undefined;
  /** Called for each new pool; benches and tests count statements through it. */
  onPool?: (pool: Pool, of: 'primary' | 'replica') => void;
  metrics?: Metrics | undefined;
}

/**
 * Settings of every connection: 5 s per lock wait, 10 s of idle transaction, and no statement outlives the client's
 * timeout. Parallel workers are off: they start slower than any page runs. The settings are sent as statements because
 * poolers refuse start-up options; they also override those of DATABASE_URL and of the role.
 */
const SESSION_SETTINGS = `
  set lock_timeout = 5000; set idle_in_transaction_session_timeout = 10000; set statement_timeout = ${STATEMENT_MS};
  set max_parallel_workers_per_gather = 0; set plan_cache_mode = auto; set timezone = 'UTC'`;
const SETTINGS_MS = 2_500;
/** How long a caller waits for a connection while all are taken. */
const ACQUIRE_TIMEOUT_MS = 8_000;

const applySettings = (client: ClientBase): Promise<unknown> =>
  withDeadline(SETTINGS_MS, () => client.query(SESSION_SETTINGS));

const preparePrimary = (client: ClientBase): Promise<unknown> =>
  withDeadline(SETTINGS_MS, async () => {
    await client.query(SESSION_SETTINGS);
    await requirePrimary(client);
  });

/** Creates the ORM. Reads and commands each take a fork of its entity manager. */
export async function createOrm(options: OrmOptions): Promise<MikroORM> {
  const { url, entities, poolSize = 10, replica, onPool, metrics } = options;
  return MikroORM.init({
    clientUrl: url,
    entities,
    extensions: [Migrator],
    migrations: { migrationsList: migrations, transactional: true, allOrNothing: true, snapshot: false },
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
    driverOptions: {
      // the ORM drops the URL's parameters (`?sslmode=…`)
      connectionString: url,
      application_name: 'cairn',
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
      Client: PooledClient,
      onConnect: preparePrimary,
      onPoolCreated: (pool: Pool) => {
        metrics?.watchPool('requests', pool);
        onPool?.(pool, 'primary');
        const other = replica && createReplicaPool(replica, pool, applySettings);
        if (other) {
          metrics?.watchPool('replica', other.pool);
          onPool?.(other.pool, 'replica');
        }
        new DatabasePool(pool, { waitMs: ACQUIRE_TIMEOUT_MS, gate: new ReadGate(metrics), replica: other, metrics });
      },
    },
    // callers report failed writes
    logger: () => undefined,
    ignoreUndefinedInQuery: true,
    // derived fields are computed at flush, not when the entity is created
    processOnCreateHooksEarly: false,
    forceUtcTimezone: true,
  });
}
