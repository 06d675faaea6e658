/** Segments and lines from their parts: texts joined, boxes drawn around. */
import type { Box, Line, Segment, Word } from "#documents/document.ts";

/** The smallest box that holds all of `parts`; of nothing an inside-out one. */
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

/** Words in reading order. */
export function segmentFrom(words: Word[]): Segment {
  return { text: words.map((word) => word.text).join(" "), box: boxAround(words), words };
}

export function lineFrom(segments: Segment[]): Line {
  return { text: segments.map((segment) => segment.text).join("  "), box: boxAround(segments), segments };
}
