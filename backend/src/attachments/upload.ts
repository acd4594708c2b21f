import { createHash, type Hash } from 'node:crypto';
import { sql } from 'kysely';
import type { MikroORM } from '@mikro-orm/postgresql';
import { ATTACHMENTS } from '../../contract/limits.js';
import { REQUEST_MS, withDeadline } from '../platform/lib/deadline.js';
import { AppError, conflict } from '../platform/lib/errors.js';
import { newId } from '../platform/lib/ids.js';
import { splitIntoParts } from '../platform/lib/splitIntoParts.js';
import { type Context, requireViewer } from '../request/context.js';
import { IncompleteBody } from '../request/incompleteBody.js';
import { detectType, type FileKind } from './fileKind.js';
import {
  deleteUpload,
  finishUpload,
  readFile,
  type StoredFile,
  type UploadAttempt,
  withFileDeadline,
} from './fileStore.js';
import { requireFreeSpace } from './quota.js';

/* Receives a file. Its parts are written by separate statements outside of any transaction. An interrupted upload is
   kept for a day, so that its client can send the rest. */

const { partBytes, checkBytes } = ATTACHMENTS;

/** A body to store. */
interface IncomingFile {
  /** Chosen by the client, to continue an interrupted upload. */
  uploadId: string | undefined;
  /** The offset in the file at which the body begins. */
  from: number;
  /** The size of the whole file, if it is known. */
  total: number | null;
  read: () => AsyncIterable<Buffer>;
  maxBytes: number;
  /** The project whose space it takes. */
  projectId: string | null;
}

/** The stored beginning of a file, in whole parts. */
interface Upload extends UploadAttempt {
  size: number;
  hash: Hash;
  kind: FileKind | undefined;
}

const uploadTakenOver = (): AppError => conflict('This file is being sent by another request');

/** SQL: the size of the whole parts of `file f`. */
const RECEIVED_BYTES = sql<number>`(select count(*)::float8 * ${partBytes}::int from file_part p
    where p.file_id = f.id and octet_length(p.bytes) = ${partBytes})`;

/** Returns the offset from which the person has to send a file. */
export async function readUploadOffset(orm: MikroORM, userId: string, uploadId: string): Promise<number> {
  const { rows } = await withFileDeadline(orm, (em) =>
    sql<{ bytes: number }>`
      select ${RECEIVED_BYTES} as bytes from file f where f.user_id = ${userId} and f.upload_id = ${uploadId}`.execute(
      em.getKysely(),
    ),
  );
  return rows[0]?.bytes ?? 0;
}

/** Begins an upload. Earlier requests with its id can write no more, and what they have sent is deleted. */
function begin(ctx: Context, { uploadId }: IncomingFile): Promise<Upload> {
  const { userId } = requireViewer(ctx);
  const now = ctx.resources.now();
  return withFileDeadline(ctx.resources.orm, (em) =>
    em.transactional(async (inner) => {
      const db = inner.getKysely();
      const { rows } = await sql<UploadAttempt>`
        insert into file (id, user_id, upload_id, created_at, touched_at)
        values (${newId()}, ${userId}, ${uploadId ?? null}, ${now}, ${now})
        on conflict (user_id, upload_id) do update set attempt = file.attempt + 1, size = 0, touched_at = ${now}
        returning id, attempt`.execute(db);
      const [row] = rows as [UploadAttempt];
      // A statement of its own, because it must see what an earlier request has just written.
      if (row.attempt > 0) await sql`delete from file_part where file_id = ${row.id}`.execute(db);
      return { ...row, size: 0, hash: createHash('sha256'), kind: undefined };
    }),
  );
}

