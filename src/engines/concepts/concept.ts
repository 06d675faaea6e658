/** What a business document can hold, by meaning. A concept has a kind (what its values look like) and the names schemas give it. */

export const KINDS = [
  "date",
  "time",
  "amount",
  "number",
  "year",
  "percent",
  "id",
  "name",
  "address",
  "text",
  "iban",
  "bic",
  "vat",
  "email",
  "phone",
  "url",
  "currency",
  "mark",
] as const;
export type Kind = (typeof KINDS)[number];

export type Party = "seller" | "buyer" | "receiver" | "payee";

/** `asks`: field names in plain English words, singular. `party`: whose value it is, where a document has several. */
export type Concept = { kind: Kind; asks: readonly string[]; party?: Party };

export type Concepts = Readonly<Record<string, Concept>>;
