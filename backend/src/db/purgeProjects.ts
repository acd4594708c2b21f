import type { MikroORM } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';

/** What hangs on a project, from the leaves up; the foreign keys would take all of it at once, under one lock. */
const PARTS = ['comment', 'task', 'change', 'project_member'];

/** Does batch after batch until one is not full; answers how many rows that were. */
export async function inBatches(size: number, batch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await batch();
    total += done;
    if (done < size) return total;
  }
}

/**
 * Removes the projects that were deleted before `before`, whatever their size: what is in them batch by batch, and each
 * project itself when nothing is left in it. Its log goes with it. Notifications stay, and point nowhere. Of two at once
 * each passes over what the other is at. Answers how many rows went.
 */
export async function purgeProjects(orm: MikroORM, before: RawBuilder<unknown>, size: number): Promise<number> {
  const db = orm.em.fork().getKysely();
  const affected = async (statement: RawBuilder<unknown>): Promise<number> =>
    Number((await statement.execute(db)).numAffectedRows ?? 0);
  const { rows: gone } = await sql<{ id: string }>`select id from project where deleted_at < ${before}`.execute(db);
  let total = 0;
  for (const { id } of gone) {
    // in each statement anew: the project may be taken back meanwhile
    const stillGone = sql`exists (select 1 from project where id = ${id} and deleted_at < ${before})`;
    const some = (table: string) => sql`
      select ctid from ${sql.table(table)} where project_id = ${id} and ${stillGone} limit ${size} for update skip locked`;
    await inBatches(size, () =>
      affected(sql`
        update notification set project_id = null, task_id = null where ctid in (${some('notification')})`),
    );
    for (const table of PARTS) {
      total += await inBatches(size, () =>
        affected(sql`delete from ${sql.table(table)} where ctid in (${some(table)})`),
      );
    }
    total += await affected(sql`
      delete from project where id = ${id} and deleted_at < ${before}
        and not exists (select 1 from task where project_id = ${id})
        and not exists (select 1 from comment where project_id = ${id})`);
  }
  return total;
}
