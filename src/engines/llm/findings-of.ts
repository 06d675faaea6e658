/** Turns the models' replies into findings: paths, words, and where on the page the engine saw them. */

import { child } from "#contract/pointer.ts";
import type { Box, Document } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { Finding } from "#engines/engine.ts";
import { type FieldList, isConcluded, patternOf } from "./fields.ts";
import type { Merged, MergedRow } from "./merge.ts";
import type { ReplyFinding } from "./reply.ts";

/** Margin of an answer on which windows disagreed. */
const MARGIN_OF_CONFLICT = 0.1;
/** Maximum number of lines over which a row's cells wrap. */
const ROW_LINES_MAX = 6;

export function findingsOf(document: Document, merged: Merged, fields: FieldList): Finding[] {
  const disputed = new Set(merged.conflicts.map(({ path }) => path));
  const singles = merged.findings.map((finding) => singleOf(document, finding, fields, disputed.has(finding.path)));
  const cells = [...merged.rows].flatMap(([path, rows]) =>
    rows.flatMap((row, i) => cellsOf(document, child(path, i), row, rows[i + 1], fields)),
  );
  return [...singles, ...cells];
}

function singleOf(document: Document, finding: ReplyFinding, fields: FieldList, disputed: boolean): Finding {
  const { path, raw, page, line, quote, value } = finding;
  const field = fields.byPath.get(path) ?? fields.byPath.get(patternOf(path));
  const at = line == null ? null : boxOf(document, page, line, line + 1);
  return {
    path,
    raw,
    page,
    ...(quote == null || quote.trim() === "" ? {} : { quote }),
    ...(at ? { at } : {}),
    ...(field && isConcluded(field) && value != null && value.trim() !== "" ? { value, concluded: true } : {}),
    ...(disputed ? { margin: MARGIN_OF_CONFLICT } : {}),
  };
}

function cellsOf(
  document: Document,
  pointer: string,
  { page, line, cells }: MergedRow,
  next: MergedRow | undefined,
  fields: FieldList,
): Finding[] {
  const end = line !== null && next?.page === page && next.line !== null ? next.line : (line ?? 0) + ROW_LINES_MAX;
  const at = line === null ? null : boxOf(document, page, line, Math.min(end, line + ROW_LINES_MAX));
  const cellOf = (path: string, raw: string): Finding => ({ path, raw, page, ...(at ? { at } : {}) });
  return [...cells].flatMap(([column, cell]) => {
    const path = `${pointer}/${column}`;
    if (fields.byPath.get(patternOf(path))?.type !== "array") return [cellOf(path, cell)];
    const items = cell.split(/\r?\n/).filter((item) => item.trim() !== "");
    return items.map((item, i) => cellOf(child(path, i), item));
  });
}

/** The box around lines `from` (inclusive) to `to` (exclusive); null when the page does not have them. */
function boxOf(document: Document, pageNumber: number, from: number, to: number): Box | null {
  const page = document.pages.find(({ number }) => number === pageNumber);
  const lines = (page?.lines ?? []).slice(Math.max(0, from - 1), Math.max(from, to - 1));
  return from < 1 || lines.length === 0 ? null : boxAround(lines);
}
