/** A label with its value, and how both are measured and drawn in a part of a page. */
import { type Lane, measure, type Pen, rowPt, type Sheet, tickBox, wrap, write } from "./sheet.ts";

/** What the page shows of a field. `lines` is empty when only the label stands there. */
export type Item = {
  label: string;
  lines: string[];
  /** Squares to tick instead of `lines`. */
  options: { text: string; on: boolean }[] | null;
  /** The number of the box or line of a form, such as `4a`. */
  number: string | null;
};
/** Draws items below each other in a lane, from the sheet's height on, and moves the height. */
export type Layout = (sheet: Sheet, items: readonly Item[], lane: Lane) => void;

export function labelPen({ look }: Sheet): Pen {
  const [plain, bold, italic] = look.family;
  if (look.label === "bold") return { font: bold };
  if (look.label === "italic") return { font: italic };
  return { font: plain, color: look.label === "grey" ? "#777777" : "#000000" };
}

export const labelText = ({ look }: Sheet, label: string): string => (look.label === "capitals" ? label.toUpperCase() : label);
export const valuePen = ({ look }: Sheet): Pen => ({ font: look.valueBold ? look.valueFamily[1] : look.valueFamily[0] });

/** Lines of the value when it has `widthPt` points. */
export function valueLines(sheet: Sheet, item: Item, widthPt: number): string[] {
  return item.lines.flatMap((line) => wrap(sheet, line, widthPt, valuePen(sheet)));
}

/** Width of the value on one line, in points. */
export function valueWidth(sheet: Sheet, item: Item): number {
  if (item.options) return item.options.reduce((sum, { text }) => sum + optionWidth(sheet, text), 0);
  return Math.max(0, ...item.lines.map((line) => measure(sheet, line, valuePen(sheet))));
}

/** Width of the longest word, which no wrapping makes narrower. */
export function wordWidth(sheet: Sheet, item: Item): number {
  const words = item.options ? [] : item.lines.flatMap((line) => line.split(" "));
  const squares = (item.options ?? []).map(({ text }) => optionWidth(sheet, text));
  return Math.max(0, ...squares, ...words.map((word) => measure(sheet, word, valuePen(sheet))));
}

const optionWidth = (sheet: Sheet, text: string): number => measure(sheet, text) + sheet.look.sizePt * 2.4;

/** Height that the value takes in a lane, at least one row. */
export function valueHeight(sheet: Sheet, item: Item, widthPt: number): number {
  const rows = item.options ? optionRows(sheet, item.options, widthPt).length : valueLines(sheet, item, widthPt).length;
  return Math.max(1, rows) * rowPt(sheet);
}

export function drawItemValue(sheet: Sheet, item: Item, { xPt, widthPt }: Lane, yPt: number, align: Pen["align"] = "left"): void {
  if (item.options) drawOptions(sheet, item.options, { xPt, widthPt }, yPt);
  for (const [row, line] of valueLines(sheet, item, widthPt).entries()) {
    write(sheet, line, xPt, yPt + row * rowPt(sheet), { ...valuePen(sheet), widthPt, align });
  }
}

function optionRows(sheet: Sheet, options: NonNullable<Item["options"]>, widthPt: number) {
  const rows: { text: string; on: boolean; xPt: number }[][] = [[]];
  let xPt = 0;
  for (const option of options) {
    const width = optionWidth(sheet, option.text);
    if (xPt > 0 && xPt + width > widthPt) {
      rows.push([]);
      xPt = 0;
    }
    rows.at(-1)?.push({ ...option, xPt });
    xPt += width;
  }
  return rows;
}

function drawOptions(sheet: Sheet, options: NonNullable<Item["options"]>, { xPt, widthPt }: Lane, yPt: number): void {
  const side = sheet.look.sizePt * 0.8;
  const after = (sheet.look.ink.charCodeAt(1) + options.length) % 3 === 0;
  for (const [row, members] of optionRows(sheet, options, widthPt).entries()) {
    const top = yPt + row * rowPt(sheet);
    for (const { text, on, xPt: shift } of members) {
      const textWidth = measure(sheet, text);
      tickBox(sheet, xPt + shift + (after ? textWidth + 3 : 0), top, side, on);
      write(sheet, text, xPt + shift + (after ? 0 : side + 3), top);
    }
  }
}
