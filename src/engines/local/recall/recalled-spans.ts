/** Spans that stand where the fixed words around a remembered value say it stands again. */
import { boxAround } from "#documents/layout/assemble.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { shapesFor } from "#engines/local/pairs/pair-candidates.ts";
import { type Span, spansOf } from "#engines/local/pairs/spans.ts";
import type { Place } from "#engines/remembered.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";
import { type Edge, edgeOf, expectedAt, isNear, spotOf, type WordsAt } from "./places.ts";

const SPANS_MAX = 60;

/** `wordsOn`: the fixed words of each sheet. */
export function recalledSpans(leaf: Leaf, places: readonly Place[], sheets: readonly Sheet[], wordsOn: (sheet: Sheet) => WordsAt): Span[] {
  const found = new Map<string, Span>();
  for (const place of places) {
    for (const sheet of sheetsFor(place, sheets)) {
      for (const at of expectedAt(place, wordsOn(sheet))) {
        for (const span of spansAt(leaf, at, place, sheet)) {
          const key = `${span.cell.page}:${span.cell.line}:${span.cell.column}:${span.from}:${span.raw}`;
          if (found.size < SPANS_MAX && !found.has(key)) found.set(key, span);
        }
      }
    }
  }
  return [...found.values()];
}

/** The page of the same number, and that as far from the last one. */
const sheetsFor = ({ page, fromEnd }: Place, sheets: readonly Sheet[]): Sheet[] =>
  sheets.filter((sheet) => sheet.page.number === page || sheets.length - sheet.page.number === fromEnd);

type At = { edge: Edge; x: number; top: number };

function spansAt(leaf: Leaf, at: At, { words: count }: Place, sheet: Sheet): Span[] {
  const isAt = (span: Span) => {
    const spot = spotOf(span.box, sheet);
    return isNear(at, edgeOf(spot, at.edge), spot.top);
  };
  return sheet.cells
    .filter((cell) => isNear(at, at.x, spotOf(cell.box, sheet).top))
    .flatMap((cell) => {
      const shaped = shapesFor(leaf).flatMap((shape) => spansOf(cell, shape, sheet, () => true));
      return [...shaped, ...(isWorded(leaf) ? wordsAt(cell, at, count, sheet) : [])].filter(isAt);
    });
}

const isWorded = (leaf: Leaf): boolean => shapesFor(leaf).includes("words");

/** From the word that begins there to the end of the cell, or as many words as it had; and so up to the word that ends there. */
function wordsAt(cell: Cell, { edge, x, top }: At, count: number, sheet: Sheet): Span[] {
  const at = cell.words.findIndex(({ box }) => isNear({ x, top }, edgeOf(spotOf(box, sheet), edge), spotOf(box, sheet).top));
  if (at < 0 || edge === "middle") return [];
  const ends =
    edge === "left"
      ? [cell.words.length, at + count].map((to) => [at, Math.min(to, cell.words.length)] as const)
      : [0, at + 1 - count].map((from) => [Math.max(0, from), at + 1] as const);
  return ends.map(([from, to]) => {
    const words = cell.words.slice(from, to);
    return { cell, from, to, raw: textOf(words), box: boxAround(words), fit: 1, shape: "words", lines: 1 };
  });
}
