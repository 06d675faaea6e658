/** Turns the models' replies into findings: paths, words, and where on the page the engine saw them. */

import { child } from "#contract/pointer.ts";
import type { Box, Document } from "#documents/document.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { Finding } from "#engines/engine.ts";
import { type FieldList, patternOf } from "./fields.ts";
import type { Merged, MergedRow } from "./merge.ts";
import type { ReplyFinding, ReplySaid } from "./reply.ts";

/** Margin of an answer on which windows disagreed. */
const MARGIN_OF_CONFLICT = 0.5;
/** Maximum number of lines over which a row's cells wrap. */
const ROW_LINES_MAX = 6;

/** `shown`: numbers of the pages whose pictures the model saw. */
export function findingsOf(document: Document, merged: Merged, fields: FieldList, shown: ReadonlySet<number>): Finding[] {
  const disputed = new Set(merged.conflicts.map(({ path }) => path));
  const singles = merged.findings.map((finding) => singleOf(document, finding, shown, disputed.has(finding.path)));
  const cells = [...merged.rows].flatMap(([path, rows]) =>
    rows.flatMap((row, i) => cellsOf(document, child(path, i), row, rows[i + 1], fields, shown)),
  );
  return [...singles, ...cells];
}

function singleOf(document: Document, finding: ReplyFinding, shown: ReadonlySet<number>, disputed: boolean): Finding {
  const { path, page, line } = finding;
  const at = line == null ? null : boxOf(document, page, line, line + 1);
  return { ...findingOf(path, finding, page, at, shown), ...(disputed ? { margin: MARGIN_OF_CONFLICT } : {}) };
}

function findingOf(path: string, { raw, value }: ReplySaid, page: number, at: Box | null, shown: ReadonlySet<number>): Finding {
  return {
    path,
    raw: raw ?? "",
    page,
    ...(at ? { at } : {}),
    ...(value === null ? {} : { value, concluded: true }),
    ...(shown.has(page) ? { seen: true } : {}),
  };
}

function cellsOf(
  document: Document,
  pointer: string,
  { page, line, cells }: MergedRow,
  next: MergedRow | undefined,
  fields: FieldList,
  shown: ReadonlySet<number>,
): Finding[] {
  const nextLine = next?.page === page ? next.line : null;
  const end = line !== null && nextLine !== null && nextLine > line ? nextLine : (line ?? 0) + ROW_LINES_MAX;
  const at = line === null ? null : boxOf(document, page, line, Math.min(end, (line ?? 0) + ROW_LINES_MAX));
  return [...cells].flatMap(([column, said]) => {
    const path = `${pointer}/${column}`;
    if (fields.byPath.get(patternOf(path))?.type !== "array") return [findingOf(path, said, page, at, shown)];
    const items = (said.value ?? said.raw ?? "").split(/\r?\n/).filter((item) => item.trim() !== "");
    return items.map((item, i) =>
      findingOf(child(path, i), said.value === null ? { raw: item, value: null } : { raw: said.raw, value: item }, page, at, shown),
    );
  });
}

/** The box around lines `from` (inclusive) to `to` (exclusive); null when the page does not have them. */
function boxOf(document: Document, pageNumber: number, from: number, to: number): Box | null {
  const page = document.pages.find(({ number }) => number === pageNumber);
  const lines = (page?.lines ?? []).slice(Math.max(0, from - 1), Math.max(from, to - 1));
  return from < 1 || lines.length === 0 ? null : boxAround(lines);
}
