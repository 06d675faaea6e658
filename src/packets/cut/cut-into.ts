/** Cuts a stack into documents by the probabilities of cuts, also where the pages of two documents alternate. */
import type { PageFacts } from "#packets/pages/page-facts.ts";
import { cutPlaces } from "./cut-features.ts";

/** Pages of one document, ascending. `chance`: probability that they are all of its pages and no others, 0..1: that of the least sure place. */
export type Stretch = { pages: PageFacts[]; chance: number };

/** Probability of a cut that the pages themselves tell. */
const TOLD = 0.995;
/** A page is of an earlier document, rather than of the one before it that it might go on as well, where the odds of a cut are so many times lower there. */
const LIKELIER = 1.3;

/** `own`: indexes of its written pages. */
type Open = Stretch & { own: number[] };

/** `chanceOf`: probability of a cut by its features. Blank pages belong to the document before them, at the beginning to the first. */
export function cutInto(pages: readonly PageFacts[], chanceOf: (features: Float32Array) => number): Stretch[] {
  const { written, between } = cutPlaces(pages);
  const parts: Open[] = [];
  let current: Open = { pages: pages.slice(0, written[0] ?? pages.length), chance: 1, own: [] };
  const at = (i: number) => pages[written[i] ?? -1];
  for (const [i, place] of written.entries()) {
    if (i > 0) {
      const chance = isToldApart(at(i - 1), at(i)) ? TOLD : chanceOf(between(i - 1, i));
      const earlier = earlierOf(i, parts, current, chance);
      current.chance = Math.min(current.chance, Math.max(chance, 1 - chance));
      if (earlier) current = earlier;
      else if (chance >= 0.5) current = { pages: [], chance, own: [] };
    }
    current.own.push(i);
    for (const page of pages.slice(place, written[i + 1])) current.pages.push(page);
    if (!parts.includes(current)) parts.push(current);
  }
  return parts.length > 0 || pages.length === 0 ? parts : [current];

  /** The document that ends with "1 of 3" where the page says "2 of 3", and from which it is least likely cut. */
  function earlierOf(page: number, of: readonly Open[], direct: Open, chance: number): Open | null {
    let best: { part: Open; cut: number } | null = null;
    for (const part of of) {
      const last = part.own.at(-1) ?? 0;
      if (part === direct || !isNext(at(last), at(page))) continue;
      const cut = chanceOf(between(last, page, part.own));
      if (cut < (best?.cut ?? 0.5)) best = { part, cut };
    }
    if (!best || (isNext(at(page - 1), at(page)) && LIKELIER * oddsOf(best.cut) > oddsOf(chance))) return null;
    best.part.chance = Math.min(best.part.chance, 1 - best.cut);
    return best.part;
  }
}

/**
 * They are of two attachments, or the first says which of several it is, "3 of 3", and the second that it is the first, "1 of 2". Two that
 * both say "1 of 1" may be two sides of one sheet.
 */
function isToldApart(before: PageFacts | undefined, after: PageFacts | undefined): boolean {
  if (!before || !after) return false;
  if (before.part !== after.part) return true;
  const [last, first] = [before.numbering, after.numbering];
  return last?.of != null && first?.of != null && first.number === 1 && last.of + first.of > 2;
}

const oddsOf = (chance: number): number => chance / Math.max(1e-9, 1 - chance);

function isNext(before: PageFacts | undefined, after: PageFacts | undefined): boolean {
  const [a, b] = [before?.numbering, after?.numbering];
  return a?.of != null && b?.of === a.of && b.number === a.number + 1 && before?.part === after?.part;
}
