import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type { Pool } from 'pg';
import { releaseDeadConnections } from './deadConnections.js';
import { migrations } from './migrations.js';
import { prepareRepeated } from './preparedStatements.js';
import { gateReads } from './readGate.js';

export interface OrmOptions {
  url: string;
  entities: EntitySchema[];
  /** Connections at most. Writers queue before they take one, so few are enough. */
  poolSize?: number;
  /** Told of the pool when it is made; benches and tests count statements through it. */
  onPool?: (pool: Pool) => void;
}

/**
 * What every connection is set to: no lock is waited for longer than 5 s, no transaction idles longer than 10 s, and no
 * statement outlives the client's own patience. None is spread over processes either: starting them takes longer than
 * any page does, and the planner takes them where it overestimates what somebody sees.
 */
const SESSION_SETTINGS =
  '-c lock_timeout=5000 -c idle_in_transaction_session_timeout=10000 -c statement_timeout=9000 ' +
  '-c max_parallel_workers_per_gather=0 -c plan_cache_mode=force_custom_plan -c timezone=UTC';

/** The ORM on one database. Reads and commands each take a fork of its entity manager. */
export async function createOrm({ url, entities, poolSize = 10, onPool }: OrmOptions): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: url,
    entities,
    extensions: [Migrator],
    migrations: { migrationsList: migrations, transactional: true, allOrNothing: true, snapshot: false },
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
    driverOptions: {
      options: SESSION_SETTINGS,
      application_name: 'cairn',
      connectionTimeoutMillis: 8_000,
      keepAlive: true,
      onPoolCreated: (pool: Pool) => {
        releaseDeadConnections(pool);
        prepareRepeated(pool);
        gateReads(pool);
        onPool?.(pool);
      },
    },
    // a failed write is reported by whoever made it; the ORM itself stays quiet
    logger: () => undefined,
    ignoreUndefinedInQuery: true,
    forceUtcTimezone: true,
  });
}
