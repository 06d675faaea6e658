/** The lines in which a value goes on. */
import type { Box } from "#documents/document.ts";
import { heightOf } from "#structure/boxes.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { cellsAcross } from "./cells-across.ts";

/** Maximum gap between two lines of one value, in heights of the upper one. */
const LINE_GAP_MAX = 0.95;

/** A line of a value: its box, and the cell or words it is in. */
export type ValueLine = { box: Box; line: number; column: number };

/**
 * The cell right below that goes on at the left edge of the value, whose first line is in the box `first`; none in a line that has a cell of
 * its own left of it, as the next label has.
 */
export function lineBelow(last: ValueLine, first: Box, sheet: Sheet): Cell | null {
  const height = Math.max(1, heightOf(last.box));
  for (const line of sheet.lines.slice(last.line + 1, last.line + 3)) {
    for (const cell of cellsAcross(line, first.left - height, first.left + height)) {
      const gap = cell.box.top - last.box.bottom;
      const isNext = gap < LINE_GAP_MAX * height && gap > -0.5 * height && Math.abs(cell.box.left - first.left) < 0.8 * height;
      if (isNext) return last.column > 0 && cell.column > 0 ? null : cell;
    }
  }
  return null;
}
