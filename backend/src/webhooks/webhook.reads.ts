import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { DeliveryState, WebhookFormat, WebhookPause, WebhookState } from '../../contract/enums.js';
import { notFound } from '../platform/lib/errors.js';
import { parseId } from '../platform/lib/ids.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';
import { type Context, requireViewer } from '../request/context.js';
import { descending, type Page, type PageArgs, readPage } from '../request/page.js';

const WEBHOOKS = new Rows({
  id: sql<string>`w.id`,
  projectId: sql<string | null>`w.project_id`,
  name: sql<string>`w.name`,
  url: sql<string>`w.url`,
  events: sql<string[]>`w.events`,
  format: sql<WebhookFormat>`w.format`,
  // The cursors of deleted and left projects stay, but send nothing.
  state: sql<WebhookState>`case when w.pause_reason is not null then 'PAUSED'
    when exists (
      select 1 from webhook_cursor c join project p on p.id = c.project_id and p.deleted_at is null
        join project_member m on m.project_id = c.project_id and m.user_id = w.user_id
      where c.webhook_id = w.id and c.next_at is not null) then 'FAILING'
    else 'ACTIVE' end`,
  pauseReason: sql<WebhookPause | null>`w.pause_reason`,
  createdAt: time(sql`w.created_at`),
});
export type WebhookRow = RowOf<typeof WEBHOOKS>;

/** Returns the viewer's webhooks, newest first; only webhooks of one project if it is given. */
export async function readWebhooks(ctx: Context, rawProjectId?: unknown): Promise<WebhookRow[]> {
  const { userId } = requireViewer(ctx);
  const ofProject = rawProjectId == null ? sql`true` : sql`w.project_id = ${parseId(rawProjectId)}`;
  const rest = sql`from webhook w where w.user_id = ${userId} and ${ofProject} order by w.created_at desc, w.id desc`;
  return WEBHOOKS.read(ctx.em, rest);
}

/** Returns one of the viewer's webhooks. Throws NOT_FOUND. */
export async function readWebhook(ctx: Context, rawId: unknown, em: EntityManager = ctx.em): Promise<WebhookRow> {
  const { userId } = requireViewer(ctx);
  const rest = sql`from webhook w where w.id = ${parseId(rawId)} and w.user_id = ${userId}`;
  return WEBHOOKS.one(em, 'Webhook', rest);
}

const DELIVERIES = new Rows({
  id: sql<string>`d.id`,
  webhookId: sql<string>`d.webhook_id`,
  messageId: sql<string>`d.message_id`,
  type: sql<string>`d.type`,
  projectId: sql<string | null>`d.project_id`,
  revision: sql<number | null>`d.revision`,
  state: sql<DeliveryState>`d.state`,
  attempts: sql<number>`d.attempts`,
  createdAt: time(sql`d.created_at`),
  attemptedAt: time(sql`d.attempted_at`),
  nextAt: time<string | null>(sql`d.next_at`),
  durationMs: sql<number | null>`d.duration_ms`,
  status: sql<number | null>`d.status`,
  error: sql<string | null>`d.error`,
  request: sql<string | null>`d.request`,
  response: sql<string | null>`d.response`,
});
export type DeliveryRow = RowOf<typeof DELIVERIES>;

const NEWEST = descending('CREATED_DESC', 'timestamptz', sql`d.created_at`, sql`d.id`);

/** Returns the deliveries of a webhook, newest first. The caller has checked that it is the viewer's. */
export const readDeliveries = (
  ctx: Context,
  webhookId: string,
  state: DeliveryState | null | undefined,
  args: PageArgs,
): Promise<Page<DeliveryRow>> => {
  const inState = state == null ? sql`true` : sql`d.state = ${state}`;
  const where = sql`d.webhook_id = ${webhookId} and ${inState}`;
  return readPage<DeliveryRow>(ctx, { rows: DELIVERIES, from: sql`webhook_delivery d`, where, order: NEWEST }, args);
};

export const findDelivery = (em: EntityManager, id: string): Promise<DeliveryRow> =>
  DELIVERIES.one(em, 'Delivery', sql`from webhook_delivery d where d.id = ${id}`);

/** A delivery with the data that sending it again needs. */
export interface StoredDelivery {
  webhookId: string;
  messageId: string;
  projectId: string | null;
  revision: number | null;
  epoch: string | null;
  type: string;
}

/** Returns a delivery of one of the viewer's webhooks. Throws NOT_FOUND. */
export async function readStoredDelivery(ctx: Context, id: string): Promise<StoredDelivery> {
  const { rows } = await sql<StoredDelivery>`
    select d.webhook_id as "webhookId", d.message_id as "messageId", d.project_id as "projectId", d.revision, d.epoch, d.type
    from webhook_delivery d join webhook w on w.id = d.webhook_id and w.user_id = ${requireViewer(ctx).userId}
    where d.id = ${id}`.execute(ctx.em.getKysely());
  const [found] = rows;
  if (!found) throw notFound('Delivery');
  return found;
}
