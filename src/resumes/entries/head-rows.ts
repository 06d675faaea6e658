/** Rows around a period that may belong to the head of an entry: names, titles, places and labelled facts, not running text. */
import { largest } from "#documents/long-lists.ts";
import { type JobLabelKind, jobLabelAt, jobLabelKind } from "#resumes/lexicon/job-labels.ts";
import { placeScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import { type BodyStyle, standsApart } from "#resumes/outline/body-style.ts";
import type { Row } from "#resumes/page/row.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";
import { headOf } from "./head-cells.ts";
import { isLink, withoutLinks } from "./links.ts";
import { HEAD_WORDS_MAX, isProse } from "./prose.ts";
import { partsOf, splitPair } from "./title-and-organisation.ts";

/** The rows of a section, the style of the text, and the right edge of each block of the reading order. */
export type SectionRows = { rows: readonly Row[]; body: BodyStyle; edges: ReadonlyMap<number, number> };

export function sectionRows(rows: readonly Row[], body: BodyStyle): SectionRows {
  const blocks = Map.groupBy(rows, ({ block }) => block);
  return { rows, body, edges: new Map([...blocks].map(([block, all]) => [block, largest(all.map(({ box }) => box.right))])) };
}

export const ROWS_ABOVE_MAX = 3;
export const ROWS_BELOW_MAX = 3;
const WORDS_BELOW_MAX = 9;

/** The label that the row begins with; null for a bullet and for a row without one. */
export const labelOf = (row: Row | undefined): JobLabelKind | null =>
  row && !row.bullet ? (jobLabelAt(row.piece.text)?.kind ?? null) : null;

/** In the same block, or across a page break. */
const follows = (upper: Row, lower: Row | undefined) => lower !== undefined && (upper.block === lower.block || upper.page !== lower.page);

function isNoHead(row: Row): boolean {
  if (isLink(row.piece.text)) return false;
  const label = labelOf(row) ?? (jobLabelKind(row.piece.text) === "detail" ? "detail" : null);
  return label === null ? isProse(row) : label === "detail";
}

/** How many rows right above the anchor may belong to its head; `floor` is the first row that may. */
export function rowsAbove(section: SectionRows, anchor: number, floor: number): number {
  const { rows } = section;
  let count = 0;
  const size = rows[anchor]?.size ?? 0;
  while (count < ROWS_ABOVE_MAX && anchor - count - 1 >= floor) {
    const row = rows[anchor - count - 1];
    if (!row || row.bullet || isNoHead(row) || !follows(row, rows[anchor]) || row.size < 0.8 * size) break;
    if (isTail(section, anchor - count - 1)) break;
    count += 1;
  }
  return count;
}

/** Share of the longest line that a wrapped line has at least, and that the last line of a paragraph has at most. */
const WRAPPED_MIN = 0.88;
const TAIL_MAX = 0.6;

/** Whether the row ends the paragraph of the row above, whose line is full and whose sentence is open. */
function isTail({ rows, body, edges }: SectionRows, i: number): boolean {
  const [above, row] = [rows[i - 1], rows[i]];
  if (!above || !row || body.plain || above.block !== row.block || standsApart(row, body) || above.bold !== row.bold || row.caps)
    return false;
  if (Math.abs(above.size - row.size) > 0.1 * row.size || !(above.bullet || isProse(above)) || /[.!?:;]$/.test(above.piece.text))
    return false;
  if (titleScore(row.piece.text) > 1 || !lacksPart([row])) return false;
  const edge = edges.get(row.block) ?? row.box.right;
  const left = above.box.left;
  return above.box.right - left > WRAPPED_MIN * (edge - left) && row.box.right - left < TAIL_MAX * (edge - left);
}

/** How many rows right below the anchor may belong to its head; `limit` is the first row that may not. */
export function rowsBelow({ rows, body }: SectionRows, anchor: number, limit: number): number {
  let count = 0;
  while (count < ROWS_BELOW_MAX && anchor + count + 1 < limit) {
    const at = anchor + count + 1;
    const row = rows[at];
    const anchored = rows[anchor];
    if (!row || !anchored || !follows(anchored, row)) break;
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

export function isPlaceAlone(row: Row | undefined, anchor: Row | undefined): boolean {
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

/** Whether the rows, read as a head, have not both a title and an organisation. */
export function lacksPart(rows: readonly Row[]): boolean {
  const parts = partsOf(headOf(rows), 0);
  const pair = parts.title && !parts.organisation ? splitPair(parts.title) : null;
  return !pair && (!parts.title || !parts.organisation);
}
