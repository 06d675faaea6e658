/** Printed tables as grids: columns with a head, rows of cells; tables that continue each other are one grid. */

import type { Page } from "#documents/document.ts";
import { isRightToLeft } from "#documents/layout/reading-view.ts";
import { append } from "#documents/long-lists.ts";
import { sharedAcross, widthOf } from "#structure/boxes.ts";
import type { Piece } from "#structure/pieces.ts";
import type { Cell } from "#structure/sheet.ts";
import { type Column, type Table, tablesOn } from "#structure/tables/tables.ts";
import { cellOfPieces } from "./piece-cells.ts";

export type GridColumn = {
  /** What stands over this column alone; and over it and others. */
  head: string;
  over: string;
  /** The lines of its head. */
  headCells: Cell[];
  /** The counts before the texts of the next column. */
  counts?: boolean;
  /** The codes that count the rows, such as "Coverage A", "Coverage B". */
  enumerates?: boolean;
  /** By row; null where the row has nothing. */
  cells: (Cell | null)[];
};
export type Grid = {
  columns: GridColumn[];
  sections: (Cell | null)[];
  /** Texts above it, nearest first. */
  titles: string[];
  page: number;
  rtl: boolean;
  /** The statement that it is a part of, above or below a sum. */
  whole?: Grid;
};

/** `pages` are as they are read: columns of pages from right to left are in their order already. */
export function gridsOf(pages: readonly Page[]): Grid[] {
  const ordered = new Set(pages.filter(isRightToLeft).map(({ number }) => number));
  return continued(pages.flatMap(tablesOn))
    .map(gridOf)
    .map((grid) => (ordered.has(grid.page) ? { ...grid, rtl: false } : grid));
}

/** Tables joined with those that continue them: without own heads or with the same, and with the same columns. */
function continued(tables: readonly Table[]): Table[][] {
  const runs: Table[][] = [];
  for (const [i, table] of tables.entries()) {
    const first = tables[i - 1]?.page !== table.page;
    const run = runs.findLast((each) => continues(each.at(-1), table, each[0], first));
    if (run) run.push(table);
    else runs.push([table]);
  }
  return runs;
}

const headText = ({ own, over }: Column): string => [...over, ...own].map(({ text }) => text).join(" ");

function continues(last: Table | undefined, next: Table, first: Table | undefined, tops: boolean): boolean {
  if (!last || !first || next.page < last.page || next.page > last.page + 1 || last.columns.length !== next.columns.length) return false;
  if (next.page === last.page && next.top < last.bottom) return false;
  const headed = next.columns.some((column) => headText(column) !== "");
  const heads = (table: Table) => table.columns.map(headText).join("|");
  const titles = (table: Table) => table.titles.map(({ text }) => text).join("|");
  if (headed) return heads(first) === heads(next) && (next.titles.length === 0 || titles(first) === titles(next));
  if (!first.columns.some((column) => headText(column) !== "") || (next.page !== last.page && !tops)) return false;
  return next.columns.every((column, i) => {
    const other = last.columns[i];
    return other !== undefined && sharedAcross(column, other) > 0.3 * Math.min(widthOf(column), widthOf(other));
  });
}

function gridOf(tables: readonly Table[]): Grid {
  const [first] = tables;
  const heads = first?.columns ?? [];
  const columns = heads.map(
    ({ own, over }): GridColumn => ({
      head: plain(own),
      over: plain(over),
      headCells: own.flatMap((piece) => cellOfPieces([piece]) ?? []),
      cells: [],
    }),
  );
  const sections: (Cell | null)[] = [];
  for (const { rows } of tables) {
    for (const [i, column] of columns.entries())
      append(
        column.cells,
        rows.map(({ cells }) => cellOfPieces(cells[i] ?? [])),
      );
    append(
      sections,
      rows.map(({ section }) => cellOfPieces(section)),
    );
  }
  return {
    columns,
    sections,
    titles: (first?.titles ?? []).map(({ text }) => text),
    page: first?.page ?? 0,
    rtl: isOfRightToLeft(columns),
  };
}

const plain = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join(" ");

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/u;

function isOfRightToLeft(columns: readonly GridColumn[]): boolean {
  const texts = columns.flatMap(({ head, cells }) => [head, ...cells.slice(0, 10).map((cell) => cell?.text ?? "")]);
  const lettered = texts.filter((text) => /\p{L}/u.test(text));
  return lettered.filter((text) => RIGHT_TO_LEFT.test(text)).length > 0.5 * lettered.length;
}
