import { constants } from 'node:fs';
import { access, type FileHandle, link, mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from '../platform/lib/backupError.js';

const exists = (file: string): Promise<boolean> =>
  access(file, constants.F_OK).then(
    () => true,
    () => false,
  );

/** How much is written per call, and how often the free space is checked. */
const WRITE_BYTES = 1024 * 1024;
const CHECK_BYTES = 16 * WRITE_BYTES;

/** Converts a write error to a message for the operator. */
function explain(error: unknown, file: string): unknown {
  const { code } = error as { code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupError(`there is no room left for ${file}`);
  if (code === 'EFBIG') return new BackupError(`${file} would exceed the maximum file size`);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new BackupError(`${file} cannot be written: permission denied`);
  if (code === 'EIO') return new BackupError(`${file} cannot be written: the disk fails`);
  return error;
}

/** A file that is called `FILE.part` until it is complete and on disk. Only its owner can read it, and it overwrites nothing. */
export class PartFile {
  readonly #file: string;
  readonly #part: string;
  readonly #handle: FileHandle;

  private constructor(file: string, part: string, handle: FileHandle) {
    this.#file = file;
    this.#part = part;
    this.#handle = handle;
  }

  static async create(name: string): Promise<PartFile> {
    const file = path.resolve(name);
    const part = `${file}.part`;
    if (await exists(file)) throw new BackupError(`${file} already exists and is not overwritten`);
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      return new PartFile(file, part, await open(part, 'wx', 0o600));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw explain(error, file);
      throw new BackupError(`${part} exists: another backup is writing it, or was killed (then delete the file)`);
    }
  }

  /** Writes a source as long as `leaveFree` bytes stay free on the disk. */
  async write(source: AsyncIterable<Buffer>, leaveFree: number): Promise<void> {
    let waiting: Buffer[] = [];
    let [bytes, unchecked] = [0, CHECK_BYTES];
    const flush = async (): Promise<void> => {
      unchecked += bytes;
      if (leaveFree > 0 && unchecked >= CHECK_BYTES) {
        await this.#requireFreeSpace(leaveFree);
        unchecked = 0;
      }
      const chunk = Buffer.concat(waiting);
      [waiting, bytes] = [[], 0];
      // a write can be partial
      for (let at = 0; at < chunk.length;) at += (await this.#handle.write(chunk, at)).bytesWritten;
    };
    for await (const chunk of source) {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= WRITE_BYTES) await flush();
    }
    await flush();
  }

  async #requireFreeSpace(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(path.dirname(this.#file));
    if (bavail * bsize >= bytes) return;
    throw new BackupError(`less than ${Math.round(bytes / 1e6)} MB are left on the disk of ${this.#file}`);
  }

  /** Syncs the file to disk and gives it its name. */
  async complete(): Promise<void> {
    try {
      await this.#handle.sync();
      await this.#handle.close();
      await this.#publish();
    } catch (error) {
      throw explain(error, this.#file);
    }
    // makes the name durable, too
    const folder = await open(path.dirname(this.#file), 'r').catch(() => undefined);
    await folder?.sync().catch(() => undefined);
    await folder?.close();
  }

  /** Removes the file. Returns the error to report. */
  async discard(reason: unknown): Promise<unknown> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.#part, { force: true });
    return explain(reason, this.#file);
  }

  /** A link never overwrites another file; file systems without links get a rename. */
  async #publish(): Promise<void> {
    try {
      await link(this.#part, this.#file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
        throw new BackupError(`${this.#file} was created meanwhile and is not overwritten`);
      }
      if (await exists(this.#file)) throw error;
      return rename(this.#part, this.#file);
    }
    await rm(this.#part);
  }
}
