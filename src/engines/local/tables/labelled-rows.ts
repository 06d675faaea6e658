/** Rows of a table field whose printed heads are known labels of columns, in any language: found by the header row, over all pages. */

import { child } from "#contract/pointer.ts";
import { append, largest, smallest } from "#documents/long-lists.ts";
import type { Finding } from "#engines/engine.ts";
import type { ListField } from "#engines/local/leaves.ts";
import { valuesIn } from "#engines/local/page/values-in.ts";
import type { DocumentLocale } from "#engines/values/locale.ts";
import { readNumber } from "#engines/values/number.ts";
import type { Cell, Sheet } from "#structure/sheet.ts";
import { textOf, withWords } from "#structure/sheet.ts";
import { bodyOf, type TableRow } from "./body.ts";
import { type Column, columnsOf, type Header, headerOn } from "./header.ts";
import { describing } from "./item-names.ts";

/** `columns`: fields that have a head. */
export type LabelledRows = { findings: Finding[]; columns: number };

export function labelledRowsOf(table: ListField, sheets: readonly Sheet[], locale: DocumentLocale): LabelledRows {
  const columns = columnsOf(table.field.fields ?? []);
  const rows: { row: TableRow; header: Header }[] = [];
  let last = null as Header | null;
  let open = false;
  const headers = sheets.map((sheet) => headerOn(sheet, columns));
  const best = Math.max(0, largest(headers.map((header) => header?.score ?? 0)));
  for (const [i, sheet] of sheets.entries()) {
    const own = headers[i] ?? null;
    const usable: Header | null =
      own && own.score >= 0.7 * best ? own : open && last ? { ...last, page: sheet.page.number, toLine: 0 } : null;
    if (!usable) continue;
    const body = bodyOf(sheet, usable, columns);
    if (!own && body.rows.length === 0) open = false;
    append(
      rows,
      body.rows.map((row) => ({ row, header: usable })),
    );
    open = !body.ended;
    last = usable;
  }
  const counted = countedInText(columns, rows);
  const named = rows.reduce((most, { header }) => Math.max(most, header.columns.size), 0);
  const findings = rows.flatMap(({ row, header }, i) => {
    const [path, parted] = [`${table.path}/${i}`, counted ? withoutCount(row, header, counted) : null];
    const count = parted && counted ? numberFinding(child(path, counted.quantity.field.name), parted.count) : [];
    return [...count, ...columns.flatMap((column) => cellFinding(path, column, header, parted?.row ?? row, locale))];
  });
  return { findings, columns: named + (counted ? 1 : 0) };
}

type Counted = { quantity: Column; description: Column };
type Found = { row: TableRow; header: Header };
const COUNT = /^\d{1,4}x?$/iu;

/** Without a column for quantities each text may begin with one: "2 Coffee", "1x Cake". */
function countedInText(columns: readonly Column[], rows: readonly Found[]): Counted | null {
  const [quantity, description] = ["quantity", "description"].map((concept) => columns.find((column) => column.concept === concept));
  if (!quantity || !description || rows.length === 0) return null;
  const begins = ({ row, header }: Found) => {
    const head = header.columns.get(description);
    const [count, next] = head ? (row.cells.get(head) ?? []).flatMap((cell) => cell.words) : [];
    return !header.columns.has(quantity) && COUNT.test(count?.text ?? "") && /^\p{L}/u.test(next?.text ?? "");
  };
  return rows.every(begins) ? { quantity, description } : null;
}

function withoutCount(row: TableRow, header: Header, { description }: Counted): { row: TableRow; count: Cell } | null {
  const head = header.columns.get(description);
  const [first, ...others] = head ? (row.cells.get(head) ?? []) : [];
  if (!head || !first) return null;
  const rest = first.words.length > 1 ? [withWords(first, first.words.slice(1)), ...others] : others;
  return { row: { cells: new Map([...row.cells, [head, rest]]) }, count: withWords(first, first.words.slice(0, 1)) };
}

function numberFinding(path: string, cell: Cell): Finding[] {
  return [{ path, raw: cell.text.replace(/x$/i, ""), page: cell.page, at: cell.box, margin: MARGIN_NAMED }];
}

/** Margin of a cell whose head names its column. */
const MARGIN_NAMED = 0.95;

function cellFinding(path: string, column: Column, header: Header, row: TableRow, locale: DocumentLocale): Finding[] {
  const head = header.columns.get(column);
  const cells = head ? (row.cells.get(head) ?? []) : [];
  if (cells.length === 0) return [];
  const pointer = child(path, column.field.name);
  if (column.kind === "text") return textFinding(pointer, column.concept === "description" ? describing(cells) : cells);
  const [first] = cells;
  if (!first) return [];
  const value = valuesIn(first, column.kind === "number" ? "number" : column.kind)[0] ?? valuesIn(first, "number")[0];
  if (!value) return [];
  if (column.kind === "amount" && !readNumber(value.raw, locale.decimal, true)) return [];
  return [{ path: pointer, raw: value.raw, page: value.cell.page, at: value.box, margin: MARGIN_NAMED }];
}

/** The words of a cell that runs over several lines. */
function textFinding(path: string, cells: readonly Cell[]): Finding[] {
  const words = cells.flatMap((cell) => cell.words);
  const [first] = cells;
  if (!first || !words.some((word) => /[\p{L}\p{N}]/u.test(word.text))) return [];
  const box = {
    left: smallest(words.map((word) => word.box.left)),
    top: smallest(words.map((word) => word.box.top)),
    right: largest(words.map((word) => word.box.right)),
    bottom: largest(words.map((word) => word.box.bottom)),
  };
  return [{ path, raw: textOf(words), page: first.page, at: box, margin: MARGIN_NAMED }];
}
