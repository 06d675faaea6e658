/** Options printed in a row to be ticked, "☐ Fire ☒ Water": only a mark selects the answer. */

import { boxAround } from "#documents/layout/assemble.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { labelTokens } from "#engines/local/lexicon/labels.ts";
import type { Cell, Sheet } from "#engines/local/page/sheet.ts";
import { textOf } from "#engines/local/page/sheet.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { OPTION_CHARACTERS_MAX } from "#engines/values/options.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

type Printed = { option: string; cell: Cell; from: number; to: number };

const TICKED = /^(?:[☑☒✓✔✗✘⊠⊗◉●■]|\[[x×✓✔]\]|\([x×✓✔]\))$/iu;
/** Minimum share of the words of the field's name that must be beside or above the row. */
const LIKENESS_MIN = 0.5;
/** The question of a row of options is at most this many lines above it. */
const LINES_ABOVE = 2;

/** The marked option of rows whose question resembles the field's name. */
export function tickedOptions(leaf: Leaf, sheets: readonly Sheet[]): Candidate[] {
  return rowsFor(leaf, sheets).flatMap(({ sheet, row }) => {
    const [ticked, second] = row.filter((printed) => TICKED.test(wordBefore(printed, sheet)));
    const likeness = ticked ? likenessOf(leaf, ticked, sheet) : 0;
    if (!ticked || second || likeness < LIKENESS_MIN) return [];
    const { cell, from, to, option } = ticked;
    const words = cell.words.slice(from, to);
    const value: Value = { cell, from, to, raw: textOf(words), box: boxAround(words), fit: 1 };
    return [{ ...candidateOf(leaf, value, null, { mentioned: 1, mention: 1, likeness }), answer: option }];
  });
}

/** Returns a test for words in a row of several of the field's options: they are printed whether or not they are the answer. */
export function printedOptions(leaf: Leaf, sheets: readonly Sheet[]): (value: Value) => boolean {
  const rows = rowsFor(leaf, sheets).map(({ row }) => row);
  return ({ cell }) => rows.some((row) => row.some((printed) => printed.cell.page === cell.page && printed.cell.line === cell.line));
}

function rowsFor(leaf: Leaf, sheets: readonly Sheet[]): { sheet: Sheet; row: Printed[] }[] {
  const printable = (leaf.field.enum ?? []).filter((option) => option.length <= OPTION_CHARACTERS_MAX);
  const options = printable.map((option) => ({ option, tokens: labelTokens(option) }));
  if (options.length < 2) return [];
  return sheets.flatMap((sheet) =>
    sheet.lines.flatMap((line) => {
      const row = line.flatMap((cell) => options.flatMap(({ option, tokens }) => printedIn(cell, option, tokens)));
      return new Set(row.map(({ option }) => option)).size > 1 ? [{ sheet, row }] : [];
    }),
  );
}

function printedIn(cell: Cell, option: string, tokens: readonly string[]): Printed[] {
  const at = cell.tokens.findIndex((_, i) => tokens.length > 0 && tokens.every((token, k) => cell.tokens[i + k]?.token === token));
  const [first, last] = [cell.tokens[at], cell.tokens[at + tokens.length - 1]];
  return first && last ? [{ option, cell, from: first.word, to: last.word + 1 }] : [];
}

function wordBefore({ cell, from }: Printed, sheet: Sheet): string {
  if (from > 0) return cell.words[from - 1]?.text ?? "";
  return sheet.lines[cell.line]?.[cell.column - 1]?.words.at(-1)?.text ?? "";
}

function likenessOf(leaf: Leaf, { cell }: Printed, sheet: Sheet): number {
  const near = sheet.lines.slice(Math.max(0, cell.line - LINES_ABOVE), cell.line + 1).flat();
  const words = new Set(near.flatMap(({ tokens }) => tokens.map(({ token }) => token)));
  return leaf.words.filter((word) => words.has(word)).length / Math.max(1, leaf.words.length);
}
