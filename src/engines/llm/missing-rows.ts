/** Finds lines that have the shape of a table's rows and are among them, but that no row claims. */
import type { Document, Line } from "#documents/document.ts";
import type { MergedRow } from "./merge.ts";

export type LinePlace = { page: number; line: number };

/** With fewer rows than this the shape of the table's rows is unknown. */
const ROWS_MIN = 3;
/** Minimum share of the rows that must have a shape: subtotals and headings that are rows have rarer ones. */
const SHAPE_SHARE_MIN = 0.5;
/** Where rows have several shapes, fewer lines than this below the last row of a page are its sums, taxes and payments. */
const TAIL_LINES_MIN = 8;
/** Minimum share of the rows with one shape in a table whose rows are all alike. */
const ALIKE_SHARE_MIN = 0.95;

/** Maximum number of other lines between two rows: the foot of a page and the head of the next. */
const GAP_LINES_MAX = 12;

/**
 * Looks between the first and the last claimed row, and after it, across page breaks, as long as lines have the shape of rows. Lines that
 * rows of `others` claim are not missing. Measured with a strong model on twenty documents, seven questions about lines of rarer shapes and
 * about the few below a table gained no row.
 */
export function missingRows(document: Document, rows: readonly MergedRow[], others: readonly MergedRow[] = []): LinePlace[] {
  const claimed = placesOf(rows);
  const elsewhere = placesOf(others);
  if (claimed.size < ROWS_MIN) return [];
  const lines = document.pages.flatMap((page) => page.lines.map((line, i) => ({ page: page.number, line: i + 1, shape: shapeOf(line) })));
  const isClaimed = ({ page, line }: LinePlace) => claimed.has(`${page} ${line}`);
  const counts = new Map<string, number>();
  for (const each of lines.filter(isClaimed)) counts.set(each.shape, (counts.get(each.shape) ?? 0) + 1);
  const usual = new Set(
    [...counts].filter(([shape, count]) => isTelling(shape) && count >= claimed.size * SHAPE_SHARE_MIN).map(([shape]) => shape),
  );
  const isMissing = (each: (typeof lines)[number]) =>
    usual.has(each.shape) && !isClaimed(each) && !elsewhere.has(`${each.page} ${each.line}`);
  const end = lines.findLastIndex(isClaimed);
  let last = end;
  for (let i = last + 1; i < lines.length && i - last <= GAP_LINES_MAX; i++) if (usual.has(lines[i]?.shape ?? "")) last = i;
  const below = lines.slice(end + 1, last + 1).filter(isMissing);
  const areAlike = Math.max(...counts.values()) >= claimed.size * ALIKE_SHARE_MIN;
  const isTail = !areAlike && below.length < TAIL_LINES_MIN && below.every(({ page }) => page === lines[end]?.page);
  return [...lines.slice(lines.findIndex(isClaimed), end + 1).filter(isMissing), ...(isTail ? [] : below)];
}

function placesOf(rows: readonly MergedRow[]): Set<string> {
  return new Set(rows.flatMap(({ page, line }) => (line === null ? [] : [`${page} ${line}`])));
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
