/** Looks at a stack twice: at each place and page by itself, then at both in view of all others. */
import { memo } from "#contract/memo.ts";
import { chanceOf, type Trees } from "#engines/local/rank/trees.ts";
import { type ClassTrees, chanceOfClass, isCommon } from "#packets/classes/class-chances.ts";
import { type Class, classFeatures } from "#packets/classes/class-features.ts";
import { type CutPlaces, cutPlaces } from "#packets/cut/cut-features.ts";
import { cutInto, type Places, placesOf } from "#packets/cut/cut-into.ts";
import type { PageFacts } from "#packets/pages/page-facts.ts";
import type { PlacedStack } from "./join-features.ts";
import { joinsBy } from "./joins.ts";
import type { LookedPart } from "./part-features.ts";
import { type Looked, placeFeatures } from "./place-features.ts";

/** The trees of the first look. */
export type FirstLook = { cuts: Trees; classes: ClassTrees };
/** What is seen of a stack before anything is decided: its written pages, and what speaks for each class by some of them, by their indexes. */
export type SeenStack = { all: readonly PageFacts[]; pages: readonly PageFacts[]; between: CutPlaces; classRows: ClassRows };
type ClassRows = (own: readonly number[]) => readonly Float32Array[];
export type LookedStack = Looked & { all: readonly PageFacts[]; places: Places; classRows: ClassRows };

export function seenStack(all: readonly PageFacts[], classes: readonly Class[]): SeenStack {
  const between = cutPlaces(all);
  const pages = between.written.flatMap((i) => all[i] ?? []);
  const rows = memo((key: string) => {
    const some = key.split(" ").flatMap((i) => pages[Number(i)] ?? []);
    return classFeatures(some, classes);
  });
  return { all, pages, between, classRows: (own) => rows(own.join(" ")) };
}

/** The first look. */
export function lookAtStack({ all, pages, between, classRows }: SeenStack, by: FirstLook): LookedStack {
  const places = placesOf(all, between, (features) => chanceOf(features, by.cuts));
  const classes = pages.map((_, i) => classRows([i]).map((features) => chanceOfClass(features, by.classes)));
  return { all, pages, chances: places.first, classes, places, classRows };
}

/** The second look, of a cut before each written page: what the pages themselves tell is not weighed again. */
export function placedInView(stack: LookedStack, by: Trees): PlacedStack & LookedStack {
  const { chances, places } = stack;
  const rows = placeFeatures(stack);
  const inView = chances.map((chance, i) => {
    const row = rows[i - 1];
    return row ? (places.told[i] ?? chanceOf(row, by)) : chance;
  });
  return { ...stack, rows, inView };
}

/** `all`: its pages, also blank ones. */
export type PartInView = LookedPart & { all: readonly PageFacts[] };

/** The parts that the chances of cuts make; of a stack without a written page one without any. `joins`: trees that put together what is apart. */
export function partsInView(stack: PlacedStack & LookedStack, by: ClassTrees, joins?: Trees): PartInView[] {
  const { all, pages, places, inView: chances, classes: pageClasses, classRows } = stack;
  return cutInto(all, places, chances, joinsBy(stack, joins)).map((stretch): PartInView => {
    const { own, joined } = stretch;
    const written = own.flatMap((i) => pages[i] ?? []);
    const rows = written.length > 0 ? classRows(own) : [];
    const inside = (by: readonly number[]) =>
      own.slice(1).map((i, k) => {
        const before = own[k] ?? 0;
        if (i === before + 1) return by[i] ?? 1;
        return by === chances ? 1 - (joined.get(i) ?? 0) : places.chanceBetween(before, i, own.slice(0, k + 1));
      });
    const [from, to] = [own[0] ?? 0, (own.at(-1) ?? 0) + 1];
    return {
      all: stretch.pages,
      pages: written,
      begins: chances[from] ?? 1,
      ends: chances[to] ?? 1,
      inside: inside(chances),
      first: { begins: places.first[from] ?? 1, ends: places.first[to] ?? 1, inside: inside(places.first) },
      classes: rows.map((features) => chanceOfClass(features, by)),
      pageClasses: own.map((i) => pageClasses[i] ?? []),
      common: rows.map(isCommon),
    };
  });
}
