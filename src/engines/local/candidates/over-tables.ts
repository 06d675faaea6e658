/** What a document states once over its tables, for single fields that ask for it: the years of the columns, the scale of the amounts. */
import type { Leaf } from "#engines/local/leaves.ts";
import type { Sheet } from "#structure/sheet.ts";
import { amountScales } from "./amount-scales.ts";
import type { Candidate } from "./candidate.ts";
import { headYears } from "./head-years.ts";

export const overTables = (leaf: Leaf, sheets: readonly Sheet[]): Candidate[] => [
  ...headYears(leaf, sheets),
  ...amountScales(leaf, sheets),
];
