/** Rows of a table that head those below them: one text alone, where the first such row stands right below the table's own heads. */
import type { Block } from "./block.ts";

type Row = readonly (readonly Block[])[];

const isText = (text: string): boolean => /\p{L}/u.test(text);
/** A number that is no year and no date: a sum, a price or a count. */
const NUMBER = /^[^\p{L}\p{N}]{0,4}\d[\d.,' \u00a0]{0,30}[^\p{L}\p{N}]{0,4}$/u;
const YEAR_OR_DATE = /^(?:(?:19|20)\d{2}|\d{1,4}[./-]\d{1,2}[./-]\d{1,4})$/;
const isAmount = (text: string): boolean => NUMBER.test(text) && !YEAR_OR_DATE.test(text);

/** A line of detail below the row that it belongs to never stands above the first row, so a table whose first lone text does has headings. */
export function headingRows(rows: readonly Row[]): ReadonlySet<number> {
  const texts = rows.map((row) => row.map(textOf));
  const filled = texts.map((row) => row.flatMap((text, i) => (text === "" ? [] : [i])));
  const isFull = (row: number) => (filled[row]?.length ?? 0) > 1;
  const loneAt = (row: number) => {
    const [only = -1, other] = filled[row] ?? [];
    return other === undefined && isText(texts[row]?.[only] ?? "") ? only : -1;
  };
  const first = rows.findIndex((_, row) => loneAt(row) >= 0);
  const heads = first > 0 ? texts.slice(0, first) : [];
  if (!isFull(first - 1) || heads.flat().some(isAmount)) return new Set();
  const column = loneAt(first);
  return new Set([...rows.keys()].filter((row) => row >= first && loneAt(row) === column && isFull(row + 1)));
}

/** What is shown of a cell; of a table within it that there is one. */
const textOf = (cell: readonly Block[]): string =>
  cell
    .map((block) =>
      block.kind === "paragraph" ? block.runs.map(({ text, hidden }) => (hidden ? "" : text)).join("") : block.kind === "table" ? "-" : "",
    )
    .join(" ")
    .trim();
