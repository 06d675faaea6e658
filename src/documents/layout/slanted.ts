/** Removes the slant of a picture's lines while words are grouped into rows, and restores it afterwards. */
import type { Box, Line } from "#documents/document.ts";
import { lineFrom, segmentFrom } from "./assemble.ts";
import type { PlacedWord } from "./placed-word.ts";

export function levelled(placed: PlacedWord): PlacedWord {
  if (!placed.slope) return placed;
  return { ...placed, word: { ...placed.word, box: sheared(placed.word.box, -placed.slope) } };
}

/** Undoes `levelled` for the words of a line; the boxes of the line and its segments are computed again. */
export function slanted(line: Line, slope: number): Line {
  if (slope === 0) return line;
  const segments = line.segments.map(({ words }) => segmentFrom(words.map((word) => ({ ...word, box: sheared(word.box, slope) }))));
  return lineFrom(segments);
}

/** Moved down by `slope` times the distance of its middle from the page's left edge. */
function sheared({ left, top, right, bottom }: Box, slope: number): Box {
  const down = (slope * (left + right)) / 2;
  const tenth = (value: number) => Math.round(value * 10) / 10;
  return { left, top: tenth(top + down), right, bottom: tenth(bottom + down) };
}
