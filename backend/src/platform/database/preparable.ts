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
 * Ids in a subquery, so that the planner does not see their number. PostgreSQL keeps a generic plan only if it seems no
 * more expensive than one for the actual values, and assumes ten elements for an unknown array. For a single id it
 * would therefore plan each time, which takes longer than the query. Behind a subquery every array counts as ten. The
 * cast makes `any(…)` treat it as an array instead of as rows.
 */
export const idArray = (ids: readonly (string | undefined)[]): RawBuilder<string[]> =>
  sql`(select ${[...ids]}::uuid[])::uuid[]`;
