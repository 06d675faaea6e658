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

/** Concepts of one group may be one value: "Invoice no." and "Order no." of a document that has one number. */
export type SharedValue = "sum" | "own_date" | "issue" | "own_number" | "period" | "name";

/** All that the engine knows of a concept beside its labels, which are in language/words. */
export type Concept = {
  kind: Kind;
  /** Field names in plain English words, singular. */
  asks: readonly string[];
  /** Whose value it is, where a document has several. */
  party?: Party;
  /** Where documents print it: in the head of the first page, or with the totals, late. */
  place?: "head" | "totals";
  sharesAs?: readonly SharedValue[];
  /** What is to be paid: where only one such sum is printed, it stands in for the other. */
  payable?: true;
  /** A line that begins with its label stands below the table. */
  endsTable?: true;
  /** Found without a label: what it is leaves no doubt, or a sentence says it. */
  unlabelled?: "clear" | "clause";
  /** What people call it, where it is not the concept's own name. */
  usualName?: string;
};

export type Concepts = Readonly<Record<string, Concept>>;
