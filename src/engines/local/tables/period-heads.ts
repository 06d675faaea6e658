/** Columns that are headed by years, "2024 | 2023", for fields of the current and the previous one. */
import { memo } from "#contract/memo.ts";
import type { Field } from "#contract/schema/field.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { meaningsOf } from "#language/thesaurus.ts";
import type { GridColumn } from "./grid.ts";

type Period = "current" | "previous";

const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/g;
/** The last year in its head, such as "31 Dec 2024" or "2023/2024"; 0 where there is none. */
export const yearOver = ({ head, over }: GridColumn): number => Number(`${over} ${head}`.match(YEAR)?.at(-1) ?? 0);

/** The column of the latest year and the one before it; none where two columns are of one year, as quarters, plans and sums are. */
export function periodsOf(columns: readonly GridColumn[]): ReadonlyMap<GridColumn, Period> {
  const dated = columns.filter((column) => yearOver(column) > 0).sort((a, b) => yearOver(b) - yearOver(a));
  const [latest, before] = dated;
  if (!latest || !before || new Set(dated.map(yearOver)).size < dated.length) return new Map();
  return new Map([
    [latest, "current"],
    [before, "previous"],
  ]);
}

/** Which of two years a field of a row asks for, by its name, else by how its description begins; null where neither says. */
export const periodAsked = memo(
  ({ name, description = "" }: Field): Period | null => saidIn(nameTokens(name)) ?? saidIn(tokensOf(description.split(/[.;(]/)[0] ?? "")),
  new WeakMap<Field, Period | null>(),
);

const WORDS: Readonly<Record<Period, ReadonlySet<string>>> = {
  current: new Set(["this"]),
  previous: new Set(["last", "comparative", "vorjahr"]),
};

function saidIn(words: readonly string[]): Period | null {
  const says = (period: Period) => words.some((word) => WORDS[period].has(word) || meaningsOf(word).includes(period));
  const [current, previous] = [says("current"), says("previous")];
  if (current === previous) return null;
  return current ? "current" : "previous";
}
