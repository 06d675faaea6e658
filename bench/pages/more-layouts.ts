/** Layouts with rulings, with rows of labels, with line numbers, and several pairs on one line. */
import {
  drawItemValue,
  type Item,
  type Layout,
  labelPen,
  labelText,
  valueHeight,
  valueLines,
  valuePen,
  valueWidth,
  wordWidth,
} from "./item.ts";
import { numbered, rowsOf } from "./layouts.ts";
import { frame, type Lane, measure, room, rowPt, rule, type Sheet, tickBox, wrap, write } from "./sheet.ts";

/** A row of labels above a row of values, as in a table with one row. */
export const headRow: Layout = (sheet, items, lane) => {
  const ruled = sheet.random.chance(0.5);
  const shade = sheet.random.chance(0.4) ? "#e8e8e8" : undefined;
  for (const row of rowsOf(sheet, items, lane.widthPt, 5)) {
    const labels = row.map(({ item, widthPt }) => wrap(sheet, labelText(sheet, numbered(sheet, item)), widthPt - 8, labelPen(sheet)));
    const headPt = Math.max(...labels.map((lines) => lines.length)) * rowPt(sheet) + 4;
    const bodyPt = Math.max(...row.map(({ item, widthPt }) => valueHeight(sheet, item, widthPt - 8))) + 4;
    room(sheet, headPt + bodyPt);
    for (const [at, { item, shiftPt, widthPt }] of row.entries()) {
      const xPt = lane.xPt + shiftPt;
      if (ruled || shade) frame(sheet, xPt, sheet.yPt, widthPt, headPt, shade);
      if (ruled) frame(sheet, xPt, sheet.yPt + headPt, widthPt, bodyPt);
      for (const [line, part] of (labels[at] ?? []).entries()) {
        write(sheet, part, xPt + 4, sheet.yPt + 3 + line * rowPt(sheet), labelPen(sheet));
      }
      drawItemValue(sheet, item, { xPt: xPt + 4, widthPt: widthPt - 8 }, sheet.yPt + headPt + 3);
    }
    sheet.yPt += headPt + bodyPt + 6;
  }
};

/** A ruled table with the label at the left and the value at the right of each row. */
export const ruledPairs: Layout = (sheet, items, lane) => {
  const share = 0.35 + sheet.random.next() * 0.15;
  const shade = sheet.random.chance(0.4) ? "#f0f0f0" : undefined;
  const labelWidth = lane.widthPt * share;
  for (const item of items) {
    const labels = wrap(sheet, labelText(sheet, numbered(sheet, item)), labelWidth - 8, labelPen(sheet));
    const valueLane = { xPt: lane.xPt + labelWidth + 4, widthPt: lane.widthPt - labelWidth - 8 };
    const height = Math.max(labels.length * rowPt(sheet), valueHeight(sheet, item, valueLane.widthPt)) + 5;
    room(sheet, height);
    frame(sheet, lane.xPt, sheet.yPt, labelWidth, height, shade);
    frame(sheet, lane.xPt + labelWidth, sheet.yPt, lane.widthPt - labelWidth, height);
    for (const [row, line] of labels.entries()) {
      write(sheet, line, lane.xPt + 4, sheet.yPt + 4 + row * rowPt(sheet), labelPen(sheet));
    }
    drawItemValue(sheet, item, valueLane, sheet.yPt + 4);
    sheet.yPt += height;
  }
  sheet.yPt += 6;
};

/** Lines of a tax form: number, label, dots, the number again, and the value in a box at the right. */
export const formLines: Layout = (sheet, items, lane) => {
  const boxWidth = Math.min(lane.widthPt * 0.4, Math.max(80, ...items.map((item) => Math.min(valueWidth(sheet, item), 170) + 10)));
  for (const item of items) {
    const { number } = item;
    const textPt = lane.xPt + (number === null ? 0 : 26);
    const labelWidth = lane.widthPt - boxWidth - (number === null ? 8 : 56);
    const labels = wrap(sheet, item.label, labelWidth, labelPen(sheet));
    const height = Math.max(labels.length * rowPt(sheet), valueHeight(sheet, item, boxWidth - 8)) + 4;
    room(sheet, height);
    const last = sheet.yPt + height - rowPt(sheet) - 1;
    for (const [row, line] of labels.entries()) {
      const dots =
        row === labels.length - 1
          ? Math.floor((labelWidth - measure(sheet, `${line} `, labelPen(sheet))) / measure(sheet, " .", labelPen(sheet)))
          : 0;
      write(sheet, dots > 2 ? `${line} ${" .".repeat(dots)}` : line, textPt, sheet.yPt + 2 + row * rowPt(sheet), labelPen(sheet));
    }
    const boxPt = lane.xPt + lane.widthPt - boxWidth;
    if (number !== null) {
      write(sheet, number, lane.xPt, sheet.yPt + 2, { font: sheet.look.family[1] });
      write(sheet, number, boxPt - 26, last, { font: sheet.look.family[1], align: "center", widthPt: 22 });
    }
    frame(sheet, boxPt, sheet.yPt, boxWidth, height);
    drawItemValue(sheet, item, { xPt: boxPt + 4, widthPt: boxWidth - 8 }, sheet.yPt + 2, item.options ? "left" : "right");
    sheet.yPt += height;
  }
  sheet.yPt += 6;
};

