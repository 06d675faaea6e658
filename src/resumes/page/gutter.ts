/** Finds the gutter between two columns, as opposed to the gap between cells of a table or beside a column of dates. */

import type { Segment } from "#documents/document.ts";
import { largest, smallest } from "#documents/long-lists.ts";
import { sectionHeadingOf } from "#resumes/lexicon/heading-of.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";

/** `line` is the number of its line on the page. */
export type Placed = { segment: Segment; line: number };
export type Gutter = { above: Placed[]; left: Placed[]; right: Placed[]; below: Placed[] };

/** Minimum number of lines of a column. */
const LINES_MIN = 3;
/** Columns without a heading must be this long and have this many lines that do not align with each other. */
const BARE_LINES_MIN = 6;
const BARE_ALIGNED_MAX = 0.5;
/** Share of dates in the narrower side from which on it is a column of dates ("rail"), not of text. */
const DATES_MIN = 0.35;
/** Maximum difference of left edges in one column, in page units. */
const SLACK = 3;
/** White space beside a letter, in font heights. */
const BEARING = 0.13;
const CANDIDATES_MAX = 24;

/** The gutter with most text beside it; null when the region is one column. */
export function gutterOf(region: readonly Placed[]): Gutter | null {
  const sorted = [...region].sort((a, b) => a.segment.box.top - b.segment.box.top);
  const lefts = candidates(sorted);
  const rail = railHeadings(sorted);
  const across = new Set([...wideHeadings(sorted), ...rail]);
  const centred = new Set([...across].filter((placed) => rail.includes(placed) || isCentred(placed, sorted)));
  return widest(sorted, lefts, centred, isColumns) ?? (across.size > 0 ? widest(sorted, lefts, across, isCards) : null);
}

const CONTACT = /@[\p{L}\p{N}-]+\.|(?:\d[\s().-]{0,2}){8}/u;
type Judge = (left: readonly Placed[], right: readonly Placed[]) => boolean;

function widest(sorted: readonly Placed[], lefts: readonly number[], across: ReadonlySet<Placed>, judge: Judge): Gutter | null {
  let best: Gutter | null = null;
  let most = 0;
  for (const x of lefts) {
    for (const band of bandsBeside(sorted, x, across)) {
      const size = band.left.length + band.right.length;
      if (size <= most || !judge(band.left, band.right)) continue;
      best = withRest(sorted, band);
      most = size;
    }
  }
  return best;
}

/** Headings alone on their line apply to the whole width of the page when there are cards side by side below. */
function wideHeadings(sorted: readonly Placed[]): Set<Placed> {
  const counts = new Map<number, number>();
  for (const { line } of sorted) counts.set(line, (counts.get(line) ?? 0) + 1);
  return new Set(sorted.filter((placed) => counts.get(placed.line) === 1 && isHeading(placed)));
}

/** Headings left of their section's text, with nothing but dates between. */
function railHeadings(sorted: readonly Placed[]): Placed[] {
  const lines = Map.groupBy(sorted, ({ line }) => line);
  const beside = [...lines.values()].flatMap((placed) => {
    const [first, second] = [...placed].sort((a, b) => a.segment.box.left - b.segment.box.left);
    return first && second && isHeading(first) && !isHeading(second) ? [second.segment.box.left] : [];
  });
  for (const x of new Set(beside)) {
    const left = sorted.filter(({ segment }) => segment.box.right <= x);
    const right = sorted.filter(({ segment }) => segment.box.left >= x - SLACK);
    const headings = left.filter(isHeading);
    if (headings.length > 1 && headings.length >= 0.5 * left.length && isRail(left, right, headings.length)) return headings;
  }
  return [];
}

/** Whether it is centred above the surrounding text. */
function isCentred({ segment }: Placed, all: readonly Placed[]): boolean {
  const left = smallest(all.map((placed) => placed.segment.box.left));
  const right = largest(all.map((placed) => placed.segment.box.right));
  return (
    Math.abs(segment.box.left + segment.box.right - left - right) < 0.04 * (right - left) && segment.box.left - left > 0.2 * (right - left)
  );
}

/** Cards of one section: both sides begin on the same line, and both have running text or a period. */
function isCards(left: readonly Placed[], right: readonly Placed[]): boolean {
  const [first, second] = [left[0], right[0]];
  if (!first || !second || first.line !== second.line) return false;
  const runsOn = (side: readonly Placed[]) =>
    side.filter(({ segment }) => /^\p{Ll}/u.test(segment.text) && segment.words.length > 1).length;
  const periods = (side: readonly Placed[]) =>
    side.filter(({ segment }) => isDate(segment.text) && findPeriod(segment.text)?.single === false).length;
  return (runsOn(left) > 0 && runsOn(right) > 0) || (periods(left) > 0 && periods(right) > 0);
}

/** Left edges that several segments share. */
function candidates(region: readonly Placed[]): number[] {
  const lefts = region.map(({ segment }) => segment.box.left).sort((a, b) => a - b);
  const groups: { left: number; count: number }[] = [];
  for (const left of lefts) {
    const last = groups.at(-1);
    if (last && left - last.left <= SLACK) last.count += 1;
    else groups.push({ left, count: 1 });
  }
  const shared = groups.slice(1).filter((group) => group.count >= 2);
  return shared
    .sort((a, b) => b.count - a.count)
    .slice(0, CANDIDATES_MAX)
    .map((group) => group.left);
}

type Band = { left: Placed[]; right: Placed[] };

