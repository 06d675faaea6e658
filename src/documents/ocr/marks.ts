/** Merges two readings of one picture: the letters of PP-OCR with the diacritics of Tesseract, which distinguishes those better. */
import { centreInside } from "#documents/layout/assemble.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";

/** Words of both readings are the same when the middle of each is in the other's box. */
const isAt = (a: PlacedWord, b: PlacedWord): boolean => centreInside(a.word.box, b.word.box) && centreInside(b.word.box, a.word.box);

/** Tesseract's boxes of single signs are shares of a longer box. */
const isNear = (a: PlacedWord, b: PlacedWord): boolean => centreInside(b.word.box, a.word.box, (a.word.box.bottom - a.word.box.top) / 2);

/** The words of `letters`, with the diacritics of `marks` where only those differ. */
export function withMarks(letters: readonly PlacedWord[], marks: readonly PlacedWord[]): PlacedWord[] {
  const strokes = marks.filter(({ word }) => word.text === "|");
  return letters.map((placed) => {
    // A stroke that separates two values is not in the alphabet with diacritics.
    const isStroke = STROKE.test(placed.word.text) && strokes.some((each) => isNear(placed, each));
    const text = isStroke ? "|" : marks.find((each) => isAt(placed, each) && isSameWord(each.word.text, placed.word.text))?.word.text;
    return text === undefined ? placed : { ...placed, word: { ...placed.word, text } };
  });
}

const STROKE = /^[1lIi|!]$/;
const isSameWord = (marked: string, read: string): boolean => bare(marked) === bare(read);

/** Without diacritics; ß is read as B. */
function bare(text: string): string {
  return text.replace(/ß/g, "B").normalize("NFD").replace(/\p{M}/gu, "");
}
