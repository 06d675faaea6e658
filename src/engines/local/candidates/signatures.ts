/**
 * Fields that ask for a signature: finds the words that ask people to sign, and whether ink is beside them or they are followed by a
 * signature in letters ("/s/ Ann Bee").
 */

import type { Box } from "#documents/document.ts";
import { inkBeside, writtenSignatureAt } from "#documents/ink/ink.ts";
import { asksToSign } from "#documents/ink/signing-places.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { labelTokensOf } from "#engines/local/page/label-tokens.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { type Cell, type Sheet, textOf } from "#structure/sheet.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

type Place = { value: Value; likeness: number; signed: boolean };

/** Words that add nothing to the field's type. */
const PLAIN = /^(?:sign|signed|signature|present|there|here|date|form|document|page|yes|no)$/;
/** Blanks to write on, as printed, possibly with an X that marks where to sign. */
const BLANK = /^[_.…\-–—xX]+$/;
const LINES_ABOVE = 4;

/** Signed places among those whose label is most like the field. None when the best ones are all unsigned. */
export function signatures(leaf: Leaf, sheets: readonly Sheet[]): Candidate[] {
  const places = sheets.flatMap((sheet) => sheet.cells.flatMap((cell) => placesIn(leaf, cell, sheet)));
  const best = places.reduce((most, { likeness }) => Math.max(most, likeness), 0);
  return places
    .filter(({ likeness, signed }) => signed && likeness === best)
    .map(({ value, likeness }) => ({
      ...candidateOf(leaf, value, null, { formField: 1, likeness: Math.max(0.5, likeness), fit: 1 }),
      answer: true,
    }));
}

function placesIn(leaf: Leaf, cell: Cell, sheet: Sheet): Place[] {
  const written = writtenSignatureAt(cell.words);
  const asking = cell.words.findIndex(({ text }) => asksToSign(text));
  if (written < 0 && asking < 0) return [];
  const value = written >= 0 ? stretchOf(cell, written, cell.words.length) : labelOf(cell, asking);
  if (value === null) return [];
  const signed = written >= 0 || inkBeside(sheet.page, value.box) !== null;
  return [{ value, likeness: likenessOf(leaf, cell, sheet), signed }];
}

/** The words around the one that asks for a signature, up to the blanks. */
function labelOf(cell: Cell, asking: number): Value | null {
  const isBlank = (at: number) => BLANK.test(cell.words[at]?.text ?? "") && cell.words[at]?.text.includes("_") === true;
  let [from, to] = [asking, asking + 1];
  while (from > 0 && !isBlank(from - 1)) from--;
  while (to < cell.words.length && !isBlank(to)) to++;
  return stretchOf(cell, from, to);
}

function stretchOf(cell: Cell, from: number, to: number): Value | null {
  const words = cell.words.slice(from, to);
  const box: Box = boxAround(words);
  return words.length === 0 ? null : { cell, from, to, raw: textOf(words), box, fit: 1 };
}

/** Share of the field's distinctive words in the label, in its line or shortly above it; 1 for a field that only asks for a signature. */
function likenessOf(leaf: Leaf, cell: Cell, sheet: Sheet): number {
  const distinctive = leaf.words.filter((word) => !PLAIN.test(word));
  if (distinctive.length === 0) return 1;
  const near = sheet.lines.slice(Math.max(0, cell.line - LINES_ABOVE), cell.line + 2).flat();
  const [own, around] = [tokensOf([cell]), tokensOf(near)];
  const weights = distinctive.map((word): number => (own.has(word) ? 1 : around.has(word) ? 0.6 : 0));
  return Math.round((100 * weights.reduce((sum, weight) => sum + weight, 0)) / distinctive.length) / 100;
}

const tokensOf = (cells: readonly Cell[]): Set<string> => new Set(cells.flatMap((cell) => labelTokensOf(cell).map(({ token }) => token)));
