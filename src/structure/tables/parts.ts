/** Parts a region where one table ends and another begins below it: at lines of heads inside of it, and at wide gaps. */

import type { Ruling } from "#documents/document.ts";
import { heightOf } from "#structure/boxes.ts";
import { isValueLike, type Piece } from "#structure/pieces.ts";
import { columnsIn, median, quantile } from "./columns.ts";

type Lines = readonly (readonly Piece[])[];

/** A gap this many times the usual one, and this many line heights, ends a table. */
const GAP_TIMES = 2;
const GAP_MIN = 2.2;
/** Gap above a lone text in bold or capitals that begins a table. */
const TITLE_GAP_MIN = 1.5;

/** The lines of each table, top to bottom. A part without heads of its own that has the columns of the part above is joined to it. */
export function partsOf(lines: Lines, rulings: readonly Ruling[]): Piece[][][] {
  const parts: Piece[][][] = [];
  const gaps = lines.map((line, i) => gapAbove(line, lines[i - 1])).slice(1);
  const usual = median(gaps);
  const wide = quantile(gaps, 0.8);
  const seen = new Set<string>();
  let valued = false;
  for (const [i, line] of lines.entries()) {
    const gap = gapAbove(line, lines[i - 1]);
    const height = heightOf(line[0]?.box ?? { left: 0, right: 0, top: 0, bottom: 1 });
    const title =
      line.length === 1 && gap > TITLE_GAP_MIN * height && styleOf(line).trim() !== "" && styleOf(lines[i - 1] ?? []) !== styleOf(line);
    const far = i > 0 && gap > GAP_TIMES * Math.max(wide, 0) && gap > GAP_MIN * height && !bridged(line, lines[i - 1], rulings);
    if (i === 0 || far || (valued && title) || (valued && (isHead(lines, i, gap - usual > 0.5 * height) || seen.has(wordsOf(line))))) {
      parts.push([...loneEnd(parts.at(-1)), [...line]]);
      valued = false;
    } else parts.at(-1)?.push([...line]);
    valued ||= hasAmount(line);
    if (!valued && line.length > 1) seen.add(wordsOf(line));
  }
  return rejoined(parts);
}

function gapAbove(line: readonly Piece[], before: readonly Piece[] | undefined): number {
  const [top, bottom] = [line[0]?.box.top ?? 0, before?.[0]?.box.bottom ?? 0];
  return top - bottom;
}

const wordsOf = (line: readonly Piece[]): string => line.map(({ text }) => text).join("|");
const LONE_MAX = 2;

/** Takes the lone texts at the end of a part off it: they are the title of the next. */
function loneEnd(part: Piece[][] | undefined): Piece[][] {
  if (!part) return [];
  const last = part.findLastIndex((line) => line.length > 1);
  if (last < 0 || part.length - last - 1 > LONE_MAX) return [];
  return part.splice(last + 1);
}

/** A vertical ruling passes from one line to the next: they are in one ruled table. */
function bridged(line: readonly Piece[], before: readonly Piece[] | undefined, rulings: readonly Ruling[]): boolean {
  const [left, right] = [line[0]?.box.left ?? 0, line.at(-1)?.box.right ?? 0];
  const [top, bottom] = [before?.[0]?.box.bottom ?? 0, line[0]?.box.top ?? 0];
  return rulings.some(({ x1, x2, y1, y2 }) => x2 - x1 < 1.5 && x1 > left - 30 && x1 < right + 30 && y1 <= top && y2 >= bottom);
}

const hasValue = (line: readonly Piece[]): boolean => line.length > 1 && line.some(({ text }) => isValueLike(text));
/** Years alone may be heads. */
const YEAR = /^(?:19|20)\d{2}$/;
const hasAmount = (line: readonly Piece[]): boolean => line.length > 1 && line.some(({ text }) => isValueLike(text) && !YEAR.test(text));

/** A line of this many heads needs no other type when it is at least twice as many as there are pieces in the line above. */
const WIDE_MIN = 3;
/** Lines above in which the last row is looked for. */
const LOOK_BACK = 6;

/** Several words side by side, in another type or set off, with values below them. */
function isHead(lines: Lines, i: number, setOff: boolean): boolean {
  const line = lines[i] ?? [];
  if (line.length < 2 || line.some(({ text, words }) => isValueLike(text) || words.length > 6)) return false;
  const below = lines.slice(i + 1, i + 4).find(hasValue);
  if (!below) return false;
  const before = lines.slice(Math.max(0, i - LOOK_BACK), i).findLast(hasValue) ?? lines[i - 1] ?? [];
  if (line.length >= WIDE_MIN && 2 * before.length <= line.length && below.length >= line.length - 1) return true;
  const others = [before, below].filter(hasValue);
  return setOff || others.every((other) => styleOf(other) !== styleOf(line));
}

/** Bold or capitals: what sets heads apart. */
function styleOf(line: readonly Piece[]): string {
  const words = line.flatMap((piece) => piece.words).filter(({ text }) => /\p{L}{2}/u.test(text));
  if (words.length === 0) return "";
  const most = (share: number) => share > 0.6 * words.length;
  const bold = most(words.filter((word) => word.bold).length);
  const capitals = most(words.filter(({ text }) => text === text.toUpperCase() && text !== text.toLowerCase()).length);
  return `${bold ? "bold" : ""} ${capitals ? "capitals" : ""}`;
}

/** Only a lone head, or a part with the columns of the one above, is no table of its own. */
function rejoined(parts: readonly Piece[][][]): Piece[][][] {
  const kept: Piece[][][] = [];
  for (const part of parts) {
    const above = kept.at(-1);
    const first = part.find((line) => line.length > 1);
    const headed = first !== undefined && !hasAmount(first);
    if (!above || headed || !sameColumns(above, part)) kept.push(part);
    else kept[kept.length - 1] = [...above, ...part];
  }
  return kept;
}

function sameColumns(above: Lines, part: Lines): boolean {
  const columns = columnsIn(above).length;
  return columns > 1 && columnsIn([...above, ...part]).length === columns;
}
