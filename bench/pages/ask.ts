/** Chooses what a schema asks of a page, and writes the schema's fields and the truth. */
import { addressFields } from "./address-fields.ts";
import type { Content } from "./content.ts";
import { askedType, describe, NAME_STYLES, type NameStyle, nameIn } from "./naming.ts";
import type { Printed } from "./printed.ts";
import type { Random } from "./random.ts";
import { rowsTruth } from "./table.ts";
import type { Trade, TradeField } from "./trade.ts";
import { drawValue, type Setting, typeOf } from "./values.ts";

export type AskedField = {
  name: string;
  type: string;
  description?: string;
  enum?: string[];
  fields?: AskedField[];
  items?: { type: string };
};
export type Asked = {
  fields: AskedField[];
  absent_fields: AskedField[];
  truth: Record<string, unknown>;
  accept: Record<string, unknown[]>;
};
/** `example`: another value of the field's kind, as printed. */
type Hand = { random: Random; style: NameStyle; taken: Set<string>; plain: boolean; example: (field: TradeField) => string };

/** Fields that the page has, and fields it has not, `absentCount` of them where given: empty ones, ones of its kind that are left out, ones of `others`. */
export function askOf(
  content: Content,
  others: readonly Trade[],
  random: Random,
  plain: boolean,
  absentCount: number | null = null,
): Asked {
  const styles = plain ? (["snake", "camel", "title", "number"] as const) : ([...NAME_STYLES, "snake", "snake", "camel"] as const);
  const english = content.setting.locale.language === "en";
  const style = random.pick(styles);
  const hand: Hand = {
    random,
    style: style === "label" && !english ? "snake" : style,
    taken: new Set(),
    plain,
    example: exampleBy(content.setting),
  };
  const asked: Asked = { fields: [], absent_fields: [], truth: {}, accept: {} };
  const present = random.shuffle([...content.printed, ...content.matrix].filter(({ value }) => value !== null));
  const chosen = present.slice(0, plain ? 14 : random.int(7, 18));
  const absent = absentOf(
    content,
    others,
    random,
    absentCount ?? (plain ? 10 : Math.max(1, Math.round(chosen.length * (0.12 + random.next() * 0.2)))),
  );
  for (const printed of plain ? chosen : chosen.flatMap((each) => addressFields(each, random))) askPresent(asked, printed, hand);
  for (const { field, label, number } of absent) {
    const description = writtenOf(field, label, number, hand, typeOf(field.kind));
    if (description !== null) asked.absent_fields.push(description);
  }
  if (content.table && random.chance(0.85)) askTable(asked, content, hand);
  return { ...asked, fields: random.chance(0.5) ? random.shuffle(asked.fields) : asked.fields };
}

function askPresent(asked: Asked, { field, label, value, number }: Printed, hand: Hand): void {
  if (!value) return;
  const written = writtenOf(field, label, number, hand, value.type);
  if (!written) return;
  asked.fields.push(written);
  asked.truth[written.name] = value.truth;
  if (value.accept) asked.accept[written.name] = value.accept;
}

/** The field as an author writes it; null when the name is taken. */
function writtenOf(
  field: TradeField,
  label: string,
  number: string | null,
  { random, style, taken, plain, example }: Hand,
  type: string,
): AskedField | null {
  const name = nameIn(style, field.name, label, taken.size);
  if (taken.has(name.toLowerCase())) return null;
  taken.add(name.toLowerCase());
  // The label of another section's field says too little, so its description names the section.
  const full = field.section && style === "number" ? `${field.section}: ${label || field.name.split("_").at(-1)}` : label;
  const described = {
    name: field.name,
    type,
    descriptions: field.descriptions,
    label: full,
    labels: field.section ? [] : field.labels,
    number,
  };
  const said = plain ? label : describe(described, style, random);
  const description = !plain && type === "string" && random.chance(0.2) ? withExample(said ?? label, example(field), random) : said;
  const written: AskedField = { name, type: plain ? type : askedType(type, random), ...(description === undefined ? {} : { description }) };
  const options = field.kind.startsWith("enum=")
    ? field.kind
        .slice(5)
        .split(",")
        .map((each) => each.trim())
    : null;
  return written.type === "enum" && options ? { ...written, enum: options } : written;
}

