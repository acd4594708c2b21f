import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { WebhookFormat, WebhookPause } from '../../contract/enums.js';
import { type ChangeSet, readFirstSets } from '../feed/changeSets.js';
import { readEpoch } from '../platform/database/epoch.js';
import { addJob } from '../platform/jobs/addJob.js';
import { newId } from '../platform/lib/ids.js';
import type { Resources } from '../request/context.js';
import { mayAct } from '../users/user.reads.js';
import { type Attempt, isDelivered, isGone, sendMessage } from './sendMessage.js';
import {
  formatMessage,
  isWanted,
  type Place,
  prepareChanges,
  prepareResync,
  type PreparedMessage,
  quotesPurged,
  withoutLongTexts,
} from './webhookMessage.js';

/* A stream delivers the log of one project to one webhook. Its cursor is stored, so no change is lost if a process is
   killed. A message that was sent before its cursor was stored is sent again with the same id. */

export interface Stream {
  webhookId: string;
  projectId: string;
}

/** The times of the attempts, in seconds since the first one. */
const ATTEMPTS_AFTER = [0, 5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600, 24 * 3_600];
const LAST_ATTEMPT_AFTER = 24 * 3_600;
/** How long a process keeps a stream without renewing the lease: longer than an attempt takes. */
const LEASE_MS = 60_000;
/** Change sets that are read at once. */
const PAGE = 50;
/** After this many messages, or this time, other streams get their turn. */
const MESSAGES_PER_TURN = 25;
const TURN_MS = 30_000;

/** The fields of a webhook that sending a message needs. */
export interface Receiver {
  id: string;
  userId: string;
  url: string;
  events: string[];
  format: WebhookFormat;
  secret: string;
  previousSecret: string | null;
  previousUntil: string | null;
}

/** SQL columns of a Receiver from `webhook w`. */
export const RECEIVER = sql`w.id, w.user_id as "userId", w.url, w.events, w.format, w.secret,
  w.previous_secret as "previousSecret", w.previous_until as "previousUntil"`;

interface OpenStream extends Receiver {
  /** Of the cursor. */
  revision: number;
  epoch: string;
  attempts: number;
  failingSince: string | null;
  projectRevision: number;
  projectName: string;
}

/**
 * SQL: the streams `c` of active webhooks `w`, with their project `p`, whose owners can see the project now. Access is
 * checked for each message, not only when the webhook was created.
 */
export const openStreams = (now: Date) => sql`webhook_cursor c
  join webhook w on w.id = c.webhook_id and w.pause_reason is null
  join project p on p.id = c.project_id and p.deleted_at is null
  join project_member m on m.project_id = c.project_id and m.user_id = w.user_id
  join account a on a.id = w.user_id and ${mayAct(now)}`;

async function readStream(em: EntityManager, { webhookId, projectId }: Stream, now: Date) {
  const { rows } = await sql<OpenStream>`
    select ${RECEIVER}, c.revision, c.epoch, c.attempts, c.failing_since as "failingSince",
      p.revision as "projectRevision", p.name as "projectName"
    from ${openStreams(now)} where c.webhook_id = ${webhookId} and c.project_id = ${projectId}`.execute(em.getKysely());
  return rows[0];
}

/** Decrypts the secrets that sign a message: two of them for a day after a rotation. */
function openSecrets({ secrets, now }: Resources, receiver: Receiver): string[] {
  const { secret, previousSecret, previousUntil, userId } = receiver;
  const isBoth = previousSecret !== null && previousUntil !== null && Date.parse(previousUntil) > now().getTime();
  return [secret, ...(isBoth ? [previousSecret] : [])].flatMap((sealed) => secrets.open(sealed, userId) ?? []);
}

/** Makes one attempt to send a message, and counts it. */
export async function attemptMessage(
  resources: Resources,
  receiver: Receiver,
  prepared: PreparedMessage,
): Promise<Attempt> {
  const attempt = await signAndSend(resources, receiver, prepared);
  resources.metrics?.webhookMessages.inc({ outcome: isDelivered(attempt) ? 'delivered' : 'failed' });
  return attempt;
}

