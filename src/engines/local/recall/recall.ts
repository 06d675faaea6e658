/**
 * The third look at candidates: what the reviewed documents of the layout say of each. Only fields that they had are looked at again; what
 * is remembered is a reason among others, which the page may outweigh.
 */
import { memo } from "#contract/memo.ts";
import { largest } from "#documents/long-lists.ts";
import type { Ranked } from "#engines/local/assign.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import type { Span } from "#engines/local/pairs/span.ts";
import { chanceOf, type Trees } from "#engines/local/rank/trees.ts";
import type { Example, FieldExample, Memory, Place } from "#engines/remembered.ts";
import { similarity } from "#language/fold.ts";
import { hashOf } from "#structure/layout/marks.ts";
import type { Sheet } from "#structure/sheet.ts";
import look from "./look.json" with { type: "json" };
import { type Agreement, agreementOf, formatOf, mostOf, spotOf, type WordsAt } from "./places.ts";
import { pagesOf, recalledSpans } from "./recalled-spans.ts";

/** Written by `bench/train/memory.py`. */
const LOOK: Trees = look;

export const RECALL_FEATURES = [
  "chance",
  "odds",
  "rank",
  "other",
  "agree",
  "agreeMost",
  "agreeLeft",
  "agreeRight",
  "agreeLead",
  "format",
  "formatLike",
  "lines",
  "words",
  "starts",
  "ends",
  "across",
  "down",
  "page",
  "refused",
  "refusedLead",
  "absent",
  "placed",
  "examples",
  "likeness",
  "anchors",
  "layoutWords",
  "longer",
] as const;

/** Distances from the remembered place, in thousandths of the page, count up to this one. */
const OFF_MAX = 100;
export type Recall = {
  spans: ReadonlyMap<Leaf, readonly Span[]>;
  /** The candidates of a field with their chances in view of what is remembered; as they are where nothing is. */
  looked(leaf: Leaf, all: readonly Ranked[]): Ranked[];
  /** The features of each; null for a field of which nothing is remembered. */
  features(leaf: Leaf, all: readonly Ranked[]): Float32Array[] | null;
};

export function recallOf(memory: Memory, leaves: readonly Leaf[], sheets: readonly Sheet[], by: Trees = LOOK): Recall {
  const pages = pagesOf(sheets);
  const { wordsOn } = pages;
  const sheetOf = new Map(sheets.map((sheet) => [sheet.page.number, sheet]));
  const examplesOf = memo((leaf: Leaf) => memory.examples.flatMap(({ fields }) => fields[leaf.path] ?? []), new Map());
  const layoutWords = repeatedWords(memory.examples);
  const placesOf = (leaf: Leaf) => examplesOf(leaf).flatMap((each: FieldExample) => each.places);
  const features = (leaf: Leaf, all: readonly Ranked[]) => {
    const examples = examplesOf(leaf);
    if (examples.length === 0) return null;
    const seen = all.map((each): Seen => {
      const sheet = sheetOf.get(each.value.cell.page);
      const fixed = each.value.raw.split(" ").filter((word) => layoutWords.has(hashOf(word))).length;
      return { ranked: each, fixed, ...said(each, examples, sheet, sheet && wordsOn(sheet), sheets.length) };
    });
    return seen.map((each) => featuresOf(each, seen, examples, memory.likeness));
  };
  return {
    spans: new Map(leaves.map((leaf) => [leaf, recalledSpans(leaf, placesOf(leaf), pages)])),
    features,
    looked(leaf, all) {
      const rows = features(leaf, all);
      return rows
        ? all.map((each, i) => ({ ...each, before: each.chance, chance: chanceOf(rows[i] ?? new Float32Array(), by) }))
        : [...all];
    },
  };
}

type Said = {
  agree: number;
  most: number;
  left: number;
  right: number;
  refused: number;
  nearest: Place | null;
  onPage: number;
  off: { across: number; down: number };
};
/** `fixed`: how many of its words the layout repeats. */
type Seen = Said & { ranked: Ranked; fixed: number };

