/** Normalises labels for comparison. */
import { tokensOf } from "#language/fold.ts";

const NUMBER_WORDS = new Set(["no", "nr", "num", "number", "nummer", "numero", "nbr", "n", "nos", "numbers", "nro", "numer"]);

/** Tokens of a label; every word or sign for "number" becomes `no`. */
export function labelTokens(text: string): string[] {
  return tokensOf(text.replace(/[#№]|[Nn][°º]/g, " no ")).map((token) => (NUMBER_WORDS.has(token) ? "no" : token));
}
