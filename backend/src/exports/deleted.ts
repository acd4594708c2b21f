import { sql } from 'kysely';
import { HISTORY_LINES, HISTORY_SUBJECT, type HistoryRow } from '../live/history.reads.js';
import { OWN_NOTIFICATIONS } from '../notifications/notification.reads.js';

/*
 * A download has no words of what was deleted, in the history and in notifications as little as elsewhere. A download is kept
 * for a day and what is deleted for thirty, so that none has words of what a job purges.
 */

/** Is the object of the line `c` deleted or purged? */
const IS_DELETED = sql`case c.entity
  when 'task' then not exists (select 1 from task x where x.id = c.entity_id and x.deleted_at is null)
  when 'comment' then k.id is null or k.deleted_at is not null
  when 'checklist_item' then i.id is null or i.deleted_at is not null else false end`;

/** Lines of history as a download has them. */
export const PRESENT_HISTORY_LINES = HISTORY_LINES.with({
  fields: sql<HistoryRow['fields']>`case when ${IS_DELETED} then '{}' else c.fields end`,
  subject: sql<string | null>`case when not ${IS_DELETED} then ${HISTORY_SUBJECT} end`,
  itemText: sql<string | null>`case when i.project_id = c.project_id and i.deleted_at is null then i.text end`,
});

/** Does the notification `n` have words of something that is deleted? */
const IS_ABOUT_DELETED = sql`(
  exists (select 1 from task x where (x.id = n.task_id or x.id = any(n.about)) and x.deleted_at is not null)
  or exists (select 1 from project x where (x.id = n.project_id or x.id = any(n.about)) and x.deleted_at is not null)
  or exists (select 1 from comment x where x.deleted_at is not null and x.id =
    case when n.source ~ ':comment:[0-9a-f-]{36}$' then substring(n.source from '[0-9a-f-]{36}$')::uuid end))`;

/** Notifications as a download has them. */
export const PRESENT_NOTIFICATIONS = OWN_NOTIFICATIONS.with({
  title: sql<string>`case when n.count = 1 and ${IS_ABOUT_DELETED} then '' else n.title end`,
  message: sql<string>`case when ${IS_ABOUT_DELETED} then '' else n.message end`,
});
