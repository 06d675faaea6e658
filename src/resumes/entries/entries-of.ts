/** Jobs, projects and engagements: heads are found by their periods and common type; what follows a head is its body. */

import { titleScore } from "#resumes/lexicon/kinds-of-text.ts";
import type { BodyStyle } from "#resumes/outline/body-style.ts";
import { statementOf, statementsOf } from "#resumes/outline/statements.ts";
import type { Statement } from "#resumes/outline.ts";
import type { Piece } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";
import { withDatesApart } from "./dates-apart.ts";
import { type EntryHead, headOf } from "./head-cells.ts";
import { headSpans } from "./head-spans.ts";
import type { ReadEntry } from "./read-entry.ts";
import { isProse } from "./prose.ts";
import { orderOf, partsOf, projectPartsOf, splitPair, titlePart } from "./title-and-organisation.ts";
import { withWholePeriods } from "./whole-periods.ts";

const NO_HEAD: EntryHead = { cells: [], period: null, periodAt: null, single: false };

/** `isProject`: the section lists projects, not jobs. */
export function entriesOf(printed: readonly Row[], body: BodyStyle, isProject = false): { entries: ReadEntry[]; statements: Statement[] } {
  const rows = withWholePeriods(withDatesApart(printed));
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
  const named = order === null || !title ? { title, rest: null } : titlePart(title);
  const late = order === null || isTitle(named.title) ? null : titleBelow(rest);
  const others = [...parts.others, ...(named.rest ? [named.rest] : []), ...(late && named.title ? [named.title] : []), ...detailsOf(head)];
  const statement = (piece: typeof title) => piece && statementOf(piece);
  return {
    title: statement(late?.piece ?? named.title),
    organisation: statement(organisation),
    place: statement(parts.place),
    period: head.period,
    periodAt: head.periodAt,
    body: [
      ...others.map((piece) => statementOf(piece)),
      ...statementsOf(
        rest.filter((row) => row !== late),
        body,
      ),
    ],
  };
}

const isTitle = (piece: Piece | null): boolean => piece !== null && titleScore(piece.text) === 3;

/** Rows below a head without title in which it is looked for: what the employer does may stand between. */
const TITLE_ROWS_MAX = 4;
const TITLE_WORDS_MAX = 8;

/** `Example Ltd, 2019 – 2021`, a line about the firm, and then `Head of Sales`: a row that is a title and nothing else. */
function titleBelow(rows: readonly Row[]): Row | null {
  const row = rows.slice(0, TITLE_ROWS_MAX).find(({ piece, bullet }) => !bullet && isTitle(piece));
  return row && row.piece.words.length <= TITLE_WORDS_MAX && !isProse(row) && !/[,.;:]/.test(row.piece.text) ? row : null;
}

/** What stands in a head and is no part of it, such as links. */
const detailsOf = (head: EntryHead) => head.cells.filter(({ as }) => as === "detail").map(({ piece }) => piece);
