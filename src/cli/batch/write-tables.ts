/** Writes the results of a batch for spreadsheets: one XLSX file with a sheet for each table, or a CSV file for each. */
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import writeXlsx from "write-excel-file/node";
import { cannotWrite } from "#cli/out-folder.ts";
import type { Json } from "#contract/json.ts";
import { isRecord } from "#contract/schema/problems.ts";
import { linesOf, type ResultLine } from "./results-file.ts";
import { type Cell, headOf, neutral, type Result, rowsOf, type Table } from "./tables.ts";

/** Most characters of a cell (Excel specifications and limits). */
const CELL_CHARACTERS_MAX = 32_767;
/** Most rows of a sheet, with its head. */
const SHEET_ROWS_MAX = 1_048_576;
const SHEET_NAME_CHARACTERS_MAX = 31;
const NOT_IN_SHEET_NAMES = /[\\/?*[\]:]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of these
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** `invoices.csv` has the values of each file, `invoices.items.csv` the rows of the table `items`. */
export const csvNameOf = (out: string, { name }: Table): string => {
  if (name === null) return out;
  const { dir, name: stem, ext } = path.parse(out);
  return path.join(dir, `${stem}.${name.replace(/[^\p{L}\p{N}._-]/gu, "_")}${ext}`);
};

/** Each file is complete or not there. Throws UsageError where one cannot be written. */
export async function writeCsv(out: string, tables: readonly Table[], results: string): Promise<void> {
  for (const table of tables) {
    const rows = async function* (): AsyncGenerator<Cell[]> {
      yield headOf(table).map(neutral);
      for await (const line of linesOf(results)) for (const row of rowsOf(table, resultOf(line))) yield row.map(neutral);
    };
    const text = stringify({ bom: true, record_delimiter: "windows", cast: { boolean: String } });
    await whole(csvNameOf(out, table), (name) => pipeline(rows, text, createWriteStream(name)));
  }
}

/** As writeCsv. Rows that no sheet can hold go to further sheets. */
export async function writeXlsxFile(out: string, tables: readonly Table[], results: string): Promise<void> {
  const sheets: { sheet: string; data: (ReturnType<typeof shown> | null)[][]; stickyRowsCount: number }[] = [];
  for (const table of tables) {
    const head = headOf(table).map((name) => ({ ...shown(name), fontWeight: "bold" as const }));
    let data: (typeof sheets)[number]["data"] = [];
    const begin = () => {
      data = [head];
      sheets.push({ sheet: nameIn(sheets, table.name ?? "Files"), data, stickyRowsCount: 1 });
    };
    begin();
    for await (const line of linesOf(results))
      for (const row of rowsOf(table, resultOf(line))) {
        if (data.length >= SHEET_ROWS_MAX) begin();
        data.push(row.map((cell) => (cell === null ? null : shown(cell))));
      }
  }
  await whole(out, (name) => writeXlsx(sheets as never).toFile(name));
}

/** Texts are cells of texts in the format of texts (`@`): no formula whatever they begin with, also when somebody edits them. */
function shown(cell: Exclude<Cell, null>) {
  if (typeof cell === "number") return { value: cell, type: Number };
  if (typeof cell === "boolean") return { value: cell, type: Boolean };
  const text = cell.replace(NOT_IN_XML, "").slice(0, CELL_CHARACTERS_MAX);
  return { value: text, type: String, format: "@" };
}

function nameIn(sheets: readonly { sheet: string }[], wanted: string): string {
  const plain = wanted.replace(NOT_IN_SHEET_NAMES, "_").slice(0, SHEET_NAME_CHARACTERS_MAX) || "Table";
  const taken = new Set(sheets.map(({ sheet }) => sheet.toLowerCase()));
  for (let n = 1; ; n++) {
    const end = n === 1 ? "" : ` ${n}`;
    const name = plain.slice(0, SHEET_NAME_CHARACTERS_MAX - end.length) + end;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

function resultOf({ file, status, error, data }: ResultLine): Result {
  const why = isRecord(error) ? `${String(error.code)}: ${String(error.message)}` : null;
  return { file, status, error: why, data: (data ?? null) as Json };
}

async function whole(name: string, write: (aside: string) => Promise<unknown>): Promise<void> {
  const aside = `${name}.new`;
  try {
    await write(aside);
    await rename(aside, name);
  } catch (error) {
    await rm(aside, { force: true });
    cannotWrite(name)(error);
  }
}
