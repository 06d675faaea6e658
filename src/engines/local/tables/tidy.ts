/** Makes the columns of a grid those that a reader sees: joins what the print parts, and parts what it joins. */
import { boxAround } from "#documents/layout/assemble.ts";
import { isValueLike } from "#structure/pieces.ts";
import { type Cell, textOf } from "#structure/sheet.ts";
import type { Grid, GridColumn } from "./grid.ts";
import { partedStrokes } from "./parted-cells.ts";

export function tidied(grid: Grid): Grid {
  const columns = withoutGaps(
    joinedLevels(joinedSigns(withoutEmpty(grid.columns).flatMap((column) => partedStrokes(column) ?? [column])), grid),
  );
  return unfolded({ ...grid, columns });
}

const filled = ({ cells }: GridColumn): Cell[] => cells.filter((cell) => cell !== null);
const withoutEmpty = (columns: readonly GridColumn[]): GridColumn[] =>
  columns.filter((column) => column.head !== "" || filled(column).length > 0);

const SIGN = /^[\p{Sc}%$]+$/u;

/** A column of currency signs is part of the amounts beside it. */
function joinedSigns(columns: readonly GridColumn[]): GridColumn[] {
  const kept: GridColumn[] = [];
  let waiting: GridColumn | null = null;
  for (const column of columns) {
    const cells = filled(column);
    const signs = cells.length > 0 && cells.every(({ text }) => SIGN.test(text));
    if (signs && waiting === null) waiting = column;
    else if (waiting && isValues(column)) {
      kept.push({
        ...column,
        head: [waiting.head, column.head].filter((text) => text !== "" && !SIGN.test(text)).join(" "),
        cells: column.cells.map((cell, i) => join(waiting?.cells[i] ?? null, cell)),
      });
      waiting = null;
    } else {
      if (waiting) kept.push(waiting);
      waiting = signs ? column : null;
      if (!signs) kept.push(column);
    }
  }
  return waiting ? [...kept, waiting] : kept;
}

const isValues = (column: GridColumn): boolean => {
  const cells = filled(column);
  return cells.length > 0 && cells.filter(({ text }) => isValueLike(text)).length > 0.6 * cells.length;
};

function join(a: Cell | null, b: Cell | null): Cell | null {
  if (a === null || b === null) return a === null ? b : isLoneSign(a) ? null : a;
  const words = [...a.words, ...b.words];
  return { ...a, words, text: textOf(words), box: boxAround(words) };
}
const isLoneSign = ({ text }: Cell): boolean => SIGN.test(text);

const bare = (text: string): string => text.replaceAll(/[\p{Sc}\s]/gu, "");

/** Sums set in a column of their own under the same head: neighbours that are never filled in one row. */
function joinedLevels(columns: readonly GridColumn[], { rtl }: Grid): GridColumn[] {
  const kept: GridColumn[] = [];
  for (const column of columns) {
    const last = kept.at(-1);
    const heads = last ? [bare(last.head), bare(column.head)] : [];
    const [named, other] = rtl ? [heads[1], heads[0]] : heads;
    const sameHead = named !== "" || last?.over !== "" ? other === "" && (last?.over === column.over || column.over === "") : false;
    const disjoint = last !== undefined && column.cells.every((cell, i) => cell === null || (last.cells[i] ?? null) === null);
    if (last && sameHead && disjoint && isValues(last) && isValues(column) && filled(column).length > 0)
      kept[kept.length - 1] = {
        headCells: last.headCells,
        head:
          heads.filter((text) => text !== "").join(" ") === ""
            ? last.head
            : ([last.head, column.head].find((text) => bare(text) !== "") ?? ""),
        over: last.over,
        cells: last.cells.map((cell, i) => cell ?? column.cells[i] ?? null),
      };
    else kept.push(column);
  }
  return kept;
}

/** A head over an empty column, beside a column without a head: the head is not aligned with its cells. */
function withoutGaps(columns: readonly GridColumn[]): GridColumn[] {
  const kept: GridColumn[] = [];
  for (const column of columns) {
    const last = kept.at(-1);
    const empty = (each: GridColumn) => filled(each).length === 0;
    if (last && last.head === "" && empty(column)) kept[kept.length - 1] = { ...last, head: column.head };
    else if (last && empty(last) && column.head === "") kept[kept.length - 1] = { ...column, head: last.head };
    else kept.push(column);
  }
  return kept;
}

/** "Date, Amount, Date, Amount": the same heads again are the same table printed beside itself. */
function unfolded(grid: Grid): Grid {
  const heads = grid.columns.map(({ head, over }) => `${over} ${head}`.trim().toLowerCase());
  const width = heads.findIndex((head, i) => i > 0 && head === heads[0]);
  if (width < 2 || heads.length % width !== 0 || heads.some((head, i) => head === "" || head !== heads[i % width])) return grid;
  const parts = Array.from({ length: heads.length / width }, (_, i) => grid.columns.slice(i * width, (i + 1) * width));
  const columns = (parts[0] ?? []).map((column, i) => ({ ...column, cells: parts.flatMap((part) => part[i]?.cells ?? []) }));
  const sections = parts.flatMap(() => grid.sections);
  const kept = sections.map((_, row) => columns.some(({ cells }) => (cells[row] ?? null) !== null));
  const only = <T>(list: readonly T[]): T[] => list.filter((_, i) => kept[i]);
  return { ...grid, columns: columns.map((column) => ({ ...column, cells: only(column.cells) })), sections: only(sections) };
}
