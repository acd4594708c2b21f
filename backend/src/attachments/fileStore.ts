import { createHash } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ATTACHMENTS } from '../../contract/limits.js';
import { REQUEST_MS, withDeadline } from '../platform/lib/deadline.js';
import { AppError } from '../platform/lib/errors.js';
import { newId } from '../platform/lib/ids.js';
import { detectType, type FileKind } from './fileKind.js';

/*
 * The contents of files, in parts in the database, so that backups, replicas and several processes have them. Parts are
 * written by statements of their own while the body arrives, outside of any transaction. A content is stored once.
 */

/** A stored content. */
export interface StoredFile extends FileKind {
  id: string;
  size: number;
}

const { partBytes } = ATTACHMENTS;

/** Collects chunks of any size into parts; the last one is smaller. */
async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    kept.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    const all = Buffer.concat(kept);
    let at = 0;
    for (; at + partBytes <= all.length; at += partBytes) yield all.subarray(at, at + partBytes);
    kept = [Buffer.from(all.subarray(at))];
    bytes -= at;
  }
  if (bytes > 0) yield Buffer.concat(kept);
}

/** Runs statements of an upload, which can take longer than a request may. */
const inTime = <T>(orm: MikroORM, work: (em: EntityManager) => Promise<T>): Promise<T> =>
  withDeadline(REQUEST_MS, () => work(orm.em.fork()));

async function writePart(em: EntityManager, fileId: string, n: number, bytes: Buffer): Promise<void> {
  await sql`insert into file_part (file_id, n, bytes) values (${fileId}, ${n}, ${bytes})`.execute(em.getKysely());
}

const dropFile = (orm: MikroORM, id: string): Promise<unknown> =>
  inTime(orm, (em) => sql`delete from file where id = ${id}`.execute(em.getKysely()));

/** Names the content of a finished upload, or drops it for the same one that is stored already. Returns the id. */
async function finish(
  orm: MikroORM,
  id: string,
  { sha256, size, type, width, height }: FileKind & { sha256: Buffer; size: number },
  now: Date,
): Promise<string> {
  const known = await inTime(orm, async (em) => {
    const { rows } = await sql<{ id: string }>`
      with named as (
        update file set sha256 = ${sha256}, size = ${size}, type = ${type}, width = ${width}, height = ${height},
          touched_at = ${now}
        where id = ${id} and not exists (select 1 from file f where f.sha256 = ${sha256}) returning id)
      , same as (update file set touched_at = ${now} where sha256 = ${sha256} returning id)
      select id from named union all select id from same`.execute(em.getKysely());
    return rows[0]?.id;
  }).catch((error: unknown) => {
    // Another upload of the same content has just finished.
    if ((error as { code?: string }).code === '23505') return undefined;
    throw error;
  });
  if (known === undefined) return finish(orm, id, { sha256, size, type, width, height }, now);
  if (known !== id) await dropFile(orm, id);
  return known;
}

/** Stores a body. Throws PAYLOAD_TOO_LARGE after `maxBytes`. If it fails, nothing is left of it. */
export async function storeFile(
  orm: MikroORM,
  userId: string,
  source: AsyncIterable<Buffer>,
  { maxBytes, now }: { maxBytes: number; now: () => Date },
): Promise<StoredFile> {
  const id = newId();
  await inTime(orm, (em) =>
    sql`insert into file (id, user_id, created_at, touched_at) values (${id}, ${userId}, ${now()}, ${now()})`.execute(
      em.getKysely(),
    ),
  );
  try {
    const hash = createHash('sha256');
    let size = 0;
    let kind: FileKind | undefined;
    let n = 0;
    for await (const part of inParts(source)) {
      size += part.length;
      if (size > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE', 'The file is too large');
      hash.update(part);
      kind ??= await detectType(part);
      await inTime(orm, (em) => writePart(em, id, n, part));
      n += 1;
    }
    if (!kind) throw new AppError('BAD_REQUEST', 'The file is empty');
    const named = { ...kind, sha256: hash.digest(), size };
    return { ...kind, size, id: await finish(orm, id, named, now()) };
  } catch (error) {
    await dropFile(orm, id).catch(() => undefined);
    throw error;
  }
}

/** Yields the bytes of a content from one place to another, both included, part by part. */
export async function* readFile(orm: MikroORM, id: string, from: number, to: number): AsyncGenerator<Buffer> {
  for (let n = Math.floor(from / partBytes); n * partBytes <= to; n += 1) {
    const start = n * partBytes;
    const { rows } = await inTime(orm, (em) =>
      sql<{ bytes: Buffer }>`select bytes from file_part where file_id = ${id} and n = ${n}`.execute(em.getKysely()),
    );
    const bytes = rows[0]?.bytes;
    if (!bytes) throw new Error(`part ${n} of file ${id} is missing`);
    yield bytes.subarray(Math.max(0, from - start), Math.min(bytes.length, to - start + 1));
  }
}

/** Removes contents that nothing has been attached to for a day. Returns their number. */
export async function sweepFiles(orm: MikroORM, now: Date): Promise<number> {
  const unusedSince = new Date(now.getTime() - ATTACHMENTS.unattachedMs);
  let removed = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from file where id in (
        select f.id from file f
        where f.touched_at < ${unusedSince} and not exists (select 1 from attachment a where a.file_id = f.id)
        limit 1 for update skip locked)`.execute(orm.em.fork().getKysely());
    const count = Number(numAffectedRows ?? 0);
    removed += count;
    if (count === 0) return removed;
  }
}
