/** Boxes over boxes, and over pictures. */
import type { Box } from "#documents/document.ts";
import type { Pixels } from "#documents/ocr/picture.ts";

/** Share of the smaller box that two drawings of one word have in common. */
const SAME_PLACE = 0.4;

/** Whether two boxes lie on each other: a large part of the smaller one is in both. */
export function isMostlyIn(a: Box, b: Box): boolean {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (across <= 0 || down <= 0) return false;
  return across * down > SAME_PLACE * Math.max(1e-6, Math.min(areaOf(a), areaOf(b)));
}

const areaOf = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);

/** Difference between the darkest and the lightest pixel in the box, 0..255. */
export function contrastIn({ data, width, height }: Pixels, box: Box): number {
  let [darkest, lightest] = [255, 0];
  for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(height, Math.ceil(box.bottom)); y += 1)
    for (let x = Math.max(0, Math.floor(box.left)); x < Math.min(width, Math.ceil(box.right)); x += 1) {
      const value = data[y * width + x] ?? 0;
      darkest = Math.min(darkest, value);
      lightest = Math.max(lightest, value);
    }
  return Math.max(0, lightest - darkest);
}
