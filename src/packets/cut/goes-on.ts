/** What pages say of themselves that goes on, or begins anew, on the next one: kinds of documents, forms, clauses and rows. */
import type { PageFacts } from "#packets/pages/page-facts.ts";
import { countShared, most } from "./shared.ts";

/** Cosine of how much the pages have words of each kind. */
export function kindsAlike(a: PageFacts, b: PageFacts): number {
  const [ofA, ofB] = [a.kinds, b.kinds];
  let [shared, sumA, sumB] = [0, 0, 0];
  for (const [id, { words }] of ofA) {
    const other = ofB.get(id)?.words ?? 0;
    shared += words * other;
    sumA += words * words;
    sumB += other * other;
  }
  return sumA > 0 && sumB > 0 ? shared / Math.sqrt(sumA * sumB) : -1;
}

/** How plainly the page names a kind, and how much more plainly than the pages before. */
export function kindsNamed(back: readonly PageFacts[], page: PageFacts): [number, number] {
  let [named, anew] = [0, 0];
  for (const [id, score] of page.kinds) {
    named = Math.max(named, score.named);
    anew = Math.max(anew, score.named - most(back, (other) => other.kinds.get(id)?.named ?? 0));
  }
  return [named, anew];
}

export function formsShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  return countShared(a, b) > 0 ? 1 : -1;
}

export function itemsGoOn({ items: a }: PageFacts, { items: b }: PageFacts): number {
  if (a === null || b === null) return 0;
  if (b.first === a.last + 1) return 1;
  return b.first === 1 && a.last > 1 ? -1 : 0;
}
