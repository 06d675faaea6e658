/** Finds the e-invoices that a file is or holds, and lays them out on pages of their own. */
import type { Page, ReadingWarning, Structured } from "#documents/document.ts";
import { type Attached, attachmentsIn } from "./attachments.ts";
import { type InvoiceIn, invoicesIn } from "./invoices-in.ts";
import { layOutXml } from "./lay-out.ts";
import { xmlTreeOf } from "./xml-tree.ts";

/**
 * An e-invoice of an XML file. `place`: which one of several, such as `FatturaElettronicaBody[2]`; null for the only one. `number`: what it
 * calls itself, or empty. `attachments`: the files in it.
 */
export type EInvoice = {
  place: string | null;
  number: string;
  structured: Structured;
  warnings: ReadingWarning[];
  attachments(): Attached[];
  pages(first: number): Page[];
};

/** The e-invoice of a PDF. `structured` is absent where a file is called one and cannot be read as one. */
export type EInvoiceInPdf = {
  structured?: Structured;
  number: string;
  /** Name of its XML. */
  name: string;
  pages(first: number): Page[];
  attachments(): Attached[];
  warnings: ReadingWarning[];
};

/** Empty for other XML, and for XML that cannot be read. */
export function eInvoicesOfXml(bytes: Uint8Array): EInvoice[] {
  return readAs(bytes, null).map((invoice) => ({
    place: invoice.place,
    number: invoice.number,
    structured: invoice.structured,
    warnings: flawsOf(invoice),
    attachments: () => attachmentsOf(invoice),
    pages: (first) => pagesOf(invoice, first, {}),
  }));
}

/** Null when none of the files is or should be an e-invoice. */
export function eInvoiceOfAttached(files: readonly Attached[]): EInvoiceInPdf | null {
  const read = files.flatMap(({ name, bytes }) => (bytes ? readAs(bytes, name).map((found) => ({ ...found, name })) : []));
  const [first, ...others] = read.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (first) {
    const warnings = [...flawsOf(first), ...(others.length > 0 ? [severalOf(first, others)] : [])];
    const { structured, number, name } = first;
    const pages = (from: number) => pagesOf(first, from, { part: name, print: "" });
    return { structured, number, name, pages, attachments: () => attachmentsOf(first), warnings };
  }
  const unread = files.find(({ name }) => USUAL_NAMES.test(name));
  return unread ? { number: "", name: unread.name, pages: () => [], attachments: () => [], warnings: [unreadable(unread.name)] } : null;
}

/** The names that the standards give the file. */
const USUAL_NAMES = /^(?:factur-x|zugferd-invoice|xrechnung|order-x)\.xml$/i;

function readAs(bytes: Uint8Array, name: string | null): InvoiceIn[] {
  const tree = xmlTreeOf(bytes);
  return tree ? invoicesIn(tree, name) : [];
}

function pagesOf({ root, omit, path, structured }: InvoiceIn, first: number, { part, print }: Placed): Page[] {
  const invoice = { ...structured, root: path, ...(print === undefined ? {} : { print }) };
  return layOutXml({ root, omit, invoice, part: part ?? null }, first);
}
const attachmentsOf = ({ place, root, own }: InvoiceIn): Attached[] => attachmentsIn(place === null ? root : own);

type Placed = { part?: string; print?: string };

/** Newer formats say more than ZUGFeRD 1. */
const rankOf = ({ structured }: InvoiceIn): number => (structured.format === "ZUGFeRD 1" ? 1 : 0);

function flawsOf({ flaws }: InvoiceIn): ReadingWarning[] {
  if (flaws.length === 0) return [];
  return [{ code: "einvoice_invalid", message: `The XML of the e-invoice does not keep to its standard: ${flaws.join("; ")}.` }];
}

type Named = Pick<InvoiceIn, "number" | "place"> & { name: string };

function severalOf(first: Named, others: readonly Named[]): ReadingWarning {
  const named =
    others.slice(0, NAMED_MAX).map(shown).join(", ") + (others.length > NAMED_MAX ? ` and ${others.length - NAMED_MAX} more` : "");
  const isSame = others.every(({ number }) => number === first.number);
  const rest = isSame ? "All state the same number." : "To read another one, send its XML as a file of its own.";
  return {
    code: "einvoice_several",
    message: `The PDF holds ${others.length + 1} e-invoices: ${shown(first)} was read, not ${named}. ${rest}`,
  };
}
const NAMED_MAX = 10;

const shown = ({ name, place, number }: Named): string =>
  `${name}${place === null ? "" : ` ${place}`}${number === "" ? "" : ` (number ${number})`}`;

const unreadable = (name: string): ReadingWarning => ({
  code: "einvoice_unreadable",
  message: `The PDF holds ${name}, which cannot be read as an e-invoice; only the pages were read.`,
});
