/** A page's picture with nothing on it but some of its words: all else is white, and bars stand where words were left out. */
import sharp from "sharp";
import type { Box, Page, Word } from "#documents/document.ts";

/** `jpeg` is `width` by `height` pixels. */
export type CoveredPage = { jpeg: Buffer; width: number; height: number };

/** `png`: the page as drawn. `shareOf`: what part of a word's width, from the left, is shown, 0..1. */
export async function coverPage(png: Buffer, page: Page, shareOf: (word: Word) => number): Promise<CoveredPage> {
  const { data, info } = await sharp(png).flatten({ background: "#fff" }).toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  const picture = { pixels: data, width: info.width, height: info.height, bytes: info.channels };
  const scale = { x: info.width / page.width, y: info.height / page.height };
  const covered = { ...picture, pixels: Buffer.alloc(data.byteLength, WHITE) };
  const words = page.lines.flatMap(({ segments }) => segments.flatMap((segment) => segment.words));
  const tall = TALL * medianOf(words.map(heightOf));
  const isShown = (word: Word) => shareOf(word) > 0 && heightOf(word) <= tall;
  for (const word of words) if (isShown(word)) copy(picture, covered, onPicture(padded(shownBox(word, shareOf(word)), KEPT), scale));
  for (const line of page.lines)
    for (const { words } of line.segments)
      for (const bar of barsOf(words, (word) => (isShown(word) ? shareOf(word) : 0))) fill(covered, onPicture(padded(bar, HIDDEN), scale));
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const jpeg = await sharp(covered.pixels, { raw }).jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" }).toBuffer();
  return { jpeg, width: info.width, height: info.height };
}

const WHITE = 255;
const BAR = 64;
const QUALITY = 80;
/** A word this many times as high as most of the page is a picture that was taken for a word. */
const TALL = 4;
/** Around a word's box, in its height: letters reach over it a little. Bars are drawn last, so that what they cover is never seen. */
const KEPT = 0.06;
const HIDDEN = 0.12;

const heightOf = ({ box }: Word): number => box.bottom - box.top;

function medianOf(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const shownBox = ({ box }: Word, share: number): Box => ({ ...box, right: box.left + (box.right - box.left) * share });

/** One bar for words beside each other, so that their number and lengths do not show. None for an ending, which one gender's form may not have. */
function barsOf(words: readonly Word[], shareOf: (word: Word) => number): Box[] {
  const bars: Box[] = [];
  let open: Box | null = null;
  for (const word of words) {
    if (shareOf(word) === 0) {
      const bar: Box = open ? around(open, word.box) : word.box;
      if (open) bars.pop();
      bars.push(bar);
      open = bar;
      continue;
    }
    open = null;
  }
  return bars;
}

const around = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

function padded({ left, top, right, bottom }: Box, share: number): Box {
  const by = (bottom - top) * share;
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

const onPicture = ({ left, top, right, bottom }: Box, { x, y }: { x: number; y: number }): Box => ({
  left: Math.floor(left * x),
  top: Math.floor(top * y),
  right: Math.ceil(right * x),
  bottom: Math.ceil(bottom * y),
});

type Pixels = { pixels: Buffer; width: number; height: number; bytes: number };

function copy(from: Pixels, to: Pixels, box: Box): void {
  for (const [start, end] of rowsIn(from, box)) from.pixels.copy(to.pixels, start, start, end);
}

function fill(picture: Pixels, box: Box): void {
  for (const [start, end] of rowsIn(picture, box)) picture.pixels.fill(BAR, start, end);
}

/** Ranges of bytes of the box's rows. */
function* rowsIn({ width, height, bytes }: Pixels, { left, top, right, bottom }: Box): Generator<[number, number]> {
  const [from, to] = [Math.max(0, left), Math.min(width, right)];
  if (from >= to) return;
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y++) yield [(y * width + from) * bytes, (y * width + to) * bytes];
}
