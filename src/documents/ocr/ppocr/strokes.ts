/** A stroke that separates two values is not in the alphabet with diacritics, and read as a letter or figure there. */
import { centreInside } from "#documents/layout/assemble.ts";
import type { LineWord, SeenLine } from "./ppocr.ts";

const LIKE_A_STROKE = /^[1lIi!]$/;
/** Of 123 strokes in five faces one was read with more certainty than 0.79, with 0.89; of 80 figures and letters on scans 58 were with more than this. */
const SURE = 0.9;

export const mayHoldStroke = ({ words }: SeenLine): boolean => words.length > 1 && words.some(isLikeStroke);

/** The words of a line; those that `plain`, its reading in the plain alphabet, has as strokes become such. */
export function withStrokes(line: SeenLine, plain: SeenLine): SeenLine {
  const strokes = plain.words.filter(({ text }) => text === "|");
  const isStroke = (word: LineWord) =>
    isLikeStroke(word) && strokes.some(({ box }) => centreInside(box, word.box, (word.box.bottom - word.box.top) / 2));
  return { ...line, words: line.words.map((word) => (isStroke(word) ? { ...word, text: "|" } : word)) };
}

const isLikeStroke = ({ text, certainty }: LineWord): boolean => LIKE_A_STROKE.test(text) && certainty < SURE;
