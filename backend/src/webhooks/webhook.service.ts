import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ProjectRole } from '../../contract/enums.js';
import { HOUR_MS, WEBHOOKS as RULES } from '../../contract/limits.js';
import { createWebhookSchema, redeliverSinceSchema, updateWebhookSchema } from '../../contract/webhooks.js';
import { accountCommand, refuseRepeat } from '../auth/accountCommand.js';
import { requireLiveAccess } from '../auth/liveAccess.js';
import { readEpoch } from '../platform/database/epoch.js';
import { OutboundError, parseOutbound } from '../platform/http/outbound.js';
import { type AppError, conflict, fieldError, invalid, isNotFound, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { enforce, refuseManageWebhooks } from '../projects/project.policy.js';
import { readProject } from '../projects/project.reads.js';
import { type Context, requireViewer } from '../request/context.js';
import { limitCreates, limitPerson } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import type { Change } from '../write/changeLog.js';
import { command, type Tx } from '../write/command.js';
import { isDelivered, SECRET_PREFIX } from './sendMessage.js';
import {
  attemptMessage,
  NO_FAILURES,
  type Receiver,
  RECEIVER,
  readSet,
  lockCursors,
  recordAttempt,
  skipDelivered,
} from './stream.js';
import {
  type DeliveryRow,
  findDelivery,
  readStoredDelivery,
  readWebhook,
  type StoredDelivery,
  type WebhookRow,
} from './webhook.reads.js';
import { type Place, prepareChanges, prepareResync, type PreparedMessage, prepareTest } from './webhookMessage.js';

const SECRET_BYTES = 32;
const newSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Throws VALIDATION_FAILED if webhooks may not be sent to this URL. */
function requireUrl(ctx: Context, url: string | undefined): void {
  if (url === undefined) return;
  try {
    parseOutbound(url, ctx.resources.env.webhookHosts);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw invalid({ url: fieldError('urlNotAllowed', error.message) });
  }
}

/** Creates cursors at the current revisions of a person's projects, or of one project. */
const startCursors = (em: EntityManager, webhookId: string): Promise<unknown> =>
  sql`
    insert into webhook_cursor (webhook_id, project_id, revision, epoch)
    select w.id, p.id, p.revision, e.id
    from webhook w join project_member m on m.user_id = w.user_id and m.project_id = coalesce(w.project_id, m.project_id)
    join project p on p.id = m.project_id cross join epoch e
    where w.id = ${webhookId}
    on conflict do nothing`.execute(em.getKysely());

const projectNotFound = (): AppError => invalid({ projectId: fieldError('projectNotFound', 'Project not found') });

/**
 * Throws FORBIDDEN unless the person is an owner of the project, because only owners manage its webhooks. Webhooks of all
 * projects of a person have no project.
 */
async function requireOwner({ em }: Tx, userId: string, projectId: string | null): Promise<void> {
  if (projectId === null) return;
  const { rows } = await sql<{ role: ProjectRole }>`
    select role from project_member where project_id = ${projectId} and user_id = ${userId}`.execute(em.getKysely());
  // They have just left.
  if (!rows[0]) throw projectNotFound();
  enforce(refuseManageWebhooks(rows[0].role));
}

async function requireBelowLimit({ em }: Tx, userId: string, projectId: string | null): Promise<void> {
  const db = em.getKysely();
  // serializes the webhooks of a person and of a project, so that the limits hold
  if (projectId !== null) await sql`select 1 from project where id = ${projectId} for no key update`.execute(db);
  await sql`select 1 from account where id = ${userId} for no key update`.execute(db);
  const { rows } = await sql<{ own: number; ofProject: number }>`
    select count(*) filter (where user_id = ${userId})::int as own,
      count(*) filter (where project_id = ${projectId})::int as "ofProject"
    from webhook where user_id = ${userId} or project_id = ${projectId}`.execute(db);
  const [count = { own: 0, ofProject: 0 }] = rows;
  if (count.own >= RULES.max) throw conflict(`You have ${RULES.max} webhooks. Delete one that you no longer need.`);
  if (projectId !== null && count.ofProject >= RULES.maxPerProject) {
    throw conflict(`This project has ${RULES.maxPerProject} webhooks, the maximum.`);
  }
}

/**
 * Creates a webhook of one project, or of all projects of the viewer. The secret that signs its messages is returned only
 * here. Throws FORBIDDEN if the viewer is no owner of the project, and CONFLICT for too many.
 */
export async function createWebhook(ctx: Context, raw: unknown): Promise<{ webhook: WebhookRow; secret: string }> {
  const { userId } = requireViewer(ctx);
  const input = parse(createWebhookSchema, raw);
  requireUrl(ctx, input.url);
  const { name, url, events, format, projectId = null } = input;
  if (projectId !== null) {
    await readProject(ctx, projectId).catch((error: unknown) => {
      throw isNotFound(error) ? projectNotFound() : error;
    });
  }
  await limitCreates(ctx);
  const { secrets, orm } = ctx.resources;
  const secret = newSecret();
  const id = newId();
  await accountCommand(
    ctx,
    'createWebhook',
    input,
    async (tx) => {
      await requireBelowLimit(tx, userId, projectId);
      await requireLiveAccess(ctx, tx.em);
      await requireOwner(tx, userId, projectId);
      await sql`
        insert into webhook (id, user_id, project_id, name, url, events, format, secret, created_at)
        values (${id}, ${userId}, ${projectId}, ${name}, ${url}, ${events}::text[], ${format ?? 'STANDARD'},
          ${secrets.seal(secret, userId)}, ${tx.now})`.execute(tx.em.getKysely());
      await startCursors(tx.em, id);
    },
    refuseRepeat('This webhook was created before, and its secret is shown only once. Rotate the secret to get one.'),
  );
  securityEvent(ctx, 'webhook_made');
  return { webhook: await readWebhook(ctx, id, orm.em.fork()), secret };
}

/**
 * Changes a webhook, pauses it, or resumes it where it stopped. Throws NOT_FOUND for webhooks of others, and FORBIDDEN for
 * a webhook of a project in which the viewer is no longer an owner: they can only delete it.
 */
export async function updateWebhook(ctx: Context, rawId: unknown, raw: unknown): Promise<WebhookRow> {
  const { userId } = requireViewer(ctx);
  const id = parseId(rawId);
  const input = parse(updateWebhookSchema, raw);
  requireUrl(ctx, input.url);
  const { projectId } = await readWebhook(ctx, id);
  const { name = null, url = null, events = null, format = null, paused = null } = input;
  await accountCommand(ctx, 'updateWebhook', { id, ...input }, async (tx) => {
    const { em } = tx;
    const db = em.getKysely();
    await requireOwner(tx, userId, projectId);
    await lockCursors(em, id, null);
    const { rows } = await sql`
      update webhook set name = coalesce(${name}, name), url = coalesce(${url}, url),
        events = coalesce(${events}::text[], events), format = coalesce(${format}, format),
        pause_reason = case when ${paused}::boolean is null then pause_reason
          when ${paused}::boolean then coalesce(pause_reason, 'OWNER') end
      where id = ${id} and user_id = ${userId} returning id`.execute(db);
    if (rows.length === 0) throw notFound('Webhook');
    // a failed message is tried again at once, with all its attempts
    if (paused === false || url !== null) {
      await sql`
        update webhook_cursor set ${NO_FAILURES} where webhook_id = ${id}`.execute(db);
    }
    if (paused === false) await startCursors(em, id);
  });
  await wakeSender(ctx, id);
  return readWebhook(ctx, id, ctx.resources.orm.em.fork());
}

/** Deletes a webhook with its deliveries, so that nothing more is sent. */
export async function deleteWebhook(ctx: Context, rawId: unknown): Promise<{ webhookId: string }> {
  const { userId } = requireViewer(ctx);
  const id = parseId(rawId);
  const isDone = await accountCommand(ctx, 'deleteWebhook', { id }, async ({ em }) => {
    await lockCursors(em, id, null);
    const { rows } = await sql`
      delete from webhook where id = ${id} and user_id = ${userId} returning id`.execute(em.getKysely());
    if (rows.length === 0) throw notFound('Webhook');
  });
  if (isDone) securityEvent(ctx, 'webhook_deleted');
  return { webhookId: id };
}

/**
 * Replaces the secret. For 24 hours, messages are signed with both. The new secret is returned only here. Throws as
 * `updateWebhook`.
 */
export async function rotateWebhookSecret(
  ctx: Context,
  rawId: unknown,
): Promise<{ webhook: WebhookRow; secret: string }> {
  const { userId } = requireViewer(ctx);
  const id = parseId(rawId);
  const { projectId } = await readWebhook(ctx, id);
  const { secrets, orm } = ctx.resources;
  const secret = newSecret();
  await accountCommand(
    ctx,
    'rotateWebhookSecret',
    { id },
    async (tx) => {
      const { em, now } = tx;
      await requireOwner(tx, userId, projectId);
      const until = new Date(now.getTime() + RULES.secretHours * HOUR_MS);
      const { rows } = await sql`
        update webhook set previous_secret = secret, previous_until = ${until}, secret = ${secrets.seal(secret, userId)}
        where id = ${id} and user_id = ${userId} returning id`.execute(em.getKysely());
      if (rows.length === 0) throw notFound('Webhook');
    },
    refuseRepeat('The secret was rotated before, and it is shown only once. Rotate it again.'),
  );
  securityEvent(ctx, 'webhook_secret_rotated');
  return { webhook: await readWebhook(ctx, id, orm.em.fork()), secret };
}

async function readReceiver(ctx: Context, id: string): Promise<Receiver> {
  const { rows } = await sql<Receiver>`
    select ${RECEIVER} from webhook w where w.id = ${id} and w.user_id = ${requireViewer(ctx).userId}`.execute(
    ctx.em.getKysely(),
  );
  const [receiver] = rows;
  if (!receiver) throw notFound('Webhook');
  return receiver;
}

/** Locks a delivery that waits for its next attempt and returns when that is due; null for any other delivery. */
async function lockWaiting(em: EntityManager, webhookId: string, messageId: string): Promise<Date | null> {
  const { rows } = await sql<{ nextAt: string }>`
    select next_at as "nextAt" from webhook_delivery
    where webhook_id = ${webhookId} and message_id = ${messageId} and state = 'PENDING' for update`.execute(
    em.getKysely(),
  );
  return rows[0] ? new Date(rows[0].nextAt) : null;
}

/**
 * Sends a message at once, outside the order of the log, and records the attempt. If the attempt succeeds, the stream
 * continues after the message. If it fails, an attempt that was already scheduled stays scheduled.
 */
async function sendNow(
  ctx: Context,
  receiver: Receiver,
  prepared: PreparedMessage,
  place: Place | null,
): Promise<DeliveryRow> {
  const { resources } = ctx;
  const webhookId = receiver.id;
  const attempt = await attemptMessage(resources, receiver, prepared);
  const isDone = isDelivered(attempt);
  const id = await resources.orm.em.fork().transactional(async (em) => {
    if (place) await lockCursors(em, webhookId, place.projectId);
    const dueAt = await lockWaiting(em, webhookId, prepared.id);
    if (isDone && dueAt && place) await skipDelivered(em, webhookId, place);
    const recorded = { em, webhookId, now: resources.now() };
    return recordAttempt(recorded, { prepared, attempt, place, nextAt: isDone ? null : dueAt });
  });
  if (isDone) await wakeSender(ctx, webhookId);
  return findDelivery(resources.orm.em.fork(), id);
}

/** Sends a test message at once and returns the receiver's answer. A repeated request sends nothing. */
export async function testWebhook(ctx: Context, rawId: unknown): Promise<DeliveryRow> {
  const id = parseId(rawId);
  const receiver = await readReceiver(ctx, id);
  await limitPerson(ctx, 'webhookSendsPerPerson');
  const messageId = newId();
  // The key is stored first, as in `redeliver`. The delivery is stored when the receiver has answered.
  const { result: sentBefore } = await command<DeliveryRow | null>(ctx, {
    operation: 'testWebhook',
    input: { id },
    projectIds: [],
    run: () => Promise.resolve(null),
    receipt: () => ({ messageId }),
    repeat: (receipt) => findTest(ctx, id, receipt['messageId'] ?? ''),
  });
  return sentBefore ?? sendNow(ctx, receiver, prepareTest(messageId, ctx.resources.now()), null);
}

/** Returns the delivery of a test message that an earlier request sent. Throws CONFLICT if that request has not ended. */
async function findTest(ctx: Context, webhookId: string, messageId: string): Promise<DeliveryRow> {
  const em = ctx.resources.orm.em.fork();
  const { rows } = await sql<{ id: string }>`
    select id from webhook_delivery where webhook_id = ${webhookId} and message_id = ${messageId}`.execute(
    em.getKysely(),
  );
  if (!rows[0]) throw conflict('The answer to this test message is not known yet, or is no longer kept.');
  return findDelivery(em, rows[0].id);
}

/** Composes the message of a delivery again from the log. Throws CONFLICT if the log no longer has it. */
async function recreateMessage(
  ctx: Context,
  { webhookId, messageId, projectId, revision, epoch, type }: StoredDelivery,
): Promise<{ prepared: PreparedMessage; place: Place | null }> {
  const { orm, now, env } = ctx.resources;
  const em = orm.em.fork();
  if (projectId === null || revision === null || epoch === null) {
    return { prepared: prepareTest(messageId, now()), place: null };
  }
  const { name: projectName } = await readProject(ctx, projectId);
  const place = { projectId, revision, epoch };
  if (epoch !== (await readEpoch(em)))
    throw conflict('The server was restored from a backup since. Read the project again.');
  const set = type === 'project.resync' ? undefined : await readSet(em, place);
  const prepared = set
    ? await prepareChanges(em, webhookId, { projectName, epoch, set }, env.publicUrl)
    : prepareResync(webhookId, place, { projectName, at: now() });
  return { prepared, place };
}

/** Sends the message of a delivery again at once, with the same id. A repeated request sends nothing. */
export async function redeliver(ctx: Context, rawId: unknown, rawWebhookId?: unknown): Promise<DeliveryRow> {
  const id = parseId(rawId);
  const stored = await readStoredDelivery(ctx, id);
  if (rawWebhookId != null && parseId(rawWebhookId) !== stored.webhookId) throw notFound('Delivery');
  const receiver = await readReceiver(ctx, stored.webhookId);
  await limitPerson(ctx, 'webhookSendsPerPerson');
  const { prepared, place } = await recreateMessage(ctx, stored);
  // The key is stored first, so that a repeat sends nothing even while this request waits for the receiver.
  const isFirst = await accountCommand(ctx, 'redeliver', { id }, () => Promise.resolve());
  return isFirst ? sendNow(ctx, receiver, prepared, place) : findDelivery(ctx.resources.orm.em.fork(), id);
}

/** Sends all messages of a project after a revision again, in order and with the same ids. */
export async function redeliverSince(ctx: Context, rawId: unknown, raw: unknown): Promise<WebhookRow> {
  const id = parseId(rawId);
  const { projectId: given = null, revision } = parse(redeliverSinceSchema, raw);
  const webhook = await readWebhook(ctx, id);
  const projectId = webhook.projectId ?? given;
  if (projectId === null) throw invalid({ projectId: fieldError('required', 'Choose a project') });
  if (given !== null && given !== projectId) throw notFound('Project');
  const project = await readProject(ctx, projectId);
  if (revision > project.revision) {
    throw invalid({
      revision: fieldError('tooLarge', `The project is at revision ${project.revision}`, { max: project.revision }),
    });
  }
  await accountCommand(ctx, 'redeliverSince', { id, projectId, revision }, async ({ em }) => {
    await sql`
      insert into webhook_cursor (webhook_id, project_id, revision, epoch)
      select ${id}, ${projectId}, ${revision}, e.id from epoch e
      on conflict (webhook_id, project_id) do update set revision = excluded.revision, epoch = excluded.epoch,
        ${NO_FAILURES}`.execute(em.getKysely());
  });
  await wakeSender(ctx, id);
  return readWebhook(ctx, id, ctx.resources.orm.em.fork());
}

/** Wakes the senders, so that they check the projects of a webhook now. */
async function wakeSender(ctx: Context, id: string): Promise<void> {
  const { orm, wakeUps } = ctx.resources;
  const { rows } = await sql<{ projectId: string; revision: number }>`
    select c.project_id as "projectId", p.revision from webhook_cursor c join project p on p.id = c.project_id
    where c.webhook_id = ${id} and c.revision < p.revision`.execute(orm.em.fork().getKysely());
  wakeUps.announce({
    projects: rows.map(({ projectId, revision }) => [projectId, revision]),
    inboxes: [],
    members: [],
    writers: [],
  });
}

/** Starts, within any command, the streams of people who join a project and have webhooks of all their projects. */
export async function startStreams({ em, revisionOf }: Tx, changes: readonly Change[]): Promise<void> {
  const joined = changes.filter(({ entity, action }) => entity === 'member' && action === 'created');
  for (const projectId of new Set(joined.map((change) => change.projectId))) {
    const userIds = joined.filter((change) => change.projectId === projectId).map(({ entityId }) => entityId);
    // changes made while they were not members are not sent
    await sql`
      insert into webhook_cursor (webhook_id, project_id, revision, epoch)
      select w.id, ${projectId}, ${revisionOf(projectId) - 1}, e.id from webhook w cross join epoch e
      where w.user_id = any(${userIds}::uuid[]) and w.project_id is null
      on conflict (webhook_id, project_id) do update set revision = excluded.revision, epoch = excluded.epoch,
        ${NO_FAILURES}`.execute(em.getKysely());
  }
}
