import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 as crc, createInflateRaw } from 'node:zlib';
import path from 'node:path';
import * as v from 'valibot';
import { requireKnownMigrations } from '../platform/process/migrate.js';
import { BackupError } from '../platform/lib/backupError.js';
import { dataFileName, type Manifest, MANIFEST, manifestSchema, SECRET_FILE } from './manifest.js';
import { noProgress, type Progress } from './progress.js';
import { BACKED_UP } from './tables.js';
import { readDirectory, type ZipEntry } from './zipDirectory.js';

const MANIFEST_MAX = 1024 * 1024;
const CHUNK = 256 * 1024;
const damaged = (name: string): BackupError =>
  new BackupError(`the backup is damaged (${name} has changed since it was written): use another one`);

export class BackupFile {
  readonly #handle: FileHandle;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly manifest: Manifest;
  /** Its path. */
  readonly file: string;

  private constructor(file: string, handle: FileHandle, entries: ReadonlyMap<string, ZipEntry>, manifest: Manifest) {
    this.file = file;
    this.#handle = handle;
    this.#entries = entries;
    this.manifest = manifest;
  }

  /**
   * Opens a backup and checks by its manifest that this version can restore it. `verify` checks the contents.
   * @throws BackupError, SchemaTooNew with one line for the operator
   */
  static async open(name: string): Promise<BackupFile> {
    const file = path.resolve(name);
    let handle: FileHandle;
    try {
      handle = await open(file, 'r');
    } catch (error) {
      throw new BackupError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
    }
    try {
      const entries = new Map((await readDirectory(handle)).map((entry) => [entry.name, entry]));
      const manifest = await readManifest(handle, entries.get(MANIFEST));
      requireKnownMigrations(manifest.migrations, 'the backup');
      requireComplete(entries, manifest);
      return new BackupFile(file, handle, entries, manifest);
    } catch (error) {
      await handle.close();
      // a folder, a device
      if ((error as NodeJS.ErrnoException).syscall !== undefined) {
        throw new BackupError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
      }
      throw error;
    }
  }

  /** Reads everything and compares it with the manifest. */
  async verify(progress: Progress = noProgress): Promise<void> {
    const { tables, secretKey } = this.manifest;
    progress.step(
      'Verifying',
      tables.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    for (const { name } of tables) {
      for await (const chunk of this.rows(name)) progress.done(chunk.length);
    }
    if (secretKey) await this.secretKey();
  }

  /** Reads a table's rows for `COPY … FROM`. Throws at the end if they differ from the manifest. */
  rows(table: string): AsyncGenerator<Buffer> {
    const written = this.manifest.tables.find(({ name }) => name === table);
    if (!written) throw damaged(table);
    return this.#checked(dataFileName(table), written);
  }

  /** Returns the `SECRET_KEY` of the backup; undefined if it is not included. */
  async secretKey(): Promise<string | undefined> {
    const { secretKey } = this.manifest;
    if (!secretKey) return undefined;
    const parts: Buffer[] = [];
    for await (const part of this.#checked(SECRET_FILE, secretKey)) parts.push(part);
    return Buffer.concat(parts).toString();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async *#checked(name: string, { sha256, bytes }: { sha256: string; bytes?: number }): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw damaged(name);
    const hash = createHash('sha256');
    let read = 0;
    for await (const chunk of inflateEntry(this.#handle, entry)) {
      hash.update(chunk);
      read += chunk.length;
      // a zip bomb: few bytes can inflate to very many
      if (read > entry.size) throw damaged(name);
      yield chunk;
    }
    if (read !== (bytes ?? entry.size) || hash.digest('hex') !== sha256) throw damaged(name);
  }
}

/** Reads bytes by position; a stream of a FileHandle would close the handle. */
async function* readEntry(handle: FileHandle, { start, compressed }: ZipEntry): AsyncGenerator<Buffer> {
  const end = start + compressed;
  for (let at = start; at < end;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(CHUNK, end - at)), { position: at });
    if (bytesRead === 0) throw damaged('its end');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* inflateEntry(handle: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  const source = Readable.from(readEntry(handle, entry), { objectMode: false });
  const inflate = createInflateRaw({ chunkSize: CHUNK });
  source.once('error', (error) => inflate.destroy(error));
  source.pipe(inflate);
  try {
    yield* inflate as AsyncIterable<Buffer>;
  } catch (error) {
    throw (error as { code?: string }).code?.startsWith('Z_') ? damaged(entry.name) : error;
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

async function readManifest(handle: FileHandle, entry: ZipEntry | undefined): Promise<Manifest> {
  if (!entry || entry.size > MANIFEST_MAX) throw new BackupError('this is a ZIP file, but not a backup of Cairn');
  const parts: Buffer[] = [];
  for await (const part of inflateEntry(handle, entry)) parts.push(part);
  const text = Buffer.concat(parts);
  if (text.length !== entry.size || crc(text) !== entry.crc32) throw damaged(MANIFEST);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.toString());
  } catch (error) {
    throw new BackupError('this is a ZIP file, but not a backup of Cairn', { cause: error });
  }
  const { format, formatVersion } = (parsed ?? {}) as { format?: unknown; formatVersion?: unknown };
  if (format !== 'cairn-backup') throw new BackupError('this is a ZIP file, but not a backup of Cairn');
  if (formatVersion !== 1)
    throw new BackupError('the backup was made by a newer version of the app: use that version to restore it');
  const result = v.safeParse(manifestSchema, parsed);
  if (!result.success) throw damaged(MANIFEST);
  return result.output;
}

/** Throws unless the archive contains exactly what the manifest lists. */
function requireComplete(entries: ReadonlyMap<string, ZipEntry>, { tables, secretKey }: Manifest): void {
  const named = [MANIFEST, ...(secretKey ? [SECRET_FILE] : []), ...tables.map(({ name }) => dataFileName(name))];
  const unknown = tables.find(({ name }) => !BACKED_UP.includes(name));
  if (unknown) throw damaged(dataFileName(unknown.name));
  const missing = named.find((name) => !entries.has(name));
  if (missing !== undefined) throw damaged(missing);
  if (entries.size !== new Set(named).size || named.length !== entries.size) throw damaged(MANIFEST);
}
