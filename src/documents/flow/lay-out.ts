/**
 * Lays blocks out on one page made for them: each character has a fixed width, each paragraph is one line however long, the cells of a
 * table row are side by side. Later steps can then treat files without pages like all others.
 */

import type { Box, HiddenText, Link, NamedPlace, Page, Ruling } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { cleanText } from "#documents/layout/clean-text.ts";
import { linesOf } from "#documents/layout/lines.ts";
import type { PlacedWord } from "#documents/layout/placed-word.ts";
import { isRightToLeft } from "#documents/layout/segments.ts";
import { append, largest, smallest } from "#documents/long-lists.ts";
import type { Block, Name, Paragraph, Run, Table } from "./block.ts";
import { headingRows } from "./heading-rows.ts";

/** Points. A4 is the minimum width; a longer line makes the page wider. */
const PAGE_WIDTH = 595;
const MARGIN = 20;
const CHARACTER_WIDTH = 6;
const TYPE_SIZE = 10;
export const LINE_PITCH = 14;
/** Between the cells of a table row, in characters: more than any gap inside a line. */
const CELL_GAP = 4;
const TAB_STOP = 8;
/** Around a row that heads those below it, in points: with it no line of one cell continues another. */
const HEADING_GAP = LINE_PITCH / 2;
/** Tables nested deeper than this are left out. */
const DEPTH_MAX = 8;

type Sheet = {
  words: PlacedWord[];
  hidden: HiddenText[];
  links: Link[];
  places: NamedPlace[];
  rulings: Ruling[];
  run: number;
  right: number;
};

/** A page of its own for these blocks. `number` is 1-based. */
export function layOut(blocks: readonly Block[], number: number): Page {
  const sheet: Sheet = { words: [], hidden: [], links: [], places: [], rulings: [], run: 0, right: 0 };
  const bottom = placeBlocks(sheet, blocks, 0, MARGIN, 0);
  return {
    number,
    width: Math.max(PAGE_WIDTH, sheet.right + MARGIN),
    height: bottom + MARGIN,
    textSource: "native",
    quality: 1,
    lines: linesOf(sheet.words, sheet.rulings),
    rulings: sheet.rulings,
    formFields: [],
    hidden: sheet.hidden,
    ...(sheet.links.length > 0 ? { links: sheet.links } : {}),
    ...(sheet.places.length > 0 ? { places: sheet.places } : {}),
  };
}

/** Returns where the next block may begin. `column` counts characters. */
function placeBlocks(sheet: Sheet, blocks: readonly Block[], column: number, top: number, depth: number): number {
  let at = top;
  for (const block of blocks) {
    if (block.kind === "paragraph") at += placeParagraph(sheet, block, column, at);
    else if (block.kind === "table" && depth < DEPTH_MAX) at = placeTable(sheet, block, column, at, depth + 1);
  }
  return at;
}

function placeTable(sheet: Sheet, table: Table, column: number, top: number, depth: number): number {
  const widths = table.widths ?? columnWidths(table, depth);
  const lefts = [column];
  for (const width of widths) lefts.push((lefts.at(-1) ?? column) + width + CELL_GAP);
  const headings = headingRows(table.rows);
  let at = top;
  for (const [r, row] of table.rows.entries()) {
    if (headings.has(r) || headings.has(r - 1)) at += HEADING_GAP;
    let bottom = at + LINE_PITCH;
    for (const [i, cell] of row.entries()) bottom = Math.max(bottom, placeBlocks(sheet, cell, lefts[i] ?? column, at, depth));
    for (const i of row.keys()) {
      const name = table.names?.[r]?.[i];
      if (name) sheet.places.push({ box: cellBox(lefts, i, at, bottom), ...name });
    }
    at = bottom;
  }
  if (table.ruled && at > top) rule(sheet, lefts, top, at);
  return at;
}

/** Characters of the widest cell of each column. */
export function columnWidths(table: Table, depth = 0): number[] {
  const widths: number[] = [];
  for (const row of table.rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell, depth));
  }
  return widths;
}

/** Half of the gap between cells, in points. */
const HALF_GAP = (CELL_GAP * CHARACTER_WIDTH) / 2;
const xOf = (column: number) => MARGIN + column * CHARACTER_WIDTH;

function cellBox(lefts: readonly number[], i: number, top: number, bottom: number): Box {
  const left = xOf(lefts[i] ?? 0) - HALF_GAP;
  return { left: Math.max(0, left), top, right: xOf(lefts[i + 1] ?? 0) - HALF_GAP, bottom: bottom - 1 };
}

/** Lines between the columns and around the table. */
function rule(sheet: Sheet, lefts: readonly number[], top: number, bottom: number): void {
  const xs = lefts.map((left) => Math.max(1, xOf(left) - HALF_GAP));
  const [first = 0, last = 0] = [xs[0], xs.at(-1)];
  for (const x of xs) sheet.rulings.push({ x1: x, y1: top - 2, x2: x, y2: bottom - 2 });
  for (const y of [top - 2, bottom - 2]) sheet.rulings.push({ x1: first, y1: y, x2: last, y2: y });
}

