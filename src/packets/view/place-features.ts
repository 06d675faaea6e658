/**
 * What the whole stack says of a place between two pages: the first look at the places around it, classes of the pages, and which pages of
 * the stack are like them.
 */
import { bestOf } from "#packets/classes/class-chances.ts";
import { sharedOf } from "#packets/cut/shared.ts";
import type { PageFacts } from "#packets/pages/page-facts.ts";
import { likenessOf } from "#structure/layout/marks.ts";
import { largestOf, oddsOf } from "./odds.ts";

/** A stack after the first look, by its written pages. */
export type Looked = {
  pages: readonly PageFacts[];
  /** Probability that a document begins with the page; 1 for the first. */
  chances: readonly number[];
  /** Probability of each class for the page by itself; empty lists where there are no classes. */
  classes: readonly (readonly number[])[];
};

export const PLACE_FEATURES = [
  /** Log-odds of the first look: here, one and two places before and behind. */
  "here",
  "before",
  "beforeThat",
  "after",
  "afterThat",
  /** Pages since the document's beginning, and until the next one, by the first look. */
  "since",
  "until",
  /** Whether the numbers of the pages since then, and until then, rise. */
  "numbersSince",
  "numbersUntil",
  /** The likeliest class of the page, and how much likelier it is here than before; that of the pages before, of the document's first page. */
  "class",
  "classNew",
  "classOld",
  "classLost",
  "classFirst",
  "classFirstLost",
  "classSame",
  /** How alike the page is to pages that other documents begin with, to further pages, to its own document's first page. */
  "likeFirst",
  "likeFurther",
  "likeOwnFirst",
  "titlesFirst",
  "titlesFurther",
  /** How alike the page before is to last pages of other documents, and to pages that others follow. */
  "likeLast",
  "likeGoesOn",
  /** The share of pages that begin a document by the first look, and how many pages there are. */
  "beginnings",
  "pages",
] as const;

/** Pages and parts further away are not compared: they cost time, and a stack of many documents has enough near ones. */
export const NEAR = 24;
const BEGINS = 0.5;

/** A row for each page but the first. */
export function placeFeatures({ pages, chances, classes }: Looked): Float32Array[] {
  const begins = chances.map((chance, i) => i === 0 || chance >= BEGINS);
  const ends = (i: number) => begins[i + 1] ?? true;
  const like = likenesses(pages);
  const titles = pages.map((page) => new Set(page.titles));
  const share = begins.filter(Boolean).length / pages.length;
  const odds = (i: number) => oddsOf(chances[i] ?? 1);
  return pages.slice(1).map((_, k) => {
    const i = k + 1;
    const from = begins.lastIndexOf(true, i - 1);
    const next = begins.indexOf(true, i + 1);
    const to = next < 0 ? pages.length : next;
    const near = pages.flatMap((_, j) => (Math.abs(i - j) <= NEAR && (j < from || j > i) ? [j] : []));
    const [first, further] = [near.filter((j) => begins[j]), near.filter((j) => !begins[j])];
    const kept = (some: readonly number[]) => largestOf(some, (j) => sharedOf(titles[j] ?? new Set(), titles[i] ?? new Set()));
    return Float32Array.of(
      odds(i),
      odds(i - 1),
      odds(i - 2),
      odds(i + 1),
      odds(i + 2),
      Math.log(i - from),
      Math.log(to - i),
      rises(pages.slice(from, i)),
      rises(pages.slice(i, to)),
      ...classesChange(classes, from, i),
      largestOf(first, (j) => like(i, j)),
      largestOf(further, (j) => like(i, j)),
      like(i, from),
      kept(first),
      kept(further),
      largestOf(near.filter(ends), (j) => like(i - 1, j)),
      largestOf(
        near.filter((j) => !ends(j)),
        (j) => like(i - 1, j),
      ),
      share,
      Math.log(pages.length),
    );
  });
}

function classesChange(classes: Looked["classes"], from: number, i: number): number[] {
  const own = classes[i] ?? [];
  if (own.length === 0) return [-1, 0, -1, 0, -1, 0, 0];
  const first = classes[from] ?? [];
  const before = own.map((_, c) => largestOf(classes.slice(from, i), (of) => of[c] ?? 0));
  const [best, old, start] = [bestOf(own), bestOf(before), bestOf(first)];
  const at = (chances: readonly number[], c: number) => chances[c] ?? 0;
  return [
    at(own, best),
    at(own, best) - at(before, best),
    at(before, old),
    at(before, old) - at(own, old),
    at(first, start),
    at(first, start) - at(own, start),
    best === old ? 1 : -1,
  ];
}

/** 1 where the numbers that pages print rise, -1 where they do not, 0 where fewer than two pages print one. */
export function rises(pages: readonly PageFacts[]): number {
  const numbers = pages.flatMap(({ numbering }) => (numbering ? [numbering.number] : []));
  if (numbers.length < 2) return 0;
  return numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0)) ? 1 : -1;
}

function likenesses(pages: readonly PageFacts[]): (a: number, b: number) => number {
  const known = new Map<number, number>();
  return (a, b) => {
    const key = Math.min(a, b) * pages.length + Math.max(a, b);
    const like = known.get(key) ?? likenessOf(pages[a]?.marks ?? [], pages[b]?.marks ?? []);
    known.set(key, like);
    return like;
  };
}
