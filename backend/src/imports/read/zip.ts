import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { importReason } from '../../../contract/importReasons.js';
import { UnreadableFile } from './draft.js';

/** The limits of an archive, so that a small file cannot fill the memory or the disk. */
const LIMITS = { gigabytes: 2, entries: 20_000, ratio: 100, freeRatioBytes: 1_000_000 } as const;

/** The download within an archive with files. `exports/filesArchive.ts` writes it. */
export const DATA = 'data.zip';

const GIGABYTE = 1_000_000_000;

const DAMAGED = importReason('badArchive');

/** Throws for an archive that unpacks to far more than its own size. Sizes are checked again while an entry is read. */
function check(entries: readonly Entry[]): void {
  if (entries.length > LIMITS.entries) {
    throw new UnreadableFile(importReason('archiveTooMany', { max: LIMITS.entries }));
  }
  const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (bytes > LIMITS.gigabytes * GIGABYTE) {
    throw new UnreadableFile(importReason('archiveTooLarge', { gigabytes: LIMITS.gigabytes }));
  }
  for (const { uncompressedSize, compressedSize } of entries) {
    if (uncompressedSize > LIMITS.freeRatioBytes && uncompressedSize > compressedSize * LIMITS.ratio) {
      throw new UnreadableFile(importReason('archiveBomb'));
    }
  }
}

/** Reads the index of an archive: its files by name. Throws UnreadableFile if it is damaged or unpacks to too much. */
export async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries: Entry[] = [];
  try {
    // The library refuses names that lead out of the folder.
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      if (entries.length > LIMITS.entries) break;
    }
  } catch {
    throw new UnreadableFile(DAMAGED);
  }
  check(entries);
  return new Map(entries.map((entry) => [entry.fileName, entry]));
}

export interface Archive {
  has: (name: string) => boolean;
  /** Yields the bytes of a file. Throws UnreadableFile if the archive lacks it or is damaged. */
  read: (name: string) => AsyncGenerator<Uint8Array>;
}

/**
 * Opens an archive that arrives as a stream. The index of a zip is at its end, so the archive is first written to
 * `folder`, which the caller deletes. Only the requested files are unpacked.
 */
export async function withArchive<T>(
  parts: AsyncIterable<Uint8Array>,
  folder: string,
  use: (archive: Archive) => Promise<T>,
): Promise<T> {
  const file = path.join(folder, `${randomUUID()}.zip`);
  await pipeline(parts, createWriteStream(file));
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    // An error of the file system does not mean that the archive is damaged.
    throw error instanceof Error && 'code' in error ? error : new UnreadableFile(importReason('notAZip'));
  });
  try {
    const entries = await readEntries(zip);
    return await use({
      has: (name) => entries.has(name),
      async *read(name) {
        const entry = entries.get(name);
        if (!entry) throw new UnreadableFile(importReason('archiveLacks', { name }));
        try {
          yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>;
        } catch {
          throw new UnreadableFile(DAMAGED);
        }
      },
    });
  } finally {
    zip.close();
  }
}
