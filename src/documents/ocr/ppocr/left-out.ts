/** Finds ink that was not read: the plain alphabet has neither £ nor €. */
import { largest } from "#documents/long-lists.ts";
import { LINE_HEIGHT_PX } from "./cut-line.ts";
import { type Letter, lettersOf } from "./decode.ts";
import type { SeenLine } from "./ppocr.ts";

/** Ink beside the letters from this many columns on is a sign; less belongs to the next letter. */
const INK_COLUMNS_MIN = LINE_HEIGHT_PX / 6;
/** How far a letter reaches to each side of its middle, in usual distances of letters. */
const REACH = 0.6;
const UNSURE = 0.75;

/**
 * Whether a line with figures may hold a currency sign that its alphabet does not have: omitted before or after them, or read as something
 * else.
 */
export function mayHoldMoney({ reading, blank }: SeenLine): boolean {
  const { letters } = lettersOf(reading);
  const [first, last] = [letters[0], letters.at(-1)];
  if (!first || !last || !letters.some(({ text }) => /\d/.test(text))) return false;
  if (letters.some(({ certainty }) => certainty < UNSURE)) return true;
  const column = (step: number) => Math.round((step * blank.length) / reading.steps);
  const reach = letters.length > 1 ? (REACH * (middleOf(last) - middleOf(first))) / (letters.length - 1) : reading.steps / 4;
  const inked = (from: number, to: number) => blank.slice(Math.max(0, from), Math.max(0, to)).filter((isBlank) => !isBlank).length;
  const beside = [inked(0, column(middleOf(first) - reach)), inked(column(middleOf(last) + reach), blank.length)];
  return largest(beside) >= INK_COLUMNS_MIN;
}

const middleOf = ({ from, to }: Letter): number => (from + to + 1) / 2;
