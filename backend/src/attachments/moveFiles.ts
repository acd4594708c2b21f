import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ATTACHMENTS, DAY_MS } from '../../contract/limits.js';
import { ADVISORY_LOCKS } from '../platform/database/advisoryLocks.js';
import { ObjectStoreError, type ObjectStore } from '../platform/objects/s3.js';
import type { Resources } from '../request/context.js';
import { readServerValue, writeServerValue } from '../request/serverValues.js';
import { objectKey, readFile, withDeletionDeadline, withFileDeadline } from './fileStore.js';

/* With FILES_S3_URL, uploads are still stored in the database first, and a job moves them into the bucket. So an upload
   never waits for another service, and a content is always complete in one place. */

/** A run of the job stops after this time; the next run continues. */
const RUN_MS = 50_000;
/** Objects are kept this long after their rows, because backups of the database can still refer to them. */
const KEPT_MS = ATTACHMENTS.objectsKeptDays * DAY_MS;

type Moving = Pick<Resources, 'orm' | 'objects' | 'now'>;
export type Place = 's3' | 'database';

interface Moved {
  id: string;
  size: number;
}

/** Finds the next content after this id that is not yet in the target place. */
async function findNext(em: EntityManager, to: Place, after: string): Promise<Moved | undefined> {
  const { rows } = await sql<Moved>`
    select id, size::float8 as size from file
    where in_s3 = ${to === 'database'} and sha256 is not null and id > ${after} order by id limit 1`.execute(
    em.getKysely(),
  );
  return rows[0];
}

const isStillAtSource = async (em: EntityManager, to: Place, id: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from file where id = ${id} and in_s3 = ${to === 'database'}`.execute(
    em.getKysely(),
  );
  return rows.length > 0;
};

const areFilesInDatabase = async (em: EntityManager): Promise<boolean> =>
  (await readServerValue(em, 'filesIn'))?.value === 'database';

async function toBucket({ orm, now }: Moving, objects: ObjectStore, { id, size }: Moved): Promise<void> {
  // The content may have been in the bucket before. Waits until `removeObjects` has removed that object, or postpones it.
  await withFileDeadline(orm, (em) =>
    sql`update removed_object set removed_at = ${now()} where key = ${objectKey(id)}`.execute(em.getKysely()),
  );
  await objects.put(objectKey(id), size, readFile({ orm, objects: undefined }, id, 0, size - 1));
  const isThere = await withDeletionDeadline(orm, async (em) => {
    const db = em.getKysely();
    // The operator can move all contents into the database meanwhile.
    await sql`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.filesPlace})`.execute(db);
    if (await areFilesInDatabase(em)) return false;
    const { rows } = await sql`update file set in_s3 = true where id = ${id} returning id`.execute(db);
    if (rows.length === 0) return false;
    await sql`delete from file_part where file_id = ${id}`.execute(db);
    await sql`delete from removed_object where key = ${objectKey(id)}`.execute(db);
    return true;
  });
  if (!isThere) await objects.remove(objectKey(id));
}

async function toDatabase({ orm, now }: Moving, objects: ObjectStore, { id, size }: Moved): Promise<void> {
  await withDeletionDeadline(orm, (em) => sql`delete from file_part where file_id = ${id}`.execute(em.getKysely()));
  const { partBytes } = ATTACHMENTS;
  for (let n = 0; n * partBytes < size; n += 1) {
    const chunks: Buffer[] = [];
    const end = Math.min(size, (n + 1) * partBytes) - 1;
    for await (const chunk of objects.read(objectKey(id), n * partBytes, end)) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (bytes.length !== end + 1 - n * partBytes)
      throw new ObjectStoreError(`the object of file ${id} is not complete`);
    await withFileDeadline(orm, (em) =>
      sql`insert into file_part (file_id, n, bytes) values (${id}, ${n}, ${bytes})`.execute(em.getKysely()),
    );
  }
  const { rows } = await withFileDeadline(orm, (em) =>
    sql`
      with moved as (
        update file set in_s3 = false where id = ${id} and ${size} = (
          select coalesce(sum(octet_length(bytes)), 0) from file_part where file_id = ${id})
        returning id)
      insert into removed_object (key, removed_at) select ${objectKey(id)}, ${now()}::timestamptz from moved
      on conflict (key) do update set removed_at = excluded.removed_at returning key`.execute(em.getKysely()),
  );
  // Another process that started to move it has deleted parts. Only complete contents may leave the bucket.
  if (rows.length === 0) throw new ObjectStoreError(`the parts of file ${id} are not complete`);
}

interface MoveOptions {
  onMoved?: (size: number) => void;
  signal?: AbortSignal;
  /** Asked before each content. */
  isOver?: () => Promise<boolean>;
  /** Called if a content cannot be moved. The others are moved before the error is thrown. */
  onFailed?: (error: unknown, id: string) => void;
}

/** Moves all contents to a place. Calls `onMoved` after each. */
export async function moveFiles(
  resources: Moving,
  to: Place,
  { onMoved, signal, isOver, onFailed }: MoveOptions,
): Promise<void> {
  const { objects, orm } = resources;
  if (!objects) throw new Error('FILES_S3_URL is not set');
  const move = to === 's3' ? toBucket : toDatabase;
  const failures: unknown[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    signal?.throwIfAborted();
    const next = await withFileDeadline(orm, (em) => findNext(em, to, after));
    if (!next || (await isOver?.())) break;
    after = next.id;
    try {
      await move(resources, objects, next);
      onMoved?.(next.size);
    } catch (error) {
      // The job and the command can move the same content: the slower one no longer finds it. Or it was deleted meanwhile.
      if (!(await withFileDeadline(orm, (em) => isStillAtSource(em, to, next.id)))) continue;
      if (!onFailed) throw error;
      onFailed(error, next.id);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Stores the place for contents, after the present move into the bucket has ended. */
export const choosePlace = ({ orm, now }: Moving, place: Place): Promise<void> =>
  orm.em.fork().transactional(async (em) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.filesPlace})`.execute(em.getKysely());
    await writeServerValue(em, 'filesIn', place, now());
  });