async function signAndSend(resources: Resources, receiver: Receiver, prepared: PreparedMessage): Promise<Attempt> {
  const { env, now, outboundResolve } = resources;
  const secrets = openSecrets(resources, receiver);
  if (secrets.length === 0) {
    const error = 'The secret cannot be read. Rotate it.';
    return { status: null, error, response: null, durationMs: 0, retryAfter: null };
  }
  return sendMessage({
    url: receiver.url,
    id: prepared.id,
    secrets,
    wire: formatMessage(receiver.format, prepared, env.brandName),
    now,
    outbound: { trusted: env.webhookHosts, resolve: outboundResolve },
  });
}

interface RecordedAttempt {
  prepared: PreparedMessage;
  attempt: Attempt;
  place: Place | null;
  /** When the next attempt is due; null if there is none. */
  nextAt: Date | null;
}

/**
 * Stores an attempt with its request and answer, but without these texts if an object that they quote was purged
 * meanwhile: the purge could not erase them. Returns the id of the delivery.
 */
export async function recordAttempt(
  { em, webhookId, now }: { em: EntityManager; webhookId: string; now: Date },
  { prepared, attempt, place, nextAt }: RecordedAttempt,
): Promise<string> {
  const state = isDelivered(attempt) ? 'DELIVERED' : nextAt ? 'PENDING' : 'FAILED';
  const isPurged = await quotesPurged(em, prepared);
  const { rows } = await sql<{ id: string }>`
    insert into webhook_delivery (id, webhook_id, project_id, revision, epoch, message_id, type, state, attempts, created_at,
      attempted_at, next_at, duration_ms, status, error, request, response, about)
    values (${newId()}, ${webhookId}, ${place?.projectId ?? null}, ${place?.revision ?? null}, ${place?.epoch ?? null},
      ${prepared.id}, ${prepared.message.type}, ${state}, 1, ${now}, ${now}, ${nextAt}, ${attempt.durationMs},
      ${attempt.status}, ${attempt.error}, ${isPurged ? null : withoutLongTexts(prepared)},
      ${isPurged ? null : attempt.response},
      ${prepared.about}::uuid[])
    on conflict (webhook_id, message_id) do update set state = excluded.state,
      attempts = webhook_delivery.attempts + 1, attempted_at = excluded.attempted_at, next_at = excluded.next_at,
      duration_ms = excluded.duration_ms, status = excluded.status, error = excluded.error, request = excluded.request,
      response = excluded.response, about = excluded.about
    returning id`.execute(em.getKysely());
  return rows[0]?.id ?? '';
}

/**
 * Locks the cursors of a webhook, of one project or of all. Everything that writes deliveries, or changes or deletes
 * webhooks, does so first, so that none of them and a sender wait for each other.
 */
export async function lockCursors(em: EntityManager, webhookId: string, projectId: string | null): Promise<void> {
  await sql`
    select 1 from webhook_cursor where webhook_id = ${webhookId}
      and (${projectId}::uuid is null or project_id = ${projectId}) order by project_id for update`.execute(
    em.getKysely(),
  );
}

/** Pauses a webhook and mails its owner. Only the first call has an effect. */
async function pause(em: EntityManager, webhookId: string, reason: WebhookPause): Promise<void> {
  const { rows } = await sql`
    update webhook set pause_reason = ${reason} where id = ${webhookId} and pause_reason is null returning id`.execute(
    em.getKysely(),
  );
  if (rows.length > 0) await addJob(em, 'mailWebhookPaused', { webhookId });
}

/** SQL: no attempt to send the next message has failed. */
export const NO_FAILURES = sql`attempts = 0, failing_since = null, next_at = null`;

