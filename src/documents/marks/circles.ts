/** Finds circles of radio buttons: empty rings, and rings of the same size with something in them. */

import type { Box } from "#documents/document.ts";
import { centreInside } from "#documents/layout/assemble.ts";
import type { InkMap } from "./ink-map.ts";
import type { Square } from "./squares.ts";

/** Directions in which a ring is looked for. */
const DIRECTIONS = Array.from({ length: 32 }, (_, i) => [Math.cos((i * Math.PI) / 16), Math.sin((i * Math.PI) / 16)] as const);
/** Share of the directions in which the ring must be. */
const RING_MIN = 0.94;
/** Beyond the ring at most this share of the directions meets ink: a tick that sticks out. */
const OUTSIDE_MAX = 0.2;
/** An empty ring has white inside in at least this share of the directions. */
const INSIDE_MAX = 0.06;
/** Rings of one form differ by at most this share of their radius. */
const SAME_SIZE = 0.12;
/** Circles looked at. */
const CIRCLES_MAX = 400;

export type Circle = Square & { empty: boolean };

/**
 * Empty rings first, then marked ones beside or below them, and where OCR read a sign (`signs`: boxes of single ones): only a ring of the
 * same size tells a marked one from a letter.
 */
export function circlesIn(map: InkMap, sides: { min: number; max: number }, signs: readonly Box[]): Circle[] {
  const empty = emptyRings(map, sides);
  const found = [...empty];
  for (const { box } of empty) {
    const radius = (box.right - box.left) / 2;
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    for (const isRow of [true, false])
      for (const away of [-2, -1, 0, 1, 2]) {
        const length = isRow ? map.width : map.height;
        for (let at = 0; at < length; at++) {
          const [cx, cy] = isRow ? [at, y + away] : [x + away, at];
          if (found.length >= CIRCLES_MAX || !isRing(map, cx, cy, radius)) continue;
          if (
            found.every((each) => Math.hypot((each.box.left + each.box.right) / 2 - cx, (each.box.top + each.box.bottom) / 2 - cy) > radius)
          )
            found.push({ box: around(cx, cy, radius), line: lineOf(map, cx, cy, radius), firm: true, empty: false });
        }
      }
  }
  for (const sign of signs) {
    const ring = ringNear(map, sign, empty);
    if (ring && !found.some(({ box }) => centreInside(ring.box, box))) found.push(ring);
  }
  return found;
}

/** How far the middle of a ring is from that of its sign at most, in pixels. */
const OFF_MAX = 4;

/** A ring of the size of one of the empty ones, about the middle of a sign. */
function ringNear(map: InkMap, { left, top, right, bottom }: Box, empty: readonly Circle[]): Circle | null {
  const [x, y] = [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
  const radii = new Set(empty.map(({ box }) => Math.round(box.right - box.left) / 2));
  for (const radius of radii)
    for (let dy = -OFF_MAX; dy <= OFF_MAX; dy++)
      for (let dx = -OFF_MAX; dx <= OFF_MAX; dx++) {
        if (!isRing(map, x + dx, y + dy, radius - 0.5)) continue;
        return { box: around(x + dx, y + dy, radius), line: lineOf(map, x + dx, y + dy, radius), firm: true, empty: false };
      }
  return null;
}

const around = (x: number, y: number, radius: number) => ({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius });

/** Rings that are found by the white inside: from a white point to the ink left, right, above and below. */
function emptyRings(map: InkMap, { min, max }: { min: number; max: number }): Circle[] {
  const found: Circle[] = [];
  const { ink, width, height } = map;
  for (let y = 1; y + min < height; y++)
    for (let x = 1; x < width; x++) {
      // The uppermost white pixels inside of a ring: ink above, white from there on.
      const at = y * width + x;
      if (ink[at] !== 0 || ink[at - width] === 0) continue;
      let bottom = y;
      while (bottom - y <= max && bottom < height && ink[bottom * width + x] === 0) bottom++;
      const inner = bottom - y;
      if (inner < min / 2 || inner > max) continue;
      const middle = Math.floor((y + bottom) / 2);
      let [left, right] = [x, x];
      while (x - left <= max && left > 0 && ink[middle * width + left] === 0) left--;
      while (right - x <= max && right < width && ink[middle * width + right] === 0) right++;
      if (Math.abs(right - left - 1 - inner) > Math.max(1, inner * SAME_SIZE) || Math.abs(x - left - (right - x)) > 2) continue;
      const ring = ringAt(map, (left + right) / 2, (y + bottom - 1) / 2, inner / 2);
      if (ring === null || ring.box.right - ring.box.left < min || ring.box.right - ring.box.left > max) continue;
      if (found.some((each) => Math.abs(each.box.left - ring.box.left) < min / 2 && Math.abs(each.box.top - ring.box.top) < min / 2))
        continue;
      found.push(ring);
      if (found.length === CIRCLES_MAX) return found;
    }
  return found;
}

/** The empty ring around a white disc. */
function ringAt(map: InkMap, x: number, y: number, inner: number): Circle | null {
  let line = 1;
  while (line < inner && shareAt(map, x, y, inner + line + 0.5) > 0.5) line++;
  const radius = inner + line;
  if (line > inner / 2 || !isRing(map, x, y, radius - line / 2)) return null;
  for (let within = inner * 0.2; within < inner * 0.8; within += 1) if (shareAt(map, x, y, within) > INSIDE_MAX) return null;
  if (shareAt(map, x, y, radius + 2.5) > OUTSIDE_MAX / 2) return null;
  return { box: around(x, y, radius), line, firm: true, empty: true };
}

function isRing(map: InkMap, x: number, y: number, radius: number): boolean {
  const on = Math.max(shareAt(map, x, y, radius), shareAt(map, x, y, radius - 1));
  return on >= RING_MIN && shareAt(map, x, y, radius + 3.5) <= OUTSIDE_MAX;
}

/** Share of the directions in which the pixel at this distance, or one beside it, is ink. */
function shareAt({ ink, width, height }: InkMap, x: number, y: number, radius: number): number {
  let count = 0;
  let missed = 0;
  for (const [dx, dy] of DIRECTIONS) {
    const [px, py] = [Math.round(x + dx * radius), Math.round(y + dy * radius)];
    if (px >= 0 && py >= 0 && px < width && py < height && ink[py * width + px] === 1) count++;
    else if (++missed > DIRECTIONS.length * 0.95) return 0;
  }
  return count / DIRECTIONS.length;
}

function lineOf(map: InkMap, x: number, y: number, radius: number): number {
  let line = 1;
  while (line < radius / 2 && shareAt(map, x, y, radius - line) > 0.8) line++;
  return line;
}
