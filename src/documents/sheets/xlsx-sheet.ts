/** The cells of one sheet of a workbook, read as a stream: its XML is by far the largest part. */
import { Parser } from "htmlparser2";
import { decodeXml } from "#documents/xml/decode.ts";
import type { Cell, CellsLeft, Row } from "./grid.ts";
import { type CellStyle, shownNumber } from "./xlsx-styles.ts";

export type Workbook = { strings: readonly string[]; styles: readonly CellStyle[]; from1904: boolean };
/** `formulas`: cells with one; `uncomputed`: those of them without a stored value; `hidden`: rows and columns that are not shown. */
export type SheetRead = { rows: Row[]; formulas: number; uncomputed: number; hidden: number };

const REFERENCE = /^([A-Z]{1,3})([0-9]{1,7})$/;
/** The last column and row of Excel are XFD and 1048576. */
const COLUMNS_MAX = 16_384;
const ROWS_MAX = 1_048_576;
/** Ranges of hidden columns; a file of Excel has one for each group of neighbours. */
const HIDDEN_MAX = 500;
const ERROR_OR_TEXT = new Set(["str", "e", "d"]);

/** What is being read of a cell. */
type Open = { column: number; type: string; style: CellStyle | undefined; value: string; formula: boolean };

export function readSheet(xml: Buffer, book: Workbook, left: CellsLeft): SheetRead {
  const read: SheetRead = { rows: [], formulas: 0, uncomputed: 0, hidden: 0 };
  const hidden: [number, number][] = [];
  let row: Row = { row: -1, cells: [] };
  let rowHidden = false;
  let cell: Open | null = null;
  let text = false;
  const endCell = (done: Open) => {
    if (done.formula) read.formulas += 1;
    if (done.formula && done.value === "") read.uncomputed += 1;
    const shown = shownOf(done, book);
    if (shown === "" || rowHidden || hidden.some(([from, to]) => done.column >= from && done.column <= to)) return;
    if (left.take()) row.cells.push({ column: done.column, text: shown, ...(done.style?.bold ? { bold: true } : {}) });
  };
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = local(tag);
        if (name === "col" && attributes.hidden === "1") {
          read.hidden += 1;
          if (read.hidden <= HIDDEN_MAX) hidden.push([Number(attributes.min) - 1, Number(attributes.max) - 1]);
        } else if (name === "row") {
          const number = attributes.r === undefined ? row.row + 1 : Number(attributes.r) - 1;
          row = { row: Math.min(ROWS_MAX, Math.max(0, number || 0)), cells: [] };
          rowHidden = attributes.hidden === "1";
          if (rowHidden) read.hidden += 1;
        } else if (name === "c") cell = openCell(attributes, row.cells.at(-1), book);
        else if (name === "f" && cell) cell.formula = true;
        else if (name === "v" || name === "t") text = true;
      },
      ontext(data) {
        if (text && cell) cell.value += data;
      },
      onclosetag(tag) {
        const name = local(tag);
        if (name === "v" || name === "t") text = false;
        else if (name === "c" && cell) {
          endCell(cell);
          cell = null;
        } else if (name === "row" && row.cells.length > 0) read.rows.push({ ...row, cells: row.cells.sort((a, b) => a.column - b.column) });
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  const content = decodeXml(xml);
  for (let at = 0; at < content.length && !left.cut; at += CHUNK) parser.write(content.slice(at, at + CHUNK));
  return { ...read, rows: read.rows.sort((a, b) => a.row - b.row) };
}

/** Characters that are parsed before looking whether enough cells were read. */
const CHUNK = 256 * 1024;

const local = (tag: string): string => tag.slice(tag.indexOf(":") + 1);

function openCell(attributes: Record<string, string>, last: Cell | undefined, { styles }: Workbook): Open {
  const column = columnOf(attributes.r ?? "") ?? (last ? last.column + 1 : 0);
  return { column, type: attributes.t ?? "n", style: styles[Number(attributes.s ?? 0)], value: "", formula: false };
}

function columnOf(reference: string): number | null {
  const letters = REFERENCE.exec(reference)?.[1];
  if (letters === undefined) return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return column < COLUMNS_MAX ? column : null;
}

function shownOf({ type, value, style }: Open, { strings, from1904 }: Workbook): string {
  if (type === "s") return (strings[Number(value)] ?? "").trim();
  if (type === "b") return value === "1" ? "TRUE" : value === "0" ? "FALSE" : "";
  if (type === "inlineStr" || ERROR_OR_TEXT.has(type)) return value.trim();
  return shownNumber(value, style, from1904);
}
