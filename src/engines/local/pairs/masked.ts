/** The digits that a masked number shows: "6607" of "************6607", "..4096" or "Visa - 8812" for a field that asks for the last four. */
import { boxAround } from "#documents/layout/assemble.ts";
import { meaningsOf } from "#language/thesaurus.ts";
import type { Cell } from "#structure/sheet.ts";
import type { Span } from "./span.ts";

const LAST = new Set(["last", "letzte", "letzten", "dernier", "derniers", "ultimi", "ultime", "ultimos", "ultimas", "laatste", "ostatnie"]);
const DIGITS = new Set("4 four digit digits vier ziffern stellen quatre chiffres cuatro digitos quattro cifre cijfers cyfry".split(" "));
const LAST_DIGITS = new Set(["last4", "lastfour", "last4digits"]);

/** `words`: of a field's name and description, folded. */
export function asksLastDigits(words: readonly string[]): boolean {
  const isLast = (word: string) => LAST.has(word) || meaningsOf(word).includes("last");
  return words.some((word) => LAST_DIGITS.has(word)) || (words.some(isLast) && words.some((word) => DIGITS.has(word)));
}

/** A mask and its digits in one word, or a mask alone before them. */
const MASKED = /^[*xX•·.#-]{2,}(\d{3,6})[.,;)]?$/u;
const MASK = /^(?:[*xX•·#.]{2,}|[-–—])$/u;
const SHOWN = /^\d{3,6}[.,;)]?$/;

export function maskedIn(cell: Cell): Span[] {
  return cell.words.flatMap((word, from): Span[] => {
    const shown = MASKED.exec(word.text)?.[1] ?? (MASK.test(cell.words[from - 1]?.text ?? "") && SHOWN.test(word.text) ? word.text : null);
    const raw = shown?.replace(/[.,;)]$/, "");
    return raw ? [{ cell, from, to: from + 1, raw, box: boxAround([word]), fit: 1, shape: "id", lines: 1 }] : [];
  });
}
