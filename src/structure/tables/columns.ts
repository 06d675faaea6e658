/** The columns of a region: where most of its lines have no word between them. */

import type { Ruling } from "#documents/document.ts";
import { heightOf, sharedAcross, widthOf } from "#structure/boxes.ts";
import { isValueLike, type Piece } from "#structure/pieces.ts";

export type Span = { left: number; right: number };

/** Gutters may be crossed by this share of the lines: spanning heads, sections, notes. */
const CROSSED_MAX = 0.12;
/** Narrower gutters, in line heights, are spaces. */
const GUTTER_MIN = 0.3;
const LINES_MAX = 5_000;

/** Left to right; empty when no two lines have several pieces. Lines with at least two pieces count, of which those with a value are preferred to heads. */
export function columnsIn(lines: readonly (readonly Piece[])[]): Span[] {
  const wide = lines.filter((line) => line.length > 1).slice(0, LINES_MAX);
  const valued = wide.filter((line) => line.some(({ text }) => isValueLike(text)));
  const rows = valued.length > 1 ? valued : wide;
  if (rows.length < 2) return [];
  const height = median(rows.flat().map(({ box }) => heightOf(box)));
  const values = valueSpans(rows.flat(), height);
  // Texts over several columns of values are titles, notes or labels of sums.
  const pieces = rows.flat().filter(({ box }) => values.filter((span) => sharedAcross(box, span) > 0.5 * widthOf(span)).length < 2);
  return withSparse(spansOf(pieces, Math.floor(CROSSED_MAX * rows.length), height), pieces, height);
}

/** Where at least two values stand below each other. */
const valueSpans = (pieces: readonly Piece[], height: number): Span[] =>
  spansOf(
    pieces.filter(({ text }) => isValueLike(text)),
    1,
    height,
  );

/** Intervals that more than `allowed` pieces cover. */
function spansOf(pieces: readonly Piece[], allowed: number, height: number): Span[] {
  const edges = pieces
    .flatMap(({ box }) => [
      { x: box.left, by: 1 },
      { x: box.right, by: -1 },
    ])
    .sort((a, b) => a.x - b.x || a.by - b.by);
  const spans: Span[] = [];
  let depth = 0;
  let begun = 0;
  for (const { x, by } of edges) {
    const before = depth;
    depth += by;
    if (before <= allowed && depth > allowed) begun = x;
    else if (before > allowed && depth <= allowed) {
      const last = spans.at(-1);
      if (last && begun - last.right < GUTTER_MIN * height) last.right = x;
      else spans.push({ left: begun, right: x });
    }
  }
  return spans;
}

/** Pieces between the columns, or beyond them, are columns with few cells. */
function withSparse(spans: readonly Span[], pieces: readonly Piece[], height: number): Span[] {
  const columns = spans.map((span) => ({ ...span }));
  const apart = pieces.filter(({ box }) => !spans.some((span) => sharedAcross(box, span) > 0)).sort((a, b) => a.box.left - b.box.left);
  for (const { box } of apart) {
    const same = columns.find((span) => sharedAcross(box, span) > -GUTTER_MIN * height && !spans.includes(span));
    if (same && sharedAcross(box, same) > 0) {
      same.left = Math.min(same.left, box.left);
      same.right = Math.max(same.right, box.right);
    } else columns.push({ left: box.left, right: box.right });
  }
  return columns.sort((a, b) => a.left - b.left);
}

/** Rulings must pass this share of the lines to part columns. */
const RULED_MIN = 0.5;

/** The columns, parted where a vertical ruling passes most of the lines. */
export function cutAtRulings(columns: readonly Span[], lines: readonly (readonly Piece[])[], rulings: readonly Ruling[]): Span[] {
  const middles = lines.flatMap(([piece]) => (piece ? [(piece.box.top + piece.box.bottom) / 2] : []));
  const upright = rulings.filter(({ x1, x2 }) => Math.abs(x2 - x1) < 1.5).sort((a, b) => a.x1 - b.x1);
  const passed = new Set<number>();
  const cuts: number[] = [];
  let at = Number.NEGATIVE_INFINITY;
  const close = () => {
    if (passed.size >= RULED_MIN * middles.length && passed.size > 1) cuts.push(at);
    passed.clear();
  };
  for (const { x1, y1, y2 } of upright) {
    if (x1 - at > 3) {
      close();
      at = x1;
    }
    for (const [i, y] of middles.entries()) if (y > y1 && y < y2) passed.add(i);
  }
  close();
  return columns.flatMap((column) => {
    const centres = lines.flatMap((line) => line.flatMap(({ box }) => (sharedAcross(box, column) > 0 ? [(box.left + box.right) / 2] : [])));
    const both = (x: number) => centres.filter((each) => each < x).length > 1 && centres.filter((each) => each > x).length > 1;
    const inside = cuts.filter((x) => x > column.left + 1 && x < column.right - 1 && both(x));
    return [column.left, ...inside].map((left, i) => ({ left, right: inside[i] ?? column.right }));
  });
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Indexes of the columns that a piece covers: at least half of the column or of itself. */
export function columnsUnder(box: Span, columns: readonly Span[]): number[] {
  const found: number[] = [];
  for (const [i, column] of columns.entries()) {
    const shared = sharedAcross(box, column);
    if (shared > 0 && (shared > 0.5 * widthOf(column) || shared > 0.5 * widthOf(box))) found.push(i);
  }
  return found;
}

/** The column that a piece is in, by its place: the one it shares most with, else the nearest. */
export function columnOf(box: Span, columns: readonly Span[]): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i];
    const shared = column ? sharedAcross(box, column) : most;
    if (shared <= most) continue;
    best = i;
    most = shared;
  }
  return best;
}

