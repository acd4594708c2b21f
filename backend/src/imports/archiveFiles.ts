import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { importReason, type ImportReason } from '../../contract/importReasons.js';
import { ATTACHMENTS } from '../../contract/limits.js';
import { readFile, type StoredFile } from '../attachments/fileStore.js';
import { maxFileBytes, measureFreeSpace, type QuotaRefusal } from '../attachments/quota.js';
import { makeThumbnail } from '../attachments/thumbnail.js';
import { storeUpload } from '../attachments/upload.js';
import { isTransient } from '../platform/database/databaseErrors.js';
import { REQUEST_MS, withDeadline } from '../platform/lib/deadline.js';
import { AppError } from '../platform/lib/errors.js';
import type { Context, Resources } from '../request/context.js';
import { bytesOfProject } from '../tasks/fileSpace.js';
import { type DraftFile, UnreadableFile } from './read/draft.js';
import { DATA, readEntries } from './read/zip.js';

/* Reads the contents of files from the archive of an import. The archive is stored in parts, and only the parts of a
   requested file are read. Nothing is unpacked to disk. */

const { partBytes } = ATTACHMENTS;

/** Reads a stored archive at any offset. */
class StoredArchive extends RandomAccessReader {
  /** Set when reading the stored archive failed, which does not mean that the archive is damaged. */
  failure: unknown = null;
  #part: { n: number; bytes: Buffer } | null = null;

  constructor(
    readonly resources: Resources,
    readonly fileId: string,
    readonly size: number,
  ) {
    super();
  }

  async *#bytes(start: number, end: number): AsyncGenerator<Buffer> {
    try {
      yield* readFile(this.resources, this.fileId, start, end - 1);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#bytes(start, end), { objectMode: false });
  }

  // The index is read in small pieces, so the most recent part is cached.
  async #fill(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    for (let at = position; at < position + length;) {
      const n = Math.floor(at / partBytes);
      const start = n * partBytes;
      if (this.#part?.n !== n) {
        const read: Buffer[] = [];
        for await (const bytes of this.#bytes(start, Math.min(this.size, start + partBytes))) read.push(bytes);
        this.#part = { n, bytes: Buffer.concat(read) };
      }
      const end = Math.min(start + partBytes, position + length);
      at += this.#part.bytes.copy(buffer, offset + at - position, at - start, end - start);
      if (at < end) throw new Error('the archive ends too early');
    }
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    answer: (error: Error | null) => void,
  ): void {
    void this.#fill(buffer, offset, length, position)
      .then(() => null)
      .catch((error: Error) => error)
      .then(answer);
  }
}

/** The outcome of a file: its stored content (null in a dry run), or the reason why it has none. */
export type FileOutcome = { stored: (StoredFile & { hasThumbnail: boolean }) | null } | { why: ImportReason };

const MEGABYTE = 1024 * 1024;
const GIGABYTE = 1024 * MEGABYTE;

const NO_SPACE: Readonly<Record<QuotaRefusal, ImportReason>> = {
  storageFull: importReason('storageFull'),
  projectFull: importReason('projectFull', { gigabytes: ATTACHMENTS.projectBytes / GIGABYTE }),
  dailyLimit: importReason('dailyLimit', { gigabytes: ATTACHMENTS.personBytesPerDay / GIGABYTE }),
};

/**
 * Refuses stored files that no longer fit into the project: others can have filled it since the archive was opened. The
 * project must be locked. Returns the outcomes with these refusals.
 */
export async function refuseIfFull(
  em: EntityManager,
  projectId: string,
  outcomes: ReadonlyMap<string, FileOutcome>,
): Promise<ReadonlyMap<string, FileOutcome>> {
  const sizeOf = (outcome: FileOutcome): number => ('stored' in outcome ? (outcome.stored?.size ?? 0) : 0);
  if (![...outcomes.values()].some((outcome) => sizeOf(outcome) > 0)) return outcomes;
  const { rows } = await sql<{ stored: number }>`select ${bytesOfProject(projectId)} as stored`.execute(em.getKysely());
  let bytes = rows[0]?.stored ?? 0;
  const checked = new Map<string, FileOutcome>();
  for (const [id, outcome] of outcomes) {
    const size = sizeOf(outcome);
    const fits = size === 0 || bytes + size <= ATTACHMENTS.projectBytes;
    if (fits) bytes += size;
    checked.set(id, fits ? outcome : { why: NO_SPACE.projectFull });
  }
  return checked;
}

export class ArchiveFiles {
  readonly #ctx: Context;
  readonly #projectId: string;
  readonly #dryRun: boolean;
  readonly #archive: StoredArchive;
  readonly #zip: ZipFile;
  readonly #signal: AbortSignal | undefined;
  /** The files by the ids of their attachments. */
  readonly #entries = new Map<string, Entry>();
  /** Whether this archive contains the files. */
  readonly #isWhole: boolean;
  readonly #findQuotaRefusal: (bytes: number) => Promise<QuotaRefusal | null>;
  /** The total size of the files accepted so far. */
  #bytes = 0;

