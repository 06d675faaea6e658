/** The check boxes of a page, found in a picture of it. */
import type { Box, Mark, Page, Word } from "#documents/document.ts";
import { centreInside, lineFrom, segmentFrom } from "#documents/layout/assemble.ts";
import { greyPixels, type OpenPicture } from "#documents/ocr/picture.ts";
import { scaledBox } from "#documents/ocr/turned-box.ts";
import { marksIn } from "./find-marks.ts";

/** Heights of a word in the picture that is searched, in pixels: those of small and large print at 200 dpi. Others are scaled. */
const WORD_HEIGHT_PX = { min: 18, max: 40 };
/** Pictures are enlarged this much at most: lines get no sharper. */
const ENLARGED_MAX = 2;
/** Pixels of the searched picture at most. */
const PIXELS_MAX = 8_000_000;
/** Shorter words are narrower than high, which hides how they are turned. */
const LETTERS_MIN = 3;
/** OCR takes a box for one sign or two. */
const SIGN_LETTERS_MAX = 2;

/** The page with its marks, and without the letters and signatures that its boxes and ticks were taken for. `picture` shows the whole page. */
export async function withMarksOf(page: Page, picture: OpenPicture): Promise<Page> {
  const marks = await marksOf(page, picture);
  if (marks.length === 0) return page;
  const isSign = ({ text, box }: Word) => text.length <= SIGN_LETTERS_MAX && marks.some((mark) => centreInside(box, mark.box));
  const lines = page.lines.flatMap((line) => {
    const segments = line.segments.flatMap((segment) => {
      const words = segment.words.filter((word) => !isSign(word));
      return words.length === segment.words.length ? segment : words.length > 0 ? segmentFrom(words) : [];
    });
    return segments.length > 0 ? lineFrom(segments) : [];
  });
  const { ink = [], ...rest } = page;
  const signed = ink.filter((box) => !marks.some((mark) => isTickOf(box, mark)));
  return { ...rest, lines, marks, ...(signed.length > 0 ? { ink: signed } : {}) };
}

/** A tick may be as large as a signature: it lies over its box and sticks out by less than the side of it. */
function isTickOf(ink: Box, { box }: Mark): boolean {
  const side = Math.max(box.right - box.left, box.bottom - box.top);
  const isWithin = ink.left > box.left - side && ink.right < box.right + side && ink.top > box.top - side && ink.bottom < box.bottom + side;
  return isWithin && ink.left < box.right && ink.right > box.left && ink.top < box.bottom && ink.bottom > box.top;
}

async function marksOf(page: Page, picture: OpenPicture): Promise<Mark[]> {
  const words = page.lines.flatMap(({ segments }) => segments.flatMap((segment) => segment.words));
  const height = usualHeight(words);
  if (height === 0) return [];
  const heightPx = height * (picture.width / page.width);
  const [enlarged, reduced] = [Math.max(1, WORD_HEIGHT_PX.min / heightPx), Math.min(1, WORD_HEIGHT_PX.max / heightPx)];
  const resized = Math.min(ENLARGED_MAX, enlarged * reduced, Math.sqrt(PIXELS_MAX / (picture.width * picture.height)));
  const pixels = await greyPixels(
    picture
      .pixels()
      .greyscale()
      .resize({ width: Math.max(1, Math.round(picture.width * resized)) }),
  );
  const scale = pixels.width / page.width;
  const placed = words.map((word) => ({ ...word, box: scaledBox(word.box, scale) }));
  return marksIn(pixels, placed, height * scale).map((mark) => ({ ...mark, box: rounded(scaledBox(mark.box, 1 / scale)) }));
}

/** The median height of the words, however they are turned; 0 without any. */
function usualHeight(words: readonly Word[]): number {
  const long = words.filter(({ text }) => text.length >= LETTERS_MIN);
  const heights = long.map(({ box }) => Math.min(box.bottom - box.top, box.right - box.left)).sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? 0;
}

function rounded({ left, top, right, bottom }: Box): Box {
  const hundredth = (value: number) => Math.round(value * 100) / 100;
  return { left: hundredth(left), top: hundredth(top), right: hundredth(right), bottom: hundredth(bottom) };
}
