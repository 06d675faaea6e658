/** The spans of a document that may answer each field, by the texts around them, whatever is asked. */
import { memo } from "#contract/memo.ts";
import { largest } from "#documents/long-lists.ts";
import { printedOptions } from "#engines/local/candidates/printed-options.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { calledOf, type Likeness, likenessOf, UNLIKE } from "#engines/local/match/likeness.ts";
import { type LikeWord, likeWords, weightOf } from "#engines/local/match/words.ts";
import { type Claims, claimKey } from "#engines/local/page/claims.ts";
import type { Cell, Sheet } from "#engines/local/page/sheet.ts";
import { optionFor } from "#engines/values/options.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import {
  type Asked,
  featuresOf,
  isCode,
  LABEL_PLACES,
  quickScore,
  type Rivals,
  type Seen,
  strength,
  type Whereabouts,
} from "./pair-features.ts";
import { type Shape, type Span, spansOf } from "./spans.ts";
import { PLACES, type Place, type PlacesOn, placesOn, type Surroundings } from "./surroundings.ts";
import { type TextIndex, textIndexOf } from "./text-index.ts";

export type Pair = { span: Span; features: Float32Array };

const KEPT_MAX = 30;
const QUICK_MIN = 0.12;

const SHAPES: Record<Leaf["kind"], readonly Shape[]> = {
  date: ["date"],
  time: ["time"],
  amount: ["amount", "percent", "number"],
  number: ["number", "amount"],
  year: ["year", "number"],
  percent: ["percent", "number"],
  id: ["id", "words"],
  name: ["words", "place"],
  address: ["words", "block"],
  text: ["words", "block", "place", "id"],
  iban: ["iban"],
  bic: ["bic"],
  vat: ["vat", "id"],
  email: ["email"],
  phone: ["phone", "words"],
  url: ["url"],
  currency: ["currency"],
  mark: ["yes-no"],
};

const PARTS: ReadonlySet<Leaf["kind"]> = new Set(["date", "year"]);

/** A text may be more than the date or year that its field's name speaks of: `Feb 1 - Feb 28`, `Year 5`. */
function shapesFor({ kind, field }: Leaf): readonly Shape[] {
  return field.type === "string" && PARTS.has(kind) ? [...SHAPES[kind], "words"] : SHAPES[kind];
}

type Page = {
  index: number;
  places: PlacesOn;
  around: (span: Span) => Surroundings;
  spans: (cell: Cell) => (shape: Shape) => readonly Span[];
};
export type Paired = {
  pages: readonly Page[];
  askers: readonly Asker[];
  texts: TextIndex;
  byNumber: ReadonlyMap<number, Page>;
  claims: Claims;
  likeWord: LikeWord;
};
type Asker = Asked & { like: (id: string, units: readonly string[]) => Likeness; isPrinted: (span: Span) => boolean };

export function pairedPages(claims: Claims, leaves: readonly Leaf[]): Paired {
  const sheets = claims.labels.map(({ sheet }) => sheet);
  const pages = sheets.map(pageOf);
  const likeWord = likeWords();
  const askers = leaves.map((leaf) => ({ ...askerOf(leaf, likeWord), isPrinted: printedOptions(leaf, sheets) }));
  return {
    pages,
    askers,
    texts: textIndexOf(
      pages.map(({ places }) => places),
      likeWord,
    ),
    byNumber: new Map(pages.map((page) => [page.places.sheet.page.number, page])),
    claims,
    likeWord,
  };
}

function pageOf(sheet: Sheet, index: number): Page {
  const places = placesOn(sheet);
  const around = memo(({ cell, from, to, box }: Span) => places.around(cell, from, to, box), new WeakMap());
  const spans = memo((cell: Cell) => memo((shape: Shape): readonly Span[] => spansOf(cell, shape, sheet)), new WeakMap());
  return { index, places, around, spans };
}

