/** The single values that a schema asks for, with what is known about each before a page is read. */

import { child } from "#contract/pointer.ts";
import type { Field, Schema } from "#contract/schema/field.ts";
import type { Kind, Party } from "#engines/concepts/concept.ts";
import { CONCEPTS, conceptsOf, conceptsWith } from "#engines/concepts/concept-of.ts";
import { namedByDescription } from "#engines/local/match/bare-names.ts";
import type { TableExample } from "#engines/remembered.ts";
import { namesIdentifier } from "#engines/values/identifier-words.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { meaningsOf } from "#language/thesaurus.ts";

export type Leaf = {
  /** JSON Pointer. */
  path: string;
  field: Field;
  /** Names of the objects around it, outermost first. */
  parents: readonly string[];
  /** Best first; empty when nothing known fits. */
  concepts: readonly string[];
  kind: Kind;
  party: Party | null;
  /** Distinctive words of name and description, for fields without a concept. */
  words: readonly string[];
  /** Its number on a form, such as `9` or `4b`: a line's number is also printed beside its value, a box's number only before its label. */
  number: { of: "line" | "box"; text: string } | null;
};

/** `remembered`: of a list, the heads of its columns on reviewed documents of the layout (see `remembered.ts`). */
export type ListField = { path: string; field: Field; parents: readonly string[]; remembered?: readonly TableExample[] };

export type Wanted = { leaves: Leaf[]; tables: ListField[]; arrays: ListField[] };

export function wantedBy(schema: Schema): Wanted {
  const wanted: Wanted = { leaves: [], tables: [], arrays: [] };
  collect(schema.fields, "", [], wanted);
  return { ...wanted, leaves: wanted.leaves.map((leaf) => withStandIns(leaf, wanted.leaves)) };
}

/** Payable sums: a document that prints only one of them uses the name of either. */
const PAYABLE = conceptsWith(({ payable }) => payable === true);

/** A concept that no other field asks for may answer for a related one, after the field's own concepts. */
function withStandIns(leaf: Leaf, all: readonly Leaf[]): Leaf {
  const [own = ""] = leaf.concepts;
  const other = PAYABLE.has(own) ? [...PAYABLE].find((concept) => concept !== own) : undefined;
  if (other === undefined || all.some((each) => each.concepts[0] === other)) return leaf;
  return { ...leaf, concepts: [...leaf.concepts, other] };
}

function collect(fields: readonly Field[], pointer: string, parents: readonly string[], wanted: Wanted): void {
  for (const field of fields) {
    const path = child(pointer, field.name);
    if (field.type === "object") collect(field.fields ?? [], path, [...parents, field.name], wanted);
    else if (field.type === "table") wanted.tables.push({ path, field, parents });
    else if (field.type === "array") wanted.arrays.push({ path, field, parents });
    else wanted.leaves.push(leafOf(field, path, parents));
  }
}

export function leafOf(asked: Field, path: string, parents: readonly string[]): Leaf {
  const field = namedByDescription(asked);
  const contact = contactKind(field);
  const fitting = widened(conceptsOf(field, parents)).filter(
    (concept) => fits(field, CONCEPTS[concept]?.kind) && (contact === null || CONCEPTS[concept]?.kind === contact),
  );
  const kind = contact ?? kindOf(field, fitting[0]);
  const party = CONCEPTS[fitting[0] ?? ""]?.party ?? null;
  return { path, field, parents, concepts: fitting, kind, party, words: wordsOf(field, parents), number: numberOf(field) };
}

const NUMBERED = /\b(line|box|item|field) ?(\d{1,3}[a-z]?)(?![\p{L}\d])/iu;

function numberOf({ name, description }: Field): Leaf["number"] {
  const [, of, text] = NUMBERED.exec(nameTokens(name).join(" ")) ?? NUMBERED.exec(description ?? "") ?? [];
  return of === undefined || text === undefined ? null : { of: of.toLowerCase() === "line" ? "line" : "box", text: text.toLowerCase() };
}

/** Documents often print only "Date" for their own date. */
function widened(concepts: readonly string[]): string[] {
  const own = concepts.some((concept) => concept === "invoice_date" || concept === "order_date");
  return [...new Set([...concepts, ...(own ? ["document_date"] : [])])];
}

