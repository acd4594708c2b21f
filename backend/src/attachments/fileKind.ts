import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';

/** What a content is, read from the content itself. */
export interface FileKind {
  /** A media type; `application/octet-stream` for what is not known. */
  type: string;
  /** Of a picture, in pixels. */
  width: number | null;
  height: number | null;
}

const UNKNOWN: FileKind = { type: 'application/octet-stream', width: null, height: null };
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The types that browsers show in place. All others are downloaded: they could run on our origin. */
export const SHOWN_TYPES: readonly string[] = [...PICTURES, 'application/pdf'];

function measure(bytes: Buffer): Pick<FileKind, 'width' | 'height'> {
  try {
    const { width, height } = imageSize(bytes);
    return { width, height };
  } catch {
    // The beginning does not say, or it is no picture of this kind.
    return { width: null, height: null };
  }
}

/** Detects the type by the first part of a content. */
export async function detectType(bytes: Buffer): Promise<FileKind> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!found) return UNKNOWN;
  const { mime: type } = found;
  return { type, ...(PICTURES.includes(type) ? measure(bytes) : { width: null, height: null }) };
}
