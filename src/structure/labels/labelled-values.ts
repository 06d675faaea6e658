/**
 * The labels of a page with their values, by layout alone: words that end in a colon; words left of or above values, where several pairs
 * have the same layout.
 */

import { boxAround } from "#documents/layout/assemble.ts";
import { heightOf } from "#structure/boxes.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";
import { lineBelow, type ValueLine } from "./going-on.ts";
import { valuesUnderLabels } from "./label-rows.ts";
import { alignedLeft, areNumberedBoxes, hasText, hasValueForm, isShortLabel, startsLikeLabel, VALUE_WORDS_MAX } from "./label-shapes.ts";

export type CellPart = { cell: Cell; from: number; to: number };
export type LabelledValue = {
  how: "colon" | "beside" | "above";
  label: CellPart;
  /** The lines of a label of several lines that stand above `label`, its last one. */
  upper: readonly Cell[];
  /** The first line of the value; null for an empty field of a form. */
  value: CellPart | null;
  /** Lines below in which the value goes on. */
  more: readonly Cell[];
};
type Found = Omit<LabelledValue, "more" | "upper"> & Partial<Pick<LabelledValue, "upper">>;

/** Maximum distance in line heights between a label and the value below it. */
const DROP_MAX = 2.4;
/** Maximum distance between a label and the value right of it, as a share of the page's width. */
const REACH_MAX = 0.5;
/** Pages with more cells are skipped; no page made for people has as many. */
const PAGE_CELLS_MAX = 3_000;
/** A line with more cells is a table row, not two labels with their values. */
const CELLS_MAX = 6;
/** Type this many times as high as the text below it is a heading, not a label. */
const LARGER = 1.2;
/** In a box the value is set in by so many heights of its label. */
const INSET_MAX = 3;
const BLANK = /^[_.…·\s-]*$/;

/** `inTable`: numbers of lines that are rows of a table. */
export function labelledValues(sheet: Sheet, inTable: ReadonlySet<number>): LabelledValue[] {
  const cells = sheet.cells.slice(0, PAGE_CELLS_MAX).filter((cell) => !inTable.has(cell.line));
  const taken = new Set<Cell>();
  const take = (found: readonly Found[]): LabelledValue[] => {
    for (const { label, value, upper = [] } of found) for (const cell of [label.cell, value?.cell, ...upper]) if (cell) taken.add(cell);
    return found.map((pair) => {
      const more = pair.value ? goingOn(pair.value, sheet, taken) : [];
      for (const cell of more) taken.add(cell);
      return { upper: [], ...pair, more };
    });
  };
  const free = () => cells.filter((cell) => !taken.has(cell));
  const announced = take(cells.flatMap((cell) => colonPairs(cell, sheet)));
  const inRows = take(sheet.lines.flatMap((_, at) => (inTable.has(at) ? [] : rowPairs(sheet, at, taken))));
  const beside = take(
    supported(
      free().flatMap((cell) => besidePair(cell, sheet, taken)),
      alignedBeside,
      ({ value }) => value !== null && !runsOnAlone(value.cell, sheet),
    ),
  );
  const above = take(
    supported(
      free().flatMap((cell) => abovePair(cell, sheet, taken)),
      alignedAbove,
    ),
  );
  return [...announced, ...inRows, ...beside, ...above];
}

const MORE_LINES_MAX = 4;

/** The lines in which the value goes on, up to another's label or value. */
function goingOn({ cell, from, to }: CellPart, sheet: Sheet, others: ReadonlySet<Cell>): Cell[] {
  if (to !== cell.words.length) return [];
  const first = boxAround(cell.words.slice(from));
  const lines: Cell[] = [];
  let last: ValueLine = { box: first, line: cell.line, column: cell.column };
  while (lines.length < MORE_LINES_MAX) {
    const next = lineBelow(last, first, sheet);
    if (!next || others.has(next) || announces(next) || next.words.length > VALUE_WORDS_MAX) break;
    lines.push(next);
    last = { box: next.box, line: next.line, column: Math.max(last.column, next.column) };
  }
  return lines;
}

