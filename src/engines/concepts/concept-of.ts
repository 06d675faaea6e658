/** From a field's name, parents and description to the concept it asks for. */
import { BoundedMap } from "#contract/memo.ts";
import type { Field } from "#contract/schema/field.ts";
import { nameTokens, tokensOf } from "#language/fold.ts";
import { meaningsOf, unitsOf } from "#language/thesaurus.ts";
import type { Concept } from "./concept.ts";
import { LABELS_ONLY } from "./labels-only.ts";
import { PARTIES } from "./parties.ts";
import { COLUMN_CONCEPTS, TRADE } from "./trade.ts";

/** The same fields come again with every document of a template. */
const REMEMBERED_MAX = 5_000;

export const CONCEPTS: Readonly<Record<string, Concept>> = { ...TRADE, ...PARTIES };
/** What labels may stand for: concepts, and things that no field asks for. */
export const LABELLED: Readonly<Record<string, Omit<Concept, "asks">>> = { ...CONCEPTS, ...LABELS_ONLY };

/** The concepts for which `holds` is true. */
export const conceptsWith = (holds: (concept: Concept) => boolean): ReadonlySet<string> =>
  new Set(Object.entries(CONCEPTS).flatMap(([id, concept]) => (holds(concept) ? [id] : [])));

/** Synonyms in schemas, each mapped to one word. */
const SAME: Record<string, string> = {
  no: "number",
  num: "number",
  nr: "number",
  nbr: "number",
  code: "code",
  identifier: "id",
  identification: "id",
  identity: "id",
  amt: "amount",
  vendor: "seller",
  supplier: "seller",
  merchant: "seller",
  shop: "seller",
  store: "seller",
  issuer: "seller",
  biller: "seller",
  customer: "buyer",
  client: "buyer",
  purchaser: "buyer",
  debtor: "buyer",
  licence: "license",
  telephone: "phone",
  tel: "phone",
  vat: "vat",
  tva: "vat",
  expiration: "expiry",
  gross: "gross",
  totals: "total",
  names: "name",
  enrolment: "enrollment",
  settlement: "payment",
};
const EMPTY = new Set("the a an of for in on at is are to be this that and or by with its which who whose from date_".split(" "));
/** Words of direction or place are significant inside names. */
const KEEP = new Set(["to", "from", "by", "of", "in"]);

type Ask = { concept: string; tokens: readonly string[] };
const asksOf = (ids: readonly string[]): Ask[] =>
  ids.flatMap((id) => (CONCEPTS[id]?.asks ?? []).map((ask) => ({ concept: id, tokens: normal(tokensOf(ask)) })));
const GENERAL: readonly Ask[] = asksOf(Object.keys(CONCEPTS).filter((id) => !["description", "unit", "position"].includes(id)));
const COLUMNS: readonly Ask[] = asksOf(COLUMN_CONCEPTS);

function normal(tokens: readonly string[]): string[] {
  return tokens.map((token) => SAME[token] ?? token).filter((token) => !EMPTY.has(token) || KEEP.has(token));
}

/** A name with a smaller share of matching words asks for something else. */
const LIKENESS_MIN = 0.72;

/** The concept of a field outside tables; `parents` are the names of the objects around it, outermost first. */
export function conceptOf(field: Field, parents: readonly string[]): string | null {
  return conceptsOf(field, parents)[0] ?? null;
}

/** Best first. A description such as "contract, order or invoice number" gives several concepts. */
export const conceptsOf = remembered(findConcepts);

function findConcepts(field: Field, parents: readonly string[]): string[] {
  const own = normal(nameTokens(field.name));
  const above = normal(parents.slice(-1).flatMap(nameTokens));
  const ranked = [match([...above, ...own], GENERAL), above.length > 0 ? match(own, GENERAL) : null, ...described(field)];
  return [...new Set(ranked.filter((concept) => concept !== null))];
}

/** The concept of a column of a table. */
export const columnConceptOf = remembered(findColumnConcept);

function findColumnConcept(field: Field): string | null {
  const tokens = nameTokens(field.name);
  return match(normal(tokens), COLUMNS) ?? match(normal(tokensOf(field.description ?? "")), COLUMNS) ?? byMeaning(unitsOf(tokens));
}

/** What columns are called in other languages: `omschrijving`, `aantal`, `montant`. */
const MEANT: Readonly<Record<string, string>> = {
  description: "description",
  item: "description",
  product: "description",
  quantity: "quantity",
  price: "unit_price",
  unit_price: "unit_price",
  amount: "line_amount",
};

/** By the meaning of a name that is one word, or one phrase; of two, a tax and a rate: `gst_rate`, `taux_tva`. */
function byMeaning(units: readonly string[]): string | null {
  const [first = [], second] = units.map((unit) => meaningsOf(unit));
  if (units.length > 2) return null;
  if (second === undefined) return first.flatMap((id) => MEANT[id] ?? [])[0] ?? null;
  const isTax = [first, second].map((ids) => ids.some((id) => id === "vat" || id === "tax"));
  const isRate = [first, second].map((ids) => ids.some((id) => id === "rate" || id === "percent"));
  return (isTax[0] && isRate[1]) || (isRate[0] && isTax[1]) ? "tax_rate" : null;
}

/** Caches by name, description and parents: the result depends on nothing else. */
function remembered<T>(find: (field: Field, parents: readonly string[]) => T): (field: Field, parents?: readonly string[]) => T {
  const memory = new BoundedMap<string, T>(REMEMBERED_MAX);
  return (field, parents = []) => {
    const key = JSON.stringify([field.name, field.description, parents]);
    const known = memory.get(key);
    if (known !== undefined) return known;
    const found = find(field, parents);
    memory.set(key, found);
    return found;
  };
}

function match(tokens: readonly string[], asks: readonly Ask[]): string | null {
  if (tokens.length === 0) return null;
  let best: { concept: string; like: number } | null = null;
  for (const ask of asks) {
    const shared = ask.tokens.filter((token) => tokens.includes(token)).length;
    const like = (2 * shared) / (ask.tokens.length + tokens.length);
    if (like >= LIKENESS_MIN && (!best || like > best.like)) best = { concept: ask.concept, like };
  }
  return best?.concept ?? null;
}

function described(field: Field): (string | null)[] {
  const text = (field.description ?? "").split(/[,;(]?\s{0,2}(?:e\.g\.|for example|such as)|\(/)[0] ?? "";
  const choice = /^([\w ]+(?:, [\w ]+)*),? or ([\w]+) (\w+)/.exec(text);
  if (choice) {
    const [, before = "", last = "", noun = ""] = choice;
    return [...before.split(","), last].map((part) => match(normal(tokensOf(`${part} ${noun}`)), GENERAL));
  }
  return [match(normal(tokensOf(text)), GENERAL)];
}
