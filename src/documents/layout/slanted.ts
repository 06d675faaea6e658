/** Lines of a picture that lies askew: level while words are grouped into rows, and back as they lie. */
import type { Box, Line } from "#documents/document.ts";
import { lineFrom, segmentFrom } from "./assemble.ts";
import type { PlacedWord } from "./placed-word.ts";

export function levelled(placed: PlacedWord): PlacedWord {
  if (!placed.slope) return placed;
  return { ...placed, word: { ...placed.word, box: sheared(placed.word.box, -placed.slope) } };
}

/** Undoes `levelled` for the words of a line; its own box and its segments' are drawn anew. */
export function slanted(line: Line, slope: number): Line {
  if (slope === 0) return line;
  const segments = line.segments.map(({ words }) => segmentFrom(words.map((word) => ({ ...word, box: sheared(word.box, slope) }))));
  return lineFrom(segments);
}

/** Moved down by `slope` for every unit its middle lies right of the page's edge. */
function sheared({ left, top, right, bottom }: Box, slope: number): Box {
  const down = (slope * (left + right)) / 2;
  const tenth = (value: number) => Math.round(value * 10) / 10;
  return { left, top: tenth(top + down), right, bottom: tenth(bottom + down) };
}
