import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ATTACHMENTS } from '../../contract/limits.js';
import { REQUEST_MS, withDeadline, withoutDeadline } from '../platform/lib/deadline.js';
import { AppError, unavailable } from '../platform/lib/errors.js';
import { ObjectStoreError } from '../platform/objects/s3.js';
import type { Logger } from '../platform/telemetry/logger.js';
import type { Resources } from '../request/context.js';
import type { FileKind } from './fileKind.js';

/* Stores the contents of files in parts in the database, so that backups, replicas and several processes have them.
   Equal contents are stored once, however many attachments they have. */

export interface StoredFile extends FileKind {
  id: string;
  size: number;
}

const { partBytes } = ATTACHMENTS;

/** Runs a statement on files with its own time limit, because such a request can take longer than others. */
export const withFileDeadline = <T>(orm: MikroORM, work: (em: EntityManager) => Promise<T>): Promise<T> =>
  withDeadline(REQUEST_MS, () => work(orm.em.fork()));

/** The parts of a large content are deleted in one statement, which takes longer than others on a slow disk. */
const DELETION_MS = 120_000;

/** Runs a transaction that deletes the parts of contents, with a longer time limit. For jobs and commands of the operator. */
export const withDeletionDeadline = <T>(orm: MikroORM, work: (em: EntityManager) => Promise<T>): Promise<T> =>
  withoutDeadline(() =>
    orm.em.fork().transactional(async (em) => {
      await em.execute(`set local statement_timeout = ${DELETION_MS}`);
      return work(em);
    }),
  );

/** An upload, and the request that is sending it. */
export interface UploadAttempt {
  id: string;
  /** Increases with each request. Only the last one may write. */
  attempt: number;
}

/** Deletes an upload, unless another request has taken it over. */
export const deleteUpload = (orm: MikroORM, { id, attempt }: UploadAttempt): Promise<unknown> =>
  withFileDeadline(orm, (em) =>
    sql`delete from file where id = ${id} and attempt = ${attempt}`.execute(em.getKysely()),
  );

/** A content that is removed just now is not found, so it is looked for again. */
const DEDUPLICATION_TRIES = 5;

/**
 * Turns a finished upload into a file. If the same content is already stored, deletes the upload. Returns the file's id;
 * null if another request has taken over the upload.
 */
export async function finishUpload(
  orm: MikroORM,
  file: StoredFile & UploadAttempt & { sha256: Buffer },
  now: Date,
): Promise<string | null> {
  const { id, attempt, sha256, size, type, width, height } = file;
  for (let tries = 0; tries < DEDUPLICATION_TRIES; tries += 1) {
    const known = await withFileDeadline(orm, async (em) => {
      const { rows } = await sql<{ id: string }>`
        with named as (
          update file set sha256 = ${sha256}, size = ${size}, type = ${type}, width = ${width}, height = ${height},
            upload_id = null, touched_at = ${now}
          where id = ${id} and attempt = ${attempt} and sha256 is null
            and not exists (select 1 from file f where f.sha256 = ${sha256}) returning id)
        , same as (update file set touched_at = ${now} where sha256 = ${sha256} returning id)
        select id from named union all select id from same`.execute(em.getKysely());
      return rows[0]?.id;
    }).catch((error: unknown) => {
      // Another upload of the same content has just finished.
      if ((error as { code?: string }).code === '23505') return undefined;
      throw error;
    });
    if (known === undefined) continue;
    if (known !== id) await deleteUpload(orm, file);
    return known;
  }
  return null;
}

/** The key of a content in the bucket. */
export const objectKey = (fileId: string): string => `files/${fileId}`;

/** When to ask again while the bucket does not answer. */
const BUCKET_RETRY_SECONDS = 30;

/** Explains a missing part to a process without a bucket. */
async function explainMissing(orm: MikroORM, id: string, n: number): Promise<Error> {
  const { rows } = await withFileDeadline(orm, (em) =>
    sql<{ isInBucket: boolean }>`select in_s3 as "isInBucket" from file where id = ${id}`.execute(em.getKysely()),
  );
  if (rows[0]?.isInBucket) return new ObjectStoreError(`file ${id} is in a bucket, and FILES_S3_URL is not set`);
  return new Error(`part ${n} of file ${id} is missing`);
}

/** Yields the bytes of a content from `from` to `to`, both included, from the database or the bucket. */
export async function* readFile(
  { orm, objects }: Pick<Resources, 'orm' | 'objects'>,
  id: string,
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  for (let n = Math.floor(from / partBytes); n * partBytes <= to; n += 1) {
    const start = n * partBytes;
    // As Base64, because the driver reads bytes as hexadecimal text: more memory, and more time.
    const { rows } = await withFileDeadline(orm, (em) =>
      sql<{ text: string }>`
        select encode(bytes, 'base64') as text from file_part where file_id = ${id} and n = ${n}`.execute(
        em.getKysely(),
      ),
    );
    if (!rows[0]) {
      // The content is in the bucket, perhaps since a moment ago.
      if (!objects) throw await explainMissing(orm, id, n);
      yield* objects.read(objectKey(id), Math.max(start, from), to);
      return;
    }
    const bytes = Buffer.from(rows[0].text, 'base64');
    yield bytes.subarray(Math.max(0, from - start), Math.min(bytes.length, to - start + 1));
  }
}

export const contentNotRestored = (): AppError =>
  new AppError('NOT_FOUND', 'The content of this file was not restored');

/** Explains to a person why a content cannot be read, and logs what the operator has to see. */
export function explainReadError(error: unknown, log: Logger): unknown {
  if (!(error instanceof ObjectStoreError)) return error;
  log.warn({ err: error }, 'a file cannot be read from the bucket');
  if (error.status === 404) return contentNotRestored();
  return unavailable('The file cannot be read at the moment. Please try again.', BUCKET_RETRY_SECONDS);
}

/** Deletes contents that have had no attachment for a day, and interrupted uploads. Returns their number. */
export async function sweepFiles(orm: MikroORM, now: Date): Promise<number> {
  const unusedSince = new Date(now.getTime() - ATTACHMENTS.unattachedMs);
  let removed = 0;
  for (;;) {
    const { rows } = await withDeletionDeadline(orm, (em) =>
      sql`
      with gone as (
        delete from file where id in (
          select f.id from file f
          where f.touched_at < ${unusedSince} and not exists (select 1 from attachment a where a.file_id = f.id)
            and not exists (select 1 from import i where i.file_id = f.id)
          limit 1 for update skip locked)
        returning id, in_s3)
      , noted as (
        insert into removed_object (key, removed_at)
        select ${objectKey('')} || id, ${now}::timestamptz from gone where in_s3
        on conflict (key) do update set removed_at = excluded.removed_at)
      select id from gone`.execute(em.getKysely()),
    );
    removed += rows.length;
    if (rows.length === 0) return removed;
  }
}
