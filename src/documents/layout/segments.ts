/** Splits a row into segments: at wide gaps, and where a vertical ruling separates two words. */
import type { Ruling, Segment } from "#documents/document.ts";
import { segmentFrom } from "./assemble.ts";
import type { PlacedWord } from "./placed-word.ts";

/** Minimum gap between segments, in font sizes: inside one run of the file, and between runs. */
const GAP_INSIDE_RUN = 1.6;
const GAP_BETWEEN_RUNS = 0.8;
/** OCR's runs are arbitrary and its boxes end at the ink, which makes a space of typewriter type look wide. */
const GAP_IN_OCR = 1.25;
/** A box is about 1.2 times its type's size when the size is unknown. */
const SIZE_OF_HEIGHT = 0.83;

/** Words of one row, left to right. */
export function segmentsOf(row: readonly PlacedWord[], rulings: readonly Ruling[]): Segment[] {
  const segments: Segment[] = [];
  const inkSize = inkSizeOf(row);
  let current: PlacedWord[] = [];
  for (const word of row) {
    const before = current.at(-1);
    if (before && parts(before, word, rulings, inkSize)) {
      segments.push(segmentOf(current));
      current = [];
    }
    current.push(word);
  }
  if (current.length > 0) segments.push(segmentOf(current));
  return segments;
}

function parts(left: PlacedWord, right: PlacedWord, rulings: readonly Ruling[], inkSize: number): boolean {
  const gap = right.word.box.left - left.word.box.right;
  const size = Math.max(sizeOf(left), sizeOf(right), inkSize);
  const inRuns = left.run === right.run ? GAP_INSIDE_RUN : GAP_BETWEEN_RUNS;
  if (gap > size * (right.word.source === "ocr" ? GAP_IN_OCR : inRuns)) return true;
  return gap > 0 && rulings.some((ruling) => rulingBetween(ruling, left, right));
}

/** OCR boxes hug the ink, so a word without tall letters looks small: the taller words of the row give the size. 0 without OCR. */
function inkSizeOf(row: readonly PlacedWord[]): number {
  const heights = row.filter(({ word }) => word.source === "ocr").map(({ word: { box } }) => box.bottom - box.top);
  return heights.sort((a, b) => a - b)[Math.floor(heights.length * 0.8)] ?? 0;
}

/** Size of the type in page units, estimated from the box when unknown. */
export function sizeOf({ word: { fontSize, box } }: PlacedWord): number {
  return fontSize > 0 ? fontSize : (box.bottom - box.top) * SIZE_OF_HEIGHT;
}

/** Rulings that can separate the words of a row. */
export function isUpright(ruling: Ruling): boolean {
  return ruling.x2 - ruling.x1 <= 1 && ruling.y2 > ruling.y1;
}

/** True when an upright ruling separates two words of one row. */
export function rulingBetween(ruling: Ruling, left: PlacedWord, right: PlacedWord): boolean {
  const middle = (right.word.box.top + right.word.box.bottom) / 2;
  return ruling.x1 >= left.word.box.right - 0.5 && ruling.x1 <= right.word.box.left + 0.5 && ruling.y1 < middle && ruling.y2 > middle;
}

/** Hebrew, Arabic and their relatives. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Whether most words are of a script that is written right to left. */
export function isRightToLeft(placed: readonly PlacedWord[]): boolean {
  return placed.filter(({ word }) => RIGHT_TO_LEFT.test(word.text)).length * 2 > placed.length;
}

/** Words in the order they are read. */
function segmentOf(placed: readonly PlacedWord[]): Segment {
  const words = placed.map(({ word }) => word);
  if (isRightToLeft(placed)) words.reverse();
  return segmentFrom(words);
}
