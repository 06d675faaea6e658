/** Rows of a table field: found by the header row in any language, over all pages. */
import type { Finding } from "#engines/engine.ts";
import type { ListField } from "#engines/local/leaves.ts";
import type { Cell, Sheet } from "#engines/local/page/sheet.ts";
import { textOf } from "#engines/local/page/sheet.ts";
import { valuesIn } from "#engines/local/page/values-in.ts";
import { child } from "#engines/pointer.ts";
import type { DocumentLocale } from "#engines/values/locale.ts";
import { readNumber } from "#engines/values/number.ts";
import { bodyOf, type Row } from "./body.ts";
import { type Column, columnsOf, type Header, headerOn } from "./header.ts";

export function rowsOf(table: ListField, sheets: readonly Sheet[], locale: DocumentLocale): Finding[] {
  const columns = columnsOf(table.field.fields ?? []);
  const rows: { row: Row; header: Header }[] = [];
  let last = null as Header | null;
  let open = false;
  const headers = sheets.map((sheet) => headerOn(sheet, columns));
  const best = Math.max(0, ...headers.map((header) => header?.score ?? 0));
  for (const [i, sheet] of sheets.entries()) {
    const own = headers[i] ?? null;
    const usable: Header | null =
      own && own.score >= 0.7 * best ? own : open && last ? { ...last, page: sheet.page.number, toLine: 0 } : null;
    if (!usable) continue;
    const body = bodyOf(sheet, usable, columns);
    if (!own && body.rows.length === 0) open = false;
    rows.push(...body.rows.map((row) => ({ row, header: usable })));
    open = !body.ended;
    last = usable;
  }
  return rows.flatMap(({ row, header }, i) => columns.flatMap((column) => cellFinding(`${table.path}/${i}`, column, header, row, locale)));
}

/** How clear the cell is: a heading names its column. */
const MARGIN_NAMED = 0.8;

function cellFinding(path: string, column: Column, header: Header, row: Row, locale: DocumentLocale): Finding[] {
  const head = header.columns.get(column);
  const cells = head ? (row.cells.get(head) ?? []) : [];
  if (cells.length === 0) return [];
  const pointer = child(path, column.field.name);
  if (column.kind === "text") return textFinding(pointer, cells);
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
    left: Math.min(...words.map((word) => word.box.left)),
    top: Math.min(...words.map((word) => word.box.top)),
    right: Math.max(...words.map((word) => word.box.right)),
    bottom: Math.max(...words.map((word) => word.box.bottom)),
  };
  return [{ path, raw: textOf(words), page: first.page, at: box, margin: MARGIN_NAMED }];
}
