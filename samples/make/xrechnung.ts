/** A German invoice as XRechnung (UBL): data alone, without a page that people read, with a sheet of hours inside of it. */

const UBL = "urn:oasis:names:specification:ubl:schema:xsd";
const HOURS = "Tag;Person;Tätigkeit;Stunden\n2026-05-04;A. Beispiel;Bestand des Archivs;6\n2026-05-05;A. Beispiel;Plan des Umzugs;10\n";

const LINES = [
  { name: "Beratung zum Umzug des Archivs", quantity: "16", unit: "HUR", price: "95.00", net: "1520.00" },
  { name: "Schulung, ein Tag", quantity: "1", unit: "DAY", price: "640.00", net: "640.00" },
];

/** An element; its content is escaped unless it is a list of elements. */
function element(name: string, content: string | readonly string[], attributes: Record<string, string> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inside = typeof content === "string" ? escaped(content) : `\n${content.join("\n").replace(/^/gm, "  ")}\n`;
  return `<${name}${written.join("")}>${inside}</${name}>`;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const amount = (name: string, value: string): string => element(`cbc:${name}`, value, { currencyID: "EUR" });
const vat = (name: string, percent = "19"): string =>
  element(`cac:${name}`, [element("cbc:ID", "S"), element("cbc:Percent", percent), element("cac:TaxScheme", [element("cbc:ID", "VAT")])]);

export function xrechnung(): Buffer {
  const head = [
    element("cbc:CustomizationID", "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0"),
    element("cbc:ProfileID", "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"),
    element("cbc:ID", "NL-2026-0451"),
    element("cbc:IssueDate", "2026-05-29"),
    element("cbc:DueDate", "2026-06-28"),
    element("cbc:InvoiceTypeCode", "380"),
    element("cbc:DocumentCurrencyCode", "EUR"),
    element("cbc:BuyerReference", "00000000-BEISPIEL-00"),
    element("cac:OrderReference", [element("cbc:ID", "AB-7719")]),
  ];
  const body = [...head, hours(), ...parties(), ...payment(), taxes(), totals(), ...LINES.map(line)];
  const names = {
    xmlns: `${UBL}:Invoice-2`,
    "xmlns:cac": `${UBL}:CommonAggregateComponents-2`,
    "xmlns:cbc": `${UBL}:CommonBasicComponents-2`,
  };
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${element("Invoice", body, names)}\n`);
}

function hours(): string {
  const file = { mimeCode: "text/csv", filename: "stunden.csv" };
  const content = element("cbc:EmbeddedDocumentBinaryObject", Buffer.from(HOURS).toString("base64"), file);
  return element("cac:AdditionalDocumentReference", [
    element("cbc:ID", "stunden"),
    element("cbc:DocumentDescription", "Stundennachweis"),
    element("cac:Attachment", [content]),
  ]);
}

type Party = { name: string; street: string; city: string; zone: string; email: string; vatId?: string };

function party({ name, street, city, zone, email, vatId }: Party): string {
  const address = [
    element("cbc:StreetName", street),
    element("cbc:CityName", city),
    element("cbc:PostalZone", zone),
    element("cac:Country", [element("cbc:IdentificationCode", "DE")]),
  ];
  const tax = [element("cbc:CompanyID", vatId ?? ""), element("cac:TaxScheme", [element("cbc:ID", "VAT")])];
  return element("cac:Party", [
    element("cbc:EndpointID", email, { schemeID: "EM" }),
    element("cac:PostalAddress", address),
    ...(vatId === undefined ? [] : [element("cac:PartyTaxScheme", tax)]),
    element("cac:PartyLegalEntity", [element("cbc:RegistrationName", name)]),
    element("cac:Contact", [
      element("cbc:Name", "Anna Beispiel"),
      element("cbc:Telephone", "+49 30 23125 000"),
      element("cbc:ElectronicMail", email),
    ]),
  ]);
}

function parties(): string[] {
  const seller = {
    name: "Nordlicht Archivdienste GmbH",
    street: "Musterstraße 4",
    city: "Kiel",
    zone: "24103",
    email: "rechnung@example.com",
    vatId: "DE123456789",
  };
  const buyer = { name: "Stadt Musterhausen", street: "Rathausplatz 1", city: "Musterhausen", zone: "99999", email: "kasse@example.org" };
  return [element("cac:AccountingSupplierParty", [party(seller)]), element("cac:AccountingCustomerParty", [party(buyer)])];
}

function payment(): string[] {
  const account = element("cac:PayeeFinancialAccount", [element("cbc:ID", "DE02120300000000202051")]);
  return [
    element("cac:PaymentMeans", [element("cbc:PaymentMeansCode", "58"), account]),
    element("cac:PaymentTerms", [element("cbc:Note", "Zahlbar in 30 Tagen ohne Abzug.")]),
  ];
}

function taxes(): string {
  const rate = element("cac:TaxSubtotal", [amount("TaxableAmount", "2160.00"), amount("TaxAmount", "410.40"), vat("TaxCategory")]);
  return element("cac:TaxTotal", [amount("TaxAmount", "410.40"), rate]);
}

function totals(): string {
  return element("cac:LegalMonetaryTotal", [
    amount("LineExtensionAmount", "2160.00"),
    amount("TaxExclusiveAmount", "2160.00"),
    amount("TaxInclusiveAmount", "2570.40"),
    amount("PayableAmount", "2570.40"),
  ]);
}

function line({ name, quantity, unit, price, net }: (typeof LINES)[number], i: number): string {
  return element("cac:InvoiceLine", [
    element("cbc:ID", String(i + 1)),
    element("cbc:InvoicedQuantity", quantity, { unitCode: unit }),
    amount("LineExtensionAmount", net),
    element("cac:Item", [element("cbc:Name", name), vat("ClassifiedTaxCategory")]),
    element("cac:Price", [amount("PriceAmount", price)]),
  ]);
}
