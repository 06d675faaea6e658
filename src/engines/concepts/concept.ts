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

/** Concepts of one group may have one value: "Invoice no." and "Order no." of a document with a single number. */
export type SharedValue = "sum" | "own_date" | "issue" | "own_number" | "period" | "name";

/** Everything the engine knows of a concept except its labels, which are in language/words. */
export type Concept = {
  kind: Kind;
  /** Field names in plain English words, singular. */
  asks: readonly string[];
  /** The party it belongs to, where a document has several. */
  party?: Party;
  /** Where documents print it: in the head of the first page, or with the totals near the end. */
  place?: "head" | "totals";
  sharesAs?: readonly SharedValue[];
  /** An amount to be paid: where only one such sum is printed, it stands in for the others. */
  payable?: true;
  /** A line that begins with its label is below the table. */
  endsTable?: true;
  /** Found without a label: "clear" when its form is unambiguous, "clause" when a sentence says it. */
  unlabelled?: "clear" | "clause";
  /** The name people use for it, where it differs from the concept's own. */
  usualName?: string;
};

export type Concepts = Readonly<Record<string, Concept>>;
