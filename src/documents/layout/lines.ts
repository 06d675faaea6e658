/** From words to lines: rows of one baseline, cut into segments at wide gaps and rulings. */
import type { Line, Ruling, Segment } from "#documents/document.ts";
import { boxAround, type PlacedWord } from "./placed-word.ts";
import { rowsOf } from "./rows.ts";
import { segmentsOf } from "./segments.ts";

/** Visible words of a page, in any order, to lines from top to bottom. */
export function linesOf(words: readonly PlacedWord[], rulings: readonly Ruling[]): Line[] {
  const lines = rowsOf(words).map((row) => lineOf(segmentsOf(row, rulings)));
  return lines.filter((line) => line.segments.length > 0);
}

function lineOf(segments: Segment[]): Line {
  return { text: segments.map((segment) => segment.text).join("  "), box: boxAround(segments.map((segment) => segment.box)), segments };
}
