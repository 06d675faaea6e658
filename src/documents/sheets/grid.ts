/** Sheets of cells as blocks: one table per sheet, whose cells keep their names. */
import { LIMITS } from "#contract/limits.ts";
import { type Block, plain, type Table } from "#documents/flow/block.ts";
import { largest } from "#documents/long-lists.ts";

/** `column` and `row` count from 0. `text` is as a person sees it. */
export type Cell = { column: number; text: string; bold?: boolean };
export type Row = { row: number; cells: Cell[] };
/** `name`: null for a file that is one sheet. Rows and their cells are ascending, without empty ones. */
export type Grid = { name: string | null; rows: Row[] };

/** Columns beside each other on a page; further ones follow on pages of their own, as in print. */
const COLUMNS_MAX = 100;
/** A longer text does not widen its column: it is broken into lines, or reaches over the empty cells beside it. */
const COLUMN_CHARACTERS_MAX = 60;
/** Empty rows in a row are shown as at most this many. */
const GAP_ROWS_MAX = 2;

/** Counts the cells of a file and says when there are more than are read. */
export class CellsLeft {
  cut = false;
  private left: number = LIMITS.documentCellsMax;

  take(): boolean {
    if (this.left === 0) this.cut = true;
    else this.left -= 1;
    return !this.cut;
  }
}

export function sheetBlocks(grids: readonly Grid[]): Block[] {
  return grids.flatMap((grid): Block[] => {
    const start = { kind: "break", ...(grid.name === null ? {} : { sheet: grid.name }) } as const;
    return stripsOf(grid).flatMap((strip): Block[] => [start, tableOf(strip)]);
  });
}

/** The name of a cell, such as `C7`. */
export function cellName(column: number, row: number): string {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row + 1}`;
}

type Strip = { columns: number[]; rows: Row[] };

/** The columns that have anything, in strips that fit on a page. */
function stripsOf({ rows }: Grid): Strip[] {
  const used = [...new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)))].sort((a, b) => a - b);
  const strips: Strip[] = [];
  for (let from = 0; from < used.length; from += COLUMNS_MAX) {
    const columns = used.slice(from, from + COLUMNS_MAX);
    const own = new Set(columns);
    const inStrip =
      used.length <= COLUMNS_MAX ? rows : rows.map(({ row, cells }) => ({ row, cells: cells.filter((cell) => own.has(cell.column)) }));
    strips.push({ columns, rows: inStrip.filter(({ cells }) => cells.length > 0) });
  }
  return strips;
}

function tableOf({ columns, rows }: Strip): Table {
  const placeOf = new Map(columns.map((column, i) => [column, i]));
  const table = { kind: "table", rows: [] as Block[][][], names: [] as NonNullable<Table["names"]> } as const;
  let last = -1;
  for (const { row, cells } of rows) {
    const gap = last < 0 ? 0 : Math.min(GAP_ROWS_MAX, row - last - 1);
    for (let i = 0; i < gap; i++) {
      table.rows.push([]);
      table.names.push([]);
    }
    last = row;
    const line: Block[][] = [];
    const names: NonNullable<Table["names"]>[number] = [];
    for (const { column, text, bold = false } of cells) {
      const place = placeOf.get(column) ?? 0;
      while (line.length < place) {
        line.push([]);
        names.push(null);
      }
      line.push(text.split("\n").map((part) => plain(part, { bold })));
      names.push({ cell: cellName(column, row) });
    }
    table.rows.push(line);
    table.names.push(names);
  }
  return { ...table, widths: widthsOf(table.rows, columns.length) };
}

/** In characters. The last text of a row reaches over the columns that other rows have there. */
function widthsOf(rows: Table["rows"], count: number): number[] {
  const widths = Array.from({ length: count }, () => 1);
  for (const line of rows) {
    for (const [i, cell] of line.entries()) {
      if (i === line.length - 1 && i < count - 1) continue;
      const width = largest(cell.map((part) => (part.kind === "paragraph" ? (part.runs[0]?.text.length ?? 0) : 0)));
      widths[i] = Math.max(widths[i] ?? 1, Math.min(COLUMN_CHARACTERS_MAX, width));
    }
  }
  return widths;
}
