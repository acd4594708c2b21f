import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { onTestFinished } from 'vitest';
import { createApp } from '../../src/app.js';
import { createOrm } from '../../src/platform/database/orm.js';
import { migrate } from '../../src/platform/process/migrate.js';
import { entities } from '../../src/modules.js';
import { readEnv } from '../../src/env.js';
import type { Resources } from '../../src/request/context.js';
import { createLogger, type Logger } from '../../src/platform/telemetry/logger.js';
import { requestScope } from '../../src/platform/database/requestScope.js';
import { createResources, type ServicesOptions } from '../../src/resources.js';
import { createDatabase, templateDatabase } from './postgres.js';

/** The lowest cost of bcrypt, because tests create many accounts. */
const TEST_BCRYPT_COST = 4;

/** All statements sent to the database, including transaction control. */
interface Sent {
  statements: string[];
  /** Statements of requests, without the server's periodic polling. */
  asked: string[];
  /** Statements by transaction. */
  transactions: string[][];
  /** Statements sent to the replica, which are not in the other lists. */
  fromReplica: string[];
}

export interface TestServer extends Sent {
  url: string;
  databaseUrl: string;
  orm: MikroORM;
  resources: Resources;
  close(): Promise<void>;
}

export interface TestServerOptions {
  env?: Record<string, string>;
  /** Uses this database instead of a new one, and keeps it at the end. */
  databaseUrl?: string;
  poolSize?: number;
  bcryptCost?: number;
  now?: () => Date;
  log?: Logger;
  /** Connects to the test push service. */
  pushConnect?: ServicesOptions['pushConnect'];
  /** Resolves the names of webhooks’ receivers. */
  outboundResolve?: ServicesOptions['outboundResolve'];
}

/** Migrates an empty database. */
export async function migrated(url: string): Promise<void> {
  const orm = await createOrm({ url, entities });
  await migrate(orm, url);
  await orm.close(true);
}

/** Creates a migrated database. */
export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  return createDatabase(await templateDatabase('migrated', migrated));
}

function record(pool: Pool, { statements, asked, transactions }: Sent): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    let open: string[] | undefined;
    client.query = ((...args: unknown[]) => {
      const [first] = args;
      const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
      statements.push(text);
      if (requestScope.getStore()) asked.push(text);
      if (text === 'begin') transactions.push((open = []));
      open?.push(text);
      if (text === 'commit' || text === 'rollback') open = undefined;
      return query(...args);
    }) as typeof client.query;
  });
}

/** Starts the app on a free port with its own database. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.databaseUrl ? null : await freshDatabase();
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  const env = readEnv({
    JWT_SECRET: 'a secret for tests that is long enough',
    SECRET_KEY: 'a key for the secrets of tests, long enough',
    LOG_LEVEL: process.env['DEBUG_LOG'] ?? 'silent',
    RATE_LIMIT: 'off',
    ...options.env,
  });
  const sent: Sent = { statements: [], asked: [], transactions: [], fromReplica: [] };
  const ofReplica: Sent = { ...sent, statements: sent.fromReplica, asked: [], transactions: [] };
  const resources = await createResources({
    env,
    log: options.log ?? createLogger(env.logLevel),
    databaseUrl,
    bcryptCost: options.bcryptCost ?? TEST_BCRYPT_COST,
    poolSize: options.poolSize ?? 10,
    onPool: (pool, of) => record(pool, of === 'replica' ? ofReplica : sent),
    ...(options.now && { now: options.now }),
    pushConnect: options.pushConnect,
    outboundResolve: options.outboundResolve,
  });
  const app = await createApp(resources);
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening');
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl,
    orm: resources.orm,
    resources,
    ...sent,
    close: async () => {
      await app.close();
      await resources.close();
      await database?.drop();
    },
  };
}

/** Closes a server, or what else can be closed, when the test ends. */
export function closeAfterTest<T extends { close: () => Promise<void> }>(opened: T): T {
  onTestFinished(() => opened.close());
  return opened;
}
