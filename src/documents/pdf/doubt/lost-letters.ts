/**
 * Mends lines in right-to-left scripts whose letters the parser mixes up or loses: where a file places parts of a word from right to left,
 * it joins them from left to right and drops those that lie before others. The ink of lost letters stands between the words of a line.
 */
import type { Box, Line } from "#documents/document.ts";
import { linesOf } from "#documents/layout/lines.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import { SCRIPTS } from "#documents/ocr/languages.ts";
import type { Engines } from "#documents/ocr/recognise.ts";
import { ocrInScript } from "#documents/pdf/ocr-page.ts";
import type { ParsedPage } from "#documents/pdf/parser.ts";
import { isMostlyIn } from "#documents/pdf/unread/boxes.ts";
import { type Known, lookAt } from "#documents/pdf/unread/look.ts";
import { likeness } from "./sampled-lines.ts";

const RIGHT_TO_LEFT = SCRIPTS.filter(({ language }) => language === "heb" || language === "ara");
type Script = (typeof RIGHT_TO_LEFT)[number];
/** Pages with fewer words of the script are left as they are. */
const WORDS_MIN = 8;
/** Printed pages have fewer lines: bounds the time of one made to be slow. */
const LINES_MAX = 300;
/** Lines that agree less with OCR are taken from OCR where ink stands between their words, or their letters are the same in another order. */
const LIKENESS_MIN = 0.85;
/** The share of letters in common in any order exceeds that in order by so much; OCR's own slips lower both. */
const OUT_OF_ORDER_MIN = 0.12;
/** Lines that agree less are taken from OCR without either. */
const LIKENESS_MIN_ALWAYS = 0.6;
const CERTAIN_MIN = 0.6;
/** And when OCR reads this share of the line's letters at least. */
const LETTERS_SHARE_MIN = 0.7;
const MARKS = /^\p{P}+$/u;

type Context = { pdf: Buffer; password: string | null; engines: Engines; mayOcr: () => boolean };

/** The words with those of mended lines in place of their own; null for a page where nothing is lost. */
export async function withLostLetters(parsed: ParsedPage, known: Known, context: Context): Promise<PlacedWord[] | null> {
  const script = RIGHT_TO_LEFT.find(({ letters }) => known.words.filter(({ word }) => letters.test(word.text)).length >= WORDS_MIN);
  if (!script || !context.mayOcr()) return null;
  const isOfScript = (line: Line) => line.segments.some(({ words }) => words.some(({ text }) => script.letters.test(text)));
  const lines = linesOf(known.words, known.rulings).filter(isOfScript);
  if (lines.length > LINES_MAX) return null;
  const { regions } = await lookAt(parsed, known, context);
  const inked = new Set(lines.filter((line) => regions.some(({ box }) => isInLine(box, line.box))));
  if (inked.size === 0) return null;
  const whole = await ocrInScript(parsed, script.language, context);
  const read = whole.filter(({ word }) => !known.hidden.some(({ box }) => isMostlyIn(word.box, box)));
  let mended: PlacedWord[] | null = null;
  for (const line of lines) mended = lineMended(mended ?? known.words, read, { line: line.box, hasInk: inked.has(line) }, script) ?? mended;
  return mended;
}

/** Whether ink stands in a line: between its words, or at its ends. */
function isInLine(ink: Box, line: Box): boolean {
  const middle = (ink.top + ink.bottom) / 2;
  return middle > line.top && middle < line.bottom && ink.bottom - ink.top < 2.5 * (line.bottom - line.top);
}

/** Null when the line agrees with OCR, or OCR is unsure. */
function lineMended(
  words: readonly PlacedWord[],
  read: readonly PlacedWord[],
  { line, hasInk }: { line: Box; hasInk: boolean },
  { letters }: Script,
): PlacedWord[] | null {
  const isIn = ({ word: { box } }: PlacedWord) => (box.top + box.bottom) / 2 > line.top && (box.top + box.bottom) / 2 < line.bottom;
  const isOf = (placed: PlacedWord) => letters.test(placed.word.text) && isIn(placed);
  const [before, after] = [words.filter(isOf), read.filter(isOf)];
  const [stored, seen] = [lettersAcross(before, letters), lettersAcross(after, letters)];
  const certainty = after.reduce((sum, { word }) => sum + word.certainty, 0) / Math.max(1, after.length);
  if (before.length === 0 || certainty < CERTAIN_MIN || seen.length < LETTERS_SHARE_MIN * stored.length) return null;
  if (!isMixedUp(stored, seen, hasInk)) return null;
  // Marks that the parser left alone belong to the mixed up words.
  const others = words.filter((placed) => !before.includes(placed) && !(MARKS.test(placed.word.text) && isIn(placed)));
  return [...others, ...after.map((placed) => ({ ...placed, run: -1 - placed.run }))];
}

export function isMixedUp(stored: string, seen: string, hasInk: boolean): boolean {
  const inOrder = likeness(stored, seen);
  if (inOrder >= LIKENESS_MIN) return false;
  return hasInk || inOrder < LIKENESS_MIN_ALWAYS || sharedLetters(stored, seen) - inOrder >= OUT_OF_ORDER_MIN;
}

/** Share of the letters that two texts have in common in any order, 0..1. */
function sharedLetters(one: string, other: string): number {
  const left = Map.groupBy(other, (letter) => letter);
  const shared = [...one].filter((letter) => left.get(letter)?.pop() !== undefined).length;
  return shared / Math.max(1, one.length, other.length);
}

/** The letters of the script, of words from left to right. */
function lettersAcross(words: readonly PlacedWord[], letters: RegExp): string {
  const texts = words.toSorted((a, b) => a.word.box.left - b.word.box.left).map(({ word }) => word.text);
  return [...texts.join("")].filter((letter) => letters.test(letter)).join("");
}
