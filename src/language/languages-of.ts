/** Which languages a document is written in, by its commonest words. */
import { tokensOf } from "./fold.ts";
import { LANGUAGES } from "./words.ts";

const BY_WORD = new Map<string, string[]>();
for (const { code, frequent_words = [] } of LANGUAGES)
  for (const word of frequent_words) BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), code]);

/** ISO 639-1 codes by share of frequent words, best first; those with less than a third of the best one's words are left out. */
export function languagesOf(text: string): string[] {
  const counts = new Map<string, number>();
  for (const token of tokensOf(text)) {
    for (const language of BY_WORD.get(token) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const ranked = [...counts].sort((a, b) => b[1] - a[1]);
  const best = ranked[0]?.[1] ?? 0;
  return ranked.filter(([, count]) => count >= Math.max(2, best / 3)).map(([language]) => language);
}
