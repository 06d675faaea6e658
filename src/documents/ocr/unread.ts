/**
 * Finds what an engine left out or put in the wrong place, and reads it by itself. Tesseract is not sure of numbers whose groups stand
 * close, and LiteParse drops what it is not sure of: in the middle of a line a part of a telephone number or of an amount is missing,
 * or lies in the box of its neighbour.
 */
import sharp from "sharp";
import type { Box } from "#documents/document.ts";
import type { OcrEngine, OcrWord, Picture } from "./ocr-engine.ts";
import { readStrip } from "./strip.ts";
import { advance } from "./tesseract.ts";
import type { Pixels } from "./worst-band.ts";

const SPOTS_MAX = 24;
/** Spots are enlarged until a line has this many pixels: of smaller ones the groups of numbers run together. */
const LINE_PX = 40;
const ENLARGE_MAX = 2;
/** Above and below a spot, in heights of a line; beside it stand its neighbours. */
const MARGIN = 0.4;
/** Words less sure than this are taken for specks and pictures. */
const CERTAIN_MIN = 0.5;
/** Shared part of the smaller of two words' boxes from which on one is misplaced. */
const OVERLAP_MIN = 0.25;
/** A second reading with fewer of the letters has lost some. */
const LETTERS_KEPT_MIN = 0.8;
const LESS_CERTAIN_MAX = 0.03;
/** From here on a reader of another script is believed its words. */
const SURE = 0.8;
const WORTH_READING = /[\p{L}\p{M}\p{N}]{2}/u;

/**
 * The words and those that were left out. `picture` is what they were read from and `reader` who did; `plain` knows Latin letters, and
 * numbers and addresses better than readers of other scripts.
 */
export async function withUnread(words: readonly OcrWord[], picture: Picture, reader: OcrEngine, plain: OcrEngine): Promise<OcrWord[]> {
  const { data, info } = await sharp(picture.png).greyscale().toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  const line = lineHeight(words);
  const margin = Math.round(MARGIN * line);
  const astray = overlapping(words);
  const sound = words.filter((word) => !astray.has(word));
  let spots = unreadSpots(sound, line, { data, width: info.width, height: info.height }).slice(0, SPOTS_MAX);
  let all = [...words];
  const enlarge = Math.min(ENLARGE_MAX, Math.max(1, LINE_PX / line));
  for (const each of new Set([plain, reader])) {
    if (spots.length === 0) break;
    const again = await readStrip(spots, picture, each, { enlarge, across: 0, down: margin });
    const left: Box[] = [];
    for (const [j, spot] of spots.entries()) {
      const found = again[j]?.filter((word) => isCentreIn(word.box, spot)) ?? [];
      const before = all.filter((word) => astray.has(word) && (isCentreIn(word.box, grown(spot, margin)) || isMostlyIn(word.box, spot)));
      const known = reader === plain || found.every(each === plain ? isSameEverywhere : isSureWord);
      if (known && isWorthMore(found, before)) all = replaced(all, before, found, spot);
      else left.push(spot);
    }
    spots = left;
  }
  return all.map((word) => (astray.has(word) ? endingWhereNextBegins(word, all) : word));
}

/** What a reader of Latin letters reads in every script. */
const isSameEverywhere = ({ text }: OcrWord): boolean => /^[^\p{L}]+$|@/u.test(text);
/** Readers of other scripts make words of numbers, and numbers of other words. */
const isSureWord = ({ text, certainty }: OcrWord): boolean => certainty >= SURE && !/\p{N}/u.test(text);

/** More of the letters, or the same about as surely. */
function isWorthMore(found: readonly OcrWord[], before: readonly OcrWord[]): boolean {
  if (found.some((word) => word.certainty < CERTAIN_MIN) || !found.some(({ text }) => WORTH_READING.test(text))) return false;
  const [now, then] = [lettersOf(found), lettersOf(before)];
  return now > then + 1 || (now >= LETTERS_KEPT_MIN * then && certaintyOf(found) > certaintyOf(before) - LESS_CERTAIN_MAX);
}

