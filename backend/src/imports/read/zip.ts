import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { UnreadableFile } from './draft.js';

/** What an archive may have, so that a small file cannot fill the memory or the disk. */
const LIMITS = { bytes: 2_000_000_000, entries: 20_000, ratio: 100, freeRatioBytes: 1_000_000 } as const;

/** Throws for an archive that unpacks to much more than it is. Sizes are checked again while an entry is read. */
function check(entries: readonly Entry[]): void {
  if (entries.length > LIMITS.entries) throw new UnreadableFile('The archive has more than 20,000 files.');
  const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (bytes > LIMITS.bytes) throw new UnreadableFile('The archive has more than 2 GB.');
  for (const { uncompressedSize, compressedSize } of entries) {
    if (uncompressedSize > LIMITS.freeRatioBytes && uncompressedSize > compressedSize * LIMITS.ratio) {
      throw new UnreadableFile('The archive unpacks to more than a hundred times its size.');
    }
  }
}

async function readEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  // The library refuses names that lead out of a folder.
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
    if (entries.length > LIMITS.entries) break;
  }
  return entries;
}

/**
 * Reads one file of an archive, which arrives as bytes: an archive has its index at the end, so it is written to a folder of
 * its own first. Nothing else is unpacked.
 */
export async function readFromZip<T>(
  parts: AsyncIterable<Uint8Array>,
  name: string,
  use: (parts: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cairn-import-'));
  try {
    const file = path.join(folder, 'archive.zip');
    await pipeline(parts, createWriteStream(file));
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch(() => {
      throw new UnreadableFile('This is not a zip file.');
    });
    try {
      const entries = await readEntries(zip).catch(() => {
        throw new UnreadableFile('The archive is damaged.');
      });
      check(entries);
      const entry = entries.find(({ fileName }) => fileName === name);
      if (!entry) throw new UnreadableFile(`The archive has no ${name}.`);
      return await use((await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>);
    } finally {
      zip.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
