import { type RawBuilder, sql } from 'kysely';
import { RELATIONS } from '../../contract/limits.js';

/** The relations `e` of a kind that lead on from a task: existing ones, and those restored in the same statement. */
const reachedFrom = (start: RawBuilder<unknown>, kind: RawBuilder<unknown>, alsoRestored: RawBuilder<unknown>) => sql`
  with recursive reached(id) as (
    select ${start}
    union
    select e.other_id from reached join task_relation e
      on e.task_id = reached.id and e.kind = ${kind} and (e.deleted_at is null or ${alsoRestored}))
  select id from reached`;

/** SQL condition: a relation of this kind from one task to another would close a cycle. RELATES is not checked. */
export const closesCycle = (
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
  kind: RawBuilder<unknown>,
  alsoRestored = sql`false`,
): RawBuilder<unknown> => sql`(${kind} <> 'RELATES' and ${from} in (${reachedFrom(to, kind, alsoRestored)}))`;

/** SQL condition: `task_relation e` relates these tasks by this kind. RELATES has no direction. */
export const relates = (
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
  kind: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  e.kind = ${kind} and (e.task_id = ${from} and e.other_id = ${to}
    or ${kind} = 'RELATES' and e.task_id = ${to} and e.other_id = ${from}))`;

/**
 * SQL condition: the deleted relation `part` cannot be restored, because the same relation exists or is restored with
 * it, or because it would close a cycle with existing relations or the relations `e` that are restored with it.
 */
export const cannotRestoreRelation = (alsoRestored: RawBuilder<unknown>): RawBuilder<unknown> => {
  const [from, to, kind] = [sql`part.task_id`, sql`part.other_id`, sql`part.kind`];
  return sql`(${closesCycle(from, to, kind, alsoRestored)}
    or exists (select 1 from task_relation e where ${relates(from, to, kind)}
      and (e.deleted_at is null or ${alsoRestored} and e.id < part.id)))`;
};

/**
 * SQL condition: both tasks of the deleted relation `part` have room for it, and for the relations `e` with a smaller id
 * that are restored with it: as many return as a task can have.
 */
export const hasRoom = (alsoRestored: RawBuilder<unknown>): RawBuilder<unknown> => {
  const count = (id: RawBuilder<unknown>) => sql`(
    select count(*) from task_relation e
    where (e.task_id = ${id} or e.other_id = ${id}) and (e.deleted_at is null or ${alsoRestored} and e.id <= part.id))`;
  return sql`(greatest(${count(sql`part.task_id`)}, ${count(sql`part.other_id`)}) <= ${sql.lit(RELATIONS.max)})`;
};
