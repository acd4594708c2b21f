import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { toJsonb } from '../platform/database/toJsonb.js';
import { MAX_LISTED, parseChangeSetKey, type EventGroup } from './events.js';

/**
 * Stores the notifications of one part of a bulk run until the run ends: for each person and kind the number of events, and
 * the first of them, up to the length of a mail's list. Each part can be undone alone, so it has rows of its own.
 */
export async function deferNotifications(em: EntityManager, act: string, groups: readonly EventGroup[]): Promise<void> {
  const rows = groups.map(({ events, count, projectId }) => ({
    user_id: events[0].userId,
    kind: events[0].kind,
    part: parseChangeSetKey(events[0].source) ?? '',
    count,
    project_id: projectId,
    told: events.slice(0, MAX_LISTED),
  }));
  await sql`
    insert into held_notice (act, user_id, kind, part, count, project_id, told)
    select ${act}::uuid, user_id, kind, part, count, project_id, told from jsonb_to_recordset(${toJsonb(rows)}) as
      row(user_id uuid, kind text, part text, count int, project_id uuid, told jsonb)`.execute(em.getKysely());
}

/** Removes and returns the deferred notifications of a bulk run, part by part. */
export async function takeDeferred(em: EntityManager, act: string): Promise<EventGroup[]> {
  const { rows } = await sql<EventGroup>`
    with taken as (delete from held_notice where act = ${act} returning *)
    select told as events, count, project_id as "projectId" from taken
    order by split_part(part, ':', 1), nullif(split_part(part, ':', 2), '')::int`.execute(em.getKysely());
  return rows;
}
