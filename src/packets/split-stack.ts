/** Cuts a stack of pages into documents and says of which of the given classes each is. Values in, values out. */
import { chanceOf, type Trees } from "#engines/local/rank/trees.ts";
import { CLASS_FEATURES, type Class, classFeatures, type Seen } from "./classes/class-features.ts";
import classTrees from "./classes/classes.json" with { type: "json" };
import { cutInto } from "./cut/cut-into.ts";
import cutTrees from "./cut/cuts.json" with { type: "json" };
import type { PageFacts } from "./pages/page-facts.ts";

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

/** The trees that are shipped (`bench/train/packets.py`, `bench/train/packet-classes.py`). */
const SHIPPED = { cuts: cutTrees as Trees, classes: classTrees as Trees };
/** The head says that it is a form of another number than the class's name: never of that class. */
const OWN_FORM = CLASS_FEATURES.indexOf("ownForm");
/** A class is given from this probability on. */
const CLASS_MIN = 0.5;

/** What is known of a document's first page for each class. */
export type SeenOf = (first: PageFacts) => Promise<readonly Seen[]>;

/** `pages`: all of the stack, ascending. No class is given where there are none. */
export async function splitStack(
  pages: readonly PageFacts[],
  classes: readonly Class[],
  seenOf: SeenOf = async () => [],
  by: { cuts: Trees; classes: Trees } = SHIPPED,
): Promise<StackPart[]> {
  const parts: StackPart[] = [];
  for (const { pages: part, chance } of cutInto(pages, (features) => chanceOf(features, by.cuts))) {
    parts.push({ pages: part.map(({ number }) => number), ...(await classOf(part, classes, seenOf, by.classes)), cut: chance });
  }
  return parts;
}

/** The likeliest class of a document by its pages; none where the probability is below a half. */
export async function classOf(
  pages: readonly PageFacts[],
  classes: readonly Class[],
  seenOf: SeenOf = async () => [],
  by: Trees = SHIPPED.classes,
): Promise<{ classId: string | null; class: number }> {
  const written = pages.filter(({ blank }) => !blank);
  const [first] = written;
  if (!first || classes.length === 0) return { classId: null, class: 1 };
  const known = knownClass(await seenOf(first), classes);
  if (known !== null) return known;
  const chances = classFeatures(written, classes).map((features) => (features[OWN_FORM] === -1 ? 0 : chanceOf(features, by)));
  const best = chances.reduce((most, chance, i) => (chance > (chances[most] ?? 0) ? i : most), 0);
  const chance = chances[best] ?? 0;
  return chance >= CLASS_MIN ? { classId: classes[best]?.id ?? null, class: chance } : { classId: null, class: 1 - chance };
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
