import { sql } from 'kysely';
import type { BulkRunState } from '../../contract/enums.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { notFound } from '../kernel/errors.js';

/** How a change of many tasks stands, as both transports answer it. */
export interface BulkRunRow {
  id: string;
  state: BulkRunState;
  total: number;
  done: number;
  message: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

type Raw = Omit<BulkRunRow, 'createdAt' | 'finishedAt'> & { createdAt: string; finishedAt: string | null };

/** One of the viewer's runs, or the one under way; NOT_FOUND when it is absent or foreign. */
export async function readBulkRun(ctx: Context, which: { id: string } | 'running'): Promise<BulkRunRow> {
  const { rows } = await sql<Raw>`
    select id, state, total, done, message, created_at as "createdAt", finished_at as "finishedAt" from bulk_run
    where user_id = ${requireViewer(ctx).userId}
      and ${which === 'running' ? sql`state = 'RUNNING'` : sql`id = ${which.id}`}`.execute(ctx.em.getKysely());
  const [raw] = rows;
  if (!raw) throw notFound('Bulk run');
  const finishedAt = raw.finishedAt === null ? null : new Date(raw.finishedAt);
  return { ...raw, createdAt: new Date(raw.createdAt), finishedAt };
}
