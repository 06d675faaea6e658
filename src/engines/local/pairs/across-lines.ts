/** Values that one line begins and the next one ends: in running text, and numbers that are broken at a hyphen or stroke at the end of their cell. */
import { boxAround } from "#documents/layout/assemble.ts";
import { heightOf } from "#structure/boxes.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";
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

const BROKEN = /^\S*[\p{L}\d][-/]$/u;
const REST = /^[\p{L}\d][\p{L}\d/.-]*$/u;
/** Of a number, all its lines together. */
const DIGITS_MIN = 2;
const GAP_MAX = 0.95;
const APART_MAX = 0.6;

/** The number with its rest, where it is broken at the end of its cell and the rest stands alone right below, as in a narrow column. */
export function goneOn(value: Span, { lines }: Sheet): Span {
  const { cell, from, to, raw, box } = value;
  if (to - from !== 1 || to !== cell.words.length || !BROKEN.test(raw)) return value;
  const height = heightOf(box);
  const rest = (lines[cell.line + 1] ?? []).find(
    (other) =>
      Math.abs(other.box.left - box.left) < APART_MAX * height && other.box.top - box.bottom < GAP_MAX * height && REST.test(other.text),
  );
  if (!rest || (`${raw}${rest.text}`.match(/\d/g)?.length ?? 0) < DIGITS_MIN) return value;
  return { ...value, raw: `${raw}${rest.text}`, box: boxAround([value, rest]), lines: 2 };
}
