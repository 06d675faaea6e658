/** Merges the replies of all windows into one: one finding per path, each row of a table once, in the order of the document. */
import type { FieldList } from "./fields.ts";
import { patternOf } from "./fields.ts";
import type { Reply, ReplyFinding } from "./reply.ts";

/** `line` is null when the model did not give one. `cells` by column. */
export type MergedRow = { page: number; line: number | null; cells: Map<string, string> };
export type Merged = {
  findings: ReplyFinding[];
  /** By path of the table. */
  rows: Map<string, MergedRow[]>;
  /** Paths with different answers from several windows, and the answers that were not taken. */
  conflicts: { path: string; others: string[] }[];
};

/** `replies` in the order of their windows. */
export function merge(replies: readonly Reply[], fields: FieldList): Merged {
  const { findings, conflicts } = mergeFindings(
    replies.map((reply) => reply.findings.map(withPointer)),
    fields,
  );
  return { findings, conflicts, rows: mergeRows(replies, fields) };
}

/** Models write `total`, `seller.name` and `tags[0]` for `/total`, `/seller/name` and `/tags/0`. */
function withPointer(finding: ReplyFinding): ReplyFinding {
  const { path } = finding;
  return path.startsWith("/") ? finding : { ...finding, path: `/${path.replace(/\[(\d+)\]/g, ".$1").replaceAll(".", "/")}` };
}

const same = (text: string) => text.replace(/\s+/g, " ").trim();

/**
 * Where windows disagree, the most frequent answer is taken; in a tie the first, as the text at the top of a document (numbers, dates,
 * parties) is rarely repeated wrongly, and a total is in one window only. Items of lists are renumbered.
 */
function mergeFindings(byWindow: ReplyFinding[][], fields: FieldList): Pick<Merged, "findings" | "conflicts"> {
  const answers = new Map<string, ReplyFinding[]>();
  const items = new Map<string, ReplyFinding[]>();
  for (const finding of byWindow.flat()) {
    const pattern = patternOf(finding.path);
    // A number in a pointer is an item's number unless a field has that name.
    const isItem = pattern.endsWith("/*") && !fields.byPath.has(finding.path);
    const group = isItem ? items : answers;
    const key = isItem ? finding.path.replace(/\/\d+$/, "") : finding.path;
    group.set(key, [...(group.get(key) ?? []), finding]);
  }
  const findings: ReplyFinding[] = [];
  const conflicts: Merged["conflicts"] = [];
  for (const [path, given] of answers) {
    const counts = Map.groupBy(given, ({ raw }) => same(raw));
    const ranked = [...counts.values()].toSorted((a, b) => b.length - a.length);
    const [best] = ranked[0] ?? [];
    if (best) findings.push(best);
    if (ranked.length > 1) conflicts.push({ path, others: ranked.slice(1).flatMap(([other]) => (other ? [other.raw] : [])) });
  }
  for (const [path, given] of items) {
    const kept = distinct(given, ({ page, line, raw }) => `${page} ${line ?? ""} ${same(raw)}`);
    for (const [i, finding] of kept.toSorted(byPlace).entries()) findings.push({ ...finding, path: `${path}/${i}` });
  }
  return { findings, conflicts };
}

function mergeRows(replies: readonly Reply[], fields: FieldList): Merged["rows"] {
  const merged: Merged["rows"] = new Map();
  for (const table of replies.flatMap((reply) => reply.tables)) {
    const path = table.path.startsWith("/") ? table.path : `/${table.path}`;
    const known = fields.tables.find((each) => each.path === path);
    if (!known) continue;
    const columns = table.columns.map((name) => name.replace(/^\//, ""));
    const rows = table.rows.map(({ page, line, cells }): MergedRow => {
      const named = columns.flatMap((column, i): [string, string][] => {
        const cell = cells[i] ?? "";
        return known.columns.includes(column) && cell.trim() !== "" ? [[column, cell]] : [];
      });
      return { page, line: line ?? null, cells: new Map(named) };
    });
    merged.set(path, [...(merged.get(path) ?? []), ...rows]);
  }
  for (const [path, rows] of merged) merged.set(path, distinct(rows, placeOf).toSorted(byPlace));
  return merged;
}

/** The key of a row: two rows on one line are the same row; rows without a line are compared by their words. */
function placeOf({ page, line, cells }: MergedRow): string {
  return line === null ? `${page} ${JSON.stringify([...cells])}` : `${page} ${line}`;
}

function distinct<T>(all: readonly T[], keyOf: (each: T) => string): T[] {
  return [...Map.groupBy(all, keyOf).values()].flatMap(([first]) => (first === undefined ? [] : [first]));
}

/** Entries without a line keep their order within their page. */
function byPlace(a: { page: number; line?: number | null | undefined }, b: { page: number; line?: number | null | undefined }): number {
  return a.page - b.page || (a.line == null || b.line == null ? 0 : a.line - b.line);
}
