/** How much words and numbers of a stack say: less the more of its pages have them. */
import type { PageFacts } from "#packets/pages/page-facts.ts";

/** A short stack is weighed as if so many pages without the word were in it. */
const PAGES_MORE = 10;

/** How much a word or number of one page says: less the more pages of the stack have it. */
export type Weights = { word(word: string): number; code(code: string): number };

export function weightsOf(pages: readonly PageFacts[]): Weights {
  const words = new Map<string, number>();
  const codes = new Map<string, number>();
  for (const page of pages) {
    for (const word of page.words.keys()) words.set(word, (words.get(word) ?? 0) + 1);
    for (const code of page.codes) codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  const weight = (counts: ReadonlyMap<string, number>) => (key: string) => Math.log((pages.length + PAGES_MORE) / (counts.get(key) ?? 1));
  return { word: weight(words), code: weight(codes) };
}

/** Cosine of the words, each by the logarithm of its count and how few pages have it. */
export function cosine(a: PageFacts, b: PageFacts, { word: weight }: Weights): number {
  let [shared, ofA, ofB] = [0, 0, 0];
  for (const [word, count] of a.words) {
    const value = Math.log1p(count) * weight(word);
    ofA += value * value;
    const other = b.words.get(word);
    if (other !== undefined) shared += value * Math.log1p(other) * weight(word);
  }
  for (const [word, count] of b.words) ofB += (Math.log1p(count) * weight(word)) ** 2;
  return ofA > 0 && ofB > 0 ? shared / Math.sqrt(ofA * ofB) : 0;
}

/** The sum of the weights of what both have, by its logarithm. */
export function rareShared(a: Iterable<string>, b: { has(key: string): boolean }, weight: (key: string) => number): number {
  let sum = 0;
  for (const key of a) if (b.has(key)) sum += weight(key);
  return Math.log1p(sum);
}
