/** Reads tables of text: CSV and TSV, in any common encoding, with any common delimiter. */
import { parse } from "csv-parse/sync";
import { decodeText } from "#documents/flow/read-text.ts";
import { type Delimiter, delimiterOf } from "#documents/kinds/delimited.ts";
import { CellsLeft, type Grid, type Row } from "./grid.ts";

/** Characters from which the delimiter is found. */
const SAMPLE_CHARACTERS = 64 * 1024;
const STATED = /^\ufeff?sep=[;,|\t]\r?\n/;

export function readCsv(bytes: Uint8Array): { grids: Grid[]; cut: boolean } {
  const text = decodeText(bytes);
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const delimiter = delimiterOf(sample, sample.length === text.length) ?? ",";
  const skipped = STATED.exec(text)?.[0] ?? "";
  const body = text.slice(skipped.length);
  try {
    return gridOf(body, delimiter, skipped === "" ? 0 : 1, '"');
  } catch {
    // A quotation mark is open to the end: the marks are letters of the cells.
    return gridOf(body, delimiter, skipped === "" ? 0 : 1, null);
  }
}

/** `from`: the row of the first record. */
function gridOf(text: string, delimiter: Delimiter, from: number, quote: string | null): { grids: Grid[]; cut: boolean } {
  const left = new CellsLeft();
  const rows: Row[] = [];
  let row = from;
  parse(text, {
    bom: true,
    delimiter,
    quote,
    relax_column_count: true,
    relax_quotes: true,
    on_record(record: string[]) {
      if (left.cut) return null;
      const cells = record.flatMap((value, column) => (value.trim() !== "" && left.take() ? [{ column, text: value.trim() }] : []));
      if (cells.length > 0) rows.push({ row, cells });
      row += 1;
      return null;
    },
  });
  return { grids: [{ name: null, rows }], cut: left.cut };
}
