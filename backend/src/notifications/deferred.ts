import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { toJsonb } from '../platform/database/toJsonb.js';
import { MAX_LISTED, parseChangeSetKey, type EventGroup, type NotificationEvent } from './events.js';
import { findUndone } from './undone.js';

/** The change set that caused an event. Every event of a bulk run has one. */
const changeSetOf = ({ source }: NotificationEvent): string => parseChangeSetKey(source) ?? '';

/**
 * Stores the notifications of one part of a bulk run until the run ends: for each person and kind the number of events, in
 * all and by change set, and the first events of each change set, up to the length of a mail's list.
 */
export async function deferNotifications(em: EntityManager, act: string, groups: readonly EventGroup[]): Promise<void> {
  const rows = groups.map(({ events, count, projectId }) => {
    const sets = [...Map.groupBy(events, changeSetOf)];
    return {
      user_id: events[0].userId,
      kind: events[0].kind,
      count,
      project_id: projectId,
      told: sets.flatMap(([, some]) => some.slice(0, MAX_LISTED)),
      parts: Object.fromEntries(sets.map(([set, some]) => [set, some.length])),
    };
  });
  await sql`
    insert into held_notice as deferred (act, user_id, kind, count, project_id, told, parts)
    select ${act}::uuid, user_id, kind, count, project_id, told, parts from jsonb_to_recordset(${toJsonb(rows)}) as
      row(user_id uuid, kind text, count int, project_id uuid, told jsonb, parts jsonb)
    on conflict (act, user_id, kind) do update set count = deferred.count + excluded.count,
      project_id = case when deferred.project_id = excluded.project_id then deferred.project_id end,
      told = deferred.told || excluded.told, parts = deferred.parts || excluded.parts`.execute(em.getKysely());
}

interface Deferred extends Omit<EventGroup, 'events' | 'acts'> {
  userId: string;
  events: NotificationEvent[];
  parts: Record<string, number>;
}

/** Returns a function that checks whether a person is still a member of the project of a change set. */
async function readMembers(em: EntityManager, rows: readonly Deferred[]) {
  const { rows: found } = await sql<{ key: string }>`
    select user_id || ':' || project_id as key from project_member
    where user_id = any(${rows.map(({ userId }) => userId)}::uuid[])`.execute(em.getKysely());
  const members = new Set(found.map(({ key }) => key));
  return (userId: string, set: string): boolean => members.has(`${userId}:${set.split(':')[0]}`);
}

/**
 * Removes and returns the deferred notifications of a bulk run, except those of undone change sets, and those of people
 * who have left the project.
 */
export async function takeDeferred(em: EntityManager, act: string): Promise<EventGroup[]> {
  const { rows } = await sql<Deferred>`
    delete from held_notice where act = ${act}
    returning user_id as "userId", told as events, count, project_id as "projectId", parts`.execute(em.getKysely());
  const undone = await findUndone(em, [...new Set(rows.flatMap(({ events }) => events.map(changeSetOf)))]);
  const isMember = await readMembers(em, rows);
  return rows.flatMap(({ userId, events, count, projectId, parts }): EventGroup[] => {
    const isGone = (set: string): boolean => undone.has(set) || !isMember(userId, set);
    const kept = events.filter((event) => !isGone(changeSetOf(event)));
    const [first, ...others] = kept;
    const acts = [...new Set(kept.map(changeSetOf))];
    const gone = Object.entries(parts).reduce((sum, [set, some]) => sum + (isGone(set) ? some : 0), 0);
    const listed = others.slice(0, MAX_LISTED - 1);
    return first ? [{ events: [first, ...listed], count: count - gone, projectId, acts }] : [];
  });
}
