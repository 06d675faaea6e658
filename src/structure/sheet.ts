/** The lines of a page as cells: runs of words without a wide gap, a ruling or a form's next number between them. */

import type { Box, Document, Page, Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { readingPage } from "#documents/layout/reading-view.ts";
import { heightOf } from "./boxes.ts";
import { withCombs } from "./combs.ts";
import { partedAtNumbers } from "./labels/numbered-labels.ts";
import { runsIn } from "./pieces.ts";
import { printedRuns } from "./printed-words.ts";

export type Cell = {
  page: number;
  /** Index of its line on the page, and its own index in the line. */
  line: number;
  column: number;
  text: string;
  box: Box;
  words: readonly Word[];
};

export type Sheet = { page: Page /** Cells by line, left to right. */; lines: readonly (readonly Cell[])[]; cells: readonly Cell[] };

/** Pages as they are read: on pages with turned text, or text from right to left, the boxes of cells differ from page coordinates. */
export function sheetsOf(document: Document): Sheet[] {
  return document.pages.map(readingPage).map((page) => {
    const lines = page.lines.map((line, i) =>
      withCombs(closed(line.segments.flatMap(printedRuns).flatMap((run) => runsIn(run, RULING).flatMap(partedAtNumbers)))).map(
        (words, column) => cellOf(page.number, i, column, words),
      ),
    );
    return { page, lines, cells: lines.flat() };
  });
}

/** Whether the text is what follows the bracket of an amount below zero, up to the other bracket. */
const closes = (text: string): boolean => /^[^()\p{L}]+\)$/u.test(text) && /\d/.test(text);

/** Forms print the brackets of an amount below zero far apart: without the first one it would be above zero. */
function closed(runs: readonly (readonly Word[])[]): (readonly Word[])[] {
  const joined: (readonly Word[])[] = [];
  for (const words of runs) {
    const last = joined.at(-1);
    const opens = last?.length === 1 && last[0]?.text === "(";
    if (last && opens && closes(textOf(words))) joined[joined.length - 1] = [...last, ...words];
    else joined.push(words);
  }
  return joined;
}

/** A ruling that OCR read as a letter separates cells like a ruling. */
const RULING = /^[|¦│[\]]+$/u;

function cellOf(page: number, line: number, column: number, words: readonly Word[]): Cell {
  return { page, line, column, text: textOf(words), box: boxAround(words), words };
}

/** Maximum gap, in line heights, between two cells that may still be one name or address line. */
const WIDE_GAP_MAX = 2.4;

/** The cells, with close neighbours joined: OCR tends to split lines of letter-spaced type. */
export function wideCells(sheet: Sheet): Cell[] {
  return sheet.lines.flatMap((line) => {
    const joined: Cell[] = [];
    for (const cell of line) {
      const last = joined.at(-1);
      const gap = last ? cell.box.left - last.box.right : Number.POSITIVE_INFINITY;
      if (last && gap < WIDE_GAP_MAX * heightOf(cell.box)) joined[joined.length - 1] = join(last, cell);
      else joined.push(cell);
    }
    return joined;
  });
}

function join(a: Cell, b: Cell): Cell {
  return { ...a, text: `${a.text} ${b.text}`, box: boxAround([a, b]), words: [...a.words, ...b.words] };
}

/** Some words of a cell as a cell of their own. */
export function withWords(cell: Cell, words: readonly Word[]): Cell {
  return { ...cell, words, text: textOf(words), box: boxAround(words) };
}

/** The text of words as printed. */
export function textOf(words: readonly Word[]): string {
  return words.map((word) => word.text).join(" ");
}
