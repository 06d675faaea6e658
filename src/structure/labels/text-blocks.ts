/** Lines that go on below each other at one edge, such as a name with its address: their labels stand at the first one. */
import { heightOf } from "#structure/boxes.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { lineBelow } from "./going-on.ts";

/** A block has no more lines. */
const LINES_MAX = 6;
/** Lines of one block have one size of type. */
const HEIGHT_SHARE = 0.25;

/** For each line that goes on another the lines above it in its block, the first one first. */
export type TextBlocks = ReadonlyMap<Cell, readonly Cell[]>;

export function textBlocksOf(sheet: Sheet): TextBlocks {
  const blocks = new Map<Cell, readonly Cell[]>();
  for (const cell of sheet.cells) {
    const above = blocks.get(cell) ?? [];
    if (above.length + 1 >= LINES_MAX) continue;
    const first = above[0] ?? cell;
    const next = lineBelow(cell, first.box, sheet);
    if (next && isAlike(next, cell) && !blocks.has(next)) blocks.set(next, [...above, cell]);
  }
  return blocks;
}

/** For the first line of each block the lines that go on with it. */
export function furtherLines(blocks: TextBlocks): ReadonlyMap<Cell, readonly Cell[]> {
  const further = new Map<Cell, Cell[]>();
  for (const [cell, [first]] of blocks) {
    if (!first) continue;
    const known = further.get(first);
    if (known) known.push(cell);
    else further.set(first, [cell]);
  }
  return further;
}

const isAlike = (a: Cell, b: Cell): boolean => Math.abs(heightOf(a.box) - heightOf(b.box)) < HEIGHT_SHARE * heightOf(b.box);
