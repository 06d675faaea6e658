/** What two pages, or sets of their words, have in common. */
import type { PageFacts } from "#packets/pages/page-facts.ts";

/** Share of the smaller set; -1 where one of them is empty. */
export function sharedOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const smaller = Math.min(a.size, b.size);
  if (smaller === 0) return -1;
  return countShared(a, b) / smaller;
}

export function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const key of a) if (b.has(key)) shared += 1;
  return shared;
}

export const most = (pages: readonly PageFacts[], of: (page: PageFacts) => number): number =>
  pages.reduce((best, page) => Math.max(best, of(page)), 0);
