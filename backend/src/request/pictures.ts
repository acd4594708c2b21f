import type { Sharp, SharpOptions } from 'sharp';
import type { Turn } from '../platform/lib/passwords.js';
import { FairQueue } from './fairQueue.js';

/** Concurrent conversions: each takes a thread and, for 24 million pixels, up to 100 MB. */
const WORKERS = 2;
/** More than the number of picture and file uploads that a process accepts at once. */
const WAITING = 64;

/** The only allowed decoders: libvips knows many more formats, some of them scriptable, such as SVG. */
const LOADERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];

type Open = (bytes: Buffer, options: SharpOptions) => Sharp;

/** Loads sharp on first use: most servers start without it. */
async function load(): Promise<Open> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  // No picture is read twice.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

let loading: Promise<Open> | undefined;
const queue = new FairQueue(WORKERS, WAITING);

/** Converts a PNG, JPEG or WebP. Callers wait in a queue, so `convert` reads the picture itself: few are in memory at once. */
export async function convertPicture<T>(turn: Turn, convert: (open: Open) => Promise<T>): Promise<T> {
  const open = await (loading ??= load());
  return queue.run(turn, () => convert(open));
}