/** Continues an interrupted upload. Throws CONFLICT with the stored size if the body begins elsewhere. */
async function resume(ctx: Context, { uploadId, from }: IncomingFile): Promise<Upload> {
  const { userId } = requireViewer(ctx);
  const { orm } = ctx.resources;
  const row = await withFileDeadline(orm, (em) =>
    em.transactional(async (inner) => {
      const db = inner.getKysely();
      const { rows } = await sql<UploadAttempt>`
        update file set attempt = attempt + 1 where user_id = ${userId} and upload_id = ${uploadId ?? null}
        returning id, attempt`.execute(db);
      const [found] = rows;
      const stored = await sql<{ bytes: number }>`
        select ${RECEIVED_BYTES} as bytes from file f where f.id = ${found?.id ?? null}`.execute(db);
      const received = stored.rows[0]?.bytes ?? 0;
      if (!found || received !== from) {
        // The attempt is taken back.
        throw conflict(`${received} bytes of this file are here: send it from there on`, { received });
      }
      await sql`delete from file_part where file_id = ${found.id} and n >= ${from / partBytes}`.execute(db);
      return found;
    }),
  );
  const hash = createHash('sha256');
  let kind: FileKind | undefined;
  for await (const part of readFile({ orm, objects: undefined }, row.id, 0, from - 1)) {
    hash.update(part);
    kind ??= await detectType(part);
  }
  return { ...row, size: from, hash, kind };
}

/** Records how much has arrived, so that it counts as used space. */
const recordSize = (orm: MikroORM, { id, attempt, size }: Upload, now: Date): Promise<unknown> =>
  withFileDeadline(orm, (em) =>
    sql`
      update file set size = ${size}, touched_at = ${now}
      where id = ${id} and attempt = ${attempt} and sha256 is null`.execute(em.getKysely()),
  );

/** Stores the next part. Throws CONFLICT if another request has taken over, whose parts it would mix with. */
async function writePart(orm: MikroORM, upload: Upload, part: Buffer): Promise<void> {
  const { id, attempt, size } = upload;
  const { rows } = await withFileDeadline(orm, (em) =>
    sql`
      with mine as (select id from file where id = ${id} and attempt = ${attempt} and sha256 is null for share)
      insert into file_part (file_id, n, bytes) select id, ${Math.floor(size / partBytes)}, ${part} from mine
      returning n`.execute(em.getKysely()),
  );
  if (rows.length === 0) throw uploadTakenOver();
  upload.hash.update(part);
  upload.kind ??= await detectType(part);
  upload.size += part.length;
}

async function receive(ctx: Context, upload: Upload, incoming: IncomingFile): Promise<void> {
  const { read, total, maxBytes, projectId } = incoming;
  const { orm, now } = ctx.resources;
  let checked = upload.size;
  for await (const part of splitIntoParts(read(), partBytes)) {
    if (upload.size + part.length > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE', 'The file is too large');
    await writePart(orm, upload, part);
    if (upload.size - checked < checkBytes) continue;
    checked = upload.size;
    await recordSize(orm, upload, now());
    await withDeadline(REQUEST_MS, () => requireFreeSpace(ctx, projectId, 0));
  }
  if (total !== null && upload.size !== total) throw new IncompleteBody('The file did not arrive completely');
}

/**
 * Stores a body that the viewer sends. Throws PAYLOAD_TOO_LARGE after `maxBytes`, and VALIDATION_FAILED if there is no
 * more space. A failed upload is deleted, unless it was interrupted and can be continued.
 */
export async function storeUpload(ctx: Context, incoming: IncomingFile): Promise<StoredFile> {
  const { orm, now } = ctx.resources;
  const upload = await (incoming.from > 0 ? resume : begin)(ctx, incoming);
  try {
    await receive(ctx, upload, incoming);
    const { kind, size, hash, id, attempt } = upload;
    if (!kind) throw new AppError('BAD_REQUEST', 'The file is empty');
    const named = await finishUpload(orm, { id, attempt, sha256: hash.digest(), size, ...kind }, now());
    if (named === null) throw uploadTakenOver();
    return { ...kind, size, id: named };
  } catch (error) {
    const isKept = incoming.uploadId !== undefined && (error instanceof IncompleteBody || isTakenOver(error));
    await (isKept ? recordSize(orm, upload, now()) : deleteUpload(orm, upload)).catch(() => undefined);
    throw error;
  }
}

/** Whether another request has taken over the upload. */
const isTakenOver = (error: unknown): boolean => error instanceof AppError && error.code === 'CONFLICT';
