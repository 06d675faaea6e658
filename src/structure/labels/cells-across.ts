/** The cells of a line above or beneath a box. A line may have hundreds, and each is asked for its neighbours. */
import { firstWhere } from "#contract/bisect.ts";
import { memo } from "#contract/memo.ts";
import type { Cell } from "#structure/sheet.ts";

type Line = readonly Cell[];

/** Those that begin left of `to` and end right of `from`, left to right. */
export function cellsAcross(line: Line, from: number, to: number): Line {
  if (isShort(line) || !isInOrder(line)) return line.filter(({ box }) => box.left < to && box.right > from);
  const first = firstWhere(line.length, (i) => (line[i]?.box.right ?? 0) > from);
  return line.slice(
    first,
    firstWhere(line.length, (i) => (line[i]?.box.left ?? 0) >= to),
  );
}

/** The last one, other than `but`, that begins no further right than `edge`. */
export function lastBefore(line: Line, edge: number, but: Cell | null): Cell | undefined {
  if (isShort(line) || !isInOrder(line)) return line.findLast((cell) => cell !== but && cell.box.left <= edge);
  const last = firstWhere(line.length, (i) => (line[i]?.box.left ?? 0) > edge) - 1;
  return line[last] === but ? line[last - 1] : line[last];
}

/** Whether looking at every cell takes less time than asking whether they are in order. */
const isShort = (line: Line): boolean => line.length <= SHORT_CELLS_MAX;
const SHORT_CELLS_MAX = 8;

/** Whether both edges ascend; those of turned text may not. */
const isInOrder = memo(
  (line: Line) =>
    line.every(({ box }, i) => {
      const before = line[i - 1]?.box;
      return !before || (before.left <= box.left && before.right <= box.right);
    }),
  new WeakMap(),
);

/** The bottom of the cell that ends highest; infinite for a line without cells. */
export const highestBottom = memo(
  (line: Line) => line.reduce((highest, { box }) => Math.min(highest, box.bottom), Number.POSITIVE_INFINITY),
  new WeakMap(),
);
