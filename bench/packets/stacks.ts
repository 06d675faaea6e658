/** Stacks of 1 to 12 documents in any order: some pages turned, some blank, two of a kind in a row. */
import type { Random } from "../pages/random.ts";
import type { PoolDocument } from "./pool.ts";

/** `from` and `to`: places of the pages, `to` exclusive. */
export type StackPart = { source: PoolDocument; from: number; to: number };
/** A page of a document, by its index; blank where there is no document. */
export type StackPage = { source: PoolDocument | null; index: number };
export type Stack = { pages: StackPage[]; parts: StackPart[] };

const OTHER = "other";
const OTHERS = 3;
const DOCUMENTS_MAX = 12;
const PAGES_MAX = 200;
const SAME_KIND = 0.3;
const BLANK_BEHIND = 0.12;
const BLANK_INSIDE = 0.04;

export function stackOf(pool: readonly PoolDocument[], random: Random): Stack {
  // Documents that are the only ones of their kind are drawn together, a few times as often as one kind.
  const byKind = Map.groupBy(pool, ({ kind, single }) => (single ? OTHER : kind));
  const kinds = [...byKind.keys(), ...Array.from({ length: OTHERS }, () => OTHER)];
  const count = random.int(1, DOCUMENTS_MAX);
  const pages: StackPage[] = [];
  const parts: StackPart[] = [];
  const used = new Set<string>();
  let kind = random.pick(kinds);
  while (parts.length < count && pages.length < PAGES_MAX) {
    if (parts.length > 0 && !random.chance(SAME_KIND)) kind = random.pick(kinds);
    const free = (byKind.get(kind) ?? []).filter(
      ({ origin, document }) => !used.has(origin) && pages.length + document.pages.length <= PAGES_MAX,
    );
    if (free.length === 0) {
      if (used.size === pool.length) break;
      kind = random.pick(kinds);
      continue;
    }
    const source = random.pick(free);
    used.add(source.origin);
    const from = pages.length;
    for (const index of source.document.pages.keys()) {
      if (index > 0 && random.chance(BLANK_INSIDE)) pages.push(BLANK);
      pages.push({ source, index });
    }
    if (random.chance(BLANK_BEHIND)) pages.push(BLANK);
    parts.push({ source, from, to: pages.length });
  }
  return { pages, parts };
}

const BLANK: StackPage = { source: null, index: 0 };
