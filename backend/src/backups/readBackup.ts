import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 as crc, createInflateRaw } from 'node:zlib';
import path from 'node:path';
import * as v from 'valibot';
import { refuseNewer } from '../db/migrate.js';
import { BackupError } from './backupError.js';
import { fileOf, type Manifest, MANIFEST, manifestSchema, SECRET_FILE } from './manifest.js';
import { type Progress, silent } from './progress.js';
import { KEPT } from './tables.js';
import { readDirectory, type ZipEntry } from './zipDirectory.js';

const MANIFEST_MAX = 1024 * 1024;
const CHUNK = 256 * 1024;
const damaged = (name: string): BackupError =>
  new BackupError(`the backup is damaged (${name} is not what was written): take another one`);

/** A backup that is open for reading. */
export class BackupFile {
  readonly #handle: FileHandle;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly manifest: Manifest;

  private constructor(handle: FileHandle, entries: ReadonlyMap<string, ZipEntry>, manifest: Manifest) {
    this.#handle = handle;
    this.#entries = entries;
    this.manifest = manifest;
  }

  /**
   * Opens a file and sees by its manifest whether this version can restore it. What is in it is looked at by `verify`.
   * @throws BackupError, SchemaTooNew with one line for the person at the terminal
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
      refuseNewer(manifest.migrations, 'the backup');
      requireWhole(entries, manifest);
      return new BackupFile(handle, entries, manifest);
    } catch (error) {
      await handle.close();
      // a folder, a device
      if ((error as NodeJS.ErrnoException).syscall !== undefined) {
        throw new BackupError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
      }
      throw error;
    }
  }

  /** Reads all there is and holds it against the manifest. */
  async verify(progress: Progress = silent): Promise<void> {
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

  /** The rows of a table, as they are given to `COPY … FROM`. Fails at their end where they are not what was written. */
  rows(table: string): AsyncGenerator<Buffer> {
    const written = this.manifest.tables.find(({ name }) => name === table);
    if (!written) throw damaged(table);
    return this.#checked(fileOf(table), written);
  }

  /** `SECRET_KEY` as it was; undefined where it is not in the backup. */
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
    for await (const chunk of contentOf(this.#handle, entry)) {
      hash.update(chunk);
      read += chunk.length;
      // a few bytes can stand for very many
      if (read > entry.size) throw damaged(name);
      yield chunk;
    }
    if (read !== (bytes ?? entry.size) || hash.digest('hex') !== sha256) throw damaged(name);
  }
}

/** Bytes of the file; the stream that Node.js makes of a handle would close it. */
async function* bytesOf(handle: FileHandle, { start, compressed }: ZipEntry): AsyncGenerator<Buffer> {
  const end = start + compressed;
  for (let at = start; at < end;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(CHUNK, end - at)), { position: at });
    if (bytesRead === 0) throw damaged('its end');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* contentOf(handle: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  const source = Readable.from(bytesOf(handle, entry), { objectMode: false });
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
  if (!entry || entry.size > MANIFEST_MAX) throw new BackupError('this is a ZIP, but no backup of Cairn');
  const parts: Buffer[] = [];
  for await (const part of contentOf(handle, entry)) parts.push(part);
  const text = Buffer.concat(parts);
  if (text.length !== entry.size || crc(text) !== entry.crc32) throw damaged(MANIFEST);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.toString());
  } catch (error) {
    throw new BackupError('this is a ZIP, but no backup of Cairn', { cause: error });
  }
  const { format, formatVersion } = (parsed ?? {}) as { format?: unknown; formatVersion?: unknown };
  if (format !== 'cairn-backup') throw new BackupError('this is a ZIP, but no backup of Cairn');
  if (formatVersion !== 1)
    throw new BackupError('the backup was made by a newer version of the app: restore it with that');
  const result = v.safeParse(manifestSchema, parsed);
  if (!result.success) throw damaged(MANIFEST);
  return result.output;
}

/** What the manifest names is there, and nothing else. */
function requireWhole(entries: ReadonlyMap<string, ZipEntry>, { tables, secretKey }: Manifest): void {
  const named = [MANIFEST, ...(secretKey ? [SECRET_FILE] : []), ...tables.map(({ name }) => fileOf(name))];
  const unknown = tables.find(({ name }) => !KEPT.includes(name));
  if (unknown) throw damaged(fileOf(unknown.name));
  const missing = named.find((name) => !entries.has(name));
  if (missing !== undefined) throw damaged(missing);
  if (entries.size !== new Set(named).size || named.length !== entries.size) throw damaged(MANIFEST);
}
