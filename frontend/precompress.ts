import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Fonts and pictures are compressed already. */
const TEXT = /\.(?:js|css|svg|json|map|wasm|ttf)$/;
const MIN_BYTES = 1024;
/** Larger files get a faster compression. Only GraphiQL's editor is larger, and few people load it. */
const LARGE_BYTES = 256 * 1024;
/** Concurrent jobs; zlib has no more threads. */
const WORKERS = 4;

async function compress(file: string, content: Buffer): Promise<void> {
  const quality = content.length > LARGE_BYTES ? 5 : 10;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    brotli(content, { params }).then((data) => writeFile(`${file}.br`, data)),
    gzipped(content, { level: quality > 5 ? 9 : 6 }).then((data) => writeFile(`${file}.gz`, data)),
  ]);
}

/** Writes `.br` and `.gz` next to every built file that becomes smaller; the server sends these unchanged. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const queue = Object.values(bundle)
      .map((output) => ({
        file: path.join(dir, output.fileName),
        content: Buffer.from(output.type === 'chunk' ? output.code : output.source),
      }))
      .filter(
        ({ file, content }) =>
          path.basename(path.dirname(file)) === 'assets' && TEXT.test(file) && content.length >= MIN_BYTES,
      );
    const work = async (): Promise<void> => {
      for (let next = queue.pop(); next; next = queue.pop()) await compress(next.file, next.content);
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
  },
});
