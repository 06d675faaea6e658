/** Draws the value of a field: what is printed, and what a right reader answers. */
import { type Day, fillPattern, isoOf, type MoneyStyle, printDay, printMoney, printNumber, two } from "./formats.ts";
import { type Locale, YES_NO } from "./locale.ts";
import { familyNames, firmStems, firmTrades, givenNames } from "./names.ts";
import type { Random } from "./random.ts";

/** What a document decides once: its country and its habits. */
export type Setting = {
  random: Random;
  locale: Locale;
  dateFormat: string;
  money: MoneyStyle;
  /** The year of the document. */
  year: number;
  /** Share of tax in percent, and the sum of the table, which totals are computed from. */
  rate: number;
  sum: number;
  capitals: boolean;
};
/** `options`: the texts beside the squares to tick, and which one is ticked. */
export type Value = {
  type: string;
  /** Printed lines; more than one only for addresses. */
  lines: string[];
  truth: unknown;
  accept?: unknown[];
  options?: { text: string; on: boolean }[];
  /** Of an address. */
  parts?: AddressParts;
  enum?: string[];
};
export type AddressParts = { street: string; city: string; state?: string; zip: string };
type Draw = (setting: Setting, argument: string) => Value;

/** Draws a value of a kind as the vocabulary writes it: `person`, `money:10-500`, `#INV-9999`, `=a,b`, `enum=a,b`. Throws on an unknown kind. */
export function drawValue(kind: string, setting: Setting): Value {
  if (kind.startsWith("#")) return text(fillPattern(setting.random.pick(kind.slice(1).split(",")), setting.random));
  if (kind.startsWith("=")) return text(setting.random.pick(kind.slice(1).split(",")).trim());
  if (kind.startsWith("enum=")) return oneOf(kind.slice(5), setting);
  const [name = "", argument = ""] = kind.split(/:(.*)/s);
  const draw = DRAWS[name];
  if (!draw) throw new Error(`no such kind of value: ${kind}`);
  return draw(setting, argument);
}

