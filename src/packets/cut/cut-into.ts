/** Cuts a stack into documents by the probabilities of cuts, also where the pages of two documents alternate. */
import type { PageFacts } from "#packets/pages/page-facts.ts";
import type { CutPlaces } from "./cut-features.ts";
import { countShared } from "./shared.ts";

/**
 * Pages of one document, ascending. `own`: its written pages, as indexes in the list of all written ones. `joined`: how likely those are of it
 * that have pages of other documents before them.
 */
export type Stretch = { pages: PageFacts[]; own: number[]; joined: Map<number, number> };

export type Places = CutPlaces & {
  /** Probability of a cut between two written pages, whether or not they follow each other. `among` as in `CutPlaces`. */
  chanceBetween(before: number, after: number, among?: readonly number[]): number;
  /** The same before each written page, 1 before the first. */
  first: readonly number[];
  /** What the pages themselves tell before each written page; null where they do not. */
  told: readonly (number | null)[];
};

/** How likely a written page goes on that document, though the page before it is of another one. */
export type Join = { part: Stretch; chance: number };
/** `begun`: all documents so far; `direct`: the one of the page before. Null where the page goes on no other one. */
export type JoinOf = (page: number, begun: readonly Stretch[], direct: Stretch) => Join | null;

/** Probability of what the pages themselves tell: of a cut, or that there is none. */
const TOLD = 0.995;

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
export function cutInto(pages: readonly PageFacts[], { written, told }: Places, chances: readonly number[], joinOf: JoinOf): Stretch[] {
  const parts: Stretch[] = [];
  let current = stretchOf(pages.slice(0, written[0] ?? pages.length));
  for (const [i, place] of written.entries()) {
    const join = i === 0 || told[i] === TOLD ? null : joinOf(i, parts, current);
    if (join) {
      current = join.part;
      current.joined.set(i, join.chance);
    } else if (i > 0 && (chances[i] ?? 1) >= 0.5) current = stretchOf([]);
    current.own.push(i);
    for (const page of pages.slice(place, written[i + 1])) current.pages.push(page);
    if (!parts.includes(current)) parts.push(current);
  }
  return parts.length > 0 || pages.length === 0 ? parts : [current];
}

const stretchOf = (pages: PageFacts[]): Stretch => ({ pages, own: [], joined: new Map() });

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
