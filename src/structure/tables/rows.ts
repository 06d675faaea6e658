/** The rows of a region's body: lines with values, with the lines of text that continue them. */

import type { Ruling } from "#documents/document.ts";
import { append, largest } from "#documents/long-lists.ts";
import { heightOf, sharedAcross, widthOf } from "#structure/boxes.ts";
import { isSetAsHeading } from "#structure/heading-type.ts";
import { isValueLike, type Piece, pieceOf } from "#structure/pieces.ts";
import { bandsOf, byBand, splitsRows } from "./bands.ts";
import { columnOf, columnsUnder, median, type Span } from "./columns.ts";
import { CONTINUES, copyOf, type IsAnchor, isOutdented, type Line, merge, UNFINISHED } from "./row-lines.ts";
import { groupsIn } from "./summed.ts";

/** Pieces by column, top to bottom; `section`: the lone text above it that holds for it. */
export type Row = { cells: Piece[][]; section: Piece[] };
export type Body = {
  lines: readonly (readonly Piece[])[];
  columns: readonly Span[];
  solid: ReadonlySet<number>;
  rulings: readonly Ruling[];
};

export function rowsOf({ lines, columns, solid, rulings }: Body): Row[] {
  const split = lines.map((line) => lineOf(line, columns)).filter(({ pieces }) => pieces.length > 0);
  const bands = bandsOf(split, rulings, columns);
  const isAnchor = anchorTest(split, solid, columns);
  if (bands && splitsRows(split, bands, isAnchor)) return sectioned(byBand(split, bands, isAnchor), columns, isAnchor);
  return sectioned(joinLines(split, isAnchor, columns), columns, isAnchor);
}

/** A piece that crosses a gutter is split where words of both sides are apart, such as a text and the number after it. */
function lineOf(pieces: readonly Piece[], columns: readonly Span[]): Line {
  const parts = pieces.flatMap((piece) => partsOf(piece, columns));
  const cells = new Map<number, Piece[]>();
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const part of parts) {
    const column = columnOf(part.box, columns);
    cells.set(column, [...(cells.get(column) ?? []), part]);
    [top, bottom] = [Math.min(top, part.box.top), Math.max(bottom, part.box.bottom)];
  }
  return { cells, top, bottom, pieces: parts, isNote: isNote(pieces, columns) };
}

const NOTE_WORDS_MIN = 5;
/** Of a note that also has numbers: their share, and its widest gap between words as a multiple of the usual one. */
const NOTE_VALUES_MAX = 0.4;
const NOTE_GAP_MAX = 1.8;

/** Whether the line is one text over several columns, such as a sentence below the rows. */
export function isNote([piece, second]: readonly Piece[], columns: readonly Span[]): boolean {
  if (!piece || second || piece.words.length < NOTE_WORDS_MIN || columnsUnder(piece.box, columns).length < 2) return false;
  const values = piece.words.filter(({ text }) => isValueLike(text)).length;
  return values === 0 || (values <= NOTE_VALUES_MAX * piece.words.length && isEvenlySpaced(piece));
}

/** Words of one sentence are equally far apart; those of two cells are not. */
function isEvenlySpaced({ words }: Piece): boolean {
  const gaps = words.slice(1).map(({ box }, i) => box.left - (words[i]?.box.right ?? 0));
  return largest(gaps) <= NOTE_GAP_MAX * Math.max(0.5, median(gaps));
}

function partsOf(piece: Piece, columns: readonly Span[]): Piece[] {
  const touched = columns.filter((column) => sharedAcross(piece.box, column) > 0.5 * Math.min(widthOf(column), widthOf(piece.box)));
  if (touched.length < 2 || piece.words.length < 2) return [piece];
  const runs: Piece["words"][number][][] = [];
  let last = -1;
  for (const [i, word] of piece.words.entries()) {
    const column = columnOf(word.box, columns);
    const before = piece.words[i - 1];
    const gap = before ? Math.abs(word.box.left - before.box.right) : 0;
    const value = isNumber(word.text) || (before !== undefined && isNumber(before.text));
    if (runs.length === 0 || (column !== last && value && gap > 0.15 * heightOf(word.box))) runs.push([word]);
    else runs.at(-1)?.push(word);
    last = column;
  }
  return runs.map((words) => pieceOf(piece.page, piece.line, words));
}

/** A slash or a dash between words parts no cells. */
const isNumber = (text: string): boolean => DIGIT.test(text) && isValueLike(text);
const DIGIT = /\p{N}/u;

/**
 * A line that fills this many columns, the first and one of values too, is a row although it has words for a value; without the first this
 * share. With the first it is one also where all but one are filled and the values are what it lacks.
 */
