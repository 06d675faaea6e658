/** A word on its way into lines: what layout needs beyond the word itself. */
import type { Box, Word } from "#documents/document.ts";

/** Clockwise quarter turns of the writing on the page, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

export type PlacedWord = {
  word: Word;
  turn: Turn;
  /** Words of one run stand together in the file; a hint, not a promise. */
  run: number;
};

export function boxAround(boxes: readonly Box[]): Box {
  const around: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const box of boxes) {
    around.left = Math.min(around.left, box.left);
    around.top = Math.min(around.top, box.top);
    around.right = Math.max(around.right, box.right);
    around.bottom = Math.max(around.bottom, box.bottom);
  }
  return around;
}
