/** Rows of labels over a row of values, as in forms: "Status", "Class" and "Exp." over "Valid", "B" and "04 Dec 2022". */

import { largest, smallest } from "#documents/long-lists.ts";
import { heightOf } from "#structure/boxes.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { cellsAcross } from "./cells-across.ts";
import { alignedLeft, hasValueForm, isShortLabel, startsLikeLabel } from "./label-shapes.ts";

/** A value and the lines of its label, downwards: "ALLERGIC REACTIONS" and "TO". */
export type UnderLabel = { value: Cell; label: readonly Cell[] };

/** Without a difference in type it takes so many columns to tell labels from values. */
const COLUMNS_MIN = 3;
const LABEL_LINES_MAX = 3;
/** Lines of one label are no further apart, in heights of the upper one. */
const LINE_GAP_MAX = 0.6;
/** A value is no further below its label. */
const DROP_MAX = 2.4;
/** Type counts as of another size from this share of its height on. */
const SIZE_SHARE = 0.12;

/** The values of the line at `at` with their labels; none where the lines above are no row of labels for it. */
export function valuesUnderLabels(sheet: Sheet, at: number): UnderLabel[] {
  const values = sheet.lines[at] ?? [];
  const rows = labelLines(sheet, at);
  const [nearest] = rows;
  if (values.length < 2 || !nearest) return [];
  const found = values.map((value) => ({ value, label: labelOver(value, rows) }));
  const apart = differ(rows.flat(), values);
  const own = new Set(found.map(({ label }) => label.at(-1)));
  if (own.has(undefined) || own.size < values.length || !values.some(hasValueForm)) return [];
  if (!apart && (values.length < COLUMNS_MIN || !standsApart(sheet, at, rows))) return [];
  return goesOnInRows(values, nearest, sheet.lines[at + 1] ?? []) ? [] : found;
}

/** The lines of labels right above a line, upwards. */
function labelLines({ lines }: Sheet, at: number): (readonly Cell[])[] {
  const found: (readonly Cell[])[] = [];
  let below = lines[at] ?? [];
  for (let up = at - 1; up >= 0 && found.length < LABEL_LINES_MAX; up--) {
    const line = lines[up] ?? [];
    const [first] = line;
    const most = found.length === 0 ? DROP_MAX : LINE_GAP_MAX;
    const isRow = first && line.every(isLabel) && (found.length === 0 || !differ(line, below));
    if (!isRow || gapBetween(line, below) > most * heightOf(first.box)) break;
    found.push(line);
    below = line;
  }
  return found;
}

const isLabel = (cell: Cell): boolean =>
  isShortLabel(cell) && startsAsLine(cell) && !/[:：]$/u.test(cell.text) && !/\d/u.test(cell.text.replace(/^\d{1,2}[a-z]?[.)]?\s/u, ""));
/** The second line of a label may begin with a small letter or a bracket. */
const startsAsLine = (cell: Cell): boolean => startsLikeLabel(cell) || /^[\p{Ll}(]/u.test(cell.text);

const gapBetween = (above: readonly Cell[], below: readonly Cell[]): number =>
  smallest(below.map(({ box }) => box.top)) - largest(above.map(({ box }) => box.bottom));

/** The cells above a value at its left edge, in the middle of its column, or at its right edge; downwards. */
function labelOver(value: Cell, rows: readonly (readonly Cell[])[]): Cell[] {
  const label: Cell[] = [];
  for (const row of rows) {
    const of = label[0] ?? value;
    const over = cellsAcross(row, value.box.left - heightOf(value.box), value.box.right + heightOf(value.box)).find((cell) =>
      inColumn(cell, of),
    );
    if (over) label.unshift(over);
    else if (label.length > 0) break;
  }
  return label;
}

function inColumn(a: Cell, b: Cell): boolean {
  const near = 0.6 * heightOf(a.box);
  const middles = Math.abs(a.box.left + a.box.right - b.box.left - b.box.right) / 2;
  return alignedLeft(a, b) || Math.abs(a.box.right - b.box.right) < near || middles < near;
}

/** Whether two lines are set in type of another weight or size. */
function differ(above: readonly Cell[], below: readonly Cell[]): boolean {
  const bold = (cells: readonly Cell[]) => cells.every(({ words }) => words.every((word) => word.bold));
  const light = (cells: readonly Cell[]) => cells.every(({ words }) => words.every((word) => !word.bold));
  const sizes = (cells: readonly Cell[]) => cells.map(({ box }) => heightOf(box));
  const [one, two] = [sizes(above), sizes(below)];
  const larger = (a: readonly number[], b: readonly number[]) => smallest(a) > (1 + SIZE_SHARE) * largest(b);
  return (bold(above) && light(below)) || (light(above) && bold(below)) || larger(one, two) || larger(two, one);
}

/** Whether labels and values are nearer to each other than to the lines around them. */
function standsApart({ lines }: Sheet, at: number, rows: readonly (readonly Cell[])[]): boolean {
  const [values = [], below, nearest = []] = [lines[at], lines[at + 1], rows[0]];
  const above = lines[at - rows.length - 1];
  const within = gapBetween(nearest, values);
  const isFar = (gap: number) =>
    gap > within + 0.5 * heightOf(nearest[0]?.box ?? values[0]?.box ?? { top: 0, bottom: 0, left: 0, right: 0 });
  const parted = rows.slice(1).every((row, i) => gapBetween(row, rows[i] ?? []) < within);
  return parted && (!below || isFar(gapBetween(values, below))) && (!above || isFar(gapBetween(above, rows.at(-1) ?? [])));
}

/** Whether the next line has values of the same columns at the same distance: rows of a table. */
function goesOnInRows(values: readonly Cell[], labels: readonly Cell[], next: readonly Cell[]): boolean {
  const columns = next.filter((cell) => values.some((value) => inColumn(value, cell))).length;
  const pitch = (above: readonly Cell[], below: readonly Cell[]) => (below[0]?.box.top ?? 0) - (above[0]?.box.top ?? 0);
  return columns >= 2 && pitch(values, next) < 1.3 * pitch(labels, values);
}
