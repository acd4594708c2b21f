import { AVATAR, AVATAR_REFUSALS } from '../../contract/avatar.js';
import { type AppError, fieldError, type FieldError, invalid } from '../platform/lib/errors.js';
import type { Turn } from '../platform/lib/passwords.js';
import { convertPicture } from '../request/pictures.js';

/** Timeout of one conversion. */
const SECONDS = 10;
/** WebP quality without visible artifacts at 256 px, in about 15 kB. */
const QUALITY = 82;

const REFUSALS: Readonly<Record<keyof typeof AVATAR_REFUSALS, FieldError>> = {
  missing: fieldError('required', AVATAR_REFUSALS.missing),
  tooLarge: fieldError('pictureTooLarge', AVATAR_REFUSALS.tooLarge, { max: AVATAR.bytes }),
  tooManyPixels: fieldError('pictureTooManyPixels', AVATAR_REFUSALS.tooManyPixels, { max: AVATAR.pixels }),
  unreadable: fieldError('pictureUnreadable', AVATAR_REFUSALS.unreadable),
};
const refuse = (why: keyof typeof REFUSALS): AppError => invalid({ avatar: REFUSALS[why] });

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** The IEND chunk: length 0, name, checksum. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');

/**
 * Detects a truncated PNG: the decoder accepts a file that ends after its pixels, or one of few pixels that is cut
 * within them.
 */
function isCutPng(file: Buffer): boolean {
  if (!file.subarray(0, PNG.length).equals(PNG)) return false;
  let at = PNG.length;
  // a chunk has 12 bytes around its data: length, name and checksum
  while (at + PNG_END.length <= file.length) {
    if (file.subarray(at, at + PNG_END.length).equals(PNG_END)) return false;
    at += PNG_END.length + file.readUInt32BE(at);
  }
  return true;
}

/**
 * Converts an uploaded file into an upright square WebP without the file's metadata. Detects the format from the
 * content. Throws VALIDATION_FAILED at `avatar` for a file that is no PNG, JPEG or WebP, is truncated or has too many
 * pixels.
 */
export async function makePicture(file: Buffer, turn: Turn): Promise<Buffer> {
  if (file.length === 0) throw refuse('missing');
  if (isCutPng(file)) throw refuse('unreadable');
  return convertPicture(turn, (open) =>
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