/** The job: moves new contents into the bucket, unless the operator has moved all of them into the database. */
export async function moveNewFiles(resources: Moving & Pick<Resources, 'log'>): Promise<void> {
  if (!resources.objects) return;
  const until = Date.now() + RUN_MS;
  const isOver = async (): Promise<boolean> =>
    Date.now() > until || (await areFilesInDatabase(resources.orm.em.fork()));
  const onFailed = (error: unknown, file: string): void =>
    resources.log.warn({ err: error, file }, 'a file was not moved into the bucket');
  await moveFiles(resources, 's3', { isOver, onFailed });
}

/**
 * The job: deletes objects whose rows were deleted at least 30 days ago. Returns their number. If the bucket refuses to delete
 * one, the others are deleted before the error is thrown.
 */
export async function removeObjects({ orm, objects, now }: Moving): Promise<number> {
  if (!objects) return 0;
  const before = new Date(now().getTime() - KEPT_MS);
  const failures: unknown[] = [];
  let removed = 0;
  for (let after = ''; ;) {
    const found: { key?: string } = {};
    const remove = (em: EntityManager): Promise<void> =>
      em.transactional(async (inner) => {
        // The lock keeps `toBucket` from storing the object again meanwhile.
        const { rows } = await sql<{ key: string }>`
          delete from removed_object where key in (
            select r.key from removed_object r
            where r.removed_at < ${before} and r.key > ${after} and not exists (
              select 1 from file f where f.in_s3 and f.id = substr(r.key, ${objectKey('').length + 1}::int)::uuid)
            order by r.key limit 1 for update skip locked)
          returning key`.execute(inner.getKysely());
        if (!rows[0]) return;
        found.key = rows[0].key;
        await objects.remove(rows[0].key);
      });
    try {
      await withFileDeadline(orm, remove);
      removed += found.key === undefined ? 0 : 1;
    } catch (error) {
      if (!(error instanceof ObjectStoreError) || error.status === undefined) throw error;
      failures.push(error);
    }
    if (found.key === undefined) break;
    after = found.key;
  }
  if (failures.length > 0) throw failures[0];
  return removed;
}
