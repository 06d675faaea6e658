/**
 * The e-invoices of an XML file: the file itself, several bodies below one head (FatturaPA), or invoices in an envelope, such as the
 * StandardBusinessDocument of Peppol.
 */
import type { Structured } from "#documents/document.ts";
import { type Kind, kindOf } from "./kinds.ts";
import { type Omit, stepsIn, type XmlElement, type XmlTree } from "./xml-tree.ts";

/**
 * `root`: the outermost element that is laid out, without those to `omit`: the other invoices of the file. `own`: what only this one has.
 * `path`: of the invoice's outermost element. `place`: its element and number among the invoices of the file, null for the only one. `number`: BT-1, or empty.
 */
export type InvoiceIn = {
  root: XmlElement;
  omit: Omit;
  own: XmlElement;
  path: string;
  place: string | null;
  number: string;
  structured: Structured;
  flaws: string[];
};

/** An invoice with the element that others of the file do not have. */
type Found = { root: XmlElement; path: string; own: XmlElement; kind: Kind };

/** Envelopes in envelopes. */
const ENVELOPES_MAX = 4;

/** Empty for other XML. `part`: the name of the file inside of a PDF. */
export function invoicesIn({ roots, flaws }: XmlTree, part: string | null): InvoiceIn[] {
  const found: Found[] = [];
  for (const root of roots) collect(root, { root, path: `/${root.name}`, depth: 0, part }, found);
  const all = new Set(found.map(({ own }) => own));
  return found.map(({ root, path, own, kind }, i) => ({
    root,
    omit: (element) => element !== own && all.has(element),
    own,
    path,
    place: found.length === 1 ? null : `${own.name}[${i + 1}]`,
    number: numberOf(own),
    structured: kind.structured,
    flaws: [...flaws, ...kind.flaws],
  }));
}

type At = { root: XmlElement; path: string; depth: number; part: string | null };

function collect(element: XmlElement, at: At, found: Found[]): void {
  const kind = kindOf(element, at.part);
  if (kind) {
    const bodies = element.elements.filter(({ name }) => name === BODY);
    for (const own of bodies.length > 1 ? bodies : [element]) found.push({ root: at.root, path: at.path, own, kind });
    return;
  }
  if (at.depth === ENVELOPES_MAX) return;
  for (const [inner, step] of stepsIn(element)) collect(inner, { ...at, path: `${at.path}/${step}`, depth: at.depth + 1 }, found);
}
const BODY = "FatturaElettronicaBody";

/** Where the formats have the number of an invoice. */
const NUMBERS: readonly (readonly string[])[] = [
  ["ExchangedDocument", "ID"],
  ["HeaderExchangedDocument", "ID"],
  ["FatturaElettronicaBody", "DatiGenerali", "DatiGeneraliDocumento", "Numero"],
  ["DatiGenerali", "DatiGeneraliDocumento", "Numero"],
  ["ID"],
];
const NUMBER_CHARACTERS_MAX = 60;

function numberOf(own: XmlElement): string {
  const found = NUMBERS.map((path) => textAt(own, path)).find((text) => text !== "");
  return (found ?? "").slice(0, NUMBER_CHARACTERS_MAX);
}

function textAt(element: XmlElement, path: readonly string[]): string {
  let at: XmlElement | undefined = element;
  for (const name of path) at = at?.elements.find((each) => each.name === name);
  return at?.text ?? "";
}
