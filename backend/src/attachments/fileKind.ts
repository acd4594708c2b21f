import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';

/** The type of a content, detected from its bytes. */
export interface FileKind {
  /** A media type; `application/octet-stream` if it is unknown. */
  type: string;
  /** Of a picture, in pixels. */
  width: number | null;
  height: number | null;
}

const UNKNOWN: FileKind = { type: 'application/octet-stream', width: null, height: null };
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The types that browsers display. All others are downloaded, because they could run scripts on our origin. */
export const SHOWN_TYPES: readonly string[] = [...PICTURES, 'application/pdf'];

function measure(bytes: Buffer): Pick<FileKind, 'width' | 'height'> {
  try {
    const { width, height } = imageSize(bytes);
    return { width, height };
  } catch {
    // The size is not in the first bytes, or the file is not a picture of this type.
    return { width: null, height: null };
  }
}

export async function detectType(bytes: Buffer): Promise<FileKind> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!found) return UNKNOWN;
  // An animated PNG is a PNG that programs without animations show as well (PNG, third edition, section 4.10).
  const type = found.mime === 'image/apng' ? 'image/png' : found.mime;
  return { type, ...(PICTURES.includes(type) ? measure(bytes) : { width: null, height: null }) };
}
