/** Jobs, projects and engagements: heads are found by their periods and common type; what follows a head is its body. */

import { anyOf } from "#language/phrases.ts";
import { placeScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import type { BodyStyle } from "#resumes/outline/body-style.ts";
import { statementOf, statementsOf } from "#resumes/outline/statements.ts";
import type { Statement } from "#resumes/outline.ts";
import type { Row } from "#resumes/page/row.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";
import { type EntryHead, headOf } from "./head-cells.ts";
import type { ReadEntry } from "./read-entry.ts";
import { orderOf, partsOf, projectPartsOf, splitPair } from "./title-and-organisation.ts";
import { withWholePeriods } from "./whole-periods.ts";

type Span = { from: number; to: number };

const NO_HEAD: EntryHead = { cells: [], period: null, periodAt: null, single: false };
const HEAD_ROWS_ABOVE_MAX = 3;
const HEAD_WORDS_MAX = 14;

/** `isProject`: the section lists projects, not jobs. */
export function entriesOf(printed: readonly Row[], body: BodyStyle, isProject = false): { entries: ReadEntry[]; statements: Statement[] } {
  const rows = withWholePeriods(printed);
  const spans = headSpans(rows, body);
  const heads = spans.map((span) => headOf(rows.slice(span.from, span.to)));
  const order = orderOf(heads);
  const entries = spans.map((span, i) =>
    entryOf(heads[i] ?? NO_HEAD, rows.slice(span.to, spans[i + 1]?.from ?? rows.length), isProject ? null : order, body),
  );
  return { entries, statements: statementsOf(rows.slice(0, spans[0]?.from ?? rows.length), body) };
}

function entryOf(head: EntryHead, rest: readonly Row[], order: number | null, body: BodyStyle): ReadEntry {
  const parts = order === null ? projectPartsOf(head) : partsOf(head, order);
  const pair = order !== null && parts.title && !parts.organisation ? splitPair(parts.title) : null;
  const { title, organisation } = pair ?? parts;
  const statement = (piece: typeof title) => piece && statementOf(piece);
  return {
    title: statement(title),
    organisation: statement(organisation),
    place: statement(parts.place),
    period: head.period,
    periodAt: head.periodAt,
    body: [...parts.others.map((piece) => statementOf(piece)), ...statementsOf(rest, body)],
  };
}

/** Rows of the heads, top to bottom, without overlap. */
function headSpans(rows: readonly Row[], body: BodyStyle): Span[] {
  const anchors = [...rows.keys()].filter((i) => isAnchor(rows, i));
  if (anchors.length === 0) return strongSpans(rows, body);
  const bare = anchors.filter((anchor) => isBareAnchor(rows[anchor]));
  const above = {
    bare: usualAbove(rows, anchors, bare),
    full: usualAbove(
      rows,
      anchors,
      anchors.filter((anchor) => !bare.includes(anchor)),
    ),
  };
  const aboveOf = (anchor: number | undefined) => (anchor === undefined ? 0 : bare.includes(anchor) ? above.bare : above.full);
  const spans: Span[] = [];
  for (const [n, anchor] of anchors.entries()) {
    const floor = spans.at(-1)?.to ?? 0;
    if (anchor < floor) continue;
    const from = Math.max(floor, anchor - rowsAbove(rows, anchor, floor, aboveOf(anchor)));
    const to = endOfHead(rows, from, anchor, (anchors[n + 1] ?? rows.length) - aboveOf(anchors[n + 1]), body);
    spans.push({ from, to });
  }
  return spans;
}

/** Whether the row has a period and little else. */
function isAnchor(rows: readonly Row[], i: number): boolean {
  const row = rows[i];
  if (!row) return false;
  const found = findPeriod(row.piece.text);
  if (!found) return false;
  const rest = row.piece.text.length - (found.to - found.from);
  const restWords = `${row.piece.text.slice(0, found.from)} ${row.piece.text.slice(found.to)}`
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  if (found.single) {
    const atEdge = found.from <= 1 || found.to >= row.piece.text.length - 1;
    const ownCell =
      row.cells.length > 1 && row.cells.some((cell) => findPeriod(cell.text)?.from === 0 && cell.text.length <= found.to - found.from + 2);
    return !row.bullet && (ownCell || (atEdge && restWords <= 7)) && !/[.;]$/.test(row.piece.text);
  }
  if (row.bullet && rest > 60 && titleScore(row.piece.text) === 0) return false;
  if (/^\P{L}*\p{Ll}/u.test(row.piece.text.slice(0, found.from)) && found.from > 20) return false;
  return restWords <= HEAD_WORDS_MAX;
}

/** Whether the period is alone on its row: title and organisation are above or below. */
function isBareAnchor(row: Row | undefined): boolean {
  const found = row && findPeriod(row.piece.text);
  return found !== null && found !== undefined && found.to - found.from >= (row?.piece.text.length ?? 0) - 3;
}

/** How many rows above the first period belong to its head; the others of its kind have as many. */
function usualAbove(rows: readonly Row[], anchors: readonly number[], alike: readonly number[]): number {
  const counts = alike.map((anchor) => rowsAbove(rows, anchor, (anchors[anchors.indexOf(anchor) - 1] ?? -1) + 1, HEAD_ROWS_ABOVE_MAX));
  const [first = 0, ...rest] = counts;
  const isAllAbove = alike[0] === anchors[0] && anchors[0] === first;
  return isAllAbove ? Math.min(first, middle(rest) ?? first) : (middle(counts) ?? 0);
}

function middle(counts: readonly number[]): number | undefined {
  return [...counts].sort((a, b) => a - b)[counts.length >> 1];
}

/** In the same block, or across a page break. */
const follows = (upper: Row, lower: Row | undefined) => lower !== undefined && (upper.block === lower.block || upper.page !== lower.page);

function rowsAbove(rows: readonly Row[], anchor: number, floor: number, most: number): number {
  let count = 0;
  const size = rows[anchor]?.size ?? 0;
  while (count < most && anchor - count - 1 >= floor) {
    const row = rows[anchor - count - 1];
    if (!row || row.bullet || isProse(row) || !follows(row, rows[anchor]) || row.size < 0.8 * size) break;
    count += 1;
  }
  return count;
}

/** `Handled cash`, `Designing layouts`: a task, not a name. */
const GOES_ON = new RegExp(`\\s${anyOf("resumes", "line_goes_on")}$`, "u");
const DEED = new RegExp(`^\\P{L}*\\p{L}+${anyOf("resumes", "endings_of_deeds")}\\s+\\p{Ll}`, "u");

export function isProse(row: Row): boolean {
  if (/^\S*(?:https?:|www\.)/i.test(row.piece.text)) return true;
  if (DEED.test(row.piece.text) || GOES_ON.test(row.piece.text)) return true;
  const { text, words } = row.piece;
  return (
    words.length > HEAD_WORDS_MAX ||
    (/[.!?;:]$/.test(text) && words.length > 3 && !/\b(?:inc|ltd|co|corp|s\.l|b\.v)\.$/i.test(text)) ||
    (!row.bold && /^\P{L}*\p{Ll}/u.test(text))
  );
}

/** Adds rows after the period while title or organisation are missing. */
function endOfHead(rows: readonly Row[], from: number, anchor: number, limit: number, body: BodyStyle): number {
  let to = anchor + 1;
  while (to < limit && to - anchor <= 2) {
    const next = rows[to];
    if (!next || next.block !== rows[anchor]?.block || !lacksPart(rows.slice(from, to))) break;
    if (isTitled(next) && isBare(rows.slice(from, to))) {
      to += 1;
      continue;
    }
    if (
      next.bullet
        ? !(to === anchor + 1 && titleScore(next.piece.text) > 0 && next.piece.words.length <= 8)
        : isProse(next) || next.piece.words.length > 9
    )
      break;
    if (findPeriod(next.piece.text)?.single === false) break;
    if (plainBeforeText(rows, to, body) && titleScore(next.piece.text) === 0) break;
    to += 1;
  }
  return isPlaceAlone(rows[to], rows[anchor]) && to < limit ? to + 1 : to;
}

function isPlaceAlone(row: Row | undefined, anchor: Row | undefined): boolean {
  return row !== undefined && row.block === anchor?.block && !row.bullet && row.piece.words.length <= 6 && placeScore(row.piece.text) >= 3;
}

/** `Software Engineer, Search, Google, Mountain View.` below a date on its own row. */
function isTitled(row: Row): boolean {
  const lead = row.piece.text.split(/[,.;:(]|\s[-–—|]\s/)[0] ?? "";
  return (
    !row.bullet &&
    row.piece.words.length <= HEAD_WORDS_MAX &&
    lead.split(" ").length <= 7 &&
    titleScore(lead) === 3 &&
    /^\p{Lu}/u.test(lead)
  );
}

const isBare = (rows: readonly Row[]) => headOf(rows).cells.length === 0;

function lacksPart(rows: readonly Row[]): boolean {
  const parts = partsOf(headOf(rows), 0);
  const pair = parts.title && !parts.organisation ? splitPair(parts.title) : null;
  return !pair && (!parts.title || !parts.organisation);
}

/** A plain row that continues in the next row is the beginning of a paragraph. */
function plainBeforeText(rows: readonly Row[], i: number, body: BodyStyle): boolean {
  const row = rows[i];
  const next = rows[i + 1];
  if (!row || (row.bold && !body.bold) || row.caps) return false;
  return next !== undefined && !next.bullet && isProse(next) && next.gap <= body.gap + 0.2;
}

/** Without periods: rows in larger or bolder type begin entries. */
function strongSpans(rows: readonly Row[], body: BodyStyle): Span[] {
  const strong = [...rows.entries()].filter(
    ([, row]) => !row.bullet && !isProse(row) && ((row.bold && !body.bold) || row.size > body.size * 1.08 || row.caps),
  );
  if (strong.length === 0 || strong.length * 2 > rows.length + 1) return titledSpans(rows);
  return strong
    .filter(([i], n) => strong[n - 1]?.[0] !== i - 1)
    .map(([i]) => ({ from: i, to: strong.some(([j]) => j === i + 1) ? i + 2 : i + 1 }));
}

/** Rows with a title and an organisation. */
function titledSpans(rows: readonly Row[]): Span[] {
  return [...rows.entries()]
    .filter(
      ([, row]) => !row.bullet && !isProse(row) && row.piece.words.length <= 10 && !lacksPart([row]) && titleScore(row.piece.text) > 0,
    )
    .map(([i]) => ({ from: i, to: i + 1 }));
}
