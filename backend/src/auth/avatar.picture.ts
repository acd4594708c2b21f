import type { Sharp, SharpOptions } from 'sharp';
import { AVATAR, AVATAR_REFUSALS } from '../../contract/avatar.js';
import { type AppError, invalid } from '../kernel/errors.js';
import type { Turn } from '../kernel/passwords.js';
import { FairQueue } from './fairQueue.js';

/** Pictures that are made at once: each takes a thread and, of 24 million pixels, up to 100 MB. */
const HANDS = 2;
/** More than can come, see `AT_ONCE` of the service. */
const WAITING = 32;
/** A picture that takes longer is none of anybody's face. */
const SECONDS = 10;
/** WebP's quality at which a face of 256 px shows no trace of it, in about 15 kB. */
const QUALITY = 82;

/** All that may read a file: libvips knows many more formats, some of which are programs, like SVG. */
const LOADERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];

const refuse = (why: keyof typeof AVATAR_REFUSALS): AppError => invalid({ avatar: [AVATAR_REFUSALS[why]] });

type Open = (bytes: Buffer, options: SharpOptions) => Sharp;

/** The library, once somebody needs it: most servers start without. */
async function load(): Promise<Open> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  // nothing is read twice
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** The last chunk: no data, its name, its checksum. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');

/** Whether a PNG lacks its end. The decoder takes one whose pixels are complete, and one of few pixels that is cut in them. */
function isCutPng(file: Buffer): boolean {
  if (!file.subarray(0, PNG.length).equals(PNG)) return false;
  let at = PNG.length;
  // each chunk has its length, its name and its checksum around its data
  while (at + PNG_END.length <= file.length) {
    if (file.subarray(at, at + PNG_END.length).equals(PNG_END)) return false;
    at += PNG_END.length + file.readUInt32BE(at);
  }
  return true;
}

let loading: Promise<Open> | undefined;
const queue = new FairQueue(HANDS, WAITING);

/**
 * Makes the picture that is kept out of a file that somebody sent: a square of its middle, upright, as WebP, with nothing
 * of the file but what its pixels show. What the file is, its content tells. VALIDATION_FAILED at `avatar` when it is no
 * PNG, JPEG or WebP, not whole, or of too many pixels.
 */
export async function makePicture(file: Buffer, turn: Turn): Promise<Buffer> {
  if (file.length === 0) throw refuse('missing');
  if (isCutPng(file)) throw refuse('unreadable');
  const open = await (loading ??= load());
  return queue.run(turn, () =>
    open(file, { limitInputPixels: AVATAR.pixels, failOn: 'error' })
      .autoOrient()
      .resize(AVATAR.size, AVATAR.size, { fit: 'cover' })
      .webp({ quality: QUALITY })
      .timeout({ seconds: SECONDS })
      .toBuffer()
      .catch((error: Error) => {
        throw refuse(/pixel limit/.test(error.message) ? 'tooManyPixels' : 'unreadable');
      }),
  );
}
