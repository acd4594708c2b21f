import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive; its text is made when its turn has come. */
export interface ArchiveFile {
  name: string;
  text: () => AsyncIterable<string>;
}

/** The bytes of a zip of these files, one after another, no faster than they are taken. */
function zipStream(files: readonly ArchiveFile[], at: Date): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  for (const { name, text } of files) {
    zip.addReadStreamLazy(name, { mtime: at }, (give) => {
      const source = Readable.from(text());
      // the library does not look at what fails in there
      source.once('error', (error) => stream.destroy(error));
      give(null, source);
    });
  }
  zip.end();
  return stream;
}

/** A zip of these files, in parts of this size; the last one is smaller. */
export async function* zipParts(files: readonly ArchiveFile[], at: Date, size: number): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of zipStream(files, at) as AsyncIterable<Buffer>) {
    kept.push(chunk);
    bytes += chunk.length;
    while (bytes >= size) {
      const all = Buffer.concat(kept);
      yield all.subarray(0, size);
      kept = [all.subarray(size)];
      bytes -= size;
    }
  }
  if (bytes > 0) yield Buffer.concat(kept);
}
