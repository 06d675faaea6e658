/** Schemas that ask for the same in different ways. */
import { type Asked, field, type Named, table } from "./asked.ts";
import { NESTED } from "./nested.ts";

const named = (fields: readonly Named[]): Record<string, string> => Object.fromEntries(fields.map(([truth, name]) => [`/${name}`, truth]));
const keys = (columns: readonly Named[]): Record<string, string> => Object.fromEntries(columns.map(([truth, name]) => [name, truth]));

function flat(
  name: string,
  single: readonly Named[],
  [lines, columns]: [string, readonly Named[]],
  [taxes, rates]: [string, readonly Named[]],
): Asked {
  const fields = [...single.map(field), table(lines, columns), table(taxes, rates)];
  return { name, fields, names: named(single), lines: `/${lines}`, taxes: `/${taxes}`, columns: keys(columns), rates: keys(rates) };
}

const ENGLISH = flat(
  "English names",
  [
    ["invoice_number", "invoice_number", "string"],
    ["invoice_date", "invoice_date", "date"],
    ["document_type", "invoice_type_code", "string"],
    ["currency", "currency", "string"],
    ["due_date", "due_date", "date"],
    ["payment_terms", "payment_terms", "string"],
    ["buyer_reference", "buyer_reference", "string"],
    ["order_number", "purchase_order_number", "string"],
    ["delivery_date", "delivery_date", "date"],
    ["seller_name", "seller_name", "string"],
    ["seller_vat_id", "seller_vat_id", "string"],
    ["seller_street", "seller_street", "string"],
    ["seller_city", "seller_city", "string"],
    ["seller_postcode", "seller_postal_code", "string"],
    ["seller_country", "seller_country_code", "string"],
    ["buyer_name", "buyer_name", "string"],
    ["buyer_vat_id", "buyer_vat_id", "string"],
    ["buyer_street", "buyer_street", "string"],
    ["buyer_city", "buyer_city", "string"],
    ["buyer_postcode", "buyer_postal_code", "string"],
    ["buyer_number", "customer_number", "string"],
    ["iban", "iban", "string"],
    ["bic", "bic", "string"],
    ["payment_means_code", "payment_means_code", "string"],
    ["payment_reference", "payment_reference", "string"],
    ["line_sum", "sum_of_line_net_amounts", "number"],
    ["net_total", "total_without_vat", "number"],
    ["tax_total", "total_vat", "number"],
    ["grand_total", "total_with_vat", "currency"],
    ["prepaid", "prepaid_amount", "number"],
    ["amount_due", "amount_due", "number"],
  ],
  [
    "line_items",
    [
      ["position", "line_number", "string"],
      ["name", "item_name", "string"],
      ["quantity", "quantity", "number"],
      ["unit", "unit_code", "string"],
      ["unit_price", "unit_price", "number"],
      ["amount", "line_total", "number"],
      ["vat_rate", "vat_rate", "percentage"],
    ],
  ],
  [
    "vat_breakdown",
    [
      ["rate", "rate", "number"],
      ["base", "taxable_amount", "number"],
      ["tax", "tax_amount", "number"],
    ],
  ],
);

const GERMAN = flat(
  "German names",
  [
    ["invoice_number", "Rechnungsnummer", "string"],
    ["invoice_date", "Rechnungsdatum", "date"],
    ["document_type", "Dokumenttyp", "string"],
    ["currency", "Währung", "string"],
    ["due_date", "Fälligkeitsdatum", "date"],
    ["payment_terms", "Zahlungsbedingungen", "string"],
    ["buyer_reference", "LeitwegID", "string"],
    ["order_number", "Bestellnummer", "string"],
    ["delivery_date", "Lieferdatum", "date"],
    ["seller_name", "Lieferant_Name", "string"],
    ["seller_vat_id", "Lieferant_UStId", "string"],
    ["seller_street", "Lieferant_Strasse", "string"],
    ["seller_city", "Lieferant_Ort", "string"],
    ["seller_postcode", "Lieferant_PLZ", "string"],
    ["seller_country", "Lieferant_Land", "string"],
    ["buyer_name", "Kunde_Name", "string"],
    ["buyer_vat_id", "Kunde_UStId", "string"],
    ["buyer_street", "Kunde_Strasse", "string"],
    ["buyer_city", "Kunde_Ort", "string"],
    ["buyer_postcode", "Kunde_PLZ", "string"],
    ["buyer_number", "Kundennummer", "string"],
    ["iban", "IBAN", "string"],
    ["bic", "BIC", "string"],
    ["payment_reference", "Verwendungszweck", "string"],
    ["net_total", "Nettobetrag", "number"],
    ["tax_total", "Steuerbetrag", "number"],
    ["grand_total", "Bruttobetrag", "number"],
    ["prepaid", "Anzahlung", "number"],
    ["amount_due", "Zahlbetrag", "number"],
  ],
  [
    "Positionen",
    [
      ["position", "Pos", "string"],
      ["name", "Bezeichnung", "string"],
      ["quantity", "Menge", "number"],
      ["unit", "Einheit", "string"],
      ["unit_price", "Einzelpreis", "number"],
      ["amount", "Gesamtpreis", "number"],
      ["vat_rate", "MwStSatz", "number"],
    ],
  ],
  [
    "Steuern",
    [
      ["rate", "Steuersatz", "number"],
      ["base", "Bemessungsgrundlage", "number"],
      ["tax", "Steuerbetrag", "number"],
    ],
  ],
);

