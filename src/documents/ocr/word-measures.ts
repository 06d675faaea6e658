/** Measures of words that several steps of OCR use. */
import type { OcrWord } from "./ocr-engine.ts";

export const wordHeight = ({ box }: Pick<OcrWord, "box">): number => box.bottom - box.top;

/** Median height in pixels; 0 for no words. */
export function usualHeight(words: readonly OcrWord[]): number {
  const heights = words.map(wordHeight).sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? 0;
}

const lettersIn = ({ text }: Pick<OcrWord, "text">): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Number of letters and digits. */
export const lettersOf = (words: readonly Pick<OcrWord, "text">[]): number => words.reduce((sum, word) => sum + lettersIn(word), 0);

/** Mean over letters and digits, 0..1. */
export const certaintyOf = (words: readonly OcrWord[]): number =>
  words.reduce((sum, word) => sum + lettersIn(word) * word.certainty, 0) / Math.max(1, lettersOf(words));

/** Rough widths of letters in a proportional face, relative to a lower-case n. Thai signs get equal shares of their word. */
export function advance(letter: string): number {
  if (/\p{Script=Thai}/u.test(letter)) return 1;
  if (/[iljtfrI.,:;'|!()[\] ]/.test(letter)) return 0.55;
  if (/[mwMW@%]/.test(letter)) return 1.5;
  return /[A-Z&#]/.test(letter) ? 1.25 : 1;
}
