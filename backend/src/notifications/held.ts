import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { toJsonb } from '../kernel/toJsonb.js';
import { LISTED, type Telling } from './drafts.js';

/**
 * Keeps what a part of a longer act would tell people, with that of the parts before: of each person and kind how many things,
 * and as many of the first as a mail lists.
 */
export async function holdBack(em: EntityManager, act: string, tellings: readonly Telling[]): Promise<void> {
  const rows = tellings.map(({ told, count, projectId }) => ({
    user_id: told[0].userId,
    kind: told[0].kind,
    count,
    project_id: projectId,
    told: told.slice(0, LISTED),
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
export async function takeHeld(em: EntityManager, act: string): Promise<Telling[]> {
  const { rows } = await sql<Telling>`
    delete from held_notice where act = ${act} returning told, count, project_id as "projectId"`.execute(
    em.getKysely(),
  );
  return rows;
}
