/** The vocabulary: kinds of documents with their fields, as written in `trades/*.json`. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Language } from "./locale.ts";
import { descriptionsOf } from "./wording.ts";

const PARTS = ["train", "measure"] as const;
export type Part = (typeof PARTS)[number];

/** A field that a kind of document may print. */
export type TradeField = {
  /** In snake case, unique within the kind. */
  name: string;
  /** What values are drawn, in the words of values.ts. */
  kind: string;
  /** `issuer` and `recipient` fields may stand unlabelled in the letter head or the address window. */
  role: "issuer" | "recipient" | null;
  descriptions: string[];
  labels: string[];
  translations: Partial<Record<Language, string[]>>;
  /** The heading above the field; null when it stands under none. */
  section: string | null;
};
/** A table; `labels` are its printed captions. */
export type TradeTable = { name: string; descriptions: string[]; labels: string[]; columns: TradeField[] };
/** A grid of values; the name of a value is the row's name, `_`, the column's name. */
export type TradeMatrix = { kind: string; rows: string[]; columns: string[] };
export type Trade = {
  kind: string;
  part: Part;
  titles: string[];
  /** Titles in other languages; a kind is printed in a language only when it has a title in that language. */
  translated: Partial<Record<Language, string[]>>;
  fields: TradeField[];
  table: TradeTable | null;
  matrix: TradeMatrix | null;
  /** Sentences with `{field_name}`; each in one of its wordings. `asides`: sentences with `{kind of value}` that no field asks for. */
  prose: string[][];
  asides: string[];
  numbered: boolean;
  receipt: boolean;
};
type Written = {
  kind: string;
  titles: string;
  fields: string[];
  table?: string;
  columns?: string[];
  matrix?: TradeMatrix;
  prose?: string[];
  asides?: string[];
  numbered?: boolean;
  receipt?: boolean;
};

/** Every kind of the folder. The names of the files begin with the part: `train-…json`, `measure-…json`. Throws on a malformed line. */
export function readTrades(folder = path.join(import.meta.dirname, "trades")): Trade[] {
  return readdirSync(folder)
    .sort()
    .filter((file) => file.endsWith(".json") && !file.includes("common"))
    .flatMap((file) => {
      const part = PARTS.find((each) => file.startsWith(each));
      if (!part) throw new Error(`${file}: the name begins with no part`);
      const common: Record<string, string> = JSON.parse(readFileSync(path.join(folder, `${part}-common.json`), "utf8"));
      const written: Written[] = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
      return written.map((each) => tradeOf(each, part, common));
    });
}

function tradeOf(written: Written, part: Part, common: Record<string, string>): Trade {
  const [titles = [], translated] = wordings(written.titles);
  const document = written.kind.replaceAll("_", " ");
  const tableParts = written.table?.split("|").map((each) => each.trim());
  return {
    kind: written.kind,
    part,
    titles,
    translated,
    fields: fieldsOf(written.fields, common, document),
    table: tableParts
      ? {
          name: tableParts[0] ?? "rows",
          descriptions: listOf(tableParts[1]),
          labels: listOf(tableParts[2]),
          columns: fieldsOf(written.columns ?? [], common, document),
        }
      : null,
    matrix: written.matrix ?? null,
    prose: (written.prose ?? []).map((each) => each.split(" || ")),
    asides: written.asides ?? [],
    numbered: written.numbered ?? false,
    receipt: written.receipt ?? false,
  };
}

function fieldsOf(lines: readonly string[], common: Record<string, string>, document: string): TradeField[] {
  let section: string | null = null;
  return lines.flatMap((line) => {
    if (line.startsWith("## ")) {
      section = line.slice(3).trim() || null;
      return [];
    }
    return [{ ...fieldOf(line.startsWith("@") ? expand(line, common) : line, document), section }];
  });
}

/** `@dob patient` is the common line `dob`, with `{of}` and `{x}` filled in. */
function expand(line: string, common: Record<string, string>): string {
  const [key = "", ...owner] = line.slice(1).split(" ");
  const found = common[key];
  if (found === undefined) throw new Error(`${line}: no common field of this name`);
  const who = owner.join(" ");
  const [, ...rest] = found.split("|");
  const name = who ? `${who.replaceAll(" ", "_").toLowerCase()}_${key}` : key;
  const owned = who.toLowerCase();
  const prefix = who ? `${who.charAt(0).toUpperCase()}${who.slice(1)} ` : "";
  const filled = rest
    .join("|")
    .replaceAll("{of}", who ? ` of the ${owned}` : "")
    .replaceAll("the {x}", who ? `the ${owned} ` : "the person ")
    .replaceAll(" of {x}", who ? ` of ${owned}` : "")
    .replaceAll(" as {x}", who ? ` as ${owned}` : "")
    // A label that begins with `{x}` takes the owner's name, or begins with a capital letter without one.
    .replace(/\{x\}(\p{L})/gu, (_, letter: string) => (prefix ? prefix + letter : letter.toUpperCase()));
  return `${name} |${filled}`;
}

function fieldOf(line: string, document: string): TradeField {
  const [name = "", kind = "", descriptions, labels, translations] = line.split("|").map((each) => each.trim());
  if (!/^[a-z][a-z0-9_]*$/.test(name) || kind === "") throw new Error(`malformed field: ${line}`);
  const role = kind.endsWith("^") ? "issuer" : kind.endsWith(">") ? "recipient" : null;
  const own = listOf(labels);
  const [, translated] = wordings(`| ${translations ?? ""}`);
  return {
    name,
    kind: role ? kind.slice(0, -1) : kind,
    role,
    descriptions: descriptionsOf(listOf(descriptions), name, role ? kind.slice(0, -1) : kind, document),
    labels: own.length > 0 ? own : [sentence(name)],
    translations: translated,
    section: null,
  };
}

/** `A; B | de C; fr D` gives the English wordings and those of each other language. */
function wordings(text: string): [string[], Partial<Record<Language, string[]>>] {
  const [english, others] = text.split("|");
  const translated: Partial<Record<Language, string[]>> = {};
  for (const each of listOf(others)) {
    const language = each.slice(0, 2) as Language;
    translated[language] = [...(translated[language] ?? []), each.slice(3)];
  }
  return [listOf(english), translated];
}

const listOf = (text = ""): string[] =>
  text
    .split(";")
    .map((each) => each.trim())
    .filter((each) => each !== "");

/** `due_date` as `Due date`. */
export function sentence(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
