/** Finds lines that have the shape of a table's rows and are among them, but that no row claims. */
import type { Document, Line } from "#documents/document.ts";
import { CONCEPTS } from "#engines/concepts/concept-of.ts";
import { labelTokens } from "#engines/local/lexicon/labels.ts";
import { valuePhrases } from "#engines/local/lexicon/lexicon.ts";
import type { MergedRow } from "./merge.ts";

export type LinePlace = { page: number; line: number };

/** With fewer rows than this the shape of the table's rows is unknown. */
const ROWS_MIN = 3;
/** Minimum share of the rows that must have a shape: subtotals and headings that are rows have rarer ones. */
const SHAPE_SHARE_MIN = 0.5;
/** Maximum number of other lines between two rows: the foot of a page and the head of the next. */
const GAP_LINES_MAX = 12;
/** Maximum number of lines over which one row goes. */
const ROW_LINES_MAX = 6;

/**
 * Looks between the first and the last claimed row, and after it, across page breaks, as long as lines have the shape of rows. Lines that
 * rows of `others` claim are not missing, nor are lines with a number of a row that began above. Measured with a strong model on twenty
 * documents, questions about other lines gained no row.
 */
export function missingRows(document: Document, rows: readonly MergedRow[], others: readonly MergedRow[] = []): LinePlace[] {
  const claimed = placesOf(rows);
  if (claimed.size < ROWS_MIN) return [];
  const lines: PlacedLine[] = document.pages.flatMap((page) =>
    page.lines.map((line, i) => ({ page: page.number, line: i + 1, text: line, shape: shapeOf(line) })),
  );
  const isClaimed = ({ page, line }: LinePlace) => claimed.has(`${page} ${line}`);
  const usual = usualShapes(
    lines.filter(isClaimed).map(({ shape }) => shape),
    claimed.size,
  );
  const elsewhere = placesOf(others);
  const isMissing = (each: PlacedLine) =>
    usual.has(each.shape) && !isClaimed(each) && !elsewhere.has(`${each.page} ${each.line}`) && !isPartOf(rows, document, each);
  const end = lines.findLastIndex(isClaimed);
  const among = lines.slice(lines.findIndex(isClaimed), end);
  return [...among, ...goingOn(lines.slice(end + 1), usual)].filter(isMissing);
}

type PlacedLine = LinePlace & { text: Line; shape: string };

/** The lines below the last row with which the table may go on: until too many have other shapes; of each page those above its totals. */
function goingOn(lines: readonly PlacedLine[], usual: ReadonlySet<string>): PlacedLine[] {
  const found: PlacedLine[] = [];
  let others = 0;
  let ended = 0;
  for (const line of lines) {
    if (isTotal(line.text)) ended = line.page;
    if (line.page !== ended && usual.has(line.shape)) {
      found.push(line);
      others = 0;
    } else if (++others > GAP_LINES_MAX) break;
  }
  return found;
}

function placesOf(rows: readonly MergedRow[]): Set<string> {
  return new Set(rows.flatMap(({ page, line }) => (line === null ? [] : [`${page} ${line}`])));
}

function usualShapes(shapes: readonly string[], rows: number): ReadonlySet<string> {
  const counts = [...Map.groupBy(shapes, (shape) => shape)].map(([shape, all]) => [shape, all.length] as const);
  return new Set(counts.filter(([shape, count]) => isTelling(shape) && count >= rows * SHAPE_SHARE_MIN).map(([shape]) => shape));
}

/** Whether a row that began at most a few lines above has a number of this line that does not stand on its first one. */
function isPartOf(rows: readonly MergedRow[], { pages }: Document, { page, line, text }: PlacedLine): boolean {
  const lines = pages.find(({ number }) => number === page)?.lines ?? [];
  return rows.some((row) => {
    if (row.page !== page || row.line === null || row.line >= line || line - row.line >= ROW_LINES_MAX) return false;
    const first = numbersIn(lines[row.line - 1]);
    const said = [...row.cells.values()].map(({ raw }) => raw?.trim());
    return numbersIn(text).some((number) => said.includes(number) && !first.includes(number));
  });
}

const numbersIn = (line: Line | undefined): string[] =>
  (line?.segments ?? []).map(({ text }) => text.trim()).filter((text) => kindOf(text) !== "t");

/** Whether the line begins with a label that stands below tables. */
function isTotal({ segments: [first] }: Line): boolean {
  const tokens = labelTokens(first?.text ?? "");
  const phrases = valuePhrases().get(tokens[0] ?? "") ?? [];
  const found = phrases.find((phrase) => phrase.tokens.every((token, i) => token === tokens[i]));
  return found !== undefined && [...found.concepts].some((concept) => CONCEPTS[concept]?.endsTable);
}

/** Kinds of a line's segments, left to right: n for numbers, d for dates, t for text. */
function shapeOf({ segments }: Line): string {
  return segments.map(({ text }) => kindOf(text.trim())).join("");
}

function kindOf(text: string): "n" | "d" | "t" {
  if (/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(text)) return "d";
  return /^(?=[^\p{L}]*\d)[^\p{L}]*(?:\p{L}{1,4})?$/u.test(text) ? "n" : "t";
}

/** False for a single text segment, the shape of every heading and paragraph. */
function isTelling(shape: string): boolean {
  return shape.length >= 2 && /[nd]/.test(shape);
}
