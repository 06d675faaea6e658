/** Tables of rows that add up: drawing their values and drawing them on the page. */
import { printMoney } from "./formats.ts";
import { labelPen } from "./item.ts";
import { frame, type Lane, measure, type Pen, paragraph, room, rule, type Sheet, wrap, write } from "./sheet.ts";
import type { TradeField } from "./trade.ts";
import { drawValue, round, type Setting, typeOf, type Value } from "./values.ts";

export type Column = { field: TradeField; head: string };
/** `rows` has one value per column; null is an empty cell. */
export type TableData = { columns: Column[]; rows: (Value | null)[][]; sum: number; total: Value };

const MONEY = /^(mul|money|run)/;

/** Draws `count` rows. `mul` is the product of the last quantity and the last amount before it; `run` is a balance. */
export function drawTableData(columns: readonly Column[], count: number, setting: Setting): TableData {
  const rows: (Value | null)[][] = [];
  let sum = 0;
  let balance = setting.random.int(200, 9000);
  for (let at = 0; at < count; at++) {
    let quantity = 1;
    let price = 0;
    const row = columns.map(({ field }, place): Value | null => {
      if (field.kind === "mul") return moneyOf(round(quantity * price), setting);
      if (field.kind === "run") {
        balance = round(balance + price);
        return moneyOf(balance, setting);
      }
      const value = drawValue(field.kind, setting);
      if (/^(int|num)/.test(field.kind)) quantity = Number(value.truth);
      if (field.kind.startsWith("money")) price = Number(value.truth);
      return place > 0 && emptied(field) && setting.random.chance(0.07) ? null : value;
    });
    const last = row.at(columns.findLastIndex(({ field }) => field.kind === "mul" || field.kind.startsWith("money")));
    sum = round(sum + (typeof last?.truth === "number" ? last.truth : 0));
    rows.push(row);
  }
  return { columns: [...columns], rows, sum, total: moneyOf(sum, setting) };
}

/** Texts may be missing in a row; numbers, which totals are computed from, never are. */
const emptied = ({ kind }: TradeField): boolean => /^[=#]/.test(kind);

function moneyOf(value: number, { locale, money }: Setting): Value {
  return { type: "currency", lines: [printMoney(value, money, locale)], truth: value };
}

/** The truth of the asked columns, one object a row; empty cells are left out. */
export function rowsTruth({ columns, rows }: TableData, asked: ReadonlyMap<TradeField, string>): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(
      columns.flatMap(({ field }, at) => {
        const name = asked.get(field);
        const value = row[at];
        return name !== undefined && value ? [[name, value.truth]] : [];
      }),
    ),
  );
}

type Plan = { sizePt: number; widths: number[]; style: "ruled" | "rows" | "head" | "none"; head: boolean; gapPt: number };

/** Rows that stand between the rows of some tables and belong to none of them. */
const GROUPS = ["Group A", "Brought forward", "Standard", "Additional", "First half", "Other"] as const;

/**
 * Draws the table in the lane over as many pages as it takes.
 * `head`: whether the heads stand above. `total`: whether the last row is the sum of the last column of amounts.
 */
export function drawTable(sheet: Sheet, data: TableData, lane: Lane, { head, total }: { head: boolean; total: boolean }): void {
  const style = sheet.random.pick(["ruled", "rows", "head", "none"] as const);
  const plan = planOf(sheet, data, lane, { style, head });
  const repeat = sheet.random.chance(0.6);
  const groups = sheet.random.chance(0.15) ? 0.25 : 0;
  if (head) drawHead(sheet, data, lane, plan);
  for (const row of data.rows) {
    if (sheet.random.chance(groups)) paragraph(sheet, sheet.random.pick(GROUPS), lane, { font: sheet.look.family[1], sizePt: plan.sizePt });
    const cells = row.map((value, at) => cellLines(sheet, value, (plan.widths[at] ?? 0) - plan.gapPt, plan.sizePt));
    const height = Math.max(1, ...cells.map((lines) => lines.length)) * plan.sizePt * 1.25 + (style === "ruled" ? 4 : 2);
    if (room(sheet, height) && head && repeat) drawHead(sheet, data, lane, plan);
    drawRow(sheet, { cells, lane, plan, heightPt: height, rightOf: rightOf(data) });
    if (style === "rows") rule(sheet, lane.xPt, sheet.yPt, lane.widthPt, "#bbbbbb");
  }
  if (total) drawTotal(sheet, data, lane, plan);
  sheet.yPt += sheet.look.sizePt;
}

