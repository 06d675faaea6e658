/** Rows in boxes that share a number: the boxes 12a, 12b and so on of a list that is said to be box 12, each with a code and an amount. */

import type { Word } from "#documents/document.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { heightOf } from "#structure/boxes.ts";
import { isValueLike, type Piece } from "#structure/pieces.ts";
import type { Cell } from "#structure/sheet.ts";
import { type Asked, isNumeric } from "./fit.ts";
import type { Grid, GridColumn } from "./grid.ts";
import { cellOfWords } from "./piece-cells.ts";

const CODE = /^\p{L}{1,2}$/u;
const AMOUNT = /^[\p{Sc}]?\d[\d.,]*$/u;
/** How far right of a box's number and below it, in line heights, its content stands. */
const ACROSS_MAX = 16;
const BELOW_MAX = 2.5;
/** Numbers of boxes on a page that are looked at: several copies of a form. */
const LABELS_MAX = 100;

type Names = { name: string; description?: string | undefined };
type Lines = readonly (readonly Piece[])[];
type Row = { code: Cell; amount: Cell };

/** At most one grid. `pages`: the pieces of each page by line. */
export function gridsOfBoxes(list: Names, asked: readonly Asked[], pages: readonly Lines[]): Grid[] {
  const [code, amount] = [asked.find((each) => !isNumeric(each)), asked.find(isNumeric)];
  const number = numberOf(list);
  if (number === null || asked.length !== 2 || !code || !amount) return [];
  const rows = pages.map((lines) => rowsOn(lines, number)).find((found) => found.length > 0) ?? [];
  const [first] = rows;
  if (!first) return [];
  const column = (field: Asked, cells: Cell[]): GridColumn => ({ head: field.field.name, over: "", headCells: [], cells });
  const columns = [
    column(
      code,
      rows.map((row) => row.code),
    ),
    column(
      amount,
      rows.map((row) => row.amount),
    ),
  ];
  return [{ columns, sections: rows.map(() => null), titles: [], page: first.code.page, rtl: false }];
}

/** The number after the word "box" in the list's name or description. */
function numberOf({ name, description = "" }: Names): string | null {
  const tokens = [...nameTokens(name.replace(/(?<=\p{L})(?=\p{N})/gu, " ")), ...tokensOf(description)];
  const at = tokens.findIndex((token, i) => token === "box" && /^\d{1,2}$/.test(tokens[i + 1] ?? ""));
  return at < 0 ? null : (tokens[at + 1] ?? null);
}

/** The first box of each letter that holds a code and an amount. */
function rowsOn(lines: Lines, number: string): Row[] {
  const words = lines.flatMap((line) => line.flatMap((piece) => piece.words.map((word) => ({ word, piece }))));
  const isLabel = ({ text }: Word) => text.length === number.length + 1 && text.startsWith(number) && /\p{Ll}$/u.test(text);
  const labels = words.filter(({ word }) => isLabel(word)).slice(0, LABELS_MAX);
  const rows = new Map<string, Row>();
  for (const { word: label } of labels) {
    if (rows.has(label.text)) continue;
    const height = heightOf(label.box);
    const below = labels.filter(({ word }) => word.box.top > label.box.bottom && Math.abs(word.box.left - label.box.left) < 2 * height);
    const end = below.reduce((least, { word }) => Math.min(least, word.box.top), label.box.bottom + BELOW_MAX * height);
    const inside = words.filter(({ word: { box } }) => {
      const middle = (box.top + box.bottom) / 2;
      return (
        box.left > label.box.left - height && box.left < label.box.left + ACROSS_MAX * height && middle > label.box.top && middle < end
      );
    });
    const row = rowIn(inside.filter(({ word }) => word !== label && !isLabel(word)));
    if (row) rows.set(label.text, row);
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** A code with an amount at its right. */
function rowIn(words: readonly { word: Word; piece: Piece }[]): Row | null {
  for (const code of words.filter(({ word }) => CODE.test(word.text))) {
    const { box } = code.word;
    const middle = (box.top + box.bottom) / 2;
    const amount = words.find(
      ({ word }) =>
        AMOUNT.test(word.text) && isValueLike(word.text) && word.box.left > box.right && word.box.top < middle && word.box.bottom > middle,
    );
    if (amount) return { code: cellOfWords(code.piece, [code.word]), amount: cellOfWords(amount.piece, [amount.word]) };
  }
  return null;
}
