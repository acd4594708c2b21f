import { sql } from 'kysely';
import type { ExportStatus } from '../../contract/enums.js';
import type { Context } from '../kernel/context.js';
import { REQUEST_MS, withDeadline } from '../kernel/deadline.js';
import { notFound } from '../kernel/errors.js';
import { type RowOf, Rows, time } from '../kernel/rows.js';
import { requireExporter } from './export.access.js';

/** How a download stands, as both transports answer it. */
const EXPORTS = new Rows({
  id: sql<string>`e.id`,
  status: sql<ExportStatus>`e.status`,
  progress: sql<number>`e.progress`,
  size: sql<number | null>`e.size::float8`,
  createdAt: time(sql`e.created_at`),
  finishedAt: time<Date | null>(sql`e.finished_at`),
  expiresAt: time<Date | null>(sql`case when e.status = 'READY' then e.expires_at end`),
});
export type ExportRow = RowOf<typeof EXPORTS>;

/** The viewer's own, until their time is over, whether or not they have been removed by then. */
const mine = (ctx: Context) =>
  sql`from export e where e.user_id = ${requireExporter(ctx).userId} and e.expires_at > ${ctx.resources.now()}`;

/** The viewer's downloads, newest first. */
export const readExports = (ctx: Context): Promise<ExportRow[]> =>
  EXPORTS.read(ctx.em, sql`${mine(ctx)} order by e.created_at desc, e.id desc limit 100`);

/** One of the viewer's downloads; NOT_FOUND when absent, foreign or over. */
export const readExport = (ctx: Context, id: string): Promise<ExportRow> =>
  EXPORTS.one(ctx.em, 'Download', sql`${mine(ctx)} and e.id = ${id}`);

/** One whose archive is whole. */
const ARCHIVES = EXPORTS.pick('id', 'createdAt').with({
  attempt: sql<number>`e.attempt`,
  bytes: sql<number>`e.size::float8`,
});
export type Archive = RowOf<typeof ARCHIVES>;

/** The archive of one of the viewer's downloads; NOT_FOUND while it is not ready, too. */
export const readArchive = (ctx: Context, id: string): Promise<Archive> =>
  ARCHIVES.one(ctx.em, 'Download', sql`${mine(ctx)} and e.id = ${id} and e.status = 'READY'`);

/** An archive part by part, each when it is asked for: it may take as long as its reader does. */
export async function* archiveParts(ctx: Context, { id, attempt, bytes }: Archive): AsyncGenerator<Buffer> {
  for (let n = 0, sent = 0; sent < bytes; n += 1) {
    const { rows } = await withDeadline(REQUEST_MS, () =>
      sql<{ data: Buffer }>`
        select data from export_part where export_id = ${id} and attempt = ${attempt} and n = ${n}`.execute(
        ctx.em.getKysely(),
      ),
    );
    // its time is over
    if (!rows[0]) throw notFound('Download');
    sent += rows[0].data.length;
    yield rows[0].data;
  }
}
