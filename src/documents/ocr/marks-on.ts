/** Counts what may be writing in a thumbnail: most backs of sheets that were scanned on both sides have nothing to read. */
import sharp from "sharp";
import { piecesOf } from "#documents/image/pieces.ts";
import { type Grey, greyPixels } from "./picture.ts";

/** About 100 dots per inch on a page of a letter's size: grain and dust are smaller than letters there. */
const THUMBNAIL_PIXELS = 1_000_000;
/**
 * From this contrast on, of 255: the faintest print that the line finder finds on clean paper, of 12, has marks then, and a scanner's grain of a
 * deviation of 10 has none (pages drawn with type of 18 and 28 pixels).
 */
const CONTRAST = 8;
/** Height or width of a piece of ink that may be a letter, in pixels of the thumbnail; 5 point type has capitals of 5. */
const LETTER_PX = 5;
const INK_MIN = 6;

/** Pieces of ink as large as letters or larger, at most `most`: those behind are not counted. `grey`: of a page, scaled down to `pixels`. */
export async function marksOn(grey: Grey, pixels: number, most: number): Promise<number> {
  const { data, width, height } = await grey(pixels);
  const share = Math.min(1, Math.sqrt(THUMBNAIL_PIXELS / (width * height)));
  const raw = { width, height, channels: 1 as const };
  const thumbnail = await greyPixels(sharp(data, { raw }).resize({ width: Math.max(1, Math.round(width * share)) }));
  let marks = 0;
  for (const { box, ink } of piecesOf(thumbnail, CONTRAST)) {
    if (ink >= INK_MIN && Math.max(box.right - box.left, box.bottom - box.top) >= LETTER_PX) marks += 1;
    if (marks === most) break;
  }
  return marks;
}
