/**
 * Which rows are the heads of entries. A row with a period anchors a head; how many rows above and below it belong to the head is
 * decided for the whole section: every layout is tried, and the one whose heads read best as title and organisation is taken.
 */
import { largest } from "#documents/long-lists.ts";
import { jobLabelAt, jobLabelKind } from "#resumes/lexicon/job-labels.ts";
import { organisationScore, placeScore, schoolScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import { type BodyStyle, standsApart } from "#resumes/outline/body-style.ts";
import type { Piece } from "#resumes/page/piece.ts";
import { isCaps, type Row } from "#resumes/page/row.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";
import { type EntryHead, headOf } from "./head-cells.ts";
import { isLink, withoutLinks } from "./links.ts";
import { HEAD_WORDS_MAX, isProse } from "./prose.ts";
import { partsOf, splitPair } from "./title-and-organisation.ts";

export type Span = { from: number; to: number };

const ROWS_ABOVE_MAX = 3;
const ROWS_BELOW_MAX = 3;
const WORDS_BELOW_MAX = 9;

/** Rows of the heads, top to bottom, without overlap. */
export function headSpans(rows: readonly Row[], body: BodyStyle): Span[] {
  const dated = [...rows.keys()].filter((i) => isAnchor(rows, i));
  const anchors = dated.filter((anchor, n) => n === 0 || isOwnEntry(rows, anchor));
  if (anchors.length === 0) return strongSpans(rows, body);
  const choices = anchors.map((anchor, n) => choicesOf(rows, anchor, anchors[n - 1] ?? -1, anchors[n + 1] ?? rows.length, body));
  const bare = usualLayout(choices.filter((_, n) => isBareAnchor(rows[anchors[n] ?? 0])));
  const full = usualLayout(choices.filter((_, n) => !isBareAnchor(rows[anchors[n] ?? 0])));
  const usualAt = (n: number) => (isBareAnchor(rows[anchors[n] ?? 0]) ? bare : full);
  const spans: Span[] = [];
  for (const [n, anchor] of anchors.entries()) {
    const floor = spans.at(-1)?.to ?? 0;
    if (anchor < floor) continue;
    const next = anchors[n + 1];
    const ceiling = next === undefined ? rows.length : next - usualAt(n + 1).above;
    const usual = usualAt(n);
    const fits = (choices[n] ?? []).filter(({ above, below }) => anchor - above >= floor && anchor + below < Math.max(ceiling, anchor + 1));
    const best = bestOf(fits, usual);
    const to = anchor + best.below + 1;
    const withPlace = to < ceiling && isPlaceAlone(rows[to], rows[anchor]);
    spans.push({ from: anchor - best.above, to: withPlace ? to + 1 : to });
  }
  return withUndated(rows, spans);
}

/** Rows from one job of such a list to the next. */
const UNDATED_APART_MAX = 2;
const UNDATED_WORDS_MAX = 10;

/** Early jobs are often listed without dates, one on a row: rows that have both a title and an employer are heads too. */
function withUndated(rows: readonly Row[], spans: readonly Span[]): Span[] {
  const whole = [...rows.keys()].filter((i) => spans.every(({ from, to }) => i < from || i >= to) && isWholeHead(rows[i]));
  const undated = whole.filter((i) => whole.some((j) => i !== j && Math.abs(i - j) <= UNDATED_APART_MAX));
  return [...spans, ...undated.map((i) => ({ from: i, to: i + 1 }))].sort((a, b) => a.from - b.from);
}

/** A title and an employer that is known by its words, its legal form or its capitals. */
function isWholeHead(row: Row | undefined): boolean {
  if (!row || row.bullet || isProse(row) || row.piece.words.length > UNDATED_WORDS_MAX || labelOf(row) !== null) return false;
  const parts = partsOf(headOf([row]), 0);
  const pair = parts.title && !parts.organisation ? splitPair(parts.title) : null;
  const { title, organisation } = pair ?? parts;
  if (!title || !organisation || titleScore(title.text) < 3 || parts.others.length > 0) return false;
  return nameWorth(organisation.text) > 2 || isCaps(organisation.text);
}

type Layout = { above: number; below: number };
/** Rows above and below the anchor, how many of them are more than a link (`layout`), and how well they read as a head. */
type Choice = Layout & { layout: Layout; worth: number };

/** What a head in the section's usual layout gains. */
const USUAL_ABOVE = Number(process.env.USUAL_ABOVE ?? 1.6);
const USUAL_BELOW = Number(process.env.USUAL_BELOW ?? 0.6);

function bestOf(choices: readonly Choice[], usual: Layout): Layout {
  let best: Layout = { above: 0, below: 0 };
  let most = -Infinity;
  for (const choice of choices) {
    const { layout } = choice;
    const worth = choice.worth + (layout.above === usual.above ? USUAL_ABOVE : 0) + (layout.below === usual.below ? USUAL_BELOW : 0);
    if (worth <= most) continue;
    most = worth;
    best = choice;
  }
  return best;
}

/** The layout that is worth most for all anchors together. */
function usualLayout(all: readonly (readonly Choice[])[]): Layout {
  let best: Layout = { above: 0, below: 0 };
  let most = -Infinity;
  for (let above = 0; above <= ROWS_ABOVE_MAX; above++) {
    for (let below = 0; below <= ROWS_BELOW_MAX; below++) {
      let worth = 0;
      for (const choices of all) {
        const alike = choices.filter(({ layout }) => layout.above === above && layout.below === below);
        worth += Math.max(0, largest(alike.map((each) => each.worth)));
      }
      if (worth <= most + 0.01) continue;
      most = worth;
      best = { above, below };
    }
  }
  return best;
}

/** Every head that the anchor could have between its neighbours. */
function choicesOf(rows: readonly Row[], anchor: number, before: number, after: number, body: BodyStyle): Choice[] {
  const aboveMax = rowsAbove(rows, anchor, before + 1, body);
  const belowMax = rowsBelow(rows, anchor, after, body);
  const heads = new Map<number, EntryHead>();
  for (let i = anchor - aboveMax; i <= anchor + belowMax; i++) {
    const row = rows[i];
    if (row) heads.set(i, headOf([row]));
  }
  const choices: Choice[] = [];
  for (let above = 0; above <= aboveMax; above++) {
    for (let below = 0; below <= belowMax; below++) {
      const cells = [];
      for (let i = anchor - above; i <= anchor + below; i++)
        for (const cell of heads.get(i)?.cells ?? []) cells.push({ ...cell, row: i - anchor + above });
      const named = (from: number, to: number) => rows.slice(from, to).filter(({ piece }) => !isLink(piece.text)).length;
      const layout = { above: named(anchor - above, anchor), below: named(anchor + 1, anchor + 1 + below) };
      choices.push({ above, below, layout, worth: worthOf({ cells, period: null, periodAt: null, single: false }) });
    }
  }
  return choices;
}

const LABELLED = 3.5;
const UNSURE_TITLE = Number(process.env.UNSURE_TITLE ?? -0.3);
const UNSURE_NAME = Number(process.env.UNSURE_NAME ?? 1.2);
const SPARE_CELL = Number(process.env.SPARE_CELL ?? 0.8);
const PLACE = Number(process.env.PLACE ?? 0.6);
const CAPITALS = Number(process.env.CAPITALS ?? 0.6);

/** How well the cells read as one head: a title, an organisation, at most a place, and nothing else. */
function worthOf(head: EntryHead): number {
  const parts = partsOf(head, 0);
  const pair = parts.title && !parts.organisation ? splitPair(parts.title) : null;
  const { title, organisation } = pair ?? parts;
  let worth = -SPARE_CELL * parts.others.length;
  const named = (piece: Piece) => head.cells.some((cell) => cell.as !== undefined && cell.piece === piece);
  if (title) worth += named(title) ? LABELLED : titleScore(title.text) > 0 ? titleScore(title.text) : UNSURE_TITLE;
  if (organisation) worth += named(organisation) ? LABELLED : nameWorth(organisation.text);
  if (parts.place) worth += PLACE;
  if (organisation && isCaps(organisation.text)) worth += CAPITALS;
  for (const part of [title, organisation]) if (part && part.words.length > 9) worth -= 1.5;
  return worth;
}

function nameWorth(text: string): number {
  if (organisationScore(text) > 1 || schoolScore(text) > 0) return 2.5;
  if (organisationScore(text) > 0) return 2;
  return /^\P{L}*[\p{Lu}\p{Lo}]/u.test(text) && !/[.;!?]$/.test(text) ? UNSURE_NAME : -1;
}

const LABELLED_ROWS_MAX = 4;

/** A labelled period is that of a job when labels beside it name the employer or the title: `Duration:` below `Client:` is a part of one. */
function isOwnEntry(rows: readonly Row[], anchor: number): boolean {
  const label = labelOf(rows[anchor]);
  if (label !== "period") return true;
  const names = (i: number) => ["employer", "title"].includes(labelOf(rows[i]) ?? "");
  for (let i = anchor - 1; i >= anchor - LABELLED_ROWS_MAX && labelOf(rows[i]); i--) if (names(i)) return true;
  for (let i = anchor + 1; i <= anchor + LABELLED_ROWS_MAX && labelOf(rows[i]); i++) if (names(i)) return true;
  return false;
}

const labelOf = (row: Row | undefined) => (row && !row.bullet ? (jobLabelAt(row.piece.text)?.kind ?? null) : null);

/** Whether the row has a period and little else. */
function isAnchor(rows: readonly Row[], i: number): boolean {
  const row = rows[i];
  if (!row) return false;
  const found = findPeriod(row.piece.text);
  if (!found || labelOf(row) === "detail") return false;
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

/** In the same block, or across a page break. */
const follows = (upper: Row, lower: Row | undefined) => lower !== undefined && (upper.block === lower.block || upper.page !== lower.page);

function isNoHead(row: Row): boolean {
  if (isLink(row.piece.text)) return false;
  const label = labelOf(row) ?? (jobLabelKind(row.piece.text) === "detail" ? "detail" : null);
  return label === null ? isProse(row) : label === "detail";
}

function rowsAbove(rows: readonly Row[], anchor: number, floor: number, body: BodyStyle): number {
  let count = 0;
  const size = rows[anchor]?.size ?? 0;
  while (count < ROWS_ABOVE_MAX && anchor - count - 1 >= floor) {
    const row = rows[anchor - count - 1];
    if (!row || row.bullet || isNoHead(row) || !follows(row, rows[anchor]) || row.size < 0.8 * size) break;
    if (isTail(rows, anchor - count - 1, body)) break;
    count += 1;
  }
  return count;
}

/** Share of the longest line that a wrapped line has at least, and that the last line of a paragraph has at most. */
const WRAPPED_MIN = 0.88;
const TAIL_MAX = 0.6;

/** Whether the row ends the paragraph of the row above, whose line is full and whose sentence is open. */
function isTail(rows: readonly Row[], i: number, body: BodyStyle): boolean {
  const [above, row] = [rows[i - 1], rows[i]];
  if (!above || !row || body.plain || above.block !== row.block || standsApart(row, body) || above.bold !== row.bold || row.caps) return false;
  if (Math.abs(above.size - row.size) > 0.1 * row.size || !(above.bullet || isProse(above)) || /[.!?:;]$/.test(above.piece.text)) return false;
  if (titleScore(row.piece.text) > 1 || !lacksPart([row])) return false;
  const edge = largest(rows.filter(({ block }) => block === row.block).map(({ box }) => box.right));
  const left = above.box.left;
  return above.box.right - left > WRAPPED_MIN * (edge - left) && row.box.right - left < TAIL_MAX * (edge - left);
}

function rowsBelow(rows: readonly Row[], anchor: number, limit: number, body: BodyStyle): number {
  let count = 0;
  while (count < ROWS_BELOW_MAX && anchor + count + 1 < limit) {
    const at = anchor + count + 1;
    const row = rows[at];
    if (!row || row.block !== rows[anchor]?.block) break;
    const { text } = withoutLinks(row);
    const isTitle = titleScore(text) > 0;
    if (row.bullet ? !(count === 0 && isTitle && !isProse(row) && row.piece.words.length <= 8) : isNoHead(row) && !isTitled(row)) break;
    if (text.split(" ").length > (isTitled(row) ? HEAD_WORDS_MAX : WORDS_BELOW_MAX)) break;
    if (findPeriod(row.piece.text)?.single === false) break;
    if (plainBeforeText(rows, at, body) && !isTitle) break;
    count += 1;
  }
  return count;
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

/** Share of the next row's width below which a row is not the first line of a wrapped paragraph. */
const SHORT_ROW = 0.6;

/** A plain row that continues in the next row is the beginning of a paragraph. */
function plainBeforeText(rows: readonly Row[], i: number, body: BodyStyle): boolean {
  const row = rows[i];
  const next = rows[i + 1];
  if (!row || (row.bold && !body.bold) || row.caps) return false;
  if (next === undefined || next.bullet || !isProse(next) || standsApart(next, body)) return false;
  return next.gap <= body.gap + 0.2 && withoutLinks(row).right - row.box.left > SHORT_ROW * (next.box.right - next.box.left);
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

function lacksPart(rows: readonly Row[]): boolean {
  const parts = partsOf(headOf(rows), 0);
  const pair = parts.title && !parts.organisation ? splitPair(parts.title) : null;
  return !pair && (!parts.title || !parts.organisation);
}
