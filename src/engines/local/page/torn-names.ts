/** Names printed on two lines: a salutation above its person, a long company name broken before its legal form. */

import { boxAround } from "#documents/layout/assemble.ts";
import { anyOf } from "#language/phrases.ts";
import { heightOf } from "#structure/boxes.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import type { LabelsByCell } from "./labels-on-page.ts";
import { hasLegalForm } from "./legal-form.ts";
import type { Value } from "./values-in.ts";

const SALUTATION = new RegExp(`^${anyOf("engines", "salutations")}$`, "iu");
/** The gap inside a two-line name is at most this share of the gap between its last line and what follows. */
const CLOSER = 0.8;
const WORDS_MAX = 5;
/** Assumed distance in line heights to what follows, when nothing follows nearby. */
const APART_MIN = 2;

/** The whole name when `value` is one line of it; else the value unchanged. */
export function wholeName(value: Value, sheet: Sheet, labels: LabelsByCell): Value {
  const { cell } = value;
  if (value.to !== cell.words.length || value.raw.length === 0) return value;
  const below = nextLine(cell, sheet, 1);
  if (SALUTATION.test(value.raw)) return below && isPart(below, labels) ? joined(value, below) : value;
  if (value.from > 0) return value;
  if (hasLegalForm(value.raw)) {
    const above = nextLine(cell, sheet, -1);
    const stands = above !== null && isPart(above, labels) && !hasLegalForm(above.text) && above.column === 0;
    return stands && isCloser(above, cell, below)
      ? { ...joined({ ...value, cell: above, from: 0, to: above.words.length, raw: above.text, box: above.box }, cell), cell: above }
      : value;
  }
  if (!below || !isPart(below, labels) || !hasLegalForm(below.text)) return value;
  return isCloser(cell, below, nextLine(below, sheet, 1)) ? joined(value, below) : value;
}

/** `cell` stays the first line: the value begins there. */
function joined(value: Value, below: Cell): Value {
  return { ...value, raw: `${value.raw} ${below.text}`, box: boxAround([value, below]) };
}

const isPart = (cell: Cell, labels: LabelsByCell): boolean =>
  cell.words.length <= WORDS_MAX && !/\d|[:@]/.test(cell.text) && !labels.has(cell);

function isCloser(first: Cell, second: Cell, third: Cell | null): boolean {
  const distance = third === null ? APART_MIN * heightOf(second.box) : third.box.top - second.box.top;
  return second.box.top - first.box.top < CLOSER * distance;
}

/** The cell with the same left edge in the next lines that have a cell near it. */
function nextLine(cell: Cell, sheet: Sheet, step: 1 | -1): Cell | null {
  for (let i = cell.line + step; i >= 0 && i < sheet.lines.length && Math.abs(i - cell.line) <= 3; i += step) {
    const found = sheet.lines[i]?.find((other) => Math.abs(other.box.left - cell.box.left) < 0.5 * heightOf(cell.box));
    if (found) return Math.abs(found.box.top - cell.box.top) < 3 * heightOf(cell.box) ? found : null;
  }
  return null;
}
