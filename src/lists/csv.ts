/** A list's file as columns and rows of texts. */
import { CsvError, parse } from "csv-parse/sync";
import { LIMITS } from "#contract/limits.ts";
import { decodeText } from "#documents/flow/read-text.ts";

export type Table = { columns: string[]; rows: string[][] };
/** `refused`: the message about a file that cannot be read, shown to the caller. */
export type CsvReading = Table | { refused: string };

const SEPARATORS = [",", ";", "\t", "|"] as const;

/** Cells are trimmed, and empty lines left out. */
export function readCsv(bytes: Uint8Array): CsvReading {
  const text = decodeText(bytes);
  const lines = linesOf(text);
  if ("refused" in lines) return lines;
  const [columns = [], ...rows] = lines.lines;
  const refused = refusalOf(columns, rows);
  return refused === null ? { columns, rows } : { refused };
}

function linesOf(text: string): { lines: string[][] } | { refused: string } {
  try {
    const to = LIMITS.listRowsMax + 2;
    return { lines: parse(text, { delimiter: separatorOf(text), bom: true, trim: true, skip_empty_lines: true, relax_quotes: true, to }) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === "number" ? `Line ${error.lines}` : "A line";
    return {
      refused: error.code.startsWith("CSV_RECORD_INCONSISTENT") ? `${line} has more or fewer cells than the first.` : `${line} is no CSV.`,
    };
  }
}

/** The separator that the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const head = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/g, "");
  const counts = SEPARATORS.map((separator) => head.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

function refusalOf(columns: readonly string[], rows: readonly (readonly string[])[]): string | null {
  if (rows.length === 0) return "The list has no rows: its first line names the columns, and each line after it is a row.";
  if (rows.length > LIMITS.listRowsMax) return `The list has more than ${LIMITS.listRowsMax} rows.`;
  if (columns.length > LIMITS.listColumnsMax) return `The list has more than ${LIMITS.listColumnsMax} columns.`;
  if (columns.includes("")) return "A column has no name in the first line.";
  const twice = columns.find((name, i) => columns.indexOf(name) < i);
  if (twice !== undefined) return `Two columns are named “${twice.slice(0, NAME_SHOWN)}”.`;
  const long = rows.findIndex((row) => row.some((cell) => cell.length > LIMITS.listCellCharactersMax));
  return long < 0 ? null : `Row ${long + 1} has a cell of more than ${LIMITS.listCellCharactersMax} characters.`;
}

const NAME_SHOWN = 60;
