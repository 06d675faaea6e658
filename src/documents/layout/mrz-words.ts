/** Splits the lines of an MRZ into one word per field, so that an engine can point at a field. */
import type { Box, Line, Word } from "#documents/document.ts";
import { type MrzPart, mrzParts } from "#language/mrz.ts";
import { lineFrom, segmentFrom } from "./assemble.ts";

/** The line with one word per field; any other line unchanged. */
export function withMrzWords(line: Line): Line {
  if (!/[<«‹]/.test(line.text)) return line;
  const words = line.segments.flatMap((segment) => segment.words);
  const text = words
    .map((word) => word.text.replace(/[«‹]/g, "<"))
    .join("")
    .toUpperCase();
  const parts = mrzParts(text);
  const [first] = words;
  if (parts === null || first === undefined) return line;
  const mean = words.reduce((sum, { certainty }) => sum + certainty, 0) / words.length;
  const made = parts.filter((part) => part.text !== "").map((part) => wordOf(part, { text, box: line.box, like: first, mean }));
  return lineFrom([segmentFrom(made)]);
}

function wordOf(part: MrzPart, line: { text: string; box: Box; like: Word; mean: number }): Word {
  const { left, top, right, bottom } = line.box;
  const at = (index: number) => Math.round((left + ((right - left) * index) / line.text.length) * 10) / 10;
  const box = { left: at(part.from), top, right: at(part.to), bottom };
  return { ...line.like, text: part.text, box, certainty: part.checked ? 1 : line.mean };
}
