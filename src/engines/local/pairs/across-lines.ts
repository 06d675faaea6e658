/** Values that a line of running text begins and the next one ends. */
import { type Cell, textOf } from "#structure/sheet.ts";
import type { Shape, Span } from "./span.ts";

/** A value has no more words in either line. */
const WORDS_MAX = 5;
/** Shapes whose values are known by their form, wherever they stand. */
const OWN_FORM: ReadonlySet<Shape> = new Set(["date", "time", "amount", "percent", "phone", "name", "duration"]);

/** `spans`: those of the shape in a cell; `next`: the line in which the cell's goes on. */
export function acrossLines(cell: Cell, next: Cell | null, shape: Shape, spans: (joined: Cell) => readonly Span[]): Span[] {
  if (!next || !OWN_FORM.has(shape)) return [];
  const end = cell.words.slice(-WORDS_MAX);
  const words = [...end, ...next.words.slice(0, WORDS_MAX)];
  const torn = spans({ ...cell, words, text: textOf(words) }).filter(({ from, to }) => from < end.length && to > end.length);
  const offset = cell.words.length - end.length;
  return torn.map((span) => ({ ...span, cell, from: offset + span.from, to: cell.words.length, lines: 2 }));
}
