/** Numbers of another year than a field asks for: in "Total assets | 12,180 | 11,980" below "2024 | 2023" the second is the year before. */
import type { Field } from "#contract/schema/field.ts";
import { smallest } from "#documents/long-lists.ts";
import { yearHeadsOf } from "#engines/local/page/year-heads.ts";
import { periodAsked } from "#engines/local/tables/period-heads.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";

/** Whether the field asks for one year and the cell stands in the column of another. */
export function isOfOtherPeriod(cell: Cell, sheet: Sheet, field: Field): boolean {
  const asked = periodAsked(field);
  if (asked === null) return false;
  const head = yearHeadsOf(sheet).findLast(({ below }) => cell.line >= below);
  const at = head ? columnUnder(cell, head.years) : -1;
  return at >= 0 && at !== (asked === "current" ? 0 : 1);
}

const middleOf = ({ box }: Cell): number => (box.left + box.right) / 2;

/** The year nearest across, less than half as far as the years are from each other; -1 for none. */
function columnUnder(cell: Cell, years: readonly Cell[]): number {
  const gaps = years.map((year) => Math.abs(middleOf(year) - middleOf(cell)));
  const least = smallest(gaps);
  const middles = years.map(middleOf).sort((a, b) => a - b);
  const apart = smallest(middles.slice(1).map((middle, i) => middle - (middles[i] ?? 0)));
  return 2 * least < apart ? gaps.indexOf(least) : -1;
}
