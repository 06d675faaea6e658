/** Maps boxes of a turned and straightened picture back to the original picture, in its pixels. */
import type { Box } from "#documents/document.ts";
import type { Turn } from "#documents/layout/placed-word.ts";

/** The text is turned `turn` + `degrees` clockwise on a picture of `width` x `height`; the engine saw it turned back. */
export type Mapping = { turn: Turn; degrees: number; width: number; height: number };

/** `by` times as large, to a tenth of a pixel. */
export function scaledBox(box: Box, by: number): Box {
  const tenth = (value: number) => Math.round(value * by * 10) / 10;
  return { left: tenth(box.left), top: tenth(box.top), right: tenth(box.right), bottom: tenth(box.bottom) };
}

export const movedBy = ({ left, top, right, bottom }: Box, across: number, down: number): Box => ({
  left: left + across,
  top: top + down,
  right: right + across,
  bottom: bottom + down,
});

export function fromTurned(box: Box, mapping: Mapping): Box {
  const angle = ((mapping.turn + mapping.degrees) * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  // The turned picture is as large as its content needs, around the same middle.
  const seenWidth = Math.abs(mapping.width * cos) + Math.abs(mapping.height * sin);
  const seenHeight = Math.abs(mapping.width * sin) + Math.abs(mapping.height * cos);
  const middle = { x: (box.left + box.right) / 2 - seenWidth / 2, y: (box.top + box.bottom) / 2 - seenHeight / 2 };
  const x = middle.x * cos - middle.y * sin + mapping.width / 2;
  const y = middle.x * sin + middle.y * cos + mapping.height / 2;
  // A slant of a few degrees does not change a word's box; a quarter turn swaps its sides.
  const swapped = mapping.turn === 90 || mapping.turn === 270;
  const halfWidth = (swapped ? box.bottom - box.top : box.right - box.left) / 2;
  const halfHeight = (swapped ? box.right - box.left : box.bottom - box.top) / 2;
  return {
    left: Math.max(0, x - halfWidth),
    top: Math.max(0, y - halfHeight),
    right: Math.min(mapping.width, x + halfWidth),
    bottom: Math.min(mapping.height, y + halfHeight),
  };
}
