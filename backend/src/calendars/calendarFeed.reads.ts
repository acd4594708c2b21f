import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { CalendarFeedKind } from '../../contract/enums.js';
import type { ViewFilter } from '../../contract/views.js';
import { hashToken } from '../auth/linkToken.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';
import { type Context, requireViewer } from '../request/context.js';
import { mayAct } from '../users/user.reads.js';
import { fillFilters } from '../views/view.reads.js';

const FEEDS = new Rows({
  id: sql<string>`f.id`,
  name: sql<string>`f.name`,
  filter: sql<ViewFilter>`f.filter`,
  as: sql<CalendarFeedKind>`f.kind`,
  createdAt: time(sql`f.created_at`),
  lastFetchedAt: time<string | null>(sql`f.last_fetched_at`),
});
export type CalendarFeedRow = RowOf<typeof FEEDS>;

/** Returns the viewer's feeds that were not revoked, newest first. */
export async function readCalendarFeeds(ctx: Context): Promise<CalendarFeedRow[]> {
  const { userId } = requireViewer(ctx);
  const rest = sql`from calendar_feed f where f.user_id = ${userId} and f.revoked_at is null
    order by f.created_at desc, f.id desc`;
  return (await FEEDS.read(ctx.em, rest)).map(fillFilters);
}

export const findCalendarFeed = async (em: EntityManager, id: string): Promise<CalendarFeedRow> =>
  fillFilters(await FEEDS.one(em, 'Calendar feed', sql`from calendar_feed f where f.id = ${id}`));

/** The fields of a feed that a download needs. */
const VALID_FEEDS = FEEDS.pick('id', 'name', 'filter', 'as', 'lastFetchedAt').with({ userId: sql<string>`f.user_id` });
export type ValidFeed = RowOf<typeof VALID_FEEDS>;

/** Returns the feed of a token whose owner may act; undefined if there is none. */
export async function findValidFeed(em: EntityManager, token: string, now: Date): Promise<ValidFeed | undefined> {
  const rest = sql`from calendar_feed f join account a on a.id = f.user_id and ${mayAct(now)}
    where f.token_hash = ${hashToken(token)} and f.revoked_at is null`;
  return (await VALID_FEEDS.read(em, rest))[0];
}
