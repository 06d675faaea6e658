/** Values that their form tells, wherever they stand: the only date of a receipt, a number like the schema's example, a town in a letter head. */
import { memo } from "#contract/memo.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { exampleLikeness } from "#engines/local/match/examples.ts";
import type { Cell } from "#structure/sheet.ts";
import type { Shape, Span } from "./spans.ts";

type SpanPage = { places: { sheet: { cells: readonly Cell[] } }; spans: (cell: Cell) => (shape: Shape) => readonly Span[] };
export type Shaped = {
  spansFor(leaf: Leaf, examples: readonly string[], words: readonly string[]): readonly Span[];
  /** One part of so many different texts of the span's form, 0..1; 0 for forms that any words have. */
  shareOf(span: Span): number;
};

const BY_KIND: Partial<Record<Leaf["kind"], Shape>> = { date: "date", time: "time", phone: "phone", email: "email", url: "url" };
const TELLING: ReadonlySet<Shape> = new Set(["date", "time", "phone", "email", "url", "place", "iban", "vat"]);
const PLACE_WORDS = new Set("city town state zip postal postcode zipcode province".split(" "));
const PAGES_MAX = 3;
const SPANS_MAX = 12;

export function shapedOn(pages: readonly SpanPage[]): Shaped {
  const all = memo((shape: Shape): readonly Span[] =>
    pages.slice(0, PAGES_MAX).flatMap((page) => page.places.sheet.cells.flatMap(page.spans(shape))),
  );
  const distinct = memo((shape: Shape) => new Set(all(shape).map(({ raw }) => raw)).size);
  return {
    spansFor({ kind, field }, examples, words) {
      if (field.enum !== undefined) return [];
      const shape = BY_KIND[kind];
      const own = shape ? all(shape).slice(0, SPANS_MAX) : [];
      const places = kind === "text" && words.some((word) => PLACE_WORDS.has(word)) ? all("place").slice(0, SPANS_MAX) : [];
      const alike = examples.length > 0 && (kind === "text" || kind === "id" || kind === "name") ? likeExamples(all, examples) : [];
      return [...own, ...places, ...alike];
    },
    shareOf: ({ shape }) => (TELLING.has(shape) ? 1 / Math.max(1, distinct(shape)) : 0),
  };
}

function likeExamples(all: (shape: Shape) => readonly Span[], examples: readonly string[]): readonly Span[] {
  const alike = [...all("id"), ...all("words").filter(({ from }) => from === 0)].filter(({ raw }) => exampleLikeness(raw, examples) > 0);
  return alike.slice(0, SPANS_MAX);
}
