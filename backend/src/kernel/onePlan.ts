import { type RawBuilder, sql } from 'kysely';

/** By which `db/preparedStatements.ts` knows them. */
export const ONE_PLAN_MARK = '/* one plan */';

/**
 * Said by a statement that is answered in the same way whatever its values are: rows by their ids, a page along an index.
 * PostgreSQL then keeps its plan, which for a list takes as long to make as the list to read. Never said where a value
 * decides how many rows there are (dates, texts, what is rare in one project): a plan for any of them reads everybody's tasks.
 */
export const ONE_PLAN: RawBuilder<unknown> = sql.raw(ONE_PLAN_MARK);
