/** How many tokens of a model a text has. */

/** A token has about four letters in English, fewer in other languages. */
export const BYTES_PER_TOKEN = 3;

/** An estimate, on the high side for languages with spaces. */
export function tokensIn(text: string): number {
  // A run of spaces is one token.
  return Math.ceil(Buffer.byteLength(text.replace(/ {2,}/g, "  ")) / BYTES_PER_TOKEN);
}
