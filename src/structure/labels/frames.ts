/** Boxes and bands that rulings draw around words. */
import type { Box, Ruling } from "#documents/document.ts";

/** The nearest rulings on each side; the page's edge where there is none. */
export type Frame = Box & { sides: number };

/** Pages with more rulings are drawings. */
const RULINGS_MAX = 3_000;
const SLOPE_MAX = 1.5;
/** A ruling crosses the middle of a box when it reaches this far beyond it, in page units. */
const REACH = 1;

type Stroke = { at: number; from: number; to: number };
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
  return { horizontal, vertical, width, height };
}

/** The box of rulings around `box`; null where no ruling is above and below. */
export function frameAround(box: Box, { horizontal, vertical, width, height }: Frames): Frame | null {
  if (horizontal.length === 0) return null;
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  let [left, top, right, bottom] = [0, 0, width, height];
  let [above, below, before, after] = [false, false, false, false];
  for (const { at, from, to } of horizontal) {
    if (from > x - REACH || to < x + REACH) continue;
    if (at <= y) {
      above ||= at >= top;
      top = Math.max(top, at);
    } else {
      below ||= at <= bottom;
      bottom = Math.min(bottom, at);
    }
  }
  if (!above || !below) return null;
  for (const { at, from, to } of vertical) {
    if (from > y || to < y) continue;
    if (at <= x) {
      before ||= at >= left;
      left = Math.max(left, at);
    } else {
      after ||= at <= right;
      right = Math.min(right, at);
    }
  }
  return { left, top, right, bottom, sides: 2 + Number(before) + Number(after) };
}

/** Whether a ruling runs between the two boxes. */
export function isRuledApart(a: Box, b: Box, way: "across" | "down", { horizontal, vertical }: Frames): boolean {
  if (way === "across") {
    const y = (b.top + b.bottom) / 2;
    return vertical.some(({ at, from, to }) => at >= a.right - 1 && at <= b.left + 1 && from <= y && to >= y);
  }
  const x = (Math.max(a.left, b.left) + Math.min(a.right, b.right)) / 2;
  return horizontal.some(({ at, from, to }) => at >= a.bottom - 1 && at <= b.top + 1 && from <= x && to >= x);
}
