/** Layouts of labels beside and above their values. */
import { drawItemValue, type Item, type Layout, labelPen, labelText, valueHeight, valueWidth, wordWidth } from "./item.ts";
import { frame, type Lane, measure, room, rowPt, rule, type Sheet, wrap, write } from "./sheet.ts";

/** `label: value`, with the value right behind the label. */
export const colon: Layout = (sheet, items, lane) => {
  for (const item of items) {
    const label = marked(numbered(sheet, item), ":");
    const labelWidth = measure(sheet, labelText(sheet, label), labelPen(sheet)) + 5;
    if (labelWidth + wordWidth(sheet, item) > lane.widthPt) stackedOne(sheet, item, lane);
    else beside(sheet, item, label, lane, labelWidth);
  }
};

/** Two columns: labels at the left, values from one place on. */
export const aligned: Layout = (sheet, items, lane) => {
  const pen = labelPen(sheet);
  const widest = Math.max(...items.map((item) => measure(sheet, labelText(sheet, `${numbered(sheet, item)}:`), pen)));
  const labelWidth = Math.min(widest + 12, lane.widthPt * 0.55);
  const mark = sheet.random.pick(["", ":", ""]);
  for (const item of items) beside(sheet, item, marked(numbered(sheet, item), mark), lane, labelWidth);
};

/** A label that is a question or ends in a stop takes no further mark. */
const marked = (label: string, mark: string): string => (/[?:]$/.test(label) ? label : label + mark);

/** Dots from the label to the value. */
export const leaders: Layout = (sheet, items, lane) => {
  for (const item of items) {
    const width = Math.min(valueWidth(sheet, item), lane.widthPt * 0.5);
    const labelWidth = lane.widthPt - width - 6;
    const label = numbered(sheet, item);
    const free = labelWidth - 5 - measure(sheet, labelText(sheet, `${label} `), labelPen(sheet));
    const dots = Math.floor(free / measure(sheet, ".", labelPen(sheet)));
    beside(sheet, item, dots > 2 ? `${label} ${".".repeat(dots)}` : label, lane, labelWidth);
  }
};

function beside(sheet: Sheet, item: Item, label: string, { xPt, widthPt }: Lane, labelWidth: number): void {
  const labels = wrap(sheet, labelText(sheet, label), labelWidth - 4, labelPen(sheet));
  const valueLane = { xPt: xPt + labelWidth, widthPt: widthPt - labelWidth };
  const height = Math.max(labels.length * rowPt(sheet), valueHeight(sheet, item, valueLane.widthPt));
  room(sheet, height);
  for (const [row, line] of labels.entries()) write(sheet, line, xPt, sheet.yPt + row * rowPt(sheet), labelPen(sheet));
  drawItemValue(sheet, item, valueLane, sheet.yPt);
  sheet.yPt += height + sheet.look.sizePt * 0.25;
}

/** The label above its value. */
export const stacked: Layout = (sheet, items, lane) => {
  for (const item of items) stackedOne(sheet, item, lane);
};

function stackedOne(sheet: Sheet, item: Item, lane: Lane): void {
  const height = cellHeight(sheet, item, lane.widthPt);
  room(sheet, height);
  drawCell(sheet, item, lane, sheet.yPt);
  sheet.yPt += height + sheet.look.sizePt * 0.5;
}

/** The value over a rule, its label in small print under it. */
export const captions: Layout = (sheet, items, lane) => {
  for (const row of rowsOf(sheet, items, lane.widthPt, 3)) {
    const heights = row.map(({ item, widthPt }) => valueHeight(sheet, item, widthPt - 12));
    const height = Math.max(...heights);
    const labels = row.map(({ item, widthPt }) => wrap(sheet, numbered(sheet, item), widthPt - 12, { sizePt: sheet.look.sizePt * 0.8 }));
    room(sheet, height + Math.max(...labels.map((lines) => lines.length)) * rowPt(sheet) + 8);
    for (const [at, { item, shiftPt, widthPt }] of row.entries()) {
      const own = heights[at] ?? 0;
      drawItemValue(sheet, item, { xPt: lane.xPt + shiftPt, widthPt: widthPt - 12 }, sheet.yPt + height - own);
      rule(sheet, lane.xPt + shiftPt, sheet.yPt + height, widthPt - 12);
      for (const [line, part] of (labels[at] ?? []).entries()) {
        write(sheet, part, lane.xPt + shiftPt, sheet.yPt + height + 2 + line * rowPt(sheet) * 0.8, { sizePt: sheet.look.sizePt * 0.8 });
      }
    }
    sheet.yPt += height + Math.max(...labels.map((lines) => lines.length)) * rowPt(sheet) + 8;
  }
};

