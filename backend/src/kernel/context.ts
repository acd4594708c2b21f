import type { KeyObject } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Env } from '../env.js';
import type { ChangeSetName, Reactions } from './command.js';
import type { PasswordHasher } from './passwords.js';
import { forbidden, unauthenticated } from './errors.js';
import type { Metrics } from './eyes/metrics.js';
import { newId } from './ids.js';
import type { Mailer } from './mail/mailer.js';
import type { PushSender } from './push/pushSender.js';
import type { Logger } from './logger.js';
import type { Precondition } from './precondition.js';
import type { Program } from './program.js';
import type { ProjectQueue } from './projectQueue.js';
import type { Caller, Rates } from './rates.js';
import type { Replica } from './replica.js';
import type { Secrets } from './secrets.js';
import type { WakeUps } from './wakeUps.js';

/** What one running server has: made once in `app.ts`, passed everywhere, replaced in tests. */
export interface Resources {
  env: Env;
  orm: MikroORM;
  log: Logger;
  /** Where nobody asks for them there are none. */
  metrics: Metrics | undefined;
  queue: ProjectQueue;
  wakeUps: WakeUps;
  passwords: PasswordHasher;
  rates: Rates;
  mailer: Mailer;
  push: PushSender;
  /** What rooms do within the commands of others. */
  reactions: Reactions;
  /** The database itself, for what needs a connection of its own (listening, jobs). */
  databaseUrl: string;
  /** Where READ_DATABASE_URL names one. Rooms do not know of it: where a read goes is decided below them. */
  replica: Replica | undefined;
  /** Signs the tokens; an object, as the library would parse a text anew for every request. */
  tokenKey: KeyObject;
  /** Encrypts what must be read again and is nobody else's to read. */
  secrets: Secrets;
  /** The clock; demo data and tests move it. */
  now: () => Date;
}

/** Who is signed in, as proven by a live session row; or for whom a program acts, as proven by its token's row. */
export interface Viewer {
  userId: string;
  /** Empty where there is none: of a program, and of what the server does in a person's name. */
  sessionId: string;
  /** Until when their account can be restored, where they are deleting it. */
  deletionAt?: Date | null;
  program?: Program | undefined;
}

/** One request, whatever transport it came by. */
export interface Context {
  resources: Resources;
  requestId: string;
  log: Logger;
  /** A fork of its own, for reads; commands take another one each. */
  em: EntityManager;
  viewer: Viewer | null;
  userAgent: string;
  /** Who asks from outside, for the rates; undefined for what we do ourselves. */
  caller?: Caller;
  /** The id the client gave to this write: the `Idempotency-Key` header, by GraphQL the `mutationId` of its input. */
  idempotencyKey: string | undefined;
  /** The version that the changed object must have, by `If-Match`. */
  precondition?: Precondition;
  /** The change sets that the request has left so far. */
  left: ChangeSetName[];
  /** Batching loaders, made on first use, gone with the request. */
  loaders: Map<symbol, unknown>;
}

/** The signed-in person, or UNAUTHENTICATED. */
export function requireViewer(ctx: Context): Viewer {
  if (!ctx.viewer) throw unauthenticated();
  return ctx.viewer;
}

/** What is open beside the sign-in itself to whoever is deleting their account. Nothing is that does not say so. */
interface Admission {
  whileLeaving: boolean;
}

/**
 * Lets in who may ask at all: every root field, row and subscription that is not for everybody goes through here.
 * UNAUTHENTICATED, and for who is deleting their account FORBIDDEN wherever that is not said to be open to them.
 */
export function admit(ctx: Context, { whileLeaving }: Admission): void {
  const { deletionAt } = requireViewer(ctx);
  if (deletionAt && !whileLeaving) {
    throw forbidden('This account is being deleted. Restore it to go on, or sign out.');
  }
}

/** A request: what each has, with what is known of this one. */
export const newContext = (
  resources: Resources,
  { requestId = newId(), em = resources.orm.em.fork(), ...known }: Pick<Context, 'viewer'> & Partial<Context>,
): Context => ({
  resources,
  requestId,
  log: resources.log,
  em,
  userAgent: '',
  idempotencyKey: undefined,
  left: [],
  loaders: new Map(),
  ...known,
});

/** What the server does in a person's name without a request of theirs, as jobs do. */
export const contextFor = (resources: Resources, userId: string): Context =>
  newContext(resources, { viewer: { userId, sessionId: '' } });