/** Stretches from top to bottom in which nothing crosses x. */
function bandsBeside(sorted: readonly Placed[], x: number, across: ReadonlySet<Placed>): Band[] {
  const bands: Band[] = [];
  let band: Band = { left: [], right: [] };
  for (const placed of sorted) {
    const { box } = placed.segment;
    if (!across.has(placed) && box.left >= x - slackOf(placed)) band.right.push(placed);
    else if (!across.has(placed) && box.right <= x + SLACK) band.left.push(placed);
    else {
      bands.push(band);
      band = { left: [], right: [] };
    }
  }
  bands.push(band);
  return bands.filter(({ left, right }) => linesIn(left).size >= LINES_MIN && linesIn(right).size >= LINES_MIN);
}

/** Large letters have more white space beside them. */
const slackOf = ({ segment: { box } }: Placed) => Math.max(SLACK, BEARING * (box.bottom - box.top));

const linesIn = (placed: readonly Placed[]) => new Set(placed.map(({ line }) => line));
const lettersIn = (placed: readonly Placed[]) => placed.reduce((sum, { segment }) => sum + segment.text.length, 0);

function isColumns(left: readonly Placed[], right: readonly Placed[]): boolean {
  const [narrow, wide] = lettersIn(left) < lettersIn(right) ? [left, right] : [right, left];
  const others = linesIn(wide);
  const lines = [...linesIn(narrow)];
  const aligned = lines.filter((line) => others.has(line)).length / lines.length;
  const dates = narrow.filter(({ segment }) => isDate(segment.text)).length / lines.length;
  const [onLeft, onRight] = [headingsIn(left), headingsIn(right)];
  if (isRail(left, right, onLeft)) return false;
  if (dates >= DATES_MIN || (narrow === right && aligned >= 0.5 && isFlushRight(right))) return false;
  if (onLeft > 2 * onRight && headsBoth(left, right)) return false;
  if (onLeft > 0 && onRight > 0) return true;
  if (onLeft >= 0.5 * linesIn(left).size) return false;
  if (
    onLeft + onRight > 0 &&
    narrow.some(({ segment }) => CONTACT.test(segment.text)) &&
    !wide.some(({ segment }) => CONTACT.test(segment.text))
  )
    return true;
  const isShort = narrow.every(({ segment }) => segment.words.length <= 5);
  if ((narrow === left ? onLeft : onRight) === 0 && isShort && aligned >= 0.9) return false;
  if (onLeft + onRight > 0) return aligned < 0.9 || lines.length >= BARE_LINES_MIN;
  return lines.length >= BARE_LINES_MIN && aligned <= BARE_ALIGNED_MAX;
}

/** Short cells with a common right edge and different left edges: text aligned right on its row. */
function isFlushRight(right: readonly Placed[]): boolean {
  const edge = largest(right.map(({ segment }) => segment.box.right));
  const flush = right.filter(({ segment }) => edge - segment.box.right <= SLACK && segment.words.length <= 6);
  const lefts = new Set(right.map(({ segment }) => Math.round(segment.box.left / SLACK)));
  return flush.length >= 0.7 * right.length && lefts.size >= 0.5 * right.length;
}

/** Whether the lines on the left are headings, dates and labels, or mostly headings with their text beside them. */
function isRail(left: readonly Placed[], right: readonly Placed[], headings: number): boolean {
  const lines = linesIn(left);
  const others = linesIn(right);
  const aligned = [...lines].filter((line) => others.has(line)).length;
  const marks = left.filter((placed) => !isHeading(placed) && (isDate(placed.segment.text) || /[:：]$/.test(placed.segment.text))).length;
  return headings + marks >= 0.8 * lines.size || (headings >= 0.6 * lines.size && aligned >= 0.8 * lines.size);
}

/** Whether each heading on the left is alone on its line, above text on both sides. */
function headsBoth(left: readonly Placed[], right: readonly Placed[]): boolean {
  const others = linesIn(right);
  const own = linesIn(left);
  const headings = left.filter(isHeading);
  const beside = [...others].filter((line) => own.has(line)).length;
  return headings.length > 1 && headings.every(({ line }) => !others.has(line)) && beside >= 0.8 * others.size;
}

const isHeading = ({ segment }: Placed) => segment.words.length <= 4 && sectionHeadingOf(segment.text)?.sure === true;
/** Headings with nothing beside them on their own side. */
function headingsIn(side: readonly Placed[]): number {
  const counts = new Map<number, number>();
  for (const { line } of side) counts.set(line, (counts.get(line) ?? 0) + 1);
  return side.filter((placed) => counts.get(placed.line) === 1 && isHeading(placed)).length;
}

/** Whether the text is a date or a period and little else. */
function isDate(text: string): boolean {
  const found = text.length < 50 ? findPeriod(text) : null;
  return found !== null && found.to - found.from >= 0.6 * text.length;
}

/** Segments on the first line of the band that are not part of it, such as a heading in the left column, come before it. */
function withRest(sorted: readonly Placed[], { left, right }: Band): Gutter {
  const inside = new Set([...left, ...right]);
  const top = smallest([...inside].map(({ segment }) => segment.box.top));
  const firstLines = new Set([left[0]?.line, right[0]?.line]);
  const isAbove = ({ segment, line }: Placed) => segment.box.top < top || firstLines.has(line);
  const rest = sorted.filter((placed) => !inside.has(placed));
  return { above: rest.filter(isAbove), left, right, below: rest.filter((placed) => !isAbove(placed)) };
}
