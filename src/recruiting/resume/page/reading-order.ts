/** From the lines of a page to blocks in reading order: columns are read one after the other, tables and rails row by row. */
import type { Document, Line, Page, Segment, Word } from "#documents/document.ts";
import { gutterOf, type Placed } from "./gutter.ts";
import { type Row, rowOf } from "./row.ts";
import { runningLines } from "./running-lines.ts";

/** All rows of the document in reading order. */
export function rowsInOrder(document: Document): Row[] {
  const rows: Row[] = [];
  const running = runningLines(document.pages);
  let block = 0;
  for (const page of document.pages) {
    for (const placed of blocksOf(segmentsOf(page, running))) {
      rows.push(...rowsOf(placed, page.number, block));
      block += 1;
    }
  }
  return rows;
}

function segmentsOf(page: Page, running: ReadonlySet<Line>): Placed[] {
  const lines = page.lines.filter((line) => !running.has(line));
  return lines.flatMap((line, number) => line.segments.map((segment: Segment) => ({ segment, line: number })));
}

/** How deep columns stand in columns at most. */
const DEPTH_MAX = 6;

function blocksOf(placed: Placed[], depth = 0): Placed[][] {
  const gutter = depth < DEPTH_MAX && placed.length > 3 ? gutterOf(placed) : null;
  if (!gutter) return placed.length === 0 ? [] : [placed];
  const parts = [gutter.above, gutter.left, gutter.right, gutter.below];
  return parts.flatMap((part) => blocksOf(part, depth + 1));
}

/** Words of one line of the page that stand in the same block make a row. */
function rowsOf(placed: readonly Placed[], page: number, block: number): Row[] {
  const byLine = new Map<number, Word[][]>();
  const ordered = [...placed].sort((a, b) => a.line - b.line || a.segment.box.left - b.segment.box.left);
  for (const { segment, line } of ordered) {
    const cells = byLine.get(line) ?? [];
    byLine.set(line, cells);
    cells.push(segment.words);
  }
  const rows: Row[] = [];
  for (const cells of byLine.values()) {
    const row = rowOf(cells, page, block, rows.at(-1)?.box ?? null);
    if (row) rows.push(row);
  }
  return rows;
}
