/** Orders the lines of a page into blocks: columns are read one after the other, tables and columns of dates row by row. */

import type { Document, Line, Page, Segment, Word } from "#documents/document.ts";
import { lineFrom } from "#documents/layout/assemble.ts";
import { append } from "#documents/long-lists.ts";
import { gutterOf, type Placed } from "./gutter.ts";
import { type Row, rowOf } from "./row.ts";
import { runningLines } from "./running-lines.ts";

/** All rows of the document in reading order. */
export function rowsInOrder(document: Document): Row[] {
  const rows: Row[] = [];
  const running = runningLines(document.pages);
  // Flowing text is laid out from the left in every script (documents/flow).
  const isPrinted = document.mimeType === "application/pdf" || document.mimeType.startsWith("image/");
  let block = 0;
  for (const page of document.pages) {
    for (const placed of blocksOf(segmentsOf(page, running))) {
      append(rows, rowsOf(placed, page.number, block, isPrinted));
      block += 1;
    }
  }
  return rows;
}

/**
 * The same document with its lines column by column: no line has words of two columns, and the lines of a column follow one another. Pages
 * of one column are as they were.
 */
export function columnByColumn(document: Document): Document {
  return { ...document, pages: document.pages.map(pageByColumn) };
}

function pageByColumn(page: Page): Page {
  const blocks = blocksOf(segmentsOf(page, new Set()));
  return blocks.length < 2 ? page : { ...page, lines: blocks.flatMap(linesOf) };
}

function linesOf(block: readonly Placed[]): Line[] {
  const byLine = [...Map.groupBy(block, ({ line }) => line)].sort(([a], [b]) => a - b);
  return byLine.map(([, placed]) => lineFrom(placed.map(({ segment }) => segment).sort((a, b) => a.box.left - b.box.left)));
}

function segmentsOf(page: Page, running: ReadonlySet<Line>): Placed[] {
  const lines = page.lines.filter((line) => !running.has(line));
  return lines.flatMap((line, number) => line.segments.map((segment: Segment) => ({ segment, line: number })));
}

/** Maximum depth of columns within columns. */
const DEPTH_MAX = 6;

function blocksOf(placed: Placed[], depth = 0): Placed[][] {
  const gutter = depth < DEPTH_MAX && placed.length > 3 ? gutterOf(placed) : null;
  if (!gutter) return placed.length === 0 ? [] : [placed];
  const parts = [gutter.above, gutter.left, gutter.right, gutter.below];
  return parts.flatMap((part) => blocksOf(part, depth + 1));
}

/** Words of one line of the page in the same block make a row. */
function rowsOf(placed: readonly Placed[], page: number, block: number, isPrinted: boolean): Row[] {
  const byLine = new Map<number, Word[][]>();
  const ordered = [...placed].sort((a, b) => a.line - b.line || a.segment.box.left - b.segment.box.left);
  for (const { segment, line } of ordered) {
    const cells = byLine.get(line) ?? [];
    byLine.set(line, cells);
    cells.push(segment.words);
  }
  const rows: Row[] = [];
  for (const cells of byLine.values()) {
    const row = rowOf(isPrinted && isRightToLeft(cells) ? cells.reverse() : cells, page, block, rows.at(-1)?.box ?? null);
    if (row) rows.push(row);
  }
  return rows;
}

/** Whether most words with letters are of a right-to-left script. */
function isRightToLeft(cells: readonly (readonly Word[])[]): boolean {
  const words = cells.flat().filter(({ text }) => /\p{L}/u.test(text));
  return words.filter(({ text }) => /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)).length * 2 > words.length;
}
