/** Heads of entries without a period: rows in larger or bolder type, or rows that have both a title and an employer. */
import { titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import type { BodyStyle } from "#resumes/outline/body-style.ts";
import { isCaps, type Row } from "#resumes/page/row.ts";
import { headOfRow } from "./head-cells.ts";
import { nameWorth } from "./head-layouts.ts";
import { labelOf, lacksPart } from "./head-rows.ts";
import { isProse } from "./prose.ts";
import type { Span } from "./span.ts";
import { partsOf, splitPair } from "./title-and-organisation.ts";

/** Rows from one job of such a list to the next or the one before. */
const NEAR = [-2, -1, 1, 2];
const UNDATED_WORDS_MAX = 10;

/** Early jobs are often listed without dates, one on a row: rows that have both a title and an employer are heads too, and labelled ones. */
export function withUndated(rows: readonly Row[], spans: readonly Span[]): Span[] {
  const dated = new Set(spans.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, n) => from + n)));
  const whole = new Set([...rows.keys()].filter((i) => !dated.has(i) && isWholeHead(rows[i])));
  const undated = [...whole].filter((i) => NEAR.some((apart) => whole.has(i + apart)));
  const found = [...spans, ...undated.map((i) => ({ from: i, to: i + 1 })), ...labelledSpans(rows, dated)];
  return found.sort((a, b) => a.from - b.from);
}

/** Rows with the labels of an employer and a title, in any order: `Company: Example Ltd`, `Role: Analyst`. A role alone may be part of a job. */
export function labelledSpans(rows: readonly Row[], dated: ReadonlySet<number> = new Set()): Span[] {
  const spans: Span[] = [];
  for (let i = 0; i < rows.length; i++) {
    if (dated.has(i) || !namesJob(rows[i])) continue;
    let to = i + 1;
    if (labelOf(rows[i]) === "title" && labelOf(rows[i + 1]) !== "employer") continue;
    while (!dated.has(to) && namesJob(rows[to]) && labelOf(rows[to]) !== labelOf(rows[to - 1])) to += 1;
    if (!dated.has(i - 1) && !dated.has(to)) spans.push({ from: i, to });
    i = to - 1;
  }
  return spans;
}

const namesJob = (row: Row | undefined): boolean => ["employer", "title"].includes(labelOf(row) ?? "");

/** A title and an employer that is known by its words, its legal form or its capitals. */
function isWholeHead(row: Row | undefined): boolean {
  if (!row || row.bullet || isProse(row) || row.piece.words.length > UNDATED_WORDS_MAX || labelOf(row) !== null) return false;
  if (titleScore(row.piece.text) === 0) return false;
  const parts = partsOf(headOfRow(row), 0);
  const pair = parts.title && !parts.organisation ? splitPair(parts.title) : null;
  const { title, organisation } = pair ?? parts;
  if (!title || !organisation || titleScore(title.text) < 3 || parts.others.length > 0) return false;
  return nameWorth(organisation.text) > 2 || isCaps(organisation.text);
}

/** Without periods: rows in larger or bolder type begin entries. */
export function strongSpans(rows: readonly Row[], body: BodyStyle): Span[] {
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