/** Several labels above their values, in rows. */
export const grid: Layout = (sheet, items, lane) => drawRows(sheet, items, lane, false);

/** Ruled boxes: a small label in the upper left corner, the value beneath it. */
export const boxes: Layout = (sheet, items, lane) => drawRows(sheet, items, lane, true);

function drawRows(sheet: Sheet, items: readonly Item[], lane: Lane, ruled: boolean): void {
  for (const row of rowsOf(sheet, items, lane.widthPt, ruled ? 4 : 3)) {
    const height = Math.max(...row.map(({ item, widthPt }) => cellHeight(sheet, item, widthPt - 10))) + 5;
    room(sheet, height);
    for (const { item, shiftPt, widthPt } of row) {
      if (ruled) frame(sheet, lane.xPt + shiftPt, sheet.yPt, widthPt, height);
      drawCell(
        sheet,
        item,
        { xPt: lane.xPt + shiftPt + (ruled ? 4 : 0), widthPt: widthPt - 10 },
        sheet.yPt + (ruled ? 3 : 0),
        ruled ? 0.75 : 0.9,
      );
    }
    sheet.yPt += height + (ruled ? 0 : 4);
  }
  sheet.yPt += 4;
}

type Placed = { item: Item; shiftPt: number; widthPt: number };

/** Packs items into rows of at most `most`, each as wide as its longest word needs, and stretches them to the width. */
export function rowsOf(sheet: Sheet, items: readonly Item[], widthPt: number, most: number): Placed[][] {
  const rows: { item: Item; need: number }[][] = [[]];
  for (const item of items) {
    const words = numbered(sheet, item)
      .split(" ")
      .map((word) => measure(sheet, labelText(sheet, word), labelPen(sheet)));
    const natural = Math.min(valueWidth(sheet, item), widthPt * 0.45);
    const need = Math.max(...words, wordWidth(sheet, item), natural, 50) + 14;
    const row = rows.at(-1) ?? [];
    const taken = row.reduce((sum, each) => sum + each.need, 0);
    if (row.length >= most || (row.length > 0 && taken + need > widthPt)) rows.push([{ item, need }]);
    else row.push({ item, need });
  }
  return rows
    .filter((row) => row.length > 0)
    .map((row) => {
      const spare = (widthPt - row.reduce((sum, { need }) => sum + need, 0)) / row.length;
      let shiftPt = 0;
      return row.map(({ item, need }) => {
        const placed = { item, shiftPt, widthPt: need + Math.max(0, spare) };
        shiftPt += placed.widthPt;
        return placed;
      });
    });
}

function cellHeight(sheet: Sheet, item: Item, widthPt: number): number {
  const labels = wrap(sheet, labelText(sheet, numbered(sheet, item)), widthPt, labelPen(sheet)).length;
  return labels * rowPt(sheet) * 0.92 + valueHeight(sheet, item, widthPt) + 2;
}

function drawCell(sheet: Sheet, item: Item, lane: Lane, yPt: number, scale = 0.9): void {
  const labels = wrap(sheet, labelText(sheet, numbered(sheet, item)), lane.widthPt, labelPen(sheet));
  const step = rowPt(sheet) * 0.9;
  for (const [row, line] of labels.entries()) {
    write(sheet, line, lane.xPt, yPt + row * step, { ...labelPen(sheet), sizePt: sheet.look.sizePt * scale });
  }
  drawItemValue(sheet, item, lane, yPt + labels.length * step + 1);
}

/** The label with the number of its box before it. */
export function numbered({ look }: Sheet, { label, number }: Item): string {
  if (number === null) return label;
  return look.sizePt > 9 ? `${number}. ${label}` : `${number} ${label}`;
}
