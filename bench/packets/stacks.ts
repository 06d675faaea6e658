/** Stacks of 1 to 12 documents in any order: some pages blank, two of a kind in a row, and where it is asked for two documents with alternating pages. */
import type { Random } from "../pages/random.ts";
import type { PoolDocument } from "./pool.ts";

export type StackPart = { source: PoolDocument };
/** A page of a part's document, by its index; blank where there is no document. Blank pages are of the part before them. */
export type StackPage = { source: PoolDocument | null; index: number; part: StackPart };
export type Stack = { pages: StackPage[]; parts: StackPart[] };

const OTHER = "other";
const OTHERS = 3;
const DOCUMENTS_MAX = 12;
const PAGES_MAX = 200;
const SAME_KIND = 0.3;
const BLANK_BEHIND = 0.12;
const BLANK_INSIDE = 0.04;

/**
 * Chances that a document's pages alternate with those of the one before, where both have several; that it lies whole between two pages of the
 * one before. `shuffled`: documents of one kind are in any places instead of in a row.
 */
export type Mixed = { alternating: number; slipped: number; shuffled: boolean };
export const IN_ORDER: Mixed = { alternating: 0, slipped: 0, shuffled: false };

export function stackOf(pool: readonly PoolDocument[], random: Random, mixed = IN_ORDER): Stack {
  // Documents that are the only ones of their kind are drawn together, a few times as often as one kind.
  const byKind = Map.groupBy(pool, ({ kind, single }) => (single ? OTHER : kind));
  const kinds = [...byKind.keys(), ...Array.from({ length: OTHERS }, () => OTHER)];
  const count = random.int(1, DOCUMENTS_MAX);
  const drawn: StackPage[][] = [];
  const used = new Set<string>();
  let kind = random.pick(kinds);
  let length = 0;
  while (drawn.length < count && length < PAGES_MAX) {
    if (drawn.length > 0 && !random.chance(SAME_KIND)) kind = random.pick(kinds);
    const free = (byKind.get(kind) ?? []).filter(
      ({ origin, document }) => !used.has(origin) && length + document.pages.length <= PAGES_MAX,
    );
    if (free.length === 0) {
      if (used.size === pool.length) break;
      kind = random.pick(kinds);
      continue;
    }
    const source = random.pick(free);
    used.add(source.origin);
    const pages = pagesOf(source, random);
    length += pages.length;
    drawn.push(pages);
  }
  return {
    pages: mixedUp(drawn, mixed, random),
    parts: drawn.flatMap(([first]) => first?.part ?? []),
  };
}

function pagesOf(source: PoolDocument, random: Random): StackPage[] {
  const part: StackPart = { source };
  const pages: StackPage[] = [];
  for (const index of source.document.pages.keys()) {
    if (index > 0 && random.chance(BLANK_INSIDE)) pages.push({ source: null, index: 0, part });
    pages.push({ source, index, part });
  }
  if (random.chance(BLANK_BEHIND)) pages.push({ source: null, index: 0, part });
  return pages;
}

function mixedUp(drawn: readonly StackPage[][], { alternating, slipped, shuffled }: Mixed, random: Random): StackPage[] {
  if (shuffled) return random.shuffle(drawn).flat();
  if (slipped > 0) return slippedIn(drawn, slipped, random);
  return alternating > 0 ? alternated(drawn, alternating, random) : drawn.flat();
}

/** Whole documents between two pages of the one before. */
function slippedIn(drawn: readonly StackPage[][], chance: number, random: Random): StackPage[] {
  const pages: StackPage[] = [];
  for (let i = 0; i < drawn.length; i += 1) {
    const [a = [], b = []] = drawn.slice(i, i + 2);
    const at = a.length > 1 && b.length > 0 && random.chance(chance) ? random.int(1, a.length - 1) : null;
    if (at === null) {
      pages.push(...a);
      continue;
    }
    pages.push(...a.slice(0, at), ...b, ...a.slice(at));
    i += 1;
  }
  return pages;
}

/** Each page of the one, then one of the other, as two feeders or a bad sort leave them. */
function alternated(drawn: readonly StackPage[][], chance: number, random: Random): StackPage[] {
  const pages: StackPage[] = [];
  for (let i = 0; i < drawn.length; i += 1) {
    const [a = [], b = []] = drawn.slice(i, i + 2);
    const both = a.length > 1 && b.length > 1 && random.chance(chance);
    if (!both) {
      pages.push(...a);
      continue;
    }
    for (let k = 0; k < Math.max(a.length, b.length); k += 1) pages.push(...a.slice(k, k + 1), ...b.slice(k, k + 1));
    i += 1;
  }
  return pages;
}
