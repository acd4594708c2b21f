import { type RawBuilder, sql } from 'kysely';
import { HISTORY_LINES, HISTORY_SUBJECT, type HistoryRow } from '../history/history.reads.js';
import { HISTORY_IS_DELETED, HISTORY_RELATION, HISTORY_TEXTS } from '../history/kinds.js';
import { OWN_NOTIFICATIONS } from '../notifications/notification.reads.js';

/* A download contains no text of deleted objects, including in the history and in notifications. A download is kept for
   one day and a deleted object for thirty, so no download has text of a purged object. */

const unlessDeleted = <T>(value: RawBuilder<T>) => sql<T | null>`case when not ${HISTORY_IS_DELETED} then ${value} end`;

const TEXTS = Object.fromEntries(
  Object.entries(HISTORY_TEXTS).map(([name, text]) => [name, unlessDeleted(text)]),
) as typeof HISTORY_TEXTS;

/** Lines of history without text of deleted objects. */
export const PRESENT_HISTORY_LINES = HISTORY_LINES.with({
  fields: sql<HistoryRow['fields']>`case when ${HISTORY_IS_DELETED} then '{}' else c.fields end`,
  subject: unlessDeleted(HISTORY_SUBJECT),
  ...TEXTS,
  relation: unlessDeleted(HISTORY_RELATION),
});

/** True if the notification `n` quotes a deleted object. */
const IS_ABOUT_DELETED = sql`(
  exists (select 1 from task x where (x.id = n.task_id or x.id = any(n.about)) and x.deleted_at is not null)
  or exists (select 1 from project x where (x.id = n.project_id or x.id = any(n.about)) and x.deleted_at is not null)
  or exists (select 1 from comment x where x.deleted_at is not null and x.id =
    case when n.source ~ ':comment:[0-9a-f-]{36}$' then substring(n.source from '[0-9a-f-]{36}$')::uuid end))`;

/** Notifications without text of deleted objects. */
export const PRESENT_NOTIFICATIONS = OWN_NOTIFICATIONS.with({
  title: sql<string>`case when n.count = 1 and ${IS_ABOUT_DELETED} then '' else n.title end`,
  message: sql<string>`case when ${IS_ABOUT_DELETED} then '' else n.message end`,
});
