/** The terms of an e-invoice with their values, in the forms that fields are read from: ISO dates, plain decimals. */
import type { Document } from "#documents/document.ts";
import { groupsAt, statementsAt, type Variables } from "./find.ts";
import type { Group, Term, TermKind } from "./term.ts";
import { DOCUMENT_TERMS } from "./terms.ts";
import { type InvoiceTree, invoiceTreeOf, type Node, type Statement } from "./tree.ts";

/** `text`: the value in its plain form. `parts`: where it stands; several where it is put together. `added`: it is the sum of the parts. */
export type Value = { text: string; parts: readonly [Statement, ...Statement[]]; added?: true };

export type Invoice = {
  tree: InvoiceTree;
  variables: Variables;
  /** False for profiles that leave most terms to the print. */
  isWhole: boolean;
  /** ZUGFeRD 1 is older than EN 16931 and its rules. */
  isOld: boolean;
  /** UBL is also used by others, whose totals follow rules of their own. */
  isOfStandard: boolean;
  /** The profile allows more for rounding. */
  isExtended: boolean;
};

/** Profiles of Factur-X without lines, and without most of the rest. */
const PARTIAL_PROFILES: ReadonlySet<string> = new Set(["MINIMUM", "BASIC WL"]);

/** Null for documents that are no e-invoice. */
export function invoiceOf(document: Document): Invoice | null {
  const tree = invoiceTreeOf(document);
  if (!tree) return null;
  const code = (id: string) => {
    const term = DOCUMENT_TERMS.find((each) => each.id === id);
    return term ? statementsAt(tree.root, term[tree.syntax])[0]?.[0]?.text : undefined;
  };
  const variables = { currency: code("BT-5"), tax_currency: code("BT-6") ?? "" };
  const { format, profile } = document.structured ?? {};
  return {
    tree,
    variables,
    isWhole: !PARTIAL_PROFILES.has(profile ?? ""),
    isOld: format === "ZUGFeRD 1",
    isOfStandard: format !== "UBL" || profile !== null,
    isExtended: profile === "EXTENDED",
  };
}

export function valuesOf(term: Term, { tree, variables }: Invoice, from: Node = tree.root): Value[] {
  return statementsAt(from, term[tree.syntax], variables).flatMap((statements) => {
    const [first, ...more] = statements;
    const text = plain(term.kind, statements, tree.syntax);
    return first === undefined || text === "" ? [] : [{ text, parts: [first, ...more] as const }];
  });
}

export const membersOf = (group: Group, { tree, variables }: Invoice, from: Node = tree.root): Node[] =>
  groupsAt(from, group[tree.syntax], variables);

function plain(kind: TermKind, statements: readonly Statement[], syntax: InvoiceTree["syntax"]): string {
  const texts = statements.map(({ text }) => text);
  if (kind === "address") return addressOf(statements);
  // FatturaPA parts the number of a registration from its country.
  if (kind === "id") return texts.join("");
  const text = texts.join(" ");
  if (kind === "date") return dateOf(text);
  if (kind === "boolean") return syntax === "it" ? String(text === "MG") : text.toLowerCase();
  return kind === "amount" || kind === "percent" || kind === "quantity" ? decimalOf(text) : text;
}

const COMPACT = /^(\d{4})(\d{2})(\d{2})(?!\d)/;
const ISO = /^\d{4}-\d{2}-\d{2}/;

/** Dates of CII are written without hyphens (format 102), all others as in ISO 8601, some with a time. */
function dateOf(text: string): string {
  const compact = COMPACT.exec(text);
  if (compact) return `${compact[1]}-${compact[2]}-${compact[3]}`;
  return ISO.exec(text)?.[0] ?? text;
}

const DECIMAL = /^[+-]?\d+(?:\.\d+)?$/;

/** As `xs:decimal` is written; FatturaPA pads with spaces. Empty for what is no number. */
function decimalOf(text: string): string {
  const bare = text.replaceAll(" ", "");
  return DECIMAL.test(bare) ? bare.replace(/^\+/, "") : "";
}

/** Postcode and city stand together, everything else between commas. */
function addressOf(statements: readonly Statement[]): string {
  let address = "";
  for (const [i, { text, path }] of statements.entries()) {
    const before = statements[i - 1];
    const together = before !== undefined && (POSTCODE.test(before.path) || HOUSE_NUMBER.test(path));
    address += i === 0 ? text : together ? ` ${text}` : `, ${text}`;
  }
  return address;
}
const POSTCODE = /\/(?:PostcodeCode|PostalZone|CAP)$/;
const HOUSE_NUMBER = /\/NumeroCivico$/;
