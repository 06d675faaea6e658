/** A sheet of an XLSX file as XML (ECMA-376, SpreadsheetML), in pieces. */
import type { Cell } from "./tables.ts";
import { STYLE_OF, xmlText } from "./workbook-xml.ts";

/** Most characters of a cell (Excel specifications and limits). */
const CELL_CHARACTERS_MAX = 32_767;
/** Characters of a piece, from which on it is handed on. */
const PIECE_CHARACTERS = 64 * 1024;

const BEGIN =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';
const END = "</sheetData></worksheet>";

/** The head stays in sight. */
export async function* sheetXml(head: readonly string[], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let number = 1;
  let piece = BEGIN + rowXml(number, head, STYLE_OF.head);
  for await (const row of rows) {
    number++;
    piece += rowXml(number, row, STYLE_OF.text);
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = "";
  }
  yield piece + END;
}

const rowXml = (number: number, cells: readonly Cell[], style: number): string =>
  `<row r="${number}">${cells.map((cell, column) => cellXml(`${lettersOf(column)}${number}`, cell, style)).join("")}</row>`;

/** Texts are cells of texts in the format of texts: no formula whatever they begin with, also when somebody edits them. */
function cellXml(at: string, cell: Cell, style: number): string {
  if (cell === null) return "";
  if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  const text = xmlText(cell.slice(0, CELL_CHARACTERS_MAX));
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** A, B … Z, AA … of a column, counted from 0. */
function lettersOf(column: number): string {
  let letters = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}