function askTable(asked: Asked, { table, trade }: Content, { random, style, taken }: Hand): void {
  if (!table || !trade.table) return;
  const name = nameIn(style === "number" || style === "label" ? "snake" : style, trade.table.name, "", 0);
  const columns = table.columns.filter(() => random.chance(0.85));
  const inner = columns.length > 1 ? columns : table.columns;
  const names = new Map(inner.map(({ field, head }) => [field, nameIn(style === "number" ? "snake" : style, field.name, head, 0)]));
  if (taken.has(name.toLowerCase()) || new Set(names.values()).size < names.size) return;
  const fields = inner.map(({ field, head }): AskedField => {
    const type = askedType(typeOf(field.kind), random);
    const description = random.chance(0.8) ? random.pick([...field.descriptions, head]) : undefined;
    return {
      name: names.get(field) ?? field.name,
      type: field.kind === "mul" || field.kind === "run" ? "number" : type === "enum" ? "string" : type,
      ...(description ? { description } : {}),
    };
  });
  if (random.chance(0.1)) {
    const [first] = fields;
    const key = first?.name ?? "";
    const values = rowsTruth(table, names).map((row) => row[key]);
    if (first?.type !== "string" || values.some((value) => value === undefined)) return;
    asked.fields.push({ name, type: "array", description: `${first.description ?? first.name} of every row`, items: { type: "string" } });
    asked.truth[name] = values;
    return;
  }
  const caption = random.pick(trade.table.descriptions.length > 0 ? trade.table.descriptions : [trade.table.name]);
  asked.fields.push({ name, type: "array", description: caption, fields });
  asked.truth[name] = rowsTruth(table, names);
}

type Absent = { field: TradeField; label: string; number: string | null };

function absentOf(content: Content, others: readonly Trade[], random: Random, count: number): Absent[] {
  const shown = new Set(
    [...content.printed, ...content.matrix].filter(({ value }) => value).flatMap(({ field, label }) => wordsOf(field, label)),
  );
  const empty: Absent[] = content.printed.filter(({ value }) => value === null);
  const labelled = (field: TradeField): Absent => ({ field, label: random.pick(field.labels), number: null });
  const apart = (field: TradeField) => {
    const own = wordsOf(field, "");
    return own.length > 0 && own.every((word) => !shown.has(word));
  };
  const own = random.shuffle(content.left.filter(apart)).slice(0, Math.ceil(count / 2));
  const foreign = random.shuffle(
    random
      .shuffle(others)
      .slice(0, 12)
      .flatMap((trade) => trade.fields.filter((field) => apart(field) && field.section === null)),
  );
  return [...empty, ...own.map(labelled), ...foreign.slice(0, count).map(labelled)].slice(
    0,
    Math.max(count, Math.min(empty.length, count + 2)),
  );
}

/** Words too common to tell two fields apart. */
const COMMON = new Set(
  "number no date name of the a an to for in on by and or code id type total amount is full as from with ref reference address value day year time rate unit per any".split(
    " ",
  ),
);

/** Telling words of a field's name, labels and printed label, without plural endings. */
function wordsOf({ name, labels }: TradeField, label: string): string[] {
  const words =
    [name.replaceAll("_", " "), ...labels, label]
      .join(" ")
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? [];
  return [...new Set(words.filter((word) => !COMMON.has(word)).map((word) => word.replace(/s$/, "")))];
}

const exampleBy =
  (setting: Setting) =>
  ({ kind }: TradeField): string =>
    /^=[^,]*$/.test(kind) ? "" : drawValue(kind, setting).lines.join(" ");

/** A description with an example, where that has a figure and so shows a form. */
function withExample(description: string, example: string, random: Random): string {
  if (!/\d/.test(example)) return description;
  return description + random.pick([` (e.g. ${example})`, `, e.g. ${example}`, ` such as ${example}`, ` (e.g. '${example}')`]);
}
