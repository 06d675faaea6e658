/** All labels, ready to be looked up by their first token. */
import { COLUMN_LABELS } from "./column-labels.ts";
import { COMPOSED_TOTALS } from "./composed-totals.ts";
import { type Labels, labelTokens } from "./labels.ts";
import { PARTY_LABELS } from "./party-labels.ts";
import { PEOPLE_LABELS } from "./people-labels.ts";
import { TOTAL_LABELS } from "./total-labels.ts";
import { TRADE_LABELS } from "./trade-labels.ts";

export type Phrase = { tokens: readonly string[]; concepts: Set<string> };

/** First token → phrases that start with it, longest first. */
export type PhraseIndex = ReadonlyMap<string, readonly Phrase[]>;

/** Labels beside single values. */
export const valuePhrases = madeOnce(() => indexOf([TRADE_LABELS, TOTAL_LABELS, COMPOSED_TOTALS, PARTY_LABELS, PEOPLE_LABELS]));
/** Heads of table columns. */
export const columnPhrases = madeOnce(() => indexOf([COLUMN_LABELS]));

/** With the first document: it takes some 40 ms, which a start should not. */
function madeOnce(make: () => PhraseIndex): () => PhraseIndex {
  let made: PhraseIndex | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

function indexOf(sources: readonly Labels[]): PhraseIndex {
  const phrases = new Map<string, Phrase>();
  for (const labels of sources) {
    for (const [concept, byLanguage] of Object.entries(labels)) {
      for (const written of byLanguage.join("|").split("|")) addPhrase(phrases, written, concept);
    }
  }
  return byFirstToken([...phrases.values()]);
}

function addPhrase(phrases: Map<string, Phrase>, written: string, concept: string): void {
  const tokens = labelTokens(written);
  if (tokens.length === 0) return;
  const known = phrases.get(tokens.join(" ")) ?? { tokens, concepts: new Set<string>() };
  known.concepts.add(concept);
  phrases.set(tokens.join(" "), known);
}

export function byFirstToken(phrases: readonly Phrase[]): PhraseIndex {
  const index = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    const first = phrase.tokens[0] ?? "";
    const same = index.get(first) ?? [];
    same.push(phrase);
    index.set(first, same);
  }
  for (const same of index.values()) same.sort((a, b) => b.tokens.length - a.tokens.length);
  return index;
}
