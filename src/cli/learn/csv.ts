/** A CSV file as its lines of cells. */
import { CsvError, parse } from "csv-parse/sync";
import { UsageError } from "#cli/failures.ts";

/** `line`: from 1, where the row begins. Cells are trimmed. */
export type CsvRow = { line: number; cells: string[] };

/** Spreadsheets write the first, where the decimal comma is usual the second, and copied cells have the third. */
const DELIMITERS = [",", ";", "\t"] as const;

/** `called`: the file in messages. Throws UsageError for what is no CSV in UTF-8. */
export function readCsv(bytes: Uint8Array, called: string): CsvRow[] {
  const text = textOf(bytes, called);
  try {
    const options = { delimiter: delimiterOf(text), bom: true, trim: true, skip_empty_lines: true, relax_column_count_less: true };
    // Its types know no records with `info`.
    const records = parse(text, { ...options, info: true }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({ line: info.lines - linesIn(record) + 1, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UsageError(`${called} is not a CSV file: ${error.message}.`, { cause: error });
  }
}

/** csv-parse tells the line where a row ends. */
const linesIn = (cells: readonly string[]): number => cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 1);

function textOf(bytes: Uint8Array, called: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UsageError(`${called} is not in UTF-8: save it as “CSV UTF-8”.`, { cause });
  }
}

/** The one that the first line has most of. */
function delimiterOf(text: string): string {
  const [first = ""] = text.split("\n", 1);
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: first.split(delimiter).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}
