/** Normalises labels for comparison. */
import { tokensOf } from "#language/fold.ts";
import { phrasesOfAll } from "#language/phrases.ts";

const NUMBER_WORDS: ReadonlySet<string> = new Set(phrasesOfAll("engines", "number_words"));

/** Tokens of a label; every word or sign for "number" becomes `no`. */
export function labelTokens(text: string): string[] {
  return tokensOf(text.replace(/[#№]|[Nn][°º]/g, " no ")).map((token) => (NUMBER_WORDS.has(token) ? "no" : token));
}
