/** What labels look like, independent of their words. */

import { digitsIn, lettersIn } from "#language/counts.ts";
import { heightOf } from "#structure/boxes.ts";
import { type Cell, textOf } from "#structure/sheet.ts";

const LABEL_WORDS_MAX = 6;
const LABEL_CHARACTERS_MAX = 48;
/** A value with more words is prose. */
export const VALUE_WORDS_MAX = 14;

/** Few words with letters, and not a sentence, number, date or URL. */
export function isShortLabel(cell: Cell, from = 0, to = cell.words.length): boolean {
  if (to - from > LABEL_WORDS_MAX) return false;
  const text = textOf(cell.words.slice(from, to));
  if (text.length > LABEL_CHARACTERS_MAX) return false;
  const letters = lettersIn(text);
  const digits = digitsIn(text);
  if (letters < 2 || digits > 2 || digits >= letters) return false;
  if (/[.;!,]$/.test(text) && !/(?:^|[\s.])\p{L}{1,5}\.$/u.test(text)) return false;
  return !/[@$€£%{}<>]|https?:|www\./u.test(text) && /^[\p{Lu}\p{Lo}#№\d(]|^\p{Ll}/u.test(text);
}

/** A label without a colon begins with a capital letter, or with the form's number or letter for it. */
export const startsLikeLabel = (cell: Cell): boolean =>
  /^[\p{Lu}\p{Lo}#№]|^\d{1,2}[a-z]?[.)]?\s\p{L}|^[a-z][.)]?\s\p{Lu}/u.test(cell.text) && !/\d{3}/.test(cell.text);

/** The form's number of a box before the words of its label: "5 Medicare wages", "12a. Codes". */
const BOX_NUMBER = /^\d{1,2}[a-z]?[.)]?\s+(?=\p{L}{3})/u;

/** Two boxes of a form beside or above each other: the second is not a value of the first. */
export const areNumberedBoxes = (label: Cell, other: Cell): boolean =>
  BOX_NUMBER.test(label.text) && BOX_NUMBER.test(other.text) && isShortLabel(other);

export const withoutBoxNumber = (label: string): string => label.replace(BOX_NUMBER, "");

/** Whether the text has the form of a value: a number, a date, an amount, an address of the web or of mail. */
export function hasValueForm(cell: Cell): boolean {
  if (cell.words.length > VALUE_WORDS_MAX) return false;
  return /\d|@|\bwww\.|https?:/u.test(cell.text);
}

export const hasText = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Same left edge, within the tolerance of type. */
export const alignedLeft = (a: Cell, b: Cell): boolean => Math.abs(a.box.left - b.box.left) < 0.6 * heightOf(a.box) + 2;
