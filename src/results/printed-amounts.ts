/** Which amounts a document prints, anywhere. */
import type { Document } from "#documents/document.ts";
import type { DocumentLocale } from "#engines/values/locale.ts";
import { readNumber } from "#engines/values/number.ts";

/** The document is searched when the first amount is asked for. */
export function printedAmounts({ pages }: Document, { decimal }: DocumentLocale): (amount: number) => boolean {
  let cents: Set<number> | null = null;
  const add = (known: Set<number>, text: string) => {
    const read = /\d/.test(text) ? readNumber(text, decimal, true) : null;
    if (read) known.add(Math.round(100 * read.value));
  };
  return (amount) => {
    if (cents === null) {
      cents = new Set();
      for (const { lines } of pages)
        for (const { segments } of lines)
          for (const { text, words } of segments) {
            if (words.length > 1) add(cents, text);
            for (const word of words) add(cents, word.text);
          }
    }
    return cents.has(Math.round(100 * amount));
  };
}
