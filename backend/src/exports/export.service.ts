import { sql } from 'kysely';
import { DAY_MS, EXPORTS } from '../../contract/limits.js';
import { command, type Tx } from '../kernel/command.js';
import type { Context } from '../kernel/context.js';
import { AppError } from '../kernel/errors.js';
import { newId, parseId } from '../kernel/ids.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { limitCreates } from '../kernel/rates.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { isoOf } from '../kernel/rows.js';
import { requireExporter } from './export.access.js';
import { type Archive, archiveParts, type ExportRow, readArchive, readExport } from './export.reads.js';

/**
 * A download of all that somebody may see: asked for here, written by a job (`export.job.ts`) into parts in the database,
 * and kept for a day. One at a time a person, and few a day; one that has failed does not count.
 */

/** The time at which what is made now is removed. */
export const expiryOf = (now: Date): Date => new Date(now.getTime() + EXPORTS.keptHours * 3_600_000);

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

/** The download that is under way, or a new one. */
async function begin({ em, now }: Tx, userId: string): Promise<{ id: string; isNew: boolean }> {
  const db = em.getKysely();
  // of several at once, by whichever process, the first makes it and the others find it
  await sql`select 1 from account where id = ${userId} for no key update`.execute(db);
  // one whose job was lost keeps nobody from the next
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
    insert into export (id, user_id, created_at, expires_at) values (${id}, ${userId}, ${now}, ${expiryOf(now)})`.execute(
    db,
  );
  // one after another: what takes long must not keep mails waiting
  await addJob(em, 'export', { id }, { key: `export:${id}`, queue: 'export' });
  return { id, isNew: true };
}

/** Asks for a download of all that the viewer may see, or answers the one that is under way. */
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

/** One of the viewer's downloads; NOT_FOUND when absent or foreign. */
export async function getExport(ctx: Context, rawId: unknown): Promise<ExportRow> {
  requireExporter(ctx);
  return readExport(ctx, parseId(rawId));
}

/** A file that is sent as it is read. */
export interface SentFile {
  name: string;
  type: string;
  bytes: number;
  parts: AsyncIterable<Buffer>;
}

/** What is no plain letter, digit or dash in a file's name makes trouble somewhere. */
const fileName = (brand: string, { createdAt }: Archive): string =>
  [
    brand
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
    'data',
    isoOf(createdAt).slice(0, 10),
  ]
    .filter((word) => word !== '')
    .join('-');

/** The archive of one of the viewer's downloads; NOT_FOUND when absent, foreign, not ready or over. */
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
