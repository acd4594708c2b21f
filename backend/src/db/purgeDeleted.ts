import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { type Kind, kindsOf, partsOf } from '../kernel/kinds.js';
import { eraseWords } from './erase.js';

/**
 * What people have deleted is purged in two ways: objects that were deleted by themselves, and whole projects with everything
 * in them. No text of what is purged is left in any table.
 */

/** Rows in one statement: a purge never holds anything for long. */
export const BATCH = 500;

/** Runs batch after batch until one is not full; returns how many rows that were. */
export async function inBatches(batch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await batch();
    total += done;
    if (done < BATCH) return total;
  }
}

/** Purges what was deleted before `longAgo`. Returns how many rows were removed, by what they were. */
export async function purgeDeleted(orm: MikroORM, longAgo: RawBuilder<Date>): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  for (const { name, table, isTombstoned } of kindsOf(orm.em)) {
    if (!isTombstoned) continue;
    const old = sql`select id from ${table} where deleted_at < ${longAgo} limit ${BATCH} for update skip locked`;
    purged[name] = await inBatches(() => purgeSome(orm, name, old));
  }
  purged['project'] = await purgeProjects(orm, longAgo);
  return purged;
}

/** Purges the objects that `some` finds. Returns how many they were. */
const purgeSome = (orm: MikroORM, name: string, some: RawBuilder<unknown>): Promise<number> =>
  orm.em.fork().transactional(async (em) => {
    const { rows } = await (some as RawBuilder<{ id: string }>).execute(em.getKysely());
    return removeForGood(
      em,
      name,
      rows.map(({ id }) => id),
    );
  });

/** Objects of one kind. */
interface Some {
  kind: Kind;
  ids: readonly string[];
}

/** These objects with all their parts, parts first. */
async function withParts(em: EntityManager, name: string, ids: readonly string[]): Promise<Some[]> {
  const kind = kindsOf(em).find((it) => it.name === name);
  if (!kind) throw new Error(`${name} is no kind of object`);
  const all: Some[] = [];
  for (const part of partsOf(em, name)) {
    const { rows } = await sql<{ id: string }>`
      select id from ${part.table} where ${part.ownerId} = any(${[...ids]}::uuid[])`.execute(em.getKysely());
    const partIds = rows.map(({ id }) => id);
    if (partIds.length > 0) all.push(...(await withParts(em, part.name, partIds)));
  }
  return [...all, { kind, ids }];
}

/** The tasks that notifications of these objects are about: themselves, and those whose parts they are. */
async function tasksOf(em: EntityManager, all: readonly Some[]): Promise<string[]> {
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
 * Removes these objects and their parts for good, and their words wherever they are: lines of the log and notifications stay
 * without them. Returns how many of the objects there were.
 */
export async function removeForGood(em: EntityManager, name: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const db = em.getKysely();
  const all = await withParts(em, name, ids);
  await eraseWords(em, { ids: all.flatMap((some) => some.ids), taskIds: await tasksOf(em, all) });
  let removed = 0;
  for (const { kind, ids: some } of all) {
    await sql`
      update change set fields = '{}'
      where entity_id = any(${[...some]}::uuid[]) and entity = ${kind.name} and fields <> '{}'`.execute(db);
    const { numAffectedRows } = await sql`delete from ${kind.table} where id = any(${[...some]}::uuid[])`.execute(db);
    removed = Number(numAffectedRows ?? 0);
  }
  return removed;
}

/**
 * Purges the projects that were deleted before `longAgo`: they are given up first, so that none is restored half empty.
 * Returns how many rows were removed.
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

/** Has the notifications of a project point nowhere, without words; those of a task that is in another project by now stay. */
const releaseNotifications = (id: string, some: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update notification n set project_id = null, task_id = elsewhere.task_id,
    title = case when n.count = 1 and elsewhere.task_id is null then '' else n.title end,
    message = case when elsewhere.task_id is null then '' else n.message end
  from (
    select it.ctid as place, t.id as task_id from notification it
    left join task t on t.id = it.task_id and t.project_id <> ${id} where it.ctid in (${some})) elsewhere
  where n.ctid = elsewhere.place`;

/**
 * Removes a project that was given up, whatever its size: what is in it batch by batch, and the project itself when nothing
 * is left in it. Its log is removed first, so that its lines are not blanked one by one. Of two processes at once each skips
 * what the other has locked. Returns how many rows were removed.
 */
export async function purgeProject(orm: MikroORM, id: string): Promise<number> {
  const db = orm.em.fork().getKysely();
  const affected = async (statement: RawBuilder<unknown>): Promise<number> =>
    Number((await statement.execute(db)).numAffectedRows ?? 0);
  const isGivenUp = sql`exists (select 1 from project where id = ${id} and purged_at is not null)`;
  const some = (table: RawBuilder<unknown>, column = sql`ctid`) => sql`
    select ${column} from ${table} where project_id = ${id} and ${isGivenUp} limit ${BATCH} for update skip locked`;
  const { rows } = await sql`select 1 from project where id = ${id} and purged_at is not null`.execute(db);
  if (rows.length === 0) return 0;
  await inBatches(() => affected(releaseNotifications(id, some(sql.table('notification')))));
  await orm.em.fork().transactional((em) => eraseWords(em, { ids: [id], taskIds: [] }));
  const removeRows = (table: RawBuilder<unknown>) =>
    inBatches(() => affected(sql`delete from ${table} where ctid in (${some(table)})`));
  let total = await removeRows(sql.table('change'));
  const kinds = kindsOf(orm.em);
  for (const { name, table, isTombstoned } of kinds) {
    total += isTombstoned ? await inBatches(() => purgeSome(orm, name, some(table, sql`id`))) : await removeRows(table);
  }
  const isEmpty = kinds.map(({ table }) => sql`and not exists (select 1 from ${table} where project_id = ${id})`);
  total += await affected(sql`
    delete from project where id = ${id} and purged_at is not null ${sql.join(isEmpty, sql` `)}`);
  return total;
}