function replaced(all: readonly OcrWord[], before: readonly OcrWord[], found: readonly OcrWord[], spot: Box): OcrWord[] {
  const run = 1 + Math.max(0, ...all.map((word) => word.run));
  const kept = all.filter((word) => !before.includes(word)).map((word) => endingBefore(word, spot));
  return [...kept, ...found.map((word) => ({ ...word, run }))];
}

/** Words that share their place with another, of which one at least is not where it was seen. */
function overlapping(words: readonly OcrWord[]): Set<OcrWord> {
  const lettered = words.filter(({ text }) => KNOWN_WIDTHS.test(text) && /[\p{L}\p{N}]/u.test(text));
  const found = new Set<OcrWord>();
  for (const [i, one] of lettered.entries())
    for (const other of lettered.slice(i + 1))
      if (sharedArea(one.box, other.box) > OVERLAP_MIN * Math.min(areaOf(one.box), areaOf(other.box))) {
        found.add(one);
        found.add(other);
      }
  return found;
}

function sharedArea(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

const areaOf = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);
const lettersOf = (words: readonly OcrWord[]): number =>
  words.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
const certaintyOf = (words: readonly OcrWord[]): number =>
  words.reduce((sum, word) => sum + lettersOf([word]) * word.certainty, 0) / Math.max(1, lettersOf(words));
const grown = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

/** A word's box that reaches into the spot was drawn around what follows it. */
function endingBefore(word: OcrWord, spot: Box): OcrWord {
  return isOnLineOf(word.box, spot) && word.box.left < spot.left ? endingAt(word, spot.left) : word;
}

/** Of words over each other the one that begins first ends where another begins in its second half. */
function endingWhereNextBegins(word: OcrWord, words: readonly OcrWord[]): OcrWord {
  const middle = (word.box.left + word.box.right) / 2;
  const next = words.filter(({ text, box }) => WORTH_READING.test(text) && box.left > middle && isOnLineOf(word.box, box));
  return endingAt(word, Math.min(...next.map(({ box }) => box.left)));
}

const endingAt = (word: OcrWord, right: number): OcrWord => (right < word.box.right ? { ...word, box: { ...word.box, right } } : word);

function isOnLineOf({ top, bottom }: Box, other: Box): boolean {
  const middle = (other.top + other.bottom) / 2;
  return top < middle && bottom > middle;
}

const isMostlyIn = (box: Box, spot: Box): boolean => sharedArea(box, spot) > 0.5 * Math.min(areaOf(box), areaOf(spot));

/** Neighbouring pixels of this difference are the edge of a stroke. */
const EDGE = 56;
/** Edges of a square that make it ink. */
const EDGES_MIN = 2;
/** Sizes in heights of a line. */
const SQUARE = 1 / 4;
const SPOT = { heightMin: 0.4, heightMax: 2.2, widthMin: 0.6 };
/** Blanks of a line that are bridged. */
const BRIDGE = 0.75;
/** Share of a spot's squares that are ink: a frame or a curve has less. */
const FILLED_MIN = 0.3;
/** Ink a letter leaves beyond the box of its word. */
const BLEED = 0.15;
/** A word takes so much of its box at most, in widths that its letters need. */
const WIDE_MAX = 1.35;
/** Letters of others are as wide as they like, and their boxes lie over each other. */
const KNOWN_WIDTHS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}\p{P}\p{S}]+$/u;
/** Width of a lower-case n in heights of a line's words. */
const LETTER_WIDTH = 0.72;

