/** Two readings of one picture become one: the letters of PP-OCR, their marks as Tesseract saw them, which tells those better apart. */
import { centreInside } from "#documents/layout/assemble.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";

/** Words of both readings are the same one when the middle of each lies in the other's box. */
const isAt = (a: PlacedWord, b: PlacedWord): boolean => centreInside(a.word.box, b.word.box) && centreInside(b.word.box, a.word.box);

/** Tesseract's places of single signs are shares of a longer box. */
const isNear = (a: PlacedWord, b: PlacedWord): boolean => centreInside(b.word.box, a.word.box, (a.word.box.bottom - a.word.box.top) / 2);

/** The words of `letters`, those that `marks` read with other marks as there. */
export function withMarks(letters: readonly PlacedWord[], marks: readonly PlacedWord[]): PlacedWord[] {
  const strokes = marks.filter(({ word }) => word.text === "|");
  return letters.map((placed) => {
    // A stroke that parts two values is no letter that the readers with marks know.
    const isStroke = STROKE.test(placed.word.text) && strokes.some((each) => isNear(placed, each));
    const text = isStroke ? "|" : marks.find((each) => isAt(placed, each) && isSameWord(each.word.text, placed.word.text))?.word.text;
    return text === undefined ? placed : { ...placed, word: { ...placed.word, text } };
  });
}

const STROKE = /^[1lIi|!]$/;
const isSameWord = (marked: string, read: string): boolean => bare(marked) === bare(read);

/** Without marks; ß is read as B. */
function bare(text: string): string {
  return text.replace(/ß/g, "B").normalize("NFD").replace(/\p{M}/gu, "");
}
