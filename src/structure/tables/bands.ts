/** Rows that rulings part. */
import type { Ruling } from "#documents/document.ts";
import type { Span } from "./columns.ts";
import { CONTINUES, copyOf, type IsAnchor, isOutdented, type Line, merge, UNFINISHED } from "./row-lines.ts";

/** Heights of horizontal rulings over most of the table's width; null when there are fewer than two. */
export function bandsOf(lines: readonly Line[], rulings: readonly Ruling[], columns: readonly Span[]): number[] | null {
  const [left, right] = [columns[0]?.left ?? 0, columns.at(-1)?.right ?? 0];
  const level = rulings.filter(({ x1, x2, y1, y2 }) => Math.abs(y2 - y1) < 1.5 && x2 > left && x1 < right).sort((a, b) => a.y1 - b.y1);
  const found: number[] = [];
  let [y, covered, from] = [Number.NEGATIVE_INFINITY, 0, 0];
  const close = () => {
    if (covered > 0.6 * (right - left)) found.push(y);
  };
  for (const ruling of level) {
    if (ruling.y1 - y > 2) {
      close();
      [y, covered, from] = [ruling.y1, 0, left];
    }
    // Rulings of one height come in any order; those that repeat are counted once.
    const start = Math.max(from, ruling.x1, left);
    const end = Math.min(ruling.x2, right);
    if (ruling.x1 < from && end > from) covered += end - from;
    else if (end > start) covered += end - start;
    from = Math.max(from, end);
  }
  close();
  const [top, bottom] = [lines[0]?.top ?? 0, lines.at(-1)?.bottom ?? 0];
  const inside = found.filter((each) => each > top && each < bottom);
  return inside.length > 0 ? inside : null;
}

/** More rows between two rulings: the rulings part something else. */
const IN_BAND_MAX = 2;

const bandOf = (line: Line, bands: readonly number[]): number => bands.filter((y) => y < (line.top + line.bottom) / 2).length;

/** Whether the rulings part rows: nearly every band has one line of values. */
export function splitsRows(lines: readonly Line[], bands: readonly number[], isAnchor: IsAnchor): boolean {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const band = bandOf(line, bands);
    counts.set(band, (counts.get(band) ?? 0) + (isAnchor(line) ? 1 : 0));
  }
  const single = [...counts.values()].filter((count) => count <= 1).length;
  if ([...counts.values()].some((count) => count > IN_BAND_MAX)) return false;
  return counts.size > 1 && single >= 0.8 * counts.size;
}

/** A heading over the row of its band stays by itself. */
export function byBand(lines: readonly Line[], bands: readonly number[], isAnchor: IsAnchor): Line[] {
  const rows: Line[] = [];
  let last = -1;
  for (const line of lines) {
    const band = bandOf(line, bands);
    const row = rows.at(-1);
    if (row && band === last && !isHeadingOf(row, line, isAnchor)) merge(row, line);
    else rows.push(copyOf(line));
    last = band;
  }
  return rows;
}

/** A text alone in the first column that begins further left than the row below it, and is no beginning of its text. */
function isHeadingOf(line: Line, below: Line, isAnchor: IsAnchor): boolean {
  const [own] = [...line.cells.keys()];
  if (line.cells.size !== 1 || own !== 0 || isAnchor(line) || !isAnchor(below) || !isOutdented(line, below, own)) return false;
  const [text, under] = [line.pieces.at(-1)?.text ?? "", below.cells.get(own)?.[0]?.text ?? ""];
  return !UNFINISHED.test(text) && !CONTINUES.test(under);
}
