/** A stroke that separates two values is not in the alphabet with diacritics, and read as a letter or figure there. */
import { centreInside } from "#documents/layout/assemble.ts";
import type { LineWord, SeenLine } from "./ppocr.ts";

const LIKE_A_STROKE = /^[1lIi!]$/;

export const mayHoldStroke = ({ words }: SeenLine): boolean => words.length > 1 && words.some(({ text }) => LIKE_A_STROKE.test(text));

/** The words of a line; those that `plain`, its reading in the plain alphabet, has as strokes become such. */
export function withStrokes(line: SeenLine, plain: SeenLine): SeenLine {
  const strokes = plain.words.filter(({ text }) => text === "|");
  const isStroke = ({ text, box }: LineWord) =>
    LIKE_A_STROKE.test(text) && strokes.some((stroke) => centreInside(stroke.box, box, (box.bottom - box.top) / 2));
  return { ...line, words: line.words.map((word) => (isStroke(word) ? { ...word, text: "|" } : word)) };
}
