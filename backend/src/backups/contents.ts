import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { ATTACHMENTS, DAY_MS } from '../../contract/limits.js';
import { BackupError } from '../platform/lib/backupError.js';
import { PartFile } from './partFile.js';
import type { Progress } from './progress.js';

/* The contents of files beside scheduled backups: `files/ab/cdef…`, named by their SHA-256. Each is written once, for
   all backups that contain it. Its modification time is that of the last such backup. */

const PAGE = 500;
const { partBytes } = ATTACHMENTS;

interface Content {
  id: string;
  sha256: string;
  size: number;
}

export const contentsFolder = (backup: string): string => path.join(path.dirname(path.resolve(backup)), 'files');

const fileOf = (folder: string, { sha256 }: Pick<Content, 'sha256'>): string =>
  path.join(folder, sha256.slice(0, 2), sha256.slice(2));

/** Yields the contents in the order of their hashes. */
async function* contentsIn(client: ClientBase): AsyncGenerator<Content> {
  for (let after = ''; ;) {
    const { rows } = await client.query<Content>(
      `select id, encode(sha256, 'hex') as sha256, size::float8 as size from file
       where sha256 > decode($1, 'hex') and not in_s3 order by sha256 limit ${PAGE}`,
      [after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.sha256;
  }
}

async function* partsOf(client: ClientBase, { id, size, sha256 }: Content, progress: Progress): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let read = 0;
  for (let n = 0; read < size; n += 1) {
    const { rows } = await client.query<{ bytes: Buffer }>(
      'select bytes from file_part where file_id = $1 and n = $2',
      [id, n],
    );
    const [part] = rows;
    if (!part) break;
    read += part.bytes.length;
    hash.update(part.bytes);
    progress.done(part.bytes.length);
    yield part.bytes;
  }
  if (read !== size || hash.digest('hex') !== sha256) throw new BackupError(`the content of the file ${id} is damaged`);
}

export async function countContents(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    'select coalesce(sum(size), 0)::float8 as bytes from file where not in_s3',
  );
  return rows[0]?.bytes ?? 0;
}

/**
 * Each backup compares only a part of the stored contents, because comparing all would take too long. The number of
 * parts is a prime, so that weekly backups also compare all of them in time.
 */
const CHECK_PARTS = 11;
const isDueForCheck = ({ sha256 }: Content, at: Date): boolean =>
  Number.parseInt(sha256.slice(0, 2), 16) % CHECK_PARTS === Math.floor(at.getTime() / DAY_MS) % CHECK_PARTS;

/** Whether the file has the content; false if it cannot be read. */
async function hasContent(file: string, { sha256 }: Content): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch {
    return false;
  }
  return hash.digest('hex') === sha256;
}

/**
 * Writes the contents that are not in the folder yet, in the transaction of a backup made at this time. Also compares a
 * part of the stored contents, and writes damaged ones again.
 */
export async function writeContents(
  client: ClientBase,
  folder: string,
  {
    at,
    leaveFree,
    progress,
    signal,
  }: { at: Date; leaveFree: number; progress: Progress; signal?: AbortSignal | undefined },
): Promise<void> {
  for await (const content of contentsIn(client)) {
    signal?.throwIfAborted();
    const file = fileOf(folder, content);
    const found = await stat(file).catch(() => undefined);
    const isThere = found?.size === content.size && (!isDueForCheck(content, at) || (await hasContent(file, content)));
    if (!isThere) {
      // A killed backup can have left a part of the file.
      await rm(`${file}.part`, { force: true });
      await rm(file, { force: true });
      const part = await PartFile.create(file);
      try {
        await part.write(partsOf(client, content, progress), leaveFree);
        await part.complete();
      } catch (error) {
        throw await part.discard(error);
      }
    }
    // An earlier backup needs it, too. Its time is later than now if a clock was wrong.
    const time = found && found.mtime > at ? found.mtime : at;
    await utimes(file, time, time);
  }
}

/** Removes the contents that no backup since `oldest` contains. */
export async function pruneContents(folder: string, oldest: Date): Promise<void> {
  const entries = await readdir(folder).catch(() => []);
  // other programs leave files there, such as .DS_Store
  for (const shelf of entries.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    for (const name of await readdir(path.join(folder, shelf))) {
      const file = path.join(folder, shelf, name);
      const { mtime } = await stat(file);
      if (mtime < oldest) await rm(file, { force: true });
    }
  }
}

async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(partBytes), 0, partBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function loadContent(client: ClientBase, folder: string, content: Content, progress: Progress): Promise<void> {
  const file = fileOf(folder, content);
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw new BackupError(
      `${file} cannot be read: put the folder ${folder} of the backup's disk there, or restore with --without-files`,
      { cause: error },
    );
  });
  try {
    const hash = createHash('sha256');
    let n = 0;
    for await (const bytes of chunksOf(handle)) {
      hash.update(bytes);
      progress.done(bytes.length);
      await client.query('insert into file_part (file_id, n, bytes) values ($1, $2, $3)', [content.id, n, bytes]);
      n += 1;
    }
    if (hash.digest('hex') !== content.sha256) {
      throw new BackupError(`${file} is damaged: put a whole copy of it there, or restore with --without-files`);
    }
  } finally {
    await handle.close();
  }
}

/** Loads the contents of all files from the folder beside a backup. */
export async function loadContents(
  client: ClientBase,
  folder: string,
  { progress, signal }: { progress: Progress; signal?: AbortSignal | undefined },
): Promise<void> {
  for await (const content of contentsIn(client)) {
    signal?.throwIfAborted();
    await loadContent(client, folder, content, progress);
  }
}

/** Marks the files whose contents are missing, so that the same content can be attached again. */
export const forgetContents = (client: ClientBase): Promise<unknown> =>
  client.query(
    `update file f set sha256 = null, size = 0
     where not f.in_s3 and not exists (select 1 from file_part p where p.file_id = f.id)`,
  );
