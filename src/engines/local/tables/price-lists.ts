/** Price lists and tariffs without heads: lines of a text and an amount each, whose amounts stand below each other. */

import type { Word } from "#documents/document.ts";
import { isCurrencyCode } from "#engines/values/currency.ts";
import { heightOf } from "#structure/boxes.ts";
import type { Piece } from "#structure/pieces.ts";
import type { Grid, GridColumn } from "./grid.ts";
import { cellOfPieces, cellOfWords } from "./piece-cells.ts";
import { isTotal } from "./totals.ts";

type Line = readonly Piece[];
type Entry = { page: number; line: number; label: readonly Piece[]; amount: Word; rtl: boolean };

/** Lines of a page that are looked at. */
const LINES_MAX = 1_000;
/** Fewer rows may be a summary; lines without an amount, such as headings and the rest of a text, between two rows. */
const ROWS_MIN = 5;
const OTHERS_MAX = 4;
/** Of the columns of such a list one holds the amounts: further texts beside it make another table. */
const TEXTS_MAX = 2;
/** How far the edges of the amounts may be apart, in heights of a line. */
const EDGE_MAX = 2;

const AMOUNT = /^[-+]?\p{Sc}?\d[\d.,]{0,12}[.,]\d{1,2}\p{Sc}?$/u;
const MARKED = /^(?:\p{Sc}\d[\d.,]{0,12}|\d[\d.,]{0,12}\p{Sc})$/u;
const SIGN = /^\p{Sc}$/u;
const LETTERS = /\p{L}{2}/u;

/** At most one grid: the texts and the amounts. `pages`: the pieces of each page by line. */
export function gridsOfPrices(pages: readonly (readonly Line[])[]): Grid[] {
  const entries = pages.flatMap((page) => page.slice(0, LINES_MAX).flatMap((line, index) => entryOn(line, index) ?? []));
  const [rtl, ltr] = [entries.filter((each) => each.rtl), entries.filter((each) => !each.rtl)];
  const side = rtl.length > ltr.length ? rtl : ltr;
  const rows = inRuns(aligned(side));
  return rows.length < ROWS_MIN ? [] : [gridOf(rows)];
}

/** The amount is the last of its line, in a text that is read from the right the first. */
function entryOn(line: Line, index: number): Entry | null {
  const words = line.flatMap((piece) => piece.words);
  const amounts = words.filter(({ text }, i) => AMOUNT.test(text) || MARKED.test(text) || (/^\d/.test(text) && besideSign(words, i)));
  const [amount, other] = amounts;
  const [first] = line;
  if (!amount || other || !first) return null;
  const label = line.flatMap((piece) => {
    const rest = piece.words.filter((word) => word !== amount && !isSign(word));
    return rest.length === 0 ? [] : [{ ...piece, words: rest, text: rest.map(({ text }) => text).join(" ") }];
  });
  const texts = label.filter(({ text }) => LETTERS.test(text));
  if (texts.length === 0 || texts.length > TEXTS_MAX || isTotal(texts.map(({ text }) => text).join(" "))) return null;
  const rtl = texts.every(({ box }) => box.left > amount.box.right);
  if (!rtl && !texts.every(({ box }) => box.right < amount.box.left + heightOf(amount.box))) return null;
  return { page: first.page, line: index, label: texts, amount, rtl };
}

const isSign = ({ text }: Word): boolean => SIGN.test(text) || isCurrencyCode(text);
const besideSign = (words: readonly Word[], at: number): boolean => [words[at - 1], words[at + 1]].some((word) => word && isSign(word));

/** Those whose amounts end, or begin, where most do. */
function aligned(entries: readonly Entry[]): Entry[] {
  let best: Entry[] = [];
  for (const edge of ["right", "left"] as const)
    for (const { amount } of entries.slice(0, LINES_MAX / 10)) {
      const near = entries.filter((each) => Math.abs(each.amount.box[edge] - amount.box[edge]) <= EDGE_MAX * heightOf(amount.box));
      if (near.length > best.length) best = near;
    }
  return best;
}

/** Those with another one near. */
const inRuns = (entries: readonly Entry[]): Entry[] =>
  entries.filter((entry, i) =>
    [entries[i - 1], entries[i + 1]].some(
      (other) => other && other.page === entry.page && Math.abs(other.line - entry.line) <= OTHERS_MAX + 1,
    ),
  );

function gridOf(entries: readonly Entry[]): Grid {
  const column = (cells: GridColumn["cells"]): GridColumn => ({ head: "", over: "", headCells: [], cells });
  const texts = column(entries.map(({ label }) => cellOfPieces(label)));
  const amounts = column(entries.map((entry) => cellOfWords(entry, [entry.amount])));
  const rtl = entries.every((each) => each.rtl);
  const [first] = entries;
  return { columns: rtl ? [amounts, texts] : [texts, amounts], sections: entries.map(() => null), titles: [], page: first?.page ?? 0, rtl };
}
