import sharp from 'sharp';

const CALM = { r: 47, g: 128, b: 104 };

/** A plain picture of so many pixels, to be encoded. Of any size: the limit of those who read it is what is tried. */
export const plain = (width: number, height: number, background: object = CALM) =>
  sharp({ create: { width, height, channels: 'alpha' in background ? 4 : 3, background }, limitInputPixels: false });

/** A small PNG. */
export const square = (): Promise<Buffer> => plain(32, 32).png().toBuffer();

/** What a picture shows there: red, green, blue and, if it has it, how solid it is. */
export async function pixelAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}
