import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { createApp } from '../src/app.js';
import { createOrm } from '../src/db/orm.js';
import { migrate } from '../src/db/migrate.js';
import { entities } from '../src/entities.js';
import { readEnv } from '../src/env.js';
import type { Resources } from '../src/kernel/context.js';
import { createLogger, type Logger } from '../src/kernel/logger.js';
import { requestScope } from '../src/kernel/requestScope.js';
import { createResources, type ServicesOptions } from '../src/resources.js';
import { createDatabase, templateDatabase } from './postgres.js';

/** Hashes as cheaply as bcrypt can: tests make many accounts. */
const TEST_BCRYPT_COST = 4;

/** What a server has sent to its database so far, transaction control included. */
interface Sent {
  statements: string[];
  /** Those of requests alone: what the server looks for every few seconds by itself is not among them. */
  asked: string[];
  /** Each transaction with what was sent in it. */
  transactions: string[][];
  /** What was read from the replica, where there is one; it is not among the others. */
  fromReplica: string[];
}

export interface TestServer extends Sent {
  /** `http://127.0.0.1:port` */
  url: string;
  databaseUrl: string;
  orm: MikroORM;
  /** What the server stands on, to run its jobs. */
  resources: Resources;
  close(): Promise<void>;
}

export interface TestServerOptions {
  env?: Record<string, string>;
  /** Serve this database instead of a fresh one; it is not dropped at the end. */
  databaseUrl?: string;
  poolSize?: number;
  bcryptCost?: number;
  now?: () => Date;
  /** Where the server writes its log, to read it. */
  log?: Logger;
  /** Connects to what stands for a push service. */
  pushConnect?: ServicesOptions['pushConnect'];
}

/** Brings an empty database up to date. */
export async function migrated(url: string): Promise<void> {
  const orm = await createOrm({ url, entities });
  await migrate(orm, url);
  await orm.close(true);
}

/** A fresh, migrated database of its own. */
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

/** Starts the real app on a free port and a database of its own. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.databaseUrl ? null : await freshDatabase();
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  const env = readEnv({
    JWT_SECRET: 'a secret for tests that is long enough',
    SECRET_KEY: 'a key for the secrets of tests, long enough',
    LOG_LEVEL: 'silent',
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
