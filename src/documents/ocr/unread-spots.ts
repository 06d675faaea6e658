/** Finds ink in a picture that no word covers. */
import type { Box } from "#documents/document.ts";
import type { OcrWord } from "./ocr-engine.ts";
import { isEdge, type Pixels } from "./picture.ts";
import { advance, wordHeight } from "./word-measures.ts";

/** Stroke edges from which on a square counts as ink. */
const EDGES_MIN = 2;
/** Sizes in heights of a line. */
const SQUARE = 1 / 4;
const SPOT = { heightMin: 0.4, heightMax: 2.2, widthMin: 0.6 };
/** Gaps within a line that are bridged. */
const BRIDGE = 0.75;
/** Share of a spot's squares that must be ink: a frame or a curve has less. */
const FILLED_MIN = 0.3;
/** Ink of a letter beyond the box of its word. */
const BLEED = 0.15;
/** A word's ink is at most this many times as wide as its letters need; the rest of a wider box is not covered. */
const WIDE_MAX = 1.35;
const KNOWN_WIDTHS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}\p{P}\p{S}]+$/u;
/** Width of a lower-case n in heights of a line's words. */
const LETTER_WIDTH = 0.72;

/** Letters of other scripts have no typical width, and their boxes overlap. */
export const isOfKnownWidth = ({ text }: OcrWord): boolean => KNOWN_WIDTHS.test(text);

/** Stretches of ink, about as high as a line (`line`, in pixels), without a word; from the top of the picture. */
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

/** The area of a word's ink: its box, unless that is much wider than the word. */
function coverOf(word: OcrWord, line: number): Box {
  const { text, box } = word;
  const bleed = BLEED * line;
  const height = Math.max(wordHeight(word), 0.8 * line);
  const needs = [...text].reduce((sum, letter) => sum + advance(letter), 0) * LETTER_WIDTH * height;
  const right = isOfKnownWidth(word) ? Math.min(box.right, box.left + WIDE_MAX * needs) : box.right;
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
      if (covered[at] === 1 || !isEdge(data, at)) continue;
      const square = row + Math.floor(x / side);
      edges[square] = (edges[square] ?? 0) + 1;
    }
  }
  return { ink: Uint8Array.from(edges, (count) => (count >= EDGES_MIN ? 1 : 0)), across, down };
}

/** Connected squares, on one line also across a gap of `bridge` squares; boxes in squares. */
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
