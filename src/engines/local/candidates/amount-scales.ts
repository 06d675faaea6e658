/** What a document's amounts are counted in, as it states over its tables: "(in thousands of euros)". */
import type { Leaf } from "#engines/local/leaves.ts";
import { type Value, valueAt } from "#engines/local/page/values-in.ts";
import { asksAmountScale, scaleIn } from "#engines/values/amount-scale.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

export function amountScales(leaf: Leaf, sheets: readonly Sheet[]): Candidate[] {
  if (leaf.kind !== "text" || !asksAmountScale(leaf.field)) return [];
  const found = sheets.flatMap(({ cells }) => cells.flatMap((cell) => statedIn(cell) ?? []));
  const isPlain = new Set(found.map(({ raw }) => raw)).size === 1;
  return found.map((value) => ({ ...candidateOf(leaf, value, null, { unlabelled: 1, fit: 1 }), isPlain }));
}

/** A longer text is a sentence, in which the words say how much one amount is. */
const WORDS_MAX = 8;

/** In brackets, or in a short text of its own without figures. */
function statedIn(cell: Cell): Value | null {
  const stated = scaleIn(cell.text);
  if (!stated) return null;
  const isBracketed = cell.text.lastIndexOf("(", stated.start) > cell.text.lastIndexOf(")", stated.start);
  const isShort = cell.words.length <= WORDS_MAX && !/\p{N}/u.test(cell.text);
  return isBracketed || isShort ? valueAt(cell, { ...stated, fit: 1 }) : null;
}