/** Moves a cursor, unless the webhook's owner has moved it meanwhile. Renews the lease. */
async function advanceCursor(em: EntityManager, stream: Stream, from: number, to: Place, now: Date): Promise<void> {
  await sql`
    update webhook_cursor set revision = ${to.revision}, epoch = ${to.epoch}, ${NO_FAILURES}, locked_until = ${new Date(now.getTime() + LEASE_MS)}
    where webhook_id = ${stream.webhookId} and project_id = ${stream.projectId} and revision = ${from}`.execute(
    em.getKysely(),
  );
}

/** Moves a cursor past the message that it waits with. The caller has delivered this message outside the order of the log. */
export async function skipDelivered(em: EntityManager, webhookId: string, place: Place): Promise<void> {
  const { projectId, revision, epoch } = place;
  await sql`
    update webhook_cursor c set revision = ${revision}, ${NO_FAILURES}
    where c.webhook_id = ${webhookId} and c.project_id = ${projectId} and c.epoch = ${epoch} and c.revision < ${revision}
      and c.next_at is not null and not exists (
        select 1 from webhook_delivery d
        where d.webhook_id = c.webhook_id and d.project_id = c.project_id and d.epoch = c.epoch and d.state = 'PENDING'
          and d.revision > c.revision and d.revision < ${revision})`.execute(em.getKysely());
}

/**
 * The time of the next attempt; null after the last one. The receiver can ask for a later one, within a day. If an attempt was
 * late, because the receiver asked or the server was stopped, the pauses between the others stay as they are: they must not
 * follow each other at once.
 */
function nextAttempt({ attempts, since, retryAfter, now }: NextAttempt): Date | null {
  const after = ATTEMPTS_AFTER[attempts];
  if (after === undefined) return null;
  const planned = since.getTime() + after * 1_000;
  const pause = (after - (ATTEMPTS_AFTER[attempts - 1] ?? 0)) * 1_000;
  const earliest = planned > now.getTime() ? planned : now.getTime() + pause;
  const last = since.getTime() + LAST_ATTEMPT_AFTER * 1_000;
  const asked = retryAfter === null ? 0 : Math.min(now.getTime() + retryAfter * 1_000, last);
  return new Date(Math.max(earliest, asked));
}

interface NextAttempt {
  /** How many were made. */
  attempts: number;
  since: Date;
  retryAfter: number | null;
  now: Date;
}

/** Sends one message of a stream and records the outcome. Returns whether the stream can continue. */
async function deliver(
  resources: Resources,
  stream: OpenStream & Stream,
  { prepared, place }: { prepared: PreparedMessage; place: Place },
): Promise<boolean> {
  const attempt = await attemptMessage(resources, stream, prepared);
  const now = resources.now();
  return resources.orm.em.fork().transactional(async (em) => {
    await lockCursors(em, stream.webhookId, stream.projectId);
    const recorded = { em, webhookId: stream.webhookId, now };
    if (isDelivered(attempt)) {
      await recordAttempt(recorded, { prepared, attempt, place, nextAt: null });
      await advanceCursor(em, stream, stream.revision, place, now);
      return true;
    }
    const attempts = stream.attempts + 1;
    const since = stream.failingSince === null ? now : new Date(stream.failingSince);
    const nextAt = isGone(attempt) ? null : nextAttempt({ attempts, since, retryAfter: attempt.retryAfter, now });
    await recordAttempt(recorded, { prepared, attempt, place, nextAt });
    // a resumed webhook starts with this message, with all its attempts
    await sql`
      update webhook_cursor set attempts = ${nextAt ? attempts : 0}, failing_since = ${nextAt ? since : null},
        next_at = ${nextAt}
      where webhook_id = ${stream.webhookId} and project_id = ${stream.projectId}
        and revision = ${stream.revision}`.execute(em.getKysely());
    if (!nextAt) await pause(em, stream.webhookId, isGone(attempt) ? 'GONE' : 'FAILED');
    return false;
  });
}

