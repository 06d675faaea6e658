/** The business terms of EN 16931-1, and where the formats have them. */

/** `address`: several parts of a place as one text. */
export type TermKind =
  | "id"
  | "code"
  | "text"
  | "name"
  | "date"
  | "amount"
  | "percent"
  | "quantity"
  | "boolean"
  | "address"
  | "email"
  | "phone";

export type Party = "seller" | "buyer" | "payee" | "representative" | "receiver";

/**
 * Paths below the root, or below the element of the group. `|` parts alternatives, of which the first with a value counts, `+` parts that are
 * put together. A step may have a condition: `ID[@schemeID=VA]`, `PartyTaxScheme[TaxScheme/ID!=VAT]`.
 */
export type Paths = {
  /** Cross Industry Invoice: ZUGFeRD, Factur-X, XRechnung, Order-X; ZUGFeRD 1 by renaming (tree.ts). */
  cii?: string;
  /** UBL 2.1. */
  ubl?: string;
  /** FatturaPA 1.2. */
  it?: string;
};

export type Term = Paths & {
  /** `BT-1`; what the standard does not have, but its extensions do, begins with `X-`. */
  id: string;
  kind: TermKind;
  party?: Party;
  /** What fields that ask for it are called, in the words that the lists of languages lead to; without the name of the party. */
  asks: readonly string[];
};

/** A group that may occur several times. */
export type Group = Paths & { id: string; asks: readonly string[]; terms: readonly Term[]; groups?: readonly Group[] };