function askerOf(leaf: Leaf, likeWord: LikeWord): Omit<Asker, "isPrinted"> {
  const called = calledOf(leaf.field, leaf.parents);
  const known = new Map<string, Likeness>();
  const like = (id: string, units: readonly string[]): Likeness => {
    const kept = known.get(id);
    if (kept) return kept;
    const found = likenessOf(called, units, likeWord);
    known.set(id, found);
    return found;
  };
  const words = [...nameTokens(leaf.field.name), ...tokensOf(leaf.field.description ?? "")];
  return { leaf, called, words, codes: words.filter(isCode), like };
}

/** For every leaf its most likely spans, with features. `more`: spans that are kept in any case. */
export function pairsOf(on: Paired, more: ReadonlyMap<Leaf, readonly Span[]>): Map<Leaf, Pair[]> {
  return new Map(on.askers.map((asker) => [asker.leaf, pairsFor(asker, on, more.get(asker.leaf) ?? [])] as const));
}

type Found = { seen: Seen; page: Page; quick: number };

function pairsFor(asker: Asker, on: Paired, more: readonly Span[]): Pair[] {
  const found = on.texts.cellsFor(asker.called).flatMap((cell) => {
    const page = on.byNumber.get(cell.page);
    if (!page) return [];
    return shapesFor(asker.leaf).flatMap((shape) =>
      page
        .spans(cell)(shape)
        .flatMap((span) => (mayAnswer(asker, span) ? [foundAt(asker, span, page)] : [])),
    );
  });
  const likely = distinct(found.filter(({ quick }) => quick > QUICK_MIN).sort((a, b) => b.quick - a.quick)).slice(0, KEPT_MAX);
  const given = more.flatMap((span) => {
    const page = on.byNumber.get(span.cell.page);
    return page ? [foundAt(asker, span, page)] : [];
  });
  const kept = distinct([...given, ...likely]).sort((a, b) => b.quick - a.quick);
  const times = Map.groupBy(kept, ({ seen }) => seen.span.raw);
  const labels = kept.map(({ seen }) => bestLabel(seen));
  const top = Math.max(0, largest(labels.map(({ score }) => score)));
  const known = knownWords(asker, on.texts);
  return kept.map(({ seen, page }, i) => {
    const own = labels[i] ?? NO_LABEL;
    const others = labels.filter((_, k) => kept[k]?.seen.span.raw !== seen.span.raw);
    const rivals: Rivals = {
      nextBest: Math.max(0, largest(others.map(({ score }) => score))),
      ofField: top === 0 ? 0 : own.score / top,
      ofPlace: own.id === "" ? 0 : startsBefore(kept, i, (k) => labels[k]?.id === own.id && labels[k]?.place === own.place) / 5,
      otherField: otherField(own, asker, on.askers),
      namesField: namesField(seen.span, on.askers),
      order: startsBefore(kept, i, () => true) / KEPT_MAX,
      ...known,
      labelMissing: missingFrom(asker, own, on.likeWord),
      ...meaningOf(own, seen.span, asker, on.claims),
      times: Math.min(3, (times.get(seen.span.raw)?.length ?? 1) - 1) / 3,
    };
    return { span: seen.span, features: featuresOf(seen, asker, rivals, whereabouts(seen.span, page, on)) };
  });
}

/** How many other places the likelier candidates begin at for which `counts` is true; one that only goes on further begins at the same. */
function startsBefore(kept: readonly Found[], i: number, counts: (k: number) => boolean): number {
  const startOf = (found: Found | undefined) => (found ? claimKey(found.seen.span) : "");
  const before = kept.slice(0, i).flatMap((found, k) => (counts(k) ? [startOf(found)] : []));
  return new Set(before.filter((start) => start !== startOf(kept[i]))).size;
}

/** Words that match none of a field's options do not answer it, nor do options that are printed in a row to be ticked. */
const mayAnswer = ({ leaf, isPrinted }: Asker, span: Span): boolean =>
  leaf.field.enum === undefined || (span.lines === 1 && optionFor(span.raw, leaf.field.enum) !== null && !isPrinted(span));

function foundAt(asker: Asker, span: Span, page: Page): Found {
  const seen = seenBy(asker, span, page);
  return { seen, page, quick: quickScore(seen) };
}

