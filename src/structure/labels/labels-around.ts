/** The labels of a value: left of it, in stacked lines above it, beneath it, and the number of its line. */

import type { Box } from "#documents/document.ts";
import { tokensOf } from "#language/fold.ts";
import { heightOf, overlapAcross } from "#structure/boxes.ts";
import type { Cell } from "#structure/sheet.ts";
import { cellsAcross } from "./cells-across.ts";
import { isRuledApart } from "./frames.ts";
import { isLabelLike, type LabelText, labelOf, tailOf, textOfCells } from "./label-texts.ts";
import { type Around, apart, put, type View } from "./page-view.ts";

/** Only a form's number, a currency or a sign, between a label and its value. */
const isBetween = ({ text }: Cell) =>
  /^(?:\d{1,2}[a-z]?[.)]?|[A-Za-z][.)]?|\p{Sc}|[A-Z]{3}|\P{L}?)$/u.test(text) || !/[\p{L}\d]/u.test(text);

/** The cell left of another, past numbers of the form, which are added to its words. */
export function labelLeft(row: readonly Cell[], cell: Cell, view: View): Around | null {
  let at = cell.column - 1;
  while (at > 0 && cell.column - at < 3 && row[at] && isBetween(row[at] as Cell)) at--;
  const left = row[at];
  if (!left || left === cell) return null;
  const passed = row.slice(at + 1, cell.column).flatMap(({ text }) => tokensOf(text));
  const text = wrapped(left, view);
  const all = passed.length === 0 ? text : { ...text, id: `${text.id} ${passed.join(" ")}`, units: [...text.units, ...passed] };
  return put(all, left, cell.box, "across", view);
}

/** The nearest form's number at or left of the cell in its line; that of the line above where the label left of the cell goes on from there. */
export function numberOnLine(cell: Cell, view: View): string | null {
  const row = view.sheet.lines[cell.line] ?? [];
  for (let at = cell.column; at >= 0; at--) {
    const here = row[at];
    const number = here && (view.numbering.get(here) ?? numberAbove(here, view));
    if (number !== undefined && number !== null) return number;
  }
  return null;
}

/** The number of the line above, whose label goes on with this cell: "Balance due. Subtract line 5 from line 4." over "See instructions". */
function numberAbove(cell: Cell, view: View): string | null {
  const above = mateOf(cell, -1, view);
  const before = above && view.sheet.lines[above.line]?.[above.column - 1];
  return (before && view.numbering.get(before)) ?? null;
}

const STACK_LINES_MAX = 3;
const STACK_GAP_MAX = 0.6;

/** A label left of a value with the lines that it goes on to, or comes from, when only the label has them. */
function wrapped(cell: Cell, view: View): LabelText {
  const lines = [cell];
  for (let first = cell; goesOn(first, view) && lines.length < STACK_LINES_MAX; ) {
    const above = mateOf(first, -1, view);
    if (!above) break;
    lines.unshift(above);
    first = above;
  }
  for (let last = cell; lines.length < STACK_LINES_MAX; ) {
    const below = mateOf(last, 1, view);
    if (!below || !/^\p{Ll}/u.test(below.text)) break;
    lines.push(below);
    last = below;
  }
  return lines.length === 1 ? tailOf(cell) : textOfCells(lines);
}

/** Whether the cell goes on with the label above it: it begins with a small letter, or stands without a number below a numbered line. */
function goesOn(cell: Cell, view: View): boolean {
  if (/^\p{Ll}/u.test(cell.text)) return true;
  const before = view.sheet.lines[cell.line]?.[cell.column - 1];
  return !view.numbering.has(cell) && !(before && view.numbering.has(before)) && numberAbove(cell, view) !== null;
}

/** The cell of the next line at the same left edge, where nothing but numbers of the form stands beside it. */
function mateOf(cell: Cell, step: 1 | -1, { sheet, numbering }: View): Cell | null {
  const height = heightOf(cell.box);
  const line = sheet.lines[cell.line + step] ?? [];
  const isText = (other: Cell) => !numbering.has(other) || other.words.length > 1;
  const isInLine = (other: Cell) => Math.abs(other.box.left - cell.box.left) < 0.5 * height;
  const last = line.findLast(isText);
  if (!last || !isInLine(last) || !isLabelLike(last)) return null;
  const gap = step > 0 ? last.box.top - cell.box.bottom : cell.box.top - last.box.bottom;
  return gap < STACK_GAP_MAX * height && line.find((other) => isText(other) && isInLine(other)) === last ? last : null;
}

/** A label with the lines of it that stand right above: `Date of` over `birth`. */
export function stacked(cell: Cell, { upward, usual }: View): LabelText {
  const lines = [cell];
  for (let above = upward(cell); above && lines.length < STACK_LINES_MAX; above = upward(above)) {
    const [last] = lines;
    if (!last || !isLabelLike(above) || !isLabelLike(last) || /[:：]$/.test(above.text)) break;
    const near = last.box.top - above.box.bottom < STACK_GAP_MAX * heightOf(last.box);
    const alike = Math.abs(heightOf(above.box) - heightOf(last.box)) < 0.25 * heightOf(last.box);
    if (!near || !alike || Math.abs(above.box.left - last.box.left) > 3 * usual) break;
    lines.unshift(above);
  }
  return lines.length === 1 ? labelOf(cell) : textOfCells(lines);
}

const LINES_DOWN_MAX = 2;
/** In line heights: what counts as the farthest, and from where on a text is the label of something else. */
const HEIGHTS_DOWN_MAX = 2;
const GAP_DOWN_MAX = 1.3;

/** The label printed beneath a value, as beneath the line of a signature. */
export function labelBelow(box: Box, line: number, view: View): Around | null {
  const height = Math.max(1, heightOf(box));
  for (const row of view.sheet.lines.slice(line + 1, line + 1 + LINES_DOWN_MAX)) {
    for (const cell of cellsAcross(row, box.left - height, Math.max(box.right, box.left + height))) {
      const gap = cell.box.top - box.bottom;
      if (gap > GAP_DOWN_MAX * height || gap < -0.4 * height) continue;
      if (overlapAcross(cell.box, box) < 0.25 && Math.abs(cell.box.left - box.left) > height) continue;
      if (!isLabelLike(cell)) return null;
      const ruled = isRuledApart(box, cell.box, "down", view.frames);
      return { ...labelOf(cell), distance: apart(gap, HEIGHTS_DOWN_MAX * height), ruled, emphasis: view.isHeading(cell), cell };
    }
  }
  return null;
}
