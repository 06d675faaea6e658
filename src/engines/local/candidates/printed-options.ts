/** Options printed in a row to be ticked, "☐ Fire ☒ Water": only a mark selects the answer (marked.ts). */

import type { Leaf } from "#engines/local/leaves.ts";
import { labelTokens } from "#engines/local/lexicon/labels.ts";
import { labelTokensOf } from "#engines/local/page/label-tokens.ts";
import type { Value } from "#engines/local/page/values-in.ts";
import { OPTION_CHARACTERS_MAX } from "#engines/values/options.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";

type Printed = { option: string; cell: Cell; from: number; to: number };

/** Returns a test for words in a row of several of the field's options: they are printed whether or not they are the answer. */
export function printedOptions(leaf: Leaf, sheets: readonly Sheet[]): (value: Value) => boolean {
  const rows = rowsFor(leaf, sheets);
  return ({ cell }) => rows.some((row) => row.some((printed) => printed.cell.page === cell.page && printed.cell.line === cell.line));
}

/** The options whose words stand in the cells, each once. */
export function optionsIn(cells: readonly Cell[], options: readonly string[]): string[] {
  return tokensFor(options).flatMap(({ option, tokens }) =>
    cells.some((cell) => printedIn(cell, option, tokens).length > 0) ? [option] : [],
  );
}

const tokensFor = (options: readonly string[]) =>
  options.filter((option) => option.length <= OPTION_CHARACTERS_MAX).map((option) => ({ option, tokens: labelTokens(option) }));

function rowsFor(leaf: Leaf, sheets: readonly Sheet[]): Printed[][] {
  const options = tokensFor(leaf.field.enum ?? []);
  if (options.length < 2) return [];
  return sheets.flatMap((sheet) =>
    sheet.lines.flatMap((line) => {
      const row = line.flatMap((cell) => options.flatMap(({ option, tokens }) => printedIn(cell, option, tokens)));
      return new Set(row.map(({ option }) => option)).size > 1 ? [row] : [];
    }),
  );
}

function printedIn(cell: Cell, option: string, tokens: readonly string[]): Printed[] {
  const own = labelTokensOf(cell);
  const at = own.findIndex((_, i) => tokens.length > 0 && tokens.every((token, k) => own[i + k]?.token === token));
  const [first, last] = [own[at], own[at + tokens.length - 1]];
  return first && last ? [{ option, cell, from: first.word, to: last.word + 1 }] : [];
}
