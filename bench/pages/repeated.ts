/**
 * Generates layouts that repeat, with labels in made-up words: `node bench/pages/repeated.ts --out DIR --layouts N --each M --seed S --part measure`.
 * The documents of a layout have their labels, places and constants in common; values and the number of rows differ. Every third layout
 * drifts: from its eighth document on a notice moves all that stands below it. Two of five have headings over blocks with labels in common. Every second layout is of a kind with a table; half of the tables have lines that are no rows,
 * and texts that are only part of their cells (`repeated-tables.ts`). Rows of the truth say the layout.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import type { AskedField } from "./ask.ts";
import { drawSetting } from "./content.ts";
import type { Item, Layout } from "./item.ts";
import { aligned, boxes, captions, colon, grid, stacked } from "./layouts.ts";
import { headRow, ruledPairs } from "./more-layouts.ts";
import { type Random, seeded } from "./random.ts";
import { asPrinted, drawHabits, type Habits } from "./repeated-tables.ts";
import { drawLook, laneOf, openSheet, paragraph, type Sheet } from "./sheet.ts";
import { drawTable, drawTableData, rowsTruth, type TableData } from "./table.ts";
import { readTrades, type Trade, type TradeField } from "./trade.ts";
import { drawValue, type Setting, typeOf, type Value } from "./values.ts";
import { writeSet } from "./write-set.ts";

const LAYOUTS: readonly Layout[] = [aligned, boxes, captions, colon, grid, stacked, headRow, ruledPairs];
const SET = "pages_repeated";
const FIELDS_MIN = 8;
const DRIFTS_FROM = 8;
/** Labels that two blocks have in common, and lines above them on some documents. */
const SHARED = 3;
const MOVED_MAX = 5;

type Plan = {
  seed: number;
  trade: Trade;
  setting: Setting;
  title: string;
  /** In the order of the page, by block. */
  blocks: { fields: TradeField[]; layout: Layout }[];
  labels: ReadonlyMap<TradeField, string>;
  /** What the issuer prints on each document. */
  constants: ReadonlyMap<TradeField, Value>;
  /** Asked for, and on none of its documents. */
  absent: TradeField[];
  columns: { field: TradeField; head: string }[];
  /** Of the blocks, which then have labels in common and move by the lines above them; null where labels tell the fields apart. */
  headings: [string, string] | null;
  /** Null where the table has its rows alone. */
  habits: Habits | null;
  notice: string | null;
};

/** `made`: labels in made-up words; else ordinary ones of the kind of document. */
function planOf(trades: readonly Trade[], seed: number, made: boolean): Plan {
  const random = seeded(seed);
  const trade = random.pick(trades);
  const setting = drawSetting("en", random);
  const words = new Set<string>();
  const label = (field?: TradeField) => (made || !field ? madeUp(random, words) : random.pick(field.labels));
  const shown = random.shuffle(trade.fields.filter(({ section }) => section === null)).slice(0, random.int(FIELDS_MIN + 2, 16));
  const absent = shown.splice(0, 2);
  const half = random.int(3, shown.length - 3);
  const [upper, lower] = [shown.slice(0, half), shown.slice(half)];
  const labels = new Map(shown.map((field) => [field, label(field)]));
  const headings: Plan["headings"] = random.chance(0.4) ? [label(), label()] : null;
  if (headings) for (const [i, field] of upper.slice(0, SHARED).entries()) labels.set(lower[i] ?? field, labels.get(field) ?? "");
  return {
    seed,
    trade,
    setting,
    title: label(),
    blocks: [upper, lower].map((fields) => ({ fields, layout: random.pick(LAYOUTS) })),
    labels,
    headings,
    constants: new Map(shown.filter(({ role }) => role === "issuer").map((field) => [field, drawValue(field.kind, setting)])),
    absent,
    columns: (trade.table?.columns ?? []).map((field) => ({ field, head: label(field) })),
    habits: random.chance(0.5) ? drawHabits(random, label) : null,
    notice: seed % 3 === 0 ? `${label()} ${label()} ${label()} ${label()}` : null,
  };
}

const SYLLABLES = "ba de fi go lu mor nel pa ros tik vun zar hel quo sym tra ul wen yor brin".split(" ");

