/** Finds the e-invoice that a file is or holds, and lays it out on pages that follow those of the file. */
import type { Page, ReadingWarning, Structured } from "#documents/document.ts";
import { type Kind, kindOf } from "./kinds.ts";
import { layOutXml } from "./lay-out.ts";
import { type XmlTree, xmlTreeOf } from "./xml-tree.ts";

/** `structured` is absent where a file is called an e-invoice and cannot be read as one. */
export type EInvoice = { structured?: Structured; pages(first: number): Page[]; warnings: ReadingWarning[] };

/** A file inside of a PDF; `bytes` is null when it cannot be unpacked. */
export type Attached = { name: string; bytes: Uint8Array | null };

/** Null for other XML, and for XML that cannot be read. */
export function eInvoiceOfXml(bytes: Uint8Array): EInvoice | null {
  const read = readAs(bytes, null);
  return read && { structured: read.kind.structured, pages: (first) => layOutXml(read.tree.root, first, null), warnings: flawsOf(read) };
}

/** Null when none of the files is or should be an e-invoice. */
export function eInvoiceOfAttached(files: readonly Attached[]): EInvoice | null {
  const read = files.flatMap(({ name, bytes }) => {
    const found = bytes && readAs(bytes, name);
    return found ? [{ ...found, name }] : [];
  });
  const [first, ...others] = read.toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind));
  if (first) {
    const warnings = [...flawsOf(first), ...(others.length > 0 ? [severalOf(first.name, others)] : [])];
    return { structured: first.kind.structured, pages: (from) => layOutXml(first.tree.root, from, first.name), warnings };
  }
  const unread = files.find(({ name }) => USUAL_NAMES.test(name));
  return unread ? { pages: () => [], warnings: [unreadable(unread.name)] } : null;
}

/** The names that the standards give the file. */
const USUAL_NAMES = /^(?:factur-x|zugferd-invoice|xrechnung|order-x)\.xml$/i;

type Read = { tree: XmlTree; kind: Kind };

function readAs(bytes: Uint8Array, name: string | null): Read | null {
  const tree = xmlTreeOf(bytes);
  const kind = tree && kindOf(tree.root, name);
  return kind ? { tree, kind } : null;
}

/** Newer formats say more than ZUGFeRD 1. */
const rankOf = ({ structured }: Kind): number => (structured.format === "ZUGFeRD 1" ? 1 : 0);

function flawsOf({ tree, kind }: Read): ReadingWarning[] {
  const flaws = [...tree.flaws, ...kind.flaws];
  if (flaws.length === 0) return [];
  return [{ code: "einvoice_invalid", message: `The XML of the e-invoice does not keep to its standard: ${flaws.join("; ")}.` }];
}

function severalOf(name: string, others: readonly { name: string }[]): ReadingWarning {
  const names = others.map((other) => other.name).join(", ");
  return { code: "einvoice_several", message: `The PDF holds several e-invoices; ${name} was read, not ${names}.` };
}

const unreadable = (name: string): ReadingWarning => ({
  code: "einvoice_unreadable",
  message: `The PDF holds ${name}, which cannot be read as an e-invoice; only the pages were read.`,
});
