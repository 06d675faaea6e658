/** Labels of totals that documents put together of a word for the sum and one for the taxes in or not in it: "Rechnungssumme ohne USt". */
import type { Labels } from "./labels.ts";

/** Phrases split by `|`. `before`: words that also stand before the sum, as in "gross total". */
type Parts = { sums: string; net: string; gross: string; before: { net: string; gross: string } };

const PARTS: readonly Parts[] = [
  {
    sums: "total|total amount|amount|total sales|invoice total|invoice amount|invoice value|total price|total charges|total cost|total value|sum|grand total|amount total|sales|bill total|order total",
    net: "excl vat|excluding vat|exclusive vat|exclusive of vat|ex vat|without vat|before vat|excl tax|excluding tax|exclusive of tax|ex tax|without tax|before tax|excl gst|excluding gst|exclusive of gst|ex gst|net|net of vat|net of tax|excl taxes|before taxes|taxable",
    gross:
      "incl vat|including vat|inclusive vat|inclusive of vat|inc vat|with vat|after vat|incl tax|including tax|inclusive of tax|inc tax|with tax|after tax|incl gst|including gst|inclusive gst|inclusive of gst|inc gst|gross|incl taxes|after adj|after adj incl gst|after adj inc gst|rounded|after rounding",
    before: { net: "net", gross: "gross|rounded" },
  },
  {
    sums: "summe|gesamtsumme|betrag|gesamtbetrag|rechnungsbetrag|rechnungssumme|rechnungsgesamtbetrag|total|endbetrag|endsumme|gesamt|gesamtpreis|auftragssumme|bestellsumme",
    net: "netto|ohne ust|ohne mwst|ohne umsatzsteuer|ohne mehrwertsteuer|exkl mwst|exkl ust|excl ust|excl mwst|zzgl mwst|zzgl ust|netto ohne ust|netto excl ust|netto exkl mwst|vor steuern",
    gross:
      "brutto|inkl ust|inkl mwst|inkl umsatzsteuer|inkl mehrwertsteuer|inklusive mwst|inklusive umsatzsteuer|mit ust|mit mwst|mit umsatzsteuer|incl ust|incl mwst|brutto inkl ust|brutto inkl mwst|einschl mwst|einschl ust",
    before: { net: "netto", gross: "brutto" },
  },
  {
    sums: "total|montant|montant total|total facture|montant facture|prix total|total general|total commande",
    net: "ht|h t|hors taxes|hors taxe|hors tva|sans tva|net ht",
    gross: "ttc|t t c|toutes taxes comprises|tva comprise|tva incluse|avec tva|taxes comprises",
    before: { net: "", gross: "" },
  },
  {
    sums: "total|importe|importe total|total factura|suma|valor total",
    net: "sin iva|neto|sin impuestos|antes de impuestos|antes de iva|iva no incluido",
    gross: "con iva|iva incluido|impuestos incluidos|bruto",
    before: { net: "", gross: "" },
  },
  {
    sums: "totale|importo|totale fattura|totale documento|importo totale|totale ordine",
    net: "senza iva|iva esclusa|netto|imponibile|al netto di iva",
    gross: "con iva|iva inclusa|iva compresa|ivato|lordo",
    before: { net: "", gross: "" },
  },
  {
    sums: "totaal|bedrag|totaalbedrag|factuurbedrag|totaal bedrag|factuurtotaal",
    net: "excl btw|exclusief btw|ex btw|zonder btw|netto",
    gross: "incl btw|inclusief btw|inc btw|met btw|bruto",
    before: { net: "netto", gross: "bruto" },
  },
  {
    sums: "total|valor|valor total|montante|total da fatura|importancia",
    net: "sem iva|s iva|liquido|iliquido|sem impostos",
    gross: "com iva|c iva|iva incluido|bruto|com impostos",
    before: { net: "", gross: "" },
  },
];

export const COMPOSED_TOTALS: Labels = {
  net_total: PARTS.map(({ sums, net, before }) => composed(sums, net, before.net)),
  grand_total: PARTS.map(({ sums, gross, before }) => composed(sums, gross, before.gross)),
};

function composed(sums: string, behind: string, before: string): string {
  const words = (phrases: string) => phrases.split("|").filter((phrase) => phrase !== "");
  return words(sums)
    .flatMap((sum) => [...words(behind).map((tax) => `${sum} ${tax}`), ...words(before).map((tax) => `${tax} ${sum}`)])
    .join("|");
}
