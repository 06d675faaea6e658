/** A word on its way into lines: what layout needs beyond the word itself. */
import type { Word } from "#documents/document.ts";

/** Clockwise quarter turns of the writing on the page, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

export type PlacedWord = {
  word: Word;
  turn: Turn;
  /** Words of one run stand together in the file; a hint, not a promise. */
  run: number;
  /** By how much its line falls for every unit to the right, on a picture that lies askew; absent when it lies straight. */
  slope?: number;
};
