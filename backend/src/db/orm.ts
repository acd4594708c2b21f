import { type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type { ClientBase, Pool } from 'pg';
import { DatabaseClient, STATEMENT_MS } from '../kernel/databaseClient.js';
import { withDeadline } from '../kernel/deadline.js';
import type { Metrics } from '../kernel/eyes/metrics.js';
import { tracing } from '../kernel/eyes/tracing.js';
import type { Replica } from '../kernel/replica.js';
import { migrations } from './migrations.js';
import { boundWaiting, keepPoolHealthy, requirePrimary } from './poolHealth.js';
import { prepareRepeated } from './preparedStatements.js';
import { gateReads } from './readGate.js';
import { readsFrom } from './replicaPool.js';
import { measureWaiting, traceStatements } from './watchPool.js';

export interface OrmOptions {
  url: string;
  entities: EntitySchema[];
  /** Connections at most. Writers queue before they take one, so few are enough. */
  poolSize?: number;
  /** Answers reads beside the database, where there is one. */
  replica?: Replica | undefined;
  /** Told of each pool when it is made; benches and tests count statements through it. */
  onPool?: (pool: Pool, of: 'primary' | 'replica') => void;
  metrics?: Metrics | undefined;
}

/**
 * What every connection is set to: no lock is waited for longer than 5 s, no transaction idles longer than 10 s, and no
 * statement outlives the client's own patience. None is spread over processes either: starting them takes longer than
 * any page does, and the planner takes them where it overestimates what somebody sees. Said once a connection is made and
 * not as a start-up option, which poolers refuse; so it also stands above what DATABASE_URL or the role say.
 */
const SESSION_SETTINGS = `
  set lock_timeout = 5000; set idle_in_transaction_session_timeout = 10000; set statement_timeout = ${STATEMENT_MS};
  set max_parallel_workers_per_gather = 0; set plan_cache_mode = auto; set timezone = 'UTC'`;
const SETTINGS_MS = 2_500;
/** How long one waits for a connection while all are taken. */
const PLACE_MS = 8_000;

const sayHow = (client: ClientBase): Promise<unknown> =>
  withDeadline(SETTINGS_MS, () => client.query(SESSION_SETTINGS));

const sayToPrimary = (client: ClientBase): Promise<unknown> =>
  withDeadline(SETTINGS_MS, async () => {
    await client.query(SESSION_SETTINGS);
    await requirePrimary(client);
  });

/** The ORM on one database. Reads and commands each take a fork of its entity manager. */
export async function createOrm(options: OrmOptions): Promise<MikroORM> {
  const { url, entities, poolSize = 10, replica, onPool, metrics } = options;
  return MikroORM.init({
    clientUrl: url,
    entities,
    extensions: [Migrator],
    migrations: { migrationsList: migrations, transactional: true, allOrNothing: true, snapshot: false },
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
    driverOptions: {
      // with what the ORM itself leaves out of a URL (`?sslmode=…`)
      connectionString: url,
      application_name: 'cairn',
      connectionTimeoutMillis: PLACE_MS,
      Client: DatabaseClient,
      // waited for before the connection is given to anybody
      onConnect: sayToPrimary,
      onPoolCreated: (pool: Pool) => {
        keepPoolHealthy(pool);
        boundWaiting(pool, PLACE_MS);
        prepareRepeated(pool);
        if (tracing()) traceStatements(pool);
        if (metrics) measureWaiting(pool, metrics);
        onPool?.(pool, 'primary');
        const other = replica && readsFrom(replica, pool, sayHow);
        if (other) {
          if (tracing()) traceStatements(other.pool);
          metrics?.watchPool('replica', other.pool);
          onPool?.(other.pool, 'replica');
        }
        gateReads(pool, { replica: other, metrics });
      },
    },
    // a failed write is reported by whoever made it; the ORM itself stays quiet
    logger: () => undefined,
    ignoreUndefinedInQuery: true,
    // what is worked out of other fields is worked out when they are written, not when the entity is made
    processOnCreateHooksEarly: false,
    forceUtcTimezone: true,
  });
}
