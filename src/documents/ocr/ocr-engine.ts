/** The interface of an OCR engine: a picture in, words with boxes and certainty out. A second engine is one more file. */
import type { Box } from "#documents/document.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import type { Picture } from "./picture.ts";

export type OcrWord = {
  text: string;
  /** In pixels of the picture. */
  box: Box;
  /** The engine's own score of this reading, 0..1. */
  certainty: number;
  /** Words that the engine saw as one stretch share a number. */
  run: number;
};

export interface OcrEngine {
  /** Words in any order; empty when the picture holds none. Throws when the engine itself fails. */
  recognise(picture: Picture): Promise<OcrWord[]>;
  /** The same engine for other languages (of languages.ts), the most important first; absent for an engine that reads all of them. */
  inLanguages?(languages: readonly string[]): OcrEngine;
}

/** The result for a whole picture. `quality`: how well it was read, 0..1; 1 for a blank one. */
export type Recognised = { words: PlacedWord[]; quality: number };
