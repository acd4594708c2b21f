import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { toJsonb } from '../kernel/toJsonb.js';
import { LISTED, type OccasionGroup } from './notices.js';

/**
 * Keeps what a part of a longer act would tell people, with that of the parts before: of each person and kind how many things,
 * and as many of the first as a mail lists.
 */
export async function holdBack(em: EntityManager, act: string, groups: readonly OccasionGroup[]): Promise<void> {
  const rows = groups.map(({ occasions, count, projectId }) => ({
    user_id: occasions[0].userId,
    kind: occasions[0].kind,
    count,
    project_id: projectId,
    told: occasions.slice(0, LISTED),
  }));
  await sql`
    insert into held_notice as held (act, user_id, kind, count, project_id, told)
    select ${act}::uuid, user_id, kind, count, project_id, told from jsonb_to_recordset(${toJsonb(rows)}) as
      row(user_id uuid, kind text, count int, project_id uuid, told jsonb)
    on conflict (act, user_id, kind) do update set count = held.count + excluded.count,
      project_id = case when held.project_id = excluded.project_id then held.project_id end,
      told = jsonb_path_query_array(held.told || excluded.told, ${`$[0 to ${LISTED - 1}]`}::jsonpath)`.execute(
    em.getKysely(),
  );
}

/** Lets go of all that was held back. */
export async function takeHeld(em: EntityManager, act: string): Promise<OccasionGroup[]> {
  const { rows } = await sql<OccasionGroup>`
    delete from held_notice where act = ${act} returning told as occasions, count, project_id as "projectId"`.execute(
    em.getKysely(),
  );
  return rows;
}
