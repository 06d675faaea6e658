/** All labels, indexed by their first token. */
import { once } from "#contract/memo.ts";
import { listsOfAll } from "#language/words.ts";
import { composedTotals } from "./composed-totals.ts";
import { labelTokens } from "./labels.ts";

export type LabelPhrase = { tokens: readonly string[]; concepts: Set<string> };

/** First token → phrases that start with it, longest first. */
export type PhraseIndex = ReadonlyMap<string, readonly LabelPhrase[]>;

/** Labels beside single values. Built with the first document: it takes some 40 ms, which would delay the start. */
export const valuePhrases = once(() => indexOf([listsOfAll(({ labels }) => labels), composedTotals()]));
/** Heads of table columns. */
export const columnPhrases = once(() => indexOf([listsOfAll(({ columns }) => columns)]));

function indexOf(sources: readonly Readonly<Record<string, readonly string[]>>[]): PhraseIndex {
  const phrases = new Map<string, LabelPhrase>();
  for (const labels of sources) {
    for (const [concept, written] of Object.entries(labels)) for (const label of written) addPhrase(phrases, label, concept);
  }
  return byFirstToken([...phrases.values()]);
}

function addPhrase(phrases: Map<string, LabelPhrase>, written: string, concept: string): void {
  const tokens = labelTokens(written);
  if (tokens.length === 0) return;
  const known = phrases.get(tokens.join(" ")) ?? { tokens, concepts: new Set<string>() };
  known.concepts.add(concept);
  phrases.set(tokens.join(" "), known);
}

export function byFirstToken(phrases: readonly LabelPhrase[]): PhraseIndex {
  const index = new Map<string, LabelPhrase[]>();
  for (const phrase of phrases) {
    const first = phrase.tokens[0] ?? "";
    const same = index.get(first) ?? [];
    same.push(phrase);
    index.set(first, same);
  }
  for (const same of index.values()) same.sort((a, b) => b.tokens.length - a.tokens.length);
  return index;
}
