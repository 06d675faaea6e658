/** Jobs, projects and engagements: heads are found by their periods and common type; what follows a head is its body. */

import { jobLabelAt } from "#resumes/lexicon/job-labels.ts";
import { organisationScore, titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import { isNounAlone } from "#resumes/lexicon/organisations.ts";
import type { BodyStyle } from "#resumes/outline/body-style.ts";
import { statementOf, statementsOf } from "#resumes/outline/statements.ts";
import type { Statement } from "#resumes/outline.ts";
import { cut, type Piece } from "#resumes/page/piece.ts";
import { isCaps, type Row } from "#resumes/page/row.ts";
import { withDatesApart } from "./dates-apart.ts";
import { type EntryHead, headOf } from "./head-cells.ts";
import { headSpans } from "./head-spans.ts";
import { isProse } from "./prose.ts";
import type { ReadEntry } from "./read-entry.ts";
import type { Span } from "./span.ts";
import { mayName, orderOf, partsOf, projectPartsOf, splitPair, titlePart } from "./title-and-organisation.ts";
import { type ToldJob, toldJobs } from "./told-jobs.ts";
import { withWholePeriods } from "./whole-periods.ts";

const NO_HEAD: EntryHead = { cells: [], period: null, periodAt: null, single: false };

/** `isProject`: the section lists projects, not jobs. */
export function entriesOf(printed: readonly Row[], body: BodyStyle, isProject = false): { entries: ReadEntry[]; statements: Statement[] } {
  const rows = jobRows(printed);
  const spans = isProject ? headSpans(rows, body, true) : withTold(headSpans(rows, body, false), rows);
  const heads = spans.map((span) => (isTold(span) ? span.head : headOf(rows.slice(span.from, span.to))));
  const order = orderOf(heads);
  const entries = spans.map((span, i) => {
    const until = spans[i + 1]?.from ?? rows.length;
    return isTold(span)
      ? toldEntry(span, statementsOf(rows.slice(span.from, until), body))
      : entryOf(heads[i] ?? NO_HEAD, rows.slice(span.to, until), isProject ? null : order, body);
  });
  return {
    entries: isProject ? entries : withDoubts(entries),
    statements: statementsOf(rows.slice(0, spans[0]?.from ?? rows.length), body),
  };
}

/** The rows of a section with dates as rows or parts of rows of their own: what entries are made of. */
export const jobRows = (printed: readonly Row[]): Row[] => withWholePeriods(withDatesApart(printed));

function entryOf(head: EntryHead, rest: readonly Row[], order: number | null, body: BodyStyle): ReadEntry {
  const parts = order === null ? projectPartsOf(head) : partsOf(head, order);
  const pair = order !== null && parts.title && !parts.organisation ? splitPair(parts.title) : null;
  const { title, organisation: name } = pair ?? parts;
  const named = order === null || !title ? { title, rest: null } : titlePart(title);
  const organisation = name ?? named.rest;
  const late = order === null || isTitle(named.title) ? null : titleBelow(rest);
  const others = [
    ...parts.others,
    ...(named.rest && name ? [named.rest] : []),
    ...(late && named.title ? [named.title] : []),
    ...detailsOf(head),
  ];
  const statement = (piece: typeof title) => piece && statementOf(piece);
  return {
    title: statement(late?.title ?? named.title),
    organisation: statement(organisation),
    place: statement(parts.place),
    period: head.period,
    periodAt: head.periodAt,
    employerAbove: rowOfCell(head, organisation) < rowOfCell(head, named.title),
    body: [
      ...others.map((piece) => statementOf(piece)),
      ...statementsOf(
        rest.filter((row) => row !== late?.row),
        body,
      ),
    ],
  };
}

/** The row of the head that the piece stands on; NaN when it is none of its cells. */
const rowOfCell = (head: EntryHead, piece: Piece | null): number =>
  head.cells.find((cell) => piece !== null && cell.piece.words[0] === piece.words[0])?.row ?? Number.NaN;

const isTold = (span: Span): span is ToldJob => "title" in span;

/** A sentence that tells a job is a head where it says when, or where no other head has a title: else it may be about the job above. */
function withTold(spans: readonly Span[], rows: readonly Row[]): Span[] {
  const isSure = ({ from, to }: Span) => isTitle(partsOf(headOf(rows.slice(from, to)), 0).title);
  const told = toldJobs(rows).filter(({ head }) => head.period !== null || !spans.some(isSure));
  const apart = spans.filter(({ from, to }) => told.every((job) => to <= job.from || from >= job.to));
  return [...apart, ...told].sort((a, b) => a.from - b.from);
}

function toldEntry({ title, organisation, head }: ToldJob, body: Statement[]): ReadEntry {
  return {
    title: statementOf(title),
    organisation: statementOf(organisation),
    place: null,
    period: head.period,
    periodAt: head.periodAt,
    body,
  };
}

/** Share of the section's heads with a known title from which on a head without one is doubtful. */
const KNOWN_MIN = 0.3;

/**
 * Where the words of most titles are known, a title of unknown words is none, and neither is a name beside no title that nothing speaks
 * for: a wrong value is worse than none. The entry keeps them, for what reads the outline; they are given as no value.
 */
function withDoubts(entries: readonly ReadEntry[]): ReadEntry[] {
  const known = entries.filter(({ title }) => title && titleScore(title.text) === 3).length;
  const isKnown = known > 0 && known >= KNOWN_MIN * entries.length;
  return entries.map((entry) => {
    const { title, organisation } = entry;
    const noTitle = title !== null && (!mayName(title.text) || (isKnown && titleScore(title.text) === 0));
    const bare = isKnown && (noTitle || title === null) && !entry.place;
    const noName =
      organisation !== null && (!mayName(organisation.text) || isNounAlone(organisation.text) || (bare && !isNamed(organisation.text)));
    return { ...entry, doubtful: { title: noTitle, organisation: noName } };
  });
}

const isNamed = (text: string): boolean => organisationScore(text) > 1 || isCaps(text);

const isTitle = (piece: Piece | null): boolean => piece !== null && titleScore(piece.text) === 3;

/** Rows below a head without title in which it is looked for: what the employer does may stand between. */
const TITLE_ROWS_MAX = 4;
const TITLE_WORDS_MAX = 8;

/** `Example Ltd, 2019 – 2021`, a line about the firm, and then `Head of Sales`: a row that is a title and nothing else. */
function titleBelow(rows: readonly Row[]): { row: Row; title: Piece } | null {
  for (const row of rows.slice(0, TITLE_ROWS_MAX)) {
    const label = row.bullet ? null : jobLabelAt(row.piece.text);
    const value = label?.kind === "title" ? cut(row.piece, label.to, row.piece.text.length) : null;
    if (value && value.words.length <= TITLE_WORDS_MAX) return { row, title: value };
    if (isTitleAlone(row)) return { row, title: row.piece };
  }
  return null;
}

function isTitleAlone(row: Row): boolean {
  const { piece, bullet } = row;
  return !bullet && isTitle(piece) && piece.words.length <= TITLE_WORDS_MAX && !isProse(row) && !/[,.;:]/.test(piece.text);
}

/** What stands in a head and is no part of it, such as links. */
const detailsOf = (head: EntryHead) => head.cells.filter(({ as }) => as === "detail").map(({ piece }) => piece);
