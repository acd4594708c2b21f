import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';

/*
 * Notifications, queued mails and pushes, and prepared exports contain texts of objects. Purging an object erases its texts
 * there, too; the notifications themselves stay.
 */

/** Objects whose texts are erased. */
export interface ErasedObjects {
  ids: readonly string[];
  /** The tasks that notifications about these objects refer to: the objects themselves or their owners. */
  taskIds: readonly string[];
}

const uuids = (ids: readonly string[]): RawBuilder<unknown> => sql`${[...ids]}::uuid[]`;
const texts = (ids: readonly string[]): RawBuilder<unknown> => sql`${[...ids]}::text[]`;

/** The params of a notification about several objects without their names. */
export const ERASED_NAMES = sql`'{"names": [], "project": null}'::jsonb`;

/** The title of a notification about one object contains its name; the title of one about several does not. */
const WITHOUT_TEXTS = sql`title = case when count = 1 then '' else title end, message = '',
  params = case when count > 1 then params || ${ERASED_NAMES} end`;
/**
 * SQL condition: the notification has texts. Processes of earlier versions erase only title and message, not the
 * params.
 */
const HAS_TEXTS = sql`(message <> '' or count = 1 and (title <> '' or params is not null)
  or count > 1 and params || ${ERASED_NAMES} <> params)`;

/**
 * SQL condition: notification `n` contains texts of these objects. In a notification about a comment, the source ends
 * with the comment's id.
 */
const quoting = ({ ids, taskIds }: ErasedObjects): RawBuilder<unknown> => sql`(
  n.about && ${uuids(ids)}
  or n.task_id = any(${uuids(taskIds)})
    and (n.task_id = any(${uuids(ids)}) or substring(n.source from '[0-9a-f-]{36}$') = any(${texts(ids)})))`;

/**
 * Erases the texts of notifications that match the condition on `n`. Locks their inboxes in the order of ids first, as
 * every change of several notifications does, to prevent deadlocks. Returns their number.
 */
export async function eraseNotifications(em: EntityManager, condition: RawBuilder<unknown>): Promise<number> {
  const db = em.getKysely();
  await sql`
    select 1 from inbox where user_id in (select n.user_id from notification n where ${condition})
    order by user_id for update`.execute(db);
  const { numAffectedRows } = await sql`
    update notification n set ${WITHOUT_TEXTS} where ${condition} and ${HAS_TEXTS}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Removes queued mails and pushes about these objects, including failed ones. A mail about several objects is sent with its
 * headline only. Jobs queued by older versions have no `about`: they are found by the ids in their payload.
 */
async function eraseJobs(em: EntityManager, { ids }: ErasedObjects): Promise<void> {
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

/** Removes these objects from the notifications that a bulk run sends at its end. */
async function eraseDeferredNotifications(em: EntityManager, { ids }: ErasedObjects): Promise<void> {
  const isErased = sql`(it ->> 'taskId' = any(${texts(ids)}) or it ->> 'projectId' = any(${texts(ids)})
    or substring(it ->> 'source' from '[0-9a-f-]{36}$') = any(${texts(ids)}))`;
  const db = em.getKysely();
  await sql`
    update held_notice set told = (select coalesce(jsonb_agg(it), '[]') from jsonb_array_elements(told) it where not ${isErased})
    where exists (select 1 from jsonb_array_elements(told) it where ${isErased})`.execute(db);
  await sql`delete from held_notice where told = '[]'`.execute(db);
}

/** Erases these objects from the messages that webhooks have sent, and from the answers. */
async function eraseDeliveries(em: EntityManager, { ids }: ErasedObjects): Promise<void> {
  await sql`
    update webhook_delivery set request = null, response = null
    where about && ${uuids(ids)} and (request is not null or response is not null)`.execute(em.getKysely());
}

/** Erases the texts of these objects in notifications, mails, pushes and messages of webhooks. */
export async function eraseTexts(em: EntityManager, erased: ErasedObjects): Promise<void> {
  if (erased.ids.length === 0) return;
  // Runs first, because the end of a bulk run turns deferred notifications into notifications and mails. This statement
  // waits for such a run, so the later ones find these. It also locks in the same order as the end of a run: deferred
  // notifications before inboxes.
  await eraseDeferredNotifications(em, erased);
  await eraseNotifications(em, quoting(erased));
  await eraseJobs(em, erased);
  await eraseDeliveries(em, erased);
}

/**
 * Withdraws exports that can contain objects of these projects deleted at `deletedAt`: those that present or former members
 * started before. Later exports do not contain them, and each export is deleted after a day.
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
