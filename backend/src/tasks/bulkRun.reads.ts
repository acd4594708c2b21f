import { type RawBuilder, sql } from 'kysely';
import type { BulkRunState } from '../../contract/enums.js';
import { type Context, requireViewer } from '../kernel/context.js';
import type { ChangeSetName } from '../kernel/command.js';
import type { Reach } from '../kernel/program.js';
import { type Moment, type RowOf, Rows, time } from '../kernel/rows.js';

/** How a change of many tasks stands, as both transports answer it. */
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

/** The condition that a run is the viewer's; of a program for some projects it is what the same token has begun. */
export const isOwnRun = ({ userId, program }: Reach): RawBuilder<unknown> =>
  program?.projectIds ? sql`user_id = ${userId} and token_id = ${program.tokenId}` : sql`user_id = ${userId}`;

/** One of the viewer's runs, or the one under way; NOT_FOUND when it is absent or foreign. */
export async function readBulkRun(ctx: Context, which: { id: string } | 'running'): Promise<BulkRunRow> {
  const it = which === 'running' ? sql`state = 'RUNNING'` : sql`id = ${which.id}`;
  return RUNS.one(ctx.em, 'Bulk run', sql`from bulk_run where ${isOwnRun(requireViewer(ctx))} and ${it}`);
}
