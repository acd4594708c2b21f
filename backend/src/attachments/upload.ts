import { createHash, type Hash } from 'node:crypto';
import { sql } from 'kysely';
import type { MikroORM } from '@mikro-orm/postgresql';
import { ATTACHMENTS } from '../../contract/limits.js';
import { AppError, conflict } from '../platform/lib/errors.js';
import { newId } from '../platform/lib/ids.js';
import { inParts } from '../platform/lib/inParts.js';
import { CutBody } from '../request/cutBody.js';
import { detectType, type FileKind } from './fileKind.js';
import { dropFile, inTime, nameFile, readFile, type StoredFile } from './fileStore.js';

/* Receives a file. Its parts are written by separate statements outside of any transaction. An interrupted upload is
   kept for a day, so that its client can send the rest. */

const { partBytes, checkBytes } = ATTACHMENTS;

/** A body to store. */
export interface Arriving {
  userId: string;
  /** Chosen by the client, to continue an interrupted upload. */
  uploadId: string | undefined;
  /** The offset in the file at which the body begins. */
  from: number;
  /** The size of the whole file, if it is known. */
  total: number | null;
  read: () => AsyncIterable<Buffer>;
}

interface Rules {
  maxBytes: number;
  now: () => Date;
  /** Throws if there is no more space. */
  requireRoom: () => Promise<void>;
}

/** The stored beginning of a file, in whole parts. */
interface Upload {
  id: string;
  size: number;
  hash: Hash;
  kind: FileKind | undefined;
}

/** Reads how much of an interrupted upload is stored. */
async function readCut(orm: MikroORM, userId: string, uploadId: string): Promise<{ id: string; bytes: number } | null> {
  const { rows } = await inTime(orm, (em) =>
    sql<{ id: string; bytes: number }>`
      select f.id, (select count(*)::float8 * ${partBytes}::int from file_part p
          where p.file_id = f.id and octet_length(p.bytes) = ${partBytes}) as bytes
      from file f where f.user_id = ${userId} and f.upload_id = ${uploadId}`.execute(em.getKysely()),
  );
  return rows[0] ?? null;
}

/** Returns the offset from which the person has to send a file. */
export const readReceived = async (orm: MikroORM, userId: string, uploadId: string): Promise<number> =>
  (await readCut(orm, userId, uploadId))?.bytes ?? 0;

async function begin(orm: MikroORM, { userId, uploadId }: Arriving, now: Date): Promise<Upload> {
  const id = newId();
  await inTime(orm, async (em) => {
    const db = em.getKysely();
    if (uploadId) await sql`delete from file where user_id = ${userId} and upload_id = ${uploadId}`.execute(db);
    await sql`
      insert into file (id, user_id, upload_id, created_at, touched_at)
      values (${id}, ${userId}, ${uploadId ?? null}, ${now}, ${now})`.execute(db);
  });
  return { id, size: 0, hash: createHash('sha256'), kind: undefined };
}

/** Continues an interrupted upload. Throws CONFLICT with the stored size if the body begins elsewhere. */
async function resume(orm: MikroORM, { userId, uploadId, from }: Arriving): Promise<Upload> {
  const cut = uploadId === undefined ? null : await readCut(orm, userId, uploadId);
  if (cut?.bytes !== from) {
    const received = cut?.bytes ?? 0;
    throw conflict(`${received} bytes of this file are here: send it from there on`, { received });
  }
  const { id } = cut;
  await inTime(orm, (em) =>
    sql`delete from file_part where file_id = ${id} and n >= ${from / partBytes}`.execute(em.getKysely()),
  );
  const hash = createHash('sha256');
  let kind: FileKind | undefined;
  for await (const part of readFile({ orm, objects: undefined }, id, 0, from - 1)) {
    hash.update(part);
    kind ??= await detectType(part);
  }
  return { id, size: from, hash, kind };
}

/** Records how much has arrived, so that it counts as used space. */
const noteSize = (orm: MikroORM, { id, size }: Upload, now: Date): Promise<unknown> =>
  inTime(orm, (em) =>
    sql`update file set size = ${size}, touched_at = ${now} where id = ${id} and sha256 is null`.execute(
      em.getKysely(),
    ),
  );

async function writePart(orm: MikroORM, upload: Upload, part: Buffer): Promise<void> {
  const n = Math.floor(upload.size / partBytes);
  await inTime(orm, (em) =>
    sql`insert into file_part (file_id, n, bytes) values (${upload.id}, ${n}, ${part})`.execute(em.getKysely()),
  ).catch((error: unknown) => {
    // Another request has sent the same part, or has begun from the start.
    if (['23503', '23505'].includes((error as { code?: string }).code ?? '')) {
      throw conflict('This file is being sent by another request');
    }
    throw error;
  });
  upload.hash.update(part);
  upload.kind ??= await detectType(part);
  upload.size += part.length;
}

async function receive(orm: MikroORM, upload: Upload, { read, total }: Arriving, rules: Rules): Promise<void> {
  let checked = upload.size;
  for await (const part of inParts(read(), partBytes)) {
    if (upload.size + part.length > rules.maxBytes) throw new AppError('PAYLOAD_TOO_LARGE', 'The file is too large');
    await writePart(orm, upload, part);
    if (upload.size - checked < checkBytes) continue;
    checked = upload.size;
    await noteSize(orm, upload, rules.now());
    await rules.requireRoom();
  }
  if (total !== null && upload.size !== total) throw new CutBody('The file did not arrive completely');
}

/**
 * Stores a body. Throws PAYLOAD_TOO_LARGE after `maxBytes`. A failed upload is deleted, unless it was interrupted and
 * can be continued.
 */
export async function storeUpload(orm: MikroORM, arriving: Arriving, rules: Rules): Promise<StoredFile> {
  const upload = arriving.from > 0 ? await resume(orm, arriving) : await begin(orm, arriving, rules.now());
  try {
    await receive(orm, upload, arriving, rules);
    const { kind, size, hash, id } = upload;
    if (!kind) throw new AppError('BAD_REQUEST', 'The file is empty');
    const sha256 = hash.digest();
    return { ...kind, size, id: await nameFile(orm, { id, sha256, size, ...kind }, rules.now()) };
  } catch (error) {
    const isKept = arriving.uploadId !== undefined && (error instanceof CutBody || isTaken(error));
    await (isKept ? noteSize(orm, upload, rules.now()) : dropFile(orm, upload.id)).catch(() => undefined);
    throw error;
  }
}

/** Whether another request has taken over the upload. */
const isTaken = (error: unknown): boolean => error instanceof AppError && error.code === 'CONFLICT';
