import { constants } from 'node:fs';
import { access, type FileHandle, link, mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from './backupError.js';

const exists = (file: string): Promise<boolean> =>
  access(file, constants.F_OK).then(
    () => true,
    () => false,
  );

/** How much is written at once, and after how much one asks again how much room is left. */
const WRITE_BYTES = 1024 * 1024;
const ASK_BYTES = 16 * WRITE_BYTES;

/** What a failure to write means for the person at the terminal. */
function inWords(error: unknown, file: string): unknown {
  const { code } = error as { code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupError(`there is no room left for ${file}`);
  if (code === 'EFBIG') return new BackupError(`${file} may not become that large here`);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return new BackupError(`${file} may not be written`);
  if (code === 'EIO') return new BackupError(`${file} cannot be written: the disk fails`);
  return error;
}

/**
 * A file that has its name only once it is complete and on the disk: until then it is `FILE.part`. It is for its owner
 * alone, and takes no other file's place.
 */
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
    if (await exists(file)) throw new BackupError(`${file} is there already: it is not overwritten`);
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      return new PartFile(file, part, await open(part, 'wx', 0o600));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw inWords(error, file);
      throw new BackupError(`${part} is there: another backup is writing it, or was killed; then delete it`);
    }
  }

  /** Writes all bytes of a source, as long as the disk keeps so much room for others. */
  async write(source: AsyncIterable<Buffer>, leaveFree: number): Promise<void> {
    let waiting: Buffer[] = [];
    let [bytes, unasked] = [0, ASK_BYTES];
    const flush = async (): Promise<void> => {
      unasked += bytes;
      if (leaveFree > 0 && unasked >= ASK_BYTES) {
        await this.#requireRoom(leaveFree);
        unasked = 0;
      }
      const chunk = Buffer.concat(waiting);
      [waiting, bytes] = [[], 0];
      // one call may write less than it was given
      for (let at = 0; at < chunk.length;) at += (await this.#handle.write(chunk, at)).bytesWritten;
    };
    for await (const chunk of source) {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= WRITE_BYTES) await flush();
    }
    await flush();
  }

  async #requireRoom(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(path.dirname(this.#file));
    if (bavail * bsize >= bytes) return;
    throw new BackupError(`less than ${Math.round(bytes / 1e6)} MB are left on the disk of ${this.#file}`);
  }

  /** Makes sure that it is on the disk and gives it its name. */
  async complete(): Promise<void> {
    try {
      await this.#handle.sync();
      await this.#handle.close();
      await this.#name();
    } catch (error) {
      throw inWords(error, this.#file);
    }
    // the name, too, shall outlive a loss of power
    const folder = await open(path.dirname(this.#file), 'r').catch(() => undefined);
    await folder?.sync().catch(() => undefined);
    await folder?.close();
  }

  /** Leaves nothing behind. Answers what to tell of the failure. */
  async discard(reason: unknown): Promise<unknown> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.#part, { force: true });
    return inWords(reason, this.#file);
  }

  /** A link takes no other file's place, whoever makes one meanwhile; not every file system knows links. */
  async #name(): Promise<void> {
    try {
      await link(this.#part, this.#file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
        throw new BackupError(`${this.#file} is there by now: it is not overwritten`);
      }
      if (await exists(this.#file)) throw error;
      return rename(this.#part, this.#file);
    }
    await rm(this.#part);
  }
}
