import { createSecretKey, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import { BCRYPT_COST, createPasswordHasher } from './auth/passwordHasher.js';
import { requireNoRotation } from './backups/secretKey.js';
import { createOrm } from './platform/database/orm.js';
import { entities } from './modules.js';
import { type Env, EnvError } from './env.js';
import type { Resources } from './request/context.js';
import { createMetrics } from './platform/telemetry/metrics.js';
import { setTracing } from './platform/telemetry/tracing.js';
import type { Logger } from './platform/telemetry/logger.js';
import { makeFolder } from './platform/lib/makeFolder.js';
import { openBucket } from './platform/objects/s3.js';
import { createMailer } from './platform/mail/mailer.js';
import { createOidcClient } from './platform/oidc/oidcClient.js';
import type { Resolve } from './platform/http/outbound.js';
import { createPushSender, type PushSenderOptions } from './platform/push/pushSender.js';
import { ProjectQueue } from './write/projectQueue.js';
import { AuditLog } from './request/auditLog.js';
import { Rates } from './request/rates.js';
import { Replica } from './platform/database/replica.js';
import { recordMailFailure } from './request/serverValues.js';
import { Secrets } from './platform/lib/secrets.js';
import { VERSION } from './platform/lib/version.js';
import { WakeUps } from './platform/database/wakeUps.js';
import { reactions } from './modules.js';

/** A shorter secret was not written completely. */
const SECRET_MIN = 32;

/** Returns the given secret, or one that is generated once and stored, readable only by this user. */
function loadSecret(env: Env, given: string | undefined, name: string): string {
  if (given) return given;
  const file = path.join(env.dataDir, name);
  try {
    makeFolder(env.dataDir);
  } catch (error) {
    throw new EnvError(`DATA_DIR cannot be created: ${(error as Error).message}`, { cause: error });
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
  role?: 'app' | 'worker';
  bcryptCost?: number;
  poolSize?: number;
  /** Called for each new pool. */
  onPool?: (pool: Pool, of: 'primary' | 'replica') => void;
  now?: () => Date;
  /** Only set by tests, whose push service runs on this machine. */
  pushConnect?: PushSenderOptions['connect'] | undefined;
  /** Only set by tests, in which host names of webhooks resolve to this machine. */
  outboundResolve?: Resolve | undefined;
}

/** Starts tracing if it is on. Returns a function that stops it. */
async function startTracing({ tracedShare }: Env, role: string): Promise<() => Promise<void>> {
  if (tracedShare === undefined) return async () => undefined;
  const { openTelemetry } = await import('./platform/telemetry/openTelemetry.js');
  const { close, ...tracing } = openTelemetry({ share: tracedShare, role, version: VERSION });
  setTracing(tracing);
  return async () => {
    setTracing(undefined);
    await close();
  };
}

/** Creates everything a process needs except its HTTP server. */
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
    outboundResolve,
  } = options;
  if (env.secretKey === undefined) requireNoRotation(env.dataDir);
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
  const audit = new AuditLog(orm, log, now, metrics);
  const passwords = createPasswordHasher(bcryptCost, metrics);
  const { smtpUrl, mailFrom, dataDir, brandName } = env;
  const mailer = createMailer({
    smtpUrl,
    from: mailFrom,
    folder: path.join(dataDir, 'mail'),
    brandName,
    log,
    metrics,
    onFailure: (error) => void recordMailFailure(orm, now(), error),
  });
  return {
    env,
    orm,
    objects: env.filesS3 && openBucket(env.filesS3),
    log,
    metrics,
    queue: new ProjectQueue(metrics),
    wakeUps: new WakeUps(orm, log, replica !== undefined),
    passwords,
    audit,
    rates: new Rates(orm, env.rateLimit, metrics),
    mailer,
    push: createPushSender({
      hosts: env.pushHosts,
      // push services require a mail address or a public site
      subject: env.publicUrl.startsWith('https:')
        ? env.publicUrl
        : `mailto:no-reply@${new URL(env.publicUrl).hostname}`,
      log,
      ...(pushConnect && { connect: pushConnect }),
    }),
    outboundResolve,
    oidc: env.oidc && createOidcClient(env.oidc, log),
    reactions,
    databaseUrl,
    replica,
    tokenKey: createSecretKey(Buffer.from(loadSecret(env, env.jwtSecret, 'jwt-secret'))),
    secrets: new Secrets(loadSecret(env, env.secretKey, 'secret-key')),
    now,
    close: async () => {
      passwords.close();
      mailer.close();
      await audit.close();
      await orm.close(true);
      await replica?.close();
      await endTracing();
    },
  };
}
