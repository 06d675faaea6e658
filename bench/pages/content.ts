/** What a page shows: a kind, a country, the printed fields with their labels and values, the rows of its table. */
import { type Language, LOCALES } from "./locale.ts";
import type { Printed } from "./printed.ts";
import type { Random } from "./random.ts";
import { remarked, sectioned } from "./sections.ts";
import { type Column, drawTableData, type TableData } from "./table.ts";
import { sentence, type Trade, type TradeField } from "./trade.ts";
import { drawValue, type Setting } from "./values.ts";

export type Content = {
  trade: Trade;
  setting: Setting;
  title: string;
  printed: Printed[];
  /** Fields of the kind that the page leaves out. */
  left: TradeField[];
  table: TableData | null;
  /** Fields of the matrix, whose values are drawn in a grid. */
  matrix: Printed[];
};

/** `plain`: English only, straightforward labels that differ from each other, no table, no empty labels. */
export function drawContent(trade: Trade, random: Random, plain: boolean): Content {
  const language = plain ? "en" : drawLanguage(trade, random);
  const drawn = drawSetting(language, random);
  const setting = plain
    ? { ...drawn, dateFormat: random.pick(["d month yyyy", "dd mon yyyy", "yyyy-mm-dd", "dd.mm.yyyy", "mon d, yyyy"]) }
    : drawn;
  const table = trade.table && !plain && random.chance(0.9) ? drawRows(trade, setting) : null;
  if (table) setting.sum = table.sum;
  const known = trade.fields.filter((field) => labelsIn(field, language).length > 0);
  const { kept, left } = keep(known, random, plain);
  const second = !plain && language === "en" && random.chance(0.12) ? random.pick(["fr", "de", "es"] as const) : null;
  const remarks = !plain && language === "en" && random.chance(0.15);
  const printed = kept.map((field): Printed => {
    const empty = !plain && field.role === null && !totals(field) && random.chance(0.06);
    return {
      field,
      label: remarks
        ? remarked(labelOf(field, { language, second, plain, random }), random)
        : labelOf(field, { language, second, plain, random }),
      value: empty ? null : drawValue(field.kind, setting),
      number: null,
    };
  });
  const titles = language === "en" ? trade.titles : (trade.translated[language] ?? trade.titles);
  const distinct = plain
    ? printed.filter((each, at) => printed.findIndex((other) => other.label.toLowerCase() === each.label.toLowerCase()) === at)
    : printed;
  if (trade.numbered && !plain) numberThem(distinct, random);
  return {
    trade,
    setting,
    title: random.pick(titles),
    printed:
      !plain && language === "en" && !trade.numbered && !trade.receipt && random.chance(0.35) ? sectioned(distinct, random) : distinct,
    left,
    table,
    matrix: plain || language !== "en" ? [] : matrixOf(trade, setting),
  };
}

export const totals = ({ kind }: TradeField): boolean => /^(sum|tax|gross|rate)$/.test(kind);

function drawLanguage(trade: Trade, random: Random): Language {
  const others = (Object.keys(trade.translated) as Language[]).filter(
    (language) => trade.fields.filter((field) => labelsIn(field, language).length > 0).length >= 6,
  );
  return others.length > 0 && random.chance(0.4) ? random.pick(others) : "en";
}

export function drawSetting(language: Language, random: Random): Setting {
  const locale = random.pick(LOCALES.filter((each) => each.language === language));
  return {
    random,
    locale: locale.country !== "US" && language === "en" && random.chance(0.3) ? (LOCALES[0] ?? locale) : locale,
    dateFormat: random.pick(locale.dates),
    money: random.pick(["symbol", "symbol", "bare", "code"] as const),
    year: random.int(2012, 2025),
    rate: random.pick([5, 7, 10, 19, 20, 21, 25]),
    sum: random.int(4000, 900000) / 100,
    capitals: random.chance(0.12),
  };
}

function drawRows(trade: Trade, setting: Setting): TableData {
  const { random, locale } = setting;
  const columns = (trade.table?.columns ?? []).map((field): Column => {
    const heads = labelsIn(field, locale.language);
    return { field, head: random.pick(heads.length > 0 ? heads : field.labels) };
  });
  const computed = columns.some(({ field }) => /^(mul|run)$/.test(field.kind));
  const count = random.chance(0.1) ? random.int(25, 60) : random.int(2, 11);
  const data = drawTableData(columns, count, setting);
  if (random.chance(0.6)) return data;
  // A computed column still makes sense elsewhere, because its values are drawn already.
  const order = random.shuffle(columns.map((_, at) => at)).slice(0, Math.max(3, columns.length - (computed ? 0 : random.int(0, 1))));
  return {
    ...data,
    columns: order.flatMap((at) => columns.slice(at, at + 1)),
    rows: data.rows.map((row) => order.map((at) => row[at] ?? null)),
  };
}

function keep(known: readonly TradeField[], random: Random, plain: boolean): { kept: TradeField[]; left: TradeField[] } {
  const share = plain ? 0.8 : 0.65 + random.next() * 0.33;
  const kept = known.filter((field) => random.chance(share) || totals(field));
  const enough = kept.length >= Math.min(5, known.length) ? kept : known;
  const shown = plain ? random.shuffle(enough).slice(0, 14) : enough.slice(0, 30);
  return { kept: shown, left: known.filter((field) => !shown.includes(field)) };
}

function labelsIn({ labels, translations }: TradeField, language: Language): string[] {
  return language === "en" ? labels : (translations[language] ?? []);
}

type LabelAsk = { language: Language; second: Language | null; plain: boolean; random: Random };

function labelOf(field: TradeField, { language, second, plain, random }: LabelAsk): string {
  const labels = labelsIn(field, language);
  if (plain) return random.chance(0.6) ? sentence(field.name) : (labels[0] ?? sentence(field.name));
  const label = random.pick(labels);
  const other = second ? field.translations[second]?.[0] : undefined;
  return other ? label + random.pick([` / ${other}`, ` / ${other}`, ` (${other})`, ` - ${other}`]) : label;
}

function numberThem(printed: Printed[], random: Random): void {
  let number = random.int(1, 9);
  let letter = "";
  for (const each of printed) {
    each.number = `${number}${letter}`;
    letter = letter === "a" ? "b" : letter === "" && random.chance(0.15) ? "a" : "";
    if (letter !== "b") number++;
  }
}

function matrixOf({ matrix }: Trade, setting: Setting): Printed[] {
  if (!matrix || !setting.random.chance(0.8)) return [];
  const snake = (words: string) =>
    words
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_|_$/g, "");
  return matrix.rows.flatMap((row) =>
    matrix.columns.map((column): Printed => {
      const name = `${snake(row)}_${snake(column)}`;
      const field: TradeField = {
        name,
        kind: matrix.kind,
        role: null,
        descriptions: [`${row}: ${column}`, `${column} of ${row}`],
        labels: [`${row} ${column}`],
        translations: {},
        section: row,
      };
      return { field, label: column, value: drawValue(matrix.kind, setting), number: null };
    }),
  );
}
