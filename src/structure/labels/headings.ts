/** Headings, and what they rule: the lines below them. */
import { firstWhere } from "#contract/bisect.ts";
import { heightOf } from "#structure/boxes.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { lastBefore } from "./cells-across.ts";
import { isLabelLike, type LabelText, labelOf } from "./label-texts.ts";
import type { View } from "./page-view.ts";

const SECTION_LINES_MAX = 45;
const LARGER = 1.15;
const HEADING_WORDS_MAX = 9;

/** Few words without figures that are set larger, bold or in capitals, or alone in their line. */
export function looksLikeHeading(cell: Cell, sheet: Sheet, usual: number): boolean {
  if (!isLabelLike(cell) || cell.words.length > HEADING_WORDS_MAX || /\d/.test(cell.text)) return false;
  return isSetApart(cell, usual) || (sheet.lines[cell.line]?.length === 1 && !/[.,;]$/.test(cell.text) && !isUnderLabel(cell, sheet));
}

function isSetApart({ words, text, box }: Cell, usual: number): boolean {
  const capitals = /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text);
  return capitals || words.every(({ bold }) => bold) || heightOf(box) > LARGER * usual;
}

/** A text alone in its line is the value of a text that stands so many heights above it, and begins so many left of it at most. */
const UNDER_MAX = 0.8;
const INSET_MAX = 3;

function isUnderLabel(cell: Cell, sheet: Sheet): boolean {
  const height = heightOf(cell.box);
  return (sheet.lines[cell.line - 1] ?? []).some((above) => {
    const [gap, inset] = [cell.box.top - above.box.bottom, cell.box.left - above.box.left];
    return isLabelLike(above) && gap < UNDER_MAX * height && inset > -0.5 * height && inset < INSET_MAX * height;
  });
}

/** A heading above all columns has its middle so near the page's, as a share of its width. */
const CENTRED_MAX = 0.1;

function isCentred(cell: Cell, sheet: Sheet): boolean {
  const middle = (cell.box.left + cell.box.right) / 2;
  return sheet.lines[cell.line]?.length === 1 && Math.abs(middle - sheet.page.width / 2) < CENTRED_MAX * sheet.page.width;
}

export type Section = { cell: Cell; text: LabelText };

/**
 * The nearest heading above, other than the cell `direct` above, that begins no further right, or stands in the middle above all columns.
 * Where it is only a text alone in its line, its text also has that of the next one that is set apart. `headings`: the lines that have any.
 */
export function sectionAbove(
  cell: Cell,
  direct: Cell | null,
  headings: readonly (readonly Cell[])[],
  { sheet, usual }: View,
): Section | null {
  const edge = cell.box.left + heightOf(cell.box);
  let nearest: Cell | null = null;
  const lineOf = (i: number) => headings[i]?.[0]?.line ?? 0;
  for (let i = firstWhere(headings.length, (k) => lineOf(k) >= cell.line) - 1; lineOf(i) >= cell.line - SECTION_LINES_MAX; i--) {
    const [only] = headings[i] ?? [];
    if (!only) break;
    const centred = only !== direct && isCentred(only, sheet) ? only : null;
    const other = lastBefore(headings[i] ?? [], edge, direct) ?? centred;
    if (!other) continue;
    if (other === centred || isSetApart(other, usual)) return sectionOf(nearest ?? other, other);
    nearest ??= other;
  }
  return nearest && sectionOf(nearest, nearest);
}

function sectionOf(nearest: Cell, further: Cell): Section {
  const [own, other] = [labelOf(nearest), labelOf(further)];
  if (nearest === further) return { cell: nearest, text: own };
  return { cell: nearest, text: { ...own, parts: [own, other].flatMap((text) => [text, ...text.parts]) } };
}
