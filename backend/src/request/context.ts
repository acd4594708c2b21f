import type { KeyObject } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Language } from '../../contract/languages.js';
import type { Env } from '../env.js';
import type { PasswordHasher } from '../platform/lib/passwords.js';
import { forbidden, unauthenticated } from '../platform/lib/errors.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import { newId } from '../platform/lib/ids.js';
import type { ObjectStore } from '../platform/objects/s3.js';
import type { Mailer } from '../platform/mail/mailer.js';
import type { OidcClient } from '../platform/oidc/oidcClient.js';
import type { Resolve } from '../platform/http/outbound.js';
import type { PushSender } from '../platform/push/pushSender.js';
import type { Logger } from '../platform/telemetry/logger.js';
import type { Precondition } from './precondition.js';
import type { Program } from './program.js';
import type { AuditLog } from './auditLog.js';
import type { Caller, Rates } from './rates.js';
import type { Replica } from '../platform/database/replica.js';
import type { Secrets } from '../platform/lib/secrets.js';
import type { WakeUps } from '../platform/database/wakeUps.js';

/** The services of a process: made once in `resources.ts`, passed everywhere, replaced in tests. `write` adds to it. */
export interface Resources {
  env: Env;
  orm: MikroORM;
  /** The bucket for the contents of files. Undefined unless FILES_S3_URL is set. */
  objects: ObjectStore | undefined;
  log: Logger;
  /** Undefined unless METRICS_PORT is set. */
  metrics: Metrics | undefined;
  wakeUps: WakeUps;
  passwords: PasswordHasher;
  rates: Rates;
  audit: AuditLog;
  mailer: Mailer;
  push: PushSender;
  /** Only set by tests, in which host names of webhooks resolve to this machine. */
  outboundResolve?: Resolve | undefined;
  /** Undefined unless OIDC_ISSUER is set. */
  oidc: OidcClient | undefined;
  /** For code that needs a separate connection (listening, jobs). */
  databaseUrl: string;
  /** Undefined unless READ_DATABASE_URL is set. The database layer routes reads, so modules do not use it. */
  replica: Replica | undefined;
  /** Signs tokens; a KeyObject, because the library would parse a string on each request. */
  tokenKey: KeyObject;
  /** Encrypts secrets that must be read again. */
  secrets: Secrets;
  /** The clock; demo data and tests move it. */
  now: () => Date;
}

/** The signed-in person, proven by a live session or by an API token. */
export interface Viewer {
  userId: string;
  /** Empty for an API token, and for jobs that run as a person. */
  sessionId: string;
  /** Until when the account can be restored, while its deletion is pending. */
  deletionAt?: Date | null;
  program?: Program | undefined;
}

/** Identifies a change set: a project and its revision there. */
export interface ChangeSetName {
  projectId: string;
  revision: number;
}

/** The context of a request, whatever its transport. */
export interface Context {
  resources: Resources;
  requestId: string;
  log: Logger;
  /** A fork for the request's reads; each command takes another one. */
  em: EntityManager;
  viewer: Viewer | null;
  userAgent: string;
  /** The language that the client asks for in `Accept-Language`; null if the app does not have it. */
  language: Language | null;
  /** The remote caller, for rate limits; undefined for internal work. */
  caller?: Caller;
  /** The client's id of this write: the `Idempotency-Key` header, or `mutationId` in GraphQL. */
  idempotencyKey: string | undefined;
  /** The version that the changed object must have (`If-Match`). */
  precondition?: Precondition;
  /** The change sets that this request has written. */
  changeSets: ChangeSetName[];
  /** Batching loaders of this request, created on first use. */
  loaders: Map<symbol, unknown>;
}

/** Returns the signed-in person; throws UNAUTHENTICATED. */
export function requireViewer(ctx: Context): Viewer {
  if (!ctx.viewer) throw unauthenticated();
  return ctx.viewer;
}

interface ActiveOptions {
  allowPendingDeletion: boolean;
}

/**
 * Requires a signed-in person whose account deletion is not pending. Every root field, REST row and subscription that is not
 * public calls it. Throws UNAUTHENTICATED or FORBIDDEN.
 */
export function requireActive(ctx: Context, { allowPendingDeletion }: ActiveOptions): void {
  const { deletionAt } = requireViewer(ctx);
  if (deletionAt && !allowPendingDeletion) {
    throw forbidden('This account is being deleted. Restore it to go on, or sign out.');
  }
}

/** Creates a context from defaults and what is known of the request. */
export const newContext = (
  resources: Resources,
  { requestId = newId(), em = resources.orm.em.fork(), ...known }: Pick<Context, 'viewer'> & Partial<Context>,
): Context => ({
  resources,
  requestId,
  log: resources.log,
  em,
  userAgent: '',
  language: null,
  idempotencyKey: undefined,
  changeSets: [],
  loaders: new Map(),
  ...known,
});

/** Creates a context for work in a person's name without a request, such as jobs. */
export const contextFor = (resources: Resources, userId: string): Context =>
  newContext(resources, { viewer: { userId, sessionId: '' } });
