import { sql } from 'kysely';
import { type Change, isMove } from '../write/changeLog.js';
import type { Tx } from '../write/command.js';

/** Lets people watch and mute the next task of a series as they did the one before it. Like all watching, it is not logged. */
export async function watchNextTasks({ em, now }: Tx, changes: readonly Change[]): Promise<void> {
  const next = changes.flatMap((change) => {
    const { entity, action, entityId, fields } = change;
    if (entity !== 'task' || action !== 'created' || isMove(change)) return [];
    const [seriesId, occurrence] = [fields['seriesId']?.[1], fields['occurrence']?.[1]];
    if (typeof seriesId !== 'string' || typeof occurrence !== 'number' || occurrence === 1) return [];
    return [{ id: entityId, seriesId, before: occurrence - 1 }];
  });
  if (next.length === 0) return;
  await sql`
    insert into task_watch (task_id, user_id, watches, at)
    select made.id, w.user_id, w.watches, ${now}
    from unnest(${next.map(({ id }) => id)}::uuid[], ${next.map(({ seriesId }) => seriesId)}::uuid[],
        ${next.map(({ before }) => before)}::int[]) as made(id, series_id, before)
    join task t on t.series_id = made.series_id and t.occurrence = made.before
    join task_watch w on w.task_id = t.id
    on conflict do nothing`.execute(em.getKysely());
}
