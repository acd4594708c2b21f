import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { toJsonb } from '../platform/database/toJsonb.js';
import { MAX_LISTED, parseChangeSetKey, type EventGroup, type NotificationEvent } from './events.js';
import { findUndone } from './undone.js';

/**
 * Stores the notifications of one part of a bulk run until the run ends: for each person and kind the number of events, in
 * all and by change set, and the first events of the part, up to the length of a mail's list.
 */
export async function deferNotifications(em: EntityManager, act: string, groups: readonly EventGroup[]): Promise<void> {
  const rows = groups.map(({ events, count, projectId }) => ({
    user_id: events[0].userId,
    kind: events[0].kind,
    count,
    project_id: projectId,
    told: events.slice(0, MAX_LISTED),
    parts: { [parseChangeSetKey(events[0].source) ?? '']: count },
  }));
  await sql`
    insert into held_notice as deferred (act, user_id, kind, count, project_id, told, parts)
    select ${act}::uuid, user_id, kind, count, project_id, told, parts from jsonb_to_recordset(${toJsonb(rows)}) as
      row(user_id uuid, kind text, count int, project_id uuid, told jsonb, parts jsonb)
    on conflict (act, user_id, kind) do update set count = deferred.count + excluded.count,
      project_id = case when deferred.project_id = excluded.project_id then deferred.project_id end,
      told = deferred.told || excluded.told, parts = deferred.parts || excluded.parts`.execute(em.getKysely());
}

interface Deferred extends Omit<EventGroup, 'events'> {
  events: NotificationEvent[];
  parts: Record<string, number>;
}

/** Removes and returns the deferred notifications of a bulk run, without those of change sets that were undone. */
export async function takeDeferred(em: EntityManager, act: string): Promise<EventGroup[]> {
  const { rows } = await sql<Deferred>`
    delete from held_notice where act = ${act}
    returning told as events, count, project_id as "projectId", parts`.execute(em.getKysely());
  const acts = rows.flatMap(({ events }) => events.flatMap(({ source }) => parseChangeSetKey(source) ?? []));
  const undone = await findUndone(em, [...new Set(acts)]);
  return rows.flatMap(({ events, count, projectId, parts }): EventGroup[] => {
    const [first, ...others] = events.filter(({ source }) => !undone.has(parseChangeSetKey(source) ?? ''));
    const gone = [...undone].reduce((sum, part) => sum + (parts[part] ?? 0), 0);
    return first ? [{ events: [first, ...others.slice(0, MAX_LISTED - 1)], count: count - gone, projectId }] : [];
  });
}
