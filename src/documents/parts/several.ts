/** Says of a document that holds several e-invoices which one was read, and how the others are. */
import type { ReadingWarning, Structured } from "#documents/document.ts";

/** `pages`: its numbers; of a PDF none, as its data has pages behind all others. `part`: null for the document itself. */
export type ReadInvoice = { number: string; structured: Structured; part: string | null; pages: readonly number[] };

const NAMED_MAX = 10;

/** Empty for one. */
export function severalInvoices(invoices: readonly ReadInvoice[]): ReadingWarning[] {
  const [first, ...others] = invoices;
  if (!first || others.length === 0) return [];
  const named =
    others.slice(0, NAMED_MAX).map(shown).join(", ") + (others.length > NAMED_MAX ? ` and ${others.length - NAMED_MAX} more` : "");
  const message =
    `There are ${invoices.length} e-invoices in this file. The values are those of ${shown(first)}; not read: ${named}. ` +
    "To read another one, send the file again with its pages in `pages`, or send it to POST /packets, which makes a task of each.";
  return [{ code: "einvoice_several", message }];
}

function shown({ number, part, pages }: ReadInvoice): string {
  const [from] = pages;
  const to = pages.at(-1);
  const where = from === undefined ? (part ?? "") : from === to ? `page ${from}` : `pages ${from}-${to}`;
  return `${number === "" ? (part ?? "one without a number") : number} (${where})`;
}
