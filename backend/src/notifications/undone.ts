import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** Returns which of these change sets (keys of `formatChangeSetKey`) were undone, even if redone later. */
export async function findUndone(em: EntityManager, acts: readonly string[]): Promise<Set<string>> {
  if (acts.length === 0) return new Set();
  const { rows } = await sql<{ act: string }>`
    select act from unnest(${[...acts]}::text[]) as act
    where exists (
      select 1 from change
      where project_id = split_part(act, ':', 1)::uuid and revision > split_part(act, ':', 2)::int
        and undo_of @> array[split_part(act, ':', 2)::int] and undo_of is not null and n = 0)`.execute(em.getKysely());
  return new Set(rows.map(({ act }) => act));
}
