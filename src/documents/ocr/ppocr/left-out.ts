/** Finds ink that was not read: the plain alphabet has neither £ nor €. */
import { LINE_HEIGHT_PX } from "./cut-line.ts";
import { type Letter, lettersOf } from "./decode.ts";
import type { SeenLine } from "./ppocr.ts";

/** Ink beside the letters from this many columns on is a sign; less belongs to the next letter. */
const INK_COLUMNS_MIN = LINE_HEIGHT_PX / 6;
/** How far a letter reaches to each side of its middle, in usual distances of letters. */
const REACH = 0.6;
/** The sign is next to the number: a figure is among so many letters of the end that has ink beside it. */
const NEAR = 3;
const UNSURE = 0.75;
const FIGURE = /\d/;
const LETTER = /\p{L}/u;

/**
 * Whether a line may hold a currency sign that its alphabet does not have: omitted before or after a number, or read as a letter there. Of
 * 4,300 lines on 53 pages it takes 146, among them all 68 with such a sign.
 */
export function mayHoldMoney({ reading, blank }: SeenLine): boolean {
  const { letters } = lettersOf(reading);
  const [first, last] = [letters[0], letters.at(-1)];
  if (!first || !last || !letters.some(isFigure)) return false;
  if (letters.some((_, i) => isUnsureBesideFigure(letters, i))) return true;
  const column = (step: number) => Math.round((step * blank.length) / reading.steps);
  const reach = letters.length > 1 ? (REACH * (middleOf(last) - middleOf(first))) / (letters.length - 1) : reading.steps / 4;
  const isInked = (from: number, to: number) =>
    blank.slice(Math.max(0, from), Math.max(0, to)).filter((isBlank) => !isBlank).length >= INK_COLUMNS_MIN;
  return (
    (letters.slice(0, NEAR).some(isFigure) && isInked(0, column(middleOf(first) - reach))) ||
    (letters.slice(-NEAR).some(isFigure) && isInked(column(middleOf(last) + reach), blank.length))
  );
}

/** A single letter before or after a figure, read with doubt. */
function isUnsureBesideFigure(letters: readonly Letter[], at: number): boolean {
  const [before, letter, after] = [letters[at - 1], letters[at], letters[at + 1]];
  if (!letter || letter.certainty >= UNSURE || !isLetter(letter)) return false;
  return (isFigure(after) && !isLetter(before)) || (isFigure(before) && !isLetter(after));
}

const isFigure = (letter: Letter | undefined): boolean => FIGURE.test(letter?.text ?? "");
const isLetter = (letter: Letter | undefined): boolean => LETTER.test(letter?.text ?? "");
const middleOf = ({ from, to }: Letter): number => (from + to + 1) / 2;
