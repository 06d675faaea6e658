/** Names and addresses that stand without a label: in the letter head, in the address window, and companies by their legal form. */

import { memo, once } from "#contract/memo.ts";
import { addressBlocks, POSTCODE } from "#engines/local/candidates/address-blocks.ts";
import { hasLegalForm } from "#engines/local/page/legal-form.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { anyOf } from "#language/phrases.ts";
import { heightOf, overlapAcross } from "#structure/boxes.ts";
import { isLabelLike } from "#structure/labels/label-texts.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";
import type { Span } from "./span.ts";

export type Unlabelled = {
  /** Spans for a name, or for an address, of the first pages. */
  names(): readonly Span[];
  addresses(): readonly Span[];
  /** 1 for the first line of the letter head, less for the next ones, 0 elsewhere. */
  letterhead(cell: Cell): number;
  /** 1 for a line right above a street and postal code, less for one further above, 0 elsewhere. */
  addressee(cell: Cell): number;
};

const HEADS_MAX = 5;
const HEAD_SHARE = 0.3;
const NAME_WORDS_MAX = 9;
const SPANS_MAX = 14;
const LINES_TO_POSTCODE_MAX = 5;

export function unlabelledOn(sheet: Sheet): Unlabelled {
  const heads = once(() =>
    sheet.cells.filter((cell) => cell.box.top < HEAD_SHARE * sheet.page.height && looksLikeName(cell)).slice(0, HEADS_MAX),
  );
  const addressee = memo((cell: Cell) => (looksLikeName(cell) ? 1 - linesToPostcode(cell, sheet) / (LINES_TO_POSTCODE_MAX + 1) : 0));
  return {
    names: once(() => {
      const companies = sheet.cells.filter((cell) => hasLegalForm(cell.text) && cell.words.length <= NAME_WORDS_MAX);
      const above = sheet.cells.filter((cell) => addressee(cell) > 0);
      return [...new Set([...heads(), ...above, ...companies])].slice(0, SPANS_MAX).flatMap(namesIn);
    }),
    addresses: once(() => addressBlocks(sheet).map((value) => ({ ...value, shape: "block", lines: 2 }))),
    letterhead: (cell) => (heads().includes(cell) ? 1 - heads().indexOf(cell) / HEADS_MAX : 0),
    addressee,
  };
}

const looksLikeName = (cell: Cell): boolean =>
  isLabelLike(cell) && cell.words.length <= NAME_WORDS_MAX && /^[\p{Lu}\p{Lo}\d"'«]/u.test(cell.text) && !/[:@]|\d{3}/.test(cell.text);

const SEPARATOR = /^[-–•●·|*/]$|^\(/u;

const HONORIFIC = new RegExp(`^(?!(?:dr|prof|dott)\\b)${anyOf("engines", "personal_titles")}\\.?$`, "iu");

/** Where a name begins in its cell: behind "Mrs" or "Herrn", which is no part of it; an academic title is. */
export const nameStart = ({ words }: Cell): 0 | 1 => (words.length > 2 && HONORIFIC.test(words[0]?.text ?? "") ? 1 : 0);

/** The whole cell, without how a person is addressed, and its words up to a separator or a comma. */
function namesIn(cell: Cell): Span[] {
  const starts = new Set([0, nameStart(cell)]);
  const cut = cell.words.findIndex(({ text }, i) => i > 0 && SEPARATOR.test(text));
  const comma = cell.words.findIndex(({ text }, i) => i < cell.words.length - 1 && text.endsWith(","));
  const ends = new Set([cell.words.length, ...(cut > 0 ? [cut] : []), ...(comma >= 0 ? [comma + 1] : [])]);
  return [...starts].flatMap((from) =>
    [...ends].filter((to) => to > from).map((to) => ({ ...nameAt(cell, from, to), shape: "words" as const, lines: 1 })),
  );
}

function nameAt(cell: Cell, from: number, to: number): Value {
  const words = cell.words.slice(from, to);
  const box = { ...cell.box, left: words[0]?.box.left ?? cell.box.left, right: words.at(-1)?.box.right ?? cell.box.right };
  return { cell, from, to, raw: textOf(words).replace(/,$/, ""), box, fit: 1 };
}

/** How many lines below, at its left edge and without a gap, the postal code stands; beyond the most when there is none. */
function linesToPostcode(cell: Cell, sheet: Sheet): number {
  let last = cell;
  for (let count = 1; count <= LINES_TO_POSTCODE_MAX; count++) {
    const next = nextLine(last, sheet);
    if (!next) break;
    if (POSTCODE.test(next.text) && /\p{L}{2}/u.test(next.text)) return count;
    last = next;
  }
  return LINES_TO_POSTCODE_MAX + 1;
}

function nextLine(cell: Cell, sheet: Sheet): Cell | null {
  const height = heightOf(cell.box);
  for (const line of sheet.lines.slice(cell.line + 1, cell.line + 4)) {
    for (const other of line) {
      const gap = other.box.top - cell.box.bottom;
      if (gap > -0.5 * height && gap < 1.2 * height && overlapAcross(other.box, cell.box) > 0.3) return other;
    }
  }
  return null;
}
