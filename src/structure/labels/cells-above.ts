/** What stands above a value: the nearest text, the label further left in its column, and the head of the column. */
import { memo } from "#contract/memo.ts";
import type { Box } from "#documents/document.ts";
import { heightOf, overlapAcross } from "#structure/boxes.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { cellsAcross, highestBottom, lastBefore } from "./cells-across.ts";
import { isLabelLike } from "./label-texts.ts";
import { HEIGHTS_UP_MAX, type View } from "./page-view.ts";

const LINES_UP_MAX = 9;
const HEAD_STEPS_MAX = 60;

/** The box from the sign of a currency on that forms print at the left edge of a value's box, where its label begins too. */
export function withSign(cell: Cell, box: Box, { lines }: Sheet): Box {
  const sign = lines[cell.line]?.[cell.column - 1];
  return sign && /^\p{Sc}$/u.test(sign.text) ? { ...box, left: sign.box.left } : box;
}

/** The nearest cell above the box that shares some of its width, or begins at its left edge. */
export function cellAbove(box: Box, line: number, sheet: Sheet): Cell | null {
  const over = rightAbove(box, line, sheet);
  const label = columnAbove(box, line, sheet);
  return label && (over === null || over.line < label.line) ? label : over;
}

function rightAbove(box: Box, line: number, sheet: Sheet): Cell | null {
  const height = Math.max(1, heightOf(box));
  for (let i = line - 1; i >= Math.max(0, line - LINES_UP_MAX); i--) {
    const cells = sheet.lines[i] ?? [];
    const dropMax = box.top - highestBottom(cells);
    if (dropMax > HEIGHTS_UP_MAX * height) return null;
    if (dropMax < -0.4 * height) continue;
    let best: Cell | null = null;
    for (const cell of cellsAcross(cells, box.left - height, Math.max(box.right, box.left + height))) {
      if (box.top - cell.box.bottom < -0.4 * height) continue;
      const shared = overlapAcross(cell.box, box);
      if (shared > 0.25 || Math.abs(cell.box.left - box.left) < height) if (!best || shared > overlapAcross(best.box, box)) best = cell;
    }
    if (best) return best;
  }
  return null;
}

/** The gap to a label that stands further left in its column, in heights of the value. */
const COLUMN_GAP_MAX = 1.5;

/** Longer texts left of a value in its box are values too. */
const SIGN_LENGTH_MAX = 2;
const FORM_NUMBER = /^\d{1,2}[a-z]?[.)]?$/u;

const areLabels = memo(
  (line: readonly Cell[]) => line.some(isLabelLike) && line.every((cell) => isLabelLike(cell) || FORM_NUMBER.test(cell.text)),
  new WeakMap(),
);
const longOnes = memo((line: readonly Cell[]) => line.filter(({ text }) => text.length > SIGN_LENGTH_MAX), new WeakMap());

/** In a box of a form the value stands anywhere below its label: the cell of a line of labels above that begins last before the value. */
function columnAbove(box: Box, line: number, sheet: Sheet): Cell | null {
  const labels = sheet.lines[line - 1] ?? [];
  const above = lastBefore(labels, box.left, null);
  if (!above || !areLabels(labels)) return null;
  const beside = lastBefore(longOnes(sheet.lines[line] ?? []), box.left - 1, null);
  if (beside && beside.box.left >= above.box.left && beside.box.right <= box.left) return null;
  return box.top - above.box.bottom < COLUMN_GAP_MAX * heightOf(box) ? above : null;
}

/** Of a box without other words in its label. */
const BOX_NUMBER = /^\d{1,2}[a-z][.)]?$/u;

/** Up the column past values to the first text without figures; none beyond the number of a box. */
export function headFrom(cell: Cell, upward: View["upward"]): Cell | null {
  let at: Cell | null = cell;
  for (let step = 0; at && step < HEAD_STEPS_MAX; step++) {
    if (isLabelLike(at)) return at;
    if (BOX_NUMBER.test(at.text)) return null;
    at = upward(at);
  }
  return null;
}