/** The type of a schema field that holds values of the kind. */
export function typeOf(kind: string): string {
  if (/^[#=]/.test(kind)) return "string";
  if (kind.startsWith("enum=")) return "enum";
  return TYPES[kind.split(":")[0] ?? ""] ?? "string";
}
const TYPES: Record<string, string> = {
  date: "date",
  past: "date",
  dob: "date",
  future: "date",
  dt: "datetime",
  time: "time",
  money: "currency",
  sum: "currency",
  tax: "currency",
  gross: "currency",
  num: "number",
  int: "integer",
  year: "integer",
  pct: "percentage",
  rate: "percentage",
  bool: "boolean",
  phone: "phone",
  email: "email",
  url: "url",
  addr: "address",
};

const text = (line: string): Value => ({ type: "string", lines: [line], truth: line });

const DRAWS: Record<string, Draw> = {
  person: (setting, order) => text(person(setting, order)),
  firm: (setting) => text(firm(setting)),
  addr: address,
  city: ({ random, locale }) => text(random.pick(locale.cities)),
  country: ({ locale }) => text(locale.name),
  zip: ({ random, locale }) => text(fillPattern(locale.zip, random)),
  date: (setting) => day(setting, 0, 0),
  past: (setting) => day(setting, -9, -1),
  dob: (setting) => day(setting, -75, -18),
  future: (setting) => day(setting, 1, 6),
  dt: moment,
  time: (setting) => clock(setting),
  year: ({ year }) => ({ type: "integer", lines: [`${year}`], truth: year }),
  period: ({ random, locale, dateFormat, year }) => {
    const month = random.int(1, 12);
    const print = (day: number) => printDay({ year, month, day }, dateFormat, locale.language);
    return text(`${print(1)} - ${print(28)}`);
  },
  money: (setting, range) => money(setting, between(setting.random, range, 2)),
  sum: (setting) => money(setting, setting.sum),
  tax: (setting) => money(setting, round((setting.sum * setting.rate) / 100)),
  gross: (setting) => money(setting, round(setting.sum + round((setting.sum * setting.rate) / 100))),
  rate: ({ rate, locale }) => percent(rate, locale),
  pct: ({ random, locale }, range) => percent(between(random, range, range.includes(".") ? 1 : 0), locale),
  num: ({ random, locale }, argument) => {
    const [range = "", decimals = "1", unit = ""] = argument.split(":");
    const value = between(random, range, Number(decimals));
    return { type: "number", lines: [`${printNumber(value, Number(decimals), locale)}${unit ? ` ${unit}` : ""}`], truth: value };
  },
  int: ({ random, locale }, range) => {
    const value = between(random, range, 0);
    return { type: "integer", lines: [printNumber(value, 0, locale, value >= 10000)], truth: value };
  },
  bool: ({ random, locale }) => {
    const truth = random.chance(0.5);
    const [yes, no] = YES_NO[locale.language];
    const options = [
      { text: yes, on: truth },
      { text: no, on: !truth },
    ];
    return { type: "boolean", lines: [truth ? yes : no], truth, options };
  },
  phone: ({ random, locale }) => {
    const printed = fillPattern(random.pick(locale.phones), random);
    const digits = printed.replace(/\D/g, "");
    const national = printed.startsWith("+") ? digits : locale.calling + digits.replace(/^0/, "");
    return { type: "phone", lines: [printed], truth: printed, accept: [`+${national}`] };
  },
  email: (setting) => {
    const local = setting.random.chance(0.6)
      ? person(setting, "").replace(" ", ".")
      : setting.random.pick(["info", "office", "service", "billing", "contact"]);
    const line = `${plain(local)}@${setting.random.pick(["", `${plain(setting.random.pick(firmStems()))}.`])}example.com`;
    return { ...text(line), type: "email" };
  },
  url: ({ random }) => ({ ...text(`www.${plain(random.pick(firmStems()))}.example.com`), type: "url" }),
  iban: ({ random, locale }) => text(fillPattern(locale.iban, random)),
  vat: ({ random, locale }) => text(fillPattern(locale.vat, random)),
  bic: ({ random, locale }) => text(fillPattern(`@@@@${locale.country}9@`, random)),
  cur: ({ locale }) => text(locale.currency),
};

function oneOf(list: string, { random }: Setting): Value {
  const all = list.split(",").map((each) => each.trim());
  const truth = random.pick(all);
  return { type: "enum", lines: [truth], truth, enum: all, options: all.map((each) => ({ text: each, on: each === truth })) };
}

function person({ random, locale, capitals }: Setting, order: string): string {
  const given = random.pick(givenNames(locale.language));
  const family = random.pick(familyNames(locale.language));
  if (order === "given") return given;
  if (order === "family") return family;
  const middle = random.chance(0.15) ? ` ${random.pick([..."ABCDEHJLMR"])}.` : "";
  const name = order === "last" ? `${family}, ${given}` : `${given}${middle} ${family}`;
  return capitals ? name.toUpperCase() : name;
}

function firm({ random, locale, capitals }: Setting): string {
  const second = random.pick([...firmTrades(locale.language), ""]);
  const name = [random.pick(firmStems()), second, random.pick(locale.legal)].filter(Boolean).join(" ");
  return capitals ? name.toUpperCase() : name;
}

function address({ random, locale }: Setting): Value {
  const parts: Record<string, string> = {
    n: String(random.int(1, 240)),
    s: random.pick(locale.streets),
    c: random.pick(locale.cities),
    z: fillPattern(locale.zip, random),
    r: random.pick(locale.regions),
  };
  const lines = locale.address.map((line) => line.replace(/\{(\w)\}/g, (_, part: string) => parts[part] ?? ""));
  if (random.chance(0.15)) lines.push(locale.name);
  const truth = lines.join(", ");
  const [street = "", ...rest] = lines;
  const { c: city = "", z: zip = "", r: state = "" } = parts;
  const has = rest.some((line) => line.includes(state));
  return {
    type: "address",
    lines: random.chance(0.5) ? lines : [truth],
    truth,
    accept: [lines.join(" ")],
    parts: { street, city, zip, ...(has ? { state } : {}) },
  };
}

function someDay({ random, year }: Setting, yearsLow: number, yearsHigh: number): Day {
  return { year: year + random.int(yearsLow, yearsHigh), month: random.int(1, 12), day: random.int(1, 28) };
}

function day(setting: Setting, yearsLow: number, yearsHigh: number): Value {
  const drawn = someDay(setting, yearsLow, yearsHigh);
  // A two-digit year is ambiguous for a birth long ago, so those days print four digits.
  const format = yearsLow < -20 ? setting.dateFormat.replace(/\byy\b/, "yyyy") : setting.dateFormat;
  const date: Value = { type: "date", lines: [printDay(drawn, format, setting.locale.language)], truth: isoOf(drawn) };
  // Nothing on the page tells 03/04 from 04/03, so both readings are right.
  const ambiguous = /^(d+[/-]m+|m+[/-]d+)[/-]/.test(format) && drawn.day <= 12 && drawn.day !== drawn.month;
  return ambiguous ? { ...date, accept: [isoOf({ ...drawn, day: drawn.month, month: drawn.day })] } : date;
}

function clock({ random, locale }: Setting): Value {
  const hour = random.int(0, 23);
  const minute = random.int(0, 59);
  const half = locale.country === "US" || (locale.language === "en" && random.chance(0.3));
  const printed = half ? `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? "AM" : "PM"}` : `${two(hour)}:${two(minute)}`;
  return { type: "time", lines: [printed], truth: `${two(hour)}:${two(minute)}` };
}

function moment(setting: Setting): Value {
  const date = day(setting, 0, 0);
  const time = clock(setting);
  const truth = `${date.truth}T${time.truth}`;
  return {
    type: "datetime",
    lines: [`${date.lines[0]} ${time.lines[0]}`],
    truth: `${truth}:00`,
    accept: [truth, ...(date.accept ?? []).map((other) => `${other}T${time.truth}:00`)],
  };
}

const money = ({ money: style, locale }: Setting, value: number): Value => ({
  type: "currency",
  lines: [printMoney(value, style, locale)],
  truth: value,
});
const percent = (value: number, { decimal, language }: Locale): Value => ({
  type: "percentage",
  lines: [`${String(value).replace(".", decimal)}${language === "en" ? "" : " "}%`],
  truth: value,
});
export const round = (value: number): number => Math.round(value * 100) / 100;

/** A number in `low-high` with the given decimals. */
function between(random: Random, range: string, decimals: number): number {
  const [low = 0, high = 100] = range.split("-").map(Number);
  return Number((low + random.next() * (high - low)).toFixed(decimals));
}

/** Lower-case letters without marks, for addresses on the web. */
const plain = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/[^\w.]/g, "")
    .toLowerCase();
