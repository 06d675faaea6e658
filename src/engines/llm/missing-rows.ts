/** Lines that are built like the rows of a table and stand among them, but that no row claims. */
import type { Document, Line } from "#documents/document.ts";
import type { Row } from "./merge.ts";

export type Place = { page: number; line: number };

/** Fewer rows than this do not tell what a row of the table looks like. */
const ROWS_MIN = 3;
/** Shapes that this share of the rows has. */
const SHAPE_SHARE_MIN = 0.2;

/** Lines that are no rows between two that are: the foot of a page and the head of the next. */
const GAP_LINES_MAX = 12;

/** Between the first and the last claimed row, and after it as long as lines go on looking like rows, over the ends of pages. Lines that rows of `others` claim are none. */
export function missingRows(document: Document, rows: readonly Row[], others: readonly Row[] = []): Place[] {
  const claimed = placesOf(rows);
  const elsewhere = placesOf(others);
  if (claimed.size < ROWS_MIN) return [];
  const lines = document.pages.flatMap((page) => page.lines.map((line, i) => ({ page: page.number, line: i + 1, shape: shapeOf(line) })));
  const isClaimed = ({ page, line }: Place) => claimed.has(`${page} ${line}`);
  const counts = new Map<string, number>();
  for (const each of lines.filter(isClaimed)) counts.set(each.shape, (counts.get(each.shape) ?? 0) + 1);
  const usual = new Set(
    [...counts].filter(([shape, count]) => isTelling(shape) && count >= claimed.size * SHAPE_SHARE_MIN).map(([shape]) => shape),
  );
  const first = lines.findIndex(isClaimed);
  let last = lines.findLastIndex(isClaimed);
  for (let i = last + 1; i < lines.length && i - last <= GAP_LINES_MAX; i++) if (usual.has(lines[i]?.shape ?? "")) last = i;
  return lines
    .slice(first, last + 1)
    .filter((each) => usual.has(each.shape) && !isClaimed(each) && !elsewhere.has(`${each.page} ${each.line}`));
}

function placesOf(rows: readonly Row[]): Set<string> {
  return new Set(rows.flatMap(({ page, line }) => (line === null ? [] : [`${page} ${line}`])));
}

/** Kinds of a line's parts, left to right: n for numbers, d for dates, t for text. */
function shapeOf({ segments }: Line): string {
  return segments.map(({ text }) => kindOf(text.trim())).join("");
}

function kindOf(text: string): "n" | "d" | "t" {
  if (/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(text)) return "d";
  return /^(?=[^\p{L}]*\d)[^\p{L}]*(?:\p{L}{1,4})?$/u.test(text) ? "n" : "t";
}

/** One piece of text alone is built like any heading or paragraph. */
function isTelling(shape: string): boolean {
  return shape.length >= 2 && /[nd]/.test(shape);
}
