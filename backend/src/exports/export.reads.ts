import { sql } from 'kysely';
import type { ExportStatus } from '../../contract/enums.js';
import type { Context } from '../request/context.js';
import { REQUEST_MS, withDeadline } from '../platform/lib/deadline.js';
import { notFound } from '../platform/lib/errors.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';
import { FILES_SIZE } from './filesArchive.js';
import { requireExporter } from './export.access.js';

const EXPORTS = new Rows({
  id: sql<string>`e.id`,
  status: sql<ExportStatus>`e.status`,
  progress: sql<number>`e.progress`,
  size: sql<number | null>`e.size::float8`,
  filesSize: FILES_SIZE,
  createdAt: time(sql`e.created_at`),
  finishedAt: time<Date | null>(sql`e.finished_at`),
  expiresAt: time<Date | null>(sql`case when e.status = 'READY' then e.expires_at end`),
});
export type ExportRow = RowOf<typeof EXPORTS>;

/** The viewer's exports that have not expired, whether or not expired ones were removed yet. */
const selectOwn = (ctx: Context) =>
  sql`from export e where e.user_id = ${requireExporter(ctx).userId} and e.expires_at > ${ctx.resources.now()}`;

/** Returns the viewer's newest 100 downloads. */
export const readExports = (ctx: Context): Promise<ExportRow[]> =>
  EXPORTS.read(ctx.em, sql`${selectOwn(ctx)} order by e.created_at desc, e.id desc limit 100`);

/** Returns one of the viewer's downloads. Throws NOT_FOUND if it does not exist or has expired. */
export const readExport = (ctx: Context, id: string): Promise<ExportRow> =>
  EXPORTS.one(ctx.em, 'Download', sql`${selectOwn(ctx)} and e.id = ${id}`);

/** A complete archive. */
const ARCHIVES = EXPORTS.pick('id', 'createdAt').with({
  attempt: sql<number>`e.attempt`,
  bytes: sql<number>`e.size::float8`,
});
export type Archive = RowOf<typeof ARCHIVES>;

/** Returns the archive of one of the viewer's downloads. Throws NOT_FOUND also while it is not ready. */
export const readArchive = (ctx: Context, id: string): Promise<Archive> =>
  ARCHIVES.one(ctx.em, 'Download', sql`${selectOwn(ctx)} and e.id = ${id} and e.status = 'READY'`);

/** Yields an archive part by part, each read on demand; only a single part has a deadline. */
export async function* archiveParts(ctx: Context, { id, attempt, bytes }: Archive): AsyncGenerator<Buffer> {
  for (let n = 0, sent = 0; sent < bytes; n += 1) {
    const { rows } = await withDeadline(REQUEST_MS, () =>
      sql<{ data: Buffer }>`
        select data from export_part where export_id = ${id} and attempt = ${attempt} and n = ${n}`.execute(
        ctx.em.getKysely(),
      ),
    );
    // The archive expired during the download.
    if (!rows[0]) throw notFound('Download');
    sent += rows[0].data.length;
    yield rows[0].data;
  }
}
