import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';

/**
 * What people have deleted goes for good in two ways: comments, items of checklists and tasks that were deleted by themselves, and whole
 * projects, with all that is in them.
 */

/** Rows in one statement: a purge never holds anything for long. */
export const BATCH = 500;

/** Does batch after batch until one is not full; answers how many rows that were. */
export async function inBatches(batch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await batch();
    total += done;
    if (done < BATCH) return total;
  }
}

/** What is deleted by itself, from the leaves up; table and log call it alike. */
const DELETED_ALONE = ['checklist_item', 'comment', 'task'] as const;
type DeletedAlone = (typeof DELETED_ALONE)[number];
/** What hangs on a project, from the leaves up; the foreign keys would take all of it at once, under one lock. */
const IN_A_PROJECT = ['checklist_item', 'comment', 'task', 'change', 'project_member'];

/** Removes what was deleted before `longAgo`. Answers how many rows went, by what they were. */
export async function purgeDeleted(orm: MikroORM, longAgo: RawBuilder<Date>): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  for (const table of DELETED_ALONE) {
    purged[table] = await inBatches(() => orm.em.fork().transactional((em) => removeTombstones(em, table, longAgo)));
  }
  purged['project'] = await purgeProjects(orm, longAgo);
  return purged;
}

/** Removes for good some of what was deleted long ago. Answers how many rows went. */
async function removeTombstones(em: EntityManager, table: DeletedAlone, longAgo: RawBuilder<Date>): Promise<number> {
  const { rows: gone } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where deleted_at < ${longAgo} limit ${BATCH} for update skip locked`.execute(
    em.getKysely(),
  );
  return removeForGood(
    em,
    table,
    gone.map(({ id }) => id),
  );
}

/**
 * Removes these for good, and blanks what the log says of them. Notifications of them stay and point nowhere from now on: as
 * everybody who changes several of a person's, this waits for their inbox. Answers how many rows went.
 */
export async function removeForGood(em: EntityManager, table: DeletedAlone, ids: readonly string[]): Promise<number> {
  const db = em.getKysely();
  await sql`
    select 1 from inbox where user_id in (select user_id from notification where task_id = any(${[...ids]}::uuid[]))
    order by user_id for update`.execute(db);
  const { rows } = await sql<{ id: string; projectId: string }>`
    delete from ${sql.table(table)} where id = any(${[...ids]}::uuid[])
    returning id, project_id as "projectId"`.execute(db);
  // by way of the log itself to the projects in which they were before: it has no index by the object alone
  await sql`
    with recursive place(project_id, id) as (
      select * from unnest(${rows.map((row) => row.projectId)}::uuid[], ${rows.map(({ id }) => id)}::uuid[])
      union
      select other::uuid, place.id from place
      join change c on c.project_id = place.project_id and c.entity_id = place.id and c.fields ? 'projectId'
      cross join lateral jsonb_array_elements_text(c.fields->'projectId') other where other is not null)
    update change c set fields = '{}' from place
    where c.project_id = place.project_id and c.entity_id = place.id and c.entity = ${table} and c.fields <> '{}'`.execute(
    db,
  );
  return rows.length;
}

/**
 * Removes the projects that were deleted before `longAgo`: they are given up first, so that none is taken back half empty.
 * Answers how many rows went.
 */
async function purgeProjects(orm: MikroORM, longAgo: RawBuilder<Date>): Promise<number> {
  const db = orm.em.fork().getKysely();
  await sql`
    update project set purged_at = now() where deleted_at < ${longAgo} and purged_at is null`.execute(db);
  const { rows: gone } = await sql<{ id: string }>`select id from project where purged_at is not null`.execute(db);
  let total = 0;
  for (const { id } of gone) total += await purgeProject(orm, id);
  return total;
}

/**
 * Removes a project that was given up, whatever its size: what is in it batch by batch, and the project itself when nothing
 * is left in it. Its log goes with it. Notifications stay, and point nowhere. Of two at once each passes over what the other
 * is at. Answers how many rows went.
 */
export async function purgeProject(orm: MikroORM, id: string): Promise<number> {
  const db = orm.em.fork().getKysely();
  const affected = async (statement: RawBuilder<unknown>): Promise<number> =>
    Number((await statement.execute(db)).numAffectedRows ?? 0);
  const isGivenUp = sql`exists (select 1 from project where id = ${id} and purged_at is not null)`;
  const some = (table: string) => sql`
    select ctid from ${sql.table(table)} where project_id = ${id} and ${isGivenUp} limit ${BATCH} for update skip locked`;
  await inBatches(() =>
    affected(sql`
      update notification set project_id = null,
        -- of a task that has gone into another project it stays
        task_id = (select t.id from task t where t.id = task_id and t.project_id <> ${id})
      where ctid in (${some('notification')})`),
  );
  let total = 0;
  for (const table of IN_A_PROJECT) {
    total += await inBatches(() => affected(sql`delete from ${sql.table(table)} where ctid in (${some(table)})`));
  }
  total += await affected(sql`
    delete from project where id = ${id} and purged_at is not null
      and not exists (select 1 from task where project_id = ${id})
      and not exists (select 1 from comment where project_id = ${id})
      and not exists (select 1 from checklist_item where project_id = ${id})`);
  return total;
}