function whereabouts({ cell }: Span, { index, places }: Page, { pages }: Paired): Whereabouts {
  const { width, height } = places.sheet.page;
  const lineCells = places.sheet.lines[cell.line]?.length ?? 1;
  return { width, height, usual: places.usual, page: index, pages: pages.length, lineCells, isHeading: places.isHeading(cell) };
}

function seenBy(asker: Asker, span: Span, page: Page): Seen {
  const around = page.around(span);
  const likes: Seen["likes"] = {};
  for (const place of PLACES) {
    const text = around[place];
    if (text) likes[place] = text.units.length === 0 ? UNLIKE : asker.like(text.id, text.units);
  }
  return { span, around, likes };
}

/** The shares of the field's words that the document has anywhere, and the weight of the rarest word of its name that it lacks. */
function knownWords({ called }: Asker, texts: TextIndex): Pick<Rivals, "nameInDocument" | "descriptionInDocument" | "missingWord"> {
  const share = (words: readonly string[]) => {
    const all = words.reduce((sum, word) => sum + weightOf(word), 0);
    return all === 0 ? 0 : words.reduce((sum, word) => sum + weightOf(word) * texts.nearest(word), 0) / all;
  };
  const missing = Math.max(0, largest(called.name.map((word) => weightOf(word) * (1 - texts.nearest(word)))));
  return { nameInDocument: share(called.name), descriptionInDocument: share(called.description), missingWord: missing };
}

/** The weight of the rarest word of the field's name that its label lacks, 0..1. */
function missingFrom({ called }: Asker, { units }: Label, like: LikeWord): number {
  return Math.max(
    0,
    largest(called.name.map((word) => weightOf(word) * (1 - Math.max(0, largest(units.map((unit) => like(word, unit))))))),
  );
}

/** One of the spans of the same words at the same place. */
function distinct<T extends { seen: Seen }>(found: readonly T[]): T[] {
  const known = new Map<Cell, Set<string>>();
  return found.filter(({ seen: { span } }) => {
    const key = `${span.from}:${span.raw}`;
    const keys = known.get(span.cell) ?? new Set();
    if (keys.has(key)) return false;
    known.set(span.cell, keys.add(key));
    return true;
  });
}

type Label = { id: string; place: Place | null; units: readonly string[]; score: number; cell: Cell | null };
const NO_LABEL: Label = { id: "", place: null, units: [], score: 0, cell: null };

function bestLabel({ around, likes }: Seen): Label {
  let best = NO_LABEL;
  for (const place of LABEL_PLACES) {
    const [text, like] = [around[place], likes[place]];
    if (!text || !like) continue;
    const score = strength(like) * (1 - 0.2 * text.distance);
    if (score > best.score) best = { id: text.id, place, units: text.units, score, cell: text.cell ?? null };
  }
  return best;
}

/** Whether the label is a known one, and stands for what the field asks for or for something else. */
function meaningOf({ cell, place }: Label, { from }: Span, { leaf }: Asker, claims: Claims): Pick<Rivals, "meansField" | "meansOther"> {
  const hits = (cell && claims.byPage.get(cell.page)?.byCell.get(cell)) ?? [];
  const hit = hits.find((each) => each.from === 0 && each.to === (place === "before" ? from : cell?.words.length));
  if (!hit || leaf.concepts.length === 0) return { meansField: 0, meansOther: 0 };
  const same = leaf.concepts.some((concept) => hit.concepts.has(concept));
  return { meansField: same ? 1 : 0, meansOther: same ? 0 : 1 };
}

/** How much better the label fits another field of the schema, 0..1. */
function otherField(own: Label, asker: Asker, all: readonly Asker[]): number {
  if (own.units.length === 0) return 0;
  let most = 0;
  for (const other of all) if (other !== asker) most = Math.max(most, strength(other.like(own.id, own.units)));
  return Math.max(-1, Math.min(1, most - own.score));
}

/** How much the span reads like the label of a field of the schema. */
function namesField(span: Span, all: readonly Asker[]): number {
  const tokens = tokensOf(span.raw);
  if (tokens.length === 0 || tokens.length > 8 || /\d/.test(span.raw)) return 0;
  const id = tokens.join(" ");
  let most = 0;
  for (const { like } of all) most = Math.max(most, strength(like(id, tokens)));
  return most;
}
