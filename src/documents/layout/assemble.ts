/** Builds segments and lines from their parts: joins texts, encloses boxes. */
import type { Box, Line, Segment, Word } from "#documents/document.ts";

/** The smallest box around all of `parts`; of an empty list an inverted one. */
export function boxAround(parts: readonly { box: Box }[]): Box {
  const around: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { box } of parts) {
    if (box.left < around.left) around.left = box.left;
    if (box.top < around.top) around.top = box.top;
    if (box.right > around.right) around.right = box.right;
    if (box.bottom > around.bottom) around.bottom = box.bottom;
  }
  return around;
}

/** True when the centre of `inner` lies in `outer`, grown by `slack`. */
export function centreInside(inner: Box, outer: Box, slack = 0): boolean {
  const x = (inner.left + inner.right) / 2;
  const y = (inner.top + inner.bottom) / 2;
  return x >= outer.left - slack && x <= outer.right + slack && y >= outer.top - slack && y <= outer.bottom + slack;
}

/** Words in reading order. */
export function segmentFrom(words: Word[]): Segment {
  return { text: words.map((word) => word.text).join(" "), box: boxAround(words), words };
}

export function lineFrom(segments: Segment[]): Line {
  return { text: segments.map((segment) => segment.text).join("  "), box: boxAround(segments), segments };
}
