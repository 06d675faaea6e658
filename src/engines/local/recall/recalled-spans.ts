/** Spans that stand where the fixed words around a remembered value say it stands again. */
import { memo } from "#contract/memo.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { shapesFor } from "#engines/local/pairs/field-shapes.ts";
import type { Shape, Span } from "#engines/local/pairs/span.ts";
import { spansOf } from "#engines/local/pairs/spans.ts";
import type { Place } from "#engines/remembered.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";
import { type Edge, edgeOf, expectedAt, isNear, spotOf, type WordsAt, wordsAt } from "./places.ts";

const SPANS_MAX = 24;

/** What is the same for all fields of a document: its sheets, the fixed words of each, and the spans in a cell of one by their shape. */
export type Pages = {
  sheets: readonly Sheet[];
  wordsOn: (sheet: Sheet) => WordsAt;
  spansIn: (cell: Cell, sheet: Sheet, shape: Shape) => readonly Span[];
};

export function pagesOf(sheets: readonly Sheet[]): Pages {
  const known = new WeakMap<Cell, Map<Shape, Span[]>>();
  const byShape = memo((_: Cell) => new Map<Shape, Span[]>(), known);
  const spansIn: Pages["spansIn"] = (cell, sheet, shape) => {
    const kept = byShape(cell);
    return memo((each: Shape) => spansOf(cell, each, { sheet, isLabelled: () => true, years: null }), kept)(shape);
  };
  return { sheets, wordsOn: memo((sheet: Sheet) => wordsAt(sheet), new WeakMap()), spansIn };
}

export function recalledSpans(leaf: Leaf, places: readonly Place[], pages: Pages): Span[] {
  const { sheets, wordsOn } = pages;
  const found = new Map<string, Span>();
  for (const place of places) {
    for (const sheet of sheetsFor(place, sheets)) {
      for (const at of expectedAt(place, wordsOn(sheet))) {
        for (const span of spansAt(leaf, at, place, sheet, pages)) {
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

function spansAt(leaf: Leaf, at: At, { words: count }: Place, sheet: Sheet, { spansIn }: Pages): Span[] {
  const isAt = (span: Span) => {
    const spot = spotOf(span.box, sheet);
    return isNear(at, edgeOf(spot, at.edge), spot.top);
  };
  return sheet.cells
    .filter((cell) => isNear(at, at.x, spotOf(cell.box, sheet).top))
    .flatMap((cell) => {
      const shaped = shapesFor(leaf).flatMap((shape) => spansIn(cell, sheet, shape));
      return [...shaped, ...(isWorded(leaf) ? wordsFrom(cell, at, count, sheet) : [])].filter(isAt);
    });
}

const isWorded = (leaf: Leaf): boolean => shapesFor(leaf).includes("words");

/** From the word that begins there to the end of the cell, or as many words as it had; and so up to the word that ends there. */
function wordsFrom(cell: Cell, { edge, x, top }: At, count: number, sheet: Sheet): Span[] {
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