/** A cell may hold several: "Date: 3 May 2026 Time: 14:05". */
function colonPairs(cell: Cell, sheet: Sheet): Found[] {
  const ends = cell.words.flatMap(({ text }, i) => (/(?:\p{L}|\d|[.)#°º])?[:：]$/u.test(text) && !/^\d+:$/.test(text) ? [i + 1] : []));
  const labels = ends.flatMap((to, k) => {
    const from = k === 0 ? 0 : labelStart(cell, ends[k - 1] ?? 0, to);
    return isShortLabel(cell, from, to) ? [{ cell, from, to }] : [];
  });
  return labels.flatMap((label, k): Found[] => {
    const end = labels[k + 1]?.from ?? cell.words.length;
    const value =
      label.to < end ? { cell, from: label.to, to: end } : (valueBeside(label, sheet) ?? valueUnder(label.cell, sheet, isPlain));
    if (value && value.to - value.from > VALUE_WORDS_MAX) return [];
    const blank = value !== null && BLANK.test(textOf(value.cell.words.slice(value.from, value.to)));
    if (value === null || blank) return leavesRoom(label) ? [{ how: "colon", label, value: null }] : [];
    return [{ how: "colon", label, value }];
  });
}

/** Words that a label has when it follows a value in its cell. */
const LATER_WORDS_MAX = 4;

/** Where a label begins that ends before `to` and follows a value: behind the value's last figure, else at the last capital letter. */
function labelStart({ words }: Cell, after: number, to: number): number {
  let from = to - 1;
  while (from > after + 1 && !/^\p{Lu}/u.test(words[from]?.text ?? "")) from--;
  const figure = words.slice(0, to - 1).findLastIndex(({ text }) => /\d/.test(text));
  return figure >= after && to - figure - 1 <= LATER_WORDS_MAX ? figure + 1 : from;
}

const ROOM_WORDS_MAX = 3;
const ROOM_LETTERS_MIN = 4;

/** Whether the label may be followed by an empty field: "Claim handler:" may; "You can do this:" introduces a list. */
function leavesRoom({ cell, from, to }: CellPart): boolean {
  const text = textOf(cell.words.slice(from, to));
  return to - from <= ROOM_WORDS_MAX && /^\p{Lu}/u.test(text) && (text.match(/\p{L}/gu)?.length ?? 0) >= ROOM_LETTERS_MIN;
}

const announces = ({ text }: Cell): boolean => /[\p{L}\d.)]\s?[:：]/u.test(text.slice(0, 48)) && !/\d:\d/.test(text);
const isPlain = (cell: Cell): boolean => !announces(cell) && hasText(cell.text);
const whole = (cell: Cell): CellPart => ({ cell, from: 0, to: cell.words.length });

function valueBeside({ cell }: CellPart, sheet: Sheet): CellPart | null {
  const next = sheet.lines[cell.line]?.[cell.column + 1];
  const near = next !== undefined && next.box.left - cell.box.right < REACH_MAX * sheet.page.width;
  return near && isPlain(next) ? whole(next) : null;
}

/** The nearest cell below with the same left edge, or slightly indented as in a box. */
function valueUnder(cell: Cell, sheet: Sheet, fits: (below: Cell) => boolean): CellPart | null {
  const height = heightOf(cell.box);
  for (const line of sheet.lines.slice(cell.line + 1, cell.line + 4)) {
    for (const below of line) {
      const drop = below.box.top - cell.box.bottom;
      const inset = below.box.left - cell.box.left;
      if (drop < -0.3 * height || drop > DROP_MAX * height || inset < -0.6 * height || inset > INSET_MAX * height) continue;
      return fits(below) ? whole(below) : null;
    }
  }
  return null;
}

function besidePair(cell: Cell, sheet: Sheet, taken: ReadonlySet<Cell>): Found[] {
  const line = sheet.lines[cell.line] ?? [];
  const next = line[cell.column + 1];
  if (!next || line.length > CELLS_MAX || taken.has(next) || !isShortLabel(cell) || !startsLikeLabel(cell) || !isPlain(next)) return [];
  if (next.words.length > VALUE_WORDS_MAX) return [];
  if (areNumberedBoxes(cell, next)) return [];
  if (next.box.left - cell.box.right > REACH_MAX * sheet.page.width) return [];
  return [{ how: "beside", label: whole(cell), value: whole(next) }];
}

function abovePair(cell: Cell, sheet: Sheet, taken: ReadonlySet<Cell>): Found[] {
  if (!isShortLabel(cell) || !startsLikeLabel(cell) || /^\P{L}*\p{L}.*\d/u.test(cell.text)) return [];
  const value = valueUnder(
    cell,
    sheet,
    (below) => !taken.has(below) && isPlain(below) && !areNumberedBoxes(cell, below) && below.words.length <= VALUE_WORDS_MAX,
  );
  const larger = value !== null && heightOf(cell.box) > LARGER * heightOf(value.cell.box);
  return value && !larger && !isBlock(cell, value.cell, sheet) ? [{ how: "above", label: whole(cell), value }] : [];
}

function rowPairs(sheet: Sheet, at: number, taken: ReadonlySet<Cell>): Found[] {
  return valuesUnderLabels(sheet, at).flatMap(({ value, label }): Found[] => {
    const last = label.at(-1);
    if (!last || value.words.length > VALUE_WORDS_MAX || [value, ...label].some((cell) => taken.has(cell))) return [];
    return [{ how: "above", label: whole(last), upper: label.slice(0, -1), value: whole(value) }];
  });
}

/** Whether the line below goes on at the value's edge without a label: an address, perhaps beside a name. */
function runsOnAlone(value: Cell, sheet: Sheet): boolean {
  const [first] = sheet.lines[value.line + 1] ?? [];
  return first !== undefined && alignedLeft(first, value) && first.box.top - value.box.top < 2 * heightOf(value.box);
}

/** Whether lines have even distances, as in an address: then the first is not a label of the second. */
function isBlock(first: Cell, second: Cell, sheet: Sheet): boolean {
  const pitch = second.box.top - first.box.top;
  const even = (distance: number) => Math.abs(distance - pitch) < 0.2 * pitch;
  const aligned = (line: number, of: Cell) => sheet.lines[line]?.find((cell) => alignedLeft(cell, of));
  const third = aligned(second.line + 1, second) ?? aligned(second.line + 2, second);
  const before = aligned(first.line - 1, first) ?? aligned(first.line - 2, first);
  return (third !== undefined && even(third.box.top - second.box.top)) || (before !== undefined && even(first.box.top - before.box.top));
}

/** Keeps pairs that have a similar one: a single pair may be a coincidence, a layout of labels repeats. `sure`: those that others may rest on. */
function supported(pairs: readonly Found[], alike: (a: Found, b: Found) => boolean, sure: (pair: Found) => boolean = () => true): Found[] {
  const firm = pairs.filter((pair) => pair.value !== null && hasValueForm(pair.value.cell) && sure(pair));
  return pairs.filter((pair) => firm.some((other) => other !== pair && alike(pair, other)));
}

const LINES_APART_MAX = 6;

function alignedBeside(a: Found, b: Found): boolean {
  if (!a.value || !b.value || Math.abs(a.label.cell.line - b.label.cell.line) > LINES_APART_MAX) return false;
  // Words may also be the head of the column that the other's value is in.
  const isHead = !hasValueForm(a.value.cell) && a.label.cell.line < b.label.cell.line && !differInType(a);
  if (isHead) return false;
  const values = alignedLeft(a.value.cell, b.value.cell) || Math.abs(a.value.cell.box.right - b.value.cell.box.right) < 4;
  return a.label.cell.line !== b.label.cell.line && alignedLeft(a.label.cell, b.label.cell) && values;
}

const isBold = ({ words }: Cell): boolean => words.every(({ bold }) => bold);

/** Whether a label is bold and its value is not, or the other way round. */
const differInType = ({ label, value }: Found): boolean => value !== null && isBold(label.cell) !== isBold(value.cell);

/** Same type size and distance: boxes of one form, or one row of labels above one row of values. */
function alignedAbove(a: Found, b: Found): boolean {
  if (!a.value || !b.value || a.value.cell === b.label.cell || b.value.cell === a.label.cell) return false;
  const [one, two] = [offsetOf(a), offsetOf(b)];
  const height = heightOf(a.label.cell.box);
  const size = Math.abs(height - heightOf(b.label.cell.box)) < 0.35 * height;
  return size && Math.abs(one.down - two.down) < 0.4 * height && Math.abs(one.across - two.across) < 0.4 * height + 2;
}

function offsetOf({ label, value }: Found): { across: number; down: number } {
  const below = value?.cell.box ?? label.cell.box;
  return { across: below.left - label.cell.box.left, down: below.top - label.cell.box.bottom };
}
