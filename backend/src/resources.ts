import { createSecretKey, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import { BCRYPT_COST, createPasswordHasher } from './auth/passwordHasher.js';
import { refuseHalfRotated } from './backups/secretKey.js';
import { createOrm } from './db/orm.js';
import { entities } from './entities.js';
import { type Env, EnvError } from './env.js';
import type { Resources } from './kernel/context.js';
import { createMetrics } from './kernel/eyes/metrics.js';
import { setTracing } from './kernel/eyes/tracing.js';
import type { Logger } from './kernel/logger.js';
import { makeFolder } from './kernel/makeFolder.js';
import { createMailer } from './kernel/mail/mailer.js';
import { createPushSender, type PushSenderOptions } from './kernel/push/pushSender.js';
import { ProjectQueue } from './kernel/projectQueue.js';
import { Rates } from './kernel/rates.js';
import { Replica } from './kernel/replica.js';
import { Secrets } from './kernel/secrets.js';
import { VERSION } from './kernel/version.js';
import { WakeUps } from './kernel/wakeUps.js';
import { reactions } from './reactions.js';

/** A shorter one was not written whole. */
const SECRET_MIN = 32;

/** A secret of the server: the given one, or one made once and kept, readable by us alone. */
function secretOf(env: Env, given: string | undefined, name: string): string {
  if (given) return given;
  const file = path.join(env.dataDir, name);
  try {
    makeFolder(env.dataDir);
  } catch (error) {
    throw new EnvError(`DATA_DIR cannot be made: ${(error as Error).message}`, { cause: error });
  }
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = readFileSync(file, 'utf8').trim();
  if (found.length < SECRET_MIN) throw new EnvError(`${file} is damaged: put it back from your backup, or delete it`);
  return found;
}

export interface ServicesOptions {
  env: Env;
  log: Logger;
  databaseUrl: string;
  /** What this process is for. */
  role?: 'app' | 'worker';
  bcryptCost?: number;
  poolSize?: number;
  /** Told of each pool when it is made. */
  onPool?: (pool: Pool, of: 'primary' | 'replica') => void;
  now?: () => Date;
  /** Of tests, whose push service is this machine. */
  pushConnect?: PushSenderOptions['connect'] | undefined;
}

/** Traces what this process does, where it is asked to; answers how to end that. What is for it is loaded only then. */
async function startTracing({ tracedShare }: Env, role: string): Promise<() => Promise<void>> {
  if (tracedShare === undefined) return async () => undefined;
  const { openTelemetry } = await import('./kernel/eyes/openTelemetry.js');
  const { close, ...tracing } = openTelemetry({ share: tracedShare, role, version: VERSION });
  setTracing(tracing);
  return async () => {
    setTracing(undefined);
    await close();
  };
}

/** Everything a server has beside its HTTP face. */
export async function createResources(options: ServicesOptions): Promise<Resources & { close: () => Promise<void> }> {
  const {
    env,
    log,
    databaseUrl,
    role = 'app',
    bcryptCost = BCRYPT_COST,
    poolSize,
    onPool,
    now = () => new Date(),
    pushConnect,
  } = options;
  if (env.secretKey === undefined) refuseHalfRotated(env.dataDir);
  const metrics = env.metrics && (await createMetrics(role, VERSION));
  const endTracing = await startTracing(env, role);
  const { readDatabaseUrl } = env;
  const replica = readDatabaseUrl ? new Replica({ primaryUrl: databaseUrl, url: readDatabaseUrl, log }) : undefined;
  const orm = await createOrm({
    url: databaseUrl,
    entities,
    replica,
    metrics,
    ...(poolSize && { poolSize }),
    ...(onPool && { onPool }),
  });
  const passwords = createPasswordHasher(bcryptCost, metrics);
  const { smtpUrl, mailFrom, dataDir, brandName } = env;
  const mailer = createMailer({ smtpUrl, from: mailFrom, folder: path.join(dataDir, 'mail'), brandName, log, metrics });
  return {
    env,
    orm,
    log,
    metrics,
    queue: new ProjectQueue(metrics),
    wakeUps: new WakeUps(orm, log, replica !== undefined),
    passwords,
    rates: new Rates(orm, env.rateLimit, metrics),
    mailer,
    push: createPushSender({
      hosts: env.pushHosts,
      // push services take a mail address or a site that others reach
      subject: env.publicUrl.startsWith('https:')
        ? env.publicUrl
        : `mailto:no-reply@${new URL(env.publicUrl).hostname}`,
      log,
      ...(pushConnect && { connect: pushConnect }),
    }),
    reactions,
    databaseUrl,
    replica,
    tokenKey: createSecretKey(Buffer.from(secretOf(env, env.jwtSecret, 'jwt-secret'))),
    secrets: new Secrets(secretOf(env, env.secretKey, 'secret-key')),
    now,
    close: async () => {
      await passwords.close();
      mailer.close();
      await orm.close(true);
      await replica?.close();
      await endTracing();
    },
  };
}
