/** Work of lists in the reader's child: the file is a stranger's, and takes seconds when it is large. */
import { work } from "#documents/pool/work.ts";
import type { CsvReading } from "#lists/csv.ts";

/** From a CSV file to its rows. */
export const READ_LIST = work<null, CsvReading>("read a list");
/** From a CSV file to what is in it. */
export const SURVEY_LIST = work<null, { columns: string[]; rows: number } | { refused: string }>("survey a list");
