/** Writes the results of a batch for spreadsheets: one XLSX file with a sheet for each table, or a CSV file for each. */
import { createWriteStream } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { writeWhole } from "#cli/out-folder.ts";
import type { Json } from "#contract/json.ts";
import { isRecord } from "#contract/schema/problems.ts";
import { csvOf } from "#spreadsheets/csv.ts";
import { type Cell, headOf, listRowsOf, rowOf, type Table } from "#spreadsheets/tables.ts";
import { xlsxOf } from "#spreadsheets/xlsx.ts";
import { linesOf, type ResultLine } from "./results-file.ts";

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
      yield namesOf(table);
      yield* rowsIn(table, results);
    };
    await write(csvNameOf(out, table), csvOf(rows()));
  }
}

/** As writeCsv. */
export async function writeXlsxFile(out: string, tables: readonly Table[], results: string): Promise<void> {
  const sheets = tables.map((table) => ({ name: table.name ?? "Files", head: namesOf(table), rows: () => rowsIn(table, results) }));
  await write(out, xlsxOf(sheets));
}

const write = (name: string, bytes: Readable): Promise<void> => writeWhole(name, (aside) => pipeline(bytes, createWriteStream(aside)));

const namesOf = (table: Table): string[] => headOf(table, table.name === null ? ["file", "status", "error"] : ["file", "row"]);

async function* rowsIn(table: Table, results: string): AsyncGenerator<Cell[]> {
  for await (const line of linesOf(results)) yield* rowsOf(table, line);
}

function rowsOf(table: Table, { file, status, error, data }: ResultLine): Cell[][] {
  const values = (data ?? null) as Json;
  if (table.name !== null) return listRowsOf(table, [file], values);
  const why = isRecord(error) ? `${String(error.code)}: ${String(error.message)}` : null;
  return [rowOf(table, [file, status, why], values)];
}
