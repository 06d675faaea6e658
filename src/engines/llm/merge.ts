/** Merges the replies of all windows into one: one finding per path, each row of a table once, in the order of the replies. */
import type { FieldList } from "./fields.ts";
import { patternOf } from "./fields.ts";
import type { Reply, ReplyFinding, ReplySaid, ReplyTable } from "./reply.ts";

/** `line` is null when the model did not give one. `cells` by column. */
export type MergedRow = { page: number; line: number | null; cells: Map<string, ReplySaid> };
export type Merged = {
  findings: ReplyFinding[];
  /** By path of the table. */
  rows: Map<string, MergedRow[]>;
  /** Paths with different answers from several windows, and the answers that were not taken. */
  conflicts: { path: string; others: string[] }[];
  /** Paths of tables and columns that were answered and that the schema does not have. */
  unknown: string[];
};

/** `replies` in the order of their windows. */
export function merge(replies: readonly Reply[], fields: FieldList): Merged {
  const { findings, conflicts } = mergeFindings(
    replies.map((reply) => reply.findings.map(withPointer)),
    fields,
  );
  return { findings, conflicts, rows: mergeRows(replies, fields), unknown: unknownIn(replies, fields) };
}

/** Models write `total`, `seller.name` and `tags[0]` for `/total`, `/seller/name` and `/tags/0`. */
function withPointer(finding: ReplyFinding): ReplyFinding {
  const { path } = finding;
  return path.startsWith("/") ? finding : { ...finding, path: `/${path.replace(/\[(\d+)\]/g, ".$1").replaceAll(".", "/")}` };
}

const wordsOf = ({ raw, value }: ReplySaid) => (value ?? raw ?? "").replace(/\s+/g, " ").trim();

/**
 * Where windows disagree, the most frequent answer is taken; in a tie the first, as the text at the top of a document (numbers, dates,
 * parties) is rarely repeated wrongly, and a total is in one window only. Items of lists are renumbered.
 */
function mergeFindings(byWindow: ReplyFinding[][], fields: FieldList): Pick<Merged, "findings" | "conflicts"> {
  const findings: ReplyFinding[] = [];
  const conflicts: Merged["conflicts"] = [];
  // A number in a pointer is an item's number unless a field has that name.
  const isItem = ({ path }: ReplyFinding) => patternOf(path).endsWith("/*") && !fields.byPath.has(path);
  const answers = byWindow.flat().filter((finding) => (finding.raw ?? finding.value) !== null);
  for (const [path, given] of Map.groupBy(
    answers.filter((finding) => !isItem(finding)),
    (finding) => finding.path,
  )) {
    const ranked = [...Map.groupBy(given, wordsOf).values()].toSorted((a, b) => b.length - a.length);
    const [best] = ranked[0] ?? [];
    if (best) findings.push(best);
    if (ranked.length > 1) conflicts.push({ path, others: ranked.slice(1).flatMap(([other]) => (other ? [wordsOf(other)] : [])) });
  }
  const listOf = ({ path }: ReplyFinding) => path.replace(/\/\d+$/, "");
  for (const path of new Set(answers.filter(isItem).map(listOf))) {
    const lists = byWindow.map((given) => given.filter((finding) => isItem(finding) && listOf(finding) === path));
    const kept = withoutRepeated(lists, (item) => `${item.page} ${item.line ?? ""} ${wordsOf(item)}`);
    for (const [i, item] of kept.entries()) findings.push({ ...item, path: `${path}/${i}` });
  }
  return { findings, conflicts };
}

const pathOf = ({ path }: ReplyTable): string => (path.startsWith("/") ? path : `/${path}`);
const columnOf = (name: string): string => name.replace(/^\//, "");

function unknownIn(replies: readonly Reply[], fields: FieldList): string[] {
  const unknown = replies.flatMap(({ tables }) =>
    tables.flatMap((table) => {
      if (table.rows.length === 0) return [];
      const known = fields.tables.find(({ path }) => path === pathOf(table))?.columns;
      if (!known) return [pathOf(table)];
      const isSaid = (i: number) => table.rows.some(({ cells }) => (cells[i]?.raw ?? cells[i]?.value ?? null) !== null);
      return table.columns.flatMap((name, i) =>
        known.includes(columnOf(name)) || !isSaid(i) ? [] : [`${pathOf(table)}/${columnOf(name)}`],
      );
    }),
  );
  return [...new Set(unknown)];
}

function mergeRows(replies: readonly Reply[], fields: FieldList): Merged["rows"] {
  const parts = new Map<string, MergedRow[][]>();
  for (const table of replies.flatMap((reply) => reply.tables)) {
    const path = pathOf(table);
    const known = fields.tables.find((each) => each.path === path);
    if (known) parts.set(path, [...(parts.get(path) ?? []), rowsOf(table, known.columns)]);
  }
  return new Map([...parts].map(([path, rows]) => [path, withoutRepeated(rows, placeOf)]));
}

function rowsOf({ columns, rows }: ReplyTable, known: readonly string[]): MergedRow[] {
  const names = columns.map(columnOf);
  return rows.map(({ page, line, cells }) => {
    const named = names.flatMap((name, i): [string, ReplySaid][] => {
      const cell = cells[i];
      return cell && known.includes(name) && (cell.raw ?? cell.value) !== null ? [[name, cell]] : [];
    });
    return { page, line: line ?? null, cells: new Map(named) };
  });
}

/** The key of a row. Rows without a line are compared by their words. */
function placeOf({ page, line, cells }: MergedRow): string {
  return line === null ? `${page} ${JSON.stringify([...cells])}` : `${page} ${line}`;
}

/**
 * Entries of several replies, of which later ones may repeat earlier ones: windows overlap. Within one reply nothing is a repetition, as
 * several rows may be printed on one line. New entries of a later reply stand where the document has them.
 */
function withoutRepeated<T extends Placed>(parts: readonly (readonly T[])[], keyOf: (each: T) => string): T[] {
  const kept: T[] = [];
  for (const part of parts) {
    const had = Map.groupBy(kept, keyOf);
    const seen = new Map<string, number>();
    for (const each of part) {
      const key = keyOf(each);
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      if (count <= (had.get(key)?.length ?? 0)) continue;
      const before = part === parts[0] ? -1 : kept.findIndex((other) => isAfter(other, each));
      kept.splice(before < 0 ? kept.length : before, 0, each);
    }
  }
  return kept;
}

type Placed = { page: number; line?: number | null | undefined };

function isAfter(a: Placed, b: Placed): boolean {
  return a.page > b.page || (a.page === b.page && a.line != null && b.line != null && a.line > b.line);
}
