/** Rows of a list by the letters and digits of a column: neither case, accents, spaces nor punctuation count. */
import { plainKey } from "#language/fold.ts";
import { inSlices } from "./in-slices.ts";

export type ExactIndex = {
  /** Indexes of the rows with the same letters and digits, ascending. */ rowsOf(text: string): readonly number[];
};

export async function exactIndex(cells: readonly string[]): Promise<ExactIndex> {
  const rows = new Map<string, number | number[]>();
  await inSlices(cells.length, (row) => {
    const key = plainKey(cells[row] ?? "");
    if (key === "") return;
    const others = rows.get(key);
    if (others === undefined) rows.set(key, row);
    else if (typeof others === "number") rows.set(key, [others, row]);
    else others.push(row);
  });
  return {
    rowsOf(text) {
      const found = rows.get(plainKey(text));
      return found === undefined ? [] : typeof found === "number" ? [found] : found;
    },
  };
}
