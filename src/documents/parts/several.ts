/** Says of a document that holds several e-invoices which one was read, and how the others are. */
import type { ReadingWarning, Structured } from "#documents/document.ts";

/** `pages`: its numbers; of a PDF none, as its data has pages behind all others. `part`: null for the document itself. */
export type ReadInvoice = { number: string; structured: Structured; part: string | null; pages: readonly number[] };

const NAMED_MAX = 10;

/** `leftOut`: how many more the file has, of which no page could be made. Empty for one. */
export function severalInvoices(invoices: readonly ReadInvoice[], leftOut: number): ReadingWarning[] {
  const [first, ...others] = invoices;
  if (!first || others.length + leftOut === 0) return [];
  const more = others.length + leftOut - Math.min(others.length, NAMED_MAX);
  const named = [...others.slice(0, NAMED_MAX).map(shown), ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const beyond = leftOut === 0 ? "" : ` ${leftOut} of them are beyond the limits of a document: send these as files of their own.`;
  const message =
    `There are ${1 + others.length + leftOut} e-invoices in this file. The values are those of ${shown(first)}; not read: ${named}. ` +
    `To read another one, send the file again with its pages in \`pages\`, or send it to POST /packets, which makes a task of each.${beyond}`;
  return [{ code: "einvoice_several", message }];
}

function shown({ number, part, pages }: ReadInvoice): string {
  const [from] = pages;
  const to = pages.at(-1);
  const where = from === undefined ? (part ?? "") : from === to ? `page ${from}` : `pages ${from}-${to}`;
  return `${number === "" ? (part ?? "one without a number") : number} (${where})`;
}
