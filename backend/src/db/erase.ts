import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';

/*
 * What was written about objects is also in notifications, in mails and pushes that wait to be sent, and in prepared
 * downloads. Purging an object erases it there, too: the rows stay, their words do not.
 */

/** Objects whose words are to be erased. */
export interface Erased {
  ids: readonly string[];
  /** The tasks that notifications of these are about: themselves, or those whose parts they are. */
  taskIds: readonly string[];
}

const uuids = (ids: readonly string[]): RawBuilder<unknown> => sql`${[...ids]}::uuid[]`;
const texts = (ids: readonly string[]): RawBuilder<unknown> => sql`${[...ids]}::text[]`;

/** The title of one thing is its name; the headline of several names none of them. */
const WITHOUT_WORDS = sql`title = case when count = 1 then '' else title end, message = ''`;

/** Notifications `n` with words of these objects; the source of one about a comment ends with the comment's id. */
const quoting = ({ ids, taskIds }: Erased): RawBuilder<unknown> => sql`(
  n.about && ${uuids(ids)}
  or n.task_id = any(${uuids(taskIds)})
    and (n.task_id = any(${uuids(ids)}) or substring(n.source from '[0-9a-f-]{36}$') = any(${texts(ids)})))`;

/**
 * Erases the words of notifications that fit the condition on `n`. Whoever changes several notifications of a person locks
 * the inbox first, and inboxes in the order of ids, so that no two wait for each other. Returns how many they were.
 */
export async function eraseNotifications(em: EntityManager, condition: RawBuilder<unknown>): Promise<number> {
  const db = em.getKysely();
  await sql`
    select 1 from inbox where user_id in (select n.user_id from notification n where ${condition})
    order by user_id for update`.execute(db);
  const { numAffectedRows } = await sql`
    update notification n set ${WITHOUT_WORDS} where ${condition} and (message <> '' or count = 1 and title <> '')`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/**
 * Removes mails and pushes of these objects from the queue, those that have failed included. A mail about several things goes
 * out with its headline alone. What an older version queued does not say what it is about: there the ids are looked for.
 */
async function eraseJobs(em: EntityManager, { ids }: Erased): Promise<void> {
  const db = em.getKysely();
  const found = sql`
    select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier in ('mailNotification', 'pushNotification') and case when j.payload::jsonb ? 'about'
      then j.payload::jsonb -> 'about' ?| ${texts(ids)}
      else exists (select 1 from unnest(${texts(ids)}) id where position(id in j.payload::text) > 0) end
    order by j.id for update of j`;
  await sql`
    with found as (${found})
    , shortened as (
      update graphile_worker._private_jobs j set payload = (j.payload::jsonb - 'items' || '{"message": ""}')::json
      from found where j.id = found.id and (j.payload::jsonb ->> 'count')::int > 1 returning j.id)
    delete from graphile_worker._private_jobs j using found
    where j.id = found.id and coalesce((j.payload::jsonb ->> 'count')::int, 1) <= 1`.execute(db);
}

/** Removes these objects from what a change of many tasks is to tell people at its end. */
async function eraseHeld(em: EntityManager, { ids }: Erased): Promise<void> {
  const isErased = sql`(it ->> 'taskId' = any(${texts(ids)}) or it ->> 'projectId' = any(${texts(ids)})
    or substring(it ->> 'source' from '[0-9a-f-]{36}$') = any(${texts(ids)}))`;
  const db = em.getKysely();
  await sql`
    update held_notice set told = (select coalesce(jsonb_agg(it), '[]') from jsonb_array_elements(told) it where not ${isErased})
    where exists (select 1 from jsonb_array_elements(told) it where ${isErased})`.execute(db);
  await sql`delete from held_notice where told = '[]'`.execute(db);
}

/** Erases the words of these objects in notifications, mails and pushes. */
export async function eraseWords(em: EntityManager, erased: Erased): Promise<void> {
  if (erased.ids.length === 0) return;
  await eraseNotifications(em, quoting(erased));
  await eraseJobs(em, erased);
  await eraseHeld(em, erased);
}

/**
 * Withdraws the downloads that may have something of these projects which was deleted at `deletedAt`: those of people who are
 * or were members, begun before. What was deleted is in none that was begun later, and none is kept for more than a day.
 */
export async function withdrawExports(
  em: EntityManager,
  projectIds: readonly string[],
  deletedAt: Date,
  now: Date,
): Promise<void> {
  const db = em.getKysely();
  const { rows } = await sql<{ id: string }>`
    update export e set status = 'FAILED', size = null, finished_at = ${now}
    where e.created_at <= ${deletedAt} and e.status <> 'FAILED' and (
      exists (select 1 from project_member m where m.user_id = e.user_id and m.project_id = any(${uuids(projectIds)}))
      or exists (select 1 from change c
        where c.entity_id = e.user_id and c.entity = 'member' and c.project_id = any(${uuids(projectIds)})))
    returning e.id`.execute(db);
  await sql`delete from export_part where export_id = any(${uuids(rows.map(({ id }) => id))})`.execute(db);
}
