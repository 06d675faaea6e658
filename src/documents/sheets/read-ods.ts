/** Reads sheets of OpenDocument: the file has the text of each cell as it is shown. */
import { type Element, isTag } from "domhandler";
import { childrenOf, openDocument, textOf } from "#documents/office/open-document.ts";
import { type Cell, CellsLeft, type Grid, type Row } from "./grid.ts";
import { type SheetsRead, sheetWarnings } from "./read-xlsx.ts";

/** A row or cell with text may say that it stands for many. */
const REPEATED_MAX = 1_000;

/** Throws TaskFailure `corrupt_document`, `encrypted_document`, `deadline_exceeded`. */
export async function readOds(bytes: Uint8Array): Promise<SheetsRead> {
  const { body, styles, warnings } = await openDocument(bytes, "office:spreadsheet");
  const hiddenStyles = new Set(styles.filter(isHidden).map(({ attribs }) => attribs["style:name"] ?? ""));
  const left = new CellsLeft();
  const counts = { formulas: 0, uncomputed: 0, hidden: 0 };
  const grids: Grid[] = [];
  for (const table of childrenOf(body, "table:table")) {
    if (hiddenStyles.has(table.attribs["table:style-name"] ?? "")) counts.hidden += 1;
    else grids.push({ name: table.attribs["table:name"] ?? `Sheet${grids.length + 1}`, rows: rowsOf(table, left, counts) });
  }
  return { grids, warnings: [...warnings, ...sheetWarnings(counts)], cut: left.cut };
}

function isHidden(style: Element): boolean {
  return childrenOf(style, "style:table-properties").some(({ attribs }) => attribs["table:display"] === "false");
}

const NOT_SHOWN = new Set(["collapse", "filter"]);
type Counts = { formulas: number; uncomputed: number; hidden: number };

function rowsOf(table: Element, left: CellsLeft, counts: Counts): Row[] {
  const rows: Row[] = [];
  let at = 0;
  for (const row of rowElements(table)) {
    const times = Number(row.attribs["table:number-rows-repeated"]) || 1;
    if (NOT_SHOWN.has(row.attribs["table:visibility"] ?? "")) counts.hidden += times;
    else {
      const cells = cellsOf(row, left, counts);
      for (let i = 0; cells.length > 0 && i < Math.min(times, REPEATED_MAX); i++) {
        if (i > 0 && !cells.every(() => left.take())) break;
        rows.push({ row: at + i, cells });
      }
    }
    at += times;
  }
  return rows;
}

function rowElements(parent: Element): Element[] {
  return parent.children.filter(isTag).flatMap((each) => {
    if (each.name === "table:table-row") return [each];
    return ["table:table-header-rows", "table:table-rows", "table:table-row-group"].includes(each.name) ? rowElements(each) : [];
  });
}

function cellsOf(row: Element, left: CellsLeft, counts: Counts): Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  for (const cell of childrenOf(row, "table:table-cell", "table:covered-table-cell")) {
    const times = Number(cell.attribs["table:number-columns-repeated"]) || 1;
    const text = shownOf(cell);
    if (cell.attribs["table:formula"] !== undefined) {
      counts.formulas += 1;
      counts.uncomputed += text === "" ? 1 : 0;
    }
    for (let i = 0; text !== "" && i < Math.min(times, REPEATED_MAX) && left.take(); i++) cells.push({ column: column + i, text });
    column += times;
  }
  return cells;
}

function shownOf(cell: Element): string {
  const lines = childrenOf(cell, "text:p").map((paragraph) => textOf(paragraph).trim());
  return (
    lines.join("\n").trim() ||
    (cell.attribs["office:string-value"] ?? cell.attribs["office:date-value"] ?? cell.attribs["office:value"] ?? "")
  );
}