/** Characters of the longest line. */
function widthOf(blocks: readonly Block[], depth: number): number {
  if (depth > DEPTH_MAX) return 0;
  let widest = 0;
  for (const block of blocks) {
    if (block.kind === "paragraph") widest = Math.max(widest, lengthOf(block));
    else if (block.kind === "table")
      for (const row of block.rows)
        widest = Math.max(
          widest,
          row.reduce((sum, cell) => sum + widthOf(cell, depth + 1) + CELL_GAP, 0),
        );
  }
  return widest;
}

/** Characters of a paragraph. */
export const lengthOf = ({ runs }: Paragraph): number => runs.reduce((sum, run) => sum + run.text.length, 0);

/** The height of a line, in points. */
export function heightOf({ runs }: Paragraph): number {
  return LINE_PITCH * Math.max(1, sizeOf(runs) / TYPE_SIZE);
}

const sizeOf = (runs: readonly Run[]): number => Math.max(TYPE_SIZE, largest(runs.map((run) => (run.hidden ? 0 : run.size))));

/** Returns the height it takes. */
function placeParagraph(sheet: Sheet, paragraph: Paragraph, column: number, top: number): number {
  const first = sheet.words.length;
  const size = sizeOf(paragraph.runs);
  const letters = paragraph.runs.flatMap((run) => [...run.text].map((letter) => ({ letter, run })));
  let x = column;
  let word: { text: string; from: number; run: Run } | null = null;
  let gap = paragraph.list ? TAB_STOP : 0;
  const end = () => {
    if (word) put(sheet, word, top, size, gap);
    if (word) gap = 0;
    word = null;
  };
  for (const { letter, run } of letters) {
    if (/\s/.test(letter)) {
      end();
      const next = letter === "\t" ? (Math.floor(x / TAB_STOP) + 1) * TAB_STOP : x + 1;
      gap += letter === "\t" ? Math.max(2, next - x) : 1;
      x = Math.max(next, letter === "\t" ? x + 2 : next);
      continue;
    }
    if (word && Boolean(word.run.hidden) !== Boolean(run.hidden)) end();
    word ??= { text: "", from: x, run };
    word.text += letter;
    x += 1;
  }
  end();
  for (const run of Map.groupBy(sheet.words.splice(first), (placed) => placed.run).values()) append(sheet.words, asWritten(run));
  if (paragraph.name) addPlace(sheet, paragraph.name, first);
  return heightOf(paragraph);
}

function addPlace(sheet: Sheet, name: Name, first: number): void {
  const words = sheet.words.slice(first).map(({ word }) => word);
  if (words.length > 0) sheet.places.push({ box: boxAround(words), ...name });
}

/** A file has its words in reading order; on a page Arabic and Hebrew run from right to left. */
function asWritten(run: readonly PlacedWord[]): PlacedWord[] {
  if (!isRightToLeft(run)) return [...run];
  const left = smallest(run.map(({ word }) => word.box.left));
  const right = largest(run.map(({ word }) => word.box.right));
  return run.map((placed) => {
    const { box } = placed.word;
    return { ...placed, word: { ...placed.word, box: { ...box, left: left + right - box.right, right: left + right - box.left } } };
  });
}

/** Words with one space between them are one run; a wider gap starts another. */
function put(sheet: Sheet, word: { text: string; from: number; run: Run }, top: number, size: number, gap: number): void {
  const text = cleanText(word.text);
  if (text === "") return;
  const left = MARGIN + word.from * CHARACTER_WIDTH;
  const box: Box = { left, top, right: left + word.text.length * CHARACTER_WIDTH, bottom: top + size };
  sheet.right = Math.max(sheet.right, box.right);
  if (word.run.hidden) {
    addHidden(sheet.hidden, { text, box, reason: word.run.hidden });
    return;
  }
  if (gap !== 1) sheet.run += 1;
  const { bold } = word.run;
  const fontSize = word.run.size || TYPE_SIZE;
  sheet.words.push({ word: { text, box, certainty: 1, source: "native", fontSize, bold }, turn: 0, run: sheet.run });
  if (word.run.url !== undefined) addLink(sheet.links, { text, url: word.run.url, box });
}

/** Hidden words of the same line and reason become one entry. */
function addHidden(hidden: HiddenText[], next: HiddenText): void {
  const last = hidden.at(-1);
  if (last && last.reason === next.reason && last.box.top === next.box.top && next.box.left - last.box.right <= 2 * CHARACTER_WIDTH) {
    last.text += ` ${next.text}`;
    last.box = { ...last.box, right: next.box.right };
  } else hidden.push(next);
}

function addLink(links: Link[], next: Link): void {
  const last = links.at(-1);
  if (last && last.url === next.url && last.box.top === next.box.top) {
    last.text += ` ${next.text}`;
    last.box = { ...last.box, right: next.box.right };
  } else links.push(next);
}
