import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { KindName } from './changeLog.js';
import { type Kind, kindsOf, partsOf } from './kinds.js';
import { ERASED_NAMES, eraseTexts } from './erase.js';
import { purgeTexts } from './longText.js';

/** Purges deleted objects, and deleted projects with their contents. No table keeps any text of a purged object. */

/** Rows per statement, so that a purge never holds locks for long. */
export const BATCH = 500;

/** Runs batches of up to `size` rows until one is not full. Returns the total number of rows. */
export async function runInBatches(batch: () => Promise<number>, size = BATCH): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await batch();
    total += done;
    if (done < size) return total;
  }
}

/** Purges objects and projects deleted before `longAgo`. Returns the number of removed rows by kind. */
export async function purgeDeleted(orm: MikroORM, longAgo: RawBuilder<Date>): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  for (const { name, table, isSoftDeleted, isPurgeable } of kindsOf(orm.em)) {
    if (!isSoftDeleted) continue;
    const old = sql`
      select id from ${table} where deleted_at < ${longAgo} and ${isPurgeable} limit ${BATCH} for update skip locked`;
    purged[name] = await runInBatches(() => purgeBatch(orm, name, old));
  }
  purged['project'] = await purgeProjects(orm, longAgo);
  return purged;
}

/** Purges the objects that the query `some` finds. Returns their number. */
const purgeBatch = (orm: MikroORM, name: KindName, some: RawBuilder<unknown>): Promise<number> =>
  orm.em.fork().transactional(async (em) => {
    const { rows } = await (some as RawBuilder<{ id: string }>).execute(em.getKysely());
    return purgeObjects(
      em,
      name,
      rows.map(({ id }) => id),
    );
  });

interface ObjectsOfKind {
  kind: Kind;
  ids: readonly string[];
}

/** Finds all parts of these objects. Returns parts before their owners. */
async function readWithParts(em: EntityManager, name: KindName, ids: readonly string[]): Promise<ObjectsOfKind[]> {
  const kind = kindsOf(em).find((it) => it.name === name);
  if (!kind) throw new Error(`unknown kind ${name}`);
  const all: ObjectsOfKind[] = [];
  for (const part of partsOf(em, name)) {
    const { rows } = await sql<{ id: string }>`
      select id from ${part.table} where ${part.ownerId} = any(${[...ids]}::uuid[])`.execute(em.getKysely());
    const partIds = rows.map(({ id }) => id);
    if (partIds.length > 0) all.push(...(await readWithParts(em, part.name, partIds)));
  }
  return [...all, { kind, ids }];
}

/** Returns the ids of tasks that notifications about these objects refer to: the objects themselves or their owners. */
async function readTaskIds(em: EntityManager, all: readonly ObjectsOfKind[]): Promise<string[]> {
  const found: string[] = [];
  for (const { kind, ids } of all) {
    if (kind.name === 'task') found.push(...ids);
    for (const { name, column } of kind.owners) {
      if (name !== 'task') continue;
      const { rows } = await sql<{ id: string }>`
        select distinct ${column} as id from ${kind.table} where id = any(${[...ids]}::uuid[])`.execute(em.getKysely());
      found.push(...rows.map(({ id }) => id));
    }
  }
  return [...new Set(found)];
}

/**
 * Removes these objects, their parts and all their texts: log lines and notifications stay, but without texts. Returns how
 * many of the objects existed.
 */
export async function purgeObjects(em: EntityManager, name: KindName, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const db = em.getKysely();
  const all = await readWithParts(em, name, ids);
  await eraseTexts(em, { ids: all.flatMap((some) => some.ids), taskIds: await readTaskIds(em, all) });
  let removed = 0;
  for (const { kind, ids: some } of all) {
    await sql`
      update change set fields = '{}'
      where entity_id = any(${[...some]}::uuid[]) and entity = ${kind.name} and fields <> '{}'`.execute(db);
    const { numAffectedRows } = await sql`delete from ${kind.table} where id = any(${[...some]}::uuid[])`.execute(db);
    removed = Number(numAffectedRows ?? 0);
  }
  await purgeTexts(
    em,
    all.flatMap((some) => some.ids),
  );
  return removed;
}

/**
 * Purges projects deleted before `longAgo`. `purged_at` is set first, so that a half-empty project cannot be restored. Returns
 * the number of removed rows.
 */
async function purgeProjects(orm: MikroORM, longAgo: RawBuilder<Date>): Promise<number> {
  const db = orm.em.fork().getKysely();
  await sql`
    update project set purged_at = now() where deleted_at < ${longAgo} and purged_at is null`.execute(db);
  const { rows: projects } = await sql<{ id: string }>`select id from project where purged_at is not null`.execute(db);
  let total = 0;
  for (const { id } of projects) total += await purgeProject(orm, id);
  return total;
}

/**
 * Clears the project and the texts of its notifications. Notifications about a task that has moved to another project
 * keep their texts.
 */
const releaseNotifications = (id: string, some: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update notification n set project_id = null, task_id = elsewhere.task_id,
    title = case when n.count = 1 and elsewhere.task_id is null then '' else n.title end,
    message = case when elsewhere.task_id is null then '' else n.message end,
    params = case
      when elsewhere.task_id is not null then n.params || '{"project": null}'
      when n.count > 1 then n.params || ${ERASED_NAMES}
    end
  from (
    select it.ctid as place, t.id as task_id from notification it
    left join task t on t.id = it.task_id and t.project_id <> ${id} where it.ctid in (${some})) elsewhere
  where n.ctid = elsewhere.place`;

/**
 * Removes a project whose `purged_at` is set: its contents in batches, then the project itself. The log is removed first, which
 * saves blanking its lines one by one. Two processes can run at the same time: each skips rows that the other has locked.
 * Returns the number of removed rows.
 */
export async function purgeProject(orm: MikroORM, id: string): Promise<number> {
  const db = orm.em.fork().getKysely();
  const affected = async (statement: RawBuilder<unknown>): Promise<number> =>
    Number((await statement.execute(db)).numAffectedRows ?? 0);
  const isBeingPurged = sql`exists (select 1 from project where id = ${id} and purged_at is not null)`;
  const some = (table: RawBuilder<unknown>, column = sql`ctid`) => sql`
    select ${column} from ${table} where project_id = ${id} and ${isBeingPurged} limit ${BATCH} for update skip locked`;
  const { rows } = await sql`select 1 from project where id = ${id} and purged_at is not null`.execute(db);
  if (rows.length === 0) return 0;
  await runInBatches(() => affected(releaseNotifications(id, some(sql.table('notification')))));
  await orm.em.fork().transactional((em) => eraseTexts(em, { ids: [id], taskIds: [] }));
  const removeRows = (table: RawBuilder<unknown>) =>
    runInBatches(() => affected(sql`delete from ${table} where ctid in (${some(table)})`));
  let total = 0;
  for (const table of ['change', 'text_version', 'text_use', 'task_number'])
    total += await removeRows(sql.table(table));
  const kinds = kindsOf(orm.em);
  for (const { name, table, isSoftDeleted } of kinds) {
    total += isSoftDeleted
      ? await runInBatches(() => purgeBatch(orm, name, some(table, sql`id`)))
      : await removeRows(table);
  }
  const isEmpty = kinds.map(({ table }) => sql`and not exists (select 1 from ${table} where project_id = ${id})`);
  total += await affected(sql`
    delete from project where id = ${id} and purged_at is not null ${sql.join(isEmpty, sql` `)}`);
  return total;
}