const DESCRIBED = flat(
  "described only",
  [
    ["invoice_number", "f1", "string", "Invoice number (BT-1)"],
    ["invoice_date", "f2", "string", "Date of issue of the invoice, YYYY-MM-DD"],
    ["currency", "f3", "string", "ISO currency code of the invoice, e.g. EUR"],
    ["due_date", "f4", "date", "Payment due date"],
    ["seller_name", "f5", "string", "Legal name of the supplier"],
    ["seller_vat_id", "f6", "string", "VAT identification number of the supplier"],
    ["buyer_name", "f7", "string", "Name of the customer"],
    ["buyer_vat_id", "f8", "string", "VAT identification number of the customer"],
    ["iban", "f9", "string", "IBAN of the account to pay to"],
    ["order_number", "f10", "string", "Purchase order number"],
    ["net_total", "f11", "number", "Total amount without VAT"],
    ["tax_total", "f12", "number", "Total VAT amount"],
    ["grand_total", "f13", "number", "Total amount including VAT"],
    ["amount_due", "f14", "number", "Amount due for payment"],
    ["seller_city", "f15", "string", "City of the seller"],
  ],
  [
    "rows",
    [
      ["name", "a", "string", "Item name"],
      ["quantity", "b", "number", "Invoiced quantity"],
      ["unit_price", "c", "number", "Net price per unit"],
      ["amount", "d", "number", "Net amount of the line"],
    ],
  ],
  [
    "taxes",
    [
      ["rate", "r", "number", "VAT rate in percent"],
      ["base", "s", "number", "Taxable amount"],
      ["tax", "t", "number", "Tax amount"],
    ],
  ],
);

const FRENCH = flat(
  "French names",
  [
    ["invoice_number", "numeroFacture", "string"],
    ["invoice_date", "dateFacture", "date"],
    ["currency", "devise", "string"],
    ["due_date", "dateEcheance", "date"],
    ["order_number", "numeroCommande", "string"],
    ["seller_name", "nomFournisseur", "string"],
    ["seller_vat_id", "tvaFournisseur", "string"],
    ["seller_city", "villeFournisseur", "string"],
    ["seller_postcode", "codePostalFournisseur", "string"],
    ["buyer_name", "nomClient", "string"],
    ["buyer_vat_id", "numeroTvaClient", "string"],
    ["iban", "iban", "string"],
    ["net_total", "totalHT", "number"],
    ["tax_total", "montantTVA", "number"],
    ["grand_total", "totalTTC", "number"],
    ["amount_due", "netAPayer", "number"],
  ],
  [
    "lignes",
    [
      ["name", "designation", "string"],
      ["quantity", "quantite", "number"],
      ["unit_price", "prixUnitaire", "number"],
      ["amount", "montantHT", "number"],
      ["vat_rate", "tauxTVA", "number"],
    ],
  ],
  [
    "taxes",
    [
      ["rate", "taux", "number"],
      ["base", "base", "number"],
      ["tax", "montant", "number"],
    ],
  ],
);

export const SCHEMAS: readonly Asked[] = [ENGLISH, GERMAN, FRENCH, DESCRIBED, NESTED];