const BY_TYPE: Partial<Record<Field["type"], Kind>> = {
  date: "date",
  datetime: "date",
  time: "time",
  number: "amount",
  integer: "number",
  currency: "amount",
  percentage: "percent",
  email: "email",
  phone: "phone",
  url: "url",
  address: "address",
  boolean: "mark",
  signature: "text",
};
const NUMERIC: ReadonlySet<Kind> = new Set(["amount", "number", "year", "percent"]);

/** Whether values of the concept can be of the field's type. */
function fits(field: Field, kind: Kind | undefined): boolean {
  const byType = BY_TYPE[field.type];
  if (kind === undefined || (kind === "date" && asksPeriod(field)) || (NUMERIC.has(kind) && asksWords(field))) return false;
  if (byType === undefined) return field.type === "string" || field.type === "enum" || field.type === "multi_enum";
  if (NUMERIC.has(byType)) return NUMERIC.has(kind);
  return byType === kind || (byType === "address" && kind === "address");
}

const WORDED = new Set("agency agent carrier company firm insurer kind method mode name person provider reason status type".split(" "));

/** A text whose description asks for words is no figure, as in `insurance`: "Insurance company". */
const asksWords = ({ type, description = "" }: Field): boolean =>
  type === "string" && tokensOf(description).some((word) => WORDED.has(word));

const PHONES = ["phone", "telephone", "fax", "mobile"];

const CONTACTS: Readonly<Record<string, Kind>> = { email: "email", phone: "phone", mobile: "phone", fax: "phone", website: "url" };

/** What the last word of a text's name says of its form, whatever the others do: `billToEmail` asks for no name, `klant_telefoon` for a number. */
function contactKind({ name, type, enum: options }: Field): Kind | null {
  const last = nameTokens(name).at(-1);
  if (type !== "string" || options !== undefined || last === undefined) return null;
  return meaningsOf(last).flatMap((id) => CONTACTS[id] ?? [])[0] ?? null;
}

const PERIODS = new Set("period interval range duration validity".split(" "));

/** A text that has a begin and an end is no date. */
const asksPeriod = ({ name, type }: Field): boolean => type === "string" && nameTokens(name).some((word) => PERIODS.has(word));

function kindOf(field: Field, concept: string | undefined): Kind {
  const byType = BY_TYPE[field.type];
  const known = CONCEPTS[concept ?? ""]?.kind;
  if (known !== undefined) return byType !== undefined && byType !== known && !NUMERIC.has(known) ? byType : known;
  const words = new Set(nameTokens(field.name));
  if (field.type === "integer" && YEARS.some((word) => words.has(word))) return "year";
  if (byType !== undefined) return byType;
  if (field.format === "date" || words.has("date")) return "date";
  if (words.has("year")) return "year";
  if (asksTime(words)) return "time";
  if (words.has("email")) return "email";
  if (PHONES.some((word) => words.has(word))) return "phone";
  if ([...words].some(namesIdentifier)) return "id";
  if (words.has("address")) return "address";
  if (words.has("name")) return "name";
  return "text";
}

/** A year of the calendar; "years" are counted. */
const YEARS = ["year", "jahr", "annee", "ano", "anno", "jaar", "rok"];

/** "lead time" and "full time" are no time of day. */
const NO_TIMES_OF_DAY = ["lead", "part", "full", "limit", "zone", "frame", "working", "notice", "delivery", "response"];

const asksTime = (words: ReadonlySet<string>): boolean =>
  [...words].some((word) => meaningsOf(word).includes("time")) && !NO_TIMES_OF_DAY.some((word) => words.has(word));

const DULL = new Set(
  "the a an of for in on at is are was be this that and or by with its which who whose from to as it any all if each there name number value field document total amount whether e g".split(
    " ",
  ),
);

function wordsOf(field: Field, parents: readonly string[]): string[] {
  const own = nameTokens(field.name);
  const more = tokensOf((field.description ?? "").split("(")[0] ?? "");
  const context = parents.slice(-1).flatMap(nameTokens);
  const distinctive = [...new Set([...own, ...more, ...context])].filter((word) => word.length > 1 && !DULL.has(word));
  // "Vehicle value" needs both of its words.
  return distinctive.length < 2 ? [...new Set([...distinctive, ...own])] : distinctive;
}
