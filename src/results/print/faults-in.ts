/** What does not add up in the data of an e-invoice, as warnings of its result. */
import type { Document, ReadingWarning } from "#documents/document.ts";
import { invoiceOf } from "#einvoices/invoice.ts";
import { faultsOf } from "#einvoices/sums.ts";

export function faultsIn(document: Document): ReadingWarning[] {
  const invoice = invoiceOf(document);
  return invoice
    ? faultsOf(invoice).map(({ message, terms }) => ({ code: terms.length > 0 ? "einvoice_sums" : "einvoice_invalid", message }))
    : [];
}
