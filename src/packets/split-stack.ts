/** Cuts a stack of pages into documents and says of which of the given classes each is. Values in, values out. */
import { chanceOf, type Trees } from "#engines/local/rank/trees.ts";
import { bestOf } from "./classes/class-chances.ts";
import type { Class, Seen } from "./classes/class-features.ts";
import commonTrees from "./classes/common.json" with { type: "json" };
import otherTrees from "./classes/other.json" with { type: "json" };
import cutTrees from "./cut/cuts.json" with { type: "json" };
import type { PageFacts } from "./pages/page-facts.ts";
import joinTrees from "./view/joins.json" with { type: "json" };
import { type FirstLook, lookAtStack, type PartInView, partsInView, placedInView, seenStack } from "./view/look-at-stack.ts";
import namedTrees from "./view/named.json" with { type: "json" };
import { partFeatures } from "./view/part-features.ts";
import placeTrees from "./view/places.json" with { type: "json" };
import wholeTrees from "./view/whole.json" with { type: "json" };

/** A document of the stack. Each page of the stack belongs to exactly one part. */
export type StackPart = {
  /** 1-based numbers of its pages, ascending. */
  pages: number[];
  /** The class's id; null where it is none of the given ones. */
  classId: string | null;
  /** Probabilities that the part begins and ends where it does, and that its class is right, 0..1. */
  cut: number;
  class: number;
};

/**
 * Trees of the first look at places and pages, and of those in view of the stack: at places, at pages that may go on an earlier document, at
 * parts being one document, at their likeliest class being theirs.
 */
export type Looks = FirstLook & { places: Trees; joins: Trees; whole: Trees; named: Trees };

/** The trees that are shipped (`bench/train/packets.py`, `packet-classes.py`, `packet-view.py`). */
const SHIPPED: Looks = {
  cuts: cutTrees,
  classes: { common: commonTrees, other: otherTrees },
  places: placeTrees,
  joins: joinTrees,
  whole: wholeTrees,
  named: namedTrees,
};
/** A class is given from this probability on. */
const CLASS_MIN = 0.5;

/** What is known of a document's first page for each class. */
export type SeenOf = (first: PageFacts) => Promise<readonly Seen[]>;

/** `pages`: all of the stack, ascending. No class is given where there are none. */
export async function splitStack(
  pages: readonly PageFacts[],
  classes: readonly Class[],
  seenOf: SeenOf = async () => [],
  by: Looks = SHIPPED,
): Promise<StackPart[]> {
  const stack = placedInView(lookAtStack(seenStack(pages, classes), by), by.places);
  const all = partsInView(stack, by.classes, by.joins);
  const parts: StackPart[] = [];
  for (const part of all) {
    const numbers = part.all.map(({ number }) => number);
    if (part.pages.length === 0) parts.push({ pages: numbers, classId: null, cut: 1, class: 1 });
    else parts.push({ pages: numbers, ...(await told(part, all, { classes, seenOf, by })) });
  }
  return parts;
}

type Asked = { classes: readonly Class[]; seenOf: SeenOf; by: Looks };

async function told(part: PartInView, all: readonly PartInView[], { classes, seenOf, by }: Asked): Promise<Omit<StackPart, "pages">> {
  const { whole, named } = partFeatures(part, all);
  const cut = chanceOf(whole, by.whole);
  const [first] = part.pages;
  if (!first || classes.length === 0) return { classId: null, class: 1, cut };
  const known = knownClass(await seenOf(first), classes);
  if (known !== null) return { ...known, cut };
  const chance = chanceOf(named, by.named);
  const likeliest = classes[bestOf(part.classes)];
  return chance >= CLASS_MIN && likeliest ? { classId: likeliest.id, class: chance, cut } : { classId: null, class: 1 - chance, cut };
}

/** The likeliest class of a document by its pages; none where the probability is below a half. */
export async function classOf(
  pages: readonly PageFacts[],
  classes: readonly Class[],
  seenOf: SeenOf = async () => [],
  by: Looks = SHIPPED,
): Promise<{ classId: string | null; class: number }> {
  const written = pages.filter(({ blank }) => !blank);
  if (written.length === 0 || classes.length === 0) return { classId: null, class: 1 };
  const stack = lookAtStack(seenStack(written, classes), by);
  const [part] = partsInView({ ...stack, rows: [], inView: written.map((_, i) => Number(i === 0)) }, by.classes);
  if (!part) return { classId: null, class: 1 };
  const { classId, class: chance } = await told(part, [part], { classes, seenOf, by });
  return { classId, class: chance };
}

/**
 * From this likeness on a page has the layout of a reviewed document: of 51,210 pairs of documents of different sets one reaches it
 * (`npm run bench -- memory`).
 */
const LIKENESS_MIN = 0.4;
const KNOWN = 0.995;

/** The only class one of whose reviewed documents has the layout of the page; null where none has, or several have. */
function knownClass(seen: readonly Seen[], classes: readonly Class[]): { classId: string; class: number } | null {
  const alike = classes.filter((_, i) => (seen[i]?.likeness ?? 0) >= LIKENESS_MIN);
  const [only] = alike;
  return only && alike.length === 1 ? { classId: only.id, class: KNOWN } : null;
}