/** Words near the values that half of the documents have. */
function repeatedWords(examples: readonly Example[]): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const { fields } of examples) {
    const words = Object.values(fields).flatMap(({ places }) => places.flatMap(({ anchors }) => anchors.map(({ word }) => word)));
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([word, count]) => (2 * count >= examples.length ? [word] : [])));
}

/** What the examples say of a candidate's place: on average, by the one that agrees most, and by those that were refused. */
function said(
  { value }: Ranked,
  examples: readonly FieldExample[],
  sheet: Sheet | undefined,
  words: WordsAt | undefined,
  pages: number,
): Said {
  const out: Said = { agree: 0, most: 0, left: 0, right: 0, refused: 0, nearest: null, onPage: 0, off: { across: 1, down: 1 } };
  if (!sheet || !words) return out;
  const spot = spotOf(value.box, sheet);
  const placed = examples.filter(({ places }) => places.length > 0);
  for (const { places } of placed) {
    let best: Agreement = { left: 0, right: 0, middle: 0 };
    for (const place of places) {
      const agreement = agreementOf(spot, place, words);
      if (mostOf(agreement) <= mostOf(best) && out.nearest) continue;
      best = agreement;
      if (mostOf(best) >= out.most) out.nearest = place;
      out.most = Math.max(out.most, mostOf(best));
    }
    out.agree += mostOf(best) / placed.length;
    out.left += best.left / placed.length;
    out.right += best.right / placed.length;
  }
  for (const { refused } of examples)
    for (const place of refused) {
      const { left, right } = agreementOf(spot, place, words);
      out.refused += Math.min(left, right) / examples.length;
    }
  if (!out.nearest) return out;
  const { number } = sheet.page;
  const { left, right, top, page, fromEnd } = out.nearest;
  out.onPage = page === number || fromEnd === pages - number ? 1 : 0;
  const across = Math.min(Math.abs(left - spot.left), Math.abs(right - spot.right));
  out.off = { across: Math.min(1, across / OFF_MAX), down: Math.min(1, Math.abs(top - spot.top) / OFF_MAX) };
  return out;
}

function featuresOf(own: Seen, seen: readonly Seen[], examples: readonly FieldExample[], likeness: number): Float32Array {
  const { ranked, agree, nearest } = own;
  const { chance, value } = ranked;
  const rivals = seen.filter((each) => each.ranked.value.raw !== value.raw);
  const most = (of: (each: Seen) => number) => Math.max(0, largest(rivals.map(of)));
  const places = examples.flatMap((each) => each.places);
  const share = (is: (place: Place) => boolean) => (places.length === 0 ? 0 : places.filter(is).length / places.length);
  const format = formatOf(value.raw);
  const count = value.raw.split(" ").length;
  const lines = "lines" in value ? Number(value.lines) : 1;
  return Float32Array.from([
    chance,
    Math.log((chance + 1e-4) / (1 - chance + 1e-4)),
    seen.filter((each) => each.ranked.chance > chance).length / 10,
    most((each) => each.ranked.chance),
    agree,
    own.most,
    own.left,
    own.right,
    agree - most((each) => each.agree),
    share((place) => place.format === format),
    places.length === 0 ? 0 : places.reduce((sum, place) => sum + similarity(place.format, format), 0) / places.length,
    share((place) => place.lines === lines),
    share((place) => place.words === count),
    share((place) => place.starts === (value.from === 0)),
    share((place) => place.ends === (value.to === value.cell.words.length)),
    own.off.across,
    own.off.down,
    own.onPage,
    own.refused,
    own.refused - agree,
    examples.filter(({ absent }) => absent).length / examples.length,
    examples.filter((each) => each.places.length > 0).length / examples.length,
    Math.min(1, examples.length / 5),
    likeness,
    nearest ? nearest.anchors.length / 8 : 0,
    own.fixed / count,
    rivals.some((each) => each.fixed === 0 && each.ranked.value.cell === value.cell && each.ranked.value.raw.startsWith(`${value.raw} `))
      ? 1
      : 0,
  ]);
}
