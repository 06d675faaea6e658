/** Frames: rulings that touch each other. Pieces of two large frames are not in one table. */
import type { Box, Ruling } from "#documents/document.ts";
import { centreInside } from "#documents/layout/assemble.ts";
import type { Strip } from "./strips.ts";

/** Rulings nearer than this, in page units, touch. */
const SLACK = 2.5;
/** Frames of fewer strips are cells or boxes, not tables. */
const STRIPS_MIN = 3;

/** For each strip the frame it is in; null outside of frames and in small ones. */
export function framesOf(strips: readonly Strip[], rulings: readonly Ruling[]): Map<Strip, Box | null> {
  const frames = joined(rulings).filter(({ left, right, top, bottom }) => right - left > 20 && bottom - top > 20);
  const of = new Map<Strip, Box | null>();
  const counts = new Map<Box, number>();
  for (const strip of strips) {
    const frame = frames.findLast((box) => strip.pieces.every((piece) => centreInside(piece.box, box, SLACK))) ?? null;
    of.set(strip, frame);
    if (frame) counts.set(frame, (counts.get(frame) ?? 0) + 1);
  }
  for (const [strip, frame] of of) if (frame && (counts.get(frame) ?? 0) < STRIPS_MIN) of.set(strip, null);
  return of;
}

/** Boxes around rulings that touch, the largest first. */
function joined(rulings: readonly Ruling[]): Box[] {
  const sorted = rulings.toSorted((a, b) => a.y1 - b.y1);
  const parent = sorted.map((_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? at] ?? at;
      at = parent[at] ?? at;
    }
    return at;
  };
  let open: number[] = [];
  for (const [i, ruling] of sorted.entries()) {
    open = open.filter((other) => (sorted[other]?.y2 ?? 0) >= ruling.y1 - SLACK);
    for (const other of open) if (touch(ruling, sorted[other])) parent[root(i)] = root(other);
    open.push(i);
  }
  const boxes = new Map<number, Box>();
  for (const [i, { x1, y1, x2, y2 }] of sorted.entries()) {
    const box = boxes.get(root(i));
    if (!box) boxes.set(root(i), { left: x1, top: y1, right: x2, bottom: y2 });
    else Object.assign(box, grown(box, { left: x1, top: y1, right: x2, bottom: y2 }));
  }
  return [...boxes.values()].sort((a, b) => areaOf(b) - areaOf(a));
}

const touch = (a: Ruling, b: Ruling | undefined): boolean =>
  b !== undefined && a.x1 <= b.x2 + SLACK && b.x1 <= a.x2 + SLACK && a.y1 <= b.y2 + SLACK && b.y1 <= a.y2 + SLACK;

const grown = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

const areaOf = (box: Box): number => (box.right - box.left) * (box.bottom - box.top);
