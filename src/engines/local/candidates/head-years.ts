/** Years over the columns of a document's tables, for fields that ask for the current one or the one before it. */
import type { Leaf } from "#engines/local/leaves.ts";
import { valueAt } from "#engines/local/page/values-in.ts";
import { yearHeadsOf } from "#engines/local/page/year-heads.ts";
import { periodAsked } from "#engines/local/tables/period-heads.ts";
import type { Sheet } from "#structure/sheet.ts";
import { type Candidate, candidateOf } from "./candidate.ts";

/** "The later of the two columns". */
const LATER = /\b(?:later|latest|newer|most recent)\b[^.;]{0,60}\bcolumns?\b/iu;
const EARLIER = /\b(?:earlier|older)\b[^.;]{0,60}\bcolumns?\b/iu;

export function headYears(leaf: Leaf, sheets: readonly Sheet[]): Candidate[] {
  const nth = leaf.kind === "year" ? placeAsked(leaf) : null;
  if (nth === null) return [];
  const cells = sheets.flatMap((sheet) => yearHeadsOf(sheet).flatMap(({ years }) => years[nth] ?? []));
  const found = cells.flatMap((cell) => valueAt(cell, { start: 0, end: cell.text.length, fit: 1 }) ?? []);
  const isPlain = new Set(found.map(({ raw }) => raw)).size === 1;
  return found.map((value) => ({ ...candidateOf(leaf, value, null, { unlabelled: 1, fit: 1 }), isPlain }));
}

/** 0 for the latest year, 1 for the one before it. */
function placeAsked({ field }: Leaf): 0 | 1 | null {
  const { description = "" } = field;
  if (LATER.test(description)) return 0;
  if (EARLIER.test(description)) return 1;
  const period = periodAsked(field);
  return period === null ? null : period === "current" ? 0 : 1;
}
