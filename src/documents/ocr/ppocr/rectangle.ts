/** Rotated rectangles: the smallest around points, and their boxes in a picture. */
import type { Box } from "#documents/document.ts";

/** `angle`: how far the long side falls to the right, in radians, -π/4 < angle <= π/4; then `height` may exceed `width`. */
export type Rectangle = { x: number; y: number; width: number; height: number; angle: number };
type Point = readonly [x: number, y: number];

/** The smallest rectangle around the points, one side along a side of their convex hull; null for fewer than three. */
export function smallestAround(points: readonly Point[]): Rectangle | null {
  const hull = hullOf(points);
  let best: Rectangle | null = null;
  for (const [i, a] of hull.entries()) {
    const b = hull[(i + 1) % hull.length] ?? a;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (length === 0) continue;
    const rectangle = along(hull, (b[0] - a[0]) / length, (b[1] - a[1]) / length);
    if (best === null || rectangle.width * rectangle.height < best.width * best.height) best = rectangle;
  }
  return best === null ? null : levelled(best);
}

function along(points: readonly Point[], cos: number, sin: number): Rectangle {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of points) {
    const [across, down] = [x * cos + y * sin, y * cos - x * sin];
    left = Math.min(left, across);
    right = Math.max(right, across);
    top = Math.min(top, down);
    bottom = Math.max(bottom, down);
  }
  const [across, down] = [(left + right) / 2, (top + bottom) / 2];
  const at = { x: across * cos - down * sin, y: across * sin + down * cos };
  return { ...at, width: right - left, height: bottom - top, angle: Math.atan2(sin, cos) };
}

/** The same rectangle, its angle within an eighth of a turn. */
function levelled({ x, y, width, height, angle }: Rectangle): Rectangle {
  const quarters = Math.ceil(angle / (Math.PI / 2) - 0.5);
  const isTurned = quarters % 2 !== 0;
  return { x, y, width: isTurned ? height : width, height: isTurned ? width : height, angle: angle - (quarters * Math.PI) / 2 };
}

/** Andrew's monotone chain. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...half(sorted), ...half(sorted.reverse())];
}

function half(points: readonly Point[]): Point[] {
  const chain: Point[] = [];
  for (const point of points) {
    while (chain.length > 1 && turn(chain.at(-2) ?? point, chain.at(-1) ?? point, point) <= 0) chain.pop();
    chain.push(point);
  }
  chain.pop();
  return chain;
}

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/**
 * The upright box around the part of the rectangle from `from` to `to`, shares of its width. On a slightly slanted line the box is as high
 * as the word.
 */
export function boxOfPart({ x, y, width, height, angle }: Rectangle, from: number, to: number): Box {
  const middle = ((from + to) / 2 - 0.5) * width;
  const [atX, atY] = [x + middle * Math.cos(angle), y + middle * Math.sin(angle)];
  const [across, down] = [((to - from) * width) / 2, height / 2];
  return { left: atX - across, top: atY - down, right: atX + across, bottom: atY + down };
}

/** The same rectangle, read from the other end when turned by 180 degrees. */
export const turnedBy = (rectangle: Rectangle, degrees: 0 | 180): Rectangle => ({
  ...rectangle,
  angle: rectangle.angle + (degrees * Math.PI) / 180,
});
