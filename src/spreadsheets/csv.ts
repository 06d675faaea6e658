/** Rows as CSV for spreadsheets: UTF-8 with a byte order mark, lines that end as Windows' do (RFC 4180). */
import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Cell } from "./tables.ts";

/** What spreadsheets take for the beginning of a formula, in ASCII and full width (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

/** A text that would be run as a formula gets an apostrophe in front, which spreadsheets do not show or ignore. Numbers are numbers. */
export const neutral = (cell: Cell): Cell => (typeof cell === "string" && FORMULA.test(cell) ? `'${cell}` : cell);

/** Reads rows as it is read itself. An error of `rows` is that of the stream. */
export function csvOf(rows: AsyncIterable<readonly Cell[]>): Readable {
  const neutralised = async function* (): AsyncGenerator<Cell[]> {
    for await (const row of rows) yield row.map(neutral);
  };
  const text = stringify({ bom: true, record_delimiter: "windows", cast: { boolean: String } });
  return pipeline(Readable.from(neutralised()), text, () => undefined);
}
