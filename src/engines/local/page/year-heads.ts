/** Lines of a page that are years over the columns of a table: "Item | 2024 | 2023". */
import { memo } from "#contract/memo.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";

/** The latest first; `below`: the first line that may be a row. */
type YearHead = { years: readonly Cell[]; below: number };

const YEAR = /^(?:19|20)\d{2}$/;

/** Top to bottom. */
export const yearHeadsOf = memo(
  ({ lines }: Sheet): readonly YearHead[] => lines.flatMap((line, i) => yearsIn(line).map((years) => ({ years, below: i + 1 }))),
  new WeakMap<Sheet, readonly YearHead[]>(),
);

/** Two or more, each once, beside nothing but words. */
function yearsIn(line: readonly Cell[]): Cell[][] {
  const years = line.filter(({ text }) => YEAR.test(text)).sort((a, b) => Number(b.text) - Number(a.text));
  const isHead = years.length > 1 && line.every((cell) => years.includes(cell) || !/\d/.test(cell.text));
  return isHead && new Set(years.map(({ text }) => text)).size === years.length ? [years] : [];
}
