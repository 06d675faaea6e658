/** Cuts a stack into documents by the probabilities of cuts, also where the pages of two documents alternate. */
import type { PageFacts } from "#packets/pages/page-facts.ts";
import type { CutPlaces } from "./cut-features.ts";
import { countShared } from "./shared.ts";

/** Pages of one document, ascending. `own`: its written pages, as indexes in the list of all written ones. */
export type Stretch = { pages: PageFacts[]; own: number[] };

export type Places = CutPlaces & {
  /** Probability of a cut between two written pages, whether or not they follow each other. `among` as in `CutPlaces`. */
  chanceBetween(before: number, after: number, among?: readonly number[]): number;
  /** The same before each written page, 1 before the first. */
  first: readonly number[];
  /** What the pages themselves tell before each written page; null where they do not. */
  told: readonly (number | null)[];
};

/** Probability of what the pages themselves tell: of a cut, or that there is none. */
const TOLD = 0.995;
/** A page is of an earlier document, rather than of the one before it that it might go on as well, where the odds of a cut are so many times lower there. */
const LIKELIER = 1.3;

/** The first look: each place by its two pages and those around them. */
export function placesOf(pages: readonly PageFacts[], places: CutPlaces, chanceOf: (features: Float32Array) => number): Places {
  const { written, between } = places;
  const at = (i: number) => pages[written[i] ?? -1];
  const chanceBetween: Places["chanceBetween"] = (before, after, among) => chanceOf(between(before, after, among));
  const told = written.map((place, i) => {
    const last = written[i - 1];
    const isParted = last !== undefined && pages.slice(last, place).some(({ separates }) => separates);
    return isParted ? TOLD : toldBetween(at(i - 1), at(i));
  });
  const first = written.map((_, i) => (i === 0 ? 1 : (told[i] ?? chanceBetween(i - 1, i))));
  return { ...places, chanceBetween, first, told };
}

/** `chances`: of a cut before each written page. Blank pages belong to the document before them, at the beginning to the first. */
export function cutInto(
  pages: readonly PageFacts[],
  { written, chanceBetween, first, told }: Places,
  chances: readonly number[],
): Stretch[] {
  const parts: Stretch[] = [];
  let current: Stretch = { pages: pages.slice(0, written[0] ?? pages.length), own: [] };
  const at = (i: number) => pages[written[i] ?? -1];
  for (const [i, place] of written.entries()) {
    if (i > 0) {
      const earlier = told[i] === TOLD ? null : earlierOf(i, parts, current);
      if (earlier) current = earlier;
      else if ((chances[i] ?? 1) >= 0.5) current = { pages: [], own: [] };
    }
    current.own.push(i);
    for (const page of pages.slice(place, written[i + 1])) current.pages.push(page);
    if (!parts.includes(current)) parts.push(current);
  }
  return parts.length > 0 || pages.length === 0 ? parts : [current];

  /** The document that ends with "1 of 3" where the page says "2 of 3", and from which it is least likely cut. */
  function earlierOf(page: number, of: readonly Stretch[], direct: Stretch): Stretch | null {
    let best: { part: Stretch; cut: number } | null = null;
    for (const part of of) {
      const last = part.own.at(-1) ?? 0;
      if (part === direct || !isNext(at(last), at(page))) continue;
      const cut = chanceBetween(last, page, part.own);
      if (cut < (best?.cut ?? 0.5)) best = { part, cut };
    }
    if (!best || (isNext(at(page - 1), at(page)) && LIKELIER * timesLikelier(best.cut) > timesLikelier(first[page] ?? 1))) return null;
    return best.part;
  }
}

function toldBetween(before: PageFacts | undefined, after: PageFacts | undefined): number | null {
  if (!before || !after) return null;
  if (isToldApart(before, after)) return TOLD;
  return countShared(before.forms, after.sheetTo) > 0 ? 1 - TOLD : null;
}

/**
 * They are of two attachments, or the first says which of several it is, "3 of 3", and the second that it is the first, "1 of 2". Two that
 * both say "1 of 1" may be two sides of one sheet.
 */
function isToldApart(before: PageFacts, after: PageFacts): boolean {
  if (before.part !== after.part) return true;
  const [last, first] = [before.numbering, after.numbering];
  return last?.of != null && first?.of != null && first.number === 1 && last.of + first.of > 2;
}

const timesLikelier = (chance: number): number => chance / Math.max(1e-9, 1 - chance);

function isNext(before: PageFacts | undefined, after: PageFacts | undefined): boolean {
  const [a, b] = [before?.numbering, after?.numbering];
  return a?.of != null && b?.of === a.of && b.number === a.number + 1 && before?.part === after?.part;
}
