/** Texts below the rows of a table that are set as headings, and so begin something else. */
import type { Word } from "#documents/document.ts";
import { largest, smallest } from "#documents/long-lists.ts";

/** From so many times the size of the others on. */
const LARGER_MIN = 1.15;

/**
 * Whether words are set in larger type than others, or in bold type where none of the others are. Of words that OCR read the size is no more
 * than their height, and the weight a guess: they are never told apart.
 */
export function isSetAsHeading(words: readonly Word[], others: readonly Word[]): "larger" | "bold" | null {
  if (others.length === 0 || [...words, ...others].some(({ source }) => source === "ocr")) return null;
  const sizes = ({ fontSize }: Word) => fontSize;
  if (smallest(words.map(sizes)) >= LARGER_MIN * largest(others.map(sizes))) return "larger";
  return words.every(({ bold }) => bold) && !others.some(({ bold }) => bold) ? "bold" : null;
}
