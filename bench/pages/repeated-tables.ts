/** What the tables of a layout have beside their rows: lines that are no rows, and remarks in the cells of a text. */
import type { Random } from "./random.ts";
import type { TableData } from "./table.ts";
import { drawValue, type Setting, typeOf, type Value } from "./values.ts";

/** `remark` tells a text from what stands behind it in its cell; `between` and `below` are the labels of lines that are no rows. */
export type Habits = { remark: "colon" | "bracket" | "comma"; between: string; below: string };

export const drawHabits = (random: Random, label: () => string): Habits => ({
  remark: random.pick(["colon", "bracket", "comma"]),
  between: label(),
  below: label(),
});

/** The rows as the layout prints them, with its lines among and below them. */
export function asPrinted(data: TableData, habits: Habits | null, setting: Setting): TableData {
  const text = data.columns.findIndex(({ field }) => typeOf(field.kind) === "string" && !field.kind.startsWith("#"));
  if (!habits || text < 0) return data;
  const { random } = setting;
  const rows = data.rows.map((row) => row.map((value, at) => (at === text && value ? withRemark(value, habits, random) : value)));
  const line = (label: string) => data.columns.map(({ field }, at) => (at === text ? said(label) : amountOf(field.kind, setting)));
  const middle = random.int(1, rows.length);
  return { ...data, rows: [...rows.slice(0, middle), line(habits.between), ...rows.slice(middle), line(habits.below)] };
}

const said = (label: string): Value => ({ type: "string", lines: [label], truth: label });

/** A line that is no row has an amount under each head of amounts, as a row has. */
const amountOf = (kind: string, setting: Setting): Value | null =>
  /^(?:mul|run|money)/.test(kind) ? drawValue("money:10-900", setting) : null;

function withRemark(value: Value, { remark }: Habits, random: Random): Value {
  const text = value.lines.join(", ");
  const code = `${random.pick(["K", "R", "T"])}${random.int(100, 999)}`;
  const told = { colon: `${text}: ${code}`, bracket: `${text} (${code})`, comma: `${text}, ${code}` };
  return { ...value, lines: [told[remark]] };
}
