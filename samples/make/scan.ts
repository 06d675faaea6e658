/** Makes a clean picture of a page look like the output of an office scanner. */
import sharp from "sharp";
import { chance, grain, hills } from "./noise.ts";

/** Clockwise skew of the page in the feeder. */
const SLIP_DEGREES = 0.6;
/** Standard deviation of the grain, in greys, where the scanner did not clip to white. */
const GRAIN = 7;
/** Specks of dust on the whole page. */
const SPECKS = 140;
/** Number of shades of grey in the file. */
const SHADES = 16;

/** From a PNG of the page to a greyscale PNG of the same size. */
export async function scan(page: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(page).metadata();
  const slipped = sharp(page).greyscale().rotate(SLIP_DEGREES, { background: "#ffffff" }).blur(0.7);
  const turned = await slipped.png().toBuffer({ resolveWithObject: true });
  const left = Math.floor((turned.info.width - width) / 2);
  const top = Math.floor((turned.info.height - height) / 2);
  const cut = sharp(turned.data).extract({ left, top, width, height }).toColourspace("b-w");
  const { data } = await cut.raw().toBuffer({ resolveWithObject: true });
  worn(data, width, height);
  const raw = { width, height, channels: 1 as const };
  return sharp(data, { raw }).png({ palette: true, colours: SHADES, dither: 0, compressionLevel: 9 }).toBuffer();
}

/** Uneven ink, grain, a grey edge where the lid was open, dust. Paper brighter than the clipping point stays white. */
function worn(data: Buffer, width: number, height: number): void {
  const noise = grain(chance(20260504));
  const patches = hills(21, 90, 60);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const ink = 255 - (data[at] ?? 255);
      const faded = ink * (0.88 + 0.1 * patches(x, y));
      const edge = 60 * Math.exp(-x / 9) + 34 * Math.exp(-(height - y) / 6);
      const value = 250 - faded - edge + noise() * GRAIN;
      data[at] = value > 232 ? 255 : Math.max(0, Math.round(value));
    }
  }
  const next = chance(7);
  for (let i = 0; i < SPECKS; i += 1) {
    const at = Math.floor(next() * (height - 1)) * width + Math.floor(next() * (width - 1));
    const grey = 90 + Math.floor(next() * 120);
    for (const spot of next() < 0.3 ? [at, at + 1, at + width] : [at]) data[spot] = Math.min(data[spot] ?? 255, grey);
  }
}
