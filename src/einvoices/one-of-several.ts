/** Which pages of a document belong to its e-invoice, where it holds several: those of the first one. Their values are never mixed. */
import type { Document, Page } from "#documents/document.ts";

type Paged = Pick<Document, "pages">;

/** Pages with the data of the first e-invoice. */
export function dataPagesOf({ pages }: Paged): Page[] {
  const first = pages.find(({ invoice }) => invoice);
  return pages.filter(({ invoice, part }) => invoice && part === first?.part);
}

/** Pages that show the same to people. */
export function printPagesOf(document: Paged): Page[] {
  const print = dataPagesOf(document)[0]?.invoice?.print;
  if (print === undefined) return [];
  return document.pages.filter((page) => !page.invoice && (page.part ?? "") === print);
}

/** The document without what belongs to its other e-invoices: their data, their print and the files in them. */
export function ofOneInvoice<D extends Paged>(document: D): D {
  const [first] = dataPagesOf(document);
  if (!first) return document;
  const others = new Map(
    document.pages.flatMap((page) => (page.invoice && page.part !== first.part ? [[page.part ?? "", page.invoice] as const] : [])),
  );
  if (others.size === 0) return document;
  const prints = new Set(
    [...others.values()].flatMap(({ print }) => (print === undefined || print === first.invoice?.print ? [] : [print])),
  );
  const isOfOther = ({ part = "" }: Page) =>
    others.has(part) || prints.has(part) || [...others.keys()].some((other) => part.startsWith(`${other}/`));
  return { ...document, pages: document.pages.filter((page) => !isOfOther(page)) };
}
