/** A word before it is put into lines: what layout needs beyond the word itself. */
import type { Word } from "#documents/document.ts";

/** Clockwise quarter turns of the text on the page, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

export type PlacedWord = {
  word: Word;
  turn: Turn;
  /** Words with the same run number are adjacent in the file; a hint, not a promise. */
  run: number;
  /** How much the word's line falls per unit to the right, on a slanted picture; absent when the line is straight. */
  slope?: number;
};
