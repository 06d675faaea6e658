/** The heads of a region's columns: the lines of words above its first line of values, up to four. */

import type { Ruling } from "#documents/document.ts";
import { largest } from "#documents/long-lists.ts";
import { monthOf } from "#language/months.ts";
import { heightOf } from "#structure/boxes.ts";
import { isValueLike, type Piece } from "#structure/pieces.ts";
import { columnOf, columnsUnder, type Span } from "./columns.ts";
import { groupsIn } from "./summed.ts";

/** `own`: pieces over this column alone; `over`: pieces that span it and others. Top to bottom. */
export type Head = { own: Piece[]; over: Piece[] };
export type Heads = {
  heads: Head[];
  /** Index of the first line that is no head. */
  body: number;
  top: number;
};

const LINES_MAX = 4;
/** Maximum gaps, in line heights: between two lines of a head, and between head and rows. */
const LINE_GAP_MAX = 1.1;
const HEAD_GAP_MAX = 2.6;
const FAR_GAP_MAX = 6;

type Above = readonly (readonly Piece[])[];

/** `above`: the page's lines above the region, within its width, the nearest last. */
export function headsOf(
  lines: Above,
  above: Above,
  columns: readonly Span[],
  solid: ReadonlySet<number>,
  rulings: readonly Ruling[],
): Heads {
  const body = bodyStart(lines, columns, solid);
  const end = withoutSections(lines, body, columns, rulings);
  const isOver = solid.size > 1 ? (piece: Piece) => !isBeside(piece, columns, solid) : () => true;
  const before = lines.slice(0, end).filter((line) => line.some(isOver));
  const inside = withoutTitles(withoutAmounts(nearLines(before.slice(-LINES_MAX)), isOver));
  const all =
    inside.length > 0
      ? [...linesAbove(above, inside[0] ?? [], { columns, isOver, most: LINES_MAX - inside.length, far: false }), ...inside]
      : linesAbove(above, lines[end] ?? [], { columns, isOver, most: LINES_MAX, far: true });
  const heads = columns.map((): Head => ({ own: [], over: [] }));
  for (const piece of all.flat()) place(piece, columns, heads);
  spread(all, columns, heads);
  return { heads, body: end, top: all[0]?.[0]?.box.top ?? lines[end]?.[0]?.box.top ?? 0 };
}

/** The lowest lines, as long as the next one above is near. */
function nearLines(lines: Above): Above {
  const far = lines.findLastIndex(
    (line, i) => i > 0 && (line[0]?.box.top ?? 0) - bottomOf(lines[i - 1] ?? []) > LINE_GAP_MAX * heightOf(line[0]?.box ?? NO_BOX),
  );
  return lines.slice(Math.max(0, far));
}
const AMOUNT = /\d[.,]\d{2}(?!\d)/;

type IsOver = (piece: Piece) => boolean;

/** The lines below the last with an amount, which is no head. */
const withoutAmounts = (lines: Above, isOver: IsOver): Above =>
  lines.slice(
    lines.findLastIndex((line) => line.some((piece) => isOver(piece) && AMOUNT.test(piece.text) && !isYearOrDate(piece.text))) + 1,
  );
const NO_BOX = { left: 0, right: 0, top: 0, bottom: 0 };

/** Also of a business year, and of one that is planned: "FY 2024", "2025E". */
const YEAR_OR_DATE = /^(?:(?:FYE? ?|CY ?)?(?:19|20)\d{2}(?:[-/](?:\d{2}|\d{4})|[ABEFP])?|\d{1,4}[./-]\d{1,2}[./-]\d{1,4})$/;
/** "31 Dec 2024", "December 31, 2024", "Dec. 2024". */
const IN_WORDS = /^(?:\d{1,2}\.? )?(?<month>\p{L}{3,12})\.? (?:\d{1,2}, ?)?(?:19|20)\d{2}$/u;
const isYearOrDate = (text: string): boolean => YEAR_OR_DATE.test(text) || monthOf(IN_WORDS.exec(text)?.groups?.month ?? "") !== null;

/** The first line with a value in a column of values, where years and dates over other values are heads. */
function bodyStart(lines: Above, columns: readonly Span[], solid: ReadonlySet<number>): number {
  const values = (line: readonly Piece[]) => line.filter(({ box, text }) => isValueLike(text) && solid.has(columnOf(box, columns)));
  if (solid.size === 0) {
    const [first = [], second] = lines;
    return second && first.length > 1 && first.length >= 0.6 * columns.length && !first.some(({ text }) => isValueLike(text)) ? 1 : 0;
  }
  const dated = datedColumns(lines, columns);
  const start = lines.findIndex((line) => {
    const found = columns.length > 2 && line.length < 2 ? [] : values(line);
    return found.some(({ box, text }) => !isYearOrDate(text) || dated.has(columnOf(box, columns)));
  });
  return start < 0 ? 0 : start;
}

/** Of amounts one in so many may look like a year. */
const DATED_SHARE = 0.5;

/** Columns that hold years or dates in more than one of their cells, and in most of those with a value. */
function datedColumns(lines: Above, columns: readonly Span[]): Set<number> {
  const counts = columns.map(() => ({ dated: 0, values: 0 }));
  for (const { box, text } of lines.flat()) {
    const of = counts[columnOf(box, columns)];
    if (!of || !isValueLike(text)) continue;
    of.values += 1;
    of.dated += Number(isYearOrDate(text));
  }
  return new Set(counts.flatMap(({ dated, values }, column) => (dated > 1 && dated >= DATED_SHARE * values ? [column] : [])));
}

