import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { splitIntoParts } from '../platform/lib/splitIntoParts.js';

/** A file of an archive; `text` is called when the file is written. */
export interface ArchiveFile {
  name: string;
  text: () => AsyncIterable<string>;
}

/** Streams a zip of the files, one after another, at the speed of the reader. */
function zipStream(files: readonly ArchiveFile[], at: Date): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  for (const { name, text } of files) {
    zip.addReadStreamLazy(name, { mtime: at }, (give) => {
      const source = Readable.from(text());
      // The library ignores errors of its sources.
      source.once('error', (error) => stream.destroy(error));
      give(null, source);
    });
  }
  zip.end();
  return stream;
}

/** Yields a zip of the files in parts of `size` bytes; the last part is smaller. */
export const zipParts = (files: readonly ArchiveFile[], at: Date, size: number): AsyncGenerator<Buffer> =>
  splitIntoParts(zipStream(files, at), size);