/** Returns the revision of the first change set after another. */
async function firstRevisionAfter(em: EntityManager, projectId: string, revision: number): Promise<number | null> {
  const { rows } = await sql<{ revision: number | null }>`
    select min(revision) as revision from change where project_id = ${projectId} and revision > ${revision}`.execute(
    em.getKysely(),
  );
  return rows[0]?.revision ?? null;
}

/** The next message to send, or the next position if the webhook wants no message before it. */
type NextStep = { prepared: PreparedMessage; place: Place } | { prepared: null; place: Place };

/** Returns the next step of a stream. */
async function findNext(resources: Resources, stream: OpenStream & Stream, epoch: string): Promise<NextStep> {
  const em = resources.orm.em.fork();
  const { webhookId, projectId, projectName, events, projectRevision } = stream;
  const at = resources.now();
  if (stream.epoch !== epoch) {
    // revisions of another epoch are not comparable
    const place = { projectId, revision: projectRevision, epoch };
    return { prepared: prepareResync(webhookId, place, { projectName, at }), place };
  }
  const range = { projectId, after: stream.revision, upTo: projectRevision };
  const { sets, hasMore } = await readFirstSets(em, range, PAGE, sql<number>`0`);
  if (sets.length === 0 && hasMore) {
    // a single change set exceeds the limit of a read
    const revision = (await firstRevisionAfter(em, projectId, stream.revision)) ?? projectRevision;
    const place = { projectId, revision, epoch };
    return { prepared: prepareResync(webhookId, place, { projectName, at }), place };
  }
  const wanted = sets.find((set) => isWanted(events, set));
  const revision = (wanted ?? sets.at(-1))?.revision ?? projectRevision;
  const place = { projectId, revision, epoch };
  if (!wanted) return { prepared: null, place };
  const prepared = await prepareChanges(em, webhookId, { projectName, epoch, set: wanted }, resources.env.publicUrl);
  return { prepared, place };
}

/** Reads one change set; undefined if it is not in the log. */
export async function readSet(em: EntityManager, { projectId, revision }: Place): Promise<ChangeSet | undefined> {
  const range = { projectId, after: revision - 1, upTo: revision };
  return (await readFirstSets(em, range, 1, sql<number>`0`)).sets[0];
}

/**
 * Sends the messages of a stream in the order of the log, for one turn or until one fails. Returns whether there can be
 * more. The caller holds the stream.
 */
export async function runStream(resources: Resources, stream: Stream, isClosing: () => boolean): Promise<boolean> {
  const em = resources.orm.em.fork();
  const epoch = await readEpoch(em);
  const until = performance.now() + TURN_MS;
  for (let sent = 0; sent < MESSAGES_PER_TURN && performance.now() < until && !isClosing();) {
    const open = await readStream(em, stream, resources.now());
    if (!open || (open.epoch === epoch && open.revision >= open.projectRevision)) return false;
    const next = await findNext(resources, { ...open, ...stream }, epoch);
    if (next.prepared === null) {
      await advanceCursor(em, stream, open.revision, next.place, resources.now());
      continue;
    }
    if (!(await deliver(resources, { ...open, ...stream }, next))) return false;
    sent += 1;
  }
  return true;
}

/** Takes a stream for this process. Returns false if another process has it. */
export async function leaseStream(em: EntityManager, { webhookId, projectId }: Stream, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update webhook_cursor set locked_until = ${new Date(now.getTime() + LEASE_MS)}
    where webhook_id = ${webhookId} and project_id = ${projectId}
      and (locked_until is null or locked_until <= ${now}) and (next_at is null or next_at <= ${now})
    returning webhook_id`.execute(em.getKysely());
  return rows.length > 0;
}

export async function releaseStream(em: EntityManager, { webhookId, projectId }: Stream): Promise<void> {
  await sql`
    update webhook_cursor set locked_until = null
    where webhook_id = ${webhookId} and project_id = ${projectId}`.execute(em.getKysely());
}
