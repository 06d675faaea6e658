/** The local engine's view of a document: segments in a row ("cells"), with label tokens and neighbours. */

import type { Box, Document, Page, Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { uprightPage } from "#documents/layout/turned.ts";
import { labelTokens } from "#engines/local/lexicon/labels.ts";
import { isLabelToken, repairedToken } from "#engines/local/lexicon/misread.ts";
import { partedAtNumbers } from "#structure/numbered-labels.ts";
import { runsIn } from "#structure/pieces.ts";

export type Cell = {
  page: number;
  /** Index of its line on the page, and its own index in the line. */
  line: number;
  column: number;
  text: string;
  box: Box;
  words: readonly Word[];
  /** Tokens normalised like labels, each with the index of its word. */
  tokens: readonly { token: string; word: number }[];
};

export type Sheet = { page: Page /** Cells by line, left to right. */; lines: readonly (readonly Cell[])[]; cells: readonly Cell[] };

/** Pages are turned upright: on pages with turned text the boxes of cells differ from page coordinates. */
export function sheetsOf(document: Document): Sheet[] {
  return document.pages.map(uprightPage).map((page) => {
    const lines = page.lines.map((line, i) =>
      line.segments
        .flatMap((segment) => runsIn(segment, RULING).flatMap(partedAtNumbers))
        .map((words, column) => cellOf(page.number, i, column, words)),
    );
    return { page, lines, cells: lines.flat() };
  });
}

/** A ruling that OCR read as a letter separates cells like a ruling. */
const RULING = /^[|¦│[\]]+$/u;

/** OCR loses spaces, "GrossAmount", and letters. */
function tokensOf({ text, source }: Word): string[] {
  const tokens = labelTokens(text);
  if (source !== "ocr") return tokens;
  const parts = labelTokens(text.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 "));
  return (parts.length > tokens.length && parts.every(isLabelToken) ? parts : tokens).map(repairedToken);
}

function cellOf(page: number, line: number, column: number, words: readonly Word[]): Cell {
  const tokens = words.flatMap((word, i) => tokensOf(word).map((token) => ({ token, word: i })));
  return { page, line, column, text: textOf(words), box: boxAround(words), words, tokens };
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
  const moved = b.tokens.map(({ token, word }) => ({ token, word: word + a.words.length }));
  const words = [...a.words, ...b.words];
  return { ...a, text: `${a.text} ${b.text}`, box: boxAround([a, b]), words, tokens: [...a.tokens, ...moved] };
}

/** Some words of a cell as a cell of their own, without labels. */
export function withWords(cell: Cell, words: readonly Word[]): Cell {
  return { ...cell, words, text: textOf(words), box: boxAround(words), tokens: [] };
}

/** The text of words as printed. */
export function textOf(words: readonly Word[]): string {
  return words.map((word) => word.text).join(" ");
}

export const heightOf = (box: Box) => box.bottom - box.top;
