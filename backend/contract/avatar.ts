/** Limits of an uploaded picture. */
export const AVATAR = {
  bytes: 5 * 1024 * 1024,
  pixels: 24_000_000,
  types: ['image/png', 'image/jpeg', 'image/webp'],
  /** Width and height of the stored square. */
  size: 256,
} as const;

/** Error messages for uploads. */
export const AVATAR_REFUSALS = {
  missing: 'Please choose a picture',
  tooLarge: 'This file is too large: a picture may have up to 5 MB',
  tooManyPixels: 'This picture has too many pixels: up to 24 million can be read',
  unreadable: 'This file cannot be read as a picture: please choose a PNG, JPEG or WebP',
} as const;