/** One or two words that no language has, each only once. */
function madeUp(random: Random, taken: Set<string>): string {
  const word = () => Array.from({ length: random.int(2, 3) }, () => random.pick(SYLLABLES)).join("");
  const text = random.chance(0.4) ? `${word()} ${word()}` : word();
  if (taken.has(text)) return madeUp(random, taken);
  taken.add(text);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Row = {
  id: string;
  set: string;
  file: string;
  fields: AskedField[];
  absent_fields: AskedField[];
  truth: Record<string, unknown>;
  accept: Record<string, unknown[]>;
  layout: string;
};

/** Document `at`, from 0, of a layout; the caller ends `sheet.doc`. */
function documentOf(plan: Plan, at: number): { row: Row; sheet: Sheet } {
  const own = seeded(plan.seed * 7919 + at + 1);
  const setting = { ...plan.setting, random: own, sum: own.int(4_000, 900_000) / 100 };
  const again = () => seeded(plan.seed + 17);
  const sheet = openSheet(drawLook(again(), false), again());
  const data = drawTableData(plan.columns, own.int(2, 9), setting);
  const values = new Map(
    plan.blocks.flatMap(({ fields }) =>
      fields.map((field) => [field, plan.constants.get(field) ?? drawValue(field.kind, setting)] as const),
    ),
  );
  paragraph(sheet, plan.title, laneOf(sheet), { font: sheet.look.family[1], sizePt: sheet.look.sizePt * 1.5 });
  if (plan.notice !== null && at >= DRIFTS_FROM) paragraph(sheet, plan.notice, laneOf(sheet));
  sheet.yPt += sheet.look.sizePt;
  if (plan.headings) for (let line = own.int(0, MOVED_MAX); line > 0; line--) paragraph(sheet, plan.title, laneOf(sheet));
  for (const [i, { fields, layout }] of plan.blocks.entries()) {
    const heading = plan.headings?.[i];
    if (heading) paragraph(sheet, heading, laneOf(sheet), { font: sheet.look.family[1], sizePt: sheet.look.sizePt * 1.25 });
    // The same decisions in each document, whatever the values of the block before took.
    sheet.random = seeded(plan.seed * 31 + i);
    layout(
      sheet,
      fields.map((field) => itemOf(plan, field, values.get(field))),
      laneOf(sheet),
    );
    sheet.yPt += sheet.look.sizePt;
  }
  sheet.random = seeded(plan.seed * 31 + 99);
  if (plan.columns.length > 1) drawTable(sheet, asPrinted(data, plan.habits, setting), laneOf(sheet), { head: true, total: false });
  return { row: rowOf(plan, at, values, data), sheet };
}

const itemOf = ({ labels }: Plan, field: TradeField, value: Value | undefined): Item => ({
  label: labels.get(field) ?? field.name,
  number: null,
  lines: value?.lines ?? [],
  options: null,
});

function rowOf(plan: Plan, at: number, values: ReadonlyMap<TradeField, Value>, data: TableData): Row {
  const layout = `layout-${plan.seed}`;
  const id = `${layout}-${String(at).padStart(2, "0")}`;
  const asked = (field: TradeField): AskedField => ({
    name: field.name,
    type: typeOf(field.kind) === "enum" ? "string" : typeOf(field.kind),
    description: field.descriptions[0] ?? field.name,
  });
  const truth: Record<string, unknown> = Object.fromEntries([...values].map(([field, { truth: value }]) => [field.name, value]));
  const accept = Object.fromEntries([...values].flatMap(([field, { accept: also }]) => (also ? [[field.name, also]] : [])));
  const fields = [...values.keys()].map(asked);
  const table = plan.trade.table;
  if (table && plan.columns.length > 1) {
    const names = new Map(plan.columns.map(({ field }) => [field, field.name]));
    const columns = plan.columns.map(({ field }) => ({ ...asked(field), ...(/^(?:mul|run)$/.test(field.kind) ? { type: "number" } : {}) }));
    fields.push({ name: table.name, type: "array", description: table.descriptions[0] ?? table.name, fields: columns });
    truth[table.name] = rowsTruth(data, names);
  }
  return { id, set: SET, file: `docs/${id}.pdf`, fields, absent_fields: plan.absent.map(asked), truth, accept, layout };
}

/** `part`: of the kinds of documents; `made`: labels in made-up words. */
export async function writeRepeated(
  out: string,
  { part, made }: { part: string; made: boolean },
  { layouts, each, seed }: Counts,
): Promise<void> {
  const ofPart = readTrades().filter((trade) => trade.part === part);
  const trades = ofPart.filter(
    ({ fields, receipt }) => !receipt && fields.filter(({ section }) => section === null).length >= FIELDS_MIN + 4,
  );
  await writeSet(path.join(out, SET), documentsOf(trades, { layouts, each, seed, made }));
}

type Counts = { layouts: number; each: number; seed: number };

function* documentsOf(trades: readonly Trade[], { layouts, each, seed, made }: Counts & { made: boolean }) {
  const tabled = trades.filter(({ table }) => (table?.columns.length ?? 0) > 1);
  for (let layout = 0; layout < layouts; layout++) {
    const plan = planOf(layout % 2 === 0 ? trades : tabled, seed * 1_000 + layout, made);
    for (let at = 0; at < each; at++) yield documentOf(plan, at);
  }
}

if (import.meta.main) {
  const number = { type: "string", default: "" } as const;
  const { values } = parseArgs({ options: { out: number, layouts: number, each: number, seed: number, part: number, labels: number } });
  if (!values.out)
    throw new Error("usage: repeated.ts --out DIR [--layouts 40] [--each 12] [--seed 1] [--part measure] [--labels ordinary]");
  const counts = { layouts: Number(values.layouts || 40), each: Number(values.each || 12), seed: Number(values.seed || 1) };
  await writeRepeated(values.out, { part: values.part || "measure", made: values.labels !== "ordinary" }, counts);
}
