/** What any OCR engine does here: a picture in, words with places and certainty out. A second engine is one more file. */
import type { Box } from "#documents/document.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import type { Picture } from "./picture.ts";

export type OcrWord = {
  text: string;
  /** In pixels of the picture. */
  box: Box;
  /** The engine's own score of this reading, 0..1. */
  certainty: number;
  /** Words the engine saw as one stretch share a number. */
  run: number;
};

export interface OcrEngine {
  /** Words in any order; an empty list when the picture holds none. Throws when the engine itself fails. */
  recognise(picture: Picture): Promise<OcrWord[]>;
  /** The same engine for other languages (of languages.ts), the foremost first; an engine that reads all of them has none. */
  inLanguages?(languages: readonly string[]): OcrEngine;
}

/** A whole picture read. `quality`: how well, 0..1; 1 for a blank one. */
export type Recognised = { words: PlacedWord[]; quality: number };
