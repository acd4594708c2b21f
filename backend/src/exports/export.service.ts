import { sql } from 'kysely';
import { DAY_MS, EXPORTS, HOUR_MS } from '../../contract/limits.js';
import { command, type Tx } from '../write/command.js';
import type { Context } from '../request/context.js';
import type { SentFile } from '../request/restRow.js';
import { AppError } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { addJob, LONG_JOBS } from '../platform/jobs/addJob.js';
import { limitCreates } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import { toIso } from '../platform/database/rows.js';
import { requireExporter } from './export.access.js';
import { filesArchive } from './filesArchive.js';
import { type Archive, archiveParts, type ExportRow, readArchive, readExport } from './export.reads.js';

/**
 * A download of everything a person can see: requested here, written in parts to the database by a job (`export.job.ts`), and
 * kept for a day. Each person has one at a time and a few per day; failed ones do not count.
 */
export const expiryFrom = (now: Date): Date => new Date(now.getTime() + EXPORTS.keptHours * HOUR_MS);

function refuseMore(oldest: string, now: Date): never {
  const retryAfter = Math.max(1, Math.ceil((Date.parse(oldest) + DAY_MS - now.getTime()) / 1000));
  const [count, unit] =
    retryAfter < 3600 ? [Math.ceil(retryAfter / 60), 'minute'] : [Math.ceil(retryAfter / 3600), 'hour'];
  throw new AppError(
    'RATE_LIMITED',
    `You can ask for ${EXPORTS.perDay} downloads a day. The next one in ${count} ${unit}${count === 1 ? '' : 's'}.`,
    { retryAfter },
  );
}

/** Returns the running download or creates one. */
async function begin({ em, now }: Tx, userId: string): Promise<{ id: string; isNew: boolean }> {
  const db = em.getKysely();
  // The lock makes concurrent requests of all processes find the same download.
  await sql`select 1 from account where id = ${userId} for no key update`.execute(db);
  // An export whose job was lost must not block the next one.
  await sql`
    update export set status = 'FAILED', finished_at = ${now}
    where user_id = ${userId} and status = 'RUNNING' and expires_at <= ${now}`.execute(db);
  const { rows: recent } = await sql<{ id: string; status: string; createdAt: string }>`
    select id, status, created_at as "createdAt" from export
    where user_id = ${userId} and status <> 'FAILED' and created_at > ${new Date(now.getTime() - DAY_MS)}
    order by created_at desc`.execute(db);
  const running = recent.find(({ status }) => status === 'RUNNING');
  if (running) return { id: running.id, isNew: false };
  const oldest = recent[EXPORTS.perDay - 1];
  if (oldest) refuseMore(oldest.createdAt, now);
  const id = newId();
  await sql`
    insert into export (id, user_id, created_at, expires_at) values (${id}, ${userId}, ${now}, ${expiryFrom(now)})`.execute(
    db,
  );
  // Long jobs share a queue, so that they do not delay mails.
  await addJob(em, 'export', { id }, { key: `export:${id}`, queue: LONG_JOBS });
  return { id, isNew: true };
}

/** Requests a download of everything the viewer can see, or returns the running one. */
export async function requestExport(ctx: Context): Promise<{ export: ExportRow }> {
  const { userId } = requireExporter(ctx);
  await limitCreates(ctx);
  const { result } = await command<{ id: string; isNew: boolean }>(ctx, {
    operation: 'requestExport',
    input: {},
    projectIds: [],
    run: (tx) => begin(tx, userId),
    receipt: ({ id }) => ({ id }),
    repeat: ({ id = '' }) => Promise.resolve({ id, isNew: false }),
  });
  if (result.isNew) securityEvent(ctx, 'export_requested');
  return { export: await readExport(ctx, result.id) };
}

export async function getExport(ctx: Context, rawId: unknown): Promise<ExportRow> {
  requireExporter(ctx);
  return readExport(ctx, parseId(rawId));
}

/** Keeps only letters, digits and dashes, which are safe in file names of all systems. */
const fileName = (brand: string, { createdAt }: Archive, what = 'data'): string =>
  [
    brand
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
    what,
    toIso(createdAt).slice(0, 10),
  ]
    .filter((word) => word !== '')
    .join('-');

/** Opens the archive of a download of the viewer. Throws NOT_FOUND if it is absent, not ready or expired. */
export async function openExport(ctx: Context, rawId: unknown): Promise<SentFile> {
  requireExporter(ctx);
  const archive = await readArchive(ctx, parseId(rawId));
  securityEvent(ctx, 'export_downloaded');
  return {
    name: `${fileName(ctx.resources.env.brandName, archive)}.zip`,
    type: 'application/zip',
    bytes: archive.bytes,
    parts: archiveParts(ctx, archive),
  };
}

/** Opens an archive of one of the viewer's downloads and of the files that they can see. Throws like `openExport`. */
export async function openExportFiles(ctx: Context, rawId: unknown): Promise<SentFile> {
  requireExporter(ctx);
  const archive = await readArchive(ctx, parseId(rawId));
  securityEvent(ctx, 'export_downloaded');
  const name = `${fileName(ctx.resources.env.brandName, archive, 'files')}.zip`;
  const { createdAt, bytes } = archive;
  const files = await filesArchive(ctx, { createdAt, bytes, parts: () => archiveParts(ctx, archive) });
  return { name, type: 'application/zip', ...files };
}