/** The sum under the last column of amounts; a table without amounts has none. */
function drawTotal(sheet: Sheet, data: TableData, lane: Lane, plan: Plan): void {
  const at = data.columns.findLastIndex(({ field }) => field.kind === "mul" || field.kind.startsWith("money"));
  const sum = data.total.lines[0] ?? "";
  const pen: Pen = { font: sheet.look.family[1], sizePt: plan.sizePt };
  if (at < 1 || measure(sheet, sum, pen) > (plan.widths[at] ?? 0) - plan.gapPt) return;
  const cells = data.columns.map((_, column) => (column === at ? [sum] : column === 0 ? ["Total"] : []));
  if (measure(sheet, "Total", pen) > (plan.widths[0] ?? 0) - plan.gapPt) return;
  room(sheet, plan.sizePt * 2);
  drawRow(sheet, { cells, lane, plan, heightPt: plan.sizePt * 1.25 + 4, rightOf: (column) => column === at, pen });
}

const rightOf =
  ({ columns }: TableData) =>
  (at: number): boolean => {
    const kind = columns[at]?.field.kind ?? "";
    return MONEY.test(kind) || ["number", "integer", "percentage"].includes(typeOf(kind));
  };

/** The size of letters at which every longest word fits, and the widths of the columns. */
function planOf(sheet: Sheet, data: TableData, { widthPt }: Lane, { style, head }: Pick<Plan, "style" | "head">): Plan {
  const gapPt = sheet.random.int(6, 12);
  let sizePt = sheet.look.sizePt;
  for (;;) {
    const needs = data.columns.map(({ head: title }, at) => {
      const words = head ? title.split(" ").map((word) => measure(sheet, word, { font: sheet.look.family[1], sizePt })) : [0];
      const cells = data.rows.flatMap((row) =>
        (row[at]?.lines ?? [""]).flatMap((line) => wordsOf(line, rightOf(data)(at)).map((word) => measure(sheet, word, { sizePt }))),
      );
      return Math.max(...words, ...cells, 16) + gapPt;
    });
    const total = needs.reduce((sum, need) => sum + need, 0);
    if (total <= widthPt || sizePt < 4.5) {
      const wants = data.columns.map((_, at) =>
        Math.max(...data.rows.map((row) => measure(sheet, row[at]?.lines.join(" ") ?? "", { sizePt }))),
      );
      const spare = Math.max(0, widthPt - total);
      const lacks = wants.map((want, at) => Math.max(4, Math.min(want, 220) + gapPt - (needs[at] ?? 0)));
      const lack = lacks.reduce((sum, each) => sum + each, 0);
      return { sizePt, widths: needs.map((need, at) => need + (spare * (lacks[at] ?? 0)) / lack), style, head, gapPt };
    }
    sizePt -= 0.4;
  }
}

/** A number or an amount stays on one line. */
const wordsOf = (line: string, whole: boolean): string[] => (whole ? [line] : line.split(" "));

const cellLines = (sheet: Sheet, value: Value | null, widthPt: number, sizePt: number): string[] =>
  value ? wrap(sheet, value.lines.join(", "), widthPt, { sizePt }) : [];

function drawHead(sheet: Sheet, data: TableData, lane: Lane, plan: Plan): void {
  const pen: Pen = { ...labelPen(sheet), font: sheet.look.family[1], sizePt: plan.sizePt };
  const cells = data.columns.map(({ head }, at) => wrap(sheet, head, (plan.widths[at] ?? 0) - plan.gapPt, pen));
  const heightPt = Math.max(...cells.map((lines) => lines.length)) * plan.sizePt * 1.25 + 4;
  room(sheet, heightPt + 30);
  if (sheet.look.ink.startsWith("#1")) frame(sheet, lane.xPt, sheet.yPt, lane.widthPt, heightPt, "#e6e9ee");
  drawRow(sheet, { cells, lane, plan, heightPt, rightOf: rightOf(data), pen });
  if (plan.style !== "none") rule(sheet, lane.xPt, sheet.yPt - 1, lane.widthPt, "#333333");
  sheet.yPt += 2;
}

type RowAsk = { cells: string[][]; lane: Lane; plan: Plan; heightPt: number; rightOf: (at: number) => boolean; pen?: Pen };

function drawRow(sheet: Sheet, { cells, lane, plan, heightPt, rightOf: right, pen = {} }: RowAsk): void {
  let xPt = lane.xPt;
  for (const [at, lines] of cells.entries()) {
    const widthPt = plan.widths[at] ?? 0;
    if (plan.style === "ruled") frame(sheet, xPt, sheet.yPt, widthPt, heightPt);
    for (const [row, line] of lines.entries()) {
      write(sheet, line, xPt + plan.gapPt / 2, sheet.yPt + 2 + row * plan.sizePt * 1.25, {
        sizePt: plan.sizePt,
        ...pen,
        align: right(at) ? "right" : "left",
        widthPt: widthPt - plan.gapPt,
      });
    }
    xPt += widthPt;
  }
  sheet.yPt += heightPt;
}