  private constructor(
    { ctx, projectId, dryRun, signal }: OpenOptions,
    archive: StoredArchive,
    zip: ZipFile,
    entries: ReadonlyMap<string, Entry>,
    findQuotaRefusal: (bytes: number) => Promise<QuotaRefusal | null>,
  ) {
    this.#ctx = ctx;
    this.#projectId = projectId;
    this.#dryRun = dryRun;
    this.#archive = archive;
    this.#zip = zip;
    this.#signal = signal;
    this.#isWhole = entries.has(DATA);
    for (const [name, entry] of entries) {
      const [, id] = /^files\/([^/]+)\//.exec(name) ?? [];
      if (id !== undefined) this.#entries.set(id, entry);
    }
    this.#findQuotaRefusal = findQuotaRefusal;
  }

  /** Opens a stored archive. Measures the free space now, so that a dry run and a real one get the same result. */
  static async open(options: OpenOptions): Promise<ArchiveFiles> {
    const { ctx, projectId, fileId, size } = options;
    const archive = new StoredArchive(ctx.resources, fileId, size);
    try {
      const zip = await fromRandomAccessReaderPromise(archive, size, { lazyEntries: true, autoClose: false });
      const entries = await readEntries(zip);
      const findQuotaRefusal = await withDeadline(REQUEST_MS, () => measureFreeSpace(ctx, projectId));
      return new ArchiveFiles(options, archive, zip, entries, findQuotaRefusal);
    } catch (error) {
      // Trying again can help.
      if (archive.failure !== null) throw archive.failure;
      throw error;
    }
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  close(): void {
    this.#zip.close();
  }

  /** Yields a content. Throws if its hash differs from the expected one. */
  async *#read(entry: Entry): AsyncGenerator<Buffer> {
    let sum = 0;
    for await (const bytes of (await this.#zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      sum = crc32(bytes, sum);
      yield bytes;
    }
    if (sum !== entry.crc32) throw new UnreadableFile(importReason('fileDamaged'));
  }

  async #refuse(size: number): Promise<ImportReason | null> {
    if (size === 0) return importReason('fileEmpty');
    const max = maxFileBytes(this.#ctx);
    if (size > max) return importReason('fileTooLarge', { megabytes: max / MEGABYTE });
    const refusal = await withDeadline(REQUEST_MS, () => this.#findQuotaRefusal(this.#bytes + size));
    return refusal && NO_SPACE[refusal];
  }

  /** Stores the content of a file. A dry run only reads it. */
  async store({ id }: DraftFile): Promise<FileOutcome> {
    const entry = this.#entries.get(id);
    if (!entry) {
      return { why: importReason(this.#isWhole ? 'fileMissing' : 'archiveWithoutFiles') };
    }
    this.#signal?.throwIfAborted();
    const size = entry.uncompressedSize;
    const why = await this.#refuse(size);
    if (why !== null) return { why };
    try {
      const stored = this.#dryRun ? await this.#check(entry) : await this.#keep(entry, size);
      this.#bytes += size;
      return { stored };
    } catch (error) {
      if (this.#archive.failure !== null) throw this.#archive.failure;
      // Other people have used the space meanwhile.
      if (error instanceof AppError && error.code === 'VALIDATION_FAILED') return { why: NO_SPACE.storageFull };
      if (error instanceof AppError || isOfDatabase(error)) throw error;
      return { why: importReason('fileDamaged') };
    }
  }

  async #check(entry: Entry): Promise<null> {
    for await (const _bytes of this.#read(entry));
    return null;
  }

  async #keep(entry: Entry, total: number): Promise<StoredFile & { hasThumbnail: boolean }> {
    const ctx = this.#ctx;
    const arriving = { uploadId: undefined, from: 0, total, read: () => this.#read(entry) };
    const stored = await storeUpload(ctx, { ...arriving, maxBytes: maxFileBytes(ctx), projectId: this.#projectId });
    await makeThumbnail(ctx, stored);
    const { rows } = await sql`select 1 from file_thumbnail where file_id = ${stored.id}`.execute(
      ctx.resources.orm.em.fork().getKysely(),
    );
    return { ...stored, hasThumbnail: rows.length > 0 };
  }
}

interface OpenOptions {
  ctx: Context;
  projectId: string;
  fileId: string;
  size: number;
  dryRun: boolean;
  signal: AbortSignal | undefined;
}

/** Whether an error comes from PostgreSQL, which sets codes, or from its connection, rather than from zlib. */
const isOfDatabase = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return isTransient(error) || (typeof code === 'string' && !code.startsWith('Z_'));
};
