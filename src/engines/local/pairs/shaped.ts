/** Values that their form tells, wherever they stand: the only date of a receipt, a number like the schema's example, a town in a letter head. */
import { memo, once } from "#contract/memo.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { exampleLikeness } from "#engines/local/match/examples.ts";
import type { Cell } from "#structure/sheet.ts";
import { asksLastDigits, maskedIn } from "./masked.ts";
import type { Shape, Span } from "./span.ts";

type SpanPage = { places: { sheet: { cells: readonly Cell[] } }; spans: (shape: Shape) => (cell: Cell) => readonly Span[] };
export type Shaped = {
  spansFor(leaf: Leaf, examples: readonly string[], words: readonly string[]): readonly Span[];
  /** One part of so many different texts of the span's form, 0..1; 0 for forms that any words have. */
  shareOf(span: Span): number;
};

const BY_KIND: Partial<Record<Leaf["kind"], Shape>> = {
  date: "date",
  time: "time",
  year: "year",
  phone: "phone",
  email: "email",
  url: "url",
  iban: "iban",
  bic: "bic",
  vat: "vat",
};
const TELLING: ReadonlySet<Shape> = new Set(["date", "time", "year", "phone", "email", "url", "place", "iban", "bic", "vat"]);
const PLACE_WORDS = new Set("city town state zip postal postcode zipcode province".split(" "));
/** Four characters and three figures. */
const LIKE_NUMBER = /^(?=.{4})(?:\D*\d){3}/u;
const PAGES_MAX = 3;
const SPANS_MAX = 12;

export function shapedOn(pages: readonly SpanPage[]): Shaped {
  const all = memo((shape: Shape): readonly Span[] =>
    pages.slice(0, PAGES_MAX).flatMap((page) => page.places.sheet.cells.flatMap(page.spans(shape))),
  );
  const distinct = memo((shape: Shape) => new Set(all(shape).map(({ raw }) => raw)).size);
  const masked = once(() => pages.slice(0, PAGES_MAX).flatMap((page) => page.places.sheet.cells.flatMap(maskedIn)));
  /** Those that a field was given; another field's spans are never among them. */
  const shown = new Set<Span>();
  const numbers = once(() => all("id").filter(({ raw, fit }) => fit === 1 && LIKE_NUMBER.test(raw)));
  return {
    spansFor({ kind, field }, examples, words) {
      if (field.enum !== undefined) return [];
      const shape = BY_KIND[kind];
      const own = shape ? all(shape).slice(0, SPANS_MAX) : kind === "id" ? numbers().slice(0, SPANS_MAX) : [];
      const places = kind === "text" && words.some((word) => PLACE_WORDS.has(word)) ? all("place").slice(0, SPANS_MAX) : [];
      const alike = examples.length > 0 && (kind === "text" || kind === "id" || kind === "name") ? likeExamples(all, examples) : [];
      const last = asksLastDigits(words) ? masked().slice(0, SPANS_MAX) : [];
      for (const span of last) shown.add(span);
      return [...own, ...places, ...alike, ...last];
    },
    shareOf: (span) => (shown.has(span) ? 1 / masked().length : TELLING.has(span.shape) ? 1 / Math.max(1, distinct(span.shape)) : 0),
  };
}

function likeExamples(all: (shape: Shape) => readonly Span[], examples: readonly string[]): readonly Span[] {
  const alike = [...all("id"), ...all("words").filter(({ from }) => from === 0)].filter(({ raw }) => exampleLikeness(raw, examples) > 0);
  return alike.slice(0, SPANS_MAX);
}
