/** Jobs, projects and engagements: heads are found by their periods and common type; what follows a head is its body. */

import type { BodyStyle } from "#resumes/outline/body-style.ts";
import { statementOf, statementsOf } from "#resumes/outline/statements.ts";
import type { Statement } from "#resumes/outline.ts";
import type { Row } from "#resumes/page/row.ts";
import { withDatesApart } from "./dates-apart.ts";
import { type EntryHead, headOf } from "./head-cells.ts";
import { headSpans } from "./head-spans.ts";
import type { ReadEntry } from "./read-entry.ts";
import { orderOf, partsOf, projectPartsOf, splitPair } from "./title-and-organisation.ts";
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
  const statement = (piece: typeof title) => piece && statementOf(piece);
  return {
    title: statement(title),
    organisation: statement(organisation),
    place: statement(parts.place),
    period: head.period,
    periodAt: head.periodAt,
    body: [...[...parts.others, ...detailsOf(head)].map((piece) => statementOf(piece)), ...statementsOf(rest, body)],
  };
}

/** What stands in a head and is no part of it, such as links. */
const detailsOf = (head: EntryHead) => head.cells.filter(({ as }) => as === "detail").map(({ piece }) => piece);