/** Heads part a column when at most this share of its cells crosses the gap between them. */
const CROSSING_MAX = 0.35;

/** The columns, parted between two heads of one line that stand over one of them. */
export function partedByHeads(
  columns: readonly Span[],
  heads: readonly (readonly Piece[])[],
  lines: readonly (readonly Piece[])[],
): Span[] {
  const cells = cellsBy(columns, lines);
  return columns.flatMap((column, i) => {
    const inside = cells[i] ?? [];
    for (const line of heads) {
      const over = line.filter(({ box }) => sharedAcross(box, column) > 0.5 * Math.min(widthOf(box), widthOf(column)));
      if (over.length < 2) continue;
      const cuts = over.slice(1).map((head, k) => cutBetween(over[k]?.box.right ?? 0, head.box.left, inside));
      const crossing = inside.filter(({ box }) => cuts.some((x) => crosses(box, x))).length;
      if (crossing > CROSSING_MAX * inside.length) continue;
      return [column.left, ...cuts].map((left, k) => ({ left, right: cuts[k] ?? column.right }));
    }
    return [column];
  });
}

const crosses = (box: Span, x: number): boolean => box.left < x - 1 && box.right > x + 1;

/** Between two heads, where the fewest cells cross: cells end with their head, begin with it, or stand around its middle. */
function cutBetween(right: number, left: number, cells: readonly Piece[]): number {
  const crossed = (x: number) => cells.filter(({ box }) => crosses(box, x)).length;
  return [(right + left) / 2, left - 1, right + 1].reduce((best, x) => (crossed(x) < crossed(best) ? x : best));
}

/** The pieces of each column. */
function cellsBy(columns: readonly Span[], lines: readonly (readonly Piece[])[]): Piece[][] {
  const cells = columns.map((): Piece[] => []);
  for (const piece of lines.flat()) cells[columnOf(piece.box, columns)]?.push(piece);
  return cells;
}

/** Rows from which on words below each other are no chance. */
const ALIGNED_MIN = 3;
const ALIGNED_SHARE = 0.8;

/** The columns, parted where the words of nearly all cells leave the same gap between a value and other words. */
export function partedByWords(
  columns: readonly Span[],
  heads: readonly (readonly Piece[])[],
  lines: readonly (readonly Piece[])[],
): Span[] {
  const cells = cellsBy(columns, lines);
  const over = cellsBy(columns, heads);
  return columns.flatMap((column, i) => {
    const own = cells[i] ?? [];
    if (own.length < ALIGNED_MIN) return [column];
    const height = median(own.map(({ box }) => heightOf(box)));
    const spans = spansOf(
      own.flatMap(({ page, line, words }) => words.map((word) => ({ page, line, words: [word], text: word.text, box: word.box }))),
      Math.floor(CROSSED_MAX * own.length),
      height,
    );
    const cut = spans.slice(1).findIndex((span, k) => {
      const x = ((spans[k]?.right ?? 0) + span.left) / 2;
      return partsCells(own, x, partsHeads(over[i] ?? [], x));
    });
    if (cut < 0) return [column];
    const x = ((spans[cut]?.right ?? 0) + (spans[cut + 1]?.left ?? 0)) / 2;
    return [
      { left: column.left, right: x },
      { left: x, right: column.right },
    ];
  });
}

/** The heads leave the gap too, with words on both sides. */
function partsHeads(heads: readonly Piece[], x: number): boolean {
  const words = heads.flatMap((piece) => piece.words).filter(({ text }) => /\p{L}/u.test(text));
  const crossed = words.some(({ box }) => box.left < x - 1 && box.right > x + 1);
  return !crossed && words.some(({ box }) => box.right <= x + 1) && words.some(({ box }) => box.left >= x - 1);
}

/** Values on one side of the gap and words of several kinds on the other; a unit or a currency is one kind. */
function partsCells(cells: readonly Piece[], x: number, headed: boolean): boolean {
  const sides = cells.map(({ words }) =>
    [words.filter(({ box }) => box.right <= x), words.filter(({ box }) => box.right > x)].map((side) =>
      side.map(({ text }) => text).join(" "),
    ),
  );
  const both = sides.filter((side) => side.every((text) => text !== ""));
  if (both.length < ALIGNED_SHARE * cells.length || both.length < ALIGNED_MIN) return false;
  if (headed && (both.length > ALIGNED_MIN || both.some((side) => isValueLike(side[0] ?? "") || isValueLike(side[1] ?? "")))) return true;
  return [0, 1].some((k) => {
    const values = both.filter((side) => isValueLike(side[k] ?? "")).length;
    const words = both.map((side) => side[1 - k] ?? "").filter((text) => /\p{L}/u.test(text) && !isValueLike(text));
    return values >= ALIGNED_SHARE * both.length && words.length >= ALIGNED_SHARE * both.length && new Set(words).size > 1;
  });
}

/** Beside remarks such as "included" or "none". */
const SOLID_MIN = 0.45;

/** Columns that hold values rather than words in about half of their cells or more. */
export function solidColumns(lines: readonly (readonly Piece[])[], columns: readonly Span[]): Set<number> {
  const counts = columns.map(() => ({ all: 0, values: 0 }));
  for (const line of lines) {
    if (line.length < 2) continue;
    for (const piece of line) {
      const count = counts[columnOf(piece.box, columns)];
      if (!count) continue;
      count.all++;
      if (isValueLike(piece.text)) count.values++;
    }
  }
  return new Set(counts.flatMap(({ all, values }, i) => (values >= 2 && values >= SOLID_MIN * all ? [i] : [])));
}
