/** What speaks for a part being exactly one document, and for its likeliest class being right, in view of the other parts of the stack. */
import { bestOf } from "#packets/classes/class-chances.ts";
import { sharedOf } from "#packets/cut/shared.ts";
import type { PageFacts } from "#packets/pages/page-facts.ts";
import { likenessOf } from "#structure/layout/marks.ts";
import { largestOf, oddsOf } from "./odds.ts";
import { NEAR, rises } from "./place-features.ts";

/** A part after the second look, with at least one written page. */
export type LookedPart = {
  /** Its written pages. */
  pages: readonly PageFacts[];
  /** Probabilities of a cut where it begins, where it ends (1 at the ends of the stack), and between its pages; by the second look and by the first. */
  begins: number;
  ends: number;
  inside: readonly number[];
  first: { begins: number; ends: number; inside: readonly number[] };
  /** Probability of each class for the whole part, for each page by itself, and whether the kind of each class is a common one. */
  classes: readonly number[];
  pageClasses: readonly (readonly number[])[];
  common: readonly boolean[];
};

export const WHOLE_FEATURES = [
  /** Log-odds of what was decided at its ends and inside: the least sure, and the second one inside. */
  "begins",
  "ends",
  "inside",
  "insideThen",
  "least",
  "firstBegins",
  "firstEnds",
  "firstInside",
  "pages",
  /** Its pages are numbered upwards; begin with 1; end with the last of so many. */
  "rises",
  "beginsWithOne",
  "endsWithLast",
  /** Its likeliest class, on its first page, and the likeliest other one of a further page. */
  "class",
  "classFirst",
  "classOther",
  /** The parts beside it are of the same class, and how alike their first pages are. */
  "classBefore",
  "classAfter",
  "likeBefore",
  "likeAfter",
  "parts",
] as const;

export const NAMED_FEATURES = [
  /** Log-odds of the likeliest class, of the next one, on the first page by itself, on any page by itself. */
  "class",
  "second",
  "first",
  "any",
  /** The same class is the likeliest of the first page. */
  "firstSame",
  "common",
  "classes",
  "pages",
  "least",
  /** How alike the first page is to those of other parts whose likeliest class is the same and likely; the same of those that are of none or of others. */
  "likeSame",
  "likeOther",
  "titlesSame",
  "titlesOther",
  "parts",
  "partsOfClass",
] as const;

const LIKELY = 0.5;

/** The rows of a part, given all parts of the stack. */
export function partFeatures(part: LookedPart, all: readonly LookedPart[]): { whole: Float32Array; named: Float32Array } {
  return { whole: wholeFeatures(part, all), named: namedFeatures(part, all) };
}

function wholeFeatures(part: LookedPart, all: readonly LookedPart[]): Float32Array {
  const { pages, begins, ends, inside, first, classes, pageClasses } = part;
  const at = all.indexOf(part);
  const beside = [all[at - 1], all[at + 1]];
  const best = bestOf(classes);
  const within = inside.map((chance) => oddsOf(1 - chance)).sort((a, b) => a - b);
  const last = pages.at(-1)?.numbering;
  const others = pageClasses.slice(1).map((chances) => largestOf(chances, (chance) => (chance === chances[best] ? 0 : chance)));
  return Float32Array.of(
    oddsOf(begins),
    oddsOf(ends),
    within[0] ?? oddsOf(1),
    within[1] ?? oddsOf(1),
    leastOf(part),
    oddsOf(first.begins),
    oddsOf(first.ends),
    oddsOf(1 - largestOf(first.inside, (chance) => chance)),
    Math.log(pages.length),
    rises(pages),
    Number(pages[0]?.numbering?.number === 1),
    last?.of == null ? 0 : last.of === last.number ? 1 : -1,
    classes[best] ?? -1,
    pageClasses[0]?.[best] ?? -1,
    largestOf(others, (chance) => chance),
    ...beside.map((other) => (other && classes.length > 0 ? (other.classes[best] ?? 0) : -1)),
    ...beside.map((other) => (other ? alike(part, other) : -1)),
    Math.log(all.length),
  );
}

function namedFeatures(part: LookedPart, all: readonly LookedPart[]): Float32Array {
  const { pages, classes, pageClasses, common } = part;
  const best = bestOf(classes);
  const isSame = (other: LookedPart) => bestOf(other.classes) === best && (other.classes[best] ?? 0) >= LIKELY;
  const at = all.indexOf(part);
  const near = all.slice(Math.max(0, at - NEAR), at + NEAR + 1).filter((other) => other !== part);
  const [same, others] = [near.filter(isSame), near.filter((other) => !isSame(other))];
  const titles = (other: LookedPart) => sharedOf(new Set(part.pages[0]?.titles), new Set(other.pages[0]?.titles));
  const [first] = pageClasses;
  return Float32Array.of(
    oddsOf(classes[best] ?? 0),
    oddsOf(largestOf(classes.toSpliced(best, 1), (chance) => chance)),
    oddsOf(first?.[best] ?? 0),
    oddsOf(largestOf(pageClasses, (chances) => chances[best] ?? 0)),
    Number(bestOf(first ?? []) === best),
    Number(common[best]),
    Math.log1p(classes.length),
    Math.log(pages.length),
    leastOf(part),
    largestOf(same, (other) => alike(part, other)),
    largestOf(others, (other) => alike(part, other)),
    largestOf(same, titles),
    largestOf(others, titles),
    Math.log(all.length),
    all.filter((other) => other !== part && isSame(other)).length,
  );
}

/** Log-odds of the least sure place. */
function leastOf({ begins, ends, inside }: LookedPart): number {
  return oddsOf(Math.min(begins, ends, ...inside.map((chance) => 1 - chance)));
}

const alike = (a: LookedPart, b: LookedPart): number => likenessOf(a.pages[0]?.marks ?? [], b.pages[0]?.marks ?? []);
