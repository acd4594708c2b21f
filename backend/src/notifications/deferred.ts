import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { toJsonb } from '../platform/database/toJsonb.js';
import { MAX_LISTED, type EventGroup } from './events.js';

/**
 * Stores the notifications of one part of a bulk run until the run ends: for each person and kind the number of events, and
 * the first of them, up to the length of a mail's list.
 */
export async function deferNotifications(em: EntityManager, act: string, groups: readonly EventGroup[]): Promise<void> {
  const rows = groups.map(({ events, count, projectId }) => ({
    user_id: events[0].userId,
    kind: events[0].kind,
    count,
    project_id: projectId,
    told: events.slice(0, MAX_LISTED),
  }));
  await sql`
    insert into held_notice as deferred (act, user_id, kind, count, project_id, told)
    select ${act}::uuid, user_id, kind, count, project_id, told from jsonb_to_recordset(${toJsonb(rows)}) as
      row(user_id uuid, kind text, count int, project_id uuid, told jsonb)
    on conflict (act, user_id, kind) do update set count = deferred.count + excluded.count,
      project_id = case when deferred.project_id = excluded.project_id then deferred.project_id end,
      told = jsonb_path_query_array(deferred.told || excluded.told, ${`$[0 to ${MAX_LISTED - 1}]`}::jsonpath)`.execute(
    em.getKysely(),
  );
}

/** Removes and returns the deferred notifications of a bulk run. */
export async function takeDeferred(em: EntityManager, act: string): Promise<EventGroup[]> {
  const { rows } = await sql<EventGroup>`
    delete from held_notice where act = ${act} returning told as events, count, project_id as "projectId"`.execute(
    em.getKysely(),
  );
  return rows;
}
