import sharp from 'sharp';

const CALM = { r: 47, g: 128, b: 104 };

/** A plain picture of any size, including sizes above the upload limit. */
export const plain = (width: number, height: number, background: object = CALM) =>
  sharp({ create: { width, height, channels: 'alpha' in background ? 4 : 3, background }, limitInputPixels: false });

export const square = (): Promise<Buffer> => plain(32, 32).png().toBuffer();

/** Returns the color of a pixel: red, green, blue and, if present, alpha. */
export async function pixelAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}
