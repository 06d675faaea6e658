/** How labels are compared. */
import { tokensOf } from "#language/fold.ts";

const NUMBER_WORDS = new Set(["no", "nr", "num", "number", "nummer", "numero", "nbr", "n", "nos", "numbers", "nro", "numer"]);

/** Tokens as labels are compared: every word or sign for "number" becomes `no`. */
export function labelTokens(text: string): string[] {
  return tokensOf(text.replace(/[#№]|[Nn][°º]/g, " no ")).map((token) => (NUMBER_WORDS.has(token) ? "no" : token));
}
