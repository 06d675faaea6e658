/** The fields asked of the two sample invoices, their values, and where a model would point. */

/** The last one is in neither: a model tends to return something for it all the same. */
export const FIELDS = [
  { name: "invoice_number", type: "string" },
  { name: "invoice_date", type: "date" },
  { name: "due_date", type: "date" },
  { name: "seller_name", type: "string" },
  { name: "total", type: "number" },
  { name: "iban", type: "string" },
  { name: "delivery_note_number", type: "string" },
] as const;

export type Values = Record<(typeof FIELDS)[number]["name"], string | number | null>;

export const EXPECTED: Record<string, Values> = {
  "invoice-en.pdf": {
    invoice_number: "MF-20418",
    invoice_date: "2026-03-12",
    due_date: "2026-04-11",
    seller_name: "Marlow Finch Ltd",
    total: 10251.34,
    iban: "GB82 WEST 1234 5698 7654 32",
    delivery_note_number: null,
  },
  "invoice-de.pdf": {
    invoice_number: "RE-2026-0815",
    invoice_date: "2026-04-14",
    due_date: "2026-05-14",
    seller_name: "Kaffeerösterei Sonnenhain GmbH",
    total: 12172.41,
    iban: "DE37 9999 9999 0123 4567 89",
    delivery_note_number: null,
  },
};

/** What the bench's model invents for the absent field. */
export const INVENTED = "DN-99120";

const DATE = String.raw`(\d{1,2}\.\d{2}\.\d{4}|\d{1,2} \w+ \d{4})`;
/** Patterns of the values; the first group is the value. */
export const PATTERNS: Record<string, RegExp> = {
  invoice_number: /(?:Invoice number|Rechnungsnummer:)\s+(\S+)/,
  invoice_date: new RegExp(String.raw`(?:Invoice date|Rechnungsdatum:)\s+${DATE}`),
  due_date: new RegExp(String.raw`(?:Due date|Fällig am:)\s+${DATE}`),
  seller_name: /(Marlow Finch Ltd|Kaffeerösterei Sonnenhain GmbH)/,
  total: /(?:Total due|Gesamtbetrag|Rechnungsbetrag|Zahlbetrag)\D*([\d.,]+\d)/,
  iban: /IBAN:?\s+([A-Z]{2}[\dA-Z ]+\d)/,
};

/** The words of the values, verbatim, for readers that return text only. */
export const WORDS: Record<string, string[]> = {
  "invoice-en.pdf": ["MF-20418", "12 March 2026", "11 April 2026", "Marlow Finch Ltd", "10,251.34", "GB82 WEST 1234 5698 7654 32"],
  "invoice-de.pdf": [
    "RE-2026-0815",
    "14.04.2026",
    "14.05.2026",
    "Kaffeerösterei Sonnenhain GmbH",
    "12.172,41",
    "DE37 9999 9999 0123 4567 89",
  ],
  "receipt-photo.jpg": [
    "The Corner Pantry",
    "01632 960158",
    "GB 777 7777 46",
    "31877",
    "Sourdough loaf",
    "Free range eggs",
    "Ground coffee",
    "35.25",
    "Visa",
  ],
  "form-scan.png": [
    "Rosalind Ashgrove",
    "01632 960 284",
    "rosalind.ashgrove@example.com",
    "HH-4471-20936",
    "Washing machine hose burst",
    "GB82 WEST 1234 5698 7654 32",
  ],
};
