import { type RawBuilder, sql } from 'kysely';
import type { BulkRunState } from '../../contract/enums.js';
import { type ChangeSetName, type Context, requireViewer } from '../request/context.js';
import type { AccessScope } from '../request/program.js';
import { type Moment, type RowOf, Rows, time } from '../platform/database/rows.js';

const RUNS = new Rows({
  id: sql<string>`id`,
  state: sql<BulkRunState>`state`,
  total: sql<number>`total`,
  done: sql<number>`done`,
  message: sql<string | null>`message`,
  createdAt: time(sql`created_at`),
  revisions: sql<ChangeSetName[]>`sets`,
  finishedAt: time<Moment | null>(sql`finished_at`),
});
export type BulkRunRow = RowOf<typeof RUNS>;

/** SQL condition: the run is the viewer's. An API token limited to some projects sees only the runs it started. */
export const isOwnRun = ({ userId, program }: AccessScope): RawBuilder<unknown> =>
  program?.projectIds ? sql`user_id = ${userId} and token_id = ${program.tokenId}` : sql`user_id = ${userId}`;

/** Reads a run by id, or the running one. Throws NOT_FOUND if it does not exist or is another user's. */
export async function readBulkRun(ctx: Context, which: { id: string } | 'running'): Promise<BulkRunRow> {
  const it = which === 'running' ? sql`state = 'RUNNING'` : sql`id = ${which.id}`;
  return RUNS.one(ctx.em, 'Bulk run', sql`from bulk_run where ${isOwnRun(requireViewer(ctx))} and ${it}`);
}