/** Stretches of ink, about as high as a line (`line`, in pixels), on which no word was read; from the top of the picture. */
export function unreadSpots(words: readonly OcrWord[], line: number, picture: Pixels): Box[] {
  if (line === 0) return [];
  const side = Math.max(3, Math.round(line * SQUARE));
  const squares = inkOutside(
    words.map((word) => coverOf(word, line)),
    picture,
    side,
  );
  const spots = stretches(squares, Math.round((BRIDGE * line) / side));
  return spots
    .map(({ box, filled }) => ({ box: scaled(box, side), filled }))
    .filter(({ box, filled }) => filled >= FILLED_MIN && isLikeAWord(box, line))
    .map(({ box }) => box);
}

function isLikeAWord({ left, top, right, bottom }: Box, line: number): boolean {
  const [width, height] = [(right - left) / line, (bottom - top) / line];
  return height >= SPOT.heightMin && height <= SPOT.heightMax && width >= SPOT.widthMin;
}

/** Where a word's ink is: its box, unless that is much wider than the word. */
function coverOf({ text, box }: OcrWord, line: number): Box {
  const bleed = BLEED * line;
  const height = Math.max(box.bottom - box.top, 0.8 * line);
  const needs = [...text].reduce((sum, letter) => sum + advance(letter), 0) * LETTER_WIDTH * height;
  const right = KNOWN_WIDTHS.test(text) ? Math.min(box.right, box.left + WIDE_MAX * needs) : box.right;
  return { left: box.left - bleed, top: box.top - bleed, right: right + bleed, bottom: box.bottom + bleed };
}

type Squares = { ink: Uint8Array; across: number; down: number };

function inkOutside(boxes: readonly Box[], { data, width, height }: Pixels, side: number): Squares {
  const covered = new Uint8Array(width * height);
  for (const { left, top, right, bottom } of boxes) {
    const [from, to] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))];
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)); y += 1)
      if (to > from) covered.fill(1, y * width + from, y * width + to);
  }
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)];
  const edges = new Uint16Array(across * down);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / side) * across;
    for (let x = 1; x < width; x += 1) {
      const at = y * width + x;
      if (covered[at] === 1 || Math.abs((data[at] ?? 0) - (data[at - 1] ?? 0)) < EDGE) continue;
      const square = row + Math.floor(x / side);
      edges[square] = (edges[square] ?? 0) + 1;
    }
  }
  return { ink: Uint8Array.from(edges, (count) => (count >= EDGES_MIN ? 1 : 0)), across, down };
}

/** Connected squares, those of one line also over a blank of `bridge` squares; boxes in squares. */
function stretches({ ink, across, down }: Squares, bridge: number): { box: Box; filled: number }[] {
  const seen = new Uint8Array(ink.length);
  const found: { box: Box; filled: number }[] = [];
  for (let start = 0; start < ink.length; start += 1) {
    if (ink[start] === 0 || seen[start] === 1) continue;
    const box = { left: across, top: down, right: 0, bottom: 0 };
    const open = [start];
    seen[start] = 1;
    let count = 0;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % across, Math.floor(at / across)];
      count += 1;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
      for (let near = Math.max(0, y - 1); near <= Math.min(down - 1, y + 1); near += 1)
        for (let beside = Math.max(0, x - bridge); beside <= Math.min(across - 1, x + bridge); beside += 1) {
          const next = near * across + beside;
          if (ink[next] === 0 || seen[next] === 1 || (near !== y && Math.abs(beside - x) > 1)) continue;
          seen[next] = 1;
          open.push(next);
        }
    }
    found.push({ box, filled: count / ((box.right - box.left) * (box.bottom - box.top)) });
  }
  return found;
}

const scaled = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left * by,
  top: top * by,
  right: right * by,
  bottom: bottom * by,
});

function isCentreIn({ left, top, right, bottom }: Box, box: Box): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

function lineHeight(words: readonly OcrWord[]): number {
  const heights = words
    .filter(({ text }) => WORTH_READING.test(text))
    .map(({ box }) => box.bottom - box.top)
    .sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? 0;
}
