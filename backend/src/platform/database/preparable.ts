import { type RawBuilder, sql } from 'kysely';

/** Marks preparable statements for `pooledClient.ts`. */
export const PREPARABLE_MARK = '/* preparable */';

/**
 * Marks a statement whose best plan does not depend on its values: rows by id, a page along an index. PostgreSQL then keeps
 * the plan, which for a list takes as long to make as to run. Do not use it where a value decides the number of rows (dates,
 * texts, values that are rare in one project): a generic plan would read the tasks of all projects.
 */
export const PREPARABLE: RawBuilder<unknown> = sql.raw(PREPARABLE_MARK);

/**
 * Ids whose number the planner does not see. PostgreSQL keeps a plan only if it seems no more expensive than one made for the
 * values, and it takes an unknown array for ten: of one id, it would plan each time, which takes longer than to run. Behind a
 * subquery every array is ten. With the cast, `any(…)` takes it for an array instead of for rows.
 */
export const idArray = (ids: readonly (string | undefined)[]): RawBuilder<string[]> =>
  sql`(select ${[...ids]}::uuid[])::uuid[]`;