const FULL_MIN = 3;
const FULL_SHARE = 0.6;

/** A line of values is a row of its own; without columns of values a line with its first cell and another. */
function anchorTest(lines: readonly Line[], solid: ReadonlySet<number>, columns: readonly Span[]): IsAnchor {
  if (solid.size > 0) {
    const many = Math.max(FULL_MIN, Math.ceil(FULL_SHARE * columns.length));
    const butOne = Math.max(FULL_MIN, columns.length - 1);
    return ({ cells }) =>
      [...solid].some((column) => cells.get(column)?.some(({ text }) => isValueLike(text))) ||
      (cells.size >= (cells.has(0) ? FULL_MIN : many) && [...solid].some((column) => cells.has(column))) ||
      (cells.size >= butOne && cells.has(0) && ![...cells.values()].some(([first]) => first && CONTINUES.test(first.text)));
  }
  const filled = columns.map((_, i) => lines.filter(({ cells }) => cells.has(i)).length);
  const first = filled.findIndex((count) => count > 0.5 * lines.length);
  return ({ cells }) => cells.size > 1 && (first < 0 || cells.has(first));
}

/** Texts between two rows continue the one above, begin the one below, or stand alone. */
function joinLines(lines: readonly Line[], isAnchor: IsAnchor, columns: readonly Span[]): Line[] {
  const isGroup = groupsIn(lines.map(({ pieces }) => pieces));
  const rows: Line[] = [];
  let waiting: Line[] = [];
  for (const [i, line] of lines.entries()) {
    if (isAnchor(line)) {
      const row = copyOf(line);
      for (const each of waiting.toReversed()) merge(row, each, true);
      waiting = [];
      rows.push(row);
      continue;
    }
    const row = rows.at(-1);
    const [piece, second] = line.pieces;
    const side = piece && !second && isGroup(piece.text) ? "alone" : sideOf(line, row, lines[i + 1], isAnchor, columns);
    if (side === "above" && row && waiting.length === 0) merge(row, line);
    else if (side === "below") waiting.push(line);
    else {
      append(rows, waiting);
      waiting = [];
      rows.push(copyOf(line));
    }
  }
  append(rows, waiting);
  return rows;
}

/** Maximum gap, in line heights, between two lines of one cell. */
const WRAP_GAP_MAX = 0.75;

function sideOf(
  line: Line,
  above: Line | undefined,
  below: Line | undefined,
  isAnchor: IsAnchor,
  columns: readonly Span[],
): "above" | "below" | "alone" {
  const [piece] = line.pieces;
  if (!piece || line.isNote) return "alone";
  const height = heightOf(piece.box);
  const text = line.pieces.map((each) => each.text).join(" ");
  const before = above ? (line.top - above.bottom) / height : Number.POSITIVE_INFINITY;
  const after = below ? (below.top - line.bottom) / height : Number.POSITIVE_INFINITY;
  const [under, over] = [before < WRAP_GAP_MAX, after < WRAP_GAP_MAX];
  const own = columnOf(piece.box, columns);
  const belowText = below?.cells.get(own)?.[0]?.text ?? "";
  const aboveText = above?.cells.get(own)?.at(-1)?.text ?? "";
  const aboveHas = above?.cells.has(own) === true;
  const outdented = below !== undefined && isOutdented(line, below, own);
  if (under && aboveHas && (CONTINUES.test(text) || UNFINISHED.test(aboveText))) return "above";
  if (over && below && (CONTINUES.test(belowText) || UNFINISHED.test(text) || (isAnchor(below) && belowText === ""))) return "below";
  const isBolder = piece.words.every(({ bold }) => bold) && !above?.pieces[0]?.words.every(({ bold }) => bold);
  if (isBolder || isSetAsHeading(piece.words, above?.pieces.flatMap(({ words }) => words) ?? []) === "larger") return "alone";
  if (under && over && Math.abs(before - after) > 0.25)
    return before < after ? (aboveHas ? "above" : "alone") : belowText === "" ? "below" : "alone";
  if (under && aboveHas && !outdented && before < 0.5) return "above";
  return "alone";
}

/** Lone texts in one column become the section of the rows below them. */
function sectioned(lines: readonly Line[], columns: readonly Span[], isAnchor: IsAnchor): Row[] {
  const rows: Row[] = [];
  let section: Piece[] = [];
  for (const line of lines) {
    if (line.isNote) continue;
    if (line.cells.size < 2 && !isAnchor(line)) section = [...line.pieces];
    else rows.push({ cells: columns.map((_, i) => line.cells.get(i) ?? []), section });
  }
  return rows;
}
