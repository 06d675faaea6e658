/** A grid of values with a label for every row and a head for every column. */
import type { Printed } from "./printed.ts";
import { laneOf, measure, room, rowPt, rule, type Sheet, wrap, write } from "./sheet.ts";

/** Row labels at the left, column heads above, a value in each cell. */
export function drawMatrix(sheet: Sheet, cells: readonly Printed[]): void {
  const { look } = sheet;
  const lane = laneOf(sheet);
  const rows = [...new Set(cells.map(({ field }) => field.section ?? ""))];
  const columns = [...new Set(cells.map(({ label }) => label))];
  const first = Math.min(lane.widthPt * 0.4, Math.max(...rows.map((row) => measure(sheet, row, { font: look.family[1] }))) + 10);
  const widthPt = (lane.widthPt - first) / columns.length;
  const heads = columns.map((column) => wrap(sheet, column, widthPt - 8, { font: look.family[1] }));
  const headPt = Math.max(...heads.map((lines) => lines.length)) * rowPt(sheet);
  room(sheet, headPt + rows.length * rowPt(sheet) * 2);
  for (const [at, lines] of heads.entries()) {
    for (const [row, line] of lines.entries()) {
      write(sheet, line, lane.xPt + first + at * widthPt, sheet.yPt + row * rowPt(sheet), {
        font: look.family[1],
        align: "right",
        widthPt: widthPt - 6,
      });
    }
  }
  sheet.yPt += headPt + 2;
  for (const row of rows) {
    const labels = wrap(sheet, row, first - 6);
    for (const [line, part] of labels.entries()) write(sheet, part, lane.xPt, sheet.yPt + line * rowPt(sheet));
    for (const { label, value } of cells.filter(({ field }) => field.section === row)) {
      const xPt = lane.xPt + first + columns.indexOf(label) * widthPt;
      write(sheet, value?.lines[0] ?? "", xPt, sheet.yPt, { align: "right", widthPt: widthPt - 6 });
    }
    sheet.yPt += labels.length * rowPt(sheet) + 2;
    rule(sheet, lane.xPt, sheet.yPt - 2, lane.widthPt, "#cccccc");
  }
  sheet.yPt += look.sizePt;
}
