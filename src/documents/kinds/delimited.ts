/** Tells tables of text (CSV, TSV) from other text, and finds what parts their cells. */

export const DELIMITERS = ["\t", ";", ",", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const RECORDS_MAX = 200;
/** Share of records that have as many cells as most: titles and totals have fewer. */
const REGULAR_SHARE = 0.7;
/** Excel writes it into the first line. */
const STATED = /^sep=([;,|\t])\r?\n/;
/** A comma before a space is that of a sentence or of a name. */
const COMMA_OF_TEXT = /, /g;
const COMMA = /,/g;

/** The delimiter of `sample`, the beginning of a text; null when the text is no table. `whole`: the sample is all of the text. */
export function delimiterOf(sample: string, whole: boolean): Delimiter | null {
  const stated = STATED.exec(sample)?.[1];
  if (stated !== undefined) return DELIMITERS.find((each) => each === stated) ?? null;
  const found = DELIMITERS.map((delimiter) => ({ delimiter, regular: regularity(cellCounts(sample, delimiter, whole)) }));
  const [best] = found.filter(({ regular }) => regular > 0).sort((a, b) => b.regular - a.regular);
  if (!best || (best.delimiter === "," && isProse(sample))) return null;
  return best.delimiter;
}

function isProse(sample: string): boolean {
  return (sample.match(COMMA_OF_TEXT)?.length ?? 0) * 2 > (sample.match(COMMA)?.length ?? 0);
}

/** How much the counts are those of a table: 0 is not at all; more columns and fewer exceptions are more. */
function regularity(counts: readonly number[]): number {
  if (counts.length < 2) return 0;
  const byCount = Map.groupBy(counts, (count) => count);
  const [most = 1, records = []] = [...byCount].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const share = records.length / counts.length;
  return most < 2 || share < REGULAR_SHARE || (share < 1 && records.length < 3) ? 0 : share * Math.log2(most + 1);
}

/** Cells of each record that is not empty. The last one counts only where it is complete. A quotation mark may be a letter like others. */
function cellCounts(sample: string, delimiter: Delimiter, whole: boolean, quotes = true): number[] {
  const counts: number[] = [];
  let cells = 1;
  let quoted = false;
  let isEmpty = true;
  const end = () => {
    if (!isEmpty) counts.push(cells);
    cells = 1;
    isEmpty = true;
  };
  for (const letter of sample) {
    if (counts.length >= RECORDS_MAX) return counts;
    if (quotes && letter === '"') quoted = !quoted;
    else if (!quoted && letter === delimiter) cells += 1;
    else if (!quoted && letter === "\n") end();
    if (letter !== "\n" && letter !== "\r") isEmpty = false;
  }
  if (quoted && whole) return cellCounts(sample, delimiter, whole, false);
  if (whole) end();
  return counts;
}
