/**
 * Tables below lines that name several fields of a list, wherever such a line stands: in forms, and beside other text, the places of words
 * alone do not show where a table begins. A row that does not fit the fields ends the table.
 */

import type { Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { heightOf, sharedAcross, widthOf } from "#structure/boxes.ts";
import { isSetAsHeading } from "#structure/heading-type.ts";
import { isValueLike, type Piece } from "#structure/pieces.ts";
import { textOf } from "#structure/sheet.ts";
import { isNote } from "#structure/tables/rows.ts";
import { type Asked, fits } from "./fit.ts";
import type { Grid, GridColumn } from "./grid.ts";
import { bestPairing } from "./pairing.ts";
import { cellOfPieces, titlesAbove } from "./piece-cells.ts";

/** Heads that are less alike do not name a field. */
const NAMED_MIN = 0.6;
const FIELDS_MIN = 2;
const HEAD_LINES_MAX = 3;
/** A further line is part of the heads when they name the fields this much more surely with it. */
const ADDS_MIN = 0.05;
const HEAD_WORDS_MAX = 8;
/** Gaps in line heights: between two lines of a head, between two rows, and between two lines of a cell. */
const HEAD_GAP_MAX = 1.1;
const ROW_GAP_MAX = 3;
const WRAP_GAP_MAX = 0.8;
/** A line of more texts is no line of heads. */
const PIECES_MAX = 60;
/** Heads are looked for in this many lines of a page. */
const LINES_MAX = 400;

type Lines = readonly (readonly Piece[])[];
type Head = { pieces: Piece[]; left: number; right: number; asked: Asked | null };
/** The pieces below each head. */
type Cells = readonly (Piece[] | undefined)[];
type Band = { heads: Head[]; named: number; sure: number; to: number };

/** Top to bottom. `pages`: the pieces of each page by line. */
export function gridsBelowHeads(asked: readonly Asked[], pages: readonly Lines[]): Grid[] {
  if (asked.length < FIELDS_MIN) return [];
  return pages.flatMap((lines) => {
    const grids: Grid[] = [];
    for (let i = 0; i < Math.min(lines.length, LINES_MAX); i++) {
      const band = bandAt(asked, lines, i);
      // Lines above the heads, such as a title, add nothing to them.
      if (!band || (bandAt(asked, lines, i + 1)?.sure ?? 0) >= band.sure - ADDS_MIN) continue;
      const { grid, to } = gridBelow(asked, band, lines, i);
      if (grid.sections.length > 0) grids.push(grid);
      i = Math.max(i, to - 1);
    }
    return grids;
  });
}

/** The heads that begin on this line: of one line or of several, the ones that name the most. */
function bandAt(asked: readonly Asked[], lines: Lines, from: number): Band | null {
  let best: Band | null = null;
  let heads: Head[] = [];
  for (let to = from; to < from + HEAD_LINES_MAX; to++) {
    const line = lines[to] ?? [];
    const [above, first] = [lines[to - 1]?.[0], line[0]];
    if (
      !first ||
      line.length > PIECES_MAX ||
      line.filter(isHeadLike).length < (to === from ? FIELDS_MIN : 1) ||
      line.some(({ text }) => AMOUNT.test(text))
    )
      break;
    if (to > from && above && first.box.top - above.box.bottom > HEAD_GAP_MAX * heightOf(first.box)) break;
    heads = stacked(heads, line);
    if (heads.length < FIELDS_MIN) continue;
    const band = named(asked, heads, to + 1);
    if (band.named >= FIELDS_MIN && band.named > 0.3 * asked.length && (!best || band.sure > best.sure + ADDS_MIN)) best = band;
  }
  return best;
}

const AMOUNT = /\d[.,]\d{2}(?!\d)|\p{Sc} ?\d/u;
const isHeadLike = ({ text, words }: Piece): boolean => words.length <= HEAD_WORDS_MAX && /\p{L}/u.test(text) && !isValueLike(text);

/** The number of a column on a form. */
const NUMBERING = /^\(?\d{1,2}[.)]?$/;

/** Pieces below a head continue it; others are heads of their own. */
function stacked(heads: readonly Head[], line: readonly Piece[]): Head[] {
  const all = heads.map((head) => ({ ...head, pieces: [...head.pieces] }));
  for (const piece of line.filter(({ text }) => !NUMBERING.test(text))) {
    const above = all.find((head) => sharedAcross(head, piece.box) > 0.5 * Math.min(widthOf(head), widthOf(piece.box)));
    if (above) {
      above.pieces.push(piece);
      above.left = Math.min(above.left, piece.box.left);
      above.right = Math.max(above.right, piece.box.right);
    } else all.push({ pieces: [piece], left: piece.box.left, right: piece.box.right, asked: null });
  }
  return all.sort((a, b) => a.left - b.left);
}

const headText = ({ pieces }: Head): string => pieces.map(({ text }) => text).join(" ");

function named(asked: readonly Asked[], heads: readonly Head[], to: number): Band {
  const scores = asked.map(({ headed }) =>
    heads.map((head) => {
      const text = headText(head);
      const like = text.split(" ").length <= 2 * HEAD_WORDS_MAX ? headed(text) : 0;
      return like >= NAMED_MIN ? like : 0;
    }),
  );
  const chosen = bestPairing(scores);
  const found = heads.map((head, j): Head => ({ ...head, asked: asked[chosen.indexOf(j)] ?? null }));
  const sure = chosen.reduce((sum: number, j, i) => sum + (j === null ? 0 : (scores[i]?.[j] ?? 0)), 0);
  return { heads: found, named: found.filter((head) => head.asked !== null).length, sure, to };
}

/** The rows below the heads, and the line that ends them. */
function gridBelow(asked: readonly Asked[], { heads, to, named: count }: Band, lines: Lines, from: number): { grid: Grid; to: number } {
  const rows: (Piece[] | undefined)[][] = [];
  let bottom = lines[to - 1]?.[0]?.box.bottom ?? 0;
  let line = to;
  for (; line < lines.length; line++) {
    const cells = byHead(lines[line] ?? [], heads);
    const [first] = cells.flatMap((pieces) => pieces ?? []);
    if (!first) continue;
    const gap = (first.box.top - bottom) / heightOf(first.box);
    const row = rows.at(-1);
    const set = row && isSetAsHeading(wordsOf(cells), wordsOf(row));
    if (set === "larger" || isNote(lines[line] ?? [], heads)) break;
    const goesOn = () => stateOf(byHead(lines[line + 1] ?? [], heads), heads, count) === "row";
    if (row && set === null && gap < WRAP_GAP_MAX && goesOn() && wraps(lines[line] ?? [], row)) {
      bottom = first.box.bottom;
      continue;
    }
    const state = gap > ROW_GAP_MAX || bandAt(asked, lines, line) || differs(cells, heads, rows) ? "end" : stateOf(cells, heads, count);
    if (state === "beside") continue;
    if (state === "part" && set === "bold") break;
    if (state === "part" && row && gap < WRAP_GAP_MAX) {
      cells.forEach((pieces, j) => {
        if (pieces) row[j] = [...(row[j] ?? []), ...pieces];
      });
    } else if (state === "row") rows.push(cells);
    else break;
    bottom = first.box.bottom;
  }
  const columns = heads.map(
    (head, j): GridColumn => ({ head: headText(head), over: "", headCells: [], cells: rows.map((row) => cellOfPieces(row[j])) }),
  );
  const titles = titlesAbove(lines, from, TITLES_MAX);
  return { grid: { columns, sections: rows.map(() => null), titles, page: heads[0]?.pieces[0]?.page ?? 0, rtl: false }, to: line };
}

/** A line of few words, each of which begins where a text of the row does, goes on in its cells. Adds them there. */
function wraps(line: readonly Piece[], row: (Piece[] | undefined)[]): boolean {
  const edge = (pieces: Piece[] | undefined) => pieces?.[0]?.box.left ?? Number.NaN;
  const under = line.map((piece) =>
    row.findIndex((pieces) => Math.abs(edge(pieces) - piece.box.left) < BEGINS_MAX * heightOf(piece.box) && pieces?.some(isText)),
  );
  const filled = row.filter((pieces) => pieces !== undefined).length;
  if (2 * line.length >= filled || under.includes(-1) || line.some(({ text }) => isValueLike(text))) return false;
  for (const [i, piece] of line.entries()) row[under[i] ?? 0]?.push(piece);
  return true;
}

const wordsOf = (cells: Cells): Word[] => cells.flatMap((pieces) => pieces?.flatMap(({ words }) => words) ?? []);

const isText = ({ text }: Piece): boolean => /\p{L}{2}/u.test(text);

const TITLES_MAX = 3;

/** A row fills at least half of the named columns, each with a text of the field's type; what stands beside them is no matter. */
function stateOf(cells: Cells, heads: readonly Head[], count: number): "row" | "part" | "beside" | "end" {
  const filled = heads.flatMap(({ asked }, j) => {
    const cell = asked ? cellOfPieces(cells[j]) : null;
    return asked && cell ? [{ asked, cell }] : [];
  });
  if (filled.length === 0) return "beside";
  const fitting = filled.filter(({ asked, cell }) => fits(asked, cell) && asked.headed(cell.text) < NAMED_MIN);
  if (fitting.length < filled.length) return "end";
  if (filled.length >= Math.max(FIELDS_MIN, Math.ceil(count / 2))) return "row";
  return filled.every(({ asked }) => asked.kind === "text") ? "part" : "end";
}

/** A number where all rows above have the words that name them. */
function differs(cells: Cells, heads: readonly Head[], rows: readonly Cells[]): boolean {
  const isNumber = (pieces: Piece[] | undefined) =>
    DIGIT.test(pieces?.[0]?.text ?? "") && pieces?.every(({ text }) => isValueLike(text)) === true;
  const names = heads.findIndex(({ asked }) => asked?.kind === "text");
  const above = rows.flatMap((row) => (row[names] ? [row[names]] : []));
  return above.length > 0 && isNumber(cells[names]) && !above.some(isNumber);
}

const DIGIT = /\d/;

/** The pieces below each head; a piece over several of them is parted where a word begins at the next. */
function byHead(line: readonly Piece[], heads: readonly Head[]): (Piece[] | undefined)[] {
  const found: (Piece[] | undefined)[] = heads.map(() => undefined);
  for (const piece of line.flatMap((each) => partsAt(each, heads))) {
    const j = headOver(piece, heads);
    if (j !== null) found[j] = withPiece(found[j] ?? [], piece, heads[j]);
  }
  return found;
}

/** Of two texts of one line far from each other the one below the head's last line is its cell; the other stands in the margin. */
function withPiece(cell: Piece[], piece: Piece, head: Head | undefined): Piece[] {
  const [before, lowest] = [cell.at(-1), head?.pieces.at(-1)];
  if (!before || !lowest || piece.box.left - before.box.right < APART_MIN * heightOf(piece.box)) return [...cell, piece];
  return sharedAcross(piece.box, lowest.box) > sharedAcross(before.box, lowest.box) ? [piece] : cell;
}

const APART_MIN = 1;

/** Words of two columns without a wide gap between them: the second begins where its head does. */
function partsAt(piece: Piece, heads: readonly Head[]): Piece[] {
  const runs: Word[][] = [];
  for (const word of piece.words) {
    const begins = heads.some((head) => Math.abs(head.left - word.box.left) < BEGINS_MAX * heightOf(word.box));
    if (runs.length === 0 || begins) runs.push([word]);
    else runs.at(-1)?.push(word);
  }
  return runs.length < 2 ? [piece] : runs.map((words) => ({ ...piece, words, text: textOf(words), box: boxAround(words) }));
}

/** A word that begins with a head begins at most this far from it, in line heights. */
const BEGINS_MAX = 0.3;

/** Pieces beside a head are up to this far, in line heights, from it; nearer than the second, they may be below it. */
const BESIDE_MAX = 4;
const BELOW_MAX = 1;

/** The head that a piece is below: of several the one whose last line is above it, else the nearest. */
function headOver({ box }: Piece, heads: readonly Head[]): number | null {
  const height = heightOf(box);
  const below = heads.some((head) => -sharedAcross(head, box) < BELOW_MAX * height);
  let best: number | null = null;
  let most = Number.NEGATIVE_INFINITY;
  heads.forEach((head, j) => {
    const shared = sharedAcross(head, box);
    if (-shared >= (below ? BELOW_MAX : BESIDE_MAX) * height) return;
    const lowest = sharedAcross(head.pieces.at(-1)?.box ?? head, box);
    if (lowest > most) [best, most] = [j, lowest];
  });
  return best;
}
