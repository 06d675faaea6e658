/** Numbers of a form's lines and boxes: `1`, `2a`, `b` in ascending order beneath or, before labels, beside each other, which are no values. */
import { firstWhere } from "#contract/bisect.ts";
import { heightOf } from "#structure/boxes.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";

/** The number that a cell begins with, for cells that begin with one of a form's numbers. */
export type Numbering = ReadonlyMap<Cell, string>;

const NUMBER = /^\(?(\d{1,3})?([a-z])?[.)]?$/u;
/** So many numbers beneath each other are a form's. */
const COLUMN_MIN = 4;
/** So many labels with ascending numbers beside each other are the boxes of one. */
const ROW_MIN = 3;
/** A step to a number this much higher is usual where lines between are left out. */
const STEP_MAX = 4;
/** Share of the steps in a column that must ascend. */
const ASCENDING_MIN = 0.8;

/**
 * Words that a number of the form follows in instructions: "Subtract line 5 from line 3", "(Form 8888)". Words that are also counted, as in
 * "Items 5", are none.
 */
const NUMBERED = /^\(?(?:lines?|box|form|schedule|zeilen?|lignes?|l[ií]neas?|casillas?|righ[ei])$/iu;
const LISTED = /^(?:\d{1,3}[a-z]?,?|and|or|through|to|und|oder|bis|et|ou|y|e)$/iu;
const MENTIONED = /^\d{1,4}[a-z]?[.,;)]*$/iu;

type Entry = { cell: Cell; text: string; order: number; edges: readonly number[] };

export function numberingOf({ lines }: Sheet): Numbering {
  const entries = lines.flatMap((line) => line.flatMap((cell) => entryOf(cell) ?? []));
  const found = new Map<Cell, string>();
  for (const edge of [0, 1]) {
    for (const column of columnsOf(entries, edge)) {
      if (column.length >= COLUMN_MIN && isAscending(column)) for (const { cell, text } of column) found.set(cell, text);
    }
  }
  for (const row of Map.groupBy(entries, ({ cell }) => cell.line).values()) {
    const labels = row.filter(({ cell }) => cell.words.length > 1);
    if (labels.length >= ROW_MIN && isAscending(labels, ROW_MIN)) for (const { cell, text } of labels) found.set(cell, text);
  }
  return found;
}

/** A cell that is a number, or begins with one before a word. */
function entryOf(cell: Cell): Entry | null {
  const [first, second] = cell.words;
  const [, digits = "", letter = ""] = NUMBER.exec(first?.text ?? "") ?? [];
  if (!first || (digits === "" && letter === "") || (second && !/^\p{L}{2}/u.test(second.text))) return null;
  const text = `${digits}${letter}`;
  // A letter alone goes on from the number above it.
  const order = digits === "" ? Number.NaN : 27 * Number(digits) + (letter === "" ? 0 : letter.charCodeAt(0) - 96);
  return { cell, text, order, edges: second ? [first.box.left, Number.NaN] : [first.box.left, first.box.right] };
}

/** Entries whose left (0) or right (1) edges stand beneath each other: within a line's height of the first of them. */
function columnsOf(entries: readonly Entry[], edge: number): Entry[][] {
  const columns: Entry[][] = [];
  const byEdge: { at: number; order: number; column: Entry[] }[] = [];
  for (const entry of entries) {
    const at = entry.edges[edge] ?? Number.NaN;
    if (Number.isNaN(at)) continue;
    const height = heightOf(entry.cell.box);
    const from = firstWhere(byEdge.length, (i) => (byEdge[i]?.at ?? 0) > at - height);
    const to = firstWhere(byEdge.length, (i) => (byEdge[i]?.at ?? 0) >= at + height);
    const [first] = byEdge.slice(from, to).sort((a, b) => a.order - b.order);
    if (first) {
      first.column.push(entry);
      continue;
    }
    const column = [entry];
    byEdge.splice(from, 0, { at, order: columns.length, column });
    columns.push(column);
  }
  return columns;
}

function isAscending(column: readonly Entry[], least = COLUMN_MIN): boolean {
  const orders = column.map(({ order }) => order).filter((order) => !Number.isNaN(order));
  if (orders.length < least) return false;
  const steps = orders.slice(1).map((order, i) => order - (orders[i] ?? 0));
  return steps.filter((step) => step > 0 && step <= 27 * STEP_MAX).length >= ASCENDING_MIN * steps.length;
}

/** Whether the number is one that a sentence of the form speaks of, as in "lines 4, 5 and 6". */
export function isMentioned({ words }: Cell, at: number): boolean {
  if (!MENTIONED.test(words[at]?.text ?? "")) return false;
  let before = at - 1;
  while (LISTED.test(words[before]?.text ?? "")) before--;
  return NUMBERED.test(words[before]?.text ?? "");
}
