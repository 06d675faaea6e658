/** What a document calls itself: "INVOICE" at its head tells which of its numbers is its own. */
import { fold } from "#language/fold.ts";
import { heightOf, type Sheet } from "./sheet.ts";

/** Concept of the number → titles, folded. */
const TITLES: Readonly<Record<string, string>> = {
  invoice_number:
    "invoice|tax invoice|commercial invoice|proforma invoice|rechnung|facture|factura|fattura|factuur|fatura|credit note|gutschrift|avoir",
  order_number:
    "order|purchase order|sales order|order confirmation|bestellung|auftragsbestatigung|bon de commande|commande|pedido|orden de compra|ordine|bestelling|encomenda",
  contract_number: "contract|agreement|contract agreement|vertrag|contrat|contrato|contratto",
  receipt_number: "receipt|cash receipt|official receipt|quittung|kassenbon|recu|ticket de caisse|recibo|ricevuta|bon",
};
const BY_TITLE = new Map(
  Object.entries(TITLES).flatMap(([concept, titles]) => titles.split("|").map((title) => [title, concept] as const)),
);
/** Share of the first page on which titles stand. */
const HEAD = 0.35;
/** A title is this many times as high as other words that could be one. */
const LARGER = 1.3;

/** The concept of the number that is the document's own, by its largest title; null when it does not say. */
export function ownNumberOf(sheets: readonly Sheet[]): string | null {
  const [first] = sheets;
  const titles = (first?.cells ?? []).flatMap((cell) => {
    const concept = cell.box.top < HEAD * (first?.page.height ?? 0) ? BY_TITLE.get(fold(cell.text)) : undefined;
    return concept === undefined ? [] : [{ concept, height: heightOf(cell.box), capitals: cell.text === cell.text.toUpperCase() }];
  });
  const [title, next] = titles.sort((a, b) => Number(b.capitals) - Number(a.capitals) || b.height - a.height);
  const isClear =
    !next || next.concept === title?.concept || (title?.capitals && !next.capitals) || (title?.height ?? 0) > LARGER * next.height;
  return title && isClear ? title.concept : null;
}