/** Several pairs on one line, with a bar or a gap between them. */
export const inline: Layout = (sheet, items, lane) => {
  const bar = sheet.random.pick([" | ", "    ", "  -  "]);
  const barWidth = measure(sheet, bar) + 4;
  let xPt = 0;
  for (const item of items) {
    const label = `${labelText(sheet, numbered(sheet, item))}:`;
    const labelWidth = measure(sheet, label, labelPen(sheet)) + 4;
    const width = labelWidth + valueWidth(sheet, { ...item, lines: [item.lines.join(", ")] });
    if (xPt > 0 && xPt + width + barWidth > lane.widthPt) {
      sheet.yPt += rowPt(sheet);
      xPt = 0;
    } else if (xPt > 0) {
      write(sheet, bar, lane.xPt + xPt, sheet.yPt);
      xPt += barWidth;
    }
    if (xPt === 0) room(sheet, rowPt(sheet) * 2);
    write(sheet, label, lane.xPt + xPt, sheet.yPt, labelPen(sheet));
    const valueLane = { xPt: lane.xPt + xPt + labelWidth, widthPt: lane.widthPt - xPt - labelWidth };
    const joined = { ...item, lines: item.lines.length > 0 ? [item.lines.join(", ")] : [] };
    drawItemValue(sheet, joined, valueLane, sheet.yPt);
    sheet.yPt += valueHeight(sheet, joined, valueLane.widthPt) - rowPt(sheet);
    xPt += width;
  }
  sheet.yPt += rowPt(sheet) * 1.4;
};

/** Label at the left and value at the right edge, as on receipts. */
export const edges: Layout = (sheet, items, lane) => {
  const pen = valuePen(sheet);
  for (const item of items) {
    const width = Math.max(wordWidth(sheet, item), Math.min(valueWidth(sheet, item), lane.widthPt * 0.55)) + 2;
    const labels = wrap(sheet, labelText(sheet, numbered(sheet, item)), lane.widthPt - width - 6, labelPen(sheet));
    const lines = item.options ? [] : valueLines(sheet, item, width);
    const height = Math.max(labels.length * rowPt(sheet), valueHeight(sheet, item, width));
    room(sheet, height);
    for (const [row, line] of labels.entries()) write(sheet, line, lane.xPt, sheet.yPt + row * rowPt(sheet), labelPen(sheet));
    const right = { xPt: lane.xPt + lane.widthPt - width, widthPt: width };
    if (item.options) drawItemValue(sheet, item, right, sheet.yPt);
    for (const [row, line] of lines.entries())
      write(sheet, line, right.xPt, sheet.yPt + row * rowPt(sheet), { ...pen, align: "right", widthPt: width });
    sheet.yPt += height + 1;
  }
  rule(sheet, lane.xPt, sheet.yPt + 1, lane.widthPt);
  sheet.yPt += 6;
};

/** A single square before each statement: ticked is yes. Draws items with two options only. */
export function drawCheckList(sheet: Sheet, items: readonly Item[], lane: Lane): void {
  const side = sheet.look.sizePt * 0.85;
  for (const item of items) {
    const labels = wrap(sheet, item.label, lane.widthPt - side - 8);
    room(sheet, labels.length * rowPt(sheet));
    tickBox(sheet, lane.xPt, sheet.yPt, side, item.options?.[0]?.on ?? false);
    for (const [row, line] of labels.entries()) write(sheet, line, lane.xPt + side + 6, sheet.yPt + row * rowPt(sheet));
    sheet.yPt += labels.length * rowPt(sheet) + 2;
  }
}
