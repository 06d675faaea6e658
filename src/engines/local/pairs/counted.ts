/** Numbers of a row that count something, beside the row's amount: "Overtime | 6.00 | 27.60 | 165.60" under "Units | Rate | Amount". */

import { boxAround } from "#documents/layout/assemble.ts";
import type { Kind } from "#engines/concepts/concept.ts";
import { valuesIn } from "#engines/local/page/values-in.ts";
import { meaningsOf } from "#language/thesaurus.ts";
import type { PlacesOn } from "#structure/labels/surroundings.ts";
import type { Cell } from "#structure/sheet.ts";

/** Meanings of heads over numbers that are no sums of money, and of those over sums. */
const COUNTS = new Set(["quantity", "hours", "rate", "day", "piece", "count"]);
const SUMS = new Set(["amount", "total", "value", "cost"]);

/** `words`: of the field's name and description. */
export function isCounted(cell: Cell, { sheet, around }: PlacesOn, kind: Kind, words: readonly string[]): boolean {
  if (kind !== "amount" || words.some((word) => means(COUNTS, word))) return false;
  const row = sheet.lines[cell.line] ?? [];
  const after = row.slice(cell.column + 1);
  const sums = after.filter(isSum);
  return sums.length > 0 && headMeans(COUNTS, cell, around) && sums.some((other) => headMeans(SUMS, other, around));
}

const means = (some: ReadonlySet<string>, word: string): boolean => meaningsOf(word).some((id) => some.has(id));

const isSum = (cell: Cell): boolean => valuesIn(cell, "amount").length === 1;

/** Whether the head of the cell's column, the nearest text above without figures, has one of the meanings. */
function headMeans(some: ReadonlySet<string>, cell: Cell, around: PlacesOn["around"]): boolean {
  const { head, above } = around(cell, 0, cell.words.length, boxAround(cell.words));
  return [...((head ?? above)?.units ?? [])].some((unit) => means(some, unit));
}
