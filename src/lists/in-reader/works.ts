/** Lists are parsed in the reader's child: a caller's file may be malicious, and a large one takes seconds. */
import { work } from "#documents/pool/work.ts";
import type { CsvReading } from "#lists/csv.ts";

/** From a CSV file to its rows. */
export const READ_LIST = work<null, CsvReading>("read a list");
/** From a CSV file to what is in it. */
export const SURVEY_LIST = work<null, { columns: string[]; rows: number } | { refused: string }>("survey a list");
