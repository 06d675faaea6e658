/** A page's lines as text in which columns stand below each other, as on the page, with a sign for each check box. */
import type { Box, Line, Page, Segment, Word } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import { uprightPage } from "#documents/layout/turned.ts";
import { largest, smallest } from "#documents/long-lists.ts";
import { allMarks, type KnownMark } from "#documents/marks/all-marks.ts";
import { EMPTY, TICKED } from "#documents/marks/page-places.ts";

/** Characters across a page at most: wide sheets are drawn narrower. */
const COLUMNS_MAX = 140;
/** Between two segments of a line, whatever their distance is; beside the sign of a box. */
const GAP_MIN = { segments: 2, sign: 1 };

type Part = { text: string; box: Box; isSign: boolean };

/** One text per line, without the page's left margin. */
export function laidOut(page: Page): string[] {
  const upright = uprightPage(page);
  const signs = signsByLine(upright);
  const lines = upright.lines.map((line) => partsOf(line, signs.get(line) ?? []));
  const segments = lines.flat().filter(({ isSign }) => !isSign);
  const left = smallest(lines.flat().map(({ box }) => box.left));
  const right = largest(segments.map(({ box }) => box.right));
  const unit = Math.max(usualWidth(segments), (right - left) / COLUMNS_MAX);
  if (!(unit > 0)) return page.lines.map(({ text }) => text);
  return lines.map((parts) => {
    let line = "";
    for (const [i, { text, box, isSign }] of parts.entries()) {
      const column = Math.round((box.left - left) / unit);
      const gap = isSign || parts[i - 1]?.isSign === true ? GAP_MIN.sign : GAP_MIN.segments;
      line = line.padEnd(i === 0 ? column : Math.max(column, line.length + gap)) + text;
    }
    return line;
  });
}

/** The check boxes that the text has no sign for, by the line beside which each stands. */
function signsByLine(page: Page): Map<Line, KnownMark[]> {
  const byLine = new Map<Line, KnownMark[]>();
  for (const mark of allMarks(page)) {
    if (mark.signs.length > 0) continue;
    const middle = (mark.box.top + mark.box.bottom) / 2;
    const beside = page.lines.filter(({ box }) => middle >= box.top && middle <= box.bottom);
    const off = ({ box }: Line) => Math.abs((box.top + box.bottom) / 2 - middle);
    const [nearest] = beside.sort((a, b) => off(a) - off(b));
    if (nearest) byLine.set(nearest, [...(byLine.get(nearest) ?? []), mark]);
  }
  return byLine;
}

/** The segments, parted where a box stands between their words, and the signs. Left to right. */
function partsOf({ segments }: Line, marks: readonly KnownMark[]): Part[] {
  const signs = marks.map(({ box, checked }) => ({ text: checked ? TICKED : EMPTY, box, isSign: true }));
  const texts =
    marks.length === 0
      ? segments.map(({ text, box }) => ({ text, box, isSign: false }))
      : segments.flatMap((segment) => parted(segment, marks));
  return [...texts, ...signs].sort((a, b) => a.box.left - b.box.left);
}

function parted({ words }: Segment, marks: readonly KnownMark[]): Part[] {
  const runs: Word[][] = [];
  for (const word of words) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    const isParted = marks.some(({ box }) => before !== undefined && box.left >= before.box.left && box.left < word.box.left);
    if (last && !isParted) last.push(word);
    else runs.push([word]);
  }
  return runs.map((run) => ({ text: run.map(({ text }) => text).join(" "), box: boxAround(run), isSign: false }));
}

/** The median width of a character, in page units; 0 without text. */
function usualWidth(segments: readonly { text: string; box: Box }[]): number {
  const widths = segments.map(({ text, box }) => (box.right - box.left) / Math.max(1, text.length)).sort((a, b) => a - b);
  return widths[widths.length >> 1] ?? 0;
}