/** Lone texts above the first row are sections, unless they continue the line above them. */
function withoutSections(lines: Above, body: number, columns: readonly Span[], rulings: readonly Ruling[]): number {
  const isGroup = groupsIn(lines.slice(body));
  let end = body;
  while (end > 0) {
    const line = lines[end - 1] ?? [];
    const before = lines[end - 2];
    const [piece] = line;
    if (!piece || line.length > 1 || columnsUnder(piece.box, columns).length > 1) break;
    const parted =
      before &&
      rulings.some(
        ({ x1, x2, y1, y2 }) =>
          y2 - y1 < 1.5 && y1 > bottomOf(before) - 1 && y1 < piece.box.top + 1 && x1 < piece.box.right && x2 > piece.box.left,
      );
    const near = before && !parted && !isGroup(piece.text) && piece.box.top - bottomOf(before) < 0.5 * heightOf(piece.box);
    if (near && before.some(({ box }) => columnOf(box, columns) === columnOf(piece.box, columns))) break;
    end--;
  }
  return end;
}

const bottomOf = (line: readonly Piece[]): number => line.reduce((most, { box }) => Math.max(most, box.bottom), Number.NEGATIVE_INFINITY);

/** Lone texts between heads and rows that are skipped. */
const SECTIONS_MAX = 3;

/** `isOver`: whether a piece is none of a text beside the columns of values. */
type Wanted = { columns: readonly Span[]; isOver: IsOver; most: number; far: boolean };

/** Lines of words directly above, while they are near and part into columns. `far`: sections may stand between. */
function linesAbove(above: Above, first: readonly Piece[], { columns, isOver, most, far }: Wanted): Piece[][] {
  const found: Piece[][] = [];
  let below = first;
  let sections = far ? SECTIONS_MAX : 0;
  for (const line of above.toReversed()) {
    const [piece] = line;
    const top = below[0]?.box.top;
    if (!piece || top === undefined || found.length >= most) break;
    const gap = (top - bottomOf(line)) / heightOf(piece.box);
    if (found.length === 0 && !line.some(isOver)) continue;
    const gapMax = found.length > 0 || !far ? LINE_GAP_MAX : line.length > 1 ? FAR_GAP_MAX : HEAD_GAP_MAX;
    if (gap > gapMax || !isWordy(line.filter(isOver))) break;
    const lone = line.length === 1 && columnsUnder(piece.box, columns).length < 2;
    if (found.length === 0 && lone && sections > 0 && columnOf(piece.box, columns) === 0) sections--;
    else found.unshift([...line]);
    below = line;
  }
  return withoutTitles(found);
}

/** Whether it stands right of the last column of values, over a column of words. */
const isBeside = ({ box }: Piece, columns: readonly Span[], solid: ReadonlySet<number>): boolean => columnOf(box, columns) > largest(solid);

const isWordy = (line: readonly Piece[]): boolean =>
  line.every(({ text, words }) => words.length <= 8 && (isYearOrDate(text) || !(AMOUNT.test(text) || isValueLike(text))));

/** A single text is a title unless a line of heads is above it. */
function withoutTitles(lines: Above): Piece[][] {
  const first = lines.findIndex((line) => line.length > 1);
  return first < 0 ? [] : lines.slice(first).map((line) => [...line]);
}

/** A head belongs to the column below it; over several it names all of them. */
function place(piece: Piece, columns: readonly Span[], heads: readonly Head[]): void {
  const under = columnsUnder(piece.box, columns);
  if (under.length > 1) {
    for (const i of under) heads[i]?.over.push(piece);
    return;
  }
  const column = under[0] ?? nearest(piece, columns);
  if (column !== null) heads[column]?.own.push(piece);
}

/** Where the lowest heads repeat, a head above one of them holds as far as the next: "Opening" over "Date, Amount, Date, Amount". */
function spread(lines: Above, columns: readonly Span[], heads: readonly Head[]): void {
  const lowest = lines.at(-1) ?? [];
  const texts = lowest.map(({ text }) => text);
  if (lines.length < 2 || new Set(texts).size === texts.length) return;
  const headed = new Set(lowest.map(({ box }) => columnOf(box, columns)));
  // Units below a head each, "Nominal, Correction" over "g, g", are what the columns have in common; "Unit, %, %" is a row with a name.
  const isNamed = lowest.some(({ box, text }) => columnOf(box, columns) === 0 && texts.indexOf(text) === texts.lastIndexOf(text));
  if (!isNamed && [...headed].every((i) => heads[i]?.own.some((piece) => !lowest.includes(piece)))) {
    for (const head of heads) {
      head.over = [...head.over, ...head.own.filter((piece) => lowest.includes(piece))];
      head.own = head.own.filter((piece) => !lowest.includes(piece));
    }
    return;
  }
  let run: Piece[] = [];
  for (const [i, head] of heads.entries()) {
    const own = head.own.filter((piece) => !lowest.includes(piece));
    if (own.length > 0 || head.over.length > 0) run = own;
    else if (headed.has(i)) head.over = [...run];
    if (!headed.has(i) || own.length === 0) continue;
    head.own = head.own.filter((piece) => !own.includes(piece));
    head.over = [...own];
  }
}

/** Heads beside their column, such as a left-aligned head over numbers at the right. */
function nearest({ box }: Piece, columns: readonly Span[]): number | null {
  const i = columnOf(box, columns);
  const column = columns[i];
  if (!column) return null;
  return Math.max(column.left - box.right, box.left - column.right) < 2 * heightOf(box) ? i : null;
}
