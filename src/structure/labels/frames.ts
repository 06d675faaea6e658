/** Boxes and bands that rulings draw around words. */
import { firstWhere } from "#contract/bisect.ts";
import type { Box, Ruling } from "#documents/document.ts";

/** The nearest rulings on each side; the page's edge where there is none. */
export type Frame = Box & { sides: number };

/** Pages with more rulings are drawings. */
const RULINGS_MAX = 3_000;
const SLOPE_MAX = 1.5;
/** A ruling crosses the middle of a box when it reaches this far beyond it, in page units. */
const REACH = 1;

type Stroke = { at: number; from: number; to: number };
/** Strokes in order of `at`. */
export type Frames = { horizontal: readonly Stroke[]; vertical: readonly Stroke[]; width: number; height: number };

export function framesOf(rulings: readonly Ruling[], { width, height }: { width: number; height: number }): Frames {
  const kept = rulings.length > RULINGS_MAX ? [] : rulings;
  const horizontal = kept
    .filter(({ y1, y2 }) => Math.abs(y1 - y2) < SLOPE_MAX)
    .map(({ x1, x2, y1 }) => ({ at: y1, from: Math.min(x1, x2), to: Math.max(x1, x2) }))
    .filter(({ from, to }) => to - from > 8);
  const vertical = kept
    .filter(({ x1, x2 }) => Math.abs(x1 - x2) < SLOPE_MAX)
    .map(({ y1, y2, x1 }) => ({ at: x1, from: Math.min(y1, y2), to: Math.max(y1, y2) }))
    .filter(({ from, to }) => to - from > 5);
  return { horizontal: horizontal.sort(byPlace), vertical: vertical.sort(byPlace), width, height };
}

const byPlace = (a: Stroke, b: Stroke): number => a.at - b.at;

/** The box of rulings around `box`; null where no ruling is above and below. */
export function frameAround(box: Box, { horizontal, vertical, width, height }: Frames): Frame | null {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const [above, below] = nearest(horizontal, y, x - REACH, x + REACH);
  // Rulings beyond the page's edges frame nothing.
  if (!above || !below || above.at < 0 || below.at > height) return null;
  const [before, after] = nearest(vertical, x, y, y);
  const isBefore = before !== undefined && before.at >= 0;
  const isAfter = after !== undefined && after.at <= width;
  return {
    left: isBefore ? before.at : 0,
    top: above.at,
    right: isAfter ? after.at : width,
    bottom: below.at,
    sides: 2 + Number(isBefore) + Number(isAfter),
  };
}

/** The nearest strokes at or before `at` and behind it that reach over `from` to `to`. */
function nearest(strokes: readonly Stroke[], at: number, from: number, to: number): [Stroke | undefined, Stroke | undefined] {
  const reaches = (stroke: Stroke | undefined) => !stroke || (stroke.from <= from && stroke.to >= to);
  let after = firstWhere(strokes.length, (i) => (strokes[i]?.at ?? 0) > at);
  let before = after - 1;
  while (!reaches(strokes[before])) before--;
  while (!reaches(strokes[after])) after++;
  return [strokes[before], strokes[after]];
}

/** Whether a ruling runs between the two boxes. */
export function isRuledApart(a: Box, b: Box, way: "across" | "down", { horizontal, vertical }: Frames): boolean {
  if (way === "across") return isCrossed(vertical, a.right, b.left, (b.top + b.bottom) / 2);
  return isCrossed(horizontal, a.bottom, b.top, (Math.max(a.left, b.left) + Math.min(a.right, b.right)) / 2);
}

/** Whether a stroke stands between `after` and `before` and reaches over `at`. */
function isCrossed(strokes: readonly Stroke[], after: number, before: number, at: number): boolean {
  for (let i = firstWhere(strokes.length, (k) => (strokes[k]?.at ?? 0) >= after - 1); i < strokes.length; i++) {
    const stroke = strokes[i];
    if (!stroke || stroke.at > before + 1) return false;
    if (stroke.from <= at && stroke.to >= at) return true;
  }
  return false;
}
