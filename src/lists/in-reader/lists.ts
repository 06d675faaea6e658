/** Lists' work in the reader's child. */
import { type CsvReading, readCsv } from "#lists/csv.ts";

export const read = (_: null, bytes: Buffer): CsvReading => readCsv(bytes);

export function survey(_: null, bytes: Buffer): { columns: string[]; rows: number } | { refused: string } {
  const reading = readCsv(bytes);
  return "refused" in reading ? reading : { columns: reading.columns, rows: reading.rows.length };
}
