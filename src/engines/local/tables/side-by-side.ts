/**
 * Records side by side: lines that begin with the names of fields, each with one value for every record. A table too wide for the page goes
 * on below, with the same names again.
 */

import type { Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { append } from "#documents/long-lists.ts";
import { heightOf } from "#structure/boxes.ts";
import { isValueLike, type Piece } from "#structure/pieces.ts";
import { type Cell, textOf } from "#structure/sheet.ts";
import { type Asked, fits } from "./fit.ts";
import type { Grid, GridColumn } from "./grid.ts";
import { cellOfWords, titlesAbove } from "./piece-cells.ts";

const NAMED_MIN = 0.6;
const FIELDS_MIN = 2;
const RECORDS_MIN = 2;
const LABEL_WORDS_MAX = 6;
const TITLES_MAX = 4;
/** Lines between two lines that name fields, such as one of units. */
const OTHERS_MAX = 3;
/** A line of more texts is none of a table. */
const PIECES_MAX = 100;
/** Names are looked for in this many lines of a page. */
const LINES_MAX = 400;
/** In line heights: gap between two lines, and between the left edges of their names. */
const GAP_MAX = 2.5;
const EDGE_MAX = 1;
/** Share of a line's values that have the field's type. */
const FITTING_MIN = 0.7;

type Lines = readonly (readonly Piece[])[];
type Named = { asked: Asked; label: string; values: Piece[] };

/** Top to bottom. `pages`: the pieces of each page by line. */
export function gridsSideBySide(asked: readonly Asked[], pages: readonly Lines[]): Grid[] {
  if (asked.length < FIELDS_MIN) return [];
  return pages.flatMap((lines) => {
    const grids: { grid: Grid; to: number }[] = [];
    for (let i = 0; i < Math.min(lines.length, LINES_MAX); i++) {
      const { block, to } = blockAt(asked, lines, i);
      const grid = gridOf(block, titlesAbove(lines, i, TITLES_MAX));
      if (!grid) continue;
      const last = grids.at(-1);
      if (last && i - last.to <= OTHERS_MAX && isSame(last.grid, grid)) grids[grids.length - 1] = { grid: joined(last.grid, grid), to };
      else grids.push({ grid, to });
      i = to - 1;
    }
    return grids.map(({ grid }) => grid);
  });
}

const isSame = (a: Grid, b: Grid): boolean =>
  a.columns.length === b.columns.length && a.columns.every(({ head }, i) => head === b.columns[i]?.head);

function joined(a: Grid, b: Grid): Grid {
  const columns = a.columns.map((column, i) => ({ ...column, cells: [...column.cells, ...(b.columns[i]?.cells ?? [])] }));
  return { ...a, columns, sections: [...a.sections, ...b.sections] };
}

/** The lines from this one on that name different fields. */
function blockAt(asked: readonly Asked[], lines: Lines, from: number): { block: Named[]; to: number } {
  const block: Named[] = [];
  let to = from;
  for (let i = from; i < lines.length && i - to <= OTHERS_MAX; i++) {
    const [first] = lines[i] ?? [];
    const [above] = lines[i - 1] ?? [];
    const [top] = lines[from] ?? [];
    if (!first || !top || (lines[i]?.length ?? 0) > PIECES_MAX) break;
    const height = heightOf(first.box);
    if (
      i > from &&
      (!above || first.box.top - above.box.bottom > GAP_MAX * height || Math.abs(first.box.left - top.box.left) > EDGE_MAX * height)
    )
      break;
    const named = namedBy(asked, lines[i] ?? []);
    if (i === from && !named) break;
    if (!named) continue;
    if (block.some((each) => each.asked === named.asked)) break;
    block.push(named);
    to = i + 1;
  }
  return { block, to };
}

/** The field that the line's first words name, and what follows them. */
function namedBy(asked: readonly Asked[], [first, ...others]: readonly Piece[]): Named | null {
  if (!first || isValueLike(first.text)) return null;
  let best: { named: Named; like: number } | null = null;
  for (let count = Math.min(first.words.length, LABEL_WORDS_MAX); count > 0; count--) {
    const label = textOf(first.words.slice(0, count));
    const rest = first.words.slice(count);
    if (rest.length > 0 && !isValueLike(rest[0]?.text ?? "")) continue;
    for (const each of asked) {
      const like = each.headed(label);
      if (like < NAMED_MIN || (best && like <= best.like)) continue;
      const values = rest.length > 0 ? [pieceWith(first, rest), ...others] : others;
      best = { named: { asked: each, label, values }, like };
    }
  }
  return best?.named ?? null;
}

const pieceWith = (piece: Piece, words: readonly Word[]): Piece => ({ ...piece, words, text: textOf(words), box: boxAround(words) });

function gridOf(block: readonly Named[], titles: string[]): Grid | null {
  if (block.length < FIELDS_MIN) return null;
  const widest = block.reduce((most, each) => (each.values.length > most.values.length ? each : most));
  const centres = widest.values.map(({ box }) => (box.left + box.right) / 2);
  if (centres.length < RECORDS_MIN || !block.every((each) => isFilled(each, centres.length))) return null;
  const columns = block.map(
    ({ label, values }): GridColumn => ({ head: label, over: "", headCells: [], cells: byRecord(values, centres) }),
  );
  return { columns, sections: centres.map(() => null), titles, page: widest.values[0]?.page ?? 0, rtl: false };
}

/** Several values of the field's type; names of fields beside each other are no values. */
function isFilled({ asked, values }: Named, records: number): boolean {
  const words = values.flatMap((piece) => piece.words.map((word) => pieceWith(piece, [word])));
  const each = values.length < records ? words : values;
  const fitting = each.filter((piece) => fits(asked, cellOfWords(piece, piece.words)) && asked.headed(piece.text) < NAMED_MIN);
  return each.length > 0 && fitting.length >= FITTING_MIN * each.length;
}

/** Pieces by the nearest record; a piece over several of them is parted by words. */
function byRecord(values: readonly Piece[], centres: readonly number[]): (Cell | null)[] {
  const found: Word[][] = centres.map(() => []);
  for (const piece of values) {
    const over = centres.filter((x) => x > piece.box.left && x < piece.box.right).length;
    const parts = over > 1 ? piece.words.map((word) => [word]) : [piece.words];
    for (const words of parts) append(found[nearest(boxAround(words), centres)] ?? [], words);
  }
  const [first] = values;
  return found.map((words) => (first && words.length > 0 ? cellOfWords(first, words) : null));
}

function nearest({ left, right }: { left: number; right: number }, centres: readonly number[]): number {
  const middle = (left + right) / 2;
  let best = 0;
  centres.forEach((x, i) => {
    if (Math.abs(x - middle) < Math.abs((centres[best] ?? 0) - middle)) best = i;
  });
  return best;
}
