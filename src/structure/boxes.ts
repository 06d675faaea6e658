/** Lengths of boxes, in page units. */
import type { Box } from "#documents/document.ts";

type Across = Pick<Box, "left" | "right">;

/** Length that `a` and `b` share from left to right; negative for a gap. */
export const sharedAcross = (a: Across, b: Across): number => Math.min(a.right, b.right) - Math.max(a.left, b.left);

/** What `a` and `b` share from left to right as a share of the narrower one, 0..1. */
export function overlapAcross(a: Across, b: Across): number {
  const least = Math.min(a.right - a.left, b.right - b.left);
  return least <= 0 ? 0 : Math.max(0, sharedAcross(a, b) / least);
}

export const widthOf = ({ left, right }: Across): number => Math.max(0.1, right - left);
export const heightOf = ({ top, bottom }: Box): number => Math.max(0.1, bottom - top);
